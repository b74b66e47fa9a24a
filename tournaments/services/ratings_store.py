"""How a ladder's replay is read from and written to the database: in bulk, by the driver, as it goes along.

A replay starts from where the players stood before it and writes each game when it is worked out, so that a whole
ladder never lies in memory. `executemany` and `COPY` take a tenth of the time of as many objects.

PostgreSQL plans by what it last saw of a table. Whoever fills a database and replays it in one transaction is in
trouble where the tables were looked through meanwhile, as its autovacuum does: it saw none of the new rows, takes
every table for empty, and joins them row by row, for hours. So a replay has such tables counted first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import Q

from scoring.ratings.elo import START
from scoring.ratings.kept import Standing, unpack
from scoring.ratings.model import ordinal
from scoring.ratings.replay import Rated, moment_of, time_of
from tournaments.models import Game, Ladder, RatedGame, Rating, Result, Round, Seat, Table
from tournaments.models.ratings import PAST_ORDER
from tournaments.queries.games import A_BATCH, Key, at_or_after, flowing

COLUMNS = ("ladder", "order", "game", "past", "finished_at", "kept")
NUMBERS = ("mu", "sigma", "ordinal", "games", "played_at", "delta", "elo")
READ = (Game, Table, Round, Result, Seat)
"""The tables that a replay joins."""


def standings_now(ladder: Ladder, players: set[int] | None = None) -> tuple[dict[int, Standing], dict[int, float]]:
    """Where these players of the ladder stand, or all, as stored, and what Elo gives them. One query."""
    names = ("player_id", "mu", "sigma", "played_at", "games", "delta", "elo")
    standings, elo = {}, {}
    for player, mu, sigma, played_at, games, delta, given in (
        ladder.ratings.filter(Q() if players is None else Q(player__in=players)).order_by().values_list(*names)
    ):
        standings[player] = mu, sigma, moment_of(played_at), games, delta
        elo[player] = given
    return standings, elo


def count_anew() -> None:
    """Have PostgreSQL look through the tables of games that it takes for empty though they are not.

    It sees the rows of this transaction too, and nothing looks at the tables again before its end.
    """
    if connection.vendor != "postgresql":
        return
    names = [model._meta.db_table for model in READ]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE oid = ANY(%s::regclass[]) AND reltuples <= 0 "
            "AND pg_relation_size(oid) > 0 ORDER BY relname",
            [names],
        )
        if empty := [name for (name,) in cursor.fetchall()]:
            cursor.execute(f"ANALYZE {', '.join(map(connection.ops.quote_name, empty))}")


def take_out(ladder: Ladder, key: Key | None, now: dict[int, Standing]) -> tuple[dict[int, Standing], bool]:
    """Delete the ladder's rated games from the key on (all without one).

    Where everybody stood before them, and whether there were any.
    """
    gone = RatedGame.objects.filter(at_or_after(key), ladder=ladder)
    if key is None:
        gone.order_by().delete()
        return {}, True
    before: dict[int, Standing] = {}
    for kept in flowing(gone.order_by("finished_at", "order").values_list("kept", flat=True), key):
        for side in unpack(kept):
            for step in side.steps:
                before.setdefault(step.player, step.before)
    if before:
        gone.order_by().delete()
    return {player: standing for player, standing in {**now, **before}.items() if standing[3]}, bool(before)


def store_games(ladder: Ladder, games: Iterable[Rated]) -> None:
    """Write the games as they come."""
    quote = connection.ops.quote_name
    columns = ", ".join(quote(RatedGame._meta.get_field(name).column) for name in COLUMNS)
    into = f"{quote(RatedGame._meta.db_table)} ({columns})"
    insert = f"INSERT INTO {into} VALUES ({', '.join(['%s'] * len(COLUMNS))})"
    rows = _rows(ladder.pk, games)
    with connection.cursor() as cursor:
        # A batch at a time, since the games are still read by the same connection, which does one thing at once.
        while batch := list(islice(rows, A_BATCH)):
            if connection.vendor == "postgresql":
                with cursor.copy(f"COPY {into} FROM STDIN") as copy:
                    for row in batch:
                        copy.write_row(row)
            else:
                cursor.executemany(insert, batch)


def store_ratings(
    ladder: Ladder, old: dict[int, Standing], old_elo: dict[int, float], new: dict[int, Standing], elo: dict[int, float]
) -> None:
    """Bring the ratings from the old standings to the new ones; who has no game left loses his.

    Whom Elo does not know yet has what it starts with.
    """
    Rating.objects.filter(ladder=ladder, player__in=old.keys() - new.keys()).delete()
    Rating.objects.bulk_create(
        [
            Rating(
                ladder=ladder, player_id=player, mu=mu, sigma=sigma, ordinal=ordinal(mu, sigma), games=games,
                played_at=time_of(played), delta=delta, elo=elo.get(player, START),
            )
            for player, (mu, sigma, played, games, delta) in sorted(new.items())
            if old.get(player) != (mu, sigma, played, games, delta) or old_elo[player] != elo.get(player, START)
        ],
        update_conflicts=True,
        unique_fields=["ladder", "player"],
        update_fields=NUMBERS,
    )  # fmt: skip


def _rows(ladder: int, games: Iterable[Rated]) -> Iterator[tuple[Any, ...]]:
    """The games as the database stores them, in the order of `COLUMNS`."""
    as_text = connection.vendor == "sqlite"
    for finished_at, order, kept in games:
        which = (order, None) if order >= 0 else (None, order + PAST_ORDER)
        yield ladder, order, *which, _as_text(finished_at) if as_text else finished_at, kept


def _as_text(moment: datetime) -> str:
    """A moment as SQLite has it."""
    return str(moment.astimezone(UTC).replace(tzinfo=None))
