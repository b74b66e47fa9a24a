"""What is to be said of tables and byes that were put together by hand, or of rounds as they were played."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournaments.pairing import words
from tournaments.pairing.engine import ENGINES, PARTNERS, Task
from tournaments.pairing.history import History
from tournaments.pairing.reasons import Note, note
from tournaments.pairing.values import Options, State

BYE_BY_HAND = note("bye_by_hand")


def reasons_by_hand(state: State, options: Options, tables: Sequence[Sequence[int]]) -> list[tuple[Note, ...]]:
    """The reasons of each of these tables, the organiser's hand the first of them."""
    partners = ENGINES[options.format].sides == PARTNERS
    task = Task(
        state, options, History(state, options, partners=partners), state.entries, Random(0), lambda _done: None
    )
    return [(note("by_hand"), *words.of_table(task, seats, partners=partners and len(seats) == 4)) for seats in tables]
