"""Who won, on the home page: of every kind of tournament, and still true after a correction."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.club import Club, play
from tests.tournaments.room import KEEPER, out, seat_table, write
from tests.tournaments.test_standings import NAMES, entry_of, made, played_round
from tournaments.access import Actor
from tournaments.models import Game, Player, Round, Tournament
from tournaments.queries.winners import winners_of
from tournaments.services.amending import amend_hand
from tournaments.services.players import rename_player

pytestmark = pytest.mark.django_db


def early_win(by: int) -> dict[str, Any]:
    left = {seat: text for seat, text in enumerate(("10", "54", "11", "20")) if seat != by}
    return out(by, left, last=["6-6"])


def finished(game: Game, **fields: Any) -> Tournament:
    """The game's tournament, over."""
    Round.objects.update(status=Round.Status.CLOSED)
    Tournament.objects.update(status=Tournament.Status.FINISHED, **fields)
    return Tournament.objects.get(pk=game.table.round.tournament_id)


def won(client: Client) -> list[str]:
    """What the home page says of winners."""
    page = client.get("/", headers={"accept-language": "en"}).text
    found = re.findall(r"<span>((?:Winner|Best team).+?)</span>", page)
    return [re.sub(r"<[^>]+>", "", line) for line in found]


def test_the_winner_follows_corrections_and_names(kept: None, client: Client, django_assert_num_queries: Any) -> None:
    game = seat_table()
    write(game, early_win(0))
    cup = finished(game)
    assert won(client) == ["Winner: Anna"]
    with django_assert_num_queries(0):
        assert winners_of([cup])[cup.pk].names == ["Anna"]
    amend_hand(game=game, number=1, facts=early_win(1), version=1, actor=Actor(admin=True), why="misread")
    assert won(client) == ["Winner: Boris"]
    rename_player(player=Player.objects.get(name="Boris"), actor=KEEPER, name="Boris the Great", club="")
    assert won(client) == ["Winner: Boris the Great"]


def test_the_home_page_asks_no_more_for_more_winners(kept: None, client: Client) -> None:
    def asked() -> int:
        client.get("/")
        with CaptureQueriesContext(connection) as queries:
            client.get("/")
        return len(queries)

    counts = set()
    for at in range(3):
        game = seat_table(slug=f"cup-{at}")
        write(game, early_win(at))
        finished(game)
        counts.add(asked())
    assert len(won(client)) == 3
    assert len(counts) == 1


def test_hidden_results_name_no_winner(client: Client) -> None:
    game = seat_table()
    write(game, early_win(0))
    finished(game, results_hidden=True)
    assert "Finished tournaments" in client.get("/", headers={"accept-language": "en"}).text
    assert won(client) == []


def test_who_shares_the_first_place_is_named_up_to_a_few(client: Client) -> None:
    stage = made(8)
    draws = [dict.fromkeys(NAMES[at : at + 2], 90) for at in range(0, 8, 2)]
    played_round(stage, 1, *draws)
    assert won(client) == []
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    assert won(client) == ["Winners: Anna, Boris, Dina and 5 more"]


def test_the_last_stage_that_was_played_decides_and_the_best_team_is_named(client: Client) -> None:
    stage = made(teams=("Baku", "Baku", "Odessa", "Odessa"))
    played_round(stage, 1, {"Anna": 101, "Boris": 40}, {"Vera": 90, "Gleb": 80})
    last = stage.tournament.stages.create(number=2, format="swiss")
    stage.tournament.stages.create(number=3, format="swiss")
    for name in ("Anna", "Vera"):
        last.members.create(entry=entry_of(name), seed=1)
    played_round(last, 2, {"Anna": 10, "Vera": 101})
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    assert won(client) == ["Winner: Vera", "Best team: Odessa"]


def test_a_pair_is_named_whole(client: Client) -> None:
    play(Club.open("Duo", entries=2, size=2, variant="kozel", kind="pairs"), [0, 1], [2, 1])
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    assert won(client) == ["Winners: Duo 2 / Duo 3"]


def test_a_season_is_won_by_who_leads_its_table(client: Client) -> None:
    game = seat_table()
    Round.objects.update(sitting=True, stage=None)
    write(game, early_win(2))
    finished(game, format=Tournament.Format.SEASON)
    assert won(client) == ["Winner: Vera"]
    Tournament.objects.update(minimum_games=2)
    assert won(client) == []
