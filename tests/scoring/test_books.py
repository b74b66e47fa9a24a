"""The rules in words: every variant has them, and its examples are hands that could be played."""

import pytest

from scoring import variants
from scoring.book import Book
from scoring.ledger import Ledger
from scoring.notes import PHRASES
from scoring.variants.base import Variant
from tests.scoring.build import NAMES

every = pytest.mark.parametrize("variant", variants.all(), ids=lambda variant: variant.code)


@every
def test_sentences_name_only_options(variant: type[Variant]) -> None:
    book: Book = variant.book
    values = variant.resolve({})
    for rule in (*book.deal, *book.play, *book.ends, *book.scoring, *book.game):
        assert "%" not in rule.text % values
    assert book.sources
    assert all((book.play, book.ends, book.scoring, book.game))


@every
def test_examples_are_scored_and_nothing_in_them_is_doubted(variant: type[Variant]) -> None:
    assert variant.book.examples
    for example in variant.book.examples:
        ledger = Ledger(variant.code, example.options, NAMES[: example.seats])
        if any(example.start):
            ledger.add({"judge": [{"side": i, "points": n} for i, n in enumerate(example.start) if n]})
        for facts in example.hands:
            step = ledger.add(facts)
            assert step.notes, example.title
            assert not step.doubts, example.title
            assert all(note.code in PHRASES for note in step.notes)


@every
def test_the_deal_fits_the_set_and_the_seats(variant: type[Variant]) -> None:
    low, high = variant.seats
    assert set(variant.deal) == (set() if variant.result_alone else set(range(low, high + 1)))
    for seats, each in variant.deal.items():
        assert seats * each <= 28
        assert (seats in variant.deals_all_to) == (seats * each == 28)


@every
def test_presets_are_possible_and_begin_with_the_source(variant: type[Variant]) -> None:
    assert (variant.presets[0].code, variant.presets[0].options) == ("source", {})
    assert len({preset.code for preset in variant.presets}) == len(variant.presets)
    for preset in variant.presets:
        variant.resolve(preset.options)


def test_the_popular_doubles_are_a_preset() -> None:
    popular = {preset.code: preset.options for preset in variants.get("morskoy_kozel_exchange").presets}
    assert popular["popular"] == {"popular_doubles": True}
