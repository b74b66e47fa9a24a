"""An open season: who is here, games at a tap, the season's table, and ratings as of any tournament."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.club import finish
from tournaments.access import Actor
from tournaments.models import Game, Ladder, Rating, Round, Tournament
from tournaments.queries.seasons import evening, season_table
from tournaments.services import entries, hands, ladders, rounds, seasons, tournaments
from tournaments.services.errors import ServiceError
from tournaments.services.ratings import rerate_game
from tournaments.services.ratings_verify import verify_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def actor() -> Actor:
    return Actor(user=get_user_model().objects.create_user("olga"))


@pytest.fixture
def season(actor: Actor) -> Tournament:
    made = tournaments.create_tournament(
        actor=actor, name="Autumn", variant="mandavoshka", format="season", club="Nevsky", best_of=2, minimum_games=2
    )
    entries.add_entries(tournament=made, text="Anna\nBoris\nVera\nGleb\nDina", actor=actor)
    tournaments.publish_tournament(tournament=made, actor=actor)
    for entry in made.entries.all():
        seasons.come_in(entry=entry, actor=actor)
    return made


def begin(season: Tournament, actor: Actor, *numbers: int) -> Game:
    ids = list(season.entries.filter(number__in=numbers).values_list("pk", flat=True))
    return seasons.start_game(tournament=season, entries=ids, actor=actor, seed=1)


def ended(game: Game, order: list[int], ago: timedelta = timedelta(0)) -> Game:
    """Finish a game: entry numbers in the order of the places."""
    numbers = list(game.table.seats.order_by("number").values_list("entry__number", flat=True))
    finish(game, [order.index(number) + 1 for number in numbers], timezone.now() - ago)
    for result in game.results.all():
        game.results.filter(pk=result.pk).update(points=len(numbers) - result.place)
    rerate_game(game=game)
    return game


def test_several_games_go_on_at_once_and_are_rated(season: Tournament, actor: Actor) -> None:
    ladder = ladders.create_ladder(actor=actor, name="Nevsky", club="Nevsky")
    one, two = begin(season, actor, 1, 2), begin(season, actor, 3, 4, 5)
    assert season.rounds.filter(status=Round.Status.PUBLISHED).count() == 2
    ended(two, [4, 3, 5])
    ended(one, [2, 1])
    assert Rating.objects.filter(ladder=ladder).count() == 5
    assert Ladder.objects.get(slug="mandavoshka").ratings.count() == 5
    assert verify_all() == []


def test_the_table_keeper_writes_a_sitting_as_any_game(season: Tournament, actor: Actor) -> None:
    game = begin(season, actor, 1, 2)
    hands.record_hand(game=game, facts={"judge": [{"stop": "time"}]}, uuid=uuid4(), version=0, actor=actor)
    game.refresh_from_db()
    assert game.finished_at is not None
    assert len(season_table(season)) == 2


def test_who_sits_at_a_table_cannot_sit_down_again(season: Tournament, actor: Actor) -> None:
    begin(season, actor, 1, 2)
    with pytest.raises(ServiceError, match="Still at a table: Boris"):
        begin(season, actor, 2, 3)
    with pytest.raises(ServiceError, match="Choose 2 to 4"):
        begin(season, actor, 3)


def test_next_are_those_who_played_least_and_waited_longest(season: Tournament, actor: Actor) -> None:
    ended(begin(season, actor, 1, 2, 3, 4), [1, 2, 3, 4])
    tonight = evening(season)
    assert tonight.next_table[0].name == "Dina"
    assert [one.games for one in tonight.free] == [0, 1, 1, 1, 1]
    seasons.go_home(entry=season.entries.get(number=5), actor=actor)
    assert "Dina" not in [one.name for one in evening(season).free]
    assert [one.name for one in evening(season).away] == ["Dina"]
    assert evening(season, timezone.now() + timedelta(days=1)).free == []


def test_the_best_games_count_and_a_place_takes_enough_of_them(season: Tournament, actor: Actor) -> None:
    for order in ([1, 2, 3, 4], [2, 1, 3, 4], [1, 2, 4, 3]):
        ended(begin(season, actor, 1, 2, 3, 4), order)
    ended(begin(season, actor, 1, 5), [5, 1])
    rows = season_table(season)
    assert [(row.place, row.player.name, row.games, row.counted, row.points) for row in rows] == [
        (1, "Anna", 4, 2, Decimal(6)),
        (2, "Boris", 3, 2, Decimal(5)),
        (3, "Vera", 3, 2, Decimal(2)),
        (4, "Gleb", 3, 2, Decimal(1)),
        (None, "Dina", 1, 1, Decimal(1)),
    ]


def test_equal_players_share_a_place(season: Tournament, actor: Actor) -> None:
    for order in ([1, 2], [2, 1]):
        ended(begin(season, actor, 1, 2), order)
    assert [(row.place, row.sharing) for row in season_table(season)] == [(1, 2), (1, 2)]


def test_a_sitting_is_closed_once_a_later_game_begins(season: Tournament, actor: Actor) -> None:
    old = ended(begin(season, actor, 1, 2), [1, 2], ago=timedelta(hours=20))
    young = ended(begin(season, actor, 1, 2), [1, 2])
    begin(season, actor, 3, 4)
    status = dict(season.rounds.values_list("tables__games", "status"))
    assert (status[old.pk], status[young.pk]) == ("closed", "published")


def test_a_game_begun_by_mistake_is_taken_back(season: Tournament, actor: Actor) -> None:
    game = begin(season, actor, 1, 2)
    seasons.drop_game(game=game, actor=actor)
    assert not season.rounds.exists()
    played = begin(season, actor, 1, 2)
    hands.record_hand(game=played, facts={"judge": [{"stop": "time"}]}, uuid=uuid4(), version=0, actor=actor)
    with pytest.raises(ServiceError, match="Hands have been written down"):
        seasons.drop_game(game=played, actor=actor)


def test_a_season_ends_when_no_game_goes_on(season: Tournament, actor: Actor) -> None:
    game = begin(season, actor, 1, 2)
    with pytest.raises(ServiceError, match="still going on"):
        seasons.finish_season(tournament=season, actor=actor)
    ended(game, [1, 2])
    assert seasons.finish_season(tournament=season, actor=actor).status == Tournament.Status.FINISHED
    assert not season.rounds.exclude(status=Round.Status.CLOSED).exists()
    with pytest.raises(ServiceError, match="until it is finished"):
        begin(season, actor, 3, 4)


def test_rounds_are_not_drawn_in_a_season_nor_games_begun_in_a_tournament(season: Tournament, actor: Actor) -> None:
    with pytest.raises(ServiceError, match="nothing is drawn"):
        rounds.draw_round(tournament=season, number=1, actor=actor)
    cup = tournaments.create_tournament(actor=actor, name="Cup", variant="mandavoshka")
    with pytest.raises(ServiceError, match="in rounds"):
        begin(cup, actor, 1, 2)


def test_a_guest_needs_no_account(season: Tournament, actor: Actor) -> None:
    seasons.welcome(tournament=season, text="Guest, Omsk", actor=actor)
    assert "Guest" in [one.name for one in evening(season).free]


def test_one_tap(season: Tournament, actor: Actor, client: Client) -> None:
    client.force_login(actor.user)
    page = client.get(f"/keep/season/{season.slug}/").text
    assert "Begin:" in page
    chosen = [one.entry.pk for one in evening(season).next_table]
    answer = client.post(f"/keep/season/{season.slug}/start/", {"entry": chosen})
    game = Game.objects.get()
    assert answer["Location"] == f"/keep/{game.pk}/"
    assert client.get(answer["Location"]).status_code == 200
    for page in (f"/t/{season.slug}/", f"/keep/season/{season.slug}/", "/keep/", "/", "/run/"):
        assert client.get(page).status_code == 200
    assert client.get(f"/run/{season.slug}/")["Location"] == f"/keep/season/{season.slug}/"
    assert client.get(f"/t/{season.slug}/standings/")["Location"] == f"/t/{season.slug}/"


def test_a_season_is_made_by_its_form(actor: Actor, client: Client) -> None:
    client.force_login(actor.user)
    data = {"name": "Winter", "club": "Nevsky", "rated": "on", "way": "season"}
    form = client.get("/run/new/mandavoshka/").context["form"]
    options = {field.html_name: field.value() for field in form if field.html_name.startswith("option-")}
    client.post("/run/new/mandavoshka/", data | {name: value for name, value in options.items() if value})
    made = Tournament.objects.get(name="Winter")
    page = client.get(f"/run/{made.slug}/settings/")
    assert "Best games counted" in page.text
    assert "Players confirm" not in page.text
    data = {field.html_name: field.value() for field in page.context["form"] if field.value()} | {"best_of": "10"}
    client.post(f"/run/{made.slug}/settings/", data)
    made.refresh_from_db()
    assert (made.format, made.club, made.best_of, made.minimum_games) == ("season", "Nevsky", 10, 0)


def test_queries_do_not_grow_with_the_games(season: Tournament, actor: Actor, client: Client) -> None:
    def counted(page: str) -> int:
        client.get(page)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page).status_code == 200
        return len(queries)

    client.force_login(actor.user)
    pages = (f"/t/{season.slug}/", f"/keep/season/{season.slug}/")
    ended(begin(season, actor, 1, 2), [1, 2])
    few = [counted(page) for page in pages]
    for _ in range(4):
        ended(begin(season, actor, 1, 2, 3), [1, 2, 3])
        ended(begin(season, actor, 4, 5), [5, 4])
    assert [counted(page) for page in pages] == few


def test_the_table_is_taken_away(season: Tournament, actor: Actor, client: Client) -> None:
    ended(begin(season, actor, 1, 2, 3), [1, 2, 3])
    page = client.get(season.get_absolute_url())
    assert "?export=csv" in page.text
    taken = client.get(season.get_absolute_url() + "?export=csv", headers={"accept-language": "ru"})
    heads, first, *_rest = taken.content.decode("utf-8-sig").splitlines()
    assert heads == "М,Игрок,Клуб,Игры,В зачёт,Победы,Очки"
    assert "Anna" in first
