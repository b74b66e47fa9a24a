"""Ratings follow the games: whatever is edited, the stored ladders are what a full rebuild gives, bit for bit."""

from datetime import timedelta
from functools import partial
from io import StringIO
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings, strategies as st
from hypothesis.extra.django import TestCase

from scoring.ratings import stretches
from scoring.ratings.kept import pack
from scoring.ratings.model import DEFAULT, ordinal
from tests.tournaments.club import DAY0, Club, changes, finish, play, reopen
from tournaments.models import (
    Game,
    Ladder,
    LadderStretch,
    Player,
    RatedGame,
    Rating,
)
from tournaments.services import ratings
from tournaments.services.ratings import (
    OVERALL,
    rebuild_all,
    rebuild_ladder,
    rerate_game,
    rerate_tournament,
    stretch_ladder,
)

TAMPERED = pack((1, 1), (1, 0.5, 1, 25.0, 8.0, 25.0, 8.0, 0, 0, 0.0, 9, 0.5, 2, 25.0, 8.0, 25.0, 8.0, 0, 0, 0.0))


def stored() -> list:
    """All that is stored of ratings, without the rows' own ids."""
    games = RatedGame.objects.order_by("ladder__slug", "finished_at", "order").values_list(
        "ladder__slug", "game", "past", "finished_at", "order", "kept"
    )
    ratings = Rating.objects.order_by("ladder__slug", "player").values_list(
        "ladder__slug", "player", "mu", "sigma", "ordinal", "games", "played_at", "delta"
    )
    kept = LadderStretch.objects.order_by("ladder__slug", "number").values_list(
        "ladder__slug", "number", "finished_at", "order", "measures", "seen", "standings"
    )
    return [
        *((*row[:-1], bytes(row[-1])) for row in games),
        *ratings,
        *((*row[:-3], *(part and bytes(part) for part in row[-3:])) for row in kept),
    ]


def verified() -> str:
    out = StringIO()
    call_command("ratings", "verify", stdout=out)
    return out.getvalue()


