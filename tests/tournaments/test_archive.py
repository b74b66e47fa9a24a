"""A tournament goes out as one document and comes in again, the same to the byte, with all that follows from it."""

from __future__ import annotations

import json
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.tournaments.world import build_world
from tournaments.access import Actor
from tournaments.demo.evening import games_of
from tournaments.models import (
    Absence,
    AuditEntry,
    AuditHead,
    Ban,
    Confirmation,
    Entry,
    EntryPlayer,
    Game,
    GameSummary,
    Hand,
    Invitation,
    Ladder,
    LadderStretch,
    Merge,
    Player,
    PlayerLink,
    PlayerSummary,
    RatedGame,
    Rating,
    Result,
    Revision,
    Round,
    Seat,
    SeatSummary,
    Stage,
    StageEntry,
    Table,
    Tournament,
    TournamentSummary,
)  # fmt: skip
from tournaments.queries.archive import archive_of, as_bytes
from tournaments.queries.standings import standings
from tournaments.services import (
    amending,
    attendance,
    bans,
    clock,
    confirming,
    entries,
    hands,
    mending,
    passage,
    rounds,
    rulings,
    stages,
    tournaments as services,
)
from tournaments.services.archives import import_tournament
from tournaments.services.errors import ServiceError
from tournaments.services.players import merge_players
from tournaments.services.verify import verify
from tournaments.simulator import STEADY, Player as Skill, play_game

pytestmark = pytest.mark.django_db
SKILLED = Skill(0.5, STEADY)
ACTOR = Actor(keeper="Kira", origin="192.168.1.*, Android")


def out(tournament: Tournament) -> bytes:
    return as_bytes(archive_of(Tournament.objects.get(pk=tournament.pk)))


ROWS = (
    *(
        Result,
        SeatSummary,
        GameSummary,
        PlayerSummary,
        TournamentSummary,
        LadderStretch,
        RatedGame,
        Rating,
        Ladder,
        Confirmation,
        Revision,
        Hand,
        Game,
        Seat,
        Table,
        Round,
    ),
    *(StageEntry, Absence, Ban, Stage, EntryPlayer, Entry, PlayerLink, Invitation, Merge, AuditEntry, AuditHead),
    *(Tournament.organisers.through, Tournament.referees.through, Tournament),
)


def emptied() -> None:
    """Nothing of what was there, so that an import has only its document."""
    for model in ROWS:
        model.objects.all()._raw_delete("default")
    Player.objects.update(merged_into=None)
    Player.objects.all()._raw_delete("default")


def round_trip(tournament: Tournament) -> Tournament:
    """Out, into an empty database, out again: the same bytes; the same standings, and nothing that `verify` finds."""
    before, rows = out(tournament), table_of(tournament)
    emptied()
    back = import_tournament(document=before, actor=ACTOR)
    assert out(back) == before
    assert table_of(back) == rows
    assert list(verify()) == []
    return back


def table_of(tournament: Tournament) -> list[Any]:
    found = Tournament.objects.get(pk=tournament.pk)
    if found.format == "season":
        return []
    return [
        (row.number, row.name, row.place, row.points, row.values)
        for stage in found.stages.all()
        for row in standings(found, stage=stage).rows
    ]


def started(name: str, count: int, variant: str = "mandavoshka", **more: Any) -> Tournament:
    tournament = services.create_tournament(actor=ACTOR, name=name, variant=variant, **more)
    names = [f"{name} {number}" for number in range(count)]
    if more.get("kind") == "pairs":
        names = [" / ".join(names[at : at + 2]) for at in range(0, count, 2)]
    entries.add_entries(tournament=tournament, text="\n".join(names), actor=ACTOR)
    return services.publish_tournament(tournament=tournament, actor=ACTOR)


def record_of(tournament: Tournament, names: list[str], rng: Random) -> list[dict[str, Any]]:
    if tournament.variant == "draughts":
        return [{"result": rng.randrange(2), "how": "captured"}]
    return play_game(tournament.variant, tournament.options, names, [SKILLED] * len(names), rng)


