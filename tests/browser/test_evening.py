"""An evening at tables of three and four, as its organiser has it: late people, a withdrawal, a slip found too late."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.phone import Phone
from tests.browser.test_tournament import played_hands, tap_hand
from tests.tournaments.room import out, write
from tournaments.models import Game, Invitation, Round, Seat, Tournament
from tournaments.queries.standings import standings

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = (
    "Анна Белова", "Борис Иванов", "Вера Ёлкина", "Глеб Орлов", "Дина Мельник", "Егор Сомов", "Жанна Круглова",
    "Захар Лось", "Инна Гордеева", "Карл Брандт", "Лида Пшеничная", "Марк Осин", "Нина Тихая",
)  # fmt: skip
LATE, UNLISTED, LEAVES = "Нина Тихая", "Олег Щукин", "Егор Сомов"
STOP = {"judge": [{"stop": "time"}]}
HANDS = (
    {1: "64", 2: "66 53", 3: "00 11"},
    {1: "66 55 65", 2: "21", 3: "31"},
    {1: "11", 2: "54 20", 3: "65 63 33"},
)
"""What is left where the one at the first seat goes out: the third, the second, the fourth is written most."""


@pytest.fixture
def olga() -> User:
    return User.objects.create_user("olga")


def press(desk: Page, name: str) -> None:
    """The one main button, or another of the desk's steps."""
    desk.locator(".run-way").get_by_role("button", name=name).click()


def sizes(round_: Round) -> list[int]:
    return sorted((table.seats.count() for table in round_.tables.all()), reverse=True)


def play(round_: Round) -> None:
    """A hand at every table that has none; then the time is over."""
    for at, game in enumerate(Game.objects.filter(table__round=round_, hand_count=0).order_by("table__number")):
        left = {seat: tiles for seat, tiles in HANDS[at % 3].items() if seat < game.table.seats.count()}
        write(game, out(0, left), STOP)


def test_an_evening_of_four_rounds(browser_page: Callable[..., Page], olga: User) -> None:
    desk = browser_page("desktop", locale="ru", user=olga)
    make_evening(desk)
    check_in(desk)
    press(desk, "Опубликовать турнир")
    draw_by_hand(desk)
    expect_prints(desk, 1)
    tap_a_game(desk, browser_page("phone"))
    finish_round(desk, 1)

    add_late(desk)
    next_round(desk, 2, [4, 4, 3, 3])
    withdraw(desk)
    next_round(desk, 3, [4, 3, 3, 3])
    correct(desk)
    next_round(desk, 4, [4, 3, 3, 3])
    finish(desk)


def make_evening(desk: Page) -> None:
    desk.goto("/run/")
    desk.get_by_role("link", name="Новый турнир").click()
    desk.get_by_role("link", name="Мандавошка").click()
    desk.get_by_label("Название", exact=True).fill("Вечер в клубе")
    desk.locator("#content").get_by_role("button", name="Создать турнир").last.click()
    expect(desk.get_by_text("4 тура")).to_be_visible()
    desk.get_by_role("link", name="Изменить").click()
    desk.get_by_label("Близкие по положению садятся вместе").check()
    desk.get_by_role("heading", name="Часы и расписание").click()
    desk.get_by_label("Минут на тур").fill("40")
    desk.locator(".stages-form .run-go").get_by_role("button", name="Сохранить").click()
    expect(desk.get_by_text("40 минут на тур")).to_be_visible()
    desk.get_by_role("link", name="Дальше: кто играет").click()
    desk.get_by_label("Имена, по одному в строке").fill("\n".join(NAMES))
    desk.get_by_role("button", name="Добавить в список").click()
    expect(desk.locator(".people-list li")).to_have_count(len(NAMES))


