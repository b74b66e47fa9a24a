"""What is printed: that the documents open, what stands on them, and that a bracket shows what was played.

On one database alone, since reading a document takes time, and test_access.py has every document made on each.
"""

from __future__ import annotations

import csv
import io
import re
from html import unescape
from uuid import uuid4

import openpyxl
import pypdf
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation

from tests.conftest import Minute
from tests.tournaments.room import add_table, out, seat_table, write
from tests.tournaments.world import build_world
from tournaments.access import Actor
from tournaments.models import Game, Player, Tournament
from tournaments.prints import documents
from tournaments.prints.documents import TableSheet
from tournaments.prints.paper import Column, Heading, Paper
from tournaments.queries import prints
from tournaments.queries.bracket import brackets
from tournaments.services import entries, hands, rounds, tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
HEAD = Heading("Осенний кубок", "Столы", "сегодня", lambda page: f"стр. {page}")


def text_of(content: bytes) -> list[str]:
    """The words of each page."""
    return [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(content)).pages]


@pytest.mark.parametrize("document", ["pairings", "names", "results"])
def test_a_round_on_paper(client: Client, document: str) -> None:
    game = seat_table(names=("Анна Ёлкина", "Борис", "Вера", "Глеб"))
    add_table(game.table.round, ["Дина", "Егор", "Жанна"])
    response = client.get(f"{game.table.round.get_absolute_url()}{document}.pdf")
    assert response["Content-Type"] == "application/pdf"
    (words,) = text_of(response.content)
    assert all(name in words for name in ("Анна Ёлкина", "Борис", "Глеб", "Жанна", "Cup"))


def test_the_list_of_names_stands_as_the_language_has_it() -> None:
    sheets = [TableSheet(1, ["Anna", "Ёлкин", "Жук", "Ежов"], [])]
    with translation.override("ru"):
        places = prints.places_to_sit(sheets, ["Борис"])
    assert [name for name, _table in places] == ["Борис", "Ежов", "Ёлкин", "Жук", "Anna"]


def test_results_say_which_games_are_not_over(client: Client) -> None:
    game = seat_table(names=("Anna", "Boris", "Vera", "Gleb"))
    add_table(game.table.round, ["Dina", "Egor", "Zhanna"])
    address = f"{game.table.round.get_absolute_url()}results.pdf"
    assert text_of(client.get(address).content)[0].count("Not begun") == 2
    write(game, out(1, {0: "10", 2: "11", 3: "20"}, last=["6-6"]))
    assert text_of(client.get(address).content)[0].count("Not begun") == 1


def test_a_round_is_taken_away_a_line_a_seat(client: Client) -> None:
    game = seat_table(names=("=1+1", "Boris", "Vera", "Gleb"))
    write(game, out(1, {0: "10", 2: "11", 3: "20"}, last=["6-6"]))
    round_ = game.table.round
    heads, *rows = csv.reader(client.get(f"{round_.get_absolute_url()}?export=csv").text.lstrip("\ufeff").splitlines())
    assert heads == ["Table", "Seat", "Name", "Account", "Result", "State"]
    assert rows[:2] == [["1", "1", "'=1+1", "101", "lost", "Finished"], ["1", "2", "Boris", "0", "won", "Finished"]]
    page = client.get(round_.get_absolute_url()).text
    assert "?export=csv" in page
    assert "results.pdf" in page
    Tournament.objects.update(results_hidden=True)
    assert "101" not in client.get(f"{round_.get_absolute_url()}?export=csv").text
    assert "results.pdf" not in client.get(round_.get_absolute_url()).text


def test_a_long_name_of_a_tournament_stays_on_the_paper() -> None:
    long = "Кубок имени Константина Константинопольского-Преображенского, традиционный осенний турнир " * 3
    head = Heading(long, "Столы", "сегодня", str)
    (card,) = text_of(documents.cards(head, [TableSheet(1, [], [])], ""))
    assert "…" in card
    assert "…" in text_of(documents.names(head, [("Анна", "1")]))[0]
    (diploma,) = text_of(documents.diplomas(head, [("1 место", ["Анна"])], "Москва"))
    assert diploma.count("осенний турнир") == 3


