"""What the ratings say of a round's tables: before a game each side's chance to come first, afterwards the surprise.

Of a game that the ladder counts, the prediction is the one frozen before it; of any other, what the ratings say now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from scoring.ratings.kept import unpack
from scoring.ratings.model import widened
from scoring.ratings.predict import chances
from tournaments.models import Ladder, RatedGame, Rating, Tournament
from tournaments.queries.public import TableLine

UPSET = 0.6
"""It was a surprise where those who won had less than so much of an even chance."""


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
    def surprise(self) -> bool:
        chance = self.winner_chance
        return chance is not None and chance < UPSET * len(self.won) / len(self.chances)


def predictions(tournament: Tournament, lines: Sequence[TableLine]) -> dict[int, Prediction | None]:
    """The prediction for each game of these tables by its id; None where there is none. Three queries."""
    found: dict[int, Prediction | None] = {line.game.pk: None for line in lines}
    ladder = Ladder.objects.filter(variant=tournament.variant, name="").first() if tournament.rated else None
    if ladder is None:
        return found
    seated = {seat.player_id for line in lines for side in line.sides for seat in side.seats}
    kept = RatedGame.objects.filter(ladder=ladder, game__in=found).order_by()
    frozen = {game: [side.chance for side in unpack(row)] for game, row in kept.values_list("game_id", "kept")}
    settings, now = ladder.model, timezone.now()
    known = {
        player: (mu, widened(sigma, (now - played_at).days, settings))
        for player, mu, sigma, played_at in Rating.objects.filter(ladder=ladder, player__in=seated).values_list(
            "player_id", "mu", "sigma", "played_at"
        )
    }
    newcomer = (settings.mu, settings.sigma)
    for line in lines:
        if len(line.sides) < 2 or line.game.ruling:
            continue
        said = frozen.get(line.game.pk)
        if said is None and line.game.finished_at:
            continue
        found[line.game.pk] = Prediction(
            [said[side.side] for side in line.sides]
            if said
            else chances(
                [[known.get(seat.player_id, newcomer) for seat in side.seats] for side in line.sides], settings
            ),
            [side.side for side in line.sides if side.won],
        )
    return found
