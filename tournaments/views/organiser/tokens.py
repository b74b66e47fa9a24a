"""The tokens of one's own account: made after the password was said once more, shown once, revoked."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access import Actor, actor_of, run_tournaments
from tournaments.forms.token import TokenForm
from tournaments.models import ApiToken
from tournaments.queries.links import tokens_of
from tournaments.services import tokens as services
from tournaments.services.errors import ServiceError
from tournaments.views.posting import post_only


@login_required
@reauthentication_required(allow_get=True)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """All tokens of the account; a new one with its secret, this once."""
    own = run_tournaments(Actor(user=request.user)).order_by("-starts_at", "-id")
    form = TokenForm(request.POST or None, tournaments=own)
    secret = ""
    if request.method == "POST" and form.is_valid():
        try:
            made, secret = services.make_token(user=request.user, actor=actor_of(request), **form.arguments())
            messages.success(request, _("The token “%(label)s” is made.") % {"label": made.label})
            form = TokenForm(tournaments=own)
        except ServiceError as error:
            form.add_error(None, error.message)
    working = tokens_of(request.user)
    past = ApiToken.objects.filter(user=request.user).exclude(pk__in=[token.pk for token in working])
    context = {"form": form, "secret": secret, "tokens": working, "past": past}
    return render(request, "organiser/tokens.html", context, status=422 if form.errors else 200)


@post_only("organiser:tokens")
@login_required
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    token = get_object_or_404(ApiToken, pk=pk, user=request.user)
    services.revoke_token(token=token, actor=actor_of(request))
    messages.success(request, _("The token is revoked: it opens nothing any more."))
    return redirect("organiser:tokens")


@post_only("organiser:tokens")
@login_required
def revoke_all(request: HttpRequest) -> HttpResponse:
    """In one step, for who fears that the account was in other hands."""
    services.revoke_tokens(user=request.user, actor=actor_of(request))
    messages.success(request, _("All tokens are revoked: they open nothing any more."))
    return redirect("organiser:tokens")
