"""Ratings: a ladder's rebuild, database included, beside the bare loop of `rate()`; memory; an edit far back.

Games of mixed sizes (duels, pairs, threes and fours) of players of known strength, on a database of the bench's own.
`RATINGS_GAMES` sets how many the long measurements take.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

REBUILD, TIMES, LONG, BACK = 20_000, 3, int(os.environ.get("RATINGS_GAMES", "200000")), 1_000
REBUILD_LIMIT, MEMORY_LIMIT, EDIT_LIMIT = 1.3, 600.0, 0.05
PLAYERS = 1_000


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        _open_database(Path(folder))
        from tests.tournaments.crowd import Crowd, people
        from tournaments.models import Ladder

        crowd, ladder = Crowd.open(people(PLAYERS), "Nights", format="season"), Ladder.objects.create(slug="overall")
        games = crowd.play_season(REBUILD)
        first = _seconds(lambda: _rebuild(ladder))
        rebuilt = min(_seconds(lambda: _rebuild(ladder)) for _ in range(TIMES))
        loop = min(_seconds(lambda: _bare_loop(games)) for _ in range(TIMES))
        print(
            f"rebuild of {REBUILD:,} games, times the bare loop: {rebuilt / loop:.2f}, from nothing {first / loop:.2f} "
            f"({REBUILD_LIMIT} allowed)"
        )
        stretched = _seconds(lambda: _stretch(ladder))
        print(f"its stretches, made when it can be seen, times the bare loop: {stretched / loop:.2f}")
        crowd.play_season(LONG - REBUILD)
        before = _memory()
        whole = _seconds(lambda: _rebuild(ladder))
        _stretch(ladder)
        print(
            f"memory at its peak in a rebuild of {LONG:,} games: {_memory():.0f} MB, {_memory() - before:.0f} MB more "
            f"than before it ({MEMORY_LIMIT:.0f} MB allowed)"
        )
        edit = _seconds(_edit)
        print(f"an edit {BACK:,} games back, part of the rebuild: {edit / whole:.3f} ({EDIT_LIMIT} allowed)")


def _open_database(folder: Path) -> None:
    os.environ["DATABASE_URL"] = f"sqlite:///{folder}/bench.sqlite3"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def _bare_loop(games: list[tuple[list[list[int]], list[int]]]) -> None:
    """The same games in memory, by the library alone."""
    from openskill.models import BradleyTerryPart

    model = BradleyTerryPart()
    ratings: dict[int, Any] = {}
    for sides, places in games:
        teams = [[ratings.get(player) or model.rating() for player in side] for side in sides]
        for side, rated in zip(sides, model.rate(teams, ranks=places), strict=True):
            ratings.update(zip(side, rated, strict=True))


def _rebuild(ladder: Any) -> None:
    from tournaments.services.ratings import rebuild_ladder

    rebuild_ladder(ladder=ladder)


def _stretch(ladder: Any) -> None:
    from tournaments.services.ratings import stretch_ladder

    stretch_ladder(ladder=ladder)


def _edit() -> None:
    """The places of a game far back the other way round."""
    from django.db.models import F

    from tournaments.models import Game
    from tournaments.services.ratings import rerate_game

    game = Game.objects.order_by("-finished_at")[BACK]
    game.results.update(place=5 - F("place"))
    rerate_game(game=game)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _memory() -> float:
    """The most memory that this process has had, in MB."""
    import resource
    import sys

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "linux" else 1024 * 1024)
