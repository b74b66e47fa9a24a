"""The hall screen: it turns its pages by itself until everything has been seen, and begins anew."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.tournaments.room import add_table, seat_table
from tournaments.models import Round, Tournament


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


def test_the_clock_runs_by_the_servers_time_on_a_page_that_was_kept(browser_page: Callable[..., Page]) -> None:
    round_ = seat_table().table.round
    Round.objects.filter(pk=round_.pk).update(clock_left=6000, clock_started_at=timezone.now() - timedelta(minutes=1))
    page = browser_page("desktop")
    page.goto(f"{round_.tournament.get_absolute_url()}screen/")
    expect(page.locator(".clock-left")).to_have_text(re.compile(r"^1:3\d:\d\d$"))
    Round.objects.filter(pk=round_.pk).update(clock_started_at=timezone.now() - timedelta(minutes=61))
    Tournament.objects.update(version=F("version") + 1)
    expect(page.locator(".clock-left")).to_have_text(re.compile(r"^3\d:\d\d$"))
    page.get_by_role("button", name="Sound of the clock").click()
    expect(page.locator("[data-sound]")).to_have_attribute("aria-pressed", "true")


STROKES = """
window.strokes = 0;
const part = () => ({ connect: (next) => next, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } });
window.AudioContext = class {
  currentTime = 0;
  createGain() { return part(); }
  createOscillator() { return { ...part(), frequency: {}, stop() {}, start: () => { window.strokes += 1; } }; }
};
"""
"""An instrument that counts what it plays."""


def test_the_clock_strikes_once_at_its_end_for_who_asked_for_sound(browser_page: Callable[..., Page]) -> None:
    round_ = seat_table().table.round
    Round.objects.filter(pk=round_.pk).update(clock_left=600, clock_started_at=timezone.now() - timedelta(seconds=330))
    page = browser_page("desktop", refused=True)
    page.add_init_script(STROKES)
    page.clock.install()
    page.goto(f"{round_.tournament.get_absolute_url()}screen/")
    left = page.locator(".clock-left")
    expect(left).to_have_text(re.compile(r"^[1234]:\d\d$"))
    expect(left).not_to_have_text(left.inner_text())
    page.context.set_offline(True)  # the server would say that no time has passed
    page.clock.run_for(1_100)
    assert page.evaluate("strokes") == 0, "no sound unasked"
    page.get_by_role("button", name="Sound of the clock").click()
    assert page.evaluate("strokes") == 1, "so one hears how loud it is"
    for _minute in range(5):
        page.clock.fast_forward(61_000)  # as a page that stood meanwhile: it never saw 1:00
    expect(left).to_have_text("0:00")
    assert page.evaluate("strokes") == 1 + 2 + 4, "a minute before the end, and once at the end"


def test_nothing_is_cut_off_on_any_screen_at_any_size(browser_page: Callable[..., Page]) -> None:
    round_ = seat_table().table.round
    for at in range(39):
        add_table(round_, [f"{at}{seat} Konstantinopolskaya-Zadunayskaya" for seat in range(4)])
    Round.objects.filter(pk=round_.pk).update(clock_left=4000, clock_started_at=timezone.now())
    page = browser_page("desktop")
    wrong = {}
    for width, height in ((1280, 720), (1920, 1080), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        for size in (1, 3, 5):
            for panel in ("names", "tables", "standings"):
                page.goto(f"{round_.tournament.get_absolute_url()}screen/?show={panel}&size={size}")
                wrong[f"{panel} {size} {width}"] = page.evaluate(CUT_OFF)
    assert {where: found for where, found in wrong.items() if found} == {}


CUT_OFF = """() => {
  const found = [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push(`page ${scrollWidth} x ${scrollHeight}`);
  for (const part of document.querySelectorAll('.hall-brand, .hall-round, .clock-left, .hall-side dd')) {
    const { right, bottom } = part.getBoundingClientRect();
    if (right > innerWidth || bottom > innerHeight) found.push(part.className || part.localName);
  }
  const list = document.querySelector(`#panel-${document.querySelector('main').dataset.shown} ol`);
  const box = list.getBoundingClientRect();
  const lines = [...list.children].map((line) => line.getBoundingClientRect());
  const shown = lines.filter((line) => line.left < box.right - 2);
  if (!shown.length) found.push('no line');
  if (shown.some((line) => line.right > box.right + 1 || line.bottom > box.bottom + 1)) found.push('a line');
  return found;
}"""
