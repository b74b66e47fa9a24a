"""`verify` is silent over what the services stored, and names what was changed behind their back with its mending."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.room import SMALL, STOP, out, played_table, seat_table, write
from tournaments.models import (
    AuditEntry,
    AuditHead,
    Game,
    GameSummary,
    Hand,
    Ladder,
    LadderStretch,
    Player,
    PlayerSummary,
    RatedGame,
    Rating,
    Result,
    Revision,
    SeatSummary,
    Tournament,
    TournamentSummary,
)
from tournaments.services.verify import verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A finished game of a rated tournament."""
    game = played_table()
    assert Result.objects.filter(game=game).count() == 4
    return game


def run(*arguments: str) -> tuple[int, str]:
    told = StringIO()
    try:
        call_command(*arguments, stdout=told, stderr=StringIO())
    except CommandError as error:
        return error.returncode, told.getvalue()
    return 0, told.getvalue()


def test_nothing_is_found_where_nothing_is_wrong(game: Game) -> None:
    assert list(verify()) == []
    status, told = run("verify")
    assert (status, told) == (0, "All that is stored is what follows from the facts.\n")
    told = json.loads(run("verify", "--json")[1])
    assert told["differences"] == []
    assert [(end["entries"], len(end["mark"])) for end in told["log"]] == [(2, 64)]


def test_a_part_is_looked_at_alone(game: Game) -> None:
    Game.objects.update(totals=[1, 2, 3, 4])
    AuditHead.objects.all().delete()
    assert [difference.part for difference in verify()] == ["games", "log"]
    status, told = run("verify", "--part", "log")
    assert (status, [line.partition(":")[0] for line in told.splitlines()]) == (1, ["log"])
    assert run("verify", "--part", "sums", "--part", "names") == (
        0,
        "Of sums, names, all that is stored is what follows from the facts.\n",
    )


