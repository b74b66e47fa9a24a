"""A referee who replays simulated hands turn by turn: the rules in his own words, no code shared with the player."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tournaments.simulator.events import Turn
from tournaments.simulator.hands import PlayedHand
from tournaments.simulator.layouts import Placement

MATADORS = ("0-0", "6-1", "5-2", "4-3")


@dataclass(frozen=True)
class Game:
    """`dealt`: tiles for two, three, four. `draws` a turn, `keeps` for good. `block_seen`: a fish needs no more than
    that no tile anywhere fits, else everybody must be unable to move or draw.
    """

    layout: str = "line"
    dealt: tuple[int, int, int] = (7, 7, 7)
    draws: int = 28
    keeps: int = 0
    block_seen: bool = False
    reserve_ends: bool = False
    gambles: bool = False
    several: bool = False


GAMES = {
    "mandavoshka": Game("house", block_seen=True, several=True),
    "kozel": Game(several=True),
    "morskoy_kozel": Game(several=True),
    "morskoy_kozel_exchange": Game(several=True),
    "latin_american": Game(),
    "traditional": Game(dealt=(7, 5, 5)),
    "sevastopol": Game("star"),
    "matador": Game("seven", (6, 6, 5), draws=1),
    "bergen": Game("line", (6, 6, 5), draws=1, keeps=2),
    "fives": Game("free", (6, 6, 5), draws=1, block_seen=True, reserve_ends=True),
    "threes": Game("free", (6, 6, 5), draws=1, block_seen=True, reserve_ends=True),
    "lucky_threes": Game("free", (6, 6, 5), draws=5, reserve_ends=True, gambles=True),
    "two_lane": Game("line", (5, 5, 6), draws=1),
    "ladder": Game("stairs", (5, 5, 5), draws=1),
}


def halves(name: str) -> tuple[int, int]:
    return int(name[0]), int(name[2])


def is_double(name: str) -> bool:
    return name[0] == name[2]


class Referee:
    """Keeps the table as laid tiles with their free slots: (number, which tile)."""

    def __init__(self, first: str, game: Game) -> None:
        self.game = game
        self.laid = [first]
        self.first = first
        self.along: set[str] = set()
        self.joints: Counter[str] = Counter()
        self.slots = [(number, first) for number in halves(first)] * (2 if game.layout == "star" else 1)
        self.closed: list[int] = []
        self.house: str | None = None

    def lay(self, place: Placement) -> None:
        name, number = str(place.tile), place.end.number
        assert name not in self.laid
        assert self.meets(name, number)
        slot = next(slot for slot in self.open_slots() if slot[0] == number and self.kind(slot[1]) == place.end.on)
        self.slots.remove(slot)
        self.laid.append(name)
        self.joints[name] += 1
        beneath = slot[1]
        self.joints[beneath] += 1
        if place.leaves is None:
            assert self.game.layout == "house"
            assert is_double(name)
            assert self.house or (beneath == self.first and place.end.on == "opening")
            self.closed.append(number)
        else:
            self.leave(name, number, place)
        if self.game.layout == "house" and not self.house and is_double(beneath) and self.joints[beneath] == 2:
            self.house = beneath
            self.slots += [(int(beneath[0]), beneath)] * 2

    def leave(self, name: str, number: int, place: Placement) -> None:
        """The half that is open now must be another than the one that meets the table."""
        assert place.leaves is not None
        free = place.leaves.number
        joint = 7 - number if self.game.layout == "seven" else number
        if self.game.layout == "seven" and number == 0:
            assert free in halves(name)
        else:
            assert sorted((joint, free)) == sorted(halves(name))
        if self.game.layout == "stairs":
            self.slots = [(half, name) for half in halves(name)]
            return
        if is_double(name) and place.leaves.on == "tile":
            assert self.game.layout in ("free", "seven")
            self.along.add(name)
        self.slots.append((free, name))

    def kind(self, name: str) -> str:
        if name == self.first:
            return "arm" if self.game.layout == "star" else "double" if is_double(name) else "opening"
        if self.game.layout == "stairs":
            return "double" if is_double(name) else "opening"
        if self.game.layout == "seven":
            return "tile"
        return "double" if is_double(name) and name not in self.along else "tile"

    def meets(self, name: str, number: int) -> bool:
        if self.game.layout != "seven":
            return number in halves(name)
        return 7 - number in halves(name) if number else name in MATADORS

    def open_slots(self) -> list[tuple[int, str]]:
        """In a star nothing but the arms, until all four are begun."""
        arms = [slot for slot in self.slots if slot[1] == self.first]
        return arms if arms and self.game.layout == "star" else self.slots

    def fits(self, name: str) -> bool:
        return any(self.meets(name, number) for number, _ in self.open_slots())

    def total(self) -> int:
        """Of the open ends: a crosswise double counts both halves, but the opening tile by itself each half once."""
        if len(self.laid) == 1:
            return sum(halves(self.first))
        return sum(number * (1 + (self.kind(name) == "double")) for number, name in self.slots)


def replay(played: PlayedHand, game: Game) -> tuple[Referee, list[list[str]], list[str]]:
    """Every turn checked; the table, the hands and the reserve at the end."""
    left = [[str(tile) for tile in hand] for hand in played.dealt]
    reserve = [str(tile) for tile in played.reserve]
    first = str(played.first)
    (reserve if first in reserve else left[played.opener]).remove(first)
    table = Referee(first, game)
    seat = played.opener
    for number, turn in enumerate(played.turns):
        seat = (seat + 1) % len(left)
        assert turn.seat == seat
        check_turn(turn, table, left[seat], reserve)
        assert is_over(table, left, reserve, seat) == (number == len(played.turns) - 1), "over when it is, not before"
    return table, left, reserve


def is_over(table: Referee, left: list[list[str]], reserve: list[str], seat: int) -> bool:
    game = table.game
    stuck = len(reserve) <= game.keeps and not any(table.fits(name) for hand in left for name in hand)
    blocked = game.block_seen and not any(table.fits(name) for hand in (*left, reserve) for name in hand)
    return not left[seat] or stuck or blocked or (game.reserve_ends and not reserve)


def check_turn(turn: Turn, table: Referee, hand: list[str], reserve: list[str]) -> None:
    game = table.game
    for tile in turn.drawn:
        assert game.gambles or not any(table.fits(name) for name in hand), "nobody draws who can move"
        assert reserve.pop() == str(tile)
        hand.append(str(tile))
    assert len(turn.drawn) <= game.draws
    assert not turn.drawn or len(reserve) >= game.keeps
    if not turn.move:
        assert len(reserve) <= game.keeps or len(turn.drawn) == game.draws or not game.draws, "draws before he passes"
        assert not any(table.fits(name) for name in hand), "nobody passes who can move"
        return
    names = [str(place.tile) for place in turn.move]
    if game.layout == "stairs":
        assert len(names) <= 3
    else:
        assert len(names) == 1 or (game.several and all(map(is_double, names))), "several tiles are doubles"
    for place in turn.move:
        table.lay(place)
        hand.remove(str(place.tile))
