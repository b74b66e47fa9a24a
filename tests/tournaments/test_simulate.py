"""Whole tournaments by the simulator: every preset comes to its end, the same seed plays the same again."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tournaments.access import Actor
from tournaments.demo.simulate import Simulation, simulate, some_people
from tournaments.models import Game, Player, Round, Seat, Stage, Tournament
from tournaments.presets import StageDraft, presets_for
from tournaments.queries.overall import overall
from tournaments.queries.standings import standings

pytestmark = pytest.mark.django_db

CASES = [
    (variant, preset.code)
    for variant in ("mandavoshka", "kozel", "draughts")
    for preset in presets_for(variant)
    if not preset.season
]


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("simulate_tournament", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(("variant", "preset"), CASES)
def test_every_preset_is_played_to_its_end(variant: str, preset: str) -> None:
    run("--variant", variant, "--preset", preset, "--players", "16" if "pairs" in preset else "9")
    tournament = Tournament.objects.get()
    assert tournament.status == Tournament.Status.FINISHED
    assert set(tournament.rounds.values_list("status", flat=True)) == {Round.Status.CLOSED}
    assert not Game.objects.filter(finished_at=None).exists()
    assert standings(tournament).rows[0].place == 1


def test_the_same_seed_plays_the_same_tournament() -> None:
    def played(seed: str) -> list[object]:
        run("--preset", "evening", "--players", "9", "--rounds", "2", "--late", "1", "--seed", seed)
        tournament = Tournament.objects.latest("pk")
        return [(row.name, row.points) for row in standings(tournament).rows]

    assert played("5") == played("5") != played("6")


def test_people_come_late_leave_stay_away_and_do_not_turn_up() -> None:
    plan = Simulation(
        "Evening", "mandavoshka", (StageDraft("tables", rounds=4),), some_people(14, 1), late=1, leaving=1, absent=1,
        no_shows=1,
    )  # fmt: skip
    tournament = simulate(plan, Actor())
    last = tournament.entries.latest("number")
    assert last.number == 14
    assert list(Seat.objects.filter(entry=last, table=None).values_list("round__number", flat=True)) == [1]
    assert tournament.entries.filter(withdrawn=True).count() == 1
    assert Seat.objects.filter(bye="zero").exclude(entry=last).count() == 1
    assert Game.objects.filter(ended_by="forfeit").count() == 1


def test_the_strong_stand_before_the_weak() -> None:
    people = tuple((f"P{at}", 1.0 if at < 4 else 0.0) for at in range(8))
    tournament = simulate(Simulation("Cup", "mandavoshka", (StageDraft("tables", rounds=8),), people), Actor())
    ahead = sum(row.name in {"P0", "P1", "P2", "P3"} for row in standings(tournament).rows[:4])
    assert ahead >= 3


def test_a_list_of_people_is_read_and_its_faults_are_named(tmp_path) -> None:
    people = tmp_path / "people.txt"
    people.write_text("Анна, 0.9\nБорис\n\nВера, 1\nГлеб, 0\n", encoding="utf-8")
    assert "Анна" in run("--people", str(people), "--format", "tables", "--rounds", "1")
    people.write_text("Анна, 0.9\nБорис, strong\n", encoding="utf-8")
    with pytest.raises(CommandError, match="line 2: 'strong'"):
        run("--people", str(people))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--preset", "no"], "There is no preset 'no'"),
        (["--format", "dutch"], "This game is not played as 'dutch'"),
        (["--variant", "kozel", "--format", "swiss", "--pairs", "--players", "7"], "even number"),
        (["--players", "1"], "Too few take part"),
        (["--organiser", "nobody"], "There is no user 'nobody'"),
    ],
)
def test_what_cannot_be_played_is_said_and_leaves_nothing(arguments: list[str], told: str) -> None:
    with pytest.raises(CommandError, match=told):
        run(*arguments)
    assert not Tournament.objects.exists()


def test_two_stages_of_ones_own() -> None:
    run("--format", "round_robin", "--players", "8", "--groups", "2", "--then", "knockout", "--qualify", "1")
    tournament = Tournament.objects.get()
    assert [stage.members.count() for stage in tournament.stages.all()] == [8, 2]
    assert Stage.objects.filter(closed_at=None).count() == 1


def test_places_over_all_stages(client: Client) -> None:
    run("--preset", "groups", "--players", "8")
    tournament = Tournament.objects.get()
    lines = overall(tournament, made := standings(tournament))
    assert [(line.place, line.sharing) for line in lines] == [
        (1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (5, 2), (7, 2), (7, 2),
    ]  # fmt: skip
    assert len({line.row.entry_id for line in lines}) == 8
    assert [line.stage for line in lines] == [2] * 4 + [1] * 4
    with CaptureQueriesContext(connection) as queries:
        assert overall(tournament, made) == lines
    assert len(queries) == 3  # the stage before; the last one is known
    assert overall(tournament, standings(tournament, 1)) == lines
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/t/{tournament.slug}/standings/").context["overall"] == lines
    assert len(queries) == 10  # the seven of one stage, and three of the other


def test_a_place_that_is_shared_does_not_stop_it() -> None:
    run("--variant", "draughts", "--preset", "groups", "--players", "7", "--late", "1", "--leaving", "1",
        "--absent", "1", "--no-shows", "1", "--seed", "7")  # fmt: skip
    assert Tournament.objects.get().status == Tournament.Status.FINISHED


def test_names_that_the_list_writes_otherwise_are_played_too(tmp_path) -> None:
    Player.objects.create(name="Анна", slug="anna")
    people = tmp_path / "people.txt"
    people.write_text(
        "АННА, 0.9\nBoris  Two\nEmoji \U0001f468\u200d\U0001f469\n\u05e9\u05dc\u05d5\u05dd\n", encoding="utf-8"
    )
    run("--people", str(people), "--format", "tables", "--rounds", "1")
    assert Tournament.objects.get().entries.count() == 4