def play_round(tournament: Tournament, rng: Random, *, close: bool = True, most: int | None = None) -> list[Game]:
    number = tournament.rounds.count() + 1
    rounds.draw_round(tournament=tournament, number=number, actor=ACTOR, seed=rng.getrandbits(32))
    round_ = rounds.publish_round(tournament=tournament, number=number, actor=ACTOR)
    played = []
    for game, names in games_of(round_):
        record = record_of(tournament, names, rng)
        for version, facts in enumerate(record[:most]):
            uuid = UUID(int=rng.getrandbits(128), version=4)
            hands.record_hand(game=game, facts=facts, uuid=uuid, version=version, actor=ACTOR)
        played.append(Game.objects.get(pk=game.pk))
    if close:
        rounds.close_round(tournament=tournament, number=number, actor=ACTOR)
    return played


def test_an_evening_with_everything_that_may_happen_in_it():
    rng = Random(1)
    cup = started("Cup", 9, requires_confirmation=True, venue="Парк", club="«Костяшки»")
    services.set_check_in(tournament=cup, check_in=True, actor=ACTOR)
    attendance.check_in(tournament=cup, numbers=None, here=True, actor=ACTOR)
    first, second = cup.entries.get(number=1), cup.entries.get(number=2)
    bans.forbid_pair(tournament=cup, entries=(first, second), actor=ACTOR)
    attendance.set_absence(entry=second, number=2, kind="half", actor=ACTOR)
    entries.update_entry(entry=first, team="Reds", fixed_table=1, category="women", actor=ACTOR)
    annulled, forfeited, *_rest = play_round(cup, rng, close=False)
    confirming.settle_game(game=annulled, version=annulled.version, actor=ACTOR)
    seat = forfeited.table.seats.order_by("number").first()
    confirming.dispute_game(game=forfeited, player=seat.player, version=forfeited.version, actor=ACTOR, words="нет")
    rulings.annul_game(game=annulled, version=annulled.version, actor=ACTOR, why="noise")
    rulings.forfeit_game(game=forfeited, sides=[1], version=forfeited.version, actor=ACTOR, why="left early")
    for game in Game.objects.filter(table__round__tournament=cup).exclude(pk=annulled.pk):
        confirming.settle_game(game=game, version=game.version, actor=ACTOR)
    rounds.close_round(tournament=cup, number=1, actor=ACTOR)
    play_round(cup, rng, close=False, most=2)
    game = Game.objects.filter(table__round__tournament=cup, finished_at=None).first()
    facts = {"judge": [{"seat": 0, "points": 5, "reason": "тише"}]}
    amending.insert_hand(game=game, number=1, facts=facts, version=game.version, actor=ACTOR, why="late")
    game.refresh_from_db()
    amending.delete_hand(game=game, number=2, version=game.version, actor=ACTOR, why="twice")
    entries.withdraw_entry(entry=cup.entries.get(number=3), actor=ACTOR)
    back = round_trip(cup)
    assert {game.ruling for game in Game.objects.filter(table__round__tournament=back)} == {"", "annulled", "forfeited"}
    assert Revision.objects.filter(tournament=back, kind="insert").get().why == "late"


def test_pairs():
    cup = started("Pairs", 8, "morskoy_kozel", kind="pairs", rated=False)
    play_round(cup, Random(2))
    back = round_trip(cup)
    assert all(entry.members.count() == 2 for entry in back.entries.all())


