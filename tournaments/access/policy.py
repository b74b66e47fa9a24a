"""The roles, and what each may do: one table, `ALLOWED`, and one question, `may`.

A role is had in one tournament: who organises one is anyone in another. A site admin may do everything. Roles add up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Literal

from django.db.models import Q

from tournaments.access.actors import Actor
from tournaments.models import ApiToken, Ladder, Tournament


class Role(StrEnum):
    """What somebody can be to a tournament. The cheapest to find out come first."""

    ANYONE = "anyone"
    SIGNED_IN = "signed in"
    KEEPER = "scorekeeper"
    TABLE_KEEPER = "scorekeeper of a table"
    GUEST = "guest"
    PLAYER = "player"
    ORGANISER = "organiser"
    REFEREE = "referee"
    OWNER = "owner"


Action = Literal[
    "see",
    "see_public",
    "see_private",
    "see_draft",
    "see_draft_round",
    "see_results",
    "keep_score",
    "keep_all",
    "rule",
    "organise",
    "own",
    "create_tournament",
    "administer",
]

STAFF = frozenset({Role.ORGANISER, Role.REFEREE})
HELPERS = STAFF | {Role.KEEPER, Role.TABLE_KEEPER}

ALLOWED: Mapping[Action, frozenset[Role]] = {
    "see_public": frozenset({Role.ANYONE}),
    "see_private": HELPERS | {Role.GUEST, Role.PLAYER},
    "see_draft": HELPERS,
    "see_draft_round": STAFF,
    "see_results": STAFF,
    "keep_score": HELPERS,
    "keep_all": STAFF | {Role.KEEPER},
    "rule": STAFF,
    "organise": frozenset({Role.ORGANISER}),
    "own": frozenset({Role.OWNER}),
    "create_tournament": frozenset({Role.SIGNED_IN}),
    "administer": frozenset(),
}
"""Who may do what. `see_results` is asked where the results are hidden; `see` is one of the first three (`circle`).

`keep_score`: write down and correct hands at a table (a table's keeper at his own); `keep_all`: run the evening of a
season. `rule`: the desk and the log to read, the score sheets, rulings about games, correcting after a round is closed.
`organise`: people, rounds, rules, settings, links. `own`: who else organises.
"""

CIRCLES: frozenset[Action] = frozenset({"see_public", "see_private", "see_draft"})
READS: frozenset[Action] = CIRCLES | {"see_draft_round", "see_results"}
KEEPS: frozenset[Action] = READS | {"keep_score", "keep_all"}

SCOPES: Mapping[str, frozenset[Action]] = {
    ApiToken.Scope.READ: READS,
    ApiToken.Scope.KEEP: KEEPS,
    ApiToken.Scope.ORGANISE: KEEPS | {"rule", "organise", "create_tournament"},
}
"""How far a token of the API reaches, of what its account may. Who organises is settled on the pages alone."""

ACCOUNTS = {Role.ORGANISER: "organisers", Role.REFEREE: "referees", Role.OWNER: "owner"}
"""The roles that an account has, and where the tournament keeps them."""


def circle(tournament: Tournament) -> Action:
    """How wide the circle is of those who see the tournament."""
    if tournament.status == Tournament.Status.DRAFT:
        return "see_draft"
    return "see_private" if tournament.private else "see_public"


def may(actor: Actor, action: Action, tournament: Tournament | None = None, *, table: int | None = None) -> bool:
    """Whether the actor may do this: in the `tournament`, at the `table` of this number where it is about one.

    No query but for roles that an account has, one each.
    """
    if actor.admin:
        return True
    if action == "see_results" and tournament is not None and not tournament.results_hidden:
        return True
    if action == "see" and tournament is not None:
        action = circle(tournament)
    if not _reaches(actor, action, tournament and tournament.pk):
        actor = Actor()
    return any(role in ALLOWED[action] and is_one(actor, role, tournament, table) for role in Role)


def powers(actor: Actor, tournament: Tournament) -> tuple[list[Action], list[int]]:
    """What the links opened in a browser let its visitor do in a tournament he sees, and the tables he keeps there.

    Visitors without an account for whom this is the same see the same of it. No query.
    """
    visitor = replace(actor, user=None, admin=False)
    found = [action for action in ALLOWED if action not in CIRCLES and may(visitor, action, tournament)]
    return found, sorted(table for its, table in actor.tables if its == tournament.pk)


def owns_ladder(actor: Actor, ladder: Ladder) -> bool:
    """An organiser's ladder is his; the site's own are the admins'."""
    return actor.admin or (actor.user is not None and ladder.owner_id == actor.user.pk)


def is_one(actor: Actor, role: Role, tournament: Tournament | None = None, table: int | None = None) -> bool:
    """Whether the actor has the role, in the tournament where it is one of a tournament's."""
    if role == Role.ANYONE:
        return True
    if role == Role.SIGNED_IN:
        return actor.user is not None
    if tournament is None:
        raise ValueError(f"{role} is what somebody is to a tournament")
    if role in ACCOUNTS:
        return (
            actor.user is not None
            and Tournament.objects.filter(pk=tournament.pk, **{ACCOUNTS[role]: actor.user.pk}).exists()
        )
    if role == Role.TABLE_KEEPER and table is not None:
        return (tournament.pk, table) in actor.tables
    return tournament.pk in _by_link(actor, role)


def helped(actor: Actor, action: Action) -> Q:
    """The tournaments in which the actor may do this, as a condition on tournaments; a site admin may in all."""
    if actor.admin or Role.ANYONE in ALLOWED[action]:
        return Q(pk__isnull=False)
    if actor.reach is not None and action not in actor.reach.actions:
        return Q(pk__in=())
    found = Q(pk__in=())
    for role in ALLOWED[action]:
        if role not in ACCOUNTS:
            found |= Q(pk__in=_by_link(actor, role))
        elif actor.user is not None:
            found |= Q(**{ACCOUNTS[role]: actor.user.pk})
    if actor.reach is not None and actor.reach.tournament is not None:
        found &= Q(pk=actor.reach.tournament)
    return found


def _reaches(actor: Actor, action: Action, tournament: int | None) -> bool:
    """Whether the actor asks without a token, or within the reach of his."""
    reach = actor.reach
    return reach is None or (action in reach.actions and reach.tournament in (None, tournament))


def _by_link(actor: Actor, role: Role) -> frozenset[int]:
    return {
        Role.KEEPER: actor.keeps,
        Role.TABLE_KEEPER: actor.keeps_some - actor.keeps,
        Role.GUEST: actor.guest_of,
        Role.PLAYER: actor.plays,
    }[role]
