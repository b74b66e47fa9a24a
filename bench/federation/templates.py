"""Games played out once by the simulator and scored once, as rows to be laid into the database many times.

A *template* is a whole game without its people: the objects of its record, and all that the services derive from them.
It is played by four of equal skill; who is seated at it later is put on its sides by strength and luck.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Any

from scoring.facts import hand_as_json
from tournaments.models import Game, Hand, Player, Round, Seat, Table, Tournament
from tournaments.queries.table import state_of
from tournaments.services.summaries import figures_of
from tournaments.services.tables import PLAYED, results_of
from tournaments.simulator import STEADY, Player as Skill, play_game

SEATS = 4
NAMES = ("Anna", "Boris", "Vera", "Gleb")


@dataclass(frozen=True)
class Template:
    """`facts` are compact JSON with sorted keys, `words` what the log calls each; `results` one for each side."""

    facts: list[str]
    words: list[str]
    hand_count: int
    totals: list[int]
    ended_by: str
    side_of: list[int]
    results: list[dict[str, Any]]
    figures: dict[str, Any]
    seat_figures: list[dict[str, Any]]

    @property
    def best_first(self) -> list[int]:
        """The sides by place."""
        return sorted(range(len(self.results)), key=lambda side: self.results[side]["place"])


def compact(value: Any) -> str:
    """JSON as the log digests it."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def templates(variant: str, count: int, seed: int) -> list[Template]:
    """So many games of a variant, four at the table."""
    rng = Random(f"{variant} {seed}")
    return [_template(variant, rng) for _ in range(count)]


def _template(variant: str, rng: Random) -> Template:
    """Played by the simulator, then scored by the services' own functions over rows that are never saved."""
    record = play_game(variant, {}, NAMES, [Skill(0.5, STEADY)] * SEATS, rng)
    tournament = Tournament(variant=variant)
    game = Game(table=Table(round=Round(tournament=tournament)))
    game.finished_at = datetime(2026, 1, 1, tzinfo=UTC)
    seats = [Seat(pk=at, number=at, entry_id=at, player=Player(name=name)) for at, name in enumerate(NAMES)]
    hands = [Hand(number=n, facts=facts, created_at=game.finished_at) for n, facts in enumerate(record, 1)]
    state = state_of(game, seats, hands)
    ledger = state.ledger
    figures, seat_figures = figures_of(state)  # type: ignore[misc]
    by_side = {result.side: result for result in results_of(state)}
    told = ("side", "place", "won", "lost", "points_for", "points_against", "points")
    return Template(
        facts=[compact(hand_as_json(step.hand)) for step in ledger.hands],
        words=_words([step.kind for step in ledger.hands]),
        hand_count=sum(step.kind in PLAYED for step in ledger.hands),
        totals=ledger.totals,
        ended_by=ledger.ended_by or "",
        side_of=[ledger.side_of(at) for at in range(SEATS)],
        results=[{name: getattr(by_side[side], name) for name in told} for side in range(ledger.sides)],
        figures=figures,
        seat_figures=[seat_figures[at] for at in range(SEATS)],
    )


def _words(kinds: Sequence[str]) -> list[str]:
    """What the log calls each object of the record: by the hands played so far."""
    words, played = [], 0
    for kind in kinds:
        words.append(f"{kind if kind in ('judge', 'redeal') else 'hand'} {played + (kind in PLAYED)}")
        played += kind in PLAYED
    return words