def test_a_list_of_names_is_read_down_the_page_and_goes_on_over_sheets() -> None:
    places = [(f"Игрок {at:03}", str(at)) for at in range(200)]
    pages = text_of(documents.names(HEAD, places))
    assert len(pages) == 3
    assert sum(page.count("Игрок") for page in pages) == 200
    assert "стр. 3" in pages[2]


def test_a_text_is_cut_as_late_as_it_may_be() -> None:
    paper = Paper(HEAD)
    written: list[str] = []
    paper.text = lambda _x, _y, text: written.append(text)
    text = "".join(str(at % 10) for at in range(500))
    for width in (4, 5, 20, 90):
        paper.fitted(width, 7, text)
        cut = written.pop()
        room = 2 * (width - 2 * paper.c_margin)
        assert cut == text[: len(cut) - 1] + "…"
        assert paper.get_string_width(cut) <= room < paper.get_string_width(text[: len(cut)] + "…")
    paper.made()


def test_a_name_that_is_too_long_is_squeezed_and_never_runs_into_the_next_column() -> None:
    long = "Константин-Иннокентий Преображенский-Задунайский " * 3
    (page,) = text_of(documents.lines(HEAD, [Column("Игрок", 2), Column("Очки", 1, number=True)], [[long, "7,25"]]))
    assert "…" in page
    assert "7,25" in page


def test_cards_stand_two_on_a_sheet() -> None:
    tables = [TableSheet(number, [], [], address=f"https://example.org/{number}") for number in range(1, 6)]
    pages = text_of(documents.cards(HEAD, tables, "Ведите счёт"))
    assert len(pages) == 3
    assert pages[0].count("Ведите счёт") == 2


def test_a_card_opens_the_table_for_its_scorekeeper() -> None:
    world = build_world()
    client = world.client("organiser")
    response = client.get("/run/open/print/cards-1.pdf")
    assert "Table 1" in text_of(response.content)[0]
    assert client.get("/run/open/print/").status_code == 200
    assert "Diploma" in text_of(client.get("/run/open/print/diplomas.pdf").content)[0]


def knockout(
    count: int, played: int, *, format: str = "knockout", settings: dict[str, object] | None = None
) -> Tournament:
    """A knockout of draughts in which the better seed wins every match, `played` rounds on."""
    actor = Actor()
    tournament = tournaments.create_tournament(actor=actor, name="Knockout", variant="draughts")
    tournament.stages.update(format=format, settings=settings or {})
    text = "\n".join(f"Seed {number}" for number in range(1, count + 1))
    entries.add_entries(tournament=tournament, text=text, actor=actor)
    tournaments.publish_tournament(tournament=tournament, actor=actor)
    for number in range(1, played + 1):
        round_ = rounds.draw_round(tournament=tournament, number=number, actor=actor, seed=1)
        rounds.publish_round(tournament=tournament, number=number, actor=actor)
        for game in Game.objects.filter(table__round=round_).select_related("table"):
            seeds = [seat.entry.number for seat in game.table.seats.order_by("number").select_related("entry")]
            facts = {"result": seeds.index(min(seeds)), "how": "resigned"}
            hands.record_hand(game=game, facts=facts, uuid=uuid4(), version=game.version, actor=actor)
        rounds.close_round(tournament=tournament, number=number, actor=actor)
    return tournament


def test_a_bracket_shows_who_is_through_and_who_is_awaited() -> None:
    (one,) = brackets(knockout(6, 1).stages.get())
    (part,) = one.parts
    first, semi, final = part.rounds
    assert [round_.title for round_ in part.rounds] == ["Quarter-finals", "Semi-finals", "Final"]
    assert [match and [side.name for side in match.sides] for match in first.matches] == [
        None, ["Seed 4", "Seed 5"], None, ["Seed 3", "Seed 6"],
    ]  # fmt: skip
    assert [side.won for side in first.matches[1].sides] == [True, False]
    assert [[side.name for side in match.sides] for match in semi.matches] == [
        ["Seed 1", "Seed 4"], ["Seed 2", "Seed 3"],
    ]  # fmt: skip
    assert [(side.name, side.known) for side in final.matches[0].sides] == [
        ("winner of match 5", False), ("winner of match 6", False),
    ]  # fmt: skip