def test_groups_and_a_knockout():
    rng = Random(3)
    cup = started("Final", 8, "draughts")
    stages.update_stage(stage=cup.stages.get(), actor=ACTOR, format="round_robin", groups=2, qualify=2, name="Groups")
    Tournament.objects.filter(pk=cup.pk).update(teams=True, team_best=2)
    StageEntry.objects.filter(stage__tournament=cup, entry__number__gt=4).update(group=2)
    stages.add_stage(tournament=cup, actor=ACTOR, format="knockout", name="Final")
    for _number in range(3):
        play_round(cup, rng)
    stage = cup.stages.get(number=1)
    chosen = [row.entry_id for rows in standings(cup, stage=stage).groups.values() for row in rows[:2]]
    passage.start_next_stage(tournament=cup, stage=stage, chosen=chosen, actor=ACTOR)
    play_round(cup, rng)
    rounds.draw_round(tournament=cup, number=5, actor=ACTOR, seed=5)
    back = round_trip(cup)
    assert [stage.members.count() for stage in back.stages.all()] == [8, 4]
    assert back.rounds.get(number=5).reasons["tables"] != {}


def test_a_series_under_way_with_its_time_called():
    rng = Random(4)
    cup = started("Series", 4, "draughts")
    stages.update_stage(stage=cup.stages.get(), actor=ACTOR, games="best_of", games_count=3, clock_minutes=20)
    play_round(cup, rng, close=False)
    first = Game.objects.order_by("table__number").first()
    rulings.annul_game(game=first, version=first.version, actor=ACTOR, why="noise")
    clock.start_clock(tournament=cup, number=1, actor=ACTOR)
    clock.call_round_time(tournament=cup, number=1, actor=ACTOR)
    back = round_trip(cup)
    clock.take_time_back(tournament=back, number=1, actor=ACTOR)
    assert [table.games.count() for table in back.rounds.get().tables.all()] == [2, 2]


def test_stops_written_down_by_a_call_of_time_are_taken_back_elsewhere():
    cup = started("Stopped", 4)
    stages.update_stage(stage=cup.stages.get(), actor=ACTOR, clock_minutes=20, time_rule="stop")
    play_round(cup, Random(5), close=False, most=1)
    clock.start_clock(tournament=cup, number=1, actor=ACTOR)
    clock.call_round_time(tournament=cup, number=1, actor=ACTOR)
    back = round_trip(cup)
    assert not Game.objects.filter(finished_at=None).exists()
    clock.take_time_back(tournament=back, number=1, actor=ACTOR)
    assert Game.objects.filter(finished_at=None).count() == 1


def test_a_draft_whose_tables_cannot_play_yet():
    cup = started("Draft", 4)
    rounds.draw_round(tournament=cup, number=1, actor=ACTOR, seed=1)
    someone = cup.rounds.get().seats.first()
    mending.move(tournament=cup, number=1, version=0, entry=someone.entry_id, table=2, actor=ACTOR)
    back = round_trip(cup)
    assert sorted(table.seats.count() for table in back.rounds.get().tables.all()) == [1, 3]


def test_an_archive_of_the_first_version_is_read():
    document = (Path(__file__).parent.parent / "data" / "archive-1.json").read_bytes()
    back = import_tournament(document=document, actor=ACTOR)
    now = json.loads(out(back))
    assert now["format"] == "ryba-tournament/2"
    assert now["rounds"][0]["drawn_at"] is None
    assert now["rounds"][0]["tables"][0]["games"][0]["decided"] == []
    assert list(verify()) == []


def test_a_season_and_players_that_turned_out_to_be_one():
    world = build_world()
    actor = Actor(user=world.users["organiser"])
    cup = world.tournaments["open"]
    other = Player.objects.create(name="Anya", slug="anya")
    older = Player.objects.create(name="Anuta", slug="anuta")
    anna = Player.objects.get(memberships__tournament=cup, name="Anna")
    merge_players(kept=other, duplicate=older, actor=actor)
    merge_players(kept=anna, duplicate=other, actor=actor)
    told = archive_of(cup)
    formerly = {player["slug"]: [one["slug"] for one in player["formerly"]] for player in told["players"]}
    assert formerly["anna"] == ["anuta", "anya"]
    round_trip(cup)
    assert Player.objects.get(slug="anuta").merged_into.slug == "anna"


