"""What is stored of ratings held against a full replay of the games. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction

from scoring.ratings.kept import Standing
from scoring.ratings.model import ordinal
from scoring.ratings.replay import Rated, changes_of, moment_of, replay
from tournaments.models import Ladder, RatedGame, Rating
from tournaments.queries.games import played
from tournaments.services.ladder_stretches import differences as wrong_stretches
from tournaments.services.progress import Told, silent
from tournaments.services.ratings import OVERALL, lock_ladders, wanted_variants


def verify_all(told: Told = silent) -> list[str]:
    """Every difference between what is stored and what a full replay gives, a line each; `told` hears which ladder."""
    ladders = list(Ladder.objects.order_by("pk"))
    missing = wanted_variants() - {ladder.variant for ladder in ladders if not ladder.name}
    found = [f"{variant or OVERALL}: there are rated games, but no ladder" for variant in sorted(missing)]
    for ladder in ladders:
        told(str(ladder))
        if any(True for _line in differences(ladder)):
            found += _wrong_for_sure(ladder.pk)
    return found


@transaction.atomic
def _wrong_for_sure(pk: int) -> list[str]:
    """Looked at once more while nobody writes: a replay takes long, and games that end meanwhile need not wait."""
    return [line for ladder in lock_ladders([pk]) for line in differences(ladder)]


def differences(ladder: Ladder) -> Iterator[str]:
    """What is stored on the ladder otherwise than a full replay gives it, a line each."""
    rated = RatedGame.objects.filter(ladder=ladder).order_by().values_list("order", "finished_at", "kept")
    stored = {order: (finished_at, bytes(kept)) for order, finished_at, kept in rated.iterator(chunk_size=10_000)}
    standings: dict[int, Standing] = {}
    games: list[str] = []
    yield from wrong_stretches(ladder, _compared(ladder, stored, standings, games))
    yield from games
    for order, row in stored.items():
        yield f"{ladder}: game {order}: stored {_told(row, ladder)}, but the game does not count"
    rows = Rating.objects.filter(ladder=ladder).values_list(
        "player_id", "mu", "sigma", "played_at", "games", "delta", "ordinal"
    )
    for player, mu, sigma, played_at, games, delta, number in rows.order_by("player_id"):
        rating = (mu, sigma, moment_of(played_at), games, delta)
        standing = standings.pop(player, None)
        if rating != standing or number != ordinal(mu, sigma):
            yield f"{ladder}: rating of player {player}: stored {(*rating, number)}, replayed {standing}"
    for player, standing in standings.items():
        yield f"{ladder}: rating of player {player}: stored nothing, replayed {standing}"


def _compared(
    ladder: Ladder, stored: dict[int, tuple[datetime, bytes]], standings: dict[int, Standing], found: list[str]
) -> Iterator[Rated]:
    """The games as a replay gives them; those that are stored otherwise are told, and taken out of what is stored."""
    for game in replay(played(ladder), standings, ladder.model):
        finished_at, order, kept = game
        row, replayed = stored.pop(order, None), (finished_at, kept)
        if row != replayed:
            found.append(f"{ladder}: game {order}: stored {_told(row, ladder)}, replayed {_told(replayed, ladder)}")
        yield game


def _told(game: tuple[datetime, bytes] | None, ladder: Ladder) -> str:
    if game is None:
        return "nothing"
    told = [
        f"player {change.player} at place {change.place} (chance {change.chance!r}) "
        f"{change.mu_before!r} ± {change.sigma_before!r} → {change.mu!r} ± {change.sigma!r}"
        for change in changes_of(game[0], 0, game[1], ladder.model)
    ]
    return f"{game[0].isoformat()}: {'; '.join(told)}"