def check_in(desk: Page) -> None:
    """Everybody is there but one; taps as fast as they come are all kept."""
    desk.get_by_role("link", name="Пульт").click()
    desk.get_by_role("link", name="Кто на месте").click()
    for number in range(1, len(NAMES)):
        desk.locator(f"[name=came-{number}]").click()
    expect(desk.locator("#here [role=status]")).to_have_text("12 из 13 на месте")
    expect(desk.get_by_role("button", name=LATE)).to_have_attribute("aria-pressed", "false")
    desk.get_by_role("link", name="Пульт").click()


def draw_by_hand(desk: Page) -> None:
    """Three tables of four; two people are swapped by drag before the round is published."""
    press(desk, "Жеребьёвка тура 1")
    round_ = Round.objects.get()
    assert sizes(round_) == [4, 4, 4]
    expect(desk.locator(".run-todos")).to_contain_text(f"Не пришли: {LATE}")
    one = desk.locator('[data-table="1"] [data-entry]').first
    other = desk.locator('[data-table="3"] [data-entry]').last
    mover, moved = one.inner_text(), other.inner_text()
    one.hover()
    desk.mouse.down()
    other.scroll_into_view_if_needed()
    other.hover()
    other.hover(position={"x": 40, "y": 20})
    desk.mouse.up()
    expect(desk.locator('[data-table="3"]')).to_contain_text(mover)
    expect(desk.locator('[data-table="1"]')).to_contain_text(moved)
    press(desk, "Опубликовать тур 1")
    press(desk, "Пустить часы: 40 минут")
    expect(desk.locator(".run-clock")).to_be_visible()


def expect_prints(desk: Page, number: int) -> None:
    """Each document is a click away, and is one."""
    desk.get_by_role("link", name="Печать", exact=True).click()
    desk.wait_for_load_state()
    links = [link.get_attribute("href") for link in desk.locator("#content .rows a").all()]
    assert any(f"/round/{number}/pairings.pdf" in link for link in links)
    assert len(links) == 8
    for link in links:
        answer = desk.request.get(link)
        assert answer.ok, link
        assert answer.body().startswith(b"%PDF") or f"/sheets/{number}/" in link


def tap_a_game(desk: Page, phone: Page) -> None:
    """The scorekeeper's link is made; the first hand of table 1 is tapped, the game then played to its end."""
    desk.get_by_role("link", name="Помощники").click()
    desk.get_by_role("button", name="Создать ссылку").click()
    expect(desk.locator(".run-qr")).to_be_visible()
    game = Game.objects.get(table__number=1)
    keeper = Phone(phone, Invitation.objects.get().token, "Ира").open(game.pk)
    first, *others = played_hands(game)
    tap_hand(keeper, first)
    expect(phone.get_by_role("heading", name="Hand 2")).to_be_visible()
    expect(phone.locator(".keep-net")).to_contain_text("Saved")
    phone.goto("/keep/")
    assert game.hands.count() == 1
    write(game, *others)
    game.refresh_from_db()
    assert game.ended_by == "target"


def finish_round(desk: Page, number: int) -> None:
    play(Round.objects.get(number=number))
    desk.get_by_role("link", name="Пульт").click()
    press(desk, f"Закрыть тур {number}")


def next_round(desk: Page, number: int, expected: list[int]) -> None:
    press(desk, f"Жеребьёвка тура {number}")
    assert sizes(Round.objects.get(number=number)) == expected
    press(desk, f"Опубликовать тур {number}")
    finish_round(desk, number)


def add_late(desk: Page) -> None:
    """One was on the list and comes now, one was not on it."""
    desk.get_by_role("link", name="Участники").click()
    desk.get_by_label("Имена, по одному в строке").fill(UNLISTED)
    desk.get_by_role("button", name="Добавить в список").click()
    desk.get_by_role("link", name="Кто на месте").click()
    desk.get_by_role("button", name="Все на месте").click()
    expect(desk.locator("#here [role=status]")).to_have_text("14 из 14 на месте")
    desk.get_by_role("link", name="Пульт").click()
    expect(desk.locator(".run-todos")).to_contain_text("2 стола на 4, 2 стола на 3")


