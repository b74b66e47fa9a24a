"""Who has tapped his name once is shown his place by the phone, round after round."""

import re
from collections.abc import Callable

import pytest
from django.db.models import F
from playwright.sync_api import Page, expect

from tests.tournaments.room import add_table, seat_table
from tournaments.access import Actor
from tournaments.models import Table, Tournament
from tournaments.services.confirming import make_player_links


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


NOTICES = """
window.notices = [];
window.Notification = class {
  static permission = "default";
  static async requestPermission() { return (this.permission = "granted"); }
  constructor(text) { window.notices.push(text); }
};
"""
"""A browser whose owner lets the page tell him."""


@pytest.mark.parametrize("browser", ["tells", "has no notices"])
def test_a_personal_page_says_when_the_table_is_known(browser_page: Callable[..., Page], browser: str) -> None:
    table = seat_table().table
    link = make_player_links(tournament=table.round.tournament, actor=Actor())[0]
    page = browser_page("phone")
    page.add_init_script(NOTICES if browser == "tells" else "delete window.Notification;")
    page.clock.install()
    page.goto(f"/me/{link.token}/")
    expect(page.locator(".hi-now")).to_contain_text("Table 1")
    if browser == "tells":
        page.get_by_role("button", name="Tell me when I know my table").click()
        expect(page.locator("#tell")).to_contain_text("as long as this page is open")
    else:
        expect(page.locator("#tell")).to_be_hidden()
    Table.objects.filter(pk=table.pk).update(number=7)
    Tournament.objects.update(version=F("version") + 1)
    page.clock.run_for(5_100)
    expect(page).to_have_title(re.compile("^● Round 1: you sit at table 7"))
    assert page.evaluate("window.notices") == (["Round 1: you sit at table 7"] if browser == "tells" else None)
