"""The demo: what it makes, that the worked cases come out as the rules say, and that it is made once."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command
from django.db.models import Sum
from django.http import HttpRequest
from django.utils import timezone

from scoring.ledger import Ledger
from tests.once import once
from tournaments.demo import ADMIN, ORGANISER, PASSWORD, build_demo
from tournaments.demo.evening import games_of
from tournaments.models import Entry, Game, Hand, Rating, Result, Tournament

pytestmark = pytest.mark.django_db

CASES = {
    1: ([0, 0, 30], "time"),
    2: ([0, 70, 0], "time"),
    3: ([0, 125, 0], "target"),
    4: ([0, 0, 0], "time"),
    5: ([0, 0, 0], "time"),
    6: ([0, 0, 0], "time"),
    7: ([0, 0, 105], "target"),
    8: ([0, 101, 101], "early_win"),
    9: ([0, 0, 30], "time"),
    10: ([0, 120, 0], "target"),
    11: ([0, 0], "time"),
    12: ([13, 0], "time"),
    13: ([0, 55], "time"),
    14: ([22, 0], "time"),
    15: ([14, 0], "time"),
}


made = once(lambda: build_demo(seed=1, say=lambda _line: None))


def ledgers(tournament: Tournament) -> Iterator[tuple[Game, Ledger]]:
    for round_ in tournament.rounds.order_by("number"):
        for game, names in games_of(round_):
            ledger = Ledger(tournament.variant, tournament.options, names)
            for hand in game.hands.order_by("number"):
                ledger.add(hand.facts)
            yield game, ledger


def test_every_worked_case_comes_out_as_the_rules_say(made: list[Tournament]) -> None:
    games = [pair for tournament in made[:2] for pair in ledgers(tournament)]
    assert len(games) == len(CASES)
    for (number, (totals, ended_by)), (game, ledger) in zip(CASES.items(), games, strict=True):
        assert game.hands.get(number=1).facts["judge"][0]["reason"].startswith(f"Пример {number}: ")
        assert (game.totals, game.ended_by) == (totals, ended_by), number
        assert (ledger.totals, ledger.ended_by) == (totals, ended_by)


def test_two_tournaments_are_complete(made: list[Tournament]) -> None:
    cup, pairs = made[2:4]
    assert (cup.variant, cup.entries.count(), cup.rounds.count()) == ("mandavoshka", 12, 6)
    assert (pairs.variant, pairs.entries.count(), pairs.rounds.count()) == ("morskoy_kozel_exchange", 8, 5)
    for tournament, tables in ((cup, 3), (pairs, 4)):
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.FINISHED
        assert not tournament.rounds.exclude(status="closed").exists()
        games = Game.objects.filter(table__round__tournament=tournament)
        assert games.count() == tables * tournament.rounds.count()
        assert not games.filter(finished_at__isnull=True).exists()


def test_one_tournament_is_going_on(made: list[Tournament]) -> None:
    tonight = made[-1]
    round_ = tonight.rounds.get(status="published")
    played = [(game.finished_at is not None, game.hand_count) for game, _ in games_of(round_)]
    assert played[0][0]
    assert played[-1] == (False, 0)
    assert [finished for finished, hands in played if hands and not finished]


def test_no_hand_of_the_demo_is_doubted(made: list[Tournament]) -> None:
    doubts = [
        doubt
        for tournament in made
        for _, ledger in ledgers(tournament)
        for step in ledger.hands
        for doubt in step.doubts
    ]
    assert doubts == []


def test_the_hands_are_written_down_in_the_past_and_in_order(made: list[Tournament]) -> None:
    for tournament in made:
        times = list(
            Hand.objects.filter(game__table__round__tournament=tournament)
            .order_by("id")
            .values_list("created_at", flat=True)
        )
        assert times == sorted(times)
        assert tournament.starts_at < times[0] < times[-1] < timezone.now()
    finished = Game.objects.filter(finished_at__isnull=False)
    assert all(game.finished_at == game.hands.latest("number").created_at for game in finished)


def test_all_but_the_worked_cases_is_rated(made: list[Tournament]) -> None:
    rated = set(Rating.objects.values_list("player__name", flat=True))
    played = Entry.objects.filter(tournament__in=made[2:]).values_list("members__player__name", flat=True)
    assert rated == set(played)


def test_who_plays_well_comes_out_above_who_does_not(made: list[Tournament]) -> None:
    results = Result.objects.filter(game__table__round__tournament=made[3])
    by_entry = dict(results.order_by("entry").values_list("entry__number").annotate(Sum("points")))
    assert sum(by_entry[number] for number in (1, 2, 3, 4)) > sum(by_entry[number] for number in (5, 6, 7, 8))


def test_both_users_sign_in_with_the_password_that_is_printed(made: list[Tournament]) -> None:
    assert authenticate(HttpRequest(), username=ADMIN, password=PASSWORD).is_superuser
    organiser = authenticate(HttpRequest(), username=ORGANISER, password=PASSWORD)
    assert not organiser.is_superuser
    assert {tournament.pk for tournament in organiser.tournaments.all()} == {tournament.pk for tournament in made}


def test_if_empty_adds_nothing_to_a_database_in_use(made: list[Tournament]) -> None:
    before = Tournament.objects.count(), Hand.objects.count()
    said = StringIO()
    call_command("demo", "--if-empty", stdout=said)
    assert (Tournament.objects.count(), Hand.objects.count()) == before
    assert f"as {ORGANISER} or {ADMIN}, password {PASSWORD}" in said.getvalue()


def test_the_same_seed_makes_the_same_hands(made: list[Tournament]) -> None:
    def hands_of(tournaments: list[Tournament]) -> list[dict]:
        rows = Hand.objects.filter(game__table__round__tournament__in=tournaments)
        return list(rows.order_by("id").values_list("facts", flat=True))

    again = build_demo(seed=1, say=lambda _line: None)
    assert hands_of(again) == hands_of(made)
