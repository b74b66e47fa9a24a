"""How often somebody may ask, counted by the clock's minute for all processes that share the cache."""

import time

from django.core.cache import caches


def within_rate(kind: str, asker: str, most: int) -> bool:
    """Whether this is one of the first so many of this kind, in this minute, by this asker."""
    counts = caches["limits"]
    key = f"{kind}:{asker}:{int(time.time() // 60)}"
    counts.add(key, 0, 120)
    try:
        return bool(counts.incr(key) <= most)
    except ValueError:
        return True  # a cache that was full, or went away, forgot it meanwhile


def seconds_left() -> float:
    """Of this minute, after which everybody may ask again: more than 0, at most 60."""
    return 60 - time.time() % 60
