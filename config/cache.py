"""The cache that all processes share, where `CACHE_URL` names a Redis; while it is away each process keeps its own."""

from __future__ import annotations

import logging
import time
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

LOG = logging.getLogger("ryba.cache")
PATIENCE = 0.5
"""Seconds after which a question is given up."""
LEFT_ALONE = 10
"""Seconds in which a server that did not answer is not asked again."""

_asked_again_at = 0.0


class SharedCache(RedisCache):
    """Asks Redis, and the process's own cache where Redis does not answer: no page fails for want of a cache."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        # Once more, at once: a line kept open since before Redis was restarted is broken.
        self._options = {**patience, "retry": Retry(NoBackoff(), 1)}
        self._own = LocMemCache(self.key_prefix, params)

    def ask(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Call this method of the one or of the other."""
        global _asked_again_at
        if time.monotonic() >= _asked_again_at:
            try:
                return getattr(super(), name)(*args, **kwargs)
            except RedisError as error:
                _asked_again_at = time.monotonic() + LEFT_ALONE
                LOG.warning("The shared cache does not answer: %s", error)
        return getattr(self._own, name)(*args, **kwargs)


def _asking(name: str) -> Any:
    return lambda self, *args, **kwargs: self.ask(name, *args, **kwargs)


for method in (
    "add",
    "get",
    "set",
    "touch",
    "delete",
    "get_many",
    "has_key",
    "incr",
    "set_many",
    "delete_many",
    "clear",
):
    setattr(SharedCache, method, _asking(method))
