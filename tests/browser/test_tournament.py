"""A whole tournament as people live it: the organiser at a desk, the scorekeeper at the table with a phone."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.phone import Phone
from tournaments.models import Game, Invitation, Tournament
from tournaments.simulator import STEADY, Player, play_game

NAMES = ["Анна Белова", "Boris Ivanov", "Вера Ёлкина", "Gleb Orlov"]


@pytest.fixture
def organiser(transactional_db: None) -> User:
    return User.objects.create_user("olga", password="domino-olga")


@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without scripts"])
def test_from_the_first_click_to_the_ladder(
    browser_page: Callable[..., Page], organiser: User, javascript: bool
) -> None:
    desk = browser_page("desktop", javascript=javascript)
    sign_in(desk)
    make_tournament(desk)
    enter_people(desk)
    start_round(desk)
    show_link(desk)

    phone = browser_page("phone", javascript=javascript)
    game = Game.objects.get()
    token = Invitation.objects.get().token
    keeper = Phone(phone, token, "Ира").open(game.pk) if javascript else None
    if not javascript:
        open_link(phone, token)
    for number, facts in enumerate(played_hands(game), start=1):
        if keeper:
            tap_hand(keeper, facts)
        else:
            type_hand(phone, facts)
        after = re.compile(f"^(Hand {number + 1}|The game is over)$")
        expect(phone.get_by_role("heading", name=after)).to_be_visible()
        assert phone.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    if keeper:
        keeper.net("Saved")
    game.refresh_from_db()
    assert (game.hand_count, game.ended_by) == (number, "target")

    finish(desk)
    totals = {result.entry.members.get().player.name: result.points_for for result in game.results.all()}
    for row in desk.locator("tbody tr").all():
        name = next(name for name in NAMES if name in row.inner_text())
        assert str(totals[name]) in row.inner_text()
    winner = next(result.entry.members.get().player for result in game.results.all() if result.won)
    phone.goto("/ladder/mandavoshka/")
    expect(phone.locator("#content")).to_contain_text(winner.name)
    phone.goto(winner.get_absolute_url())
    expect(phone.locator("#content")).to_contain_text("Autumn cup")


def sign_in(desk: Page) -> None:
    desk.goto("/run/")
    desk.get_by_label("Username").fill("olga")
    desk.get_by_label("Password").fill("domino-olga")
    desk.locator("#content").get_by_role("button", name="Sign in", exact=True).click()
    expect(desk).to_have_url(re.compile(r"/run/$"))


def make_tournament(desk: Page) -> None:
    desk.get_by_role("link", name="New tournament").click()
    desk.get_by_role("link", name="Mandavoshka").click()
    desk.get_by_label("Name", exact=True).fill("Autumn cup")
    desk.get_by_text("Tables by the standings").click()
    desk.get_by_text("Where and when").click()
    desk.get_by_label("Venue").fill("Club")
    desk.get_by_role("heading", name="Rules").click()
    expect(desk.get_by_label("Target")).to_have_value("101")
    desk.get_by_role("button", name="Make the tournament").last.click()
    expect(desk.get_by_text("5 rounds")).to_be_visible()
    desk.get_by_role("link", name="Next: who plays").click()


def enter_people(desk: Page) -> None:
    desk.get_by_label("Names, one a line").fill("\n".join([*NAMES, NAMES[0].upper()]))
    desk.get_by_role("button", name="Add to the list").click()
    expect(desk.get_by_text("stands on this list twice")).to_be_visible()
    desk.get_by_label("Names, one a line").fill("\n".join(NAMES))
    desk.get_by_role("button", name="Look again").last.click()
    desk.get_by_role("button", name="Add 4 entries").click()
    expect(desk.locator(".people-list li")).to_have_count(4)
    desk.get_by_role("link", name="Desk").click()
    desk.get_by_role("button", name="Publish the tournament").click()


def start_round(desk: Page) -> None:
    desk.get_by_role("link", name="Desk").click()
    desk.get_by_role("button", name="Draw round 1").click()
    desk.get_by_role("button", name="Publish round 1").click()
    desk.get_by_role("button", name="Close round 1").click()
    expect(desk.get_by_text("Games are not finished at these tables: 1.")).to_be_visible()


def show_link(desk: Page) -> None:
    desk.get_by_role("link", name="Helpers").click()
    desk.get_by_role("button", name="Make a link").click()
    expect(desk.locator(".run-qr")).to_be_visible()


def open_link(phone: Page, token: str) -> None:
    phone.goto(f"/k/{token}/")
    phone.get_by_label("name").fill("Ира")
    phone.get_by_role("button", name="To my tables").click()
    phone.get_by_role("link", name=NAMES[0]).click()


def played_hands(game: Game) -> list[dict[str, Any]]:
    """A game of dealt and played hands, in the order of the seats at the table."""
    seats = list(game.table.seats.order_by("number").values_list("player__name", flat=True))
    record = play_game("mandavoshka", {}, seats, [Player(0.5, STEADY)] * 4, Random(7))
    return [facts for facts in record if "end" in facts]


def type_hand(phone: Page, facts: dict[str, Any]) -> None:
    """A hand by the form that needs no script."""
    phone.locator(".keep-seg label", has_text={"out": "Out", "fish": "Fish"}[facts["end"]]).click()
    if facts.get("by") is not None:
        phone.locator(".keep-who label").nth(facts["by"]).click()
    for seat, tiles in facts["left"].items():
        phone.locator(f"[name=left_{seat}]").fill(" ".join(tile.replace("-", "") for tile in tiles) or "-")
    if facts.get("last"):
        phone.get_by_label("Last move").fill(" ".join(facts["last"]))
    phone.locator("#dock").get_by_role("button", name="Preview").click()
    phone.locator("#dock").get_by_role("button", name=re.compile("^Save")).click()


def tap_hand(keeper: Phone, facts: dict[str, Any]) -> None:
    """A hand by the triangle of tiles."""
    keeper.tap(f'[data-end="{facts["end"]}"]')
    keeper.who(facts["by"])
    if facts["end"] == "out":
        keeper.choose("another")
    for seat, tiles in facts["left"].items():
        if tiles:
            keeper.hand(seat)
            keeper.tile(*tiles)
    keeper.save()


def finish(desk: Page) -> None:
    desk.get_by_role("link", name="Desk").click()
    expect(desk.locator(".run-table")).to_contain_text("Finished")
    desk.get_by_role("button", name="Close round 1").click()
    desk.get_by_role("button", name="Finish the tournament").click()
    assert Tournament.objects.get().status == Tournament.Status.FINISHED
    desk.get_by_role("link", name="Look at the standings").click()
    desk.wait_for_load_state()
