"""A scorekeeper with a phone: in by the link, a hand typed and looked at, saved, undone; with a script and without."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tournaments.room import seat_table, write
from tournaments.models import Game, Hand, Invitation, Result

pytestmark = pytest.mark.django_db(transaction=True)

LONG = ("Anastasia Konstantinopolskaya", "Boris Kats", "Vera Galieva", "Gleb Zimin-Orlovsky")


@pytest.fixture
def game(transactional_db: None) -> Game:
    game = seat_table(LONG)
    Invitation.objects.create(tournament=game.table.round.tournament, token="secret")
    return game


def come_in(page: Page) -> None:
    """To the text form of the first table, which stands there by itself where there is no script."""
    page.goto("/k/secret/")
    page.get_by_label("Your name").fill("Nina")
    page.get_by_role("button", name="To my tables").tap()
    page.goto(page.get_by_role("link", name="Table 1").get_attribute("href") + "?as=text")
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()


def fits(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def small_targets(page: Page) -> list[str]:
    """Everything to press that is lower than 44 px."""
    return page.evaluate(
        """() => [...document.querySelectorAll("main a, main button, main input:not([type=hidden]), main summary")]
            .filter((element) => element.checkVisibility() && element.type !== "checkbox")
            .filter((element) => element.getBoundingClientRect().height < 43.5)
            .map((element) => element.outerHTML.slice(0, 80))"""
    )


def test_a_hand_is_typed_looked_at_saved_and_undone(browser_page: Callable[..., Page], game: Game) -> None:
    page = browser_page("phone")
    come_in(page)
    assert fits(page)
    assert small_targets(page) == []
    page.get_by_role("radio", name="Anastasia").tap()
    page.get_by_label("Boris Kats", exact=True).press_sequentially("6454")
    expect(page.get_by_label("Boris Kats", exact=True)).to_have_value("64 54")
    page.get_by_label("Vera Galieva", exact=True).press_sequentially("66")
    expect(page.locator("#dock")).to_contain_text("Gleb Zimin-Orlovsky: the hand is missing")
    page.get_by_label("Gleb Zimin-Orlovsky", exact=True).press_sequentially("00 11")
    expect(page.locator("#dock")).to_contain_text("Vera Galieva +71")
    assert fits(page)
    assert not Hand.objects.exists()
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.get_by_role("status").first).to_contain_text("Saved: hand 1.")
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    assert Hand.objects.get().facts["left"] == {"1": ["6-4", "5-4"], "2": ["6-6"], "3": ["0-0", "1-1"]}

    page.locator(".sh-open").tap()
    expect(page.locator(".sh-box")).to_contain_text("6‑6 alone counts 50")
    expect(page.locator(".sh-box")).to_be_visible()
    assert fits(page)
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_label("Boris Kats", exact=True)).to_have_value("6-4 5-4")
    assert not Hand.objects.exists()


def test_the_save_button_stays_under_the_thumb(browser_page: Callable[..., Page], game: Game) -> None:
    page = browser_page("phone")
    come_in(page)
    button = page.get_by_role("button", name="Preview")
    expect(button).to_be_in_viewport(ratio=1)
    page.get_by_label("Gleb Zimin-Orlovsky", exact=True).fill("64")
    expect(button).to_be_in_viewport(ratio=1)


def test_a_game_to_its_end_without_a_script(browser_page: Callable[..., Page], game: Game) -> None:
    page = browser_page("phone", javascript=False)
    come_in(page)
    page.get_by_role("radio", name="Boris").check(force=True)
    page.get_by_label("Last move").fill("66")
    page.get_by_role("button", name="Preview").tap()
    expect(page.locator("#dock")).to_contain_text("an early win")
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    expect(page.locator(".keep-places li").first).to_contain_text("Boris Kats")
    assert Result.objects.filter(game=game).count() == 4
    page.locator(".sh-open").tap()
    expect(page.locator(".sh-box")).to_be_visible()
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_label("Last move")).to_have_value("6-6")
    assert not Result.objects.exists()


def test_plays_without_a_script(browser_page: Callable[..., Page], transactional_db: None) -> None:
    fives = seat_table(LONG, variant="fives")
    Invitation.objects.create(tournament=fives.table.round.tournament, token="secret")
    page = browser_page("phone", javascript=False)
    come_in(page)
    assert fits(page)
    assert small_targets(page) == []
    page.get_by_role("radio", name="Vera").check(force=True)
    page.get_by_label("Who, row 2").select_option("Boris")
    page.get_by_label("Open ends, row 2").fill("20")
    page.get_by_role("button", name="More rows").tap()
    expect(page.get_by_label("Who, row 6")).to_be_visible()
    page.get_by_label("Open ends, row 2").press("Enter")
    expect(page.locator("#dock")).to_contain_text("Open ends 20 give 4: Boris Kats.")
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    assert Hand.objects.get().facts == {"end": "out", "by": 2, "plays": [{"seat": 1, "ends": 20}]}


@pytest.mark.parametrize("variant", ["bergen", "lucky_threes", "two_lane", "draughts"])
def test_other_games_fit(browser_page: Callable[..., Page], transactional_db: None, variant: str) -> None:
    made = seat_table(LONG[:2] if variant == "draughts" else LONG, variant=variant)
    Invitation.objects.create(tournament=made.table.round.tournament, token="secret")
    page = browser_page("phone")
    page.goto("/k/secret/")
    page.get_by_label("Your name").fill("Nina")
    page.get_by_role("button", name="To my tables").tap()
    expect(page.get_by_role("heading", name="My tables")).to_be_visible()
    page.goto(f"/keep/{made.pk}/?as=text")
    for summary in page.locator("main summary").all():
        summary.click()
    assert fits(page)
    assert small_targets(page) == []


def test_unsaved_input_is_not_left_without_a_question(browser_page: Callable[..., Page], game: Game) -> None:
    page = browser_page("phone")
    come_in(page)
    page.get_by_label("Boris Kats", exact=True).press_sequentially("64")
    expect(page.locator(".keep-net")).to_contain_text("Not saved yet")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.get_by_role("link", name="To my tables").tap()
    for _ in range(1200):
        if asked:
            break
        page.wait_for_timeout(50)
    assert asked == ["beforeunload"]
    assert page.url.endswith(f"/keep/{game.pk}/?as=text")


@pytest.mark.parametrize("device", ["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit(browser_page: Callable[..., Page], game: Game, device: str, scheme: str) -> None:
    write(game, {"end": "out", "by": 0, "last": ["6-6"]})
    goat = seat_table(
        LONG, variant="morskoy_kozel_exchange", options={"popular_doubles": True}, pairs=True, slug="goat"
    )
    Invitation.objects.create(tournament=goat.table.round.tournament, token="goat")
    page = browser_page(device, scheme=scheme)
    page.goto("/k/secret/")
    page.get_by_label("Your name").fill("Nina")
    page.get_by_role("button", name="To my tables").click()
    page.goto("/k/goat/")
    for address in ("/keep/", f"/keep/{game.pk}/", f"/keep/{goat.pk}/"):
        page.goto(address)
        expect(page.locator("h1")).to_have_count(1)
        assert fits(page)
        assert small_targets(page) == []


def test_both_buttons_of_a_doubted_hand_are_on_the_screen(browser_page: Callable[..., Page], game: Game) -> None:
    page = browser_page("phone", locale="ru", javascript=False)
    page.goto("/k/secret/")
    page.locator("[name=name]").fill("Нина")
    page.locator("main form button").click()
    page.goto(f"/keep/{game.pk}/")
    for name, value in (("end", "fish"), ("by", "1")):
        page.locator(f"[name={name}][value='{value}']").check(force=True)
    for seat, tile in enumerate(("64", "10", "33", "00")):
        page.locator(f"[name=left_{seat}]").fill(tile, force=True)
    page.get_by_role("button", name="Показать, что запишется").click()
    save = page.get_by_role("button", name="Всё равно сохранить").bounding_box()
    assert save
    assert save["x"] + save["width"] <= 390
