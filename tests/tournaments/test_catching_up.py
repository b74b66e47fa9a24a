"""What is kept beside the facts and is missing is worked out by `migrate`, and nothing else is touched."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.room import played_table
from tournaments.models import Game, GameSummary, Ladder, LadderStretch, PlayerSummary, RatedGame, TournamentSummary
from tournaments.services.verify import verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A finished game of a rated tournament."""
    return played_table()


def migrate(**options: object) -> list[str]:
    """What is told beside what Django tells."""
    told = StringIO()
    call_command("migrate", stdout=told, **options)
    return [line for line in told.getvalue().splitlines() if line.endswith("…")]


def no_sums() -> None:
    TournamentSummary.objects.all().delete()
    PlayerSummary.objects.all().delete()


MISSING: dict[str, tuple[Callable[[], object], list[str]]] = {
    "figures": (lambda: GameSummary.objects.all().delete(), ["Figures of 1 games …"]),
    "figures and sums": (
        lambda: (GameSummary.objects.all().delete(), no_sums()),
        ["Figures of 1 games …", "Sums of 1 tournaments …"],
    ),
    "sums": (no_sums, ["Sums of 1 tournaments …"]),
    "a game in the sums": (lambda: TournamentSummary.objects.update(games=0), ["Sums of 1 tournaments …"]),
    "stretches": (lambda: LadderStretch.objects.all().delete(), ["Ladder overall …", "Ladder mandavoshka …"]),
    "a game in a stretch": (
        lambda: LadderStretch.objects.filter(ladder__slug="overall").update(games=0),
        ["Ladder overall …"],
    ),
    "games of ladders": (lambda: RatedGame.objects.all().delete(), ["Ladder overall …", "Ladder mandavoshka …"]),
    "ladders": (lambda: Ladder.objects.all().delete(), ["Ladders of all games …"]),
}


@pytest.mark.parametrize("what", MISSING)
def test_what_is_missing_is_worked_out_once(game: Game, what: str) -> None:
    take_away, told = MISSING[what]
    take_away()
    assert list(verify())
    assert migrate(plan=True) == []
    assert list(verify())
    assert migrate() == told
    assert list(verify()) == []
    assert migrate() == []


def test_a_game_without_figures_of_its_own_is_not_missing_any(game: Game) -> None:
    """A tournament of which nothing is counted has its sums all the same: who won by a forfeit."""
    GameSummary.objects.all().delete()
    Game.objects.update(ended_by="forfeit")
    no_sums()
    assert migrate() == ["Sums of 1 tournaments …"]
    assert migrate() == []


def test_to_ask_whether_anything_is_missing_takes_few_queries(game: Game) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert migrate() == []
        return len(queries)

    one = asked()
    for number in (2, 3):
        played_table(slug=f"cup-{number}")
    assert asked() == one
