"""The search among 20,000 players, in a database of its own: one letter, a name, two words, a name of nobody.

The seconds are this machine's; beside them stands reading all the names once, and the ratio.
"""

import os
import time
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import django

PLAYERS, TIMES = 20_000, 5
FIRST = ("Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Захар", "Ирина", "Кирилл", "Пётр", "Семён")
ROOTS = ("Белов", "Быков", "Гусев", "Дымов", "Ермаков", "Жданов", "Зимин", "Ковалёв", "Мельник", "Рябов", "Соколов")
ENDS = "", "ский", "цев", "ин", "енко", "ых"
ASKED = ("а", "anna", "соколовский семен", "zhd", "никто")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.test.runner import DiscoverRunner

    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        _fill()
        _measure()
    finally:
        runner.teardown_databases(databases)


def _measure() -> None:
    from tournaments.access import Actor
    from tournaments.models import EntryPlayer, Player
    from tournaments.queries.search import find

    everybody = _best_of(lambda: list(Player.objects.values_list("name", flat=True)))
    print(f"{Player.objects.count()} players, {EntryPlayer.objects.count()} entered; all names: {everybody:.4f} s")
    for text in ASKED:
        seconds = _best_of(lambda text=text: find(text, Actor(), 6))
        found = find(text, Actor(), PLAYERS)
        print(f"{text!r}: {len(found.players)} found, {seconds:.4f} s, {seconds / everybody:.2f} of reading all names")


def _fill() -> None:
    """Players of different names, half of them entered in a tournament that all may see."""
    from tournaments.models import Entry, EntryPlayer, Player, Tournament

    random = Random(1)
    names = [f"{first} {root}{end}" for first, root, end in product(FIRST, ROOTS, ENDS)]
    players = Player.objects.bulk_create(
        Player(name=random.choice(names), slug=f"p{number}", club=random.choice(("Маяк", "Депо")))
        for number in range(PLAYERS)
    )
    tournament = Tournament.objects.create(name="Кубок", slug="cup", variant="mandavoshka", status="published")
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number + 1) for number in range(PLAYERS // 2)
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, tournament=tournament, player=player)
        for entry, player in zip(entries, players, strict=False)
    )


def _best_of(work: Callable[[], Any]) -> float:
    best = float("inf")
    for _ in range(TIMES):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


if __name__ == "__main__":
    main()
