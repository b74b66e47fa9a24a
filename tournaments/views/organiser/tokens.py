"""The tokens of one's own account: made, shown once, revoked."""

from __future__ import annotations

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
from tournaments.services import tokens as services
from tournaments.services.errors import ServiceError
from tournaments.views.posting import post_only


@login_required
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
    known = ApiToken.objects.filter(user=request.user).select_related("tournament")
    still = set(known.open().values_list("pk", flat=True))
    context = {
        "form": form,
        "secret": secret,
        "tokens": [token for token in known if token.pk in still],
        "past": [token for token in known if token.pk not in still],
    }
    return render(request, "organiser/tokens.html", context, status=422 if form.errors else 200)


@post_only("organiser:tokens")
@login_required
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    token = get_object_or_404(ApiToken, pk=pk, user=request.user)
    services.revoke_token(token=token, actor=actor_of(request))
    messages.success(request, _("The token is revoked: it opens nothing any more."))
    return redirect("organiser:tokens")
