"""The set of tiles and its spellings."""

import pytest

from scoring.errors import TileError
from scoring.tiles import ALL_PIPS, SET, parse_tile, parse_tiles


def test_the_set() -> None:
    assert len(SET) == len(set(map(str, SET))) == 28
    assert sum(tile.pips for tile in SET) == ALL_PIPS == 168
    assert sum(tile.double for tile in SET) == 7
    assert str(SET[0]) == "0-0"
    assert sorted(SET) == list(SET)


def test_a_tile_reads_back() -> None:
    assert all(parse_tile(str(tile)) is tile for tile in SET)


def test_a_line_of_tiles() -> None:
    assert list(map(str, parse_tiles(" 64  00,5-1;2:3 "))) == ["6-4", "0-0", "5-1", "3-2"]
    assert parse_tiles("  ") == ()


def test_a_fault_names_the_text() -> None:
    with pytest.raises(TileError, match="“78”") as fault:
        parse_tiles("64 78")
    assert fault.value.text == "78"
    with pytest.raises(TileError, match=r"“x{39}…”"):
        parse_tile("x" * 50)
