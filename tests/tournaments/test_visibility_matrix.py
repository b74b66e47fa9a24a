"""What is hidden shows at no address to anybody who may not see it: every address there is, every kind of secret.

What was public, and is not any more, is gone at once, whatever a browser or a cache still has of it. `WHO=all` asks for
everybody who may come by (`make soak`). Queries decide who sees what, so the second database of `make test` is asked
too: by who is nobody and by who has a link, and about one way to hide. The other visitors and ways ask for the same
pages and files, whose making and reading takes the time, on one database alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.once import once
from tests.tournaments.concealed import Concealed, build_concealed, sees
from tests.tournaments.visitors import Place, Reader, places
from tournaments.models import Game
from tournaments.services import rounds, rulings
from tournaments.views.public import live

pytestmark = pytest.mark.django_db

SOME = ("anyone", "stranger", "player", "keeper", "referee")
WHO = SOME if os.environ.get("WHO") != "all" else (*SOME, "foreign", "guest", "table", "far", "organiser", "admin")


built = once(build_concealed)


def on_both(values: Iterable[str], *chosen: str) -> list[Any]:
    """The values, of which the chosen ones are asked about on a second database too."""
    return [one if one in chosen else pytest.param(one, marks=pytest.mark.one_database) for one in values]


@pytest.mark.parametrize("who", on_both(WHO, "anyone", "keeper"))
def test_nobody_finds_what_he_may_not_see(world: Concealed, who: str) -> None:
    reader = Reader(world, who)
    own = [Place("me:home", of, f"/me/{link.token}/") for of, link in world.personal.items()] if who == "player" else []
    closed = set()
    for place in [*places(world), *own]:
        if (place.name, place.of) not in closed:
            answer, _found = reader.ask(place.address)
            if place.of and answer.status_code in (302, 405):  # to sign in, or what is sent alone: so do all others
                closed.add((place.name, place.of))
    assert (reader.leaks, reader.missed()) == ([], set())


@pytest.fixture
def kept(settings: Any) -> Iterator[None]:
    """A cache, as in production."""
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "hidden"}
    settings.CACHES = settings.CACHES | {"default": memory}
    cache.clear()
    yield
    cache.clear()


class Busy:
    """A lock that somebody else has: no page can be waited for that another thread makes."""

    def acquire(self, *, blocking: bool) -> bool:
        return blocking

    def release(self) -> None:
        """It was never taken."""


def close_round(world: Concealed) -> None:
    """Round 2 to its end, by the referee's word."""
    round_ = {"tournament": world.tournaments["open"], "number": 2, "actor": world.actor}
    for game in Game.objects.filter(table__round__tournament=round_["tournament"], finished_at=None):
        if game.table.round.number == 2:
            rulings.decide_game(game=game, places=[1, 2, 3, 4], version=game.version, actor=world.actor, why="Late")
    rounds.close_round(**round_)


def hide_round(world: Concealed) -> None:
    rounds.unpublish_round(tournament=world.tournaments["open"], number=3, actor=world.actor)
    world.out.remove("open")


def show_round(world: Concealed) -> None:
    rounds.publish_round(tournament=world.tournaments["open"], number=3, actor=world.actor)
    world.out.add("open")


WAYS: dict[str, tuple[Callable[[Concealed], None], Callable[[Concealed], None]]] = {
    "private": (lambda world: world.change("open", private=True), lambda world: world.change("open", private=False)),
    "results": (
        lambda world: world.change("open", results_hidden=True),
        lambda world: world.change("open", results_hidden=False),
    ),
    "round": (hide_round, show_round),
}


@pytest.mark.parametrize("way", on_both(WAYS, "private"))
def test_what_was_public_is_gone_at_once(
    world: Concealed, kept: None, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide, show = WAYS[way]
    close_round(world)
    show_round(world)
    reader = Reader(world, "anyone")
    about = [place.address for place in places(world) if place.of in ("", "open") and place.name[:3] in ("pub", "api")]
    before = {}
    for address in about:
        answer, found = reader.ask(address, Client())
        if found and answer.status_code == 200:
            before[address] = answer.headers.get("ETag", "nothing"), found
    hide(world)
    with monkeypatch.context() as busy:
        busy.setattr(live, "MAKING", Busy())
        for address, (etag, found) in before.items():
            gone = [mark for mark in found if not sees(world, mark, "anyone", address)]
            ways = [("get", {}), ("get", {"if-none-match": etag})]
            if etag != "nothing" and gone:
                ways += [("head", {"if-none-match": etag}), ("get", {live.PART: "main"})]
            for how, headers in ways:
                answer, _now = reader.ask(address, Client(), how, **headers)
                if answer.status_code == 304 and gone:
                    reader.leaks.append(f"304 {address}: {gone}")
    assert reader.leaks == []
    show(world)
    assert {address: reader.ask(address, Client())[1] for address in before} == {
        address: found for address, (_etag, found) in before.items()
    }
