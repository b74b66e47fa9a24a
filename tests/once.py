"""What is costly to make in the database, made once for all tests of a module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction
from django.utils import translation


def once(build: Callable[[], Any]) -> Any:
    """The fixture `built` of a module: what `build` makes, taken back after the module's last test.

    A test asks for `world`, which is a copy of it; what the test itself changes in the database is taken back after it.
    """

    @pytest.fixture(scope="module")
    def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[Any]:
        translation.deactivate()
        with django_db_blocker.unblock(), transaction.atomic():
            yield build()
            transaction.set_rollback(True)

    return built
