"""How a ladder's replay is read from and written to the database: in bulk, by the driver, as it goes along.

A replay reads where the players stood before it and writes the changes while they are worked out, so that a whole
ladder never lies in memory. `executemany` and `COPY` take a tenth of the time of as many objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import connection

from scoring.ratings.model import ordinal
from scoring.ratings.replay import Change, Standing
from tournaments.models import Ladder, PastSeat, Rating, RatingChange, Seat
from tournaments.models.ratings import PAST_ORDER
from tournaments.queries.games import Key, at_or_after
from tournaments.queries.ladders import last_changes

COLUMNS = (
    *("ladder", "game", "past", "order", "finished_at"),
    *("player", "place", "mu_before", "sigma_before", "mu", "sigma", "side", "chance", "number"),
)
A_BATCH = 10_000


@dataclass
class Before:
    """Where the players stand before a replay, what their last game there did, and who lost changes to the replay."""

    standings: Mapping[int, Standing] = field(default_factory=dict)
    deltas: dict[int, float] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)


def gone_from(ladder: Ladder, key: Key | None) -> Before:
    """Delete the ladder's changes from the key on, and tell what stood before it. A few queries of any ladder."""
    gone = RatingChange.objects.filter(at_or_after(key), ladder=ladder).order_by()
    if key is None:
        gone.delete()
        return Before()
    lost = set(gone.values_list("player_id", flat=True).distinct())
    gone.delete()
    standings, deltas = {}, {}
    rows = last_changes(ladder, _players_from(ladder, key, lost))
    for player, mu_before, *standing in rows.values_list(
        "player_id", "mu_before", "mu", "sigma", "finished_at", "number"
    ):
        standings[player] = Standing(*standing)
        deltas[player] = standing[0] - mu_before
    return Before(standings, deltas, lost)


def store(ladder: Ladder, changes: Iterable[Change], before: Before) -> None:
    """Write the changes, and the ratings of all whom they or the deleted ones touch; who has no game left loses his."""
    last: dict[int, Change] = {}
    _write(_rows(ladder.pk, changes, last))
    back = {player: before.standings[player] for player in before.gone - last.keys() if player in before.standings}
    Rating.objects.filter(ladder=ladder, player__in=before.gone - last.keys() - back.keys()).delete()
    rows = [(player, c.mu, c.sigma, c.finished_at, c.number, c.mu - c.mu_before) for player, c in last.items()]
    rows += [(player, s.mu, s.sigma, s.played_at, s.number, before.deltas[player]) for player, s in back.items()]
    Rating.objects.bulk_create(
        [
            Rating(
                ladder=ladder,
                player_id=player,
                mu=mu,
                sigma=sigma,
                ordinal=ordinal(mu, sigma),
                games=games,
                played_at=played_at,
                delta=delta,
            )
            for player, mu, sigma, played_at, games, delta in sorted(rows)
        ],
        update_conflicts=True,
        unique_fields=["ladder", "player"],
        update_fields=["mu", "sigma", "ordinal", "games", "played_at", "delta"],
    )


def _players_from(ladder: Ladder, key: Key, lost: Iterable[int]) -> set[int]:
    """Everybody whom a replay from the key on may meet: who lost changes, and who sits at a game from there on."""
    seated = Seat.objects.filter(at_or_after(key, "table__games", "table__games__finished_at"))
    past = PastSeat.objects.filter(game__ladder=ladder, game__played_at__gte=key[0])
    return {
        *lost,
        *seated.values_list("player", flat=True).distinct(),
        *past.values_list("player", flat=True).distinct(),
    }


def _write(rows: Iterator[tuple[Any, ...]]) -> None:
    meta = RatingChange._meta
    quote = connection.ops.quote_name
    columns = ", ".join(quote(meta.get_field(name).column) for name in COLUMNS)
    into = f"{quote(meta.db_table)} ({columns})"
    insert = f"INSERT INTO {into} VALUES ({', '.join(['%s'] * len(COLUMNS))})"
    with connection.cursor() as cursor:
        # A batch at a time, since the rows are still read by the same connection, which does one thing at once.
        while batch := list(islice(rows, A_BATCH)):
            if connection.vendor == "postgresql":
                with cursor.copy(f"COPY {into} FROM STDIN") as copy:
                    for row in batch:
                        copy.write_row(row)
            else:
                cursor.executemany(insert, batch)


def _rows(ladder: int, changes: Iterable[Change], last: dict[int, Change]) -> Iterator[tuple[Any, ...]]:
    """The changes as the database stores them, in the order of `COLUMNS`; each player's last one goes into `last`."""
    moment: datetime | None = None
    stored: Any = None
    for change in changes:
        if change[1] is not moment:
            moment = change[1]
            stored = connection.ops.adapt_datetimefield_value(moment)
        order = change[0]
        last[change[2]] = change
        yield ladder, *((order, None) if order >= 0 else (None, order + PAST_ORDER)), order, stored, *change[2:]
