"""Where everybody stood on a ladder at a moment: of who has played since, his first game after it knows.

Where everybody stood is kept every now and then (`scoring.ratings.stretches`). From the moment to the next time that it
was, first games are looked for; who played none stood then where he stood at the moment. After the last such time he
stands there now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, Q, Subquery

from scoring.ratings.kept import Standing, rows_in
from scoring.ratings.model import is_provisional, ordinal
from scoring.ratings.replay import moment_of
from scoring.ratings.stretches import SIZE, add_first_seen
from tournaments.models import Ladder, RatedGame
from tournaments.queries.ranks import Ranks, active_from, ranked_from


@dataclass(frozen=True)
class Then:
    """The standings at a moment, as far as they are `known`: of `everybody`, or the others stand there still.

    `active_since`: who had played since then was active at the moment.
    """

    known: dict[int, Standing]
    everybody: bool
    ranks: Ranks
    active_since: int

    def standing_of(self, player: int, now: Standing) -> Standing | None:
        """Where a player stood who stands `now`; None where he had not played yet."""
        standing = self.known.get(player, None if self.everybody else now)
        return standing if standing and standing[3] else None

    def rank_of(self, standing: Standing) -> int | None:
        """The rank that a standing had at the moment, where it had one."""
        return self.ranks.rank_of(ordinal(*standing[:2])) if _is_ranked(standing, self.active_since) else None


def standings_at(ladder: Ladder, moment: datetime) -> Then:
    """How the ladder stood at a moment. Three queries at most.

    The games of the stretch that the moment falls into are looked through, of the later ones the stretches; all games
    where there are no later ones, as on a ladder just replayed whole.
    """
    later = ladder.stretches.filter(finished_at__gte=moment).order_by("number")
    first_whole = later.filter(standings__isnull=False).values("number")[:1]
    until = Q(number__lte=Subquery(first_whole)) | ~Exists(first_whole)
    stretches = list(later.filter(until).values_list("seen", "standings"))
    known = _seen_first(ladder, moment, SIZE if stretches else None)
    for seen, standings in stretches:
        add_first_seen(seen if standings is None else standings, known)
    everybody = bool(stretches) and stretches[-1][1] is not None
    active_since = active_from(moment)
    ordinals = list(_ordinals(known.values(), moment_of(active_since)))
    if not everybody:
        still = ladder.ratings.filter(ranked_from(active_since), played_at__lt=moment).order_by()
        ordinals += still.values_list("ordinal", flat=True)
    return Then(known, everybody, Ranks(ordinals), moment_of(active_since))


def _seen_first(ladder: Ladder, moment: datetime, games: int | None) -> dict[int, Standing]:
    """The players of so many games since a moment (None: of all), each as he stood before the first of his."""
    known: dict[int, Standing] = {}
    since = RatedGame.objects.filter(ladder=ladder, finished_at__gte=moment).order_by("finished_at", "order")
    for kept in since.values_list("kept", flat=True)[:games].iterator(chunk_size=SIZE):
        for _place, _chance, players in rows_in(kept):
            for player, _mu, _sigma, before in players:
                known.setdefault(player, before)
    return known


def _ordinals(standings: Iterable[Standing], active_since: int) -> Iterator[float]:
    """Of those who were ranked."""
    return (ordinal(*standing[:2]) for standing in standings if _is_ranked(standing, active_since))


def _is_ranked(standing: Standing, active_since: int) -> bool:
    _mu, sigma, played, games, _delta = standing
    return played >= active_since and not is_provisional(sigma, games)
