"""Every kind of page over random objects of the federation: how long the first view takes, and the next.

Before a first view nothing is kept in the cache, so it is at least as long as the first one after a result. Beside the
seconds stands the processor time of this process and of its database server: what a machine with nothing else to do
would take, about. Memory is kept as in a web process (`config.memory`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.federation.addresses import VIEWS, of_organisers, of_people, of_site, of_tournaments
from config.memory import settle

FEWEST, ENOUGH = 3, 10.0
"""A slow page is seen less often: three times, and then until its first views have taken so many seconds."""
LIMIT = 0.3


@dataclass
class Seen:
    """A kind of page: the seconds of the first view of each of its addresses, without anything kept, and of the next.

    `busy`: the processor time of the first views; `queries`: the most that one of them asked; `longest`: its address.
    """

    kind: str
    first: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)
    queries: int = 0
    longest: str = ""


def percentile(seconds: list[float], share: float) -> float:
    return sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * share))]


def print_pages() -> None:
    start, kinds = time.perf_counter(), []
    print(f"{'page':34} {'first p50':>9} {'p95':>6} {'busy p95':>9} {'again p50':>9} {'p95':>6}  queries   (ms)")
    slow = []
    for seen in _look_at_all():
        kinds.append(seen.kind)
        middle, first, busy, again, later = (
            1000 * percentile(each, share)
            for each, share in (
                (seen.first, 0.5), (seen.first, 0.95), (seen.busy, 0.95), (seen.again, 0.5), (seen.again, 0.95),
            )
        )  # fmt: skip
        late = max(first, later) > 1000 * LIMIT
        slow += [f"{seen.kind} {first:.0f} (busy {busy:.0f})"] if late else []
        print(
            f"{seen.kind:34} {middle:9.0f} {first:6.0f} {busy:9.0f} {again:9.0f} {later:6.0f}  {seen.queries:7}"
            f"{f' ! {seen.longest}' if late else ''}",
            flush=True,
        )
    said = f"{len(kinds)} kinds of pages in {time.perf_counter() - start:.0f} s"
    if slow:
        print(f"{said}; over {1000 * LIMIT:.0f} ms at p95: {'; '.join(slow)}")
    else:
        print(f"{said}; all pages within {1000 * LIMIT:.0f} ms at p95")


def _look_at_all() -> Iterator[Seen]:
    dice = Random(7)
    settings.FILES = 1_000_000  # nobody asks for so many
    public, organiser = Client(headers={"host": "localhost"}), Client(headers={"host": "localhost"})
    organiser.force_login(User.objects.get(username="nina"))
    settle()
    for kind, addresses in (of_site(dice) | of_tournaments(dice) | of_people(dice)).items():
        yield _look(public, kind, addresses)
    for kind, addresses in of_organisers(dice).items():
        yield _look(organiser, kind, addresses)


def _look(client: Client, kind: str, addresses: Iterable[str]) -> Seen:
    seen = Seen(kind)
    addresses = list(addresses)
    client.get(addresses[0])
    for address in (addresses * VIEWS)[:VIEWS]:
        if len(seen.first) >= FEWEST and sum(seen.first) > ENOUGH:
            break
        cache.clear()
        before = _processor_time()
        with CaptureQueriesContext(connection) as queries:
            seen.first.append(_seconds(client, address))
        seen.busy.append(_processor_time() - before)
        seen.longest = address if seen.first[-1] == max(seen.first) else seen.longest
        seen.queries = max(seen.queries, len(queries))
        seen.again.append(_seconds(client, address))
    return seen


def _seconds(client: Client, address: str) -> float:
    start = time.perf_counter()
    answer = client.get(address)
    if answer.streaming:
        b"".join(answer)
    took = time.perf_counter() - start
    if answer.status_code != 200:
        raise AssertionError(f"{address}: {answer.status_code}")
    return took


def _processor_time() -> float:
    """Seconds of this process, and where the system tells, of the server behind its connection."""
    connection.ensure_connection()
    told = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")
    of_server = int(told.read_text().split()[0]) / 1e9 if told.exists() else 0.0
    return time.process_time() + of_server
