"""Each golden game, hand by hand as a scorekeeper enters it, and whole as a record."""

import pytest

from scoring import variants
from scoring.ledger import Ledger, score_game
from scoring.output import as_json
from tests.scoring.build import NAMES, record
from tests.scoring.golden import columns, draughts, in_play, latin, mandavoshka, sea_goat, traditional
from tests.scoring.golden.book import Golden

GAMES = [
    game for book in (mandavoshka, sea_goat, traditional, in_play, columns, latin, draughts) for game in book.GAMES
]


def test_every_variant_has_one() -> None:
    assert {game.variant for game in GAMES} == {variant.code for variant in variants.all()}
    long = {game.variant for game in GAMES if len(game.lines) >= 10}
    assert long == {variant.code for variant in variants.all()} - {"draughts"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.variant}: {game.name}")
def test_golden(game: Golden) -> None:
    ledger = Ledger(game.variant, game.options, NAMES[: game.seats])
    for number, line in enumerate(game.lines, 1):
        assert not ledger.finished
        ledger.add(line.facts)
        shown = as_json(ledger)
        hand = shown["hands"][-1]
        assert hand["counted"] == line.counted, number
        assert [(entry["side"], entry["points"]) for entry in hand["entries"]] == line.entries, number
        assert (hand["totals"], hand["eggs"], hand.get("columns")) == (line.totals, line.eggs, line.columns), number
        assert (shown["totals"], shown["eggs"], shown.get("columns")) == (line.totals, line.eggs, line.columns), number
        assert (shown["places"], shown["next_opener"]) == (line.places, line.opener), number
        if number < len(game.lines):
            assert (shown["finished"], shown["ended_by"], shown["winners"], shown["losers"]) == (False, None, [], [])
    assert (ledger.ended_by, ledger.winners, ledger.losers) == game.end
    assert ledger.finished
    whole = score_game(record(game.variant, *(line.facts for line in game.lines), seats=game.seats, **game.options))
    assert as_json(whole) == as_json(ledger)