@pytest.mark.parametrize("format", ["knockout", "double_knockout"])
@pytest.mark.parametrize("count", [2, 3, 5, 8, 13])
def test_a_bracket_is_drawn_for_any_number(client: Client, count: int, format: str) -> None:
    tournament = knockout(count, 1, format=format)
    shown = client.get(f"{tournament.get_absolute_url()}bracket/").content.decode()
    assert all(f"Seed {number}" in shown for number in range(1, count + 1))
    pages = text_of(client.get(f"{tournament.get_absolute_url()}print/bracket.pdf").content)
    assert "Seed 1" in pages[0]


def test_a_tournament_without_a_knockout_has_no_bracket(client: Client) -> None:
    tournament = seat_table().table.round.tournament
    assert client.get(f"{tournament.get_absolute_url()}bracket/").status_code == 404


@pytest.fixture
def played(client: Client) -> str:
    """The address of the standings of a tournament after one game; a name in it would do harm in a spreadsheet."""
    game = seat_table(names=("=1+1", "Борис", "Вера", "Глеб"))
    write(game, out(1, {0: "10", 2: "11", 3: "20"}, last=["6-6"]))
    return f"{game.table.round.tournament.get_absolute_url()}standings/"


def test_standings_are_taken_away_as_csv_with_numbers_and_without_formulas(client: Client, played: str) -> None:
    response = client.get(f"{played}?export=csv")
    text = response.content.decode("utf-8-sig")
    heads, first, *others = list(csv.reader(text.splitlines()))
    assert response.content.startswith(b"\xef\xbb\xbf")
    assert "attachment" in response["Content-Disposition"]
    assert heads[:2] == ["Pl.", "Player"]
    assert first[heads.index("Player")] == "Борис"
    assert first[heads.index("Pts")] == "4"
    assert any(row[1] == "'=1+1" for row in others)


@pytest.mark.parametrize("page", ["/t/cup/standings/?round=1", "/t/cup/cross/?by=round", "/ladder/mandavoshka/"])
def test_the_links_of_a_page_lead_to_its_files(client: Client, played: str, page: str) -> None:
    links = [unescape(link) for link in re.findall(r'href="(\?[^"]*export=[^"]*)"', client.get(page).text)]
    kinds = [client.get(f"{page.partition('?')[0]}{link}")["Content-Type"].partition(";")[0] for link in links]
    assert kinds == ["application/pdf", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/csv"]
    assert all(page.partition("?")[2] in link for link in links)


def test_standings_are_taken_away_as_a_workbook(client: Client, played: str) -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(client.get(f"{played}?export=xlsx").content)).active
    heads = [cell.value for cell in sheet[1]]
    assert sheet.cell(2, heads.index("Pts") + 1).value == 4
    assert {sheet.cell(row, 2).value for row in range(2, 6)} == {"Борис", "Вера", "Глеб", "=1+1"}
    assert {cell.data_type for row in sheet for cell in row} == {"s", "n"}, "a text is none of a formula's"


@pytest.mark.parametrize("page", ["standings/", "cross/"])
def test_tables_are_printed(client: Client, played: str, page: str) -> None:
    (words,) = text_of(client.get(f"{played}../{page}?export=pdf".replace("standings/../", "")).content)
    assert "Борис" in words
    assert "round 1" in words


def test_a_ladder_is_taken_away(client: Client, played: str) -> None:
    text = client.get("/ladder/mandavoshka/?export=csv").content.decode("utf-8-sig")
    assert "Борис" in text
    assert "<" not in text


def test_names_that_the_font_cannot_write_stand_there_in_latin_letters() -> None:
    names = ["李小龍", "שלום", "Əli", "🎲"]
    (words,) = text_of(documents.names(HEAD, [(name, "1") for name in names]))
    assert all(name in words for name in ("Li Xiao Long", "Shlvm", "Әli", "*")), words


def rows_of(client: Client, address: str) -> list[list[str]]:
    """The file's lines, its heads first."""
    return list(csv.reader(client.get(address).content.decode("utf-8-sig").splitlines()))


