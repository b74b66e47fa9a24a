"""No hand is lost and none is doubled: no network, a closed browser, two phones, a double tap, another keeper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import DEVICES, FLAGS, PATIENCE
from tests.browser.phone import Phone
from tests.browser.wire import Wire
from tests.tournaments.room import out, seat_table, write
from tests.whole.served import chromium_path
from tournaments.models import Game, Hand, Invitation

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = ("6-5", "6-4"), ("5-5", "5-4"), ("4-4", "6-3")


@pytest.fixture
def game(transactional_db: None) -> Game:
    game = seat_table(("Anna", "Boris"), options={"target": 1000})
    Invitation.objects.create(tournament=game.table.round.tournament, token="secret")
    return game


@pytest.fixture
def wire(live_server: LiveServer) -> Iterator[Wire]:
    wire = Wire(live_server.url)
    yield wire
    wire.close()


@pytest.fixture
def restart(chromium: Browser, wire: Wire, tmp_path: Path) -> Iterator[Callable[[], BrowserContext]]:
    """Opens a browser with one and the same profile, closing the one before."""
    opened: list[BrowserContext] = []

    def start() -> BrowserContext:
        if opened:
            opened.pop().close()
        context = chromium.browser_type.launch_persistent_context(
            tmp_path / "profile",
            executable_path=chromium_path(chromium.browser_type),
            args=FLAGS,
            base_url=wire.url,
            locale="en",
            **DEVICES["phone"],
        )
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        return context

    yield start
    for context in opened:
        context.close()


def enter(keeper: Phone, tiles: tuple[str, ...]) -> None:
    keeper.who(0)
    keeper.choose("another")
    keeper.tile(*tiles)
    keeper.save()


def kept(page: Page) -> None:
    """Wait until the worker has kept this page for later, and what it is made of."""
    page.evaluate(
        """async () => {
            const made = [...document.querySelectorAll("link[rel~=stylesheet], link[rel~=icon], script[src]")];
            for (const address of [location.href, ...made.map((one) => one.href ?? one.src)])
                while (!(await caches.match(address, { ignoreSearch: true, ignoreVary: true })))
                    await new Promise((resolve) => setTimeout(resolve, 50));
        }"""
    )


def test_three_hands_without_network_survive_the_browser(
    restart: Callable[[], BrowserContext], wire: Wire, game: Game
) -> None:
    keeper = Phone(restart().pages[0]).open(game.pk)
    kept(keeper.page)
    wire.cut()
    for count, tiles in enumerate(HANDS, start=1):
        enter(keeper, tiles)
        keeper.net(f"not sent: {count}")

    page = restart().pages[0]
    page.goto(f"/keep/{game.pk}/")
    expect(page.locator(".keep-net")).to_contain_text("not sent: 3")
    expect(page.locator(".pk-form h2")).to_have_text("Hand 4")
    assert not Hand.objects.exists()

    wire.mend()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator('.keep-net[data-net="ok"]')).to_be_attached()
    stored = [tuple(hand.facts["left"]["1"]) for hand in Hand.objects.order_by("number")]
    assert [set(tiles) for tiles in stored] == [set(tiles) for tiles in HANDS]
    assert Game.objects.get().version == 3


def test_without_network_the_dock_says_what_it_cannot_know(browser_page: Callable[..., Page], game: Game) -> None:
    keeper = Phone(browser_page("phone", refused=True)).open(game.pk)
    keeper.who(0)
    keeper.choose("another")
    keeper.tile("6-5")
    keeper.says("Nothing is written")
    keeper.page.route("**/api/**", lambda route: route.abort())
    keeper.tile("6-4")
    keeper.says("before the last change")
    keeper.net("No network")
    keeper.page.unroute("**/api/**")
    keeper.page.evaluate("window.dispatchEvent(new Event('online'))")
    keeper.says("Boris +21")


def test_two_phones_at_once_are_shown_both_hands(browser_page: Callable[..., Page], game: Game) -> None:
    first = Phone(browser_page("phone", refused=True)).open(game.pk)
    second = Phone(browser_page("phone", refused=True), name="Oleg").open(game.pk)
    enter(first, HANDS[0])
    first.net("Saved")
    enter(second, HANDS[0])
    expect(second.page.get_by_role("heading", name="Somebody else has written here meanwhile")).to_be_visible()
    expect(second.page.locator(".pk-theirs")).to_contain_text("Nina")
    assert Hand.objects.count() == 1
    second.page.get_by_role("button", name="It is the same hand: drop mine").tap()
    expect(second.page.locator(".pk-form h2")).to_have_text("Hand 2")
    second.net("Saved")
    assert Hand.objects.count() == 1


def test_ones_own_hand_can_be_saved_as_the_next(browser_page: Callable[..., Page], game: Game) -> None:
    keeper = Phone(browser_page("phone", refused=True)).open(game.pk)
    write(game, out(1, {0: "66 65"}))
    enter(keeper, HANDS[0])
    keeper.page.get_by_role("button", name="Mine is another hand: save it as hand 2").tap()
    expect(keeper.page.locator(".pk-form h2")).to_have_text("Hand 3")
    keeper.net("Saved")
    assert [hand.facts["by"] for hand in Hand.objects.order_by("number")] == [1, 0]


def test_a_double_tap_stores_one_hand(browser_page: Callable[..., Page], game: Game) -> None:
    keeper = Phone(browser_page("phone", refused=True)).open(game.pk)
    keeper.who(0)
    keeper.choose("another")
    keeper.tile(*HANDS[0])
    keeper.says("Boris +")
    keeper.page.evaluate("() => { const save = document.querySelector('.pk-save'); save.click(); save.click(); }")
    expect(keeper.page.locator(".pk-form h2")).to_have_text("Hand 2")
    keeper.net("Saved")
    assert Hand.objects.count() == 1


def test_an_answer_that_was_lost_is_asked_again(browser_page: Callable[..., Page], game: Game) -> None:
    keeper = Phone(browser_page("phone", refused=True)).open(game.pk)
    lost = []

    def lose(route: object) -> None:
        if not lost:
            route.fetch()
        lost.append(route)
        route.abort()

    keeper.page.route("**/api/save/", lose)
    enter(keeper, HANDS[0])
    keeper.net("not sent: 1")
    assert Hand.objects.count() == 1
    keeper.page.unroute("**/api/save/")
    keeper.page.evaluate("window.dispatchEvent(new Event('online'))")
    keeper.net("Saved")
    expect(keeper.page.locator(".pk-form h2")).to_have_text("Hand 2")
    assert Hand.objects.count() == 1


def test_a_refused_hand_comes_back_with_its_reason(browser_page: Callable[..., Page], game: Game) -> None:
    keeper = Phone(browser_page("phone", refused=True)).open(game.pk)
    keeper.page.route("**/api/save/", lambda route: route.abort())
    enter(keeper, HANDS[0])
    keeper.net("not sent: 1")
    game.table.round.__class__.objects.update(status="closed")
    keeper.page.unroute("**/api/save/")
    keeper.page.evaluate("window.dispatchEvent(new Event('online'))")
    keeper.says("The round is closed")
    expect(keeper.page.locator('[data-hand="1"]')).to_contain_text("2 tiles")
    assert not Hand.objects.exists()


def test_hands_are_never_sent_under_another_name(browser_page: Callable[..., Page], game: Game) -> None:
    keeper = Phone(browser_page("phone", refused=True)).open(game.pk)
    keeper.page.route("**/api/save/", lambda route: route.abort())
    enter(keeper, HANDS[0])
    keeper.net("not sent: 1")
    page = keeper.page
    page.goto("/keep/")
    rename(page, "Oleg")
    page.unroute("**/api/save/")
    page.goto(f"/keep/{game.pk}/")
    expect(page.locator(".pk-notices")).to_contain_text("Written down by Nina")
    assert not Hand.objects.exists()
    page.goto("/keep/")
    expect(page.locator(".pk-notices")).to_contain_text("Written down by Nina")
    rename(page, "Nina")
    expect(page.locator('.keep-net[data-net="ok"]')).to_be_attached()
    assert Hand.objects.get().keeper == "Nina"


def rename(page: Page, name: str) -> None:
    page.locator("summary", has_text="Another scorekeeper takes over").tap()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Change the name").tap()
    expect(page.locator(".sub").first).to_contain_text(name)
