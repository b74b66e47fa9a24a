"""Signing in, one's account and its sessions, and new passwords by a link, from a letter or from a site admin."""

from __future__ import annotations

from typing import Any

from allauth.account.utils import perform_login
from allauth.mfa.base.views import IndexView
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView, PasswordResetConfirmView
from django.db import transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.access import Actor, actor_of, network_of, origin_of, seconds_left, within_rate
from tournaments.accounts import PASSWORD_HELP, forget_failures
from tournaments.queries.links import tokens_of
from tournaments.queries.people import accounts as accounts_of
from tournaments.services import accounts as services
from tournaments.views.organiser.common import attempt
from tournaments.views.organiser.players import admin_page
from tournaments.views.posting import post_only
from tournaments.views.qr import qr


class SignIn(LoginView):
    """Name and password; what comes after them, a code or a key, is asked for on a page of its own."""

    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        """One password tried at many names is no wrong one too many for any of them: so a network has a limit too."""
        if within_rate("sign-in", network_of(request), settings.SIGN_INS):
            return super().post(request, *args, **more)
        messages.error(request, _("Too many attempts from this network. Wait a minute, then try again."))
        answer = render(request, self.template_name, self.get_context_data(form=self.form_class()), status=429)
        answer.headers["Retry-After"] = str(seconds_left())
        return answer

    def form_valid(self, form: Form) -> HttpResponse:
        return perform_login(self.request, form.get_user(), redirect_url=self.get_success_url())


class Account(IndexView):
    """How one signs in, and which tokens get in by themselves."""

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return super().get_context_data(**more) | {"tokens": tokens_of(self.request.user)}


account = Account.as_view()


class NewPassword(PasswordResetConfirmView):
    """A new password, by a link. It ends all sessions of the account and its throttling; a second factor stays, and so
    do tokens: where there are any, signing in leads to the page that lists them.
    """

    template_name = "account/new_password.html"

    def get_form(self, form_class: type[Form] | None = None) -> Form:
        form = super().get_form(form_class)
        form.fields["new_password1"].help_text = PASSWORD_HELP
        return form

    def form_valid(self, form: Form) -> HttpResponse:
        with transaction.atomic():
            response = super().form_valid(form)
            services.note_password(user=self.user, actor=Actor(user=self.user, origin=origin_of(self.request)))
        forget_failures(self.user.get_username())
        messages.success(self.request, _("The password is set. Sign in with it."))
        return response

    def get_success_url(self) -> str:
        asked = {"next": reverse("mfa_index")} if tokens_of(self.user) else None
        return reverse("sign-in", query=asked)


@post_only("usersessions_list")
@login_required
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign one browser out, wherever it is."""
    get_object_or_404(UserSession, pk=pk, user=request.user).end()
    messages.success(request, _("That browser is signed out."))
    return redirect("usersessions_list")


@admin_page
def accounts(request: HttpRequest) -> HttpResponse:
    """All accounts."""
    return render(request, "account/accounts.html", {"accounts": accounts_of()})


@post_only("organiser:accounts")
@never_cache
@admin_page
def give_link(request: HttpRequest, pk: int) -> HttpResponse:
    """A link by which the owner of an account sets a new password; it works once, and for three days."""
    user = get_object_or_404(get_user_model(), pk=pk, is_active=True)
    secret = services.give_password_link(user=user, actor=actor_of(request))
    url = request.build_absolute_uri(reverse("new-password", args=secret))
    return render(request, "account/given_link.html", {"account": user, "url": url, "qr": qr(url)})


@post_only("organiser:accounts")
@admin_page
def drop_factors(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody has lost phone and codes: the password alone signs in again."""
    user = get_object_or_404(get_user_model(), pk=pk)
    done = _("%(name)s signs in with the password alone now.") % {"name": user.get_username()}
    attempt(request, done, services.drop_second_factor, user=user)
    return redirect("organiser:accounts")
