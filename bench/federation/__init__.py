"""A year of a federation on PostgreSQL: how large it is, how long its pages take, its ladders, copies and checks.

`python -m bench federation [--share 0.05] [--keep FOLDER] [--pages]`: a share of 1 has 20,000 players, 2,000
tournaments, 500,000 games and 4 million hands, and takes about half an hour. The database is thrown away afterwards, or
kept in a folder, where it is measured again the next time; with `--pages` its pages alone. `TMPDIR` says where the one
thrown away lies.
"""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from tools import on_postgres


def main(options: Sequence[str] = ()) -> None:
    parser = ArgumentParser(prog="bench federation")
    parser.add_argument("--share", type=float, default=0.02, help="of a whole federation, 0.02 as it comes")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the database, and measure it if it is there")
    parser.add_argument("--pages", action="store_true", help="measure the pages alone")
    chosen = parser.parse_args(options)
    folder = on_postgres.programs()
    if folder is None:
        print(f"Skipped: {on_postgres.ADVICE}")
        return
    with _cluster(folder, chosen.keep) as url:
        _set_up(url)
        from bench.federation import report
        from tournaments.models import Tournament

        if not Tournament.objects.exists():
            _fill(chosen.share)
        report.print_pages() if chosen.pages else report.print_all()


def _cluster(folder: Path, keep: Path | None) -> AbstractContextManager[str]:
    return on_postgres.kept_cluster(folder, keep.absolute()) if keep else on_postgres.temporary_cluster(folder)


def _set_up(url: str) -> None:
    os.environ["DATABASE_URL"] = url
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django
    from django.conf import settings
    from django.core.management import call_command

    # The tests have no cache; a site has one in each process.
    settings.CACHES["default"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    django.setup()
    call_command("migrate", verbosity=0)


def _fill(share: float) -> None:
    from django.contrib.auth.models import User

    from bench.federation.fill import Federation
    from tournaments.services.ratings import rebuild_all
    from tournaments.services.sums import sum_up_all

    federation = Federation(share)
    filled = seconds_of(lambda: federation.fill(User.objects.create_superuser("nina", "", "secret"), progress))
    print(
        f"{len(federation.people):,} players, {federation.tournaments:,} tournaments, {federation.games:,} games, "
        f"{federation.hands:,} hands: made in {filled:.0f} s"
    )
    print(f"all sums of tournaments from nothing: {seconds_of(sum_up_all):.1f} s")
    print(f"all ladders from nothing: {seconds_of(rebuild_all):.1f} s", flush=True)


def progress(what: str, done: int, total: int) -> None:
    """A bar, drawn anew in its line."""
    if sys.stderr.isatty() or done == total:
        width = 40 * done // total
        print(f"\r[{'#' * width:<40}] {done:,} of {total:,} {what}", end="\n" * (done == total), file=sys.stderr)


def seconds_of(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
