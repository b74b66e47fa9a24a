"""The score sheet: rows as on paper, their marks and reasons, without a question more for a longer game."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tests.tournaments.room import fish, out, seat_table, write
from tournaments.display import initials, isolated, short_names
from tournaments.models import Game
from tournaments.queries.sheet import Sheet, build_sheet
from tournaments.queries.table import games_with_table, table_state

pytestmark = pytest.mark.django_db


def sheet_of(game: Game) -> Sheet:
    with translation.override("en"):
        return build_sheet(table_state(games_with_table().get(pk=game.pk)))


def marks(sheet: Sheet) -> list[list[tuple[str, str]]]:
    return [[(mark.code, mark.word) for mark in row.marks] for row in sheet.rows]


def test_rows_of_a_game_that_has_everything():
    game = seat_table()
    write(
        game,
        out(0, {1: "21", 2: "64", 3: "20 10"}),
        fish(1, {0: "30", 1: "22 50", 2: "63 40", 3: "64 21"}),
        out(3, {0: "41", 1: "66 63", 2: "32"}),
        {"judge": [{"seat": 3, "points": 10, "reason": "looked at the boneyard"}]},
        {"redeal": {"seat": 2, "why": "doubles"}},
        {"judge": [{"seat": 1, "points": 31}]},
        {"end": "stopped"},
        out(2, {}, last=["6-6"]),
    )
    sheet = sheet_of(game)
    assert [row.number for row in sheet.rows] == [1, 2, 3, None, None, None, 4, 5]
    assert marks(sheet) == [
        [("below", "below 13")],
        [("eggs", "eggs 38")],
        [("eggs", "with eggs")],
        [("judge", "judge")],
        [("redeal", "redeal")],
        [("judge", "judge"), ("burned", "burned")],
        [("stopped", "broken off")],
        [("early", "early win")],
    ]
    assert [row.headline for row in sheet.rows] == [
        "Nothing is written",
        "Eggs: 38",
        "Boris +69",
        "Gleb +10",
        "",
        "Boris +31",
        "Nothing is written",
        "Early win",
    ]
    assert [cell.word for cell in sheet.rows[1].cells] == ["", "fish", "13 each", "13 each"]
    assert [(cell.written, cell.before, cell.total) for cell in sheet.rows[2].cells][1] == (69, 0, 69)
    burned = sheet.rows[5].cells[1]
    assert (burned.written, burned.burned, burned.total, burned.changed) == (31, 100, 0, True)
    assert [(held.name, held.tiles, held.counted) for held in sheet.rows[2].holdings] == [
        ("Boris", ("6-6", "6-3"), 21),
        ("Anna", ("4-1",), 5),
        ("Vera", ("3-2",), 5),
    ]
    assert sheet.rows[3].reasons == ("Judge: Gleb +10.", "Reason: looked at the boneyard")
    assert sheet.rows[0].keeper == "Nina"
    assert sheet.finished
    assert sheet.ended_by == "an early win"
    assert [(s.name, s.places, s.won, s.lost) for s in sheet.standings] == [
        ("Vera", "1", True, False),
        ("Anna", "2–4", False, True),
        ("Boris", "2–4", False, True),
        ("Gleb", "2–4", False, True),
    ]
    assert [mark.code for mark in sheet.marks] == ["below", "eggs", "burned", "early", "stopped", "judge", "redeal"]


def test_the_sheet_of_pairs():
    game = seat_table(variant="morskoy_kozel_exchange", pairs=True, options={"popular_doubles": True})
    write(
        game,
        out(0, {1: "64", 3: "5-5"}, last=["0-0"], first="6-6"),
        fish(None, {0: "64", 1: "55", 2: "11", 3: "20"}),
    )
    sheet = sheet_of(game)
    assert [(column.name, column.short, column.seats) for column in sheet.columns] == [
        ("Anna / Vera", ("Anna", "Vera"), (0, 2)),
        ("Boris / Gleb", ("Boris", "Gleb"), (1, 3)),
    ]
    first, second = sheet.rows
    assert (first.last, first.first) == (("0-0",), "6-6")
    assert first.headline == "Anna / Vera +95"
    assert marks(sheet) == [[("bonus", "bonus")], [("fish", "fish"), ("eggs", "eggs 24")]]
    assert (sheet.eggs, sheet.played, sheet.penalty, sheet.target) == (24, 2, False, 200)
    assert second.title == "Fish"


def test_a_hand_by_pips_alone():
    game = seat_table()
    write(game, out(0, {1: "64", 2: "66 53"}, pips={"3": 40}))
    held = sheet_of(game).rows[0].holdings
    assert [(h.name, h.tiles, h.counted) for h in held] == [
        ("Gleb", None, 40),
        ("Vera", ("6-6", "5-3"), 20),
        ("Boris", ("6-4",), 10),
    ]


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Анна Лебедева", "Анна Петрова", "Борис"], ["АЛ", "АП", "Б"]),
        (["Александр", "Александра", "Алексей", "Вера"], ["1", "2", "3", "В"]),
        (["Алла", "Анна Лебедева", "Анна Петрова"], ["Ал", "2", "АП"]),
        (["N5 Игрок Один", "N5 Игрок Два", "N5 Игрок Три"], ["NО", "NД", "NТ"]),
        (["2 Pac", "Anna", "Anna 2"], ["1", "2", "3"]),
        (["anna", "Anna O"], ["1", "AO"]),
    ],
)
def test_letters_always_differ(names, letters):
    assert initials(names) == letters


def test_a_name_from_right_to_left_stands_by_itself():
    assert isolated("דנה לוי") == "\u2068דנה לוי\u2069"
    assert initials([isolated("דנה"), "Anna"]) == ["ד", "A"]
    assert short_names([isolated("דנה לוי"), "Anna"]) == ["\u2068דנה\u2069", "Anna"]


def test_short_names_differ():
    assert short_names(["Anna Orlova", "Anna Ivanova", "Boris"]) == ["Anna O.", "Anna I.", "Boris"]
    assert short_names(["Anna", "Anna 2", "Boris"]) == ["Anna", "Anna 2.", "Boris"]
    assert short_names(["Anna Orlova", "Anna Orlovskaya"]) == ["Anna Orlova", "Anna Orlovskaya"]


@pytest.mark.parametrize("length", [1, 9])
def test_the_sheet_asks_two_questions(length, django_assert_num_queries):
    game = seat_table(options={"target": 10000})
    write(game, *[fish(0, {seat: f"{seat}{seat}" for seat in range(4)})] * length)
    with django_assert_num_queries(2):
        html = render_to_string("parts/sheet.html", {"sheet": build_sheet(table_state(game))})
    assert html.count("sh-row") == length
    assert "Highest hand" in html
    assert "style=" not in html
