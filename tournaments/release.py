"""A mark of the program itself: the same on every machine that runs the same files.

Part of every validator, and of every key of the cache.
"""

from functools import cache as once
from hashlib import blake2b
from pathlib import Path

from django.conf import settings

MADE_OF = ("templates", "tournaments", "scoring", "locale", "static")


@once
def release() -> str:
    """The digest of all that pages and answers are made of."""
    mark = blake2b(digest_size=8)
    for folder in MADE_OF:
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*")):
            if path.is_file() and path.suffix in (".html", ".py", ".mo", ".css", ".js"):
                mark.update(path.relative_to(settings.BASE_DIR).as_posix().encode())
                mark.update(path.read_bytes())
    return mark.hexdigest()


def keyed(key: str, prefix: str, version: int) -> str:
    """A key of the cache: what one release kept there another never finds."""
    return f"{prefix}:{release()}:{version}:{key}"
