"""The doubts held against simulated hands: a legal hand is never doubted, a misread tile mostly is.

Nothing is doubted either when less is written down than is known. A misread tile is one non-double of a hand written
as another tile, one that was laid. What is not doubted then changes the ends that are announced, always: the numbers
that stand an odd number of times change with any non-double, since no other tile has the same two.
The same over 20,000 hands of each variant: `python -m bench doubts`.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from scoring import variants
from scoring.checks import announce, doubts
from scoring.ledger import Ledger
from scoring.notes import render
from scoring.tiles import SET
from tournaments.simulator import BOLD, CAREFUL, HEAVY, STEADY, Player
from tournaments.simulator.hands import play_hand
from tournaments.simulator.rules import rules_of

HANDS = 300
NAMES = ("Anna", "Boris", "Vera", "Gleb")
CHECKED = [variant for variant in variants.all() if variant.layout]
TABLES = [(variant.code, seats) for variant in CHECKED for seats in variant.deal]
FOUR_IN_LINE = [variant.code for variant in CHECKED if variant.layout == "line" and 4 in variant.deal]

type Facts = dict[str, Any]


def legal_hands(variant: str, seats: int, count: int, seed: int = 7) -> Iterator[Facts]:
    """The facts of so many hands, each of them complete."""
    rng = Random(f"{variant} {seats} {seed}")
    for number in range(count):
        players = [Player(rng.random(), rng.choice((HEAVY, STEADY, CAREFUL, BOLD))) for _ in range(seats)]
        opener = number % seats if number % 5 and variant != "sevastopol" else None
        yield play_hand(rules_of(variant), players, rng, opener)[1].facts


def less_of(facts: Facts) -> Iterator[Facts]:
    """The same hand as scorekeepers in a hurry write it down."""
    yield facts
    for unknown in (("reserve",), ("first",), ("reserve", "first")):
        yield {key: value for key, value in facts.items() if key not in unknown}
    if set(facts.get("last", ())) & {"6-6", "0-0"} == set():
        yield {key: value for key, value in facts.items() if key not in ("last", "plays")}


def asked(ledger: Ledger, facts: Facts) -> list[str]:
    return [render(note, ledger.names) for note in doubts(ledger.rules, ledger.parse(facts))]


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_no_legal_hand_is_doubted(variant: str, seats: int) -> None:
    ledger = Ledger(variant, {}, NAMES[:seats])
    for facts in legal_hands(variant, seats, HANDS):
        for written in less_of(facts):
            assert asked(ledger, written) == [], written


def misread(facts: Facts, rng: Random) -> Facts | None:
    """The hand with one non-double of a hand, if there is one, written as a tile that nobody wrote down."""
    left = facts["left"]
    held = [tile for tiles in left.values() for tile in tiles]
    seen = {*held, *facts.get("reserve", ()), *facts.get("last", ()), facts.get("first")}
    wrong = [tile for tile in held if tile[0] != tile[2]]
    if not wrong:
        return None
    tile, other = rng.choice(wrong), rng.choice([str(tile) for tile in SET if str(tile) not in seen])
    swapped = {seat: [other if name == tile else name for name in names] for seat, names in left.items()}
    return {**facts, "left": swapped}


def judged(variant: str, hands: Iterator[Facts]) -> tuple[int, int, int]:
    """Of so many hands misread: how many are doubted, and how many of the others announce other ends."""
    rng = Random(variant)
    ledger = Ledger(variant, {}, NAMES)
    count = doubted = changed = 0
    for facts in hands:
        wrong = misread(facts, rng)
        if wrong is None:
            continue
        count += 1
        if asked(ledger, wrong):
            doubted += 1
        else:
            changed += announce(ledger.rules, ledger.parse(wrong)) != announce(ledger.rules, ledger.parse(facts))
    return count, doubted, changed


@pytest.mark.parametrize("variant", FOUR_IN_LINE)
@pytest.mark.parametrize("known", ["all", "left"])
def test_a_misread_tile_is_doubted_or_changes_the_ends(variant: str, known: str) -> None:
    hands = legal_hands(variant, 4, HANDS, seed=8)
    if known == "left":
        hands = ({key: facts[key] for key in ("end", "by", "left", "reserve") if key in facts} for facts in hands)
    count, doubted, changed = judged(variant, hands)
    assert count > HANDS / 2
    assert doubted + changed == count
    assert doubted >= 0.45 * count


def test_no_other_tile_has_the_numbers_of_a_non_double() -> None:
    """So that a misread one never leaves every number as often odd or even as it was."""
    assert all(tile.odd != other.odd for tile in SET if not tile.double for other in SET if other is not tile)
