"""What comes in as a file is checked before it is read; what goes out as a cell is no formula."""

from __future__ import annotations

import io
import zipfile

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import given, strategies as st

from tournaments.display import harmless_cell
from tournaments.forms.upload import CheckedFileField, text_of


class Sent(forms.Form):
    file = CheckedFileField(endings=(".csv", ".xlsx"), limit=1000)


def archive(size: int) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("sheet.xml", b" " * size)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("people.csv", "Анна;Клуб".encode(), ""),
        ("people.CSV", "Анна;Клуб".encode("cp1251"), ""),
        ("people.xlsx", archive(10_000), ""),
        ("people.exe", b"MZ", "ending"),
        ("people", b"Anna", "ending"),
        ("people.csv", b"x" * 1001, "large"),
        ("people.csv", b"\x00\x01", "content"),
        ("people.xlsx", b"Anna;Club", "content"),
        ("people.xlsx", archive(100_000), "large"),
        ("people.csv", b"", "empty"),
    ],
)
def test_a_file_is_checked_by_name_size_and_content(name: str, content: bytes, fault: str) -> None:
    form = Sent({}, {"file": SimpleUploadedFile(name, content)})
    assert form.is_valid() == (not fault)
    if fault:
        assert [error.code for error in form.errors.as_data()["file"]] == [fault]
    elif not name.endswith("x"):
        assert text_of(form.cleaned_data["file"]) == "Анна;Клуб"


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
