"""The standings of a stage: its scheme and measures, byes and forfeits, groups, carried points, teams, the pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from decimal import Decimal

import pytest
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.crowd import Crowd, people
from tests.tournaments.room import seat_table
from tournaments.access import Actor
from tournaments.models import (
    Entry,
    EntryPlayer,
    Game,
    GameSummary,
    Ladder,
    Player,
    Rating,
    Result,
    Round,
    Seat,
    SeatSummary,
    Stage,
    Table,
    Tournament,
)
from tournaments.queries.categories import best_in_categories
from tournaments.queries.cross import BY_OPPONENT, BY_ROUND, cross, usual_side
from tournaments.queries.pairing import options_of, state_of
from tournaments.queries.standings import Standings, standings
from tournaments.queries.teams import team_table
from tournaments.queries.why import why
from tournaments.services.entries import update_entry

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dina", "Egor", "Zoya", "Ivan")


def made(
    count: int = 4, variant: str = "traditional", format: str = "swiss", *, teams: Sequence[str] = (), **stage: object
) -> Stage:
    tournament = Tournament.objects.create(
        name="Cup", slug="cup", variant=variant, status=Tournament.Status.PUBLISHED, teams=bool(teams)
    )
    first = tournament.stages.create(number=1, format=format, **stage)
    for number, name in enumerate(NAMES[:count], 1):
        team = teams[number - 1] if teams else ""
        entry = Entry.objects.create(tournament=tournament, number=number, team=team)
        player = Player.objects.create(name=name, slug=name.lower())
        EntryPlayer.objects.create(entry=entry, tournament=tournament, player=player)
        group = (number - 1) % first.groups + 1
        first.members.create(entry=entry, seed=number, group=group)
    return first


def entry_of(name: str) -> Entry:
    return Entry.objects.get(members__player__name=name)


def played_round(
    stage: Stage, number: int, *games: dict[str, int], byes: dict[str, str] | None = None, status: str = "closed"
) -> Round:
    """A round of games by accounts, the more the better; an account of -1: did not come."""
    round_ = Round.objects.create(tournament=stage.tournament, stage=stage, number=number, status=status)
    for at, accounts in enumerate(games, 1):
        table = Table.objects.create(round=round_, number=at)
        absent = [side for side, total in enumerate(accounts.values()) if total < 0]
        game = Game.objects.create(
            table=table, ended_by="forfeit" if absent else "target", finished_at=timezone.now(),
            hand_count=0 if absent else 5, totals=list(accounts.values()),
            **({"ruling": "forfeited", "ruling_reason": "no show", "forfeited": absent} if absent else {}),
        )  # fmt: skip
        for side, (name, total) in enumerate(accounts.items()):
            seat(round_, name, table, side)
            place = 1 + sum(other > total for other in accounts.values())
            best = list(accounts.values()).count(max(accounts.values())) == 1
            Result.objects.create(
                game=game, entry=entry_of(name), side=side, place=place, won=best and place == 1 and total >= 0,
                lost=total < 0 or (best and place > 1), points_for=max(total, 0),
                points_against=sum(max(other, 0) for other in accounts.values()) - max(total, 0), points=0,
            )  # fmt: skip
    for name, kind in (byes or {}).items():
        seat(round_, name, None, None, bye=kind)
    return round_


def seat(round_: Round, name: str, table: Table | None, number: int | None, bye: str = "") -> None:
    player = Player.objects.get(name=name)
    Seat.objects.create(round=round_, table=table, number=number, player=player, entry=entry_of(name), bye=bye)


def lines(found: Standings) -> list[tuple[str, int, Decimal]]:
    return [(row.name, row.place, row.points) for row in found.rows]


def test_points_follow_the_scheme_of_the_stage() -> None:
    stage = made(scheme={"kind": "win", "win": "3", "draw": "1", "bye": "3", "half_bye": "1.5"})
    played_round(stage, 1, {"Anna": 101, "Boris": 40}, {"Vera": 90, "Gleb": 90})
    assert lines(standings(stage.tournament)) == [
        ("Anna", 1, 3), ("Gleb", 2, 1), ("Vera", 2, 1), ("Boris", 4, 0),
    ]  # fmt: skip


def test_the_order_is_that_of_the_stage() -> None:
    stage = made(measures=["points", "for"])
    played_round(stage, 1, {"Anna": 101, "Boris": 90}, {"Vera": 130, "Gleb": 95})
    found = standings(stage.tournament)
    assert [row.name for row in found.rows] == ["Vera", "Anna", "Gleb", "Boris"]
    assert [head.code for head in found.heads] == ["points", "for"]
    assert [row.values for row in found.rows] == [(1, 130), (1, 101), (0, 95), (0, 90)]
    Stage.objects.update(measures=[])
    assert [row.name for row in standings(stage.tournament).rows] == ["Vera", "Anna", "Boris", "Gleb"], "difference"


def test_byes_count_by_their_kind_and_forfeits_as_stated() -> None:
    stage = made(8, scheme={"kind": "win", "walkover": "0.75", "forfeit_lost": "-1"})
    played_round(
        stage, 1, {"Anna": 101, "Boris": -1}, {"Vera": -1, "Gleb": -1},
        byes={"Dina": "bye", "Egor": "half", "Zoya": "zero", "Ivan": "full"},
    )  # fmt: skip
    found = {row.name: row for row in standings(stage.tournament).rows}
    points = {name: row.points for name, row in found.items()}
    assert points == {
        "Anna": Decimal("0.75"), "Boris": -1, "Vera": 0, "Gleb": 0, "Dina": 1, "Egor": Decimal("0.5"), "Zoya": 0,
        "Ivan": 1,
    }  # fmt: skip
    assert found["Vera"].wins == found["Gleb"].wins == 0, "a double forfeit has no winner"
    state = state_of(stage, 2, options_of(stage))
    assert {bye.entry: bye.points for bye in state.rounds[0].byes}[entry_of("Egor").pk] == Decimal("0.5")


def test_points_are_carried_on_and_each_stage_stands_by_itself(client: Client) -> None:
    first = made()
    played_round(first, 1, {"Anna": 101, "Boris": 40}, {"Vera": 101, "Gleb": 30})
    first.closed_at = timezone.now()
    first.save()
    final = first.tournament.stages.create(number=2, format="swiss", name="Final", carry=True)
    for seed, name in enumerate(("Anna", "Vera"), 1):
        final.members.create(entry=entry_of(name), seed=seed, carried=seed)
    assert lines(standings(first.tournament)) == [("Vera", 1, 2), ("Anna", 2, 1)]
    assert standings(first.tournament).after == 0
    played_round(final, 2, {"Anna": 101, "Vera": 60})
    assert [row.points for row in standings(first.tournament).rows] == [2, 2]
    assert standings(first.tournament).rows[0].name == "Anna", "won the game of this stage"
    assert [row.name for row in standings(first.tournament, 1).rows] == ["Vera", "Anna", "Boris", "Gleb"]
    page = client.get("/t/cup/standings/").text
    assert "Final" in page
    stage_alone, _heading, over_all = page.partition("Over all stages")
    assert "Boris" not in stage_alone
    assert "Boris" in over_all
    assert "Boris" in client.get("/t/cup/standings/?stage=1").text
    assert "Boris" in client.get("/t/cup/standings/?round=1").text


def test_groups_and_the_line_to_go_on(client: Client) -> None:
    stage = made(8, "traditional", "round_robin", groups=2, qualify=2)
    played_round(stage, 1, {"Anna": 101, "Vera": 40}, {"Dina": 101, "Zoya": 40}, {"Boris": 101, "Gleb": 40})
    found = standings(stage.tournament)
    assert {group: [row.name for row in rows] for group, rows in found.groups.items()} == {
        1: ["Anna", "Dina", "Vera", "Zoya"],
        2: ["Boris", "Egor", "Ivan", "Gleb"],
    }
    assert [row.qualifies for row in found.groups[1]] == ["in", "in", "", ""]
    assert [row.qualifies for row in found.groups[2]] == ["in", "undecided", "undecided", ""]
    page = client.get("/t/cup/standings/", headers={"accept-language": "en"}).text
    assert page.count("The first 2 go on") == 2
    assert page.count("is not decided") == 1
    assert "st-cut" not in client.get("/t/cup/standings/?sort=-name").text


def test_a_round_robin_forgets_who_left_early() -> None:
    stage = made(4, "traditional", "round_robin")
    played_round(stage, 1, {"Anna": 101, "Gleb": 40}, {"Boris": 101, "Vera": 40})
    Entry.objects.filter(pk=entry_of("Gleb").pk).update(withdrawn=True)
    assert lines(standings(stage.tournament)) == [
        ("Boris", 1, 1), ("Anna", 2, 0), ("Gleb", 2, 0), ("Vera", 4, 0),
    ]  # fmt: skip


def test_teams_have_the_best_of_their_members(client: Client) -> None:
    stage = made(teams=("Baku", "Baku", "Odessa", "Odessa"))
    stage.tournament.team_best = 1
    stage.tournament.save()
    played_round(stage, 1, {"Anna": 101, "Boris": 40}, {"Vera": 101, "Gleb": 30})
    table = team_table(standings(stage.tournament), stage.tournament)
    assert table is not None
    assert [(row.team, row.place, row.values[0]) for row in table.rows] == [("Odessa", 1, 1), ("Baku", 2, 1)]
    assert [(member.name, member.counted) for member in table.rows[0].members] == [("Vera", True), ("Gleb", False)]
    assert "Odessa" in client.get("/t/cup/standings/").text


def test_the_overview_names_all_who_take_part_whatever_stage_is_played(client: Client) -> None:
    stage = made()
    played_round(stage, 1, {"Anna": 101, "Boris": 40}, {"Vera": 101, "Gleb": 30})
    last = stage.tournament.stages.create(number=2, format="swiss")
    Stage.objects.filter(pk=stage.pk).update(closed_at=timezone.now())
    for seed, name in enumerate(("Anna", "Vera"), 1):
        last.members.create(entry=entry_of(name), seed=seed)
    page = client.get("/t/cup/", headers={"accept-language": "en"}).text
    assert "4 players" in page
    assert re.findall(r'<a href="/p/(\w+)/">', page) == ["anna", "boris", "vera", "gleb"]


def test_the_best_of_each_category_are_named(client: Client) -> None:
    stage = made()
    for name, category in (("Anna", "women,  veterans"), ("Boris", "veterans"), ("Vera", "women")):
        update_entry(entry=entry_of(name), actor=Actor(admin=True), team="", fixed_table=None, category=category)
    played_round(stage, 1, {"Anna": 30, "Boris": 101}, {"Vera": 101, "Gleb": 30})
    best = best_in_categories(standings(stage.tournament))
    assert {category: [(row.name, row.place) for row in rows] for category, rows in best.items()} == {
        "veterans": [("Boris", 1), ("Anna", 3)],
        "women": [("Vera", 1), ("Anna", 3)],
    }
    assert entry_of("Anna").category == "women, veterans"
    assert "Best in their categories" in client.get("/t/cup/standings/", headers={"accept-language": "en"}).text


def test_a_game_that_goes_on_is_no_unplayed_round() -> None:
    stage = made(measures=["points", "buchholz"])
    played_round(stage, 1, {"Anna": 101, "Boris": 40}, {"Vera": 101, "Gleb": 30})
    going = Round.objects.create(tournament=stage.tournament, stage=stage, number=2, status="published")
    table = Table.objects.create(round=going, number=1)
    Game.objects.create(table=table)
    seat(going, "Anna", table, 0)
    seat(going, "Vera", table, 1)
    found = standings(stage.tournament)
    assert found.after == 1
    assert [row.values[1] for row in found.rows] == [0, 0, 1, 1]


def blank(model: type[models.Model], **fields: object) -> dict[str, object]:
    """Figures that say nothing."""
    counts = [one.name for one in model._meta.fields if isinstance(one, models.PositiveIntegerField) and not one.null]
    return dict.fromkeys(counts, 0) | {"tiles": []} | fields


def summed(game: Game, seat: Seat, *, mu: float, **figures: object) -> None:
    """The seat's figures in its game, and its player's rating on the game's own ladder."""
    tournament = seat.round.tournament
    summary, _made = GameSummary.objects.get_or_create(game=game, defaults=blank(GameSummary, tournament=tournament))
    SeatSummary.objects.create(game=summary, seat=seat, **blank(SeatSummary) | figures)
    ladder, _made = Ladder.objects.get_or_create(slug="own", variant=tournament.variant, name="")
    Rating.objects.create(
        ladder=ladder, player=seat.player, mu=mu, sigma=1, ordinal=mu, games=1, delta=0, played_at=timezone.now()
    )


