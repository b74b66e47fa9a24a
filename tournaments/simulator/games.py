"""Whole games: hand after hand, until the ledger says that the game is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from scoring import variants
from scoring.ledger import Ledger
from scoring.record import DRAWN_BY, WON_BY
from scoring.variants.base import Variant
from scoring.variants.in_play import InPlay
from tournaments.simulator.hands import play_hand
from tournaments.simulator.players import BOLD, CAREFUL, HEAVY, STEADY, Player
from tournaments.simulator.rules import Facts, rules_of

MOST_HANDS = 300
"""So many hands are played at most; then time is called. Options can make a game that never reaches its target."""

NAMES = ("Anna", "Boris", "Vera", "Gleb")
STYLES = (HEAVY, STEADY, CAREFUL, BOLD)


def play_game(
    variant: str, options: Mapping[str, Any], seats: Sequence[str], skills: Sequence[Player], rng: Random
) -> list[Facts]:
    """The objects of a game's `hands`, from the first deal to the end of the game."""
    ledger = Ledger(variant, dict(options), list(seats))
    if ledger.rules.result_alone:
        return [_result(skills, rng)]
    record: list[Facts] = []
    opener: int | None = None
    for _ in range(MOST_HANDS):
        redeals, played = play_hand(rules_of(variant), skills, rng, opener)
        for facts in (*redeals, _as_far_as_it_counts(ledger.rules, ledger.totals, played.facts)):
            ledger.add(facts)
            record.append(facts)
        if ledger.finished:
            return record
        opener = ledger.next_opener
    return [*record, {"judge": [{"stop": "time"}]}]


def _as_far_as_it_counts(rules: Variant, totals: list[int], facts: Facts) -> Facts:
    """The hand, broken off where one of its plays reached the target and the game stops at once."""
    plays = facts.get("plays", []) if isinstance(rules, InPlay) and rules.stops_at_once else []
    for number, play in enumerate(plays, 1):
        totals[play["seat"]] += rules.points_of(play.get("event", "ends"), play.get("ends"))
        if rules.at_target(totals[play["seat"]]):
            return {"end": "stopped", "first": facts["first"], "plays": plays[:number]}
    return facts


def _result(skills: Sequence[Player], rng: Random) -> Facts:
    """A game of draughts: drawn as often as not among equals, else won by skill."""
    edge = skills[0].skill - skills[1].skill
    if rng.random() < 0.5 - abs(edge) / 2:
        return {"result": None, "how": rng.choice(DRAWN_BY)}
    return {"result": int(rng.random() > 0.5 + edge / 2), "how": rng.choice(WON_BY)}


def random_records(variant: str, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """So many complete game records, by players of every style and skill, with every number of players in turn."""
    rng = Random(f"{variant} {seed}")
    fewest, most = variants.get(variant).seats
    for number in range(count):
        seats = list(NAMES[: fewest + number % (most - fewest + 1)])
        skills = [Player(rng.random(), rng.choice(STYLES)) for _ in seats]
        yield {
            "format": "ryba-game/1",
            "variant": variant,
            "seats": seats,
            "hands": play_game(variant, {}, seats, skills, rng),
        }
