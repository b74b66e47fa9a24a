"""Who won a finished tournament, as the home page names them.

They are worked out from the standings and kept under the version of the tournament's results, so that nothing has to
follow a correction.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.cache import cache

from tournaments.models import Tournament
from tournaments.queries.seasons import season_table
from tournaments.queries.standings import standings
from tournaments.queries.teams import team_table

MOST = 3
"""So many of those who share the first place are named."""


@dataclass(frozen=True)
class Winners:
    """The entries at the first place, of each group where the last stage has several; the teams, where they are ranked.

    At most `MOST` of either are named, who are so many `people`; `more` entries share the place.
    """

    names: list[str]
    people: int
    more: int
    teams: list[str]


def winners_of(tournaments: Iterable[Tournament]) -> dict[int, Winners]:
    """The winners of those whose results all see. No query but of the cache; without it those of the standings."""
    shown = [tournament for tournament in tournaments if not tournament.results_hidden]
    keys = {tournament: f"winners:{tournament.pk}:{tournament.results_version}" for tournament in shown}
    kept = cache.get_many(keys.values())
    new = {key: _winners(tournament) for tournament, key in keys.items() if key not in kept}
    if new:
        cache.set_many(new, timeout=None)
    return {tournament.pk: (kept | new)[key] for tournament, key in keys.items()}


def _winners(tournament: Tournament) -> Winners:
    teams: list[str] = []
    if tournament.format == Tournament.Format.SEASON:
        firsts = [[row.player] for row in season_table(tournament) if row.place == 1]
    else:
        last = tournament.stages.filter(played__isnull=False).order_by("number").last()
        made = standings(tournament, stage=last)
        firsts = [row.players for row in made.rows if row.place == 1] if made.after else []
        table = team_table(made, tournament) if tournament.teams and made.after else None
        teams = [row.team for row in table.rows if row.place == 1] if table else []
    named = firsts[:MOST]
    return Winners(
        names=[" / ".join(player.name for player in players) for players in named],
        people=sum(map(len, named)),
        more=len(firsts) - len(named),
        teams=teams[:MOST],
    )
