"""How often somebody may ask, counted by the clock's minute.

All processes that share the cache count together; without one, those of a gunicorn do, by files in its folder in memory
(`settings.COUNTED_IN`); without that each process counts for itself.
"""

import errno
import os
import shutil
import time
from contextlib import suppress
from hashlib import sha256
from math import ceil
from pathlib import Path

from django.conf import settings
from django.core.cache import caches


def within_rate(kind: str, asker: str, most: int, cost: int = 1) -> bool:
    """Whether this is one of the first so many of this kind, in this minute, by this asker; it counts as `cost`."""
    key, minute = f"{kind}:{asker}", str(int(time.time() // 60))
    if settings.COUNTED_IN:
        with suppress(OSError):  # no room, or the minute is over
            return _longer(Path(settings.COUNTED_IN, "minutes", minute), key, cost) <= most
    counts = caches["limits"]
    key = f"{key}:{minute}"
    counts.add(key, 0, 120)
    try:
        return bool(counts.incr(key, cost) <= most)
    except ValueError:
        return True  # a cache that was full, or went away, forgot it meanwhile


def _longer(folder: Path, key: str, cost: int) -> int:
    """How long the file of this key is with so many bytes more. What is appended at once by several is all there."""
    if not folder.is_dir():
        for earlier in folder.parent.glob("*"):
            if earlier != folder:
                shutil.rmtree(earlier, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
    room = os.statvfs(folder)
    if room.f_bavail * 4 < room.f_blocks:  # many ask, each from elsewhere: the rest is for what else lies there
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    file = os.open(folder / sha256(key.encode()).hexdigest(), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(file, bytes(cost))
        return os.fstat(file).st_size
    finally:
        os.close(file)


def seconds_left() -> int:
    """Of this minute, after which everybody may ask again, as `Retry-After` says it: 1 to 60, the last one whole."""
    return ceil(60 - time.time() % 60)
