"""Doubts: what a hand's tiles show that no legal hand could leave behind, so that somebody must have misread.

A number stands on six non-doubles. Where tiles meet, equal numbers pair up; so a number that is open on the table
stands an odd number of times on the non-doubles that were laid, and as often, odd or even, on those that were not.
`Unlaid.odd` holds these numbers. A hand is *complete* where all tiles that were not laid are known. Every check here
holds for every legal hand of its layout; nothing is refused, the scorekeeper is asked to look again.
"""

from collections.abc import Iterable

from scoring.facts import Played
from scoring.notes import Note
from scoring.tiles import DOUBLE_SIX, SET, TILES, Tile
from scoring.variants.base import Variant


def _met(n: int) -> tuple[dict[int, int], int]:
    """For each set of laid tiles that bear a number: the numbers on them. And all tiles that bear it."""
    numbers = {0: 0}
    for tile in SET:
        if tile.numbers >> n & 1:
            numbers |= {tiles | tile.bit: met | tile.numbers for tiles, met in numbers.items()}
    return numbers, max(numbers)


ALL = (1 << len(SET)) - 1
EVERY_NUMBER = (1 << 7) - 1
DOUBLES = [TILES[f"{n}{n}"] for n in range(7)]
NON_DOUBLES = [sum(tile.bit for tile in SET if tile.odd >> n & 1) for n in range(7)]
"""By number: the bits of the six non-doubles that bear it."""
MET = [_met(n) for n in range(7)]
MOST_LEFT_IN_A_BLOCKED_LINE = 18


class Unlaid:
    """The tiles of a complete hand that were not laid, in hands and reserve; `laid` tiles and `odd` numbers as bits."""

    __slots__ = ("held", "laid", "odd", "reserve")

    def __init__(self, held: list[Tile], reserve: tuple[Tile, ...]) -> None:
        self.held = held
        self.reserve = reserve
        odd, laid = 0, ALL
        for tile in (*held, *reserve) if reserve else held:
            odd ^= tile.odd
            laid ^= tile.bit
        self.odd = odd
        self.laid = laid

    def was_laid(self, tile: Tile) -> bool:
        return bool(self.laid & tile.bit)


def doubts(rules: Variant, hand: Played) -> list[Note]:
    """What to look at again; empty where the hand could have been."""
    if rules.layout is None:
        return []
    held = _held(hand)
    found: list[Note] = []
    if rules.layout == "star" and hand.end != "stopped":
        found += _star(hand)
    if rules.draws_all and hand.end == "fish" and hand.reserve:
        found.append(Note("doubt_reserve", {"tiles": _list(hand.reserve)}))
    if held is None:
        return found
    if rules.shape.all_dealt or hand.reserve is not None:
        unlaid = Unlaid(held, hand.reserve or ())
        found += _any_end(rules, unlaid) or _by_end(rules, hand, unlaid)
    elif hand.end == "fish" and (rules.draws_all or rules.keeps_two):
        found += _blocked_somewhere(held)
        if rules.keeps_two and (odd := Unlaid(held, ()).odd).bit_count() > 4:
            found.append(_odd_note("doubt_odd_in_hands", odd, held))
    return found


def announce(rules: Variant, hand: Played) -> Note | None:
    """What the table must show now, to be held against it at a glance; None where that can't be known, or can't be."""
    held = _held(hand)
    if rules.layout is None or held is None or not (rules.shape.all_dealt or hand.reserve is not None):
        return None
    odd = Unlaid(held, hand.reserve or ()).odd
    if rules.layout == "line":
        ends = [n for n in range(7) if odd >> n & 1]
        if len(ends) > 2:
            return None
        return Note("ends_show", {"first": ends[0], "second": ends[1]}) if ends else Note("ends_equal", {})
    return Note("odd_places", {"numbers": _and(odd)}) if odd else Note("all_pair_up", {})


def _held(hand: Played) -> list[Tile] | None:
    """All tiles in hands; None where a hand is not known by its tiles. Who went out holds none."""
    held: list[Tile] = []
    for seat, tiles in enumerate(hand.left):
        if tiles is not None:
            held += tiles
        elif hand.end != "out" or seat != hand.by:
            return None
    return held


def _any_end(rules: Variant, unlaid: Unlaid) -> list[Note]:
    """Whatever ended the hand: not too many open numbers, one connected layout, a house where four are open."""
    open_numbers = unlaid.odd.bit_count()
    if open_numbers > (2 if rules.layout == "line" else 4):
        return [_odd_note("doubt_too_many_ends", unlaid.odd, unlaid.held)]
    if not _connected(unlaid.laid):
        return [Note("doubt_apart", {"tiles": _list(tile for tile in SET if unlaid.was_laid(tile))})]
    if rules.layout == "house" and open_numbers == 4 and not _has_house(unlaid):
        return [_odd_note("doubt_no_house", unlaid.odd, unlaid.held)]
    return []


