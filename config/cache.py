"""The cache that all processes share, where `CACHE_URL` names a Redis; while it is away each process keeps its own."""

from __future__ import annotations

import logging
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from config.spare import Spare

PATIENCE = 0.5
"""Seconds after which a question is given up."""
REDIS = Spare(logging.getLogger("ryba.cache"), "The shared cache")


class SharedCache(BaseCache):
    """Asks Redis, and the process's own cache where Redis does not answer: no page fails for want of a cache.

    These are the methods that Django's other ones are made of.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        # Once more, at once: a line kept open since before Redis was restarted is broken.
        options = {**patience, "retry": Retry(NoBackoff(), 1)}
        self.shared = RedisCache(server, params | {"OPTIONS": options})
        self.own = LocMemCache(self.key_prefix, params)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._ask("get", key, default, version=version)

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._ask("set", key, value, timeout, version=version)

    def set_many(self, data: dict[str, Any], timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[str]:
        failed: list[str] = self._ask("set_many", data, timeout, version=version)
        return failed

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._ask("add", key, value, timeout, version=version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        return int(self._ask("incr", key, delta, version=version))

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._ask("touch", key, timeout, version=version))

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(self._ask("delete", key, version=version))

    def clear(self) -> None:
        self._ask("clear")

    def _ask(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Call this method of the one or of the other."""
        if REDIS.may_be_asked():
            try:
                return getattr(self.shared, name)(*args, **kwargs)
            except RedisError as error:
                REDIS.does_not_answer(error)
        return getattr(self.own, name)(*args, **kwargs)
