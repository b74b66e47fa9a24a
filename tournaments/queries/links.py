"""Invitations as pages read them, by their secret and for a table's sheet; the tokens of an account."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import AbstractBaseUser

from tournaments.models import ApiToken, Invitation, Tournament


def open_link(token: str) -> Invitation | None:
    """The invitation of a secret; None where there is none, or it lets nobody in any more."""
    return Invitation.objects.select_related("tournament").filter(token=token).open().first()


def keeper_links(tournament: Tournament) -> list[Invitation]:
    """The open invitations of scorekeepers. One query."""
    return list(tournament.invitations.filter(role=Invitation.Role.KEEPER).open())


def link_for_table(links: Iterable[Invitation], number: int) -> Invitation | None:
    """Of scorekeepers' invitations the one that fits a table best: its own before those for all tables."""
    fitting = [link for link in links if not link.tables or number in link.tables]
    return min(fitting, key=lambda link: (not link.tables, len(link.tables)), default=None)


def tokens_of(user: AbstractBaseUser) -> list[ApiToken]:
    """The account's tokens that still let somebody in, the newest first. One query."""
    return list(ApiToken.objects.open().filter(user=user).select_related("tournament"))