def withdraw(desk: Page) -> None:
    desk.get_by_role("link", name="Участники").click()
    desk.get_by_role("link", name=LEAVES).click()
    desk.get_by_role("button", name="Снять").click()
    desk.get_by_role("link", name="Пульт").click()
    expect(desk.locator(".run-todos")).to_contain_text("13 участников")


def correct(desk: Page) -> None:
    """A hand of round 1, long closed: what follows is shown before it is saved, and what it would have drawn after."""
    desk.locator(".run-steps").get_by_role("link", name="1").click()
    game = Game.objects.get(table__round__number=1, table__number=2)
    _out, blamed, loser, _fourth = game.table.seats.order_by("number").values_list("player__name", flat=True)
    desk.get_by_role("link", name="Решение Стол 2").click()
    desk.get_by_role("link", name="Исправить партию на листе").click()
    desk.locator(".sh-open").first.click()
    desk.locator("#sheet").get_by_role("link", name="Исправить").first.click()
    desk.get_by_label(blamed, exact=True).fill("55 65 54")
    desk.get_by_label("Почему (для истории)").fill("руки перепутаны")
    desk.get_by_role("button", name="Показать, что изменится").click()
    moves = desk.get_by_role("region", name="Что изменится")
    before = places()
    for heading in ("Итог", "Положение", "Рейтинг"):
        expect(moves.get_by_role("heading", name=heading)).to_be_visible()
    expect(moves.locator(".hi-moves").first.locator("li", has_text=loser)).to_contain_text("очки 1 3")
    assert places() == before
    desk.get_by_role("button", name="Сохранить исправление").click()
    expect(desk.get_by_text("Исправлено. Всё после этого пересчитано.")).to_be_visible()
    after = places()
    assert (after[loser][1] - before[loser][1], after[blamed][1] - before[blamed][1]) == (2, -2)
    ahead = sum(points > after[loser][1] for _place, points in after.values())
    level = sum(points == after[loser][1] for _place, points in after.values())
    assert ahead < after[loser][0] <= ahead + level, "he stands among those who have as much as he has now"
    assert after[loser][0] <= before[loser][0], "no worse than before, and no better where he led already"
    desk.goto(f"/run/{game.table.round.tournament.slug}/?round=2")
    expect(desk.get_by_text("После жеребьёвки тура 2 исправлен тур 1.")).to_be_visible()
    seated = list(Seat.objects.filter(round__number=2).order_by("table", "number").values_list("player", flat=True))
    desk.get_by_role("link", name="Какой была бы жеребьёвка теперь").click()
    expect(desk.locator(".hs-tables .hot").first).to_contain_text("не так, как игралось")
    assert seated == list(
        Seat.objects.filter(round__number=2).order_by("table", "number").values_list("player", flat=True)
    )
    desk.get_by_role("link", name="Пульт").click()


def places() -> dict[str, tuple[int, float]]:
    """Everybody's place and points."""
    return {row.name: (row.place, float(row.points)) for row in standings(Tournament.objects.get()).rows}


def finish(desk: Page) -> None:
    expect(desk.get_by_role("heading", name="Все туры сыграны")).to_be_visible()
    press(desk, "Завершить турнир")
    desk.get_by_role("link", name="Посмотреть положение").click()
    shown = desk.locator("#content table").first.locator("tbody > tr th, tbody > tr td")
    expect(shown.filter(has_text=UNLISTED).first).to_be_visible()
    first = min(places().items(), key=lambda item: item[1][0])[0]
    expect(desk.locator("#content table").first.locator("tbody tr").first).to_contain_text(first)
    expect(desk.locator("#content table").first.locator("tbody tr", has_text=LEAVES).first).to_contain_text("снятие")
    assert len(places()) == len(NAMES) + 1
    assert desk.request.get(f"{desk.url.split('?')[0]}?export=pdf").body().startswith(b"%PDF")
