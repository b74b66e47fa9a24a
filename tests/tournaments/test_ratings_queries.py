"""What the pages read of ratings: ladders, a player's ratings and games, his opponents and partners."""

from datetime import timedelta

import pytest

from tests.tournaments.club import DAY0, Club, changes, finish, play
from tournaments.models import Ladder
from tournaments.queries import ladders, ratings
from tournaments.services.ratings import OVERALL, rebuild_all


def settled_club() -> Club:
    """Forty games of four: all are settled but the last two, who sit in once."""
    club = Club.open(entries=6)
    for day in range(40):
        finish(club.sit(*range(4)), [1 + (i + day // 9) % 4 for i in range(4)], DAY0 + timedelta(days=day))
    play(club, [0, 1, 4, 5], [1, 2, 3, 4], DAY0 + timedelta(days=41))
    rebuild_all()
    return club


@pytest.mark.django_db
class TestQueries:
    def test_a_ladder_ranks_the_settled_and_active(self, django_assert_num_queries):
        club = settled_club()
        ladder = Ladder.objects.get(slug=OVERALL)
        now = DAY0 + timedelta(days=50)
        with django_assert_num_queries(2):
            rows = list(ladders.LadderRows(ladder, now))
        assert [row.rank for row in rows] == [1, 2, 3, 4, None, None]
        assert [row.provisional for row in rows] == [False] * 4 + [True] * 2
        assert [row.ordinal for row in rows[:4]] == sorted((row.ordinal for row in rows[:4]), reverse=True)
        assert {row.player.name for row in rows} == {player.name for player in club.players}
        last = [change for change in changes(ladder) if change.player == club.players[0].pk][-1]
        row = next(row for row in rows if row.player.id == club.players[0].pk)
        assert (row.delta, row.played_at, row.games) == (last.mu - last.mu_before, last.finished_at, 41)
        assert all(row.rank is None for row in ladders.LadderRows(ladder, now + timedelta(days=400)))

    def test_a_players_ratings_have_the_ranks_of_the_ladders(self, django_assert_num_queries):
        club = settled_club()
        now = DAY0 + timedelta(days=50)
        ranks = {row.player.id: row.rank for row in ladders.LadderRows(Ladder.objects.get(slug=OVERALL), now)}
        for player in club.players:
            with django_assert_num_queries(1):
                overall, own = ratings.player_ratings(player, now)
            assert (overall.ladder.slug, own.ladder.slug) == (OVERALL, "mandavoshka")
            assert (overall.rank, overall.ranked) == (ranks[player.pk], 4)

    def test_a_players_games_with_steps_opponents_and_expectation(self, django_assert_num_queries):
        club = Club.open(entries=4)
        play(club, [0, 1, 2], [2, 1, 3])
        play(club, [3, 0], [1, 1], DAY0 + timedelta(days=1))
        ladder = Ladder.objects.get(slug=OVERALL)
        with django_assert_num_queries(3):
            first, second = ratings.player_games(club.players[0], ladder)
        assert (first.place, first.score, first.expected) == (2, 0.0, pytest.approx(1 / 3))
        assert [(seated.player.name, seated.place) for seated in first.opponents] == [("Cup 1", 1), ("Cup 2", 3)]
        assert (second.place, second.score) == (1, 0.5)
        assert second.step.mu_before == first.step.mu
        assert second.step.delta == second.step.mu - first.step.mu
        assert (second.tournament_slug, second.round, second.table) == ("cup", 2, 1)
        met = ratings.opponents([first, second])
        assert [(tally.player.name, tally.games, tally.score) for tally in met] == [
            ("Cup 1", 1, 0.0),
            ("Cup 2", 1, 1.0),
            ("Cup 3", 1, 0.5),
        ]
        assert met[0].expected == pytest.approx(0.5)
        assert ratings.opponents([first, second, second], count=2) == [
            ratings.Tally(met[2].player, 2, 1.0, pytest.approx(2 * met[2].expected)),
            met[0],
        ]

    def test_partners_of_pairs(self):
        club = Club.open(size=2, entries=2, kind="pairs", variant="morskoy_kozel_exchange")
        play(club, [0, 1], [1, 2])
        games = ratings.player_games(club.players[0], Ladder.objects.get(slug=OVERALL))
        (partner,) = ratings.partners(games)
        assert (partner.player.name, partner.games, partner.score, partner.expected) == ("Cup 1", 1, 1.0, 0.5)
        assert [tally.player.name for tally in ratings.opponents(games)] == ["Cup 2", "Cup 3"]

    def test_all_games_of_a_player_without_ratings_and_drafts(self, django_assert_num_queries):
        club = Club.open(rated=False)
        finish(club.sit(0, 1), [1, 2])
        draft = Club.open("Draft", players=club.players, status="draft")
        finish(draft.sit(0, 1), [1, 2])
        with django_assert_num_queries(2):
            (game,) = ratings.player_games(club.players[0])
        assert (game.tournament_name, game.rated, game.step, game.expected, game.score) == (
            "Cup",
            False,
            None,
            None,
            1.0,
        )
