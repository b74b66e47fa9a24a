"""Coming in by an invitation: a guest at once, an organiser or referee by accepting it with an account."""

from __future__ import annotations

from allauth.account.utils import perform_login
from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import GUEST_KEY, actor_of, open_for, origin_of
from tournaments.forms.account import NewAccountForm
from tournaments.models import Invitation
from tournaments.queries.links import open_link
from tournaments.services.errors import ServiceError
from tournaments.services.links import accept_invitation, accept_with_new_account, use_link


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What somebody is invited to; posted, it is accepted: by who is signed in, or with an account made here."""
    link = open_link(token)
    if link is None:
        return render(request, "join/no_link.html", status=404)
    if link.role == Invitation.Role.KEEPER:
        return redirect("keep:enter", token)
    if link.role == Invitation.Role.GUEST:
        return _guest(request, link)
    form = None
    if not request.user.is_authenticated:
        form = NewAccountForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        try:
            if form is None:
                return _accept(request, link, request.user)
            if form.is_valid():
                user = accept_with_new_account(link=link, origin=origin_of(request), **form.account())
                return perform_login(request, user, redirect_url=_welcome(request, link).url)
        except ServiceError as error:
            messages.error(request, error.message)
            return redirect("join:invitation", token)
    context = {"link": link, "tournament": link.tournament, "form": form}
    return render(request, "join/invitation.html", context, status=422 if form is not None and form.errors else 200)


def _guest(request: HttpRequest, link: Invitation) -> HttpResponse:
    use_link(link=link, name=actor_of(request).name)
    opened = request.session.get(GUEST_KEY, [])
    if link.pk not in opened:
        open_for(request, GUEST_KEY, [*opened, link.pk])
    return redirect(link.tournament)


def _accept(request: HttpRequest, link: Invitation, user: AbstractBaseUser) -> HttpResponse:
    accept_invitation(link=link, user=user, origin=origin_of(request))
    return _welcome(request, link)


def _welcome(request: HttpRequest, link: Invitation) -> HttpResponseRedirect:
    messages.success(request, _("Welcome: you help with this tournament now."))
    return redirect("organiser:desk", link.tournament.slug)
