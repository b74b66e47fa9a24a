"""What the ratings say of a round's tables: before a game each side's chance to come first, afterwards the surprise.

Of a game that the ladder counts, the prediction is the one frozen before it; of any other, what the ratings say now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils import timezone

from scoring.ratings.kept import unpack
from scoring.ratings.model import DEFAULT, settings_of, widened
from scoring.ratings.predict import chances
from tournaments.models import RatedGame, Rating, Tournament
from tournaments.queries.outcome import OutcomeLine
from tournaments.queries.public import TableLine

UPSET = 0.6
"""It was a surprise where those who won had less than so much of an even chance."""

ALIKE = 0.005
"""Chances closer than that are the same number on the page."""


@dataclass(frozen=True)
class Prediction:
    """Each side's chance to come first, in the order of the sides."""

    chances: list[float]
    won: list[int]

    @property
    def winner_chance(self) -> float | None:
        """How likely it was that one of those who came first would; None while nobody has won."""
        return sum(self.chances[side] for side in self.won) if self.won else None

    @property
    def even(self) -> bool:
        """Whether all chances are alike, as one reads them: then there is no favourite."""
        return max(self.chances) - min(self.chances) < ALIKE

    @property
    def favourite_won(self) -> bool:
        """Whether somebody came first of whom nobody had a better chance."""
        return any(self.chances[side] == max(self.chances) for side in self.won)

    @property
    def surprise(self) -> bool:
        chance = self.winner_chance
        return chance is not None and chance < UPSET * len(self.won) / len(self.chances)


@dataclass(frozen=True)
class RoundInShort:
    """How a round went against what was expected: of `games` that had a favourite he won `favourites`."""

    games: int
    favourites: int


def round_in_short(said: Iterable[Prediction | None]) -> RoundInShort | None:
    """The finished games of a round in short; None while there is none."""
    over = [one for one in said if one is not None and one.won and not one.even]
    return RoundInShort(len(over), sum(one.favourite_won for one in over)) if over else None


def frozen(lines: Sequence[OutcomeLine]) -> Prediction | None:
    """What was said of a game before it, from its outcome."""
    said = [line.chance for line in sorted(lines, key=lambda line: line.side)]
    if None in said or not said:
        return None
    return Prediction([chance or 0.0 for chance in said], [line.side for line in lines if line.won])


def predictions(tournament: Tournament, lines: Sequence[TableLine]) -> dict[int, Prediction | None]:
    """The prediction for each game of these tables by its id; None where there is none, and where nobody is known.

    One query for the games that are over, one for the others.
    """
    found: dict[int, Prediction | None] = {line.game.pk: None for line in lines}
    if not tournament.rated:
        return found
    of_ladder = {"ladder__variant": tournament.variant, "ladder__name": ""}
    counted = [line for line in lines if len(line.sides) > 1 and not line.game.ruling]
    over = {line.game.pk: line for line in counted if line.game.finished_at}
    if over:
        kept = RatedGame.objects.filter(game__in=over, **of_ladder).order_by()
        for game, row in kept.values_list("game_id", "kept"):
            said = [side.chance for side in unpack(row)]
            sides = over[game].sides
            found[game] = Prediction([said[side.side] for side in sides], [side.side for side in sides if side.won])
    to_come = [line for line in counted if not line.game.finished_at]
    if to_come:
        found |= {
            line.game.pk: Prediction(said, [])
            for line, said in zip(to_come, _now(to_come, of_ladder), strict=True)
            if said
        }
    return found


def _now(lines: Sequence[TableLine], of_ladder: dict[str, str]) -> Iterator[list[float]]:
    """What the ratings say now of each of these tables; nothing where nobody is known."""
    seated = {seat.player_id for line in lines for side in line.sides for seat in side.seats}
    rows = list(
        Rating.objects.filter(player__in=seated, **of_ladder).values_list(
            "player_id", "mu", "sigma", "played_at", "ladder__settings"
        )
    )
    settings, now = settings_of(rows[0][-1]) if rows else DEFAULT, timezone.now()
    known = {player: (mu, widened(sigma, (now - played).days, settings)) for player, mu, sigma, played, _ in rows}
    newcomer = (settings.mu, settings.sigma)
    for line in lines:
        players = [[seat.player_id for seat in side.seats] for side in line.sides]
        some = any(player in known for side in players for player in side)
        yield chances([[known.get(one, newcomer) for one in side] for side in players], settings) if some else []