def test_a_score_sheet_is_taken_away_a_line_a_hand(client: Client) -> None:
    game = seat_table(names=("=1+1", "Boris", "Vera", "Vera"))
    write(game, out(1, {0: "10", 2: "11", 3: "20"}, last=["6-6"]))
    heads, hand = rows_of(client, f"{game.get_absolute_url()}?export=csv")
    assert heads[3:6] == ["'=1+1", "'=1+1: Account", "Boris"]
    assert hand[:3] == ["1", "Out: Boris", "Vera 3: 1-1 (2); Vera 4: 2-0 (2); =1+1: 1-0 (1)"]
    assert len(hand) == len(heads) == 3 + 2 * 4 + 1
    Tournament.objects.update(results_hidden=True)
    assert "Content-Disposition" not in client.get(f"{game.get_absolute_url()}?export=csv")


def test_the_other_tables_of_a_page_are_taken_away_by_their_name(client: Client, played: str) -> None:
    player = Player.objects.get(name="Борис").get_absolute_url()
    assert rows_of(client, f"{player}?export=csv")[1][4] == "'=1+1, Вера, Глеб"
    assert [row[0] for row in rows_of(client, f"{player}?export=csv&of=opponents")[1:]] == ["'=1+1", "Вера", "Глеб"]
    assert rows_of(client, "/records/?export=csv&of=records")[0] == ["Record", "Value", "Who", "Tournament", "Day"]
    assert client.get(f"{player}?export=csv&of=nothing").status_code == 404


def test_the_log_is_taken_away_as_it_is_filtered() -> None:
    client = build_world().client("organiser")
    heads, *rows = rows_of(client, "/run/open/log/?action=publish_round&export=csv")
    assert heads == ["When", "Who", "From where", "What", "About", "What changed"]
    assert {row[3] for row in rows} == {"Round published"}


def test_files_of_a_network_have_a_limit_that_says_when_to_ask_again(
    client: Client, minute: Minute, settings, admin_user: User
) -> None:
    game, settings.FILES = seat_table(), 3
    home = game.table.round.get_absolute_url()
    files = [
        f"{home}pairings.pdf",
        f"{home}?export=xlsx",
        f"{home}?export=csv",
        f"{home}?export=pdf",
        f"{home}names.pdf",
    ]
    assert [client.get(file).status_code for file in files] == [200, 200, 200, 429, 429]
    refused = client.get(f"{home}?export=pdf", headers={"accept-language": "ru"})
    assert refused.headers["Retry-After"] == "60"
    assert "Спросите снова через 60 секунд" in refused.text
    assert f'href="{home}"' in refused.text
    assert client.get(home).status_code == 200
    assert Client(REMOTE_ADDR="192.0.2.9").get(files[0]).status_code == 200
    organiser = Client()
    organiser.force_login(admin_user)
    assert organiser.get(files[0]).status_code == 200
    minute.passes()
    assert client.get(files[0]).status_code == 200


def test_a_long_file_counts_for_several(client: Client, minute: Minute, settings, monkeypatch) -> None:
    game, settings.FILES = seat_table(), 5
    monkeypatch.setattr("tournaments.views.exporting.A_THOUSAND", 2)
    file = f"{game.table.round.get_absolute_url()}?export=csv"
    assert [client.get(file).status_code for _ in range(3)] == [200, 200, 429]


def test_a_file_that_is_kept_is_given_to_all_and_not_counted(kept: None, minute: Minute, settings) -> None:
    game, settings.FILES = seat_table(), 1
    file = f"{game.table.round.get_absolute_url()}?export=xlsx"
    first, *others = [Client().get(file) for _phone in range(4)]
    assert {answer.content for answer in others} == {first.content}
    assert {answer.headers["Content-Disposition"] for answer in others} == {first.headers["Content-Disposition"]}
    assert Client().get(file, headers={"if-none-match": others[0]["ETag"]}).status_code == 304
    write(game, {"judge": [{"stop": "time"}]})
    assert Client().get(file).status_code == 429
    minute.passes()
    assert Client().get(file).content != first.content