@pytest.mark.django_db
class TestRerate:
    def test_a_finished_game_rates_its_players_overall_and_in_its_variant(self):
        club = Club.open()
        game = play(club, [0, 1, 2, 3], [2, 1, 4, 3])
        assert {(ladder.slug, ladder.variant) for ladder in Ladder.objects.all()} == {
            (OVERALL, ""),
            ("mandavoshka", "mandavoshka"),
        }
        for ladder in Ladder.objects.all():
            by_ordinal = ladder.ratings.order_by("-ordinal").values_list("player", flat=True)
            assert list(by_ordinal) == [club.players[i].pk for i in (1, 0, 3, 2)]
            assert {(change.order, change.mu_before, change.sigma_before) for change in changes(ladder)} == {
                (game.pk, DEFAULT.mu, DEFAULT.sigma)
            }
        for rating in Rating.objects.all():
            assert (rating.ordinal, rating.games) == (ordinal(rating.mu, rating.sigma), 1)
        assert "what a replay gives" in verified()

    def test_variants_have_ladders_of_their_own_and_one_in_common(self):
        club = Club.open()
        play(club, [0, 1], [1, 2])
        other = Club.open("Other", players=club.players, variant="morskoy_kozel_exchange")
        play(other, [0, 1], [1, 2], DAY0 + timedelta(days=1))
        games = dict(Rating.objects.filter(player=club.players[0]).values_list("ladder__slug", "games"))
        assert games == {OVERALL: 2, "mandavoshka": 1, "morskoy-kozel-exchange": 1}

    def test_a_pairs_persons_are_rated(self):
        club = Club.open(size=2, entries=2, kind="pairs", variant="morskoy_kozel_exchange")
        play(club, [0, 1], [2, 1])
        mu = {rating.player_id: rating.mu for rating in Rating.objects.filter(ladder__slug=OVERALL)}
        one, partner, other, others_partner = (mu[player.pk] for player in club.players)
        assert one == partner < DEFAULT.mu < other == others_partner

    def test_persons_who_share_a_side_for_a_game_are_rated_as_one_side(self):
        club = Club.open(entries=4, variant="morskoy_kozel_exchange")
        play(club, [0, 1, 2, 3], [1, 2], sides=2)
        mu = {rating.player_id: rating.mu for rating in Rating.objects.filter(ladder__slug=OVERALL)}
        by_seat = [mu[player.pk] for player in club.players]
        assert by_seat[0] == by_seat[2] > DEFAULT.mu > by_seat[1] == by_seat[3]

    @pytest.mark.parametrize(
        ("fields", "ended_by"),
        [({"rated": False}, "target"), ({"status": "draft"}, "target"), ({}, "forfeit")],
        ids=["unrated", "draft", "forfeit"],
    )
    def test_what_does_not_count(self, fields, ended_by):
        club = Club.open(**fields)
        play(club, [0, 1, 2, 3], [1, 2, 3, 4], ended_by=ended_by)
        assert not Ladder.objects.exists()
        rebuild_all()
        assert stored() == []

    def test_a_finished_game_without_results_of_two_sides_says_nothing(self):
        club = Club.open()
        play(club, [0], [1])
        assert stored() == []
        assert "what a replay gives" in verified()

    def test_adding_and_taking_back_is_nothing(self):
        club = Club.open()
        play(club, [0, 1], [1, 2], DAY0)
        play(club, [0, 1], [1, 2], DAY0 + timedelta(days=2))
        before = stored()
        game = play(club, [1, 2, 3], [1, 2, 3], DAY0 + timedelta(days=1))
        assert stored() != before
        rerate_game(game=reopen(game))
        assert stored() == before

    def test_the_last_game_taken_back_leaves_no_rating(self):
        club = Club.open()
        game = play(club, [0, 1], [1, 2])
        rerate_game(game=reopen(game))
        assert stored() == []

    def test_a_game_amended_changes_all_after_it(self):
        club = Club.open()
        first = play(club, [0, 1, 2], [1, 2, 3], DAY0)
        for day in range(1, 4):
            play(club, [0, 1, 2, 3], [1, 1, 3, 4], DAY0 + timedelta(days=day))
        finish(first, [3, 2, 1], DAY0)
        rerate_game(game=first)
        amended = stored()
        rebuild_all()
        assert stored() == amended

    def test_a_game_moved_in_time_is_replayed_from_where_it_stood(self):
        club = Club.open()
        moved = play(club, [0, 1], [1, 2], DAY0)
        play(club, [0, 1], [2, 1], DAY0 + timedelta(days=1))
        for day in (2, -1):
            finish(moved, [1, 2], DAY0 + timedelta(days=day))
            rerate_game(game=moved)
            assert "what a replay gives" in verified()

    def test_games_that_finish_in_one_moment_go_by_id(self):
        club = Club.open()
        games = [club.sit(0, 1), club.sit(0, 2), club.sit(1, 2)]
        for game in reversed(games):
            rerate_game(game=finish(game, [1, 2]))
        assert "what a replay gives" in verified()

    def test_a_tournament_made_unrated_and_rated_again(self):
        club, other = Club.open(), Club.open("Other")
        for day in range(3):
            play(club, [0, 1, 2], [1, 2, 3], DAY0 + timedelta(days=day))
        alone = stored()
        late = Club.open("Late", players=club.players[:3] + other.players[:1])
        for day in range(3):
            play(late, [0, 1, 2, 3], [4, 3, 2, 1], DAY0 + timedelta(days=day, hours=1))
        both = stored()
        for rated, expected in ((False, alone), (True, both)):
            late.tournament.rated = rated
            late.tournament.save()
            rerate_tournament(tournament=late.tournament)
            assert stored() == expected

    def test_whom_a_hidden_tournament_alone_had_brought_is_gone_before_a_worker_replays(self, client, monkeypatch):
        club = Club.open()
        play(club, [0, 1], [1, 2])
        new = [Player.objects.create(name=f"New {at}", slug=f"new-{at}") for at in range(2)]
        past = Ladder.objects.get(slug=OVERALL).past_games.create(played_at=DAY0 - timedelta(days=9))
        for side, player in enumerate((club.players[2], new[1])):
            past.seats.create(side=side, number=0, player=player, place=side + 1)
        secret = Club.open("Secret", players=[club.players[0], *new])
        play(secret, [0, 1, 2], [1, 2, 3], DAY0 + timedelta(days=1))
        rebuild_all()
        later = []
        monkeypatch.setattr(ratings, "_queue", lambda work, **given: later.append(partial(work.call, **given)))

        def turn(private: bool) -> dict[str, set[str]]:
            """Who stands on the ladders before the replay."""
            secret.tournament.private = private
            secret.tournament.save()
            rerate_tournament(tournament=secret.tournament)
            rated = Rating.objects.values_list("ladder__slug", "player__slug")
            return {slug: {player for ladder, player in rated if ladder == slug} for slug in (OVERALL, "mandavoshka")}

        everybody = {OVERALL: {"cup-0", "cup-1", "cup-2", "new-0", "new-1"}, "mandavoshka": {"cup-0", "cup-1"}}
        everybody["mandavoshka"] |= {"new-0", "new-1"}
        assert turn(private=False) == everybody
        assert turn(private=True) == {OVERALL: everybody[OVERALL] - {"new-0"}, "mandavoshka": {"cup-0", "cup-1"}}
        seen = {slug: client.get(f"/p/{slug}/").status_code for slug in ("cup-0", "new-0", "new-1")}
        assert seen == {"cup-0": 200, "new-0": 404, "new-1": 200}
        assert "Secret" not in client.get("/p/cup-0/").text
        later.pop()()
        assert "what a replay gives" in verified()
        turn(private=False)
        later.pop()()
        assert turn(private=False) == everybody
        assert "what a replay gives" in verified()

    def test_queries_do_not_grow_with_the_games(self):
        club = Club.open()

        def queries_of_amending_the_first(games: int) -> int:
            for _ in range(games):
                at = DAY0 + timedelta(hours=Game.objects.count())
                finish(club.sit(0, 1, 2, 3), [1, 2, 3, 4], at)
            first = Game.objects.order_by("id").first()
            rerate_game(game=finish(first, [1, 2, 3, 4], DAY0))
            finish(first, [4, 3, 2, 1], DAY0)
            first = Game.objects.select_related("table__round__tournament").get(pk=first.pk)
            with CaptureQueriesContext(connection) as captured:
                rerate_game(game=first)
            return len(captured)

        few = queries_of_amending_the_first(1)
        assert queries_of_amending_the_first(30) == few
        assert few <= 55
        assert "what a replay gives" in verified()

    @patch.multiple(stretches, SIZE=2, APART=4)
    def test_the_last_game_asks_where_they_stand_whom_it_concerns_and_no_others(self):
        club = Club.open(entries=12)
        asked = []
        for day, seats in enumerate(((0, 1), (2, 3), (4, 5), (6, 7), (8, 9), (8, 10), (0, 11), (0, 1))):
            game = finish(club.sit(*seats), [1, 2], DAY0 + timedelta(days=day))
            with patch.object(ratings, "standings_now", wraps=ratings.standings_now) as standings_now:
                rerate_game(game=game)
            asked.append({call.args[1] and frozenset(call.args[1]) for call in standings_now.call_args_list})
            assert "what a replay gives" in verified()
        numbers = [who and {club.players.index(Player.objects.get(pk=pk)) for pk in who} for [who] in asked]
        assert numbers == [None, None, None, {4, 5, 6, 7}, {4, 5, 6, 7, 8, 9}, {8, 9, 10}, {0, 8, 9, 10, 11}, None]


