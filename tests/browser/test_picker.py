"""The tile picker on a phone and at a keyboard: few taps, nothing missed, whole games of every kind."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.phone import Phone
from tests.tournaments.room import FOUR, seat_table
from tournaments.models import Game, Hand, Invitation, Result

pytestmark = pytest.mark.django_db(transaction=True)


def table(variant: str = "mandavoshka", players: int = 4, *, pairs: bool = False, **options: object) -> Game:
    game = seat_table(FOUR[:players], variant=variant, pairs=pairs, options=options)
    Invitation.objects.create(tournament=game.table.round.tournament, token="secret")
    return game


@pytest.fixture
def phone(browser_page: Callable[..., Page], transactional_db: None) -> Callable[[Game], Phone]:
    return lambda game: Phone(browser_page("phone")).open(game.pk)


def test_nine_tiles_in_fourteen_taps(phone: Callable[[Game], Phone]) -> None:
    game = table()
    keeper = phone(game)
    keeper.hand_of_nine()
    keeper.net("Saved")
    expect(keeper.page.get_by_role("heading", name="Hand 2")).to_be_visible()
    assert keeper.taps <= 14
    left = {"1": ["0-0", "2-1", "6-5"], "2": ["2-0", "6-1"], "3": ["1-0", "1-1", "2-2", "3-1"]}
    assert Hand.objects.get().facts == {"end": "out", "by": 0, "left": left}
    assert [int(total) for total in keeper.page.locator("[data-total]").all_inner_texts()] == [0, 34, 0, 0]


def test_nine_tiles_by_keyboard(browser_page: Callable[..., Page], transactional_db: None) -> None:
    game = table()
    keeper = Phone(browser_page("desktop")).open(game.pk)
    keeper.press("1", "-", *"002156", "Tab", *"2061", "Tab", *"10112213", "Enter")
    expect(keeper.page.locator(".pk-save")).to_be_focused()
    keeper.says("Boris +34")
    keeper.press("Enter")
    keeper.net("Saved")
    expect(keeper.page.get_by_role("heading", name="Hand 2")).to_be_visible()
    assert keeper.keys <= 40
    assert Hand.objects.get().facts["left"]["3"] == ["1-0", "1-1", "2-2", "3-1"]


def test_a_slip_on_who_is_seen_and_taken_back(phone: Callable[[Game], Phone]) -> None:
    game = table()
    keeper = phone(game)
    keeper.who(0)
    keeper.choose("another")
    keeper.tile("6-5", "6-4")
    keeper.who(1)
    keeper.says("Boris went out, but holds 2 tiles.")
    expect(keeper.page.locator(".pk-save")).to_have_attribute("aria-disabled", "true")
    keeper.choose("Anna")
    expect(keeper.page.locator('[data-hand="0"]')).to_contain_text("2 tiles")
    keeper.says("Boris is out. With which last tile?")
    keeper.who(1)
    keeper.says("Who went out?")


def test_another_hands_tile_moves_on_the_second_tap(phone: Callable[[Game], Phone]) -> None:
    game = table()
    keeper = phone(game)
    keeper.who(0)
    keeper.tile("6-5")
    keeper.hand(2)
    keeper.tile("6-5")
    keeper.says("6-5 is in the hand of Boris")
    expect(keeper.page.get_by_role("button", name="6-5, Boris")).to_be_visible()
    keeper.tile("6-5")
    expect(keeper.page.get_by_role("button", name="6-5, Vera")).to_be_visible()
    keeper.tile("6-5")
    expect(keeper.page.get_by_role("button", name="6-5", exact=True)).to_have_attribute("aria-pressed", "false")


def test_the_last_tile_is_asked_and_an_early_win_ends_the_game(phone: Callable[[Game], Phone]) -> None:
    game = table()
    keeper = phone(game)
    keeper.who(2)
    keeper.tile("6-5")
    keeper.hand(0)
    keeper.tile("5-5")
    keeper.hand(1)
    keeper.tile("4-4")
    keeper.says("With which last tile?")
    expect(keeper.page.locator(".pk-save")).to_have_attribute("aria-disabled", "true")
    keeper.choose("6-6")
    keeper.says("The game is over")
    keeper.save()
    expect(keeper.page.get_by_role("heading", name="The game is over")).to_be_visible()
    expect(keeper.page.locator(".keep-places li").first).to_contain_text("Vera")
    expect(keeper.page.locator(".keep-rated li")).to_have_count(4)
    assert Result.objects.filter(game=game, won=True).count() == 1
    keeper.page.get_by_role("button", name="Undo").tap()
    expect(keeper.page.get_by_role("heading", name="Hand 1")).to_be_visible()
    keeper.says("The game is over")
    assert not Hand.objects.exists()


def test_who_said_another_last_tile_is_not_asked_once_more(phone: Callable[[Game], Phone]) -> None:
    keeper = phone(table())
    keeper.who(2)
    keeper.choose("another")
    for seat, tile in ((0, "6-5"), (1, "5-5"), (3, "4-4")):
        keeper.hand(seat)
        keeper.tile(tile)
    expect(keeper.page.locator("[data-doubt]")).to_have_count(1)
    expect(keeper.page.locator("[data-doubt]")).to_be_hidden()
    expect(keeper.page.locator('.pk-save[data-do="save"]')).to_have_text("Save hand 1")


def test_no_question_where_both_deciding_tiles_are_in_hands(phone: Callable[[Game], Phone]) -> None:
    keeper = phone(table())
    keeper.who(0)
    keeper.tile("6-6", "0-0")
    keeper.next()
    keeper.tile("5-5")
    keeper.next()
    keeper.tile("4-4")
    keeper.says("Nothing is written")


def test_a_whole_game_to_its_target(phone: Callable[[Game], Phone]) -> None:
    game = table(target=60, burn_at=None)
    keeper = phone(game)
    keeper.hand_of_nine()
    expect(keeper.page.get_by_role("heading", name="Hand 2")).to_be_visible()
    keeper.tap('[data-end="fish"]')
    keeper.who(3)
    for seat, tiles in ((0, ["5-5"]), (1, ["6-6", "6-5"]), (2, ["5-4"]), (3, ["6-4"])):
        keeper.hand(seat)
        keeper.tile(*tiles)
    keeper.says("Boris +")
    keeper.says("The game is over")
    keeper.save()
    expect(keeper.page.get_by_role("heading", name="The game is over")).to_be_visible()
    assert Hand.objects.count() == 2
    assert Result.objects.get(lost=True).side == 1


def test_a_pair_game_shows_the_pairs_and_asks_both_bonuses(phone: Callable[[Game], Phone]) -> None:
    game = table("morskoy_kozel", pairs=True, popular_doubles=True)
    keeper = phone(game)
    expect(keeper.page.locator(".pk-pair").first).to_contain_text("Anna / Vera")
    keeper.who(0)
    keeper.choose("0-0")
    keeper.says("Which tile opened the hand?")
    keeper.choose("6-6")
    keeper.tile("6-5")
    keeper.next()
    expect(keeper.page.locator('[data-hand="3"]')).to_have_attribute("aria-pressed", "true")
    keeper.tile("5-5")
    keeper.save()
    keeper.net("Saved")
    expect(keeper.page.get_by_role("heading", name="Hand 2")).to_be_visible()
    facts = {"end": "out", "by": 0, "left": {"1": ["6-5"], "3": ["5-5"]}, "last": ["0-0"], "first": "6-6"}
    assert Hand.objects.get().facts == facts
    assert keeper.page.locator(".pk-pair b").first.inner_text() == "96"


def test_plays_are_counted_in_their_order_and_taken_back(phone: Callable[[Game], Phone]) -> None:
    game = table("fives")
    keeper = phone(game)
    for seat, ends in ((0, 15), (0, 4), (1, 20), (1, 10)):
        if keeper.page.locator(f'[data-who="{seat}"]').get_attribute("aria-pressed") != "true":
            keeper.who(seat)
        keeper.page.locator(".pk-event").filter(has_text=str(ends)).first.tap()
    keeper.page.get_by_role("button", name="Take back Boris, 10").tap()
    keeper.says("Anna +3, Boris +4")
    expect(keeper.page.locator(".pk-save")).to_have_attribute("aria-disabled", "true")
    keeper.tap('[data-end="out"]')
    keeper.who(2)
    keeper.save()
    keeper.net("Saved")
    expect(keeper.page.get_by_role("heading", name="Hand 2")).to_be_visible()
    plays = [{"seat": 0, "ends": 15}, {"seat": 0, "ends": 4}, {"seat": 1, "ends": 20}]
    assert Hand.objects.get().facts == {"end": "out", "by": 2, "plays": plays}


def test_events_as_buttons(phone: Callable[[Game], Phone]) -> None:
    game = table("lucky_threes", 3)
    keeper = phone(game)
    keeper.who(0)
    for event in ("scoring move", "unlucky draw", "set off"):
        keeper.page.get_by_role("button", name=event).first.tap()
    keeper.tap('[data-end="out"]')
    keeper.who(1)
    keeper.says("The game is over")
    keeper.save()
    expect(keeper.page.get_by_role("heading", name="The game is over")).to_be_visible()
    assert [play["event"] for play in Hand.objects.get().facts["plays"]] == ["scoring_move", "unlucky_draw", "offset"]


def test_draughts_in_three_taps(phone: Callable[[Game], Phone]) -> None:
    game = table("draughts", 2)
    keeper = phone(game)
    keeper.tap('[data-result="1"]')
    keeper.choose("blocked")
    keeper.save()
    expect(keeper.page.get_by_role("heading", name="The game is over")).to_be_visible()
    assert keeper.taps == 3
    assert Hand.objects.get().facts == {"result": 1, "how": "blocked"}


def test_pips_alone(phone: Callable[[Game], Phone]) -> None:
    game = table(players=2)
    keeper = phone(game)
    keeper.who(0)
    keeper.choose("another")
    keeper.page.locator(".pk-menu summary").tap()
    keeper.page.get_by_role("button", name="Enter pips only").tap()
    keeper.page.get_by_role("textbox", name="Boris: only pips").fill("23")
    keeper.says("Boris +23")
    keeper.save()
    keeper.net("Saved")
    expect(keeper.page.get_by_role("heading", name="Hand 2")).to_be_visible()
    assert Hand.objects.get().facts["pips"] == {"1": 23}


def test_the_hand_being_entered_survives_a_reload(phone: Callable[[Game], Phone]) -> None:
    game = table()
    keeper = phone(game)
    keeper.who(0)
    keeper.tile("6-5", "6-4")
    keeper.open(game.pk)
    expect(keeper.page.locator('[data-hand="1"]')).to_contain_text("2 tiles")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (390, 664), (360, 640)])
def test_all_of_a_hand_is_on_one_screen(phone: Callable[[Game], Phone], width: int, height: int) -> None:
    keeper = phone(table())
    keeper.page.set_viewport_size({"width": width, "height": height})
    page = keeper.page

    def fits() -> bool:
        expect(page.locator(".pk-save")).to_be_in_viewport(ratio=1)
        covered = """() => {
            const dock = document.querySelector(".pk-dock").getBoundingClientRect();
            const tile = document.querySelector('[data-tile="6-6"]').getBoundingClientRect();
            const small = [...document.querySelectorAll(".pk button, .pk a")].filter((one) => one.checkVisibility())
                .filter((one) => one.getBoundingClientRect().height < 43.5);
            return [document.documentElement.scrollWidth <= innerWidth, tile.bottom <= dock.top + 4, small.length];
        }"""
        return page.evaluate(covered) == [True, True, 0]

    assert fits()
    keeper.who(0)
    keeper.says("With which last tile?")
    assert fits()
    keeper.choose("another")
    keeper.tile("6-5")
    keeper.next()
    keeper.tile("5-5")
    keeper.next()
    keeper.tile("4-4")
    keeper.says("Nothing is written")
    assert fits()


def test_what_is_said_is_read_out_when_one_pauses(browser_page: Callable[..., Page], transactional_db: None) -> None:
    game, page = table(), browser_page("phone")
    page.clock.install()
    keeper = Phone(page).open(game.pk)
    status = page.locator(".pk-form [role=status]")
    expect(status).to_contain_text("Who went out?")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)
    keeper.who(0)
    keeper.says("With which last tile?")
    page.clock.run_for(800)
    assert "Who went out?" in status.inner_text()
    page.clock.run_for(200)
    expect(status).to_contain_text("With which last tile?")


def test_a_judges_entry_follows_the_hands_of_the_picker(phone: Callable[[Game], Phone]) -> None:
    keeper = phone(table())
    keeper.hand_of_nine()
    expect(keeper.page.get_by_role("heading", name="Hand 2")).to_be_visible()
    keeper.net("Saved")
    keeper.page.locator(".pk-menu summary").tap()
    keeper.page.get_by_role("button", name="Judge, redeal, stop the game").tap()
    keeper.page.get_by_label("What").first.select_option("points")
    keeper.page.get_by_label("Who", exact=True).first.select_option(label="Anna")
    keeper.page.get_by_role("textbox", name="Points").first.fill("30")
    keeper.page.get_by_role("button", name="Save the judge's entry").tap()
    expect(keeper.page.locator("[data-total]").first).to_have_text("30")
    assert Hand.objects.count() == 2
    expect(keeper.page.get_by_role("heading", name="Hand 2")).to_be_visible()


def test_a_shut_round_takes_nothing(phone: Callable[[Game], Phone]) -> None:
    game = table()
    type(game.table.round).objects.update(status="closed")
    keeper = phone(game)
    expect(keeper.page.locator(".pk-screen")).to_contain_text("Nothing can be written down in this game now.")
    expect(keeper.page.locator(".pk-form")).to_be_hidden()


def test_the_desk_is_a_tap_away_while_a_hand_is_entered(
    browser_page: Callable[..., Page], transactional_db: None, admin_user: User
) -> None:
    game = table()
    page = browser_page("phone", user=admin_user)
    page.goto(f"/keep/{game.pk}/")
    page.locator('[data-who="0"]').tap()
    expect(page.locator('[data-net="enter"]')).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("link", name="Desk").tap()
    expect(page).to_have_url(re.compile(reverse("organiser:desk", args=[game.table.round.tournament.slug])))
    page.go_back()
    expect(page.locator('[data-net="enter"]')).to_be_visible()
