"""The desk's page: a draft mended by plain forms, the schedule, what is left to do, and that it stays cheap."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.test_services_rounds import ACTOR, cup, finish_games, play, step
from tournaments.models import Absence, Entry, Round, Tournament
from tournaments.queries.desk import desk as desk_of
from tournaments.queries.drafts import layout_of_round
from tournaments.services import drafting, entries, tournaments
from tournaments.services.errors import ServiceError
from tournaments.views.organiser.steps import way_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga(django_user_model):
    return django_user_model.objects.create_user("olga")


@pytest.fixture
def desk(olga) -> Client:
    client = Client()
    client.force_login(olga)
    return client


def of_olga(olga, count: int, **changes) -> Tournament:
    tournament = cup(count, **changes)
    tournament.organisers.add(olga)
    return tournament


def page(desk: Client, tournament: Tournament, number: int | None = None):
    return desk.get(reverse("organiser:desk", args=[tournament.slug]), {"round": number} if number else {})


def mend(desk: Client, round_: Round, do: str, *people: int, **more: object):
    round_.refresh_from_db()
    url = reverse("organiser:mend", args=[round_.tournament.slug, round_.number])
    return desk.post(url, {"version": round_.version, "do": do, "entry": people, **more}, follow=True)


def schedule(tournament: Tournament, count: int) -> list[Round]:
    tournament.stages.update(settings={"by_score": False})
    return drafting.lay_out_rounds(tournament=tournament, number=1, count=count, actor=ACTOR, seed=5)


def test_a_draft_is_mended_by_plain_forms(desk, olga):
    round_ = step("draw", of_olga(olga, 9), 1)
    [one, *_rest], other = layout_of_round(round_).tables[0].seats, layout_of_round(round_).tables[1].seats[0]
    before = layout_of_round(round_)
    assert mend(desk, round_, "swap", one, other).status_code == 200
    assert layout_of_round(round_) == before.swap(one, other)
    mend(desk, round_, "move 0", one)
    assert layout_of_round(round_).byes == {one: "bye"}
    mend(desk, round_, "move 9", one)
    assert layout_of_round(round_).at(9).seats == (one,)
    mend(desk, round_, "number 9", **{"to-9": 4})
    mend(desk, round_, "lock 4")
    assert layout_of_round(round_).at(4).locked
    mend(desk, round_, "fix 4", one)
    assert Entry.objects.get(pk=one).fixed_table == 4
    shown = mend(desk, round_, "forbid", one, other)
    assert "Undo the last change" in shown.text
    for _change in range(7):
        mend(desk, round_, "undo")
    assert layout_of_round(round_) == before


@pytest.mark.parametrize(
    ("do", "people", "said"),
    [
        ("swap", 1, "tick both"),
        ("move 2", 0, "tick who it is about"),
        ("number 1", 0, "Which number"),
        ("burn 1", 0, "Choose what to do"),
        ("lock", 0, "Choose what to do"),
        ("lock 77", 0, "no table 77"),
    ],
)
def test_a_change_that_is_not_whole_says_what_lacks(desk, olga, do, people, said):
    round_ = step("draw", of_olga(olga, 8), 1)
    before = layout_of_round(round_)
    assert said in mend(desk, round_, do, *before.tables[0].seats[:people]).text
    assert layout_of_round(round_) == before


def test_somebody_of_another_tournament_is_not_placed(desk, olga):
    round_ = step("draw", of_olga(olga, 8), 1)
    stranger = cup(4).entries.first().pk
    assert (
        "takes part in this stage"
        in mend(desk, round_, "swap", stranger, layout_of_round(round_).tables[0].seats[0]).text
    )


def test_a_stale_change_names_who_was_faster(desk, olga):
    round_ = step("draw", of_olga(olga, 8), 1)
    mend(desk, round_, "lock 1")
    url = reverse("organiser:mend", args=[round_.tournament.slug, 1])
    assert "(last: olga)" in desk.post(url, {"version": 0, "do": "redraw"}, follow=True).text


def test_late_people_and_the_withdrawn_turn_the_main_button(desk, olga):
    tournament = of_olga(olga, 8)
    round_ = step("draw", tournament, 1)
    assert page(desk, tournament).context["way"].main.label == "Publish round 1"
    entries.add_entries(tournament=tournament, text="Late", actor=ACTOR)
    Entry.objects.filter(pk=layout_of_round(round_).tables[0].seats[0]).update(withdrawn=True)
    way = page(desk, tournament).context["way"]
    assert [todo.text for todo in way.todos[1:]] == [
        f"Withdrawn, but in this draft: {Entry.objects.get(withdrawn=True)}",
        "Not in this draft: Late",
    ]
    with pytest.raises(ServiceError, match="withdrawn: 1"):
        step("publish", tournament, 1)
    assert way.main.label == "Draw the rest again"
    desk.post(way.main.url, way.main.fields)
    assert page(desk, tournament).context["way"].main.label == "Publish round 1"


def test_who_has_not_arrived_is_named_and_not_counted(desk, olga):
    tournament = of_olga(olga, 9)
    Tournament.objects.update(check_in=True)
    assert "Nobody has arrived yet" in page(desk, tournament).text
    Entry.objects.exclude(number=3).update(here_at=timezone.now())
    todos = page(desk, tournament).context["way"].todos
    assert [(todo.text, todo.detail) for todo in todos] == [
        ("8 take part", "2 tables of 4"),
        ("Not arrived: C", "They are drawn once they have been checked in."),
    ]


def test_tables_of_pairs_are_named_as_such(desk, olga):
    tournament = of_olga(olga, 5, variant="kozel", kind="pairs")
    assert "2 tables of two pairs, 1 bye" in [todo.detail for todo in page(desk, tournament).context["way"].todos]


def test_a_schedule_is_laid_out_and_each_round_is_looked_at(desk, olga):
    tournament = of_olga(olga, 8)
    tournament.stages.update(settings={"by_score": False})
    shown = page(desk, tournament)
    assert shown.context["way"].lay_out == 5
    desk.post(reverse("organiser:lay-out", args=[tournament.slug]), {"number": 1, "count": 3})
    assert [one.status for one in tournament.rounds.all()] == ["draft"] * 3
    shown = page(desk, tournament)
    assert (shown.context["desk"].round.number, shown.context["way"].main.label) == (1, "Publish round 1")
    assert [button.label for button in shown.context["way"].back] == ["Discard the drafts of rounds 1–3"]
    beside = page(desk, tournament, 3)
    assert beside.context["desk"].round.number == 3
    assert (beside.context["way"].main.label, beside.context["way"].main.link) == ("Back to round 1", True)
    desk.post(reverse("organiser:round-step", args=[tournament.slug, 2, "discard"]))
    assert [one.number for one in tournament.rounds.all()] == [1]


def test_what_follows_from_results_is_not_laid_out_beforehand(desk, olga):
    tournament = of_olga(olga, 8, variant="draughts")
    assert page(desk, tournament).context["way"].lay_out is None
    with pytest.raises(ServiceError, match="each follows from the one before"):
        drafting.lay_out_rounds(tournament=tournament, number=1, count=3, actor=ACTOR)


def test_a_round_robin_is_laid_out_whole(desk, olga):
    tournament = of_olga(olga, 6, variant="draughts")
    tournament.stages.update(format="round_robin", settings={})
    assert page(desk, tournament).context["way"].lay_out == 5
    drafting.lay_out_rounds(tournament=tournament, number=1, count=5, actor=ACTOR)
    met = {frozenset(table.seats) for one in tournament.rounds.all() for table in layout_of_round(one).tables}
    assert len(met) == 15


def test_arrivals_and_withdrawals_replan_only_the_rounds_to_come(desk, olga):
    tournament = of_olga(olga, 8)
    schedule(tournament, 4)
    step("publish", tournament, 1)
    first = layout_of_round(tournament.rounds.get(number=1))
    entries.add_entries(tournament=tournament, text="Late", actor=ACTOR)
    Entry.objects.filter(number__in=[1, 2]).update(withdrawn=True)
    way = page(desk, tournament, 2).context["way"]
    [anew] = way.other
    assert anew.label == "Plan rounds 2–4 anew"
    desk.post(anew.url)
    assert layout_of_round(tournament.rounds.get(number=1)).tables == first.tables
    here = set(Entry.objects.filter(withdrawn=False).values_list("pk", flat=True))
    for round_ in tournament.rounds.filter(number__gt=1):
        layout = layout_of_round(round_)
        assert {seat for table in layout.tables for seat in table.seats} | set(layout.byes) == here


def test_a_schedule_is_shown_to_all_as_planned_and_hidden_again(desk, olga):
    tournament = of_olga(olga, 8)
    schedule(tournament, 3)
    visitor = Client()
    pages = [tournament.rounds.get(number=2).get_absolute_url(), tournament.get_absolute_url()]
    assert [visitor.get(url).status_code for url in pages] == [404, 200]
    way = page(desk, tournament).context["way"]
    [show] = way.other
    assert show.label == "Show the schedule"
    desk.post(show.url)
    planned, overview = (visitor.get(url) for url in pages)
    assert "planned: the draw may still change" in planned.text
    assert "/game/" not in planned.text
    assert overview.text.count("Planned") == 3
    [hide] = page(desk, tournament).context["way"].other
    desk.post(hide.url)
    assert visitor.get(pages[0]).status_code == 404


def test_who_is_absent_in_a_later_round_rests_in_its_schedule(olga):
    tournament = of_olga(olga, 8)
    Absence.objects.create(entry=tournament.entries.get(number=5), number=3)
    rounds = schedule(tournament, 4)
    assert [list(layout_of_round(one).byes.values()) for one in rounds] == [[], [], ["zero"], []]


def test_a_closed_round_is_looked_at_beside_the_one_in_hand(desk, olga):
    tournament = of_olga(olga, 8)
    play(tournament, 1)
    step("draw", tournament, 2)
    shown = page(desk, tournament, 1)
    assert "Round 1: tables" in shown.text
    assert shown.context["way"].main.label == "Back to round 2"


def test_groups_are_headed(desk, olga):
    tournament = of_olga(olga, 8)
    stage = tournament.stages.get()
    stage.groups = 2
    stage.save()
    stage.members.filter(seed__gt=4).update(group=2)
    step("draw", tournament, 1)
    assert re.findall(r"Group \d", page(desk, tournament).text) == ["Group 1", "Group 2"]
    finish_games(step("publish", tournament, 1))
    assert re.findall(r"Group \d", page(desk, tournament).text) == ["Group 1", "Group 2"]


@pytest.mark.parametrize("state", ["draft", "published"])
def test_the_desk_asks_as_often_for_many_as_for_few(desk, olga, state):
    def asked(count: int) -> int:
        tournament = of_olga(olga, count)
        step("draw", tournament, 1)
        if state == "published":
            step("publish", tournament, 1)
        with CaptureQueriesContext(connection) as queries:
            assert page(desk, tournament).status_code == 200
        return len(queries)

    assert asked(4) == asked(16)


def test_where_all_are_still_to_arrive_the_main_step_is_who_is_here():
    tournament = cup(8)
    tournaments.set_check_in(tournament=tournament, check_in=True, actor=ACTOR)
    tournament.refresh_from_db()
    assert way_on(desk_of(tournament)).main.label == "Who is here"
    tournament.entries.all().delete()
    assert way_on(desk_of(tournament)).main.label == "Enter people"
