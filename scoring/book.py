"""What a variant's rules look like in words: where they come from, how the game is played, and worked examples.

A `Book` holds English msgids and facts, no results: whoever shows an example scores it. In the sentences `%(name)s`
stands for the value of the option `name`, and `%%` for a per cent sign.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from scoring.tiles import TILES, Tile


class Source(NamedTuple):
    """Where rules come from. `name` is an English msgid; `public`: common rules, so that all of it is a choice (◇)."""

    name: str
    public: bool = False


class Rule(NamedTuple):
    """One sentence of the rules. `chosen`: the house's choice (◇). `tiles` are drawn beside it."""

    text: str
    chosen: bool = False
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """Hands to be scored, as the record has them. `start`: the accounts of the sides before (by default 0)."""

    title: str
    hands: Sequence[Mapping[str, Any]]
    seats: int = 3
    options: Mapping[str, Any] = field(default_factory=dict)
    start: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Opening:
    """Who makes the first move of a hand.

    `first`: the first hand is opened with the first of these tiles that anybody holds; `heaviest`: lacking them with
    the heaviest tile. `later` hands: by the `maker` of the out or the fish, by the `winner` of the hand before, by the
    `same` tile as the first; None: the rules say nothing, or lots are drawn. `doubles`: later hands are opened with a
    double by who has one.
    """

    first: tuple[Tile, ...] = ()
    heaviest: bool = False
    later: Literal["maker", "winner", "same"] | None = None
    doubles: bool = False
    first_chosen: bool = False
    later_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """The rules of a variant in words, by what they are about. What deal, opening and redeals say is not repeated."""

    sources: tuple[Source, ...]
    play: tuple[Rule, ...]
    ends: tuple[Rule, ...]
    scoring: tuple[Rule, ...]
    game: tuple[Rule, ...]
    deal: tuple[Rule, ...] = ()
    examples: tuple[Example, ...] = ()


def house(text: str, tiles: str = "") -> Rule:
    """A rule that the house has chosen."""
    return rule(text, tiles)._replace(chosen=True)


def rule(text: str, tiles: str = "") -> Rule:
    """A rule of the source; `tiles` as one types them."""
    return Rule(text, tiles=tuple(TILES[name] for name in tiles.split()))


def out(by: int, last: str = "", plays: Sequence[Mapping[str, Any]] = (), **left: str) -> dict[str, Any]:
    """The facts of an out: `out(0, b="64 00")`, with the seats `a` to `d` and their tiles as one types them."""
    return _ended("out", by, last, plays, left)


def fish(by: int | None, plays: Sequence[Mapping[str, Any]] = (), **left: str) -> dict[str, Any]:
    """The facts of a fish."""
    return _ended("fish", by, "", plays, left)


def _ended(
    end: str, by: int | None, last: str, plays: Sequence[Mapping[str, Any]], left: Mapping[str, str]
) -> dict[str, Any]:
    facts: dict[str, Any] = {"end": end, "by": by}
    if left:
        facts["left"] = {str("abcd".index(seat)): tiles.split() for seat, tiles in left.items()}
    if last:
        facts["last"] = last.split()
    if plays:
        facts["plays"] = list(plays)
    return facts
