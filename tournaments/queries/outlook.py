"""What a stage comes to: how many rounds and tables, how many rest, how long it takes. Plain arithmetic over counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.formats import settled
from tournaments.models import Stage
from tournaments.pairing.engine import ENGINES, TWO
from tournaments.pairing.knockout import bracket
from tournaments.pairing.sizes import table_sizes
from tournaments.queries.seating import places_at_a_table

ENDING = ("round_robin", "knockout", "double_knockout")
"""Formats that end by themselves, whatever number of rounds is said."""


class Size(NamedTuple):
    """So many tables of so many places."""

    count: int
    places: int


@dataclass(frozen=True)
class Outlook:
    """`rounds` None: until the organiser ends it, or, where it `ends` by itself, as many as its entries will need.

    `resting` in a full round; `minutes` of clocks alone.
    """

    entries: int
    groups: list[int]
    rounds: int | None
    tables: list[Size]
    resting: int
    games: int | None
    minutes: int | None
    ends: bool = False


def outlook(stage: Stage, entries: int) -> Outlook:
    """What the stage would be with so many entries."""
    share, more = divmod(entries, stage.groups)
    groups = [share + (at < more) for at in range(stage.groups)]
    low, high = (2, 2) if ENGINES[stage.format].sides == TWO else places_at_a_table(stage.tournament)
    sizes = [size for count in groups for size in table_sizes(count, low, high)]
    rounds = max((_rounds(stage, count) or 0 for count in groups), default=0) or stage.rounds
    tables = [Size(count, places) for places, count in sorted(Counter(sizes).items(), reverse=True)]
    return Outlook(
        entries=entries,
        groups=groups,
        rounds=rounds,
        tables=tables,
        resting=entries - sum(sizes),
        games=_games(stage, groups, rounds, len(sizes)),
        minutes=rounds * stage.clock_minutes if rounds and stage.clock_minutes else None,
        ends=stage.format in ENDING,
    )


def _rounds(stage: Stage, count: int) -> int | None:
    """How many rounds the format itself has for so many."""
    if count < 2:
        return None
    settings = settled(stage.format, stage.settings)
    if stage.format == "round_robin":
        return (count - 1 + count % 2) * settings["cycles"]
    if stage.format == "knockout":
        return max(match.round for match in bracket(count, places=settings["places"]))
    if stage.format == "double_knockout":
        return 2 * (count - 1).bit_length() + 1
    return stage.rounds


def _games(stage: Stage, groups: list[int], rounds: int | None, tables: int) -> int | None:
    """How many tables are played in all."""
    if stage.format == "round_robin":
        cycles = settled(stage.format, stage.settings)["cycles"]
        return sum(count * (count - 1) // 2 for count in groups) * cycles
    if stage.format == "knockout":
        return sum(count - 1 for count in groups if count > 1)
    return None if rounds is None or stage.format == "double_knockout" else rounds * tables
