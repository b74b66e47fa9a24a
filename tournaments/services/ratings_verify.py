"""What is stored of ratings held against a full replay of the games. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction

from scoring.ratings.model import ordinal
from scoring.ratings.replay import Change, replay
from tournaments.models import Ladder, Rating, RatingChange
from tournaments.queries.games import played
from tournaments.services.ratings import OVERALL, lock_ladders, wanted_variants


@transaction.atomic
def verify_all() -> list[str]:
    """Every difference between what is stored and what a full replay gives, a line each."""
    ladders = lock_ladders(Ladder.objects.values_list("pk", flat=True))
    missing = wanted_variants() - {ladder.variant for ladder in ladders if not ladder.name}
    found = [f"{variant or OVERALL}: there are rated games, but no ladder" for variant in sorted(missing)]
    return found + [line for ladder in ladders for line in differences(ladder)]


def differences(ladder: Ladder) -> Iterator[str]:
    """What is stored on the ladder otherwise than a full replay gives it, a line each."""
    stored = {(row.order, row.player): row for row in _stored_changes(ladder)}
    ratings: dict[int, tuple[object, ...]] = {}
    for change in replay(played(ladder), {}, ladder.model):
        row = stored.pop((change.order, change.player), None)
        if row != change:
            yield f"{ladder}: {_named(change)}: stored {_told(row)}, replayed {_told(change)}"
        ratings[change.player] = (
            change.mu, change.sigma, ordinal(change.mu, change.sigma), change.number, change.finished_at,
            change.mu - change.mu_before,
        )  # fmt: skip
    for row in stored.values():
        yield f"{ladder}: {_named(row)}: stored {_told(row)}, but the game does not count"
    rows = Rating.objects.filter(ladder=ladder).values_list(
        "player_id", "mu", "sigma", "ordinal", "games", "played_at", "delta"
    )
    for player, *numbers in rows.order_by("player_id"):
        replayed = ratings.pop(player, None)
        if replayed != tuple(numbers):
            yield f"{ladder}: rating of player {player}: stored {tuple(numbers)}, replayed {replayed}"
    for player, replayed in ratings.items():
        yield f"{ladder}: rating of player {player}: stored None, replayed {replayed}"


def _stored_changes(ladder: Ladder) -> Iterator[Change]:
    rows = (
        RatingChange.objects.filter(ladder=ladder)
        .order_by()
        .values_list(
            "order",
            "finished_at",
            "player_id",
            "place",
            "mu_before",
            "sigma_before",
            "mu",
            "sigma",
            "side",
            "chance",
            "number",
        )
    )
    return map(Change._make, rows.iterator(chunk_size=10_000))


def _named(change: Change) -> str:
    return f"game {change.order}, player {change.player}"


def _told(change: Change | None) -> str:
    if change is None:
        return "nothing"
    return (
        f"side {change.side}, place {change.place}, chance {change.chance!r}, "
        f"{change.mu_before!r} ± {change.sigma_before!r} → {change.mu!r} ± {change.sigma!r}"
    )
