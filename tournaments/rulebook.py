"""A game's rules as its page tells them: sentences by section, and examples scored while the page is built."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _, ngettext

from scoring.book import Example, Rule
from scoring.facts import Played
from scoring.ledger import Ledger
from scoring.notes import Note, render
from scoring.output import ENDS, KINDS
from scoring.redeal import Finding, RedealError, RedealRule, find
from scoring.steps import Step
from scoring.tiles import Tile
from scoring.variants.base import Variant
from tournaments.display import unbroken
from tournaments.rules import Difference, differences, value_in_words


@dataclass(frozen=True)
class Sentence:
    """One rule. `chosen`: a choice of this house (◇). `tiles` are drawn beside it."""

    text: str
    chosen: bool = False
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True)
class Section:
    """What the rules say of one matter."""

    name: str
    title: str
    sentences: list[Sentence]


@dataclass(frozen=True)
class Holding:
    """A hand of an example: whose, which tiles, and what it counts for where that is asked."""

    name: str
    tiles: tuple[Tile, ...]
    counted: int | None


@dataclass(frozen=True)
class ExampleHand:
    """One hand of an example. `written`: the points of each side in this hand, `totals` after it."""

    title: str
    last: tuple[Tile, ...]
    first: Tile | None
    holdings: list[Holding]
    reasons: list[str]
    written: list[int]
    totals: list[int]


@dataclass(frozen=True)
class Worked:
    """An example, scored. `start`: the accounts before; empty where all are 0. `end`: how the game ended, if it did."""

    title: str
    options: list[Difference]
    sides: list[str]
    start: list[int]
    hands: list[ExampleHand]
    points: bool
    end: str


def sources(variant: type[Variant]) -> list[str]:
    """Where the rules come from."""
    return [_(source.name) for source in variant.book.sources]


def all_chosen(variant: type[Variant]) -> bool:
    """Whether the whole game is a choice of this house, by common rules."""
    return any(source.public for source in variant.book.sources)


def sections(variant: type[Variant]) -> list[Section]:
    """The rules by what they are about."""
    book, public = variant.book, all_chosen(variant)
    told = [
        ("deal", _("The deal"), [*_deal(variant), *_told(variant, book.deal), *map(redeal_sentence, variant.redeals)]),
        ("opening", _("The first move"), list(_opening(variant))),
        ("play", _("The play"), _told(variant, book.play)),
        ("ends", _("The end of a hand"), _told(variant, book.ends)),
        ("scoring", _("What is written"), _told(variant, book.scoring)),
        ("game", _("The end of the game"), _told(variant, book.game)),
    ]
    return [
        Section(name, title, [Sentence(one.text, one.chosen or public, one.tiles) for one in sentences])
        for name, title, sentences in told
        if sentences
    ]


def _told(variant: type[Variant], rules: Sequence[Rule]) -> list[Sentence]:
    values = variant.resolve({})
    words = {option.name: value_in_words(option, values[option.name]) for option in variant.options}
    return [Sentence(_(rule.text) % words, rule.chosen, rule.tiles) for rule in rules]


def _deal(variant: type[Variant]) -> Iterator[Sentence]:
    """How many tiles each gets, players who get as many taken together."""
    for each, group in groupby(variant.deal.items(), key=lambda dealt: dealt[1]):
        seats = [count for count, _each in group]
        tiles = ngettext("%(count)d tile each", "%(count)d tiles each", each) % {"count": each}
        if len(variant.deal) == len(seats):
            yield Sentence(f"{tiles[0].upper()}{tiles[1:]}.")
        else:
            players = "–".join(map(str, sorted({seats[0], seats[-1]})))
            yield Sentence(
                ngettext("For %(players)s player: %(tiles)s.", "For %(players)s players: %(tiles)s.", seats[-1])
                % {"players": players, "tiles": tiles}
            )
    if set(variant.deal) - variant.deals_all_to:
        yield Sentence(_("What is left lies face down: the boneyard."))


def _opening(variant: type[Variant]) -> Iterator[Sentence]:
    opening = variant.opening
    if not opening.first:
        if variant.deal:
            yield Sentence(_("Who begins is settled by lot."), opening.first_chosen)
        return
    if opening.later == "same":
        yield Sentence(_("Every hand is opened with this tile, by whoever holds it."), tiles=opening.first)
        return
    first = (
        _("The first hand is opened with this tile, by whoever holds it.")
        if len(opening.first) == 1
        else _("The first hand is opened with the first of these that anybody holds, in this order.")
    )
    yield Sentence(first, opening.first_chosen, opening.first)
    if opening.heaviest:
        yield Sentence(_("Does nobody hold any of them, it is opened with the heaviest tile."), opening.first_chosen)
    later = (
        _("Later hands are opened by who went out or made the fish")
        if opening.later == "maker"
        else _("Later hands are opened by the winner of the hand before, after a tie by who made the fish")
    )
    with_what = _("with any double, lacking one with any tile") if opening.doubles else _("with any tile")
    yield Sentence(f"{later}, {with_what}.", opening.later_chosen)


def redeal_sentence(rule: RedealRule) -> Sentence:
    """Which hand is dealt anew, in words."""
    if rule.of == "pair":
        text = _("Dealt anew: %(count)d or more doubles in the two hands of a pair together.")
    elif rule.why == "doubles":
        text = _("Dealt anew: %(count)d or more doubles in one hand.")
    else:
        text = _("Dealt anew: %(count)d or more tiles of one suit in one hand; its double belongs to the suit.")
    return Sentence(text % {"count": rule.least}, rule.chosen)


@dataclass(frozen=True)
class Asked:
    """The answer of the redeal helper. `most`: so many tiles can be asked about. `fault`: what is wrong with them."""

    tiles: tuple[Tile, ...]
    most: int
    finding: Finding | None = None
    fault: str = ""


def ask_redeal(variant: type[Variant], tiles: tuple[Tile, ...]) -> Asked:
    """Whether the tiles of a hand, or of a pair's two hands where its rule asks for both, are dealt anew."""
    both = any(rule.of == "pair" for rule in variant.redeals)
    most = max(variant.deal.values()) * (2 if both else 1)
    if len(tiles) > most:
        fault = ngettext(
            "These are %(count)d tiles, but no more than %(most)d can be asked about.",
            "These are %(count)d tiles, but no more than %(most)d can be asked about.",
            len(tiles),
        )
        return Asked(tiles, most, fault=fault % {"count": len(tiles), "most": most})
    try:
        return Asked(tiles, most, find(variant.redeals, [tiles]))
    except RedealError as error:
        return Asked(tiles, most, fault=unbroken(render(error.note, (), translate=_)))


