"""Ports for servers of the tests' own."""

from __future__ import annotations

import os
import socket
from itertools import cycle

BLOCK = 1000
_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_numbers = cycle(12_000 + BLOCK * (_WORKER % 20) + (os.getpid() + number) % BLOCK for number in range(BLOCK))


def free_port() -> int:
    """A port that stays free until it is bound, and while its server is away.

    Lines out are given theirs by chance, from 32768 on, and each process of the tests has a block of its own.
    """
    return next(filter(_is_free, _numbers))


def _is_free(port: int) -> bool:
    with socket.socket() as one:
        try:
            one.bind(("0.0.0.0", port))
        except OSError:
            return False
    return True
