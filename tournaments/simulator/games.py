"""Whole games: hand after hand, until the ledger says that the game is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from scoring.ledger import Ledger
from tournaments.simulator.hands import play_hand
from tournaments.simulator.players import BOLD, CAREFUL, HEAVY, STEADY, Player
from tournaments.simulator.rules import RULES, Facts

MOST_HANDS = 300
"""So many hands are played at most; then time is called. Options can make a game that never reaches its target."""

NAMES = ("Anna", "Boris", "Vera", "Gleb")
STYLES = (HEAVY, STEADY, CAREFUL, BOLD)


def play_game(
    variant: str, options: Mapping[str, Any], seats: Sequence[str], skills: Sequence[Player], rng: Random
) -> list[Facts]:
    """The objects of a game's `hands`, from the first deal to the end of the game."""
    ledger = Ledger(variant, dict(options), list(seats))
    record: list[Facts] = []
    opener: int | None = None
    for _ in range(MOST_HANDS):
        redeals, played = play_hand(RULES[variant], skills, rng, opener)
        for facts in (*redeals, played.facts):
            ledger.add(facts)
            record.append(facts)
        if ledger.finished:
            return record
        opener = ledger.next_opener
    return [*record, {"judge": [{"stop": "time"}]}]


def random_records(variant: str, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """So many complete game records, by players of every style and skill, with every number of players in turn."""
    rng = Random(f"{variant} {seed}")
    fewest, most = RULES[variant].players
    for number in range(count):
        seats = list(NAMES[: fewest + number % (most - fewest + 1)])
        skills = [Player(rng.random(), rng.choice(STYLES)) for _ in seats]
        yield {
            "format": "ryba-game/1",
            "variant": variant,
            "seats": seats,
            "hands": play_game(variant, {}, seats, skills, rng),
        }
