"""Which hands are dealt anew, by the rules of each variant."""

import pytest

from scoring import variants
from scoring.redeal import RedealError, find
from scoring.tiles import parse_tiles


def found(code: str, *hands: str) -> tuple[str, str] | None:
    finding = find(variants.get(code).redeals, [parse_tiles(hand) for hand in hands])
    return finding and (finding.rule.why, " ".join(map(str, finding.tiles)))


@pytest.mark.parametrize("code", ["mandavoshka", "kozel", "morskoy_kozel"])
def test_five_doubles_or_six_of_a_suit_in_one_hand(code):
    assert found(code, "66 55 44 33 22 10 20") == ("doubles", "6-6 5-5 4-4 3-3 2-2")
    assert found(code, "66 55 44 33 21 10 20") is None
    assert found(code, "60 61 62 63 64 66 10") == ("suit", "6-0 6-1 6-2 6-3 6-4 6-6")
    assert found(code, "60 61 62 63 64 55 10") is None
    assert found(code, "00 01 02 03 04 05 06")[0] == "suit"
    assert found(code, "66 55 44 10", "33 22") is None, "each hand by itself"


def test_six_doubles_in_both_hands_of_a_pair():
    exchange = "morskoy_kozel_exchange"
    assert found(exchange, "66 55 44 10 20 30 40", "33 22 11 50 51 52 53")[0] == "doubles"
    assert found(exchange, "66 55 44 10 20 30 40", "33 22 12 50 51 52 53") is None
    assert found(exchange, "66 55 44 33 22 11 00")[0] == "doubles"
    assert found(exchange, "60 61 62 63 64 66 65") is None, "no rule about suits"


def test_games_without_a_redeal():
    silent = {variant.code for variant in variants.all() if not variant.redeals}
    assert silent == {
        "traditional", "sevastopol", "matador", "bergen", "fives", "threes", "lucky_threes", "two_lane", "ladder",
        "latin_american", "draughts",
    }  # fmt: skip
    assert found("traditional", "66 55 44 33 22 11 00") is None


def test_a_tile_can_be_dealt_once():
    with pytest.raises(RedealError, match="6-6"):
        found("kozel", "66 55 66")
    with pytest.raises(RedealError, match="5-5"):
        found("morskoy_kozel_exchange", "66 55", "55")
