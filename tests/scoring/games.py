"""Random records that the reader accepts, for Hypothesis: any facts, not only those that a real hand could give."""

from typing import Any

from hypothesis import strategies as st

from scoring import variants
from scoring.ledger import Ledger
from scoring.record import POSSIBLE_ENDS
from scoring.tiles import SET
from scoring.variants.base import Variant
from tests.scoring.build import NAMES, record


@st.composite
def options(draw: st.DrawFn, variant: str) -> dict[str, Any]:
    """Some options of a variant, each of a value that it can take, that stand together."""
    declared = variants.get(variant).options
    given: dict[str, Any] = {}
    names = st.lists(st.sampled_from(declared), max_size=4, unique_by=lambda option: option.name)
    for option in draw(names) if declared else []:
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
def played(draw: st.DrawFn, rules: Variant) -> dict[str, Any]:
    """A played hand at a table of these rules; for a game that has none, its result."""
    shape = rules.shape
    if shape.result_alone:
        return {"result": draw(st.sampled_from([None, 0, 1]))}
    deck = draw(st.permutations([str(tile) for tile in SET]))
    end = draw(st.sampled_from(["out", "out", "fish", "stopped"]))
    by = draw(st.integers(0, shape.seats - 1)) if end != "stopped" else None
    left = {}
    for seat in range(shape.seats):
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
        six = rules.code == "sevastopol"
        first = "6-6" if six else next(tile for tile in reversed(deck) if tile not in last)
        if first in deck:
            hand["first"] = first
    if shape.ends or shape.events:
        hand["plays"] = draw(st.lists(plays(rules), max_size=6))
    return hand


@st.composite
def plays(draw: st.DrawFn, rules: Variant) -> dict[str, Any]:
    """A scoring event that these rules know, apart from those that depend on the events before them."""
    seat = draw(st.integers(0, rules.shape.seats - 1))
    if rules.shape.ends:
        return {"seat": seat, "ends": draw(st.sampled_from(sorted(POSSIBLE_ENDS)))}
    events = rules.shape.events
    event = draw(st.sampled_from([name for name in events if name not in ("offset", "first_double")]))
    if events[event] and draw(st.booleans()):
        return {"seat": seat, "event": event, "count": draw(st.integers(1, 5))}
    return {"seat": seat, "event": event}


@st.composite
def entry(draw: st.DrawFn, rules: Variant) -> dict[str, Any]:
    """A judge's entry or a redeal."""
    seat = draw(st.integers(0, rules.shape.seats - 1))
    number = draw(st.integers(-60, 60).filter(bool))
    points: dict[str, Any] = {"seat": seat, "points": number}
    if rules.shape.columns and draw(st.booleans()):
        points["column"] = draw(st.sampled_from(rules.shape.columns))
    items = [{"seat": seat, "warning": True}, {"seat": seat, "forfeit": True}, {"stop": "time"}]
    if rules.shape.result_alone:
        return {"judge": [draw(st.sampled_from(items))]}
    item = draw(st.sampled_from([points] * 6 + items))
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
        hands.append(draw(st.one_of(played(ledger.rules), played(ledger.rules), entry(ledger.rules))))
        ledger.add(hands[-1])
    return record(variant, *hands, seats=seats, **given)
