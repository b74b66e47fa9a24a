"""Several games at one table: how the series stands, whether it is over, and which game brings the match's points.

A *fixed* number of games counts each for itself. A series *best of* n ends when one side has won more than half of n,
or n games were played; it is one match: the last game that counts brings the points of the whole, by games won, the
others none. A game that was annulled does not count, and another one is played for it. Who does not come to the first
game of a series does not come to the match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.models import Game, Result, Stage
from tournaments.pairing.reasons import points_text

SERIES = (Stage.Games.FIXED, Stage.Games.BEST_OF)


@dataclass(frozen=True)
class Series:
    """`games` in order, `counted` those that are over and count; `score`: games won by side, a drawn one is shared.

    `absent`: the sides that did not come to the match.
    """

    games: Sequence[Game]
    counted: Sequence[Game]
    score: tuple[Fraction, ...]
    count: int
    best_of: bool
    called: bool
    absent: tuple[int, ...] = ()

    @property
    def current(self) -> Game:
        """The game that is played, or the last one."""
        return next((game for game in self.games if not _over(game)), self.games[-1])

    @property
    def decided(self) -> bool:
        """Whether no game has to be played any more."""
        if self.absent or len(self.counted) >= self.count or (self.best_of and max(self.score) * 2 > self.count):
            return True
        return self.called and all(map(_over, self.games))

    @property
    def said(self) -> str:
        """The score as people write it: `2 : ½`."""
        return " : ".join(map(points_text, self.score))

    @property
    def places(self) -> list[int]:
        """By games won; sides with equally many share."""
        return [1 + sum(other > own for other in self.score) for own in self.score]


def is_series(stage: Stage | None) -> bool:
    return stage is not None and stage.games in SERIES and stage.games_count > 1


def series_of(
    stage: Stage, games: Sequence[Game], results: Mapping[int, Sequence[Result]], sides: int, *, called: bool
) -> Series:
    """The series of a table. `results` by game; `called`: time is up."""
    winners = {pk: {row.side for row in rows if row.won} for pk, rows in results.items() if rows}
    losers = {pk: {row.side for row in rows if row.lost} for pk, rows in results.items()}
    counted = [game for game in games if game.pk in winners and game.finished_at]
    score = [Fraction(0)] * sides
    for game in counted:
        for side in winners[game.pk]:
            score[side] += 1
        if not winners[game.pk] and len(losers[game.pk]) < sides:
            score = [own + Fraction(1, sides) for own in score]
    best_of = stage.games == Stage.Games.BEST_OF
    absent: tuple[int, ...] = ()
    if best_of and counted and counted[0].ended_by == "forfeit" and not counted[0].hand_count:
        absent = tuple(side for side in range(sides) if side in losers[counted[0].pk])
    return Series(games, counted, tuple(score), stage.games_count, best_of, called, absent)


def _over(game: Game) -> bool:
    return game.finished_at is not None or game.ruling == Game.Ruling.ANNULLED