def _connected(laid: int) -> bool:
    """Whether the laid tiles hang together, their numbers as points."""
    meets = [met[laid & suit] for met, suit in MET]
    if EVERY_NUMBER in meets:
        return True
    joined, before = next((numbers for numbers in meets if numbers), 0), 0
    while joined != before:
        before = joined
        for numbers in meets:
            if numbers & joined:
                joined |= numbers
    return not any(numbers & ~joined for numbers in meets)


def _has_house(unlaid: Unlaid) -> bool:
    laid, odd = unlaid.laid, unlaid.odd
    for double, suit in zip(DOUBLES, NON_DOUBLES, strict=True):
        if laid & double.bit:
            around = (laid & suit).bit_count()
            if around >= 4 or (around == 3 and odd & double.numbers):
                return True
    return False


def _by_end(rules: Variant, hand: Played, unlaid: Unlaid) -> list[Note]:
    if hand.end == "out":
        return _out(rules, hand, unlaid)
    if hand.end == "fish" and rules.layout == "house":
        return _fish_of_house(unlaid)
    if hand.end == "fish" and not rules.reserve_ends_hand:
        return _fish(rules, unlaid)
    return []


def _out(rules: Variant, hand: Played, unlaid: Unlaid) -> list[Note]:
    """The last tile must lie at an end."""
    last, open_numbers = hand.last, unlaid.odd.bit_count()
    if open_numbers != (2 if rules.layout == "line" else 4):
        return []
    one = len(last) == 1 and not last[0].numbers & unlaid.odd
    two = rules.layout == "line" and len(last) == 2 and last[0].numbers | last[1].numbers != unlaid.odd
    if one or two:
        return [Note("doubt_last", {"tiles": _list(last), "numbers": _and(unlaid.odd)})]
    return []


def _fish(rules: Variant, unlaid: Unlaid) -> list[Note]:
    """A blocked line or star: nobody holds a number that is open, and no number can be held by all."""
    fitting = [tile for tile in unlaid.held if tile.numbers & unlaid.odd]
    if fitting:
        return [Note("doubt_fits", {"tiles": _list(fitting), "numbers": _and(unlaid.odd)})]
    if unlaid.odd and not unlaid.reserve:
        return [_odd_note("doubt_too_many_ends", unlaid.odd, unlaid.held)]
    if rules.layout == "line" and not unlaid.reserve and len(unlaid.held) > MOST_LEFT_IN_A_BLOCKED_LINE:
        return [Note("doubt_too_many_left", {"count": len(unlaid.held), "most": MOST_LEFT_IN_A_BLOCKED_LINE})]
    return _blocked_somewhere(unlaid.held)


def _fish_of_house(unlaid: Unlaid) -> list[Note]:
    """A blocked house: an open number can only be dead, closed by its double."""
    if not unlaid.odd:
        return _blocked_somewhere([*unlaid.held, *unlaid.reserve])
    dead = [double for double in DOUBLES if unlaid.odd & double.numbers]
    unlaid_doubles = [double for double in dead if not unlaid.was_laid(double)]
    if unlaid_doubles:
        return [Note("doubt_not_closed", {"tiles": _list(unlaid_doubles)})]
    if len(dead) == 4 and sum(unlaid.was_laid(double) for double in DOUBLES) < 5:
        return [_odd_note("doubt_no_house", unlaid.odd, unlaid.held)]
    return []


def _blocked_somewhere(tiles: list[Tile]) -> list[Note]:
    """In a fish some number is in no hand, or somebody could have moved."""
    numbers = 0
    for tile in tiles:
        numbers |= tile.numbers
    return [Note("doubt_every_number", {"tiles": _list(tiles)})] if numbers == EVERY_NUMBER else []


def _star(hand: Played) -> list[Note]:
    """6-6 opened the hand, and each player's first move was one of its arms."""
    sixes = [tile for tiles in hand.left if tiles for tile in tiles if tile.high == 6]
    if DOUBLE_SIX in sixes:
        return [Note("doubt_opening_tile", {"tiles": str(DOUBLE_SIX)})]
    return [Note("doubt_sixes", {"tiles": _list(sixes)})] if len(sixes) > 2 else []


def _odd_note(code: str, odd: int, held: list[Tile]) -> Note:
    suspects = [tile for tile in held if tile.odd & odd]
    return Note(code, {"numbers": _and(odd), "tiles": _list(suspects)})


def _and(numbers: int) -> str:
    return ", ".join(str(n) for n in range(7) if numbers >> n & 1)


def _list(tiles: Iterable[Tile]) -> str:
    return ", ".join(map(str, tiles))
