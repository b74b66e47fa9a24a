"""An open page follows its tournament without a reload: what changed is marked, nothing under one's finger moves."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.tournaments.room import add_table, out, seat_table, write
from tests.tournaments.world import build_world
from tournaments.access import Actor
from tournaments.services.rounds import publish_round
from tournaments.services.tournaments import publish_tournament

MARKED = """() => {
  window.marked = new Set();
  new MutationObserver((changes) => {
    for (const { target } of changes) if (target.classList.contains("fresh")) marked.add(target.closest("article")?.id);
  }).observe(document.querySelector("main"), { subtree: true, attributeFilter: ["class"] });
}"""
"""Which tables were marked as changed, also where nobody looks just then."""


def test_a_round_follows_with_scroll_focus_and_what_is_unfolded_kept(browser_page: Callable[..., Page]) -> None:
    game = seat_table()
    others = [add_table(game.table.round, [f"{letter}{seat}" for seat in range(4)]) for letter in "ABCDEFG"]
    page = browser_page("phone")
    page.goto(game.table.round.get_absolute_url())
    page.evaluate("window.stays = true")
    page.evaluate(MARKED)
    page.locator(".rd-find summary").click()  # it was unfolded; now it is not
    last = page.locator(f"#table-{others[-1].table.number}")
    last.scroll_into_view_if_needed()
    last.get_by_role("link").first.focus()
    scroll = page.evaluate("scrollY")
    assert scroll > 0

    write(others[-1], out(0, {1: "66 65", 2: "64 63", 3: "62"}))
    expect(last).to_contain_text("Hand 2")
    assert page.evaluate("document.getAnimations().length") == 0, "the browser asked for less motion"
    assert page.evaluate("[...marked]") == [f"table-{others[-1].table.number}"]
    assert page.evaluate("window.stays && scrollY") == scroll
    assert page.evaluate("document.activeElement.closest('article').id") == f"table-{others[-1].table.number}"
    assert not page.evaluate("document.querySelector('.rd-find').open")
    expect(page.locator(".fresh")).to_have_count(0)


def test_it_asks_within_five_seconds(browser_page: Callable[..., Page]) -> None:
    game = seat_table()
    page = browser_page("phone")
    page.clock.install()
    page.goto(game.get_absolute_url())
    for _ in range(3):
        with page.expect_response(f"**{game.get_absolute_url()}"):
            page.clock.run_for(5000)


def test_it_says_when_the_connection_is_lost_and_catches_up(browser_page: Callable[..., Page]) -> None:
    game = seat_table()
    page = browser_page("desktop", refused=True)
    page.goto(game.get_absolute_url())
    expect(page.locator("[data-live-state]")).to_have_text("live")
    page.context.set_offline(True)
    expect(page.locator("[data-live-state]")).to_contain_text("no connection, as of")
    write(game, out(0, {1: "66 65", 2: "64 63", 3: "62"}))
    page.context.set_offline(False)
    expect(page.locator(".sheet, .sh").first).to_contain_text("50")
    expect(page.locator("[data-live-state]")).to_have_text("live")


def test_without_scripts_a_reload_does_it(browser_page: Callable[..., Page]) -> None:
    game = seat_table()
    page = browser_page("phone", javascript=False)
    page.goto(game.table.round.get_absolute_url())
    expect(page.locator("[data-live-state]")).to_be_hidden()
    write(game, out(0, {1: "66 65", 2: "64 63", 3: "62"}))
    page.reload()
    expect(page.locator("#table-1")).to_contain_text("Hand 2")


def test_a_player_is_told_when_the_table_is_known(browser_page: Callable[..., Page]) -> None:
    world = build_world()
    tournament, actor = world.tournaments["hidden"], Actor(user=world.users["organiser"])
    link = world.personal["hidden"]
    publish_tournament(tournament=tournament, actor=actor)
    page = browser_page("phone")
    page.goto(f"/me/{link.token}/")
    expect(page.get_by_text("No round is drawn yet")).to_be_visible()
    publish_round(tournament=tournament, number=1, actor=actor)
    expect(page.locator(".hi-place")).to_contain_text("1")
    expect(page).to_have_title(re.compile("^● Round 1: you sit at table 1"))
