"""A history of games from elsewhere, brought into one ladder.

Its players are those known by name (upper and lower case, ё and е alike), any other becomes a new one. A game that is
there already, with the same moment, sides and places, is passed over, so that a longer file can be brought in again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _
from slugify import slugify

from scoring.ratings.history import PlayedGame
from tournaments.access import Actor
from tournaments.models import Ladder, PastGame, PastSeat, Player
from tournaments.queries.people import fold
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.ratings import queue_rebuild

A_BATCH = 2_000


class Imported(NamedTuple):
    """What came of it."""

    games: int
    passed_over: int
    new_players: int


@transaction.atomic
def import_history(*, ladder: Ladder, games: Sequence[PlayedGame], actor: Actor) -> Imported:
    """Bring these games into the ladder, and replay it."""
    players, created = _players({name for game in games for side in game.sides for name in side})
    known = _known(ladder)
    wanted = []
    for game in games:
        sides = tuple(tuple(players[name] for name in side) for side in game.sides)
        key = (game.played, sides, game.places)
        if known[key]:
            known[key] -= 1
        else:
            wanted.append(key)
    for at in range(0, len(wanted), A_BATCH):
        batch = wanted[at : at + A_BATCH]
        rows = PastGame.objects.bulk_create(PastGame(ladder=ladder, played_at=played) for played, _sides, _p in batch)
        PastSeat.objects.bulk_create(
            PastSeat(game=row, side=side, number=number, player_id=player, place=place)
            for row, (_played, sides, places) in zip(rows, batch, strict=True)
            for side, (members, place) in enumerate(zip(sides, places, strict=True))
            for number, player in enumerate(members)
        )
    if wanted:
        queue_rebuild(ladder=ladder)
    record_change(
        actor=actor, action="import_history", target=ladder.name or ladder.slug,
        after={"games": len(wanted), "new_players": created},
    )  # fmt: skip
    return Imported(len(wanted), len(games) - len(wanted), created)


def _players(names: set[str]) -> tuple[dict[str, int], int]:
    """The player of each name, and how many had to be made."""
    by_name: dict[str, set[int]] = defaultdict(set)
    slugs = set()
    for player, name, slug, merged in Player.objects.order_by("id").values_list("id", "name", "slug", "merged_into"):
        by_name[fold(name)].add(merged or player)
        slugs.add(slug)
    doubtful = sorted(name for name in names if len(by_name[fold(name)]) > 1)
    if doubtful:
        raise ServiceError(_("Several players have one name. Rename them, or merge them, first."), doubtful)
    made: dict[str, Player] = {}
    for name in sorted(names):
        key = fold(name)
        if not by_name[key] and key not in made:
            slug = _free(slugify(name, max_length=80) or "player", slugs)
            made[key] = Player(name=" ".join(name.split())[:80], slug=slug)
    for key, player in zip(made, Player.objects.bulk_create(made.values()), strict=True):
        by_name[key].add(player.pk)
    return {name: next(iter(by_name[fold(name)])) for name in names}, len(made)


def _known(ladder: Ladder) -> Counter[Any]:
    """The games that the ladder has from histories."""
    rows = (
        PastSeat.objects.filter(game__ladder=ladder)
        .order_by("game_id", "side", "number")
        .values_list("game_id", "game__played_at", "side", "player_id", "place")
    )
    found: Counter[Any] = Counter()
    for (_game, played), seats in groupby(rows, key=lambda row: row[:2]):
        found[played, *_shape(seats)] += 1
    return found


def _shape(seats: Iterable[tuple[Any, ...]]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    sides, places = [], []
    for _side, members in groupby(seats, key=lambda row: row[2]):
        listed = list(members)
        sides.append(tuple(row[3] for row in listed))
        places.append(listed[0][4])
    return tuple(sides), tuple(places)


def _free(stem: str, taken: set[str]) -> str:
    slug, number = stem, 2
    while slug in taken:
        slug, number = f"{stem}-{number}", number + 1
    taken.add(slug)
    return slug
