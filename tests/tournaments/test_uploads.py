"""What comes in as a file is checked before it is read; what goes out as a cell is no formula."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given, strategies as st
from openpyxl import Workbook

from tournaments.display import harmless_cell
from tournaments.lists.files import MOST_BYTES, MOST_UNPACKED, FileError, text_of


def test_a_workbook_that_unpacks_to_a_large_one_is_refused_before_it_is_read() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("xl/worksheets/sheet1.xml", b" " * (MOST_UNPACKED + 1))
    assert len(packed.getvalue()) < MOST_BYTES
    with pytest.raises(FileError, match="large"):
        text_of(packed.getvalue())
    with pytest.raises(FileError, match="workbook"):
        text_of(b"PK\x03\x04 no archive")


def test_a_sheet_as_large_as_a_sheet_can_be_takes_no_memory_of_the_site() -> None:
    """A file of some kilobytes; laid out whole its 17 thousand million cells would be 400 GB."""
    book, content = Workbook(), io.BytesIO()
    book.active["A1"], book.active["XFD1048576"] = "Anna", "Boris"
    book.save(content)
    assert len(content.getvalue()) < 10_000
    with pytest.raises(FileError, match="workbook"):
        text_of(content.getvalue())


def test_a_file_of_which_a_cell_does_not_end_is_refused() -> None:
    with pytest.raises(FileError, match="workbook"):
        text_of(b'Anna;Omsk\nBoris;"' + b"x" * 200_000)


def test_nul_in_a_file_is_not_kept() -> None:
    assert text_of(b"An\0na;Omsk\nBo\0ris;Tver") == "An na\tOmsk\nBo ris\tTver"


def test_a_form_too_large_is_refused_and_not_kept(client) -> None:
    answer = client.post("/sign-in/", {"username": "x" * 2_000_000, "password": "x"}, headers={"accept": "text/html"})
    assert answer.status_code == 400
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", " =", "\u200b=", "−", "|", "%"]
)
def test_no_cell_begins_as_a_formula(start: str) -> None:
    assert harmless_cell(f"{start}cmd|'/c calc'!A0").startswith("'")


@given(st.text())
def test_a_cell_keeps_its_text(text: str) -> None:
    assert harmless_cell(text) in (text, f"'{text}")
