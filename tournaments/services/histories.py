"""A history of games from elsewhere, brought into one ladder.

Its players are those known by name (upper and lower case, ё and е alike), any other becomes a new one; whose name is
nearly that of somebody, the preview tells, so that it can be put right in the file. A game that is
there already, with the same moment, sides and places, is passed over, so that a longer file can be brought in again.
What was brought in can be taken back.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from slugify import slugify

from scoring.ratings.history import PlayedGame
from tournaments.access import Actor
from tournaments.models import Import, Ladder, PastGame, PastSeat, Player
from tournaments.queries.known import Known
from tournaments.queries.people import fold
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.ratings import queue_rebuild
from tournaments.services.retry import retried
from tournaments.services.rosters import unknown_players

A_BATCH = 2_000


class Imported(NamedTuple):
    """What came of it."""

    games: int
    passed_over: int
    new_players: int


class Preview(NamedTuple):
    """What would come of it: names of players known and new, and those that several players have.

    `there`: of each game, whether it is in the ladder already. `near`: new names that may be somebody's, and whose.
    """

    games: int
    passed_over: int
    known: list[str]
    new: list[str]
    doubtful: list[str]
    there: list[bool]
    near: list[tuple[str, list[str]]]


def preview_history(*, ladder: Ladder, games: Sequence[PlayedGame]) -> Preview:
    """Look at a history before it is brought in. Changes nothing."""
    names = _Names({name for game in games for side in game.sides for name in side})
    players = {name: found[0] for name, found in names.found.items() if found}
    there = _known(ladder)
    found = []
    for game in games:
        sides = tuple(tuple(players.get(name) for name in side) for side in game.sides)
        key = (game.played, sides, game.places)
        found.append(bool(there[key]))
        there[key] -= found[-1]
    known = sorted(name for name, found in names.found.items() if len(found) == 1)
    near = Known().nearly(names.new) if names.new else []
    return Preview(found.count(False), found.count(True), known, names.new, names.doubtful, found, near)


@retried
def import_history(*, ladder: Ladder, games: Sequence[PlayedGame], actor: Actor) -> Imported:
    """Bring these games into the ladder, and replay it. One history at a time comes into a ladder."""
    ladder = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
    players, created = _players({name for game in games for side in game.sides for name in side})
    known = _known(ladder)
    wanted = []
    twice = []
    for game in games:
        sides = tuple(tuple(players[name] for name in side) for side in game.sides)
        if len({player for side in sides for player in side}) < sum(map(len, sides)):
            twice.append(_told(game))
        key = (game.played, sides, game.places)
        if known[key]:
            known[key] -= 1
        else:
            wanted.append(key)
    if twice:
        raise ServiceError(_("One player cannot sit twice in a game, under whatever names."), twice)
    stored: list[int] = []
    for at in range(0, len(wanted), A_BATCH):
        batch = wanted[at : at + A_BATCH]
        rows = PastGame.objects.bulk_create(PastGame(ladder=ladder, played_at=played) for played, _sides, _p in batch)
        PastSeat.objects.bulk_create(
            PastSeat(game=row, side=side, number=number, player_id=player, place=place)
            for row, (_played, sides, places) in zip(rows, batch, strict=True)
            for side, (members, place) in enumerate(zip(sides, places, strict=True))
            for number, player in enumerate(members)
        )
        stored += [row.pk for row in rows]
    if wanted:
        Import.objects.create(ladder=ladder, user=actor.user, made={"games": stored, "players": created})
        queue_rebuild(ladder=ladder)
    record_change(
        actor=actor, action="import_history", target=ladder.name or ladder.slug,
        after={"games": len(wanted), "new_players": len(created)},
    )  # fmt: skip
    return Imported(len(wanted), len(games) - len(wanted), len(created))


@transaction.atomic
def undo_history(*, record: Import, actor: Actor) -> Import:
    """Take the games of an import out of the ladder, and its new players where nothing else is known of them."""
    record = Import.objects.select_for_update().get(pk=record.pk)
    ladder = record.ladder
    if record.undone_at or ladder is None:
        return record
    gone, _by_model = PastGame.objects.filter(ladder=ladder, pk__in=record.made["games"]).delete()
    ladder.ratings.filter(player__in=unknown_players(record.made["players"])).delete()
    unknown_players(record.made["players"]).delete()
    record.undone_at = timezone.now()
    record.save(update_fields=["undone_at"])
    queue_rebuild(ladder=ladder)
    record_change(
        actor=actor, action="undo_history", target=ladder.name or ladder.slug,
        before={"games": len(record.made["games"]) if gone else 0},
    )  # fmt: skip
    return record


class _Names:
    """The players of these names; `new`: one spelling of each that is nobody's."""

    def __init__(self, names: set[str]) -> None:
        by_name: dict[str, list[int]] = defaultdict(list)
        self.slugs: set[str] = set()
        players = list(Player.objects.order_by("id").values_list("id", "name", "slug", "merged_into"))
        merged = {player: into for player, _name, _slug, into in players if into}
        for player, name, slug, _into in players:
            while player in merged:
                player = merged[player]
            if player not in by_name[fold(name)]:
                by_name[fold(name)].append(player)
            self.slugs.add(slug)
        self.found = {name: by_name[fold(name)] for name in names}
        self.doubtful = sorted(name for name, found in self.found.items() if len(found) > 1)
        unknown = sorted((name for name, found in self.found.items() if not found), reverse=True)
        self.new = sorted({fold(name): name for name in unknown}.values())


def _players(names: set[str]) -> tuple[dict[str, int], list[int]]:
    """The player of each name, and those who had to be made."""
    known = _Names(names)
    if known.doubtful:
        raise ServiceError(_("Several players have one name. Rename them, or merge them, first."), known.doubtful)
    made: dict[str, Player] = {}
    for name in known.new:
        slug = _free(slugify(name, max_length=80) or "player", known.slugs)
        made[fold(name)] = Player(name=" ".join(name.split())[:80], slug=slug)
    Player.objects.bulk_create(made.values())
    ids = {name: found[0] if found else made[fold(name)].pk for name, found in known.found.items()}
    return ids, [player.pk for player in made.values()]


def _told(game: PlayedGame) -> str:
    return f"{game.played:%Y-%m-%d %H:%M} {' – '.join(' / '.join(side) for side in game.sides)}"


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
