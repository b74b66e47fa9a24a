"""A room for the tests: one published tournament with one table, people seated in the order of their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from scoring.tiles import parse_tiles
from tournaments.access import Actor
from tournaments.formats import usual_format
from tournaments.models import Entry, EntryPlayer, Game, Player, Round, Seat, Table, Tournament
from tournaments.queries.table import games_with_table
from tournaments.services.hands import Outcome, record_hand

KEEPER = Actor(keeper="Nina")
FOUR = ("Anna", "Boris", "Vera", "Gleb")


def seat_table(
    names: Sequence[str] = FOUR,
    variant: str = "mandavoshka",
    options: dict[str, Any] | None = None,
    *,
    pairs: bool = False,
    status: str = Round.Status.PUBLISHED,
    slug: str = "cup",
) -> Game:
    """One game, ready to be written down. `pairs`: seats 0 and 2 are one entry, seats 1 and 3 the other."""
    tournament = Tournament.objects.create(
        name=slug.title(),
        slug=slug,
        variant=variant,
        options=options or {},
        kind=Tournament.Kind.PAIRS if pairs else Tournament.Kind.INDIVIDUAL,
        status=Tournament.Status.PUBLISHED,
    )
    stage = tournament.stages.create(number=1, format=usual_format(variant, pairs=pairs))
    round_ = Round.objects.create(tournament=tournament, stage=stage, number=1, status=status)
    return add_table(round_, names, pairs=pairs)


def add_table(round_: Round, names: Sequence[str], *, pairs: bool = False) -> Game:
    """One table more in a round."""
    table = Table.objects.create(round=round_, number=round_.tables.count() + 1)
    taken = round_.tournament.entries.count()
    entries = [
        Entry.objects.create(tournament=round_.tournament, number=taken + place + 1)
        for place in range(2 if pairs else len(names))
    ]
    for entry in entries:
        round_.stage.members.create(entry=entry, seed=entry.number)
    for seat, name in enumerate(names):
        entry = entries[seat % len(entries)]
        player = Player.objects.create(name=name, slug=f"{round_.tournament.slug}-{table.number}-{seat}")
        EntryPlayer.objects.create(
            entry=entry, tournament=round_.tournament, player=player, position=seat // len(entries)
        )
        Seat.objects.create(round=round_, table=table, number=seat, player=player, entry=entry)
    return games_with_table().get(pk=Game.objects.create(table=table).pk)


def write(game: Game, *hands: dict[str, Any], actor: Actor = KEEPER, at: Any = None) -> Outcome | None:
    """Write hands down one after another; the outcome of the last."""
    outcome = None
    for facts in hands:
        version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
        outcome = record_hand(game=game, facts=facts, uuid=uuid4(), version=version, actor=actor, at=at)
    return outcome


def out(by: int, left: dict[int, str], **more: Any) -> dict[str, Any]:
    """The facts of an out; tiles as one types them."""
    return {
        "end": "out",
        "by": by,
        "left": {str(seat): [*map(str, parse_tiles(text))] for seat, text in left.items()},
        **more,
    }


def fish(by: int | None, left: dict[int, str], **more: Any) -> dict[str, Any]:
    """The facts of a fish."""
    return out(0, left, **more) | {"end": "fish", "by": by}


SMALL = out(0, {1: "64", 2: "66 53", 3: "00 11"})
STOP = {"judge": [{"stop": "time"}]}


def played_table(**more: Any) -> Game:
    """A finished game of a rated tournament: one hand, then time."""
    game = seat_table(**more)
    write(game, SMALL, STOP)
    return game
