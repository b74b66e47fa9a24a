"""Invitations as pages read them: by their secret, the one for a table's sheet, and who helps in a tournament."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.models import Invitation, Tournament


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