class TestAnyEdits(TestCase):
    """Random lives of a season."""

    @settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
    @given(st.sampled_from([(4, 1), (2, 3)]), st.data())
    def test_after_any_edits_the_stored_is_what_a_rebuild_gives(self, short, data):
        with patch.multiple(stretches, SIZE=short[0], APART=short[1]):
            self.live(data)

    def live(self, data):
        single = Club.open("Single", entries=5)
        pairs = Club.open("Pairs", players=single.players[:4], size=2, kind="pairs", variant="morskoy_kozel_exchange")
        games: list[tuple[Game, int]] = []
        for _ in range(data.draw(st.integers(1, 10), "edits")):
            edit = data.draw(st.sampled_from(["add", "amend", "remove"]), "edit") if games else "add"
            if edit == "add":
                if data.draw(st.booleans(), "pairs"):
                    game, sides = pairs.sit(0, 1), 2
                else:
                    seats = data.draw(st.permutations(range(5)), "seats")[: data.draw(st.integers(2, 4), "players")]
                    game, sides = single.sit(*seats), len(seats)
                games.append((game, sides))
            else:
                game, sides = data.draw(st.sampled_from(games), "game")
            if edit == "remove":
                reopen(game)
            else:
                places = data.draw(st.lists(st.integers(1, sides), min_size=sides, max_size=sides), "places")
                at = DAY0 + timedelta(days=data.draw(st.sampled_from([0, 1, 2, 300]), "day"))
                finish(game, places, at)
            rerate_game(game=game)
        left = stored()
        assert "what a replay gives" in verified()
        for ladder in Ladder.objects.all():
            rebuild_ladder(ladder=ladder)
            stretch_ladder(ladder=ladder)
        assert stored() == left
        assert "what a replay gives" in verified()


