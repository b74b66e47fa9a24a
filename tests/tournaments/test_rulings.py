"""What the organiser decides about a game, what its players say to it, and that nothing of it is lost."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from tests.tournaments.room import KEEPER, out, seat_table, write
from tests.tournaments.test_amending import BIG, BIG_TOO, HUGE, RULING, SMALL, derived, fresh, organiser, version
from tournaments.models import Confirmation, Game, Hand, Player, PlayerLink, Rating, Result, Round, Tournament
from tournaments.queries.confirmations import agreements
from tournaments.queries.games import counted_games
from tournaments.queries.standings import standings
from tournaments.services.amending import amend_hand, delete_hand
from tournaments.services.confirming import (
    confirm_game,
    dispute_game,
    make_player_links,
    renew_player_link,
    settle_game,
)
from tournaments.services.errors import ServiceError
from tournaments.services.hands import StaleGame
from tournaments.services.ratings_verify import verify_all
from tournaments.services.reseating import reseat_table
from tournaments.services.rounds import close_round
from tournaments.services.rulings import (
    annul_game,
    call_time,
    forfeit_game,
    readmit_game,
    reopen_game,
    shut_game,
)

pytestmark = pytest.mark.django_db

STOP = {"judge": [{"stop": "time"}]}


@pytest.fixture
def over() -> Game:
    """A finished game: Vera lost, with 106 points."""
    game = seat_table()
    write(game, SMALL, BIG, HUGE)
    return game


def agreement(game: Game):
    return agreements([fresh(game)])[game.pk]


def test_an_annulled_game_counts_for_nothing_and_stays(over):
    before = derived(over)
    annul_game(game=over, version=3, actor=KEEPER, why="the tiles were marked")
    assert not Result.objects.exists()
    assert not Rating.objects.exists()
    assert not counted_games().exists()
    assert {row.points for row in standings(over.table.round.tournament).rows} == {0}
    assert Hand.objects.count() == 3
    assert fresh(over).finished_at
    with pytest.raises(ServiceError, match="ruling"):
        amend_hand(game=over, number=1, facts=BIG, version=4, actor=KEEPER)
    with pytest.raises(ServiceError, match="Take it back first"):
        annul_game(game=over, version=4, actor=KEEPER, why="again")
    readmit_game(game=over, version=4, actor=KEEPER)
    assert derived(over) == before
    assert verify_all() == []


def test_an_annulled_game_does_not_hold_the_round_up():
    game = seat_table()
    write(game, SMALL)
    tournament = game.table.round.tournament
    with pytest.raises(ServiceError, match="not finished"):
        close_round(tournament=tournament, number=1, actor=KEEPER)
    annul_game(game=game, version=1, actor=KEEPER, why="the roof leaked")
    assert close_round(tournament=tournament, number=1, actor=KEEPER).status == Round.Status.CLOSED


def test_a_ruling_needs_its_reason(over):
    with pytest.raises(ServiceError, match="why"):
        annul_game(game=over, version=3, actor=KEEPER, why="  ")
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(ruling="annulled")
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(ruling="forfeited", ruling_reason="why", forfeited=[])


def test_who_forfeits_is_behind_all_others_and_the_ratings_leave_it_out(over):
    forfeit_game(game=over, sides=[0], version=3, actor=KEEPER, why="two tiles in the sleeve")
    rows = Result.objects.order_by("side").values_list("side", "place", "won", "lost")
    assert list(rows) == [(0, 4, False, True), (1, 2, False, False), (2, 3, False, False), (3, 1, True, False)]
    assert not Rating.objects.exists()
    readmit_game(game=over, version=4, actor=KEEPER)
    assert Result.objects.get(side=2).lost
    assert Rating.objects.exists()


def test_a_reopened_game_is_corrected_by_its_table_in_a_closed_round(over):
    Round.objects.update(status=Round.Status.CLOSED)
    with pytest.raises(ServiceError, match="closed"):
        delete_hand(game=over, number=3, version=3, actor=KEEPER)
    reopen_game(game=over, version=3, actor=organiser(over), why="a slip")
    delete_hand(game=over, number=3, version=4, actor=KEEPER)
    write(over, HUGE)
    shut_game(game=over, version=version(over), actor=KEEPER)
    with pytest.raises(ServiceError, match="closed"):
        delete_hand(game=over, number=3, version=version(over), actor=KEEPER)
    assert Result.objects.count() == 4


def test_reopening_takes_back_the_stop_that_ended_a_game():
    game = seat_table()
    write(game, SMALL, STOP)
    assert fresh(game).ended_by == "time"
    reopen_game(game=game, version=2, actor=KEEPER)
    assert fresh(game).finished_at is None
    assert Hand.objects.count() == 1
    write(game, BIG, HUGE)
    assert fresh(game).ended_by == "target"


def test_people_who_sat_wrong_are_moved_and_results_and_ratings_follow(over):
    before = {row.player.name: row for row in over.table.seats.select_related("player")}
    results = dict(Result.objects.values_list("entry__players__name", "place"))
    ratings = dict(Rating.objects.filter(ladder__variant="mandavoshka").values_list("player__name", "mu"))
    reseat_table(game=over, order=[2, 1, 0, 3], version=3, actor=KEEPER, why="Anna and Vera changed seats")
    seats = [seat.player.name for seat in over.table.seats.select_related("player").order_by("number")]
    assert seats == ["Vera", "Boris", "Anna", "Gleb"]
    swap = {"Anna": "Vera", "Vera": "Anna"}
    assert dict(Result.objects.values_list("entry__players__name", "place")) == {
        swap.get(name, name): place for name, place in results.items()
    }
    assert dict(Rating.objects.filter(ladder__variant="mandavoshka").values_list("player__name", "mu")) == {
        swap.get(name, name): mu for name, mu in ratings.items()
    }
    assert verify_all() == []
    reseat_table(game=over, order=[2, 1, 0, 3], version=4, actor=KEEPER)
    after = {row.player.name: row for row in over.table.seats.select_related("player")}
    assert {name: (seat.number, seat.entry_id) for name, seat in after.items()} == {
        name: (seat.number, seat.entry_id) for name, seat in before.items()
    }


@pytest.mark.parametrize("order", [[0, 0, 1, 2], [0, 1, 2], [0, 1, 2, 3]])
def test_moving_to_other_seats_needs_everybody_once_and_a_change(over, order):
    with pytest.raises(ServiceError):
        reseat_table(game=over, order=order, version=3, actor=KEEPER)
    assert version(over) == 3


def test_a_fixed_pair_stays_on_one_side():
    game = seat_table(variant="morskoy_kozel_exchange", pairs=True, options={"target": 20})
    write(game, out(0, {1: "66", 3: "64"}))
    with pytest.raises(ServiceError, match="partners"):
        reseat_table(game=game, order=[1, 0, 2, 3], version=1, actor=KEEPER)
    reseat_table(game=game, order=[1, 2, 3, 0], version=1, actor=KEEPER)
    assert Result.objects.get(won=True).entry.number == 2


@pytest.mark.parametrize(("stop", "after"), [("hand", 2), ("one_more", 3)])
def test_time_is_called_and_stands_until_the_stop_is_written_down(stop, after):
    game = seat_table()
    write(game, SMALL)
    call_time(game=game, stop=stop, version=1, actor=KEEPER)
    assert fresh(game).stop_after == after
    assert fresh(game).totals == [0, 0, 32, 0]
    write(game, RULING)
    assert fresh(game).stop_after == after
    write(game, STOP)
    assert fresh(game).stop_after is None
    assert fresh(game).ended_by == "time"


def test_a_call_of_time_is_taken_back():
    game = seat_table()
    call_time(game=game, stop="hand", version=0, actor=KEEPER)
    call_time(game=game, stop="", version=1, actor=KEEPER)
    assert fresh(game).stop_after is None
    with pytest.raises(ServiceError, match="ways"):
        call_time(game=game, stop="never", version=2, actor=KEEPER)


def test_all_at_the_table_confirm(over):
    players = list(Player.objects.order_by("name"))
    for player in players[:3]:
        confirm_game(game=over, player=player, version=3, actor=KEEPER)
        confirm_game(game=over, player=player, version=3, actor=KEEPER)
    assert not agreement(over).confirmed
    assert [player.name for player in agreement(over).waiting] == ["Vera"]
    confirm_game(game=over, player=players[3], version=3, actor=KEEPER)
    assert agreement(over).confirmed
    amend_hand(game=over, number=2, facts=BIG_TOO, version=3, actor=KEEPER)
    assert len(agreement(over).waiting) == 4


def test_a_dispute_says_what_is_wrong_and_the_organiser_settles_it(over):
    vera = Player.objects.get(name="Vera")
    with pytest.raises(ServiceError, match="Say what is wrong"):
        dispute_game(game=over, player=vera, version=3, actor=KEEPER, words=" ")
    dispute_game(game=over, player=vera, version=3, actor=KEEPER, words="hand 3: I held only five tiles")
    assert agreement(over).disputed
    assert agreement(over).disputes == [(vera, "hand 3: I held only five tiles")]
    settle_game(game=over, version=3, actor=organiser(over))
    assert agreement(over).confirmed
    assert not agreement(over).disputed
    confirm_game(game=over, player=vera, version=3, actor=KEEPER)
    assert Confirmation.objects.get(player=vera).words == ""


def test_who_did_not_sit_there_says_nothing(over):
    stranger = Player.objects.create(name="Dina", slug="dina")
    with pytest.raises(ServiceError, match="sat at the table"):
        confirm_game(game=over, player=stranger, version=3, actor=KEEPER)
    with pytest.raises(StaleGame):
        confirm_game(game=over, player=Player.objects.get(name="Vera"), version=2, actor=KEEPER)


def test_a_game_going_on_has_nothing_to_confirm():
    game = seat_table()
    with pytest.raises(ServiceError, match="no result"):
        confirm_game(game=game, player=Player.objects.get(name="Vera"), version=0, actor=KEEPER)


def test_a_round_waits_for_confirmation_where_the_tournament_asks(over):
    Tournament.objects.update(requires_confirmation=True)
    tournament = Tournament.objects.get()
    with pytest.raises(ServiceError, match="not confirmed at these tables: 1"):
        close_round(tournament=tournament, number=1, actor=KEEPER)
    settle_game(game=over, version=3, actor=organiser(over))
    assert close_round(tournament=tournament, number=1, actor=KEEPER).status == Round.Status.CLOSED


def test_everybody_has_one_personal_link(over):
    tournament = over.table.round.tournament
    assert len(make_player_links(tournament=tournament, actor=KEEPER)) == 4
    assert make_player_links(tournament=tournament, actor=KEEPER) == []
    link = PlayerLink.objects.first()
    old = link.token
    assert renew_player_link(link=link, actor=KEEPER).token != old
    copy = PlayerLink(tournament=tournament, player=link.player, token="another")
    with pytest.raises(IntegrityError), transaction.atomic():
        copy.save()


def test_a_dispute_without_words_is_refused_by_the_database(over):
    with pytest.raises(IntegrityError), transaction.atomic():
        Confirmation.objects.create(game=over, player=Player.objects.first(), version=3, says="disputed", actor="x")
