"""The pages of ratings with 1,000 players and 50,000 games: eight queries at most, each over what it shows."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.crowd import Crowd, people
from tournaments.models import Game, Ladder, RatedGame
from tournaments.services.ratings import rebuild_all

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
    rebuild_all()
    assert Game.objects.count() == SEASON + ROUNDS * PLAYERS // 4 == 50_000
    overall = Ladder.objects.get(slug="overall")
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


def counted(client: Client, page: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page).status_code == 200, page
    return len(queries)
