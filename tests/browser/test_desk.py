"""The desk under a hand: a draft mended by taps, by drag, by keyboard and without a script; a clock that runs."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.tournaments.test_services_rounds import ACTOR, cup, step
from tournaments.models import Round, Tournament
from tournaments.queries.drafts import layout_of_round
from tournaments.services.clock import start_clock

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def olga() -> User:
    return User.objects.create_user("olga")


def drafted(olga: User, count: int = 9) -> Round:
    tournament = cup(count)
    tournament.organisers.add(olga)
    return step("draw", tournament, 1, seed=1)


def person(page: Page, entry: int):
    return page.locator(f'[data-entry="{entry}"]')


def changed(page: Page, round_: Round, version: int) -> None:
    expect(page.locator("[data-draft] [name=version]")).to_have_value(str(version))
    round_.refresh_from_db()
    assert round_.version == version


def test_taps_swap_two_and_put_one_at_a_table(browser_page: Callable[..., Page], olga: User):
    round_ = drafted(olga)
    page = browser_page("phone", user=olga)
    page.goto(f"/run/{round_.tournament.slug}/")
    before = layout_of_round(round_)
    one, other = before.tables[0].seats[0], before.tables[1].seats[0]
    person(page, one).locator("label").tap()
    expect(page.locator(".dr-chosen")).to_contain_text("Now tap whom to swap with")
    person(page, other).locator("label").tap()
    changed(page, round_, 1)
    assert layout_of_round(round_) == before.swap(one, other)
    person(page, one).locator("label").tap()
    page.locator('[data-table="0"] .dr-here').tap()
    changed(page, round_, 2)
    assert layout_of_round(round_).byes == {one: "bye"}
    page.get_by_role("button", name="Undo the last change").tap()
    changed(page, round_, 3)
    assert layout_of_round(round_) == before.swap(one, other)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def drag(page: Page, entry: int, target) -> None:
    person(page, entry).hover()
    page.mouse.down()
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 4, steps=4)
    page.mouse.move(box["x"] + 30, box["y"] + 14, steps=4)
    page.mouse.up()


def test_the_mouse_drags_onto_a_person_and_onto_a_table(browser_page: Callable[..., Page], olga: User):
    round_ = drafted(olga)
    page = browser_page("desktop", user=olga)
    page.goto(f"/run/{round_.tournament.slug}/")
    before = layout_of_round(round_)
    one, other = before.tables[0].seats[1], before.tables[2].seats[2]
    drag(page, one, person(page, other))
    changed(page, round_, 1)
    assert layout_of_round(round_) == before.swap(one, other)
    drag(page, one, page.locator('[data-table="2"] legend'))
    changed(page, round_, 2)
    assert one in layout_of_round(round_).at(2).seats
    assert page.locator("[name=entry]:checked").count() == 0


def test_the_keyboard_swaps_and_keeps_its_place(browser_page: Callable[..., Page], olga: User):
    round_ = drafted(olga)
    page = browser_page("desktop", user=olga)
    page.goto(f"/run/{round_.tournament.slug}/")
    before = layout_of_round(round_)
    one, other = before.tables[0].seats[0], before.tables[1].seats[1]
    for entry in (one, other):
        page.locator(f"#dr-{entry}").focus()
        page.keyboard.press("Space")
    changed(page, round_, 1)
    assert layout_of_round(round_) == before.swap(one, other)
    expect(page.locator("[name=entry]:focus")).to_have_count(1)


def test_everything_is_done_without_a_script(browser_page: Callable[..., Page], olga: User):
    round_ = drafted(olga)
    page = browser_page("phone", user=olga, javascript=False)
    page.goto(f"/run/{round_.tournament.slug}/")
    before = layout_of_round(round_)
    one, other = before.tables[0].seats[0], before.tables[1].seats[0]
    for entry in (one, other):
        page.locator(f"#dr-{entry}").check()
    page.locator(".dr-bar").get_by_role("button", name="Swap the two").click()
    changed(page, round_, 1)
    assert layout_of_round(round_) == before.swap(one, other)


def test_another_organiser_was_faster(browser_page: Callable[..., Page], olga: User):
    round_ = drafted(olga)
    first, second = (browser_page("desktop", user=olga) for _page in range(2))
    for page in (first, second):
        page.goto(f"/run/{round_.tournament.slug}/")
    first.locator('[data-table="1"] .dr-more summary').click()
    first.get_by_role("button", name="Lock the table").first.click()
    changed(first, round_, 1)
    seats = layout_of_round(round_).tables
    for table in seats[:2]:
        person(second, table.seats[0]).locator("input").check()
    expect(second.get_by_text("The draft has changed meanwhile (last: olga)")).to_be_visible()
    assert layout_of_round(round_).tables == seats


def test_the_clock_runs_on(browser_page: Callable[..., Page], olga: User):
    round_ = drafted(olga, 8)
    tournament: Tournament = round_.tournament
    tournament.stages.update(clock_minutes=40)
    step("publish", tournament, 1)
    start_clock(tournament=tournament, number=1, actor=ACTOR)
    page = browser_page("desktop", user=olga)
    page.goto(f"/run/{tournament.slug}/")
    clock = page.locator(".clock-left")
    seen = clock.inner_text()
    assert re.fullmatch(r"40:00|3\d:\d\d", seen)
    expect(clock).not_to_have_text(seen)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("The clock stands.")).to_be_visible()


def test_a_finger_drags_by_the_handle(browser_page: Callable[..., Page], olga: User):
    round_ = drafted(olga)
    page = browser_page("phone", user=olga)
    page.goto(f"/run/{round_.tournament.slug}/")
    before = layout_of_round(round_)
    one, other = before.tables[0].seats[2], before.tables[0].seats[0]
    expect(page.locator("[data-draft].scripted")).to_be_attached()
    grip = person(page, one).locator(".dr-grip")
    grip.scroll_into_view_if_needed()
    start, end = grip.bounding_box(), person(page, other).bounding_box()
    touch = page.context.new_cdp_session(page)
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    path = [(x, y), (x - 8, y - 8), (x - 40, end["y"] + 24), (x - 60, end["y"] + end["height"] / 2)]
    for kind, points in (("touchStart", path[:1]), *(("touchMove", [point]) for point in path[1:]), ("touchEnd", [])):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
    changed(page, round_, 1)
    assert layout_of_round(round_) == before.swap(one, other)
