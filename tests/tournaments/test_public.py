"""The public pages: what they show, that drafts stay hidden, and that queries do not grow with the rows."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from decimal import Decimal

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from tests.tournaments.room import FOUR, add_table, fish, out, seat_table, write
from tournaments.models import Entry, EntryPlayer, Game, Ladder, Player, Rating, Result, Round, Seat, Tournament
from tournaments.queries.standings import standings

pytestmark = pytest.mark.django_db


def finish(game: Game, by: int = 0) -> None:
    """An early win: the others stand at the target."""
    left = {seat: text for seat, text in enumerate(("10", "54", "11", "20")) if seat != by}
    write(game, out(by, left, last=["6-6"]))


def pages(game: Game) -> list[str]:
    tournament = game.table.round.tournament
    return [
        "/",
        "/t/",
        tournament.get_absolute_url(),
        game.table.round.get_absolute_url(),
        f"/t/{tournament.slug}/standings/",
        game.get_absolute_url(),
        "/ladder/",
        "/variants/",
        "/variants/mandavoshka/",
        "/variants/morskoy_kozel_exchange/",
    ]


@pytest.mark.parametrize("language", ["ru", "en"])
def test_every_page_opens_in_both_languages(client: Client, language: str) -> None:
    game = seat_table()
    finish(game)
    extra = [ladder.get_absolute_url() for ladder in Ladder.objects.all()]
    extra += [player.get_absolute_url() for player in Player.objects.all()]
    for page in pages(game) + extra:
        response = client.get(page, headers={"accept-language": language})
        assert response.status_code == 200, page
        assert f'<html lang="{language}"' in response.content.decode(), page


def test_an_empty_site_says_what_to_do_first(client: Client) -> None:
    for page in ("/", "/t/", "/ladder/"):
        assert 'class="empty"' in client.get(page).content.decode()


def test_a_draft_tournament_is_no_page(client: Client) -> None:
    game = seat_table()
    Tournament.objects.update(status=Tournament.Status.DRAFT)
    tournament = game.table.round.tournament
    hidden = [tournament.get_absolute_url(), f"/t/{tournament.slug}/standings/", game.get_absolute_url()]
    assert [client.get(page).status_code for page in hidden] == [404, 404, 404]
    assert tournament.name not in client.get("/t/").content.decode()
    assert tournament.name not in client.get("/").content.decode()


def test_people_of_a_draft_tournament_are_no_page_until_it_is_shown(client: Client) -> None:
    game = seat_table()
    page = Player.objects.get(name="Anna").get_absolute_url()
    assert client.get(page).status_code == 200
    Tournament.objects.update(status=Tournament.Status.DRAFT)
    assert client.get(page).status_code == 404
    organiser = get_user_model().objects.create_user("olga")
    game.table.round.tournament.organisers.add(organiser)
    client.force_login(organiser)
    assert client.get(page).status_code == 200


def test_a_draft_round_is_seen_by_its_organiser_alone(client: Client) -> None:
    game = seat_table(status=Round.Status.DRAFT)
    round_page, table_page = game.table.round.get_absolute_url(), game.get_absolute_url()
    assert client.get(round_page).status_code == client.get(table_page).status_code == 404
    assert round_page not in client.get(game.table.round.tournament.get_absolute_url()).content.decode()
    organiser = get_user_model().objects.create_user("olga")
    game.table.round.tournament.organisers.add(organiser)
    client.force_login(organiser)
    assert client.get(round_page).status_code == client.get(table_page).status_code == 200


def test_a_game_is_found_only_under_its_own_tournament(client: Client) -> None:
    game, other = seat_table(), seat_table(slug="other")
    assert client.get(f"/t/cup/table/{other.pk}/").status_code == 404
    assert client.get(f"/t/cup/table/{game.pk}/").status_code == 200
    assert client.get("/t/cup/round/2/").status_code == 404


def test_places_shared_in_a_penalty_game() -> None:
    game = seat_table()
    finish(game)
    rows = standings(game.table.round.tournament).rows
    assert [(row.name, row.place, row.sharing, row.points) for row in rows] == [
        ("Anna", 1, 1, Decimal(4)),
        ("Boris", 2, 3, Decimal(2)),
        ("Gleb", 2, 3, Decimal(2)),
        ("Vera", 2, 3, Decimal(2)),
    ]
    assert (rows[0].games, rows[0].wins, rows[0].points_for, rows[0].points_against) == (1, 1, 0, 303)


def test_the_fewer_written_stand_higher_among_equals() -> None:
    game = seat_table()
    first, second = (add_table(game.table.round, (f"{name}1", f"{name}2")) for name in "AB")
    for at_table, written in ((first, 30), (second, 20)):
        for side, entry in enumerate(Entry.objects.filter(seats__table=at_table.table).order_by("number")):
            Result.objects.create(
                game=at_table,
                entry=entry,
                side=side,
                place=side + 1,
                won=not side,
                lost=bool(side),
                points_for=written,
                points_against=10,
                points=1 - side,
            )
    assert [row.name for row in standings(game.table.round.tournament).rows][:2] == ["B1", "A1"]


def test_the_difference_decides_where_points_are_good() -> None:
    game = seat_table(variant="morskoy_kozel_exchange", pairs=True)
    write(game, *[out(0, {1: "66 65", 3: "64 63"})] * 5)
    rows = standings(game.table.round.tournament).rows
    assert [(row.name, row.place, row.points) for row in rows] == [("Anna / Vera", 1, 1), ("Boris / Gleb", 2, 0)]
    assert rows[0].difference == -rows[1].difference > 0


@pytest.mark.parametrize(("pairs", "heading"), [(True, "Pair"), (False, "Player")])
def test_the_names_of_the_standings_are_headed_by_what_they_are(client: Client, pairs: bool, heading: str) -> None:
    tournament = seat_table(variant="morskoy_kozel_exchange", pairs=pairs).table.round.tournament
    page = client.get(reverse("public:standings", args=[tournament.slug])).text
    assert set(re.findall(r">\s*(Pair|Player)\s*<", page)) == {heading}


def test_who_has_no_partner_yet_is_no_pair(client: Client) -> None:
    tournament = seat_table(variant="morskoy_kozel_exchange", pairs=True).table.round.tournament
    assert tournament.kind == Tournament.Kind.PAIRS
    entry = Entry.objects.create(tournament=tournament, number=9)
    player = Player.objects.create(name="Zoya", slug="zoya")
    EntryPlayer.objects.create(entry=entry, tournament=tournament, player=player)
    page = client.get(tournament.get_absolute_url()).text
    assert "2 pairs" in page
    assert page.count("no partner yet") == 1
    for address in ("/", "/t/"):
        assert "2 pairs" in client.get(address).text


def test_a_long_name_may_break_where_one_would_divide_it(client: Client) -> None:
    game = seat_table(("Анна Константинопольская", "R&D Соколова", "Преображенская Вера", "Gleb"))
    tournament = game.table.round.tournament
    page = client.get(f"/t/{tournament.slug}/standings/").text
    assert ">Анна Констан\xadти\xadно\xadполь\xadская<" in page
    assert '<span class="long">Преоб\xadра\xadжен\xadская</span> Вера' in page
    assert ">R&amp;D Соколова<" in page
    finish(game)
    assert "R&amp;D Соколова" in client.get("/").text


def rest(round_: Round, name: str) -> Entry:
    entry = Entry.objects.create(tournament=round_.tournament, number=round_.tournament.entries.count() + 1)
    player = Player.objects.create(name=name, slug=name.lower())
    EntryPlayer.objects.create(entry=entry, tournament=round_.tournament, player=player)
    round_.stage.members.create(entry=entry, seed=entry.number)
    Seat.objects.create(round=round_, player=player, entry=entry, bye="bye")
    return entry


def test_a_bye_counts_once_its_round_is_published(client: Client) -> None:
    round_ = seat_table().table.round
    rest(round_, "Zoya")
    row = standings(round_.tournament).rows[0]
    assert (row.name, row.points, row.byes, row.games) == ("Zoya", Decimal("2.5"), 1, 0)
    assert "Zoya" in client.get(round_.get_absolute_url()).content.decode()
    Round.objects.update(status=Round.Status.DRAFT)
    assert standings(round_.tournament).rows[0].points == 0


def test_standings_after_an_earlier_round_and_who_moved() -> None:
    game = seat_table()
    finish(game)
    round_ = game.table.round
    Round.objects.update(status=Round.Status.CLOSED)
    second = Round.objects.create(
        tournament=round_.tournament, stage=round_.stage, number=2, status=Round.Status.PUBLISHED
    )
    again = Game.objects.create(table=second.tables.create(number=1))
    for seat in Seat.objects.filter(table=game.table):
        Seat.objects.create(round=second, table=again.table, number=seat.number, player=seat.player, entry=seat.entry)
    finish(again, by=1)
    now = standings(round_.tournament)
    assert (now.after, [row.moved for row in now.rows]) == (2, [0, 1, -1, -1])
    assert standings(round_.tournament, 1).rows[0].name == "Anna"
    assert standings(round_.tournament, 1).rows[0].moved is None


def test_a_ladder_shows_what_it_ranks_by_and_only_the_order_of_the_provisional(client: Client) -> None:
    finish(seat_table())
    page = client.get("/ladder/mandavoshka/").text
    rating = Rating.objects.filter(ladder__variant="mandavoshka").order_by("-ordinal").first()
    assert '<span class="ld-order">1</span>' in page
    assert f'<td class="num strong">{rating.ordinal:.1f}' in page
    assert f"{rating.mu:.1f} ± {2 * rating.sigma:.1f}" in page


@pytest.fixture
def count_queries(client: Client) -> Callable[[str], int]:
    def count(page: str) -> int:
        client.get(page)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page).status_code == 200
        return len(queries)

    return count


def test_queries_do_not_grow_with_the_rows(count_queries: Callable[[str], int]) -> None:
    game = seat_table()
    finish(game)
    whose = Player.objects.get(name="Anna").get_absolute_url()
    asked = [*pages(game), "/ladder/mandavoshka/", whose]
    few = {page: count_queries(page) for page in asked}
    for letter in "KLM":
        finish(add_table(game.table.round, [f"{letter}{seat}" for seat in range(4)]))
    assert {page: count_queries(page) for page in asked} == few


def test_standings_take_four_queries(
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    game = seat_table()
    finish(game)
    with django_assert_num_queries(4):
        standings(game.table.round.tournament)


def test_a_page_of_standings_sorts_by_a_column(client: Client) -> None:
    finish(seat_table())
    page = client.get("/t/cup/standings/?sort=-name").content.decode()
    assert 'aria-sort="descending"' in page
    assert page.index("Vera") < page.index("Anna")
    assert "2–4" in page


def test_the_sheet_shows_hands_reasons_and_the_result(client: Client) -> None:
    game = seat_table()
    write(game, fish(0, {0: "10", 1: "54", 2: "66", 3: "20"}))
    finish(game)
    page = client.get(game.get_absolute_url()).content.decode()
    assert 'aria-label="6-6"' in page
    assert "6‑6 alone counts 50" in page
    assert "Result" in page
    for name in FOUR:
        assert name in page


def test_the_theme_is_kept_in_a_cookie(client: Client) -> None:
    response = client.post("/theme/", {"theme": "dark", "next": "/t/"})
    assert (response.status_code, response["Location"]) == (302, "/t/")
    assert 'data-theme="dark"' in client.get("/").content.decode()
    client.post("/theme/", {"theme": "pink", "next": "https://elsewhere.example/"})
    assert 'data-theme="dark"' in client.get("/").content.decode()


def test_the_switch_of_language_leads_back(client: Client) -> None:
    response = client.post("/language/", {"language": "ru", "next": "/t/"})
    assert response["Location"] == "/t/"
    assert '<html lang="ru"' in client.get("/t/").content.decode()
    translation.activate("en")


def test_an_unknown_page_has_the_frame_of_the_site(client: Client) -> None:
    response = client.get("/nothing/")
    assert response.status_code == 404
    assert "site-top" in response.content.decode()


def test_the_verdict_names_winners_after_an_early_win_else_losers(client: Client) -> None:
    early, slow = seat_table(), seat_table(slug="slow")
    finish(early)
    write(slow, *[fish(0, {0: "10", 1: "54", 2: "66", 3: "20"})] * 2)
    assert "Won: Anna." in client.get(early.get_absolute_url()).content.decode()
    assert "Lost: Vera." in client.get(slow.get_absolute_url()).content.decode()


def test_home_says_how_far_the_open_round_is(client: Client) -> None:
    game = seat_table()
    add_table(game.table.round, ("Dina", "Egor"))
    finish(game)
    page = client.get("/", headers={"accept-language": "en"}).text
    assert "Round 1: 1 of 2 games finished" in page
    assert f'href="{game.table.round.get_absolute_url()}">Where do I sit?' in page
    Round.objects.update(status=Round.Status.CLOSED)
    page = client.get("/", headers={"accept-language": "en"}).text
    assert "Round 1 is over" in page
    assert "Where do I sit?" not in page


def test_home_counts_the_games_of_a_season(client: Client) -> None:
    game = seat_table()
    Round.objects.update(sitting=True, stage=None)
    Tournament.objects.update(format=Tournament.Format.SEASON)
    assert "1 game going on" in client.get("/", headers={"accept-language": "en"}).text
    finish(game)
    assert "No game going on just now" in client.get("/", headers={"accept-language": "en"}).text


def test_what_goes_on_stands_before_what_is_over_and_a_day_before_none(client):
    made = [
        Tournament.objects.create(name=name, slug=name, variant="kozel", status=status, starts_at=at)
        for name, status, at in [
            ("dayless", "finished", None),
            ("over", "finished", "2026-11-30T12:00Z"),
            ("on", "published", None),
            ("announced", "published", "2026-11-01T12:00Z"),
        ]
    ]
    dayless, over, on, announced = made
    assert [one for one in client.get("/t/").context["page"] if one in made] == [announced, on, over, dayless]
    now = client.get("/").context["now"]
    assert [one for one in now.to_come if one in made] == [announced, on]
    assert [one for one in now.past if one in made] == [over, dayless]
