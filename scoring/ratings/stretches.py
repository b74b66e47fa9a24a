"""A ladder's games in stretches, so many on end, and what is read of a stretch instead of its games.

How well the games were predicted adds up over stretches; where a player stood at a moment is told by the first stretch
after it that he played in. Every so many stretches one also tells where everybody stood before it, so that none after
it is looked into. What Elo gave each player then is told too, so that games are counted on from the beginning of any
stretch. Floats keep every bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import count, islice
from math import log
from struct import Struct
from typing import NamedTuple

from scoring.ratings.elo import START, Elo
from scoring.ratings.kept import Standing, rows_in
from scoring.ratings.measure import Measured, outcome
from scoring.ratings.predict import softmax
from scoring.ratings.replay import Rated, moment_of

SIZE = 500
"""So many games a stretch has, the last one of a ladder fewer."""
APART = 64
"""Where everybody stood is kept before each stretch whose number is a multiple of this, but the first."""
PREDICTORS = ("ours", "elo", "even")
"""Whose predictions are measured: the ladder's, Elo's, and the same chance for all sides."""
SCALE = log(10)
_MEASURES = Struct(f"<{len(PREDICTORS) * Measured.LENGTH}d")
_NOTHING = bytes(_MEASURES.size)
_SEEN = Struct("<qddqIdd")
_PLAYER = Struct("<q44x")


class Stretch(NamedTuple):
    """Where a stretch begins in the order of play, how many games it has, and its bytes.

    `measures`: how well its games were predicted; `seen`: of its players, where each stood before it; `standings`: the
    same of all who had played, or None.
    """

    finished_at: datetime
    order: int
    games: int
    measures: bytes
    seen: bytes
    standings: bytes | None


def stretches(
    games: Iterable[Rated],
    elo: Elo,
    standings: dict[int, Standing],
    first: int = 0,
    begun: Stretch | None = None,
) -> Iterator[tuple[int, Stretch]]:
    """The stretches of these games with their numbers, from `first` on.

    `begun`: what the first of them is already; the games go on with it. `elo` and `standings` know the players who have
    played before, and are brought up to date.
    """
    games = iter(games)
    for number in count(first):
        some = list(islice(games, SIZE - (begun.games if begun else 0)))
        if not (some or begun):
            return
        begun = begun or _empty(some[0], _whole(standings, elo) if tells_all(number) else None)
        ours, elos, even = measures_in([begun.measures]).values()
        seen = {player: (tuple(before), given) for player, *before, given in seen_in(begun.seen)}
        for finished_at, _order, kept in some:
            now = moment_of(finished_at)
            sides, places, chances = [], [], []
            for place, chance, players in rows_in(kept):
                places.append(place)
                chances.append(chance)
                sides.append([player for player, *_step in players])
                for player, mu, sigma, before in players:
                    if player not in seen:
                        seen[player] = before, elo.ratings.get(player, START)
                    standings[player] = mu, sigma, now, before[3] + 1, mu - before[0]
            came, strengths = outcome(places), elo.count(sides, places)
            ours.count(chances, came)
            elos.count(softmax([strength * SCALE for strength in strengths], 1.0), came)
            even.count([1 / len(sides)] * len(sides), came)
        measures = _MEASURES.pack(*ours.numbers, *elos.numbers, *even.numbers)
        rows = [_SEEN.pack(player, *before, given) for player, (before, given) in seen.items()]
        yield number, begun._replace(games=begun.games + len(some), measures=measures, seen=b"".join(rows))
        begun = None


def _empty(game: Rated, standings: bytes | None) -> Stretch:
    """A stretch that begins with this game, which is not counted yet."""
    return Stretch(game.finished_at, game.order, 0, _NOTHING, b"", standings)


def tells_all(number: int) -> bool:
    """Whether the stretch of this number tells where everybody stood before it."""
    return number > 0 and number % APART == 0


def _whole(standings: dict[int, Standing], elo: Elo) -> bytes:
    """Where all stand who have played, and what Elo gives them."""
    return b"".join(
        _SEEN.pack(player, *standing, elo.ratings.get(player, START))
        for player, standing in sorted(standings.items())
        if standing[3]
    )


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