def test_hands_and_ratings_are_read_along(
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    stage = made(measures=["points", "hands", "fish", "early", "rating"], variant="mandavoshka")
    played_round(stage, 1, {"Anna": 101, "Boris": 40}, {"Vera": 90, "Gleb": 80})
    first, second = Seat.objects.filter(player__name__in=("Anna", "Boris")).order_by("number")
    game = Game.objects.get(table=first.table)
    summed(game, first, mu=25.06, outs=3, fish=0)
    summed(game, second, mu=30, outs=4, fish=1, early="6-6")
    with django_assert_num_queries(4):
        found = standings(stage.tournament)
    assert {row.name: row.values[1:] for row in found.rows} == {
        "Anna": (3, 0, 0, 30), "Boris": (4, 1, 1, Decimal("25.1")), "Vera": (0, 0, 0, None), "Gleb": (0, 0, 0, None),
    }  # fmt: skip


def test_a_pairs_hands_are_those_of_both_and_its_rating_is_their_mean() -> None:
    game = seat_table(variant="morskoy_kozel", pairs=True)
    Stage.objects.update(measures=["points", "hands", "rating"])
    for side, entry in enumerate(Entry.objects.order_by("number")):
        Result.objects.create(
            game=game, entry=entry, side=side, place=side + 1, won=not side, lost=bool(side), points_for=0,
            points_against=0, points=0,
        )  # fmt: skip
    for seat in Seat.objects.all():
        summed(game, seat, mu=20 + seat.number, outs=seat.number, fish=0)
    assert [row.values[1:] for row in standings(game.table.round.tournament).rows] == [(2, 22), (4, 21)]


def test_why_a_line_stands_where_it_stands() -> None:
    stage = made(measures=["points", "direct", "difference", "lots"])
    played_round(stage, 1, {"Anna": 101, "Boris": 40}, {"Vera": 101, "Gleb": 30})
    found = standings(stage.tournament)
    told = why(found, entry_of("Anna").pk)
    assert told is not None
    assert (told.above and told.above.name, told.below and told.below.name) == ("Vera", "Boris")
    assert told.said == [
        "Efficiency (difference): Vera 71, Anna 61. This decides.",
        "Points: Anna 1, Boris 0. This decides.",
    ]
    assert [(line.own, line.parts_above, line.parts_below, line.needed, line.applied) for line in told.lines] == [
        ("1", False, True, True, True),
        ("–", False, False, True, False),
        ("61", True, False, True, True),
        ("–", False, False, False, True),
    ]
    assert [share.text for share in told.sources[0].shares] == ["Round 1, table 2: 71"]
    assert told.sources[0].shares[0].game == Game.objects.get(table__number=2).pk
    assert why(found, 0) is None


def test_a_line_opens_without_javascript_and_as_json(client: Client) -> None:
    stage = made()
    played_round(stage, 1, {"Anna": 101, "Boris": 40}, {"Vera": 90, "Gleb": 90})
    anna = entry_of("Anna").pk
    page = client.get(f"/t/cup/standings/?why={anna}", headers={"accept-language": "en"}).text
    assert "Why place 1" in page
    assert 'aria-expanded="true"' in page
    assert "Why place" not in client.get("/t/cup/standings/?why=x").text
    told = client.get(f"/t/cup/standings/why/{anna}/").json()
    assert (told["name"], told["place"], told["above"]) == ("Anna", 1, None)
    assert told["measures"][0]["decides"]
    assert client.get("/t/cup/standings/why/99/").status_code == 404
    assert client.get("/t/cup/standings/?round=99999999999999999999").status_code == 200


def test_who_met_whom(client: Client) -> None:
    stage = made(3, "traditional", "round_robin")
    played_round(stage, 1, {"Anna": 101, "Boris": 40}, byes={"Vera": "bye"})
    played_round(stage, 2, {"Anna": 30, "Vera": 101}, byes={"Boris": "half"})
    found = standings(stage.tournament)
    assert usual_side(found) == BY_OPPONENT
    (square,) = cross(found, stage.tournament, BY_OPPONENT)
    assert [line.row.name for line in square.rows] == ["Vera", "Anna", "Boris"]
    assert [[mark.points for mark in cell] for cell in square.rows[0].cells] == [[], [1], []]
    assert square.rows[1].own == 1
    (rounds,) = cross(found, stage.tournament, BY_ROUND)
    assert [(cell[0].rivals, cell[0].bye) for cell in rounds.rows[2].cells] == [((2,), ""), ((), "half")]
    for address in ("/t/cup/cross/", "/t/cup/cross/?by=round", "/t/cup/cross/?round=1"):
        assert client.get(address).status_code == 200
    Result.objects.all().delete()
    Seat.objects.all().delete()
    assert 'class="empty"' in client.get("/t/cup/cross/").text


def test_queries_of_the_pages_do_not_grow(
    client: Client, django_assert_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    stage = made(8)
    played_round(stage, 1, {"Anna": 101, "Boris": 40})
    counts = []
    for _more in range(2):
        with django_assert_num_queries(4):
            found = standings(stage.tournament)
            why(found, found.rows[0].entry_id)
            cross(found, stage.tournament, BY_ROUND)
            team_table(found, stage.tournament)
        counts.append(len(found.rows))
        if _more == 0:
            played_round(stage, 2, {"Vera": 101, "Gleb": 40}, {"Anna": 101, "Egor": 5}, byes={"Dina": "bye"})
    assert counts == [8, 8]


@pytest.mark.parametrize("measures", [[], ["points", "hands", "fish", "early", "rating", "lots"]])
def test_a_large_page_asks_seven_questions(client: Client, measures: list[str]) -> None:
    asked = []
    for count, rounds in ((4, 1), (300, 11)):
        crowd = Crowd.open(people(count, f"of-{count}"), f"Cup {count}")
        crowd.play_cup(rounds, crowd.tournament.stages.create(number=1, format="swiss", measures=measures))
        with CaptureQueriesContext(connection) as queries:
            page = client.get(f"/t/cup-{count}/standings/")
        assert page.text.count("st-why") == count
        asked.append(len(queries))
    assert asked == [7, 7]
