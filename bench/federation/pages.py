"""Every kind of page over random objects of the federation: how long the first view takes, and the next."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random

from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.db.models import Count
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tournaments.models import Entry, Game, Player, Round, Tournament

VIEWS = 20
"""So many views of a kind of page, of as many objects where there are as many."""
FEWEST, ENOUGH = 3, 10.0
"""A slow page is seen less often: three times, and then until its first views have taken so many seconds."""
LIMIT = 0.3


@dataclass
class Seen:
    """A kind of page: the seconds of the first view of each of its addresses, without anything kept, and of the next.

    `queries`: the most that one of the first views asked.
    """

    kind: str
    first: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    queries: int = 0


def percentile(seconds: list[float], share: float) -> float:
    return sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * share))]


def print_pages() -> None:
    print(f"{'page':34} {'first p50':>9} {'p95':>6} {'again p50':>9} {'p95':>6}  queries   (ms)")
    slow = []
    for seen in _look_at_all():
        parts = [1000 * percentile(each, share) for each in (seen.first, seen.again) for share in (0.5, 0.95)]
        late = parts[1] > 1000 * LIMIT
        slow += [seen.kind] if late else []
        print(
            f"{seen.kind:34} {parts[0]:9.0f} {parts[1]:6.0f} {parts[2]:9.0f} {parts[3]:6.0f}  {seen.queries:7}"
            f"{' !' if late else ''}",
            flush=True,
        )
    print(f"over {1000 * LIMIT:.0f} ms at p95: {', '.join(slow) or 'none'}")


def _look_at_all() -> Iterator[Seen]:
    dice = Random(7)
    public, organiser = Client(headers={"host": "localhost"}), Client(headers={"host": "localhost"})
    organiser.force_login(User.objects.get(username="nina"))
    for kind, addresses in (_of_site(dice) | _of_tournaments(dice) | _of_people(dice)).items():
        yield _look(public, kind, addresses)
    for kind, addresses in _of_organisers(dice).items():
        yield _look(organiser, kind, addresses)


def _look(client: Client, kind: str, addresses: Iterable[str]) -> Seen:
    seen = Seen(kind)
    addresses = list(addresses)
    client.get(addresses[0])
    for address in (addresses * VIEWS)[:VIEWS]:
        if len(seen.first) >= FEWEST and sum(seen.first) > ENOUGH:
            break
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            seen.first.append(_seconds(client, address))
        seen.queries = max(seen.queries, len(queries))
        seen.again.append(_seconds(client, address))
    return seen


def _seconds(client: Client, address: str) -> float:
    start = time.perf_counter()
    answer = client.get(address)
    if answer.streaming:
        b"".join(answer)
    took = time.perf_counter() - start
    if answer.status_code != 200:
        raise AssertionError(f"{address}: {answer.status_code}")
    return took


def _of_site(dice: Random) -> dict[str, list[str]]:
    last = (Tournament.objects.count() - 1) // 20
    return {
        "home": ["/"],
        "tournaments": ["/t/"],
        "tournaments, any page": [f"/t/?page={dice.randint(1, max(1, last // 2))}" for _ in range(VIEWS)],
        "search": [f"/search/?q={text}" for text in ("а", "anna", "соколовский", "zhd", "кубок", "никто")],
        "ladders": ["/ladder/"],
        "ladder": ["/ladder/overall/", "/ladder/kozel/"],
        "ladder, movement in a month": [f"/ladder/overall/?since={_month_ago()}"],
        "ladder, how it works": ["/ladder/overall/how/"],
        "ladder, calibration": ["/ladder/overall/calibration/"],
        "records": ["/records/"],
        "games": ["/variants/"],
        "rules of a game": ["/variants/mandavoshka/", "/variants/kozel/"],
        "statistics of a game": ["/variants/mandavoshka/stats/", "/variants/kozel/stats/"],
        "calendar": ["/calendar.ics"],
        "API: tournaments": ["/api/v1/tournaments", "/api/v1/tournaments?page=3"],
        "API: players": ["/api/v1/players", "/api/v1/players?page=3"],
        "API: ladder": ["/api/v1/ladders/overall"],
    }


def _of_tournaments(dice: Random) -> dict[str, list[str]]:
    """Of tournaments in rounds at random, and beside them of the largest."""
    held = list(Tournament.objects.filter(format="rounds").values_list("slug", flat=True))
    some = dice.sample(held, min(VIEWS, len(held)))
    sizes = Tournament.objects.filter(format="rounds").annotate(n=Count("entries")).order_by("-n")
    large = sizes.values_list("slug", flat=True)[0]
    season = Tournament.objects.filter(format="season").values_list("slug", flat=True)[0]
    rounds = Round.objects.filter(tournament__slug__in=some).select_related("tournament")
    games = Game.objects.filter(table__round__tournament__slug__in=some, finished_at__isnull=False).order_by("?")
    entries = Entry.objects.filter(tournament__slug__in=some, members__position=0).order_by("?")
    pages = {
        "tournament": "", "standings": "standings/", "cross table": "cross/", "statistics of a tournament": "stats/",
        "hall screen": "screen/", "calendar of a tournament": "calendar.ics", "feed of results": "results.atom",
    }  # fmt: skip
    found = {kind: [f"/t/{slug}/{page}" for slug in some] for kind, page in pages.items()}
    found |= {f"{kind}, the largest": [f"/t/{large}/{page}"] for kind, page in list(pages.items())[:4]}
    return found | {
        "round": [round_.get_absolute_url() for round_ in dice.sample(list(rounds), VIEWS)],
        "game": [game.get_absolute_url() for game in games.select_related("table__round__tournament")[:VIEWS]],
        "why a place": [
            f"/t/{entry.tournament.slug}/standings/why/{entry.pk}/"
            for entry in entries.select_related("tournament")[:VIEWS]
        ],
        "season": [f"/t/{season}/"],
        "API: tournament": [f"/api/v1/tournaments/{slug}" for slug in some],
        "API: standings": [f"/api/v1/tournaments/{slug}/standings" for slug in some],
    }


def _of_people(dice: Random) -> dict[str, list[str]]:
    people = list(Player.objects.filter(seats__isnull=False).distinct().values_list("slug", flat=True))
    busiest = Player.objects.annotate(n=Count("seats")).order_by("-n")[0]
    rival = Player.objects.filter(seats__table__seats__player=busiest).exclude(pk=busiest.pk).first()
    return {
        "player": [f"/p/{slug}/" for slug in dice.sample(people, VIEWS)],
        "the busiest player": [f"/p/{busiest.slug}/"],
        "the busiest, his games": [f"/p/{busiest.slug}/?page=2"],
        "the busiest against one": [f"/p/{busiest.slug}/?with={rival.slug}"],
        "API: player": [f"/api/v1/players/{slug}" for slug in dice.sample(people, VIEWS)],
    }


def _of_organisers(dice: Random) -> dict[str, list[str]]:
    on = list(Tournament.objects.filter(status="published", format="rounds").values_list("slug", flat=True))
    pages = {
        "desk": "", "people": "people/", "stages": "stages/", "settings": "settings/", "helpers": "links/",
        "log": "log/", "prints": "print/",
    }  # fmt: skip
    games = Game.objects.filter(table__round__tournament__slug__in=on, finished_at__isnull=False)
    found = {f"organiser: {kind}": [f"/run/{slug}/{page}" for slug in on] for kind, page in pages.items()}
    return {
        "organiser: home": ["/run/"],
        "organiser: players": ["/run/players/", "/run/players/?q=анна"],
        "organiser: ladders": ["/run/ladders/"],
        "organiser: a ladder": ["/run/ladders/overall/"],
        "organiser: new tournament": ["/run/new/"],
        **found,
        "organiser: game": [
            f"/run/{game.table.round.tournament.slug}/game/{game.pk}/"
            for game in games.select_related("table__round__tournament")[:VIEWS]
        ],
        "scorekeeper: tables": ["/keep/"],
        "scorekeeper: game": [
            f"/keep/{pk}/" for pk in Game.objects.filter(finished_at__isnull=True).values_list("pk", flat=True)[:VIEWS]
        ],
    }


def _month_ago() -> str:
    return f"{timezone.localdate() - timedelta(days=30)}"