@pytest.mark.django_db
class TestCommand:
    def test_rebuild_makes_ladders_and_ratings_from_nothing(self):
        club = Club.open()
        finish(club.sit(0, 1, 2, 3), [1, 2, 3, 4])
        with pytest.raises(CommandError, match="2 differences"):
            verified()
        out = StringIO()
        call_command("ratings", "rebuild", stdout=out)
        assert out.getvalue().splitlines() == [
            "overall: 4 players, 1 games",
            "mandavoshka: 4 players, 1 games",
        ]
        assert "what a replay gives" in verified()

    @pytest.mark.parametrize(
        ("tamper", "told"),
        [
            (lambda: RatedGame.objects.filter(pk=RatedGame.objects.last().pk).update(kept=TAMPERED), "place 9"),
            (lambda: RatedGame.objects.first().delete(), "stored nothing"),
            (lambda: Rating.objects.filter(pk=Rating.objects.first().pk).update(games=7), "rating of player"),
            (lambda: Rating.objects.first().delete(), "stored nothing"),
        ],
        ids=["a change altered", "a change gone", "a rating altered", "a rating gone"],
    )
    def test_verify_finds_a_tampered_row(self, tamper, told):
        club = Club.open()
        play(club, [0, 1, 2], [1, 2, 3])
        tamper()
        out = StringIO()
        with pytest.raises(CommandError, match=r"^1 differences") as raised:
            call_command("ratings", "verify", stdout=out)
        assert raised.value.returncode == 1
        (line,) = out.getvalue().splitlines()
        assert told in line
        call_command("ratings", "rebuild", stdout=StringIO())
        assert "what a replay gives" in verified()

    def test_verify_finds_a_row_of_a_game_that_does_not_count(self):
        club = Club.open()
        game = play(club, [0, 1], [1, 2])
        reopen(game)
        out = StringIO()
        with pytest.raises(CommandError):
            call_command("ratings", "verify", stdout=out)
        assert "the game does not count" in out.getvalue()
