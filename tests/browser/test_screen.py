"""The hall screen: it turns its pages by itself until everything has been seen, and begins anew."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tournaments.room import add_table, seat_table


@pytest.mark.parametrize("size", [1, 3, 5])
def test_every_name_is_seen_as_the_pages_turn(browser_page: Callable[..., Page], size: int) -> None:
    game = seat_table()
    names = {"Anna", "Boris", "Vera", "Gleb"}
    for letter in "ABCDEFGH":
        four = [f"{letter}{seat} Longname" for seat in range(4)]
        add_table(game.table.round, four)
        names |= set(four)
    page = browser_page("desktop")
    page.clock.install()
    page.goto(f"{game.table.round.tournament.get_absolute_url()}screen/?show=names&size={size}&seconds=8")
    seen: set[str] = set()
    for _turn in range(20):
        seen |= set(page.evaluate(VISIBLE))
        if seen == names:
            break
        page.clock.run_for(8_100)
    assert seen == names
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


VISIBLE = """() => {
  const box = document.querySelector('#panel-names ol').getBoundingClientRect();
  return [...document.querySelectorAll('#panel-names li')]
    .filter((li) => { const r = li.getBoundingClientRect(); return r.left >= box.left - 1 && r.right <= box.right + 1
      && r.top >= box.top - 1 && r.bottom <= box.bottom + 1; })
    .map((li) => li.querySelector('span').textContent);
}"""


def test_the_panels_take_turns(browser_page: Callable[..., Page]) -> None:
    game = seat_table()
    page = browser_page("desktop")
    page.clock.install()
    page.goto(f"{game.table.round.tournament.get_absolute_url()}screen/?seconds=8")
    for heading in ("Where do I sit?", "Tables", "Standings", "Where do I sit?"):
        expect(page.locator(".hall-panel:visible h2")).to_have_text(heading)
        page.clock.run_for(8_100)
