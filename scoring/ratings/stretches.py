"""A ladder's games in stretches, so many on end, and what is read of a stretch instead of its games.

How well the games were predicted adds up over stretches; where a player stood at a moment is told by the first stretch
after it that he played in. A stretch also tells what Elo gave each player before it, so that games are counted on from
the beginning of any stretch. Floats keep every bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import batched
from math import log
from struct import Struct
from typing import NamedTuple

from scoring.ratings.elo import START, Elo
from scoring.ratings.kept import Standing, rows_in
from scoring.ratings.measure import Measured, outcome
from scoring.ratings.predict import softmax
from scoring.ratings.replay import Rated

SIZE = 500
"""So many games a stretch has, the last one of a ladder fewer."""
PREDICTORS = ("ours", "elo", "even")
"""Whose predictions are measured: the ladder's, Elo's, and the same chance for all sides."""
SCALE = log(10)
_MEASURES = Struct(f"<{len(PREDICTORS) * Measured.LENGTH}d")
_SEEN = Struct("<qddqIdd")
_PLAYER = Struct("<q44x")


class Stretch(NamedTuple):
    """Where a stretch begins in the order of play, how many games it has, and the bytes of `measures` and `seen`."""

    finished_at: datetime
    order: int
    games: int
    measures: bytes
    seen: bytes


def stretches(games: Iterable[Rated], elo: Elo) -> Iterator[Stretch]:
    """The stretches of these games; `elo` knows the players who have played before, and is brought up to date."""
    for some in batched(games, SIZE, strict=False):
        ours, elos, even = (Measured() for _ in PREDICTORS)
        seen: dict[int, tuple[Standing, float]] = {}
        for _at, _order, kept in some:
            sides, places, chances = [], [], []
            for place, chance, players in rows_in(kept):
                places.append(place)
                chances.append(chance)
                sides.append([player for player, *_step in players])
                for player, _mu, _sigma, before in players:
                    if player not in seen:
                        seen[player] = before, elo.ratings.get(player, START)
            came, strengths = outcome(places), elo.count(sides, places)
            ours.count(chances, came)
            elos.count(softmax([strength * SCALE for strength in strengths], 1.0), came)
            even.count([1 / len(sides)] * len(sides), came)
        measures = _MEASURES.pack(*ours.numbers, *elos.numbers, *even.numbers)
        rows = [_SEEN.pack(player, *before, given) for player, (before, given) in seen.items()]
        yield Stretch(*some[0][:2], len(some), measures, b"".join(rows))


def measures_in(stretches: Iterable[bytes]) -> dict[str, Measured]:
    """The measures of each predictor over stretches, put together."""
    total = Measured(), Measured(), Measured()
    for packed in stretches:
        numbers = _MEASURES.unpack(packed)
        for at, one in enumerate(total):
            one.add(numbers[at * Measured.LENGTH : (at + 1) * Measured.LENGTH])
    return dict(zip(PREDICTORS, total, strict=True))


def seen_in(packed: bytes) -> Iterator[tuple[int, float, float, int, int, float, float]]:
    """The players of a stretch: each with his `Standing` before it, and last what Elo gave him then."""
    return _SEEN.iter_unpack(packed)


def add_first_seen(packed: bytes, known: dict[int, Standing]) -> None:
    """Add the players of a stretch who are not known yet, each with his `Standing` before it.

    Of the others nothing but themselves is unpacked, so that many stretches on end are gone through fast.
    """
    for at, (player,) in enumerate(_PLAYER.iter_unpack(packed)):
        if player not in known:
            known[player] = _SEEN.unpack_from(packed, at * _SEEN.size)[1:6]
