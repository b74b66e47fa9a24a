"""The scorekeeper's form in other games than Mandavoshka: plays in order, results alone, columns, who opens."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.tournaments.room import FOUR, fish, out, seat_table, write
from tests.tournaments.test_keep import come_in, hidden, post, text
from tests.tournaments.test_sheet import marks, sheet_of
from tournaments.models import Entry, Game, Hand, Result
from tournaments.queries.desk import desk
from tournaments.queries.opening import opening
from tournaments.queries.public import tables_of
from tournaments.queries.standings import standings
from tournaments.queries.table import games_with_table, table_state

pytestmark = pytest.mark.django_db


def table(client: Client, variant: str, seats: int = 4, options: dict[str, Any] | None = None) -> Game:
    game = seat_table(FOUR[:seats], variant, options)
    come_in(client, game)
    return game


def ends(*plays: tuple[int, int]) -> list[dict[str, int]]:
    return [{"seat": seat, "ends": total} for seat, total in plays]


def page(client: Client, game: Game) -> str:
    return client.get(f"/keep/{game.pk}/").content.decode()


def test_plays_are_stored_in_their_order(client: Client) -> None:
    game = table(client, "fives")
    rows = {"play_0_seat": "1", "play_0_ends": "20", "play_2_seat": "0", "play_2_ends": "0"}
    preview = post(client, game, {"end": "out", "by": "2"} | rows, "preview")
    assert "Open ends 20 give 4: Boris." in text(preview)
    post(client, game, {"end": "out", "by": "2"} | rows, "save")
    assert Hand.objects.get().facts == {"end": "out", "by": 2, "plays": ends((1, 20), (0, 0))}


@pytest.mark.parametrize(
    ("variant", "rows", "field", "words"),
    [
        ("fives", {"play_1_ends": "20"}, "id_play_1_seat_error", "Row 2: who was it?"),
        ("fives", {"play_0_seat": "1"}, "id_play_0_ends_error", "Row 1: what was it?"),
        ("fives", {"play_0_seat": "1", "play_0_ends": "x"}, "id_play_0_ends_error", "a whole number"),
        ("fives", {"play_0_seat": "1", "play_0_ends": "19"}, "", "open ends of 19 are not possible"),
        ("bergen", {"play_0_seat": "1"}, "id_play_0_event_error", "Row 1: what was it?"),
        ("lucky_threes", {"play_0_seat": "1", "play_0_event": "offset"}, "", "nothing to set off"),
        ("ladder", {"play_0_count": "2", "play_0_event": "move"}, "id_play_0_seat_error", "who was it?"),
        ("two_lane", {"play_0_count": "2"}, "id_play_0_seat_error", "who was it?"),
        ("mandavoshka", {"play_0_seat": "1", "last": "77"}, "id_last_error", "no tile"),
        ("ladder", {"last": "64 65 66 55"}, "id_last_error", "At most three"),
        ("traditional", {"first": "64 65"}, "id_first_error", "One tile opens"),
        ("sevastopol", {"first": "64", "left_1": "1-1", "left_2": "2-2", "left_3": "3-3"}, "id_first_error", "6‑6"),
    ],
)
def test_what_a_row_lacks_is_said_and_nothing_is_lost(
    client: Client, variant: str, rows: dict[str, str], field: str, words: str
) -> None:
    game = table(client, variant)
    response = post(client, game, {"end": "out", "by": "0"} | rows, "save")
    assert response.status_code == 422
    assert words in text(response)
    if field:
        assert re.search(rf'id="{field}"[^>]*>[^<]*{re.escape(words)}', response.content.decode())
    form = response.context["form"]
    assert all(str(form[name].value()) == value for name, value in rows.items() if name in form.fields)
    assert not Hand.objects.exists()


def test_more_rows_keep_what_was_typed_and_judge_nothing(client: Client) -> None:
    game = table(client, "fives")
    typed = {"end": "fish", "left_1": "nonsense", "play_1_seat": "3", "play_1_ends": "10", "play_2_seat": ""}
    more = post(client, game, typed, "rows")
    assert more.status_code == 200
    html = more.content.decode()
    assert 'name="play_5_ends"' in html
    assert 'name="play_6_ends"' not in html
    assert 'value="nonsense"' in html
    assert re.search(r'name="play_1_ends" value="10"', html)
    assert "Not saved yet" in text(more)
    assert "keep-error" not in html


def test_there_are_always_empty_rows_after_the_last(client: Client) -> None:
    game = table(client, "ladder")
    assert 'name="play_2_seat"' in page(client, game)
    assert 'name="play_3_seat"' not in page(client, game)
    rows = {f"play_{row}_{field}": value for row in range(9) for field, value in (("seat", "0"), ("event", "move"))}
    preview = post(client, game, {"end": "out", "by": "0"} | rows, "preview")
    assert 'name="play_11_seat"' in preview.content.decode()
    assert 'name="play_400_seat"' not in post(client, game, {"play_999_seat": "1"}, "rows").content.decode()


def test_a_game_with_one_event_does_not_ask_which(client: Client) -> None:
    game = table(client, "two_lane", 2)
    assert "play_0_event" not in page(client, game)
    rows = {"play_0_seat": "1", "play_0_count": "3", "play_1_seat": "0"}
    post(client, game, {"end": "out", "by": "0"} | rows, "save")
    assert Hand.objects.get().facts["plays"] == [
        {"seat": 1, "event": "failed_draw", "count": 3},
        {"seat": 0, "event": "failed_draw"},
    ]


@pytest.mark.parametrize(
    ("variant", "options", "folded"),
    [
        ("mandavoshka", {}, ""),
        ("traditional", {}, ""),
        ("fives", {}, "counted after a fish"),
        ("two_lane", {}, "not counted"),
        ("lucky_threes", {}, "not counted"),
        ("lucky_threes", {"losers_points": "tiles"}, ""),
    ],
)
def test_hands_that_do_not_count_are_folded(client: Client, variant: str, options: dict[str, Any], folded: str) -> None:
    game = table(client, variant, options=options)
    summary = re.search(r"<summary>Tiles left in the hands<span>([^<]*)", page(client, game))
    assert (summary[1] if summary else "") == folded
    opened = post(client, game, {"end": "out", "by": "0", "left_1": "64", "left_2": "53", "left_3": "11"}, "preview")
    assert "<summary>Tiles left in the hands" not in opened.content.decode()


def test_bergen_wants_tiles_not_pips(client: Client) -> None:
    game = table(client, "bergen")
    html = page(client, game)
    assert "left_0" in html
    assert "pips_0" not in html
    assert "Boris: the hand is missing" in text(post(client, game, {"end": "fish", "left_0": "64"}, "preview"))


@pytest.mark.parametrize(
    ("typed", "facts"),
    [
        ({"result": "0"}, {"result": 0}),
        ({"result": "1", "how": "blocked"}, {"result": 1, "how": "blocked"}),
        ({"result": "draw", "how": "king_v_king"}, {"result": None, "how": "king_v_king"}),
    ],
)
def test_a_result_alone(client: Client, typed: dict[str, str], facts: dict[str, Any]) -> None:
    game = table(client, "draughts", 2)
    html = page(client, game)
    assert "Anna, white" in html
    assert "left_0" not in html
    assert "/redeal/" not in html
    preview = post(client, game, typed, "preview")
    assert "Save the result" in text(preview)
    winner = {"0": "Anna", "1": "Boris"}.get(typed["result"])
    assert text(preview).count(f"Won: {winner}" if winner else "A draw.") == bool(winner), "it is said once"
    seen = {name: hidden(preview, name) for name in ("uuid", "version", "seen")}
    assert client.post(f"/keep/{game.pk}/", typed | seen | {"do": "save"}).status_code == 302
    assert Hand.objects.get().facts == facts
    assert "The game is over" in text(client.get(f"/keep/{game.pk}/"))


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({}, "Who won? Choose a name"),
        ({"result": "draw", "how": "blocked"}, "A draw does not come about so"),
        ({"result": "0", "how": "agreed"}, "it is a draw"),
    ],
)
def test_a_result_that_cannot_be(client: Client, typed: dict[str, str], words: str) -> None:
    game = table(client, "draughts", 2)
    response = post(client, game, typed, "preview")
    assert response.status_code == 422
    assert words in text(response)


def test_a_correction_of_a_result_alone_says_what_it_becomes(client: Client) -> None:
    game = table(client, "draughts", 2)
    write(game, {"result": 0, "how": "time"})
    typed = {"result": "draw", "how": "agreed", "uuid": str(uuid4()), "version": "1", "do": "preview"}
    shown = client.post(f"/keep/{game.pk}/hand/1/", typed).text.replace("\xa0", "")
    assert '<s class="dim">Won: Anna· On time.</s> <b class="hi-new">Draw· By agreement.</b>' in shown
    assert "Accounts after each hand" not in shown
    assert "Correct: Result" in shown
    gone = client.post(f"/keep/{game.pk}/hand/1/delete/", {"version": "1", "do": "preview"}).text
    assert "Delete: Result" in gone
    assert "Won: Anna" in gone


def test_points_of_draughts_and_no_accounts(client: Client) -> None:
    game = table(client, "draughts", 2)
    write(game, {"result": None, "how": "agreed"})
    assert list(Result.objects.values_list("points", "points_for", "won", "lost")) == [(0.5, 0, False, False)] * 2
    made = standings(game.table.round.tournament)
    assert not made.accounts
    assert {head.code for head in made.heads}.isdisjoint(("for", "against", "difference"))
    assert [row.rounds[1].written for row in made.rows] == [None, None]
    assert [side.total for side in tables_of(game.table.round)[0].sides] == [0.5, 0.5]
    assert [side.total for side in desk(game.table.round.tournament).games[0].sides] == [0.5, 0.5]
    sheet = sheet_of(game)
    assert (sheet.rows[0].title, sheet.rows[0].headline) == ("Result", "Draw")
    assert [cell.word for cell in sheet.rows[0].cells] == ["draw", "draw"]
    assert marks(sheet) == [[("equal", "draw")]]


@pytest.mark.parametrize(("column", "columns"), [("prize", (5, 0)), ("penalty", (0, 5))])
def test_a_judge_puts_points_down_to_a_column(client: Client, column: str, columns: tuple[int, int]) -> None:
    game = table(client, "ladder", 2)
    fields = {"what": "points", "whom": "seat-1", "points": "5", "column": column}
    data = {f"judge-{name}": value for name, value in fields.items()}
    client.post(f"/keep/{game.pk}/judge/", data | {"judge-uuid": str(uuid4()), "judge-version": "0"})
    assert Hand.objects.get().facts == {"judge": [{"seat": 1, "points": 5, "column": column}]}
    assert sheet_of(game).rows[0].cells[1].kept == f"{columns[0]} / {columns[1]}"


def test_a_judge_of_draughts_has_no_points_to_give(client: Client) -> None:
    game = table(client, "draughts", 2)
    assert "judge-points" not in page(client, game)
    data = {"judge-uuid": str(uuid4()), "judge-version": "0", "judge-what": "forfeit", "judge-whom": "seat-0"}
    client.post(f"/keep/{game.pk}/judge/", data)
    assert [(row.won, row.lost) for row in Result.objects.order_by("side")] == [(False, True), (True, False)]


def test_fewer_penalty_points_stand_higher_in_two_lanes(client: Client) -> None:
    game = table(client, "two_lane", 4)
    plays = [{"seat": 0, "event": "failed_draw", "count": 4}, {"seat": 2, "event": "failed_draw"}]
    write(game, {"end": "out", "by": 1, "plays": plays})
    made = standings(game.table.round.tournament)
    assert made.penalty
    assert [(row.name, row.points_for) for row in made.rows] == [("Boris", 0), ("Gleb", 0), ("Vera", 10), ("Anna", 40)]


def test_plays_after_the_target_are_void() -> None:
    game = seat_table(variant="fives", options={"target": 5})
    plays = [{"seat": 0, "ends": 20}, {"seat": 1, "ends": 5}, {"seat": 0, "ends": 5}, {"seat": 2, "ends": 15}]
    write(game, {"end": "out", "by": 3, "plays": plays})
    sheet = sheet_of(game)
    row = sheet.rows[0]
    assert marks(sheet) == [[("void", "rest void")]]
    assert [(event.name, event.words, event.void) for event in row.events] == [("Vera", "15", True)]
    assert row.reasons[:3] == (
        "Open ends 20 give 4: Anna.",
        "Open ends 5 give 1: Boris.",
        "Open ends 5 give 1: Anna.",
    )


def test_columns_and_events_stand_on_the_sheet() -> None:
    game = seat_table(FOUR[:2], "lucky_threes", {"hands": 2})
    events = [("scoring_move", 0), ("unlucky_draw", 1), ("lucky_draw", 1)]
    write(game, {"end": "out", "by": 0, "plays": [{"seat": seat, "event": event} for event, seat in events]})
    row = sheet_of(game).rows[0]
    assert [cell.kept for cell in row.cells] == ["5 / 0", "10 / 5"]
    assert [event.words for event in row.events] == ["scoring move", "unlucky draw", "lucky draw"]
    assert row.headline == "Anna +5"


def test_equal_hands_are_marked() -> None:
    game = seat_table(variant="traditional")
    write(game, fish(0, {0: "64", 1: "55", 2: "66", 3: "65"}))
    sheet = sheet_of(game)
    assert marks(sheet) == [[("equal", "equal")]]
    assert [cell.word for cell in sheet.rows[0].cells] == ["10 each", "10 each", "", ""]


def test_the_ends_are_announced_where_all_is_known(client: Client) -> None:
    game = seat_table(variant="kozel", pairs=True)
    write(game, out(0, {1: "64", 2: "5-5", 3: "61"}))
    shown = sheet_of(game).rows[0].ends
    assert shown is not None
    assert (shown.words, shown.numbers) == ("The ends must show 1 and 4.", (1, 4))
    write(game, out(0, {1: "64", 3: "61"}))
    assert sheet_of(game).rows[1].ends is None
    come_in(client, game)
    preview = post(client, game, {"end": "out", "by": "0", "left_1": "64", "left_2": "55", "left_3": "61"}, "preview")
    assert "The ends must show 1 and 4." in text(preview)
    doubted = post(client, game, {"end": "out", "by": "0", "left_1": "64", "left_2": "53", "left_3": "21"}, "preview")
    assert "Look again at 6‑4, 5‑3, 2‑1" in text(doubted)
    assert "Save anyway" in text(doubted)
    assert doubted.context["preview"].ends is None


def opens(game: Game) -> tuple[str, str]:
    found = opening(table_state(games_with_table().get(pk=game.pk)))
    return found.opens, found.deals


@pytest.mark.parametrize(
    ("variant", "first", "later"),
    [
        (
            "mandavoshka",
            "who holds 1‑1; lacking it 2‑2 and so on to 0‑0, then the heaviest tile",
            "Vera, with any double, lacking one with any tile",
        ),
        ("morskoy_kozel_exchange", "who holds 1‑1", "Vera"),
        ("traditional", "who holds 6‑6; lacking it 5‑5 and so on to 0‑0, then the heaviest tile", "Vera"),
        ("sevastopol", "who holds 6‑6", "who holds 6‑6"),
        ("fives", "", ""),
    ],
)
def test_who_opens_and_who_deals(variant: str, first: str, later: str) -> None:
    game = seat_table(variant=variant, options={"target": 1000}, pairs=variant.startswith("morskoy"))
    write(game, {"redeal": {"seat": 0, "why": "other"}})
    assert opens(game) == (first, "")
    write(game, out(2, {0: "60", 1: "61", 3: "62"}))
    assert opens(game) == (later, "Boris" if later.startswith("Vera") else "")
    write(game, {"judge": [{"stop": "time"}]})
    assert opens(game) == ("", "")


def test_partners_sit_face_to_face(client: Client) -> None:
    game = seat_table(variant="kozel", pairs=True)
    come_in(client, game)
    assert "partners face each other" in page(client, game)
    places = opening(table_state(games_with_table().get(pk=game.pk))).places
    assert [place.name for place in places] == list(FOUR)
    assert Entry.objects.count() == 2
