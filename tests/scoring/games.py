"""Random records that the reader accepts, for Hypothesis: any facts, not only those that a real hand could give."""

from typing import Any

from hypothesis import strategies as st

from scoring import variants
from scoring.ledger import Ledger
from scoring.tiles import SET
from tests.scoring.build import NAMES, record


@st.composite
def options(draw: st.DrawFn, variant: str) -> dict[str, Any]:
    """Some options of a variant, each of a value that it can take, that stand together."""
    declared = variants.get(variant).options
    given: dict[str, Any] = {}
    for option in draw(st.lists(st.sampled_from(declared), max_size=4, unique_by=lambda option: option.name)):
        if option.kind == "choice":
            given[option.name] = draw(st.sampled_from([choice.value for choice in option.choices]))
        elif option.kind == "boolean":
            given[option.name] = draw(st.booleans())
        else:
            given[option.name] = draw(st.integers(max(option.low, 1), min(option.high, 150)))
    if variant == "mandavoshka" and given.get("burn_at", 100) >= given.get("target", 101):
        given["burn_at"] = None
    return given


@st.composite
def played(draw: st.DrawFn, seats: int) -> dict[str, Any]:
    """A played hand of so many seats."""
    deck = draw(st.permutations([str(tile) for tile in SET]))
    end = draw(st.sampled_from(["out", "out", "fish", "stopped"]))
    by = draw(st.integers(0, seats - 1)) if end != "stopped" else None
    left = {}
    for seat in range(seats):
        if end == "out" and seat == by:
            continue
        left[str(seat)] = deck[: draw(st.integers(1, 4))]
        deck = deck[len(left[str(seat)]) :]
    hand: dict[str, Any] = {"end": end, "by": by, "left": left}
    doubles = [tile for tile in deck if tile[0] == tile[2]]
    last = draw(st.one_of(st.just([]), st.just(deck[:1]), st.just(doubles[:2])))
    if last:
        hand["last"] = last
    if draw(st.booleans()):
        hand["first"] = next(tile for tile in reversed(deck) if tile not in last)
    return hand


@st.composite
def entry(draw: st.DrawFn, seats: int) -> dict[str, Any]:
    """A judge's entry or a redeal."""
    seat = draw(st.integers(0, seats - 1))
    number = draw(st.integers(-60, 60).filter(bool))
    item = draw(
        st.sampled_from(
            [{"seat": seat, "points": number}] * 6
            + [{"seat": seat, "warning": True}, {"seat": seat, "forfeit": True}, {"stop": "time"}]
        )
    )
    return draw(st.sampled_from([{"judge": [item]}, {"redeal": {"seat": seat, "why": "doubles"}}]))


@st.composite
def games(draw: st.DrawFn, most: int = 12) -> dict[str, Any]:
    """A record of any variant, as long as its game goes on."""
    variant = draw(st.sampled_from([variant.code for variant in variants.all()]))
    low, high = variants.get(variant).seats
    seats = draw(st.integers(low, high))
    given = draw(options(variant))
    ledger = Ledger(variant, given, NAMES[:seats])
    hands: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(0, most))):
        if ledger.finished:
            break
        hands.append(draw(st.one_of(played(seats), played(seats), entry(seats))))
        ledger.add(hands[-1])
    return record(variant, *hands, seats=seats, **given)