def test_how_far_long_work_has_come_is_told(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    assert list(verify(told.append)) == []
    assert told == ["database", "games", "sums", "ratings", "overall", "mandavoshka", "names", "log"]
    monkeypatch.setattr("tournaments.services.progress.EVERY", 0)
    told.clear()
    assert list(verify(told.append, ["games", "log"])) == []
    assert told == ["games", "0 of 1", "log", "0 of 1"]


def test_nothing_is_held_while_it_is_looked_at(game: Game) -> None:
    """Writers wait only where something looks wrong: there it is looked at once more in a transaction."""
    with CaptureQueriesContext(connection) as queries:
        assert list(verify()) == []
    assert not any("SAVEPOINT" in query["sql"] for query in queries)
    Rating.objects.update(mu=40)
    with CaptureQueriesContext(connection) as queries:
        assert list(verify(parts=["ratings"]))
    assert any("SAVEPOINT" in query["sql"] for query in queries)


SPOILT: dict[str, tuple[Callable[[Game], object], str, str]] = {
    "totals": (lambda game: Game.objects.update(totals=[1, 2, 3, 4]), "totals: stored [1, 2, 3, 4]", "rescore {pk}"),
    "count": (lambda game: Game.objects.update(hand_count=7), "hands: stored 7, replayed 1", "rescore {pk}"),
    "end": (lambda game: Game.objects.update(ended_by="", finished_at=None), "finished: stored False", "rescore {pk}"),
    "result": (lambda game: Result.objects.filter(side=1).delete(), "results: stored", "rescore {pk}"),
    "place": (lambda game: Result.objects.filter(place=1).update(place=2), "results: stored", "rescore {pk}"),
    "figures": (lambda game: GameSummary.objects.update(hands=9), "its figures for", "statistics rebuild"),
    "no figures": (lambda game: GameSummary.objects.all().delete(), "its figures for", "statistics rebuild"),
    "sums": (
        lambda game: TournamentSummary.objects.update(sums=TournamentSummary.objects.get().sums | {"hands": 9}),
        "hands: stored 9, summed 1",
        "statistics rebuild",
    ),
    "count of games": (lambda game: TournamentSummary.objects.update(games=3), "games: stored 3", "statistics rebuild"),
    "no sums": (lambda game: TournamentSummary.objects.all().delete(), "hands: stored 0", "statistics rebuild"),
    "a player's sums": (lambda game: PlayerSummary.objects.update(won=4), "stored Tally", "statistics rebuild"),
    "no player's sums": (lambda game: PlayerSummary.objects.all().delete(), "stored None", "statistics rebuild"),
    "rating": (lambda game: Rating.objects.update(mu=40), "stored (40.0", "ratings rebuild"),
    "fact": (
        lambda game: Hand.objects.filter(number=1).update(facts=out(0, {1: "64", 2: "53", 3: "00 11"})),
        "not those that its history tells; the log tells the same as its history",
        "rescore {pk} --from-history",
    ),
    "broken fact": (
        lambda game: Hand.objects.filter(number=1).update(facts={"end": "song"}),
        "can't be scored",
        "rescore {pk} --from-history",
    ),
    "version ahead": (lambda game: Game.objects.update(version=9), "its version is 9", "rescore {pk} --from-history"),
    "version behind": (lambda game: Game.objects.update(version=1), "its version is 1", "rescore {pk} --from-history"),
    "seat's figures": (lambda game: SeatSummary.objects.update(outs=7), "its figures for", "statistics rebuild"),
    "no seat's figures": (lambda game: SeatSummary.objects.all().delete(), "its figures for", "statistics rebuild"),
    "rating lost": (lambda game: Rating.objects.filter(ladder__variant="").delete(), "nothing", "ratings rebuild"),
    "stretch of a ladder": (lambda game: LadderStretch.objects.update(games=7), "stretch 0 of its", "ratings rebuild"),
    "standings before a stretch": (
        lambda game: LadderStretch.objects.update(standings=b""),
        "stretch 0 of its",
        "ratings rebuild",
    ),
    "no stretch": (lambda game: LadderStretch.objects.all().delete(), "stretch 0 of its", "ratings rebuild"),
    "a stretch too many": (
        lambda game: LadderStretch.objects.filter(ladder__slug="overall").update(number=3),
        "stretch 3 of its games: stored, but",
        "ratings rebuild",
    ),
    "Elo": (lambda game: Rating.objects.update(elo=1), "Elo of player", "ratings rebuild"),
    "game of a ladder": (
        lambda game: RatedGame.objects.update(finished_at="2020-01-01T00:00Z"),
        "stored 2020-01-01",
        "ratings rebuild",
    ),
    "game lost to a ladder": (lambda game: RatedGame.objects.all().delete(), "stored nothing", "ratings rebuild"),
    "ladder lost": (lambda game: Ladder.objects.all().delete(), "but no ladder", "ratings rebuild"),
    "key of a player": (
        lambda game: Player.objects.filter(name="Anna").update(sort="zz"),
        "sort: not",
        "names rebuild",
    ),
    "key of a tournament": (lambda game: Tournament.objects.update(search=""), "search: not", "names rebuild"),
    "lost hand": (
        lambda game: Hand.objects.filter(number=1).delete(),
        "its hands are numbered [2]",
        "rescore {pk} --from-history",
    ),
}


@pytest.mark.parametrize("what", SPOILT)
def test_what_was_changed_is_named_and_mended(game: Game, what: str) -> None:
    spoil, words, mend = SPOILT[what]
    sound = _stored(game)
    spoil(game)
    found = list(verify())
    assert any(words in difference.what for difference in found), found
    status, told = run("verify")
    assert status == 1
    command = f"manage.py {mend.format(pk=game.pk)}"
    assert any(line.endswith(f" → {command}") for line in told.splitlines()), told
    call_command(*command.split()[1:], stdout=StringIO())
    assert list(verify()) == []
    assert _stored(game) == sound


def _stored(game: Game) -> dict[str, object]:
    return {
        "game": list(Game.objects.values_list("hand_count", "totals", "ended_by", "finished_at", "version")),
        "hands": list(Hand.objects.order_by("number").values_list("number", "facts", "uuid")),
        "results": list(Result.objects.order_by("side").values_list("place", "won", "points_for", "points")),
        "games of ladders": list(
            RatedGame.objects.order_by("ladder__slug", "order").values_list("ladder__slug", "finished_at", "kept")
        ),
        "stretches": list(
            LadderStretch.objects.order_by("ladder__slug").values_list(
                "number", "games", "measures", "seen", "standings"
            )
        ),
        "figures": list(SeatSummary.objects.order_by("seat").values_list("seat", "outs", "written")),
        "sums": list(TournamentSummary.objects.values_list("tournament", "games", "sums")),
        "players": list(
            PlayerSummary.objects.order_by("player").values_list("player", "games", "won", "burns", "early")
        ),
        "names": [
            list(Player.objects.order_by("pk").values_list("search", "sort")),
            list(Tournament.objects.order_by("pk").values_list("search")),
        ],
        "ratings": list(Rating.objects.order_by("ladder__slug", "player").values_list("mu", "sigma", "elo")),
    }


FORGED: dict[str, tuple[Callable[[], object], str]] = {
    "who": (lambda: AuditEntry.objects.filter(number=1).update(actor="Eve"), "does not say what it said"),
    "when": (lambda: AuditEntry.objects.filter(number=1).update(at="2020-01-01T00:00Z"), "does not say what it said"),
    "after": (lambda: AuditEntry.objects.filter(number=2).update(after={"a": 1}), "does not say what it said"),
    "one gone": (lambda: AuditEntry.objects.filter(number=1).delete(), "1 entries before it are missing"),
    "cut off": (lambda: AuditEntry.objects.filter(number=2).delete(), "it ends with entry 1, and should with 2"),
    "all gone": (lambda: AuditEntry.objects.all().delete(), "it ends with entry 0, and should with 2"),
    "no end": (lambda: AuditHead.objects.all().delete(), "its end is not on record"),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_log_is_seen(game: Game, what: str) -> None:
    forge, words = FORGED[what]
    forge()
    found = [difference for difference in verify() if difference.part == "log"]
    assert any(words in difference.what for difference in found), found
    assert {difference.mend for difference in found} == {"manage.py restore BACKUP --yes"}


def test_users_and_tournaments_may_go_without_breaking_the_log(game: Game, django_user_model: type) -> None:
    AuditEntry.objects.update(user=None, tournament=None)
    assert [difference for difference in verify() if difference.part == "log"] == []


def test_a_gap_in_the_history_is_seen(game: Game) -> None:
    write(seat_table(slug="cup-2"), SMALL, SMALL, STOP)
    Revision.objects.exclude(game=game).filter(version=2).delete()
    (found,) = verify()
    assert found.what == "its history lacks what made its versions [2]"
    assert found.mend == "manage.py restore BACKUP --yes"


def test_a_history_that_lost_its_beginning_is_seen(game: Game) -> None:
    write(seat_table(slug="cup-2"), SMALL, SMALL, STOP)
    Revision.objects.exclude(game=game).filter(version__lt=3).delete()
    (found,) = verify()
    assert found.what == "its history lacks what made its versions up to 2"
    assert found.mend == "manage.py restore BACKUP --yes"
    Revision.objects.exclude(game=game).delete()
    assert [difference.what for difference in verify()] == ["its history lacks what made its versions up to 3"]


def test_a_damaged_history_is_told_from_a_damaged_hand_by_the_log(game: Game) -> None:
    first = Revision.objects.get(version=1)
    Revision.objects.filter(version=1).update(after=first.after | {"facts": out(0, {1: "64", 2: "53", 3: "00 11"})})
    (found,) = verify()
    assert found.what.endswith("the log tells otherwise of its versions [1]")
    assert found.mend == "manage.py restore BACKUP --yes"
    AuditEntry.objects.filter(action="record_hand").delete()
    (found,) = verify(parts=["games"])
    assert found.what.endswith("the log does not tell")


def test_a_game_without_its_whole_history_cannot_be_taken_from_it(game: Game) -> None:
    Revision.objects.filter(version=1).delete()
    status, _told = run("rescore", str(game.pk), "--from-history")
    assert status == 2
    assert run("rescore", "0")[0] == 2


def test_three_games_take_as_many_queries_as_one(game: Game, django_assert_max_num_queries: object) -> None:
    from tournaments.services.verify_games import all_games, is_different

    with django_assert_max_num_queries(9) as counted:  # type: ignore[operator]
        assert not any(is_different(found) for found in all_games())
    one = len(counted)
    for number in (2, 3):
        write(seat_table(slug=f"cup-{number}"), SMALL)
    with django_assert_max_num_queries(one) as counted:  # type: ignore[operator]
        assert not any(is_different(found) for found in all_games())