def examples(variant: type[Variant]) -> list[Worked]:
    """The examples of the rules, scored now."""
    return [_worked(variant, example) for example in variant.book.examples]


def _worked(variant: type[Variant], example: Example) -> Worked:
    names = [_("Anna"), _("Boris"), _("Vera"), _("Gleb")][: example.seats]
    ledger = Ledger(variant.code, example.options, names)
    if any(example.start):
        ledger.add({"judge": [{"side": side, "points": n} for side, n in enumerate(example.start) if n]})
    hands = [_hand(ledger, ledger.add(facts)) for facts in example.hands]
    return Worked(
        title=_(example.title),
        options=differences(variant.code, {}, example.options),
        sides=list(ledger.side_names),
        start=list(example.start),
        hands=hands,
        points=not variant.result_alone,
        end=_(ENDS[ledger.ended_by]) if ledger.ended_by else "",
    )


def _hand(ledger: Ledger, step: Step) -> ExampleHand:
    facts: Any = step.hand
    played = isinstance(facts, Played)
    counted = step.counted or [None] * len(ledger.names)
    written = [0] * ledger.sides
    for side, points, _why in step.entries:
        written[side] += points
    title = _(KINDS[step.kind]).capitalize()
    if played and facts.by is not None:
        title = f"{title}: {ledger.names[facts.by]}"
    return ExampleHand(
        title=title,
        last=facts.last if played else (),
        first=facts.first if played else None,
        holdings=[Holding(ledger.names[seat], tiles, counted[seat]) for seat, tiles in enumerate(facts.left) if tiles]
        if played
        else [],
        reasons=[_said(ledger, note) for note in step.notes],
        written=written,
        totals=step.totals,
    )


def _said(ledger: Ledger, note: Note) -> str:
    return unbroken(render(note, ledger.names, ledger.side_names, _))