def test_the_number_of_queries_stays_the_same():
    cup = started("Cup", 8, "draughts")
    counts = []
    for seed in (1, 2):
        play_round(cup, Random(seed))
        with CaptureQueriesContext(connection) as queries:
            archive_of(Tournament.objects.get(pk=cup.pk))
        counts.append(len(queries))
    assert counts == [counts[0]] * 2
    assert counts[0] <= 18


@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.integers(0, 2**32),
    st.sampled_from([("mandavoshka", 7), ("draughts", 6), ("kozel", 9), ("two_lane", 5), ("sevastopol", 8)]),
    st.integers(1, 2),
    st.lists(st.sampled_from(["annul", "forfeit", "undo", "withdraw"]), max_size=4),
)
def test_whatever_was_played_comes_in_as_it_went_out(seed, game, count, happens):
    rng = Random(seed)
    with transaction.atomic():
        cup = started("Any", game[1], game[0])
        for number in range(count):
            played = play_round(cup, rng, close=number < count - 1)
        for what in happens:
            one = Game.objects.get(pk=rng.choice(played).pk)
            if what == "withdraw":
                entries.withdraw_entry(entry=rng.choice(list(cup.entries.all())), actor=ACTOR)
            elif one.ruling:
                rulings.readmit_game(game=one, version=one.version, actor=ACTOR)
            elif what == "undo" and one.hands.exists():
                hands.undo_hand(game=one, version=one.version, actor=ACTOR)
            elif what == "annul":
                rulings.annul_game(game=one, version=one.version, actor=ACTOR, why="noise")
            elif one.finished_at:
                rulings.forfeit_game(game=one, sides=[0], version=one.version, actor=ACTOR, why="left")
        round_trip(cup)
        transaction.set_rollback(True)


def a_document() -> Any:
    """A tournament as its archive has it, in a database that is empty again."""
    cup = build_world().tournaments["open"]
    rounds.publish_round(tournament=cup, number=2, actor=ACTOR)
    document = json.loads(out(cup))
    emptied()
    return document


def test_beside_others_an_address_is_taken_and_people_are_known():
    document = a_document()
    Player.objects.create(name="Anna", slug="anna")
    Player.objects.create(name="Somebody", slug="boris")
    first = import_tournament(document=json.dumps(document).encode(), actor=ACTOR)
    with pytest.raises(ServiceError, match="already"):
        import_tournament(document=json.dumps(document).encode(), actor=ACTOR)
    second = import_tournament(document=json.dumps(document).encode(), actor=ACTOR, slug="again")
    slugs = set(first.entries.values_list("players__slug", flat=True))
    assert slugs == {"anna", "boris-2", "gleb", "vera"}
    assert set(second.entries.values_list("players__slug", flat=True)) >= {"anna", "gleb", "vera"}


def test_the_commands(tmp_path: Path, monkeypatch):
    cup = build_world().tournaments["open"]
    file = tmp_path / "cup.json"
    call_command("export_tournament", "open", str(file), stdout=StringIO())
    with pytest.raises(CommandError, match="already"):
        call_command("export_tournament", "open", str(file))
    with pytest.raises(CommandError, match="no tournament"):
        call_command("export_tournament", "none")
    written = BytesIO()
    monkeypatch.setattr("sys.stdout", TextIOWrapper(written))
    call_command("export_tournament", "open")
    assert written.getvalue() == file.read_bytes() == out(cup)
    said = StringIO()
    call_command("import_tournament", str(file), slug="again", organiser="organiser", stdout=said)
    assert "/t/again/" in said.getvalue()
    assert Tournament.objects.get(slug="again").owner.username == "organiser"
    for wrong in ([str(file)], [str(tmp_path / "none")], [str(file), "--organiser", "ghost"]):
        with pytest.raises(CommandError):
            call_command("import_tournament", *wrong)
