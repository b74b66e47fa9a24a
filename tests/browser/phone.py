"""A scorekeeper's phone in the tests of the picker: every tap and every key is counted."""

from __future__ import annotations

from playwright.sync_api import Page, expect


class Phone:
    """What a scorekeeper does on a table's page. `taps` and `keys` count what it took."""

    def __init__(self, page: Page, token: str = "secret", name: str = "Nina") -> None:
        self.page = page
        self.taps = self.keys = 0
        page.goto(f"/k/{token}/")
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="To my tables").click()
        expect(page.get_by_role("heading", name="My tables")).to_be_visible()

    def open(self, game: int) -> Phone:
        self.page.goto(f"/keep/{game}/")
        expect(self.page.locator(".pk-form, .keep-result").first).to_be_attached()
        expect(self.page.locator("html.pk-on")).to_be_attached()
        return self

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).tap()

    def who(self, seat: int) -> None:
        self.tap(f'[data-who="{seat}"]')

    def tile(self, *tiles: str) -> None:
        for tile in tiles:
            self.tap(f'[data-tile="{tile}"]')

    def hand(self, seat: int | str) -> None:
        self.tap(f'[data-hand="{seat}"]')

    def choose(self, name: str) -> None:
        self.taps += 1
        self.page.locator(".pk-choice").filter(has_text=name).first.tap()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.keys += 1
            self.page.keyboard.press(key)

    def next(self) -> None:
        expect(self.page.locator('.pk-save[data-do="next"]')).to_be_visible()
        self.tap(".pk-save")

    def save(self) -> None:
        expect(self.page.locator('.pk-save[data-do="save"]')).to_be_visible()
        self.tap(".pk-save")

    def hand_of_nine(self) -> None:
        """Anna out, nine tiles left; the reader of the ends would find 3 and 5."""
        self.who(0)
        self.choose("another")
        self.tile("0-0", "2-1", "6-5")
        self.next()
        self.tile("2-0", "6-1")
        self.next()
        self.tile("1-0", "1-1", "2-2", "3-1")
        self.save()

    def says(self, text: str) -> None:
        expect(self.page.locator(".pk-say")).to_contain_text(text)

    def net(self, text: str) -> None:
        expect(self.page.locator(".keep-net")).to_contain_text(text)
