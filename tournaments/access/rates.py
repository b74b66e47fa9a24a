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
