"""How far long work has come, told while it goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator

Told = Callable[[str], None]
EVERY = 10.0
"""So many seconds lie between two lines, at least: of short work nothing is told."""


def silent(line: str) -> None:
    """Whom nothing interests."""


def counted[T](rows: Iterable[T], total: int, told: Told) -> Iterator[T]:
    """The rows as they come; `told` hears now and then how many of `total` are done."""
    last = time.monotonic()
    for done, row in enumerate(rows):
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            told(f"{done:,} of {total:,}")
        yield row
