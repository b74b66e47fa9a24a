"""axe-core finds nothing serious on any page of the scorekeeper, in either theme and whatever state it is in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone import Phone
from tests.tournaments.room import FOUR, fish, out, seat_table, write
from tournaments.models import Game, Invitation

pytestmark = pytest.mark.django_db(transaction=True)

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")


def serious(page: Page) -> list[str]:
    """What axe-core calls serious or critical on the page as it stands."""
    page.evaluate(AXE)
    found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [
        f"{violation['id']}: {node['html'][:140]} — {node['failureSummary'][:200]}"
        for violation in found
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def game_of(variant: str, players: int = 4, *, pairs: bool = False, **options: object) -> Game:
    game = seat_table(FOUR[:players], variant=variant, pairs=pairs, options=options, slug=variant.replace("_", "-"))
    Invitation.objects.create(tournament=game.table.round.tournament, token=variant)
    return game


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_in_every_state(browser_page: Callable[..., Page], transactional_db: None, scheme: str) -> None:
    game = game_of("mandavoshka")
    page = browser_page("phone", scheme=scheme, refused=True)
    page.goto("/k/mandavoshka/")
    assert serious(page) == []
    keeper = Phone(page, token="mandavoshka")
    assert serious(page) == []
    keeper.open(game.pk)
    assert serious(page) == []
    keeper.who(0)
    keeper.says("With which last tile?")
    assert serious(page) == []
    keeper.choose("another")
    keeper.tile("6-5", "6-4")
    keeper.hand(2)
    keeper.tile("6-5")
    keeper.says("Press once more")
    assert serious(page) == []
    keeper.tile("5-5")
    keeper.next()
    keeper.tile("4-4")
    keeper.says("Boris +")
    page.locator(".pk-menu summary").tap()
    assert serious(page) == []
    page.get_by_role("button", name="Enter pips only").tap()
    assert serious(page) == []
    page.get_by_role("button", name="Back to the tiles").tap()
    keeper.tap('[data-end="fish"]')
    keeper.says("Still without tiles: Anna")
    assert serious(page) == []
    keeper.tap('[data-end="out"]')
    keeper.choose("another")
    write(game, out(1, {0: "66", 2: "65", 3: "64"}))
    keeper.save()
    expect(page.get_by_role("heading", name="Somebody else has written here meanwhile")).to_be_visible()
    assert serious(page) == []
    page.goto(f"/keep/{game.pk}/?as=text")
    assert serious(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_other_games_and_the_end(browser_page: Callable[..., Page], transactional_db: None, scheme: str) -> None:
    tables = [
        game_of("morskoy_kozel", pairs=True, popular_doubles=True),
        game_of("fives"),
        game_of("lucky_threes"),
        game_of("draughts", 2),
        game_of("traditional", 3),
    ]
    over = game_of("mandavoshka")
    write(over, out(1, {}, last=["6-6"]))
    page = browser_page("phone", scheme=scheme)
    keeper = Phone(page, token="mandavoshka")
    for game in tables:
        page.goto(f"/k/{game.table.round.tournament.variant}/")
        keeper.open(game.pk)
        button = page.locator("[data-who], [data-result]").first
        button.tap()
        for event in page.locator(".pk-event:visible").all()[:2]:
            event.tap()
        page.wait_for_timeout(400)
        assert serious(page) == [], game.table.round.tournament.variant
    keeper.open(over.pk)
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    assert serious(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_anyone_reads(browser_page: Callable[..., Page], transactional_db: None, scheme: str) -> None:
    game = game_of("mandavoshka")
    write(game, fish(0, {0: "10", 1: "54", 2: "66", 3: "20"}), out(0, {1: "54", 2: "11", 3: "20"}, last=["6-6"]))
    page = browser_page("desktop", scheme=scheme)
    pages = ["/", "/records/", "/variants/mandavoshka/stats/", "/t/mandavoshka/stats/", "/p/mandavoshka-1-0/"]
    for address in [*pages, "/search/", "/search/?q=an"]:
        page.goto(address)
        assert serious(page) == [], address
    page.locator("#search-top").press_sequentially("an")
    expect(page.get_by_role("option", name="Anna")).to_be_visible()
    page.locator("#search-top").press("ArrowDown")
    assert serious(page) == []
