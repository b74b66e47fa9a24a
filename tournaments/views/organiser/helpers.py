"""Who helps with a tournament: those with an account, and the links and invitations by which others come."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access import actor_of, may
from tournaments.forms.helpers import InvitationForm
from tournaments.models import Invitation, Tournament
from tournaments.services import links as services
from tournaments.views.organiser.common import attempt, organiser_page, page
from tournaments.views.posting import post_only
from tournaments.views.qr import qr


@never_cache
@organiser_page
def links(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament, InvitationForm(owner=_owns(request, tournament)))


@post_only("organiser:links", "slug")
@organiser_page
def make_link(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One more link; to organise, only the owner invites."""
    form = InvitationForm(request.POST, owner=_owns(request, tournament))
    if not form.is_valid():
        return _page(request, tournament, form)
    done = _("A link is made. Show its code to whom it is for, or send the address.")
    attempt(request, done, services.make_link, tournament=tournament, **form.arguments())
    return redirect("organiser:links", tournament.slug)


@post_only("organiser:links", "slug")
@organiser_page
def revoke_link(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    link = get_object_or_404(tournament.invitations, pk=pk)
    if link.role == Invitation.Role.ORGANISER and not _owns(request, tournament):
        raise PermissionDenied
    attempt(request, _("The link is revoked: it opens nothing any more."), services.revoke_link, link=link)
    return redirect("organiser:links", tournament.slug)


@post_only("organiser:links", "slug")
@organiser_page
def remove(request: HttpRequest, tournament: Tournament, role: str, pk: int) -> HttpResponse:
    """Somebody is organiser or referee no more; organisers are removed by the owner alone."""
    if role not in services.PLACES:
        raise Http404
    if role == Invitation.Role.ORGANISER and not _owns(request, tournament):
        raise PermissionDenied
    helpers = getattr(tournament, services.PLACES[Invitation.Role(role)])
    user = get_object_or_404(get_user_model(), pk__in=helpers.filter(pk=pk).values("pk"))
    done = _("%(name)s helps no more.") % {"name": user.get_username()}
    attempt(request, done, services.remove_helper, tournament=tournament, user=user, role=role)
    return redirect("organiser:links", tournament.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page
def hand_over(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """What it means that another organiser owns the tournament; posted, he does. Only the owner can take this step."""
    if not _owns(request, tournament):
        raise PermissionDenied
    user = get_object_or_404(tournament.organisers.exclude(pk=tournament.owner_id), pk=pk)
    if request.method != "POST":
        return page(request, tournament, "hand_over", heir=user)
    done = _("%(name)s owns the tournament now.") % {"name": user.get_username()}
    attempt(request, done, services.hand_over, tournament=tournament, user=user)
    return redirect("organiser:links", tournament.slug)


def _owns(request: HttpRequest, tournament: Tournament) -> bool:
    return may(actor_of(request), "own", tournament)


def _page(request: HttpRequest, tournament: Tournament, form: InvitationForm) -> HttpResponse:
    owns = _owns(request, tournament)
    known = list(tournament.invitations.select_related("created_by"))
    shown = [_shown(request, link, owns) for link in known if link.is_open()]
    response = page(
        request,
        tournament,
        "links",
        form=form,
        owns=owns,
        links=shown,
        past=[link for link in known if not link.is_open()],
        organisers=tournament.organisers.order_by("username"),
        referees=tournament.referees.order_by("username"),
    )
    response.status_code = 422 if form.errors else 200
    return response


def _shown(request: HttpRequest, link: Invitation, owns: bool) -> dict[str, Any]:
    """A link with its address and code; that of an organiser's invitation is for who may invite organisers alone."""
    if link.role == Invitation.Role.ORGANISER and not owns:
        return {"link": link}
    address = "keep:enter" if link.role == Invitation.Role.KEEPER else "join:invitation"
    url = request.build_absolute_uri(reverse(address, args=[link.token]))
    return {"link": link, "url": url, "qr": qr(url)}
