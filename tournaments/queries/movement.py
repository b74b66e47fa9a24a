"""Where everybody stood on a ladder at a moment: of who has played since, his first game after it knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from scoring.ratings.kept import Standing, rows_in
from scoring.ratings.model import is_provisional, ordinal
from scoring.ratings.replay import moment_of
from scoring.ratings.stretches import SIZE, add_first_seen
from tournaments.models import Ladder, RatedGame
from tournaments.queries.ranks import Ranks, active_from, ranked_from

TOGETHER = 500
"""So many stretches are read at a time, some 10 MB."""


@dataclass(frozen=True)
class Then:
    """The standings at a moment: of who has played `since`, the others stand where they stood.

    `active_since`: who had played since then was active at the moment.
    """

    since: dict[int, Standing]
    ranks: Ranks
    active_since: int

    def standing_of(self, player: int, now: Standing) -> Standing | None:
        """Where a player stood who stands `now`; None where he had not played yet."""
        standing = self.since.get(player, now)
        return standing if standing[3] else None

    def rank_of(self, standing: Standing) -> int | None:
        """The rank that a standing had at the moment, where it had one."""
        return self.ranks.rank_of(ordinal(*standing[:2])) if _is_ranked(standing, self.active_since) else None


def standings_at(ladder: Ladder, moment: datetime) -> Then:
    """How the ladder stood at a moment. Three queries.

    The games of the stretch that the moment falls into are looked through, of the later ones the stretches; all games
    where there are no later ones, as on a ladder just replayed whole.
    """
    since: dict[int, Standing] = {}
    stretches = _stretches_from(ladder, moment)
    following = next(stretches, None)
    games = RatedGame.objects.filter(ladder=ladder, finished_at__gte=moment).order_by("finished_at", "order")
    for kept in games.values_list("kept", flat=True)[: SIZE if following else None].iterator(chunk_size=SIZE):
        for _place, _chance, players in rows_in(kept):
            for player, _mu, _sigma, before in players:
                since.setdefault(player, before)
    for seen in chain([following] if following else [], stretches):
        add_first_seen(seen, since)
    active_since = active_from(moment)
    still = ladder.ratings.filter(ranked_from(active_since), played_at__lt=moment).order_by()
    ordinals = still.values_list("ordinal", flat=True)
    ranks = Ranks([*ordinals, *_ordinals(since.values(), moment_of(active_since))])
    return Then(since, ranks, moment_of(active_since))


def _stretches_from(ladder: Ladder, moment: datetime) -> Iterator[bytes]:
    """Who was seen in each stretch that begins since a moment. One query for each `TOGETHER` of them.

    So they come in two thirds of the time that a cursor kept in the database takes, and memory stays bounded.
    """
    later = ladder.stretches.filter(finished_at__gte=moment).order_by("number").values_list("number", "seen")
    read = list(later[:TOGETHER])
    while read:
        yield from (seen for _number, seen in read)
        read = list(later.filter(number__gt=read[-1][0])[:TOGETHER]) if len(read) == TOGETHER else []


def _ordinals(standings: Iterable[Standing], active_since: int) -> Iterator[float]:
    """Of those who were ranked."""
    return (ordinal(*standing[:2]) for standing in standings if _is_ranked(standing, active_since))


def _is_ranked(standing: Standing, active_since: int) -> bool:
    _mu, sigma, played, games, _delta = standing
    return played >= active_since and not is_provisional(sigma, games)
