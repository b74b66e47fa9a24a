"""Pairs in groups, then a knockout: as an organiser has it on a phone, from the list to the third place."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.tournaments.test_services_rounds import ACTOR, cup
from tournaments.models import Game, Round, Stage, Tournament
from tournaments.services.rulings import decide_game

pytestmark = pytest.mark.django_db(transaction=True)

PAIRS = ("Anna / Ida", "Boris / Jan", "Clara / Karl", "David / Lena", "Emil / Max", "Fanny / Nora", "Georg / Otto",
         "Helen / Paula")  # fmt: skip


@pytest.fixture
def olga() -> User:
    return User.objects.create_user("olga")


def press(desk: Page, name: str) -> None:
    desk.locator(".run-way").get_by_role("button", name=name).tap()


def fits(desk: Page) -> bool:
    return desk.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def play(round_: Round) -> None:
    """The pair with the lower number on the list wins everywhere."""
    for game in Game.objects.filter(table__round=round_):
        sides = list(game.table.seats.order_by("number").values_list("entry__number", flat=True))[:2]
        places = [1, 2] if sides[0] < sides[1] else [2, 1]
        decide_game(game=game, places=places, version=0, actor=ACTOR, why="played without a sheet")


def test_groups_and_a_cup_of_pairs(browser_page: Callable[..., Page], olga: User) -> None:
    desk = browser_page("phone", user=olga)
    make_cup(desk)
    seed(desk)
    desk.get_by_role("link", name="Desk").tap()
    press(desk, "Publish the tournament")
    play_groups(desk)
    go_on(desk)
    play_final(desk)
    see_places(desk)


def make_cup(desk: Page) -> None:
    desk.goto("/run/")
    desk.get_by_role("link", name="New tournament").tap()
    desk.locator("#content").get_by_role("link", name="Goat", exact=False).first.tap()
    desk.get_by_label("Name", exact=True).fill("Pairs cup")
    desk.get_by_text("Fixed pairs: groups, then knockout").tap()
    assert fits(desk)
    desk.locator("#content").get_by_role("button", name="Make the tournament").last.tap()
    expect(desk.locator(".stages-list > li")).to_have_count(2)
    desk.get_by_role("link", name="Next: who plays").tap()
    desk.get_by_label("Names, one a line").fill("\n".join(PAIRS))
    desk.get_by_role("button", name="Add to the list").tap()
    expect(desk.locator(".people-list li")).to_have_count(len(PAIRS))


def seed(desk: Page) -> None:
    """The second on the list is seeded first, by a tap; the groups are laid anew by the seeds."""
    desk.get_by_role("link", name="Seeds and groups").tap()
    desk.get_by_role("button", name=f"{PAIRS[1]}: up").tap()
    expect(desk.locator(".people-seeds li").first).to_contain_text(PAIRS[1])
    assert fits(desk)
    desk.locator(".run-go").get_by_role("button", name="Save the order").tap()
    expect(desk.locator(".message")).to_be_visible()
    stage = Tournament.objects.get().stages.get(number=1)
    assert [str(place.entry) for place in stage.members.order_by("seed")[:2]] == [PAIRS[1], PAIRS[0]]


def play_groups(desk: Page) -> None:
    """All three rounds of the groups are laid out at once."""
    expect(desk.get_by_label("Rounds laid out at once")).to_have_value("3")
    desk.get_by_role("button", name="Lay out the schedule").tap()
    expect(desk.locator(".run-steps li")).to_have_count(3)
    for number in (1, 2, 3):
        press(desk, f"Publish round {number}")
        expect(desk.get_by_role("rowheader", name="Group 2")).to_be_visible()
        play(Round.objects.get(number=number))
        press(desk, f"Close round {number}")


def go_on(desk: Page) -> None:
    """Who goes on, and how they would be seeded, is seen before the final begins."""
    desk.locator(".run-go").get_by_role("link", name="Look who goes on to “Final”").tap()
    expect(desk.locator(".stages-going li.in")).to_have_count(4)
    expect(desk.locator(".stages-seeds li")).to_have_count(4)
    assert fits(desk)
    assert not Stage.objects.get(number=2).members.exists()
    desk.get_by_role("button", name="Begin the next stage with these").tap()
    expect(desk.get_by_role("heading", name="Before the draw of round 4")).to_be_visible()


def play_final(desk: Page) -> None:
    """Semi-finals, then the final and the match for the third place side by side; the bracket is followed."""
    for number, sections in ((4, ["Semi-finals"]), (5, ["Final", "Places 3–4"])):
        press(desk, f"Draw round {number}")
        press(desk, f"Publish round {number}")
        expect(desk.get_by_role("heading", name=f"Round {number}: tables")).to_be_visible()
        round_ = Round.objects.get(number=number)
        assert round_.tables.count() == 2
        play(round_)
        press(desk, f"Close round {number}")
        expect(desk.locator(".run-steps li.past")).to_have_count(number)
        desk.get_by_role("link", name="Public page").tap()
        desk.get_by_role("link", name="Bracket").first.tap()
        for heading in sections:
            section = desk.locator(".br-round", has=desk.get_by_role("heading", name=heading))
            expect(section.locator(".br-side.won").first).to_be_visible()
        assert fits(desk)
        desk.goto(f"/run/{round_.tournament.slug}/")


def see_places(desk: Page) -> None:
    """The first of the list has won everything and stands first; behind the four stand those who stayed in groups."""
    expect(desk.get_by_role("heading", name="All rounds are played")).to_be_visible()
    expect(desk.get_by_role("button", name="Draw round 6")).to_have_count(0)
    press(desk, "Finish the tournament")
    expect(desk.get_by_role("heading", name="The tournament is finished")).to_be_visible()
    desk.get_by_role("link", name="Look at the standings").tap()
    expect(desk.get_by_role("link", name="Final")).to_have_attribute("aria-current", "page")
    desk.wait_for_load_state()
    assert fits(desk)
    champion, *_others = PAIRS
    for table in desk.locator("#content table").all():
        for name in champion.split(" / "):
            expect(table.locator("tbody tr").first).to_contain_text(name)
    lines = desk.locator(".st-box", has=desk.get_by_role("heading", name="Over all stages")).locator("tbody tr")
    places = [line.locator("td").first.inner_text().strip() for line in lines.all()]
    assert places == ["1", "2", "3", "4", "5–6", "5–6", "7–8", "7–8"]
    for at, pair in enumerate(PAIRS[:4]):
        expect(lines.nth(at)).to_contain_text(pair.split(" / ")[0])


@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without scripts"])
def test_seeds_by_drag_and_by_number(browser_page: Callable[..., Page], olga: User, javascript: bool) -> None:
    tournament = cup(4)
    tournament.organisers.add(olga)
    desk = browser_page("desktop", user=olga, javascript=javascript)
    desk.goto(f"/run/{tournament.slug}/people/seeds/")
    rows = desk.locator(".people-seeds li")
    if javascript:
        rows.nth(3).drag_to(rows.nth(0), source_position={"x": 200, "y": 20}, target_position={"x": 200, "y": 4})
        expect(rows.first).to_contain_text("D")
    else:
        for seed_, name in enumerate("DABC", start=1):
            desk.get_by_label(f"Seed: {name}").fill(str(seed_))
    desk.locator(".run-go").get_by_role("button", name="Save the order").click()
    expect(rows.first).to_contain_text("D")
    order = tournament.stages.get().members.order_by("seed")
    assert [str(place.entry) for place in order] == ["D", "A", "B", "C"]
