"""By which addresses helpers, guests and players come: made, shown, revoked. Who organises is settled on the pages."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any, Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_noop
from ninja import Schema
from pydantic import Field

from tournaments.api.guards import actor, organised
from tournaments.api.shapes import AskedPages, Number, Numbered, OneLine, Paged, PersonOut, Slug, page_of
from tournaments.api.site import WRITES, WRONG, api, says
from tournaments.models import Invitation, PlayerLink
from tournaments.services import confirming, links

TAGS = ["helpers and links"]
get = partial(api.get, tags=TAGS, auth=WRITES["auth"])
post = partial(api.post, tags=TAGS, **WRITES)


class NewLink(Schema, extra="forbid"):
    """`tables`: of a scorekeeper, the only ones that he keeps. `expires_at`: blank, it opens until it is revoked."""

    role: Literal["keeper", "referee", "guest"] = "keeper"
    tables: list[Numbered] = Field([], max_length=1_000)
    label: OneLine = Field("", max_length=80)
    expires_at: datetime | None = None


class LinkOut(Schema):
    """`url`: the secret address, None of one that opens nothing any more."""

    id: int
    role: str
    tables: list[int]
    label: str
    url: str | None
    expires_at: datetime | None
    last_used_at: datetime | None


class PersonalOut(Schema):
    """A player's own address, by which he sees where he sits, and confirms or disputes results."""

    player: PersonOut
    url: str


@get(
    "/tournaments/{slug}/links", response=says(Paged[LinkOut], "forbidden", "not-found"), url_name="links",
    summary=gettext_noop("The links of helpers and guests"),
)  # fmt: skip
def list_links(request: HttpRequest, slug: Slug, asked: AskedPages) -> Any:
    found = organised(request, slug).invitations.exclude(role=Invitation.Role.ORGANISER).order_by("id")
    return page_of(found, asked, lambda link: _link(request, link))


@post(
    "/tournaments/{slug}/links", response=says(LinkOut, *WRONG), url_name="links",
    summary=gettext_noop("Make a link for a scorekeeper, a referee or a guest"),
)  # fmt: skip
def make_link(request: HttpRequest, slug: Slug, sent: NewLink) -> Any:
    found = organised(request, slug)
    return _link(request, links.make_link(tournament=found, actor=actor(request), **sent.model_dump()))


@post(
    "/tournaments/{slug}/links/{number}/revoke", response=says(LinkOut, *WRONG), url_name="link-revoke",
    summary=gettext_noop("From now on the link opens nothing"),
)  # fmt: skip
def revoke_link(request: HttpRequest, slug: Slug, number: Number) -> Any:
    known = organised(request, slug).invitations.exclude(role=Invitation.Role.ORGANISER)
    return _link(request, links.revoke_link(link=get_object_or_404(known, pk=number), actor=actor(request)))


@post(
    "/tournaments/{slug}/personal-links", response=says(list[PersonalOut], *WRONG), url_name="personal-links",
    summary=gettext_noop("The personal links of all players; those that are missing are made"),
)  # fmt: skip
def make_personal_links(request: HttpRequest, slug: Slug) -> Any:
    found = organised(request, slug)
    confirming.make_player_links(tournament=found, actor=actor(request))
    known = found.player_links.select_related("player").order_by("player__sort", "player__slug")
    return [_personal(request, link) for link in known]


@post(
    "/tournaments/{slug}/personal-links/{player}/renew", response=says(PersonalOut, *WRONG),
    url_name="personal-link-renew", summary=gettext_noop("Another personal link; the old one opens nothing any more"),
)  # fmt: skip
def renew_personal_link(request: HttpRequest, slug: Slug, player: Slug) -> Any:
    link = get_object_or_404(organised(request, slug).player_links, player__slug=player)
    return _personal(request, confirming.renew_player_link(link=link, actor=actor(request)))


def _link(request: HttpRequest, link: Invitation) -> dict[str, Any]:
    route = "keep:enter" if link.role == Invitation.Role.KEEPER else "join:invitation"
    url = request.build_absolute_uri(reverse(route, args=[link.token])) if link.is_open() else None
    names = ("role", "tables", "label", "expires_at", "last_used_at")
    return {"id": link.pk, "url": url, **{name: getattr(link, name) for name in names}}


def _personal(request: HttpRequest, link: PlayerLink) -> dict[str, Any]:
    url = request.build_absolute_uri(reverse("me:home", args=[link.token]))
    return {"player": link.player, "url": url}
