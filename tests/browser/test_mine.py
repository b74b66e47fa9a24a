"""Who has tapped his name once is shown his place by the phone, round after round."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.tournaments.room import add_table, seat_table


def test_a_name_tapped_once_is_remembered(browser_page: Callable[..., Page]) -> None:
    round_ = seat_table().table.round
    add_table(round_, ["Dora", "Egor", "Zoya", "Ivan"])
    page = browser_page("phone")
    page.goto(round_.get_absolute_url())
    mine = page.locator("[data-mine]")
    expect(mine).to_be_hidden()
    page.locator("#places").get_by_text("Egor").click()
    expect(mine).to_contain_text("table 2")
    assert page.url.endswith("#table-2")

    page.goto(round_.get_absolute_url())
    expect(mine).to_contain_text("Egor")
    expect(page.locator(".rd-find")).not_to_have_attribute("open", "")
    expect(page.locator(".rd-sides .own")).to_have_text("Egor0")
    page.goto(f"{round_.tournament.get_absolute_url()}standings/")
    expect(page.locator("tr.own")).to_contain_text("Egor")

    page.goto(round_.get_absolute_url())
    mine.get_by_role("button").click()
    expect(mine).to_be_hidden()
    page.reload()
    expect(page.locator(".own")).to_have_count(0)
