"""Lists of people as they come: whatever separates, however it is encoded, with headings or without."""

import io
import re
from contextlib import suppress
from datetime import datetime

import pytest
from hypothesis import given, strategies as st
from openpyxl import Workbook

from tournaments.lists.files import MOST_ROWS, FileError, text_of
from tournaments.lists.rows import NO_SEED, Person, read_list


def workbook(*rows: tuple[object, ...]) -> bytes:
    book, file = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1251"])
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_a_table_in_any_encoding_and_with_any_delimiter(encoding, delimiter):
    rows = [("Фамилия", "Имя", "Город", "Телефон"), ("Щукина", "Анна", "Омск", "5"), ("Ёлкин", "Борис", "", "")]
    content = "\r\n".join(delimiter.join(row) for row in rows).encode(encoding)
    listed = read_list(text_of(content), pairs=False)
    assert [row.persons for row in listed.rows] == [(Person("Анна Щукина", "Омск"),), (Person("Борис Ёлкин"),)]
    assert listed.passed_over == ("Телефон",)


def test_a_workbook_with_seeds_and_teams():
    content = workbook(("Name", "Seed", "Team"), ("Anna", 2, "Reds"), ("Boris", 1, None), ("Vera", "x", None))
    rows = read_list(text_of(content), pairs=False).rows
    assert [(row.persons, row.seed, row.team) for row in rows[:2]] == [
        ((Person("Anna"),), 2, "Reds"),
        ((Person("Boris"),), 1, ""),
    ]
    assert (rows[2].fault, rows[2].number) == (NO_SEED, 4)


def test_quoted_cells_keep_their_commas():
    assert text_of(b'name,club\n"Petrov, Ivan",Baku\n') == "name\tclub\nPetrov, Ivan\tBaku"


def test_titles_above_the_headings_are_told_and_passed_over():
    rows = (("Список участников Кубка города",), (), ("№", "Фамилия", "Имя", "Клуб"), (1, "Ёлкин", "Борис", "Омск"), ())
    listed = read_list(text_of(workbook(*rows)), pairs=False)
    assert (listed.titles, listed.passed_over) == (("Список участников Кубка города",), ("№",))
    assert [row.persons for row in listed.rows] == [(Person("Борис Ёлкин", "Омск"),)]


@pytest.mark.parametrize(
    "text",
    [
        *["1. Анна\n2. Вера", "1) Анна\n 2)Вера", "1\tАнна\n2\tВера", "1;Анна\n2;Вера"],
        *["1. Анна\nВера", "Анна\n2) Вера", "1\tАнна\n\tВера", "1. Анна", "Анна\n\n12. Вера"],
    ],
)
def test_numbers_that_count_the_lines_are_no_names(text):
    assert [row.persons[0].name for row in read_list(text, pairs=False).rows] == re.findall(r"[А-я]+", text)


@pytest.mark.parametrize("text", ["Анна 1. Вера", "1.5", "7", "3-я Анна"])
def test_other_numbers_stay(text):
    assert read_list(text, pairs=False).rows[0].persons == (Person(text),)


def test_a_pair_with_one_club_is_of_it():
    [row, other] = read_list("Анна / Вера, Омск\nЗоя, Баку / Инна, Омск", pairs=True).rows
    assert [one.club for one in (*row.persons, *other.persons)] == ["Омск", "Омск", "Баку", "Омск"]


def test_days_of_a_workbook_are_days():
    assert text_of(workbook(("Anna", datetime(2024, 5, 1), datetime(2024, 5, 1, 18, 30)))) == (
        "Anna\t2024-05-01\t2024-05-01T18:30:00"
    )


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"PK\x03\x04 no workbook", "workbook"),
        (b" \n ", "empty"),
        (b"x\n" * (MOST_ROWS + 1), "rows"),
        (b"x" * 2_000_001, "large"),
    ],
)
def test_what_is_no_list_is_refused(content, code):
    with pytest.raises(FileError) as refused:
        text_of(content)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("text", "persons"),
    [
        ("A / B", ["A", "B"]),
        ("A + B", ["A", "B"]),
        ("A\tB\tReds", ["A", "B"]),
        ("A", ["A"]),
        ("Игрок 1;Игрок 2\nA;B", ["A", "B"]),
        ("Участник\tПартнёр\nA\tB", ["A", "B"]),
        ("Пара\tКоманда\nA / B\tReds", ["A", "B"]),
    ],
)
def test_pairs_in_every_shape(text, persons):
    [row] = read_list(text, pairs=True).rows
    assert ([person.name for person in row.persons], row.fault) == (persons, "")


@given(st.text(max_size=200), st.booleans())
def test_any_text_is_read_or_named(text, pairs):
    for row in read_list(text, pairs=pairs).rows:
        assert bool(row.persons) != bool(row.fault)
        assert all(person.name for person in row.persons)


@given(st.binary(max_size=300))
def test_any_file_is_read_or_refused(content):
    with suppress(FileError):
        read_list(text_of(content), pairs=False)
