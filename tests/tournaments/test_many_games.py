"""The pages of ratings with 1,000 players and 50,000 games: eight queries at most, each over what it shows."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.crowd import Crowd, people
from tournaments.models import Game, Ladder, RatedGame, Rating
from tournaments.services.ratings import rebuild_ladder, stretch_ladder

pytestmark = pytest.mark.django_db

PLAYERS, SEASON, ROUNDS = 1_000, 40_000, 40
MOST_QUERIES = 8


@pytest.fixture
def organiser() -> User:
    return User.objects.create_superuser("nina", "", "secret")


def test_eight_queries_at_most_however_much_there_is(client: Client, organiser: User) -> None:
    everybody = people(PLAYERS)
    season = Crowd.open(everybody, "Nights", format="season", best_of=20, minimum_games=10)
    season.play_season(SEASON)
    cup = Crowd.open(everybody, "Cup")
    cup.play_cup(ROUNDS, cup.tournament.stages.create(number=1, format="swiss"))
    overall = Ladder.objects.create(slug="overall")
    rebuild_ladder(ladder=overall)
    stretch_ladder(ladder=overall)
    the_same(overall, Ladder.objects.create(slug="mandavoshka", variant="mandavoshka"))
    assert Game.objects.count() == SEASON + ROUNDS * PLAYERS // 4 == 50_000
    assert RatedGame.objects.filter(ladder=overall).count() == 50_000
    someone, other = everybody[:2]
    seen = [
        someone.get_absolute_url(),
        f"{someone.get_absolute_url()}?ladder=overall&page=3",
        f"{someone.get_absolute_url()}?with={other.slug}",
        "/ladder/",
        "/ladder/overall/",
        "/ladder/overall/?page=3&club=Club+1&since=2020-02-01",
        "/ladder/overall/how/",
        "/ladder/overall/calibration/",
        season.tournament.get_absolute_url(),
    ]
    queries = {page: counted(client, page) for page in seen}
    client.force_login(organiser)
    season_page = reverse("keep:season", args=[season.tournament.slug])
    for page in (reverse("organiser:ladders"), reverse("organiser:ladder", args=["overall"]), season_page):
        queries[page] = counted(client, page)
    assert max(queries.values()) <= MOST_QUERIES, queries


def the_same(ladder: Ladder, other: Ladder) -> None:
    """All games are of one variant, so its ladder is as the one over all games: copied, not worked out once more."""
    for model in (RatedGame, Rating):
        fields = [each for each in model._meta.concrete_fields if not each.primary_key]
        columns = ", ".join(connection.ops.quote_name(each.column) for each in fields)
        values = ", ".join("%s" if each.name == "ladder" else connection.ops.quote_name(each.column) for each in fields)
        with connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO {model._meta.db_table} ({columns}) "
                f"SELECT {values} FROM {model._meta.db_table} WHERE ladder_id = %s",
                [other.pk, ladder.pk],
            )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # as its autovacuum does once the rows are there for all to see


def counted(client: Client, page: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page).status_code == 200, page
    return len(queries)
