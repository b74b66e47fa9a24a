"""What is printed of a filled federation: sizes, pages, replays, checks, a copy."""

from __future__ import annotations

import tempfile
from pathlib import Path

from django.apps import apps
from django.db import connection
from django.db.models import F
from django.db.models.functions import Mod

from bench.federation import seconds_of
from bench.federation.pages import print_pages
from tournaments.management.copies import back_up
from tournaments.models import Game, Hand, Player, RatedGame, Tournament
from tournaments.services.progress import silent
from tournaments.services.ratings import rerate_game
from tournaments.services.verify import PARTS

BACK = 1_000
LARGEST = 12


def print_all() -> None:
    print_sizes()
    print_pages()
    print_replays()
    print_checks()
    print_copy()


def print_sizes() -> None:
    models = (Player, Tournament, Game, Hand, RatedGame)
    print(", ".join(f"{model.objects.count():,} {model._meta.verbose_name_plural}" for model in models))
    sizes: list[tuple[int, str]] = []
    with connection.cursor() as cursor:
        for model in apps.get_models():
            cursor.execute("SELECT pg_total_relation_size(%s::regclass)", [model._meta.db_table])
            sizes.append((cursor.fetchone()[0], model.__name__))
    whole = sum(size for size, _ in sizes)
    largest = ", ".join(f"{name} {_mb(size)}" for size, name in sorted(sizes, reverse=True)[:LARGEST])
    print(f"{_mb(whole)} with indexes: {largest}", flush=True)


def print_replays() -> None:
    """An edit far back in the ladders, as a corrected result replays them."""
    for back in (1, BACK):
        game = Game.objects.filter(finished_at__isnull=False).order_by("-finished_at")[back]
        game.results.update(place=Mod(F("place"), 4) + 1)
        took = seconds_of(lambda game=game: rerate_game(game=game))
        game.results.update(place=Mod(F("place") + 2, 4) + 1)
        rerate_game(game=game)
        print(f"an edit {back:,} games back, on two ladders: {took:.2f} s", flush=True)


def print_checks() -> None:
    for part, look in PARTS.items():
        found: list[object] = []
        took = seconds_of(lambda look=look, found=found: found.extend(look(silent)))
        print(f"verify {part}: {took:.0f} s, {len(found)} differences{''.join(f'; {each}' for each in found[:3])}")


def print_copy() -> None:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        took = seconds_of(lambda: back_up(copy))
        print(f"backup: {took:.0f} s, {_mb(copy.stat().st_size)}")


def _mb(size: float) -> str:
    return f"{size / 2**20:,.0f} MB"
