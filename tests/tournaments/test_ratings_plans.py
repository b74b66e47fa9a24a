"""A replay in the transaction that filled the database, whose rows nobody else has seen yet."""

from __future__ import annotations

import pytest
from django.db import connection

from tests.tournaments.crowd import Crowd, people
from tournaments.models import Game, Ladder, RatedGame
from tournaments.services.ratings import rebuild_ladder
from tournaments.services.ratings_store import READ

pytestmark = pytest.mark.django_db

GAMES = 2_000


@pytest.fixture
def looked_through_meanwhile() -> None:
    """PostgreSQL looks at its tables, as its autovacuum does, while a transaction has rows that it must not see."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite plans without counting rows")
    Crowd.open(people(100), "Nights", format="season").play_season(GAMES)
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(model._meta.db_table for model in READ)}")
    finally:
        other.close()


@pytest.mark.usefixtures("looked_through_meanwhile")
def test_a_replay_does_not_take_full_tables_for_empty() -> None:
    assert taken_for(Game) == 0
    rebuild_ladder(ladder=Ladder.objects.create(slug="overall"))
    assert RatedGame.objects.count() == GAMES
    assert taken_for(Game) == GAMES


def taken_for(model: type[Game]) -> int:
    """How many rows PostgreSQL believes in."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE oid = %s::regclass", [model._meta.db_table])
        return int(cursor.fetchone()[0])
