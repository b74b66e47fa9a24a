"""Stages: what can be changed when, who goes on, how they are seeded there, and the way back."""

from decimal import Decimal

import pytest

from tests.tournaments.club import finish
from tests.tournaments.world import call_time
from tournaments.access import Actor
from tournaments.forms.stage import StageForm
from tournaments.models import AuditEntry, Game, Result, Table
from tournaments.points import PRESETS
from tournaments.queries.outlook import outlook
from tournaments.queries.passage import preview_passage
from tournaments.queries.stages import current_stage
from tournaments.queries.standings import standings
from tournaments.services import (
    attendance,
    drafting,
    entries,
    lots,
    mending,
    passage,
    rounds,
    seeding,
    stages,
    tournaments,
)
from tournaments.services.errors import ServiceError

pytestmark = pytest.mark.django_db
ACTOR = Actor(keeper="test")


def draughts(names="ABCDEFGH", **first):
    made = tournaments.create_tournament(actor=ACTOR, name="Cup", variant="draughts")
    stages.update_stage(stage=made.stages.get(), actor=ACTOR, **({"format": "round_robin"} | first))
    entries.add_entries(tournament=made, text="\n".join(names), actor=ACTOR)
    return tournaments.publish_tournament(tournament=made, actor=ACTOR)


@pytest.fixture
def cup():
    """Two groups of four, of which two go on to a knockout."""
    made = draughts(groups=2, qualify=2)
    stages.add_stage(tournament=made, actor=ACTOR, format="knockout", name="Final")
    seeding.seed_stage(stage=made.stages.get(number=1), by=seeding.BY_LIST, actor=ACTOR)
    return made


def play(tournament, number):
    """Draw a round, publish it, and let the entry with the lower number win everywhere."""
    rounds.draw_round(tournament=tournament, number=number, actor=ACTOR, seed=1)
    rounds.publish_round(tournament=tournament, number=number, actor=ACTOR)
    for table in Table.objects.filter(round__tournament=tournament, round__number=number):
        one, other = table.seats.select_related("entry").order_by("number")
        finish(table.games.get(), [1, 2] if one.entry.number < other.entry.number else [2, 1])
        for result in Result.objects.filter(game__table=table):
            Result.objects.filter(pk=result.pk).update(points=int(result.won))
    rounds.close_round(tournament=tournament, number=number, actor=ACTOR)


def play_groups(cup):
    for number in (1, 2, 3):
        play(cup, number)
    return cup.stages.get(number=1)


def test_groups_are_laid_by_a_snake_and_mended_by_hand(cup):
    stage = cup.stages.get(number=1)
    assert groups(stage) == {"A": 1, "B": 2, "C": 2, "D": 1, "E": 1, "F": 2, "G": 2, "H": 1}
    seeding.arrange_stage(stage=stage, seeds={8: 1}, groups={1: 2}, actor=ACTOR)
    assert groups(stage)["A"] == 2
    assert [str(member.entry) for member in stage.members.order_by("seed")] == list("HABCDEFG")


def groups(stage):
    return {str(member.entry): member.group for member in stage.members.all()}


@pytest.mark.parametrize(("to", "order"), [(1, "CABD"), (4, "ABDC"), (2, "ACBD"), (3, "ABCD"), (99, "ABDC")])
def test_a_seed_by_hand_goes_where_it_is_sent(to, order):
    stage = draughts("ABCD").stages.get()
    seeding.arrange_stage(stage=stage, seeds={3: to}, groups={}, actor=ACTOR)
    assert [str(member.entry) for member in stage.members.order_by("seed")] == list(order)
    assert list(stage.members.order_by("seed").values_list("seed", flat=True)) == [1, 2, 3, 4]


def test_the_same_lot_gives_the_same_seeds(cup):
    stage = cup.stages.get(number=1)
    seeding.seed_stage(stage=stage, by=seeding.BY_LOT, actor=ACTOR, seed=7)
    first = list(stage.members.values_list("entry", "seed"))
    seeding.seed_stage(stage=stage, by=seeding.BY_LIST, actor=ACTOR)
    seeding.seed_stage(stage=stage, by=seeding.BY_LOT, actor=ACTOR, seed=7)
    assert list(stage.members.values_list("entry", "seed")) == first


def test_who_goes_on_is_seeded_crosswise(cup):
    stage = play_groups(cup)
    look = preview_passage(tournament=cup, stage=stage)
    assert [[row.name for row in line.rows] for line in look.groups] == [list("ADEH"), list("BCFG")]
    assert [row.name for row, _group in look.seeds] == list("ABDC")
    assert look.groups[0].parted
    final = passage.start_next_stage(tournament=cup, stage=stage, actor=ACTOR)
    assert current_stage(cup) == final
    rounds.draw_round(tournament=cup, number=4, actor=ACTOR)
    tables = [{str(seat.entry) for seat in table.seats.all()} for table in Table.objects.filter(round__number=4)]
    assert tables == [{"A", "C"}, {"B", "D"}]


def test_points_go_along_where_the_stage_says_so(cup):
    stages.update_stage(stage=cup.stages.get(number=1), actor=ACTOR, carry=True)
    final = passage.start_next_stage(tournament=cup, stage=play_groups(cup), actor=ACTOR)
    assert {str(member.entry): member.carried for member in final.members.all()} == {"A": 3, "B": 3, "C": 2, "D": 2}


def test_the_organiser_may_choose_others(cup):
    stage = play_groups(cup)
    chosen = list(cup.entries.filter(number__in=[1, 2, 5]).values_list("pk", flat=True))
    final = passage.start_next_stage(tournament=cup, stage=stage, chosen=chosen, actor=ACTOR)
    assert {str(member.entry) for member in final.members.all()} == set("ABE")


def test_a_shared_place_that_decides_is_asked_about():
    cup = draughts("ABC", qualify=1)
    stages.add_stage(tournament=cup, actor=ACTOR, format="knockout")
    for number in (1, 2, 3):  # A beats B, B beats C, C beats A
        rounds.draw_round(tournament=cup, number=number, actor=ACTOR, seed=1)
        rounds.publish_round(tournament=cup, number=number, actor=ACTOR)
        for table in Table.objects.filter(round__number=number):
            one, other = (str(seat.entry) for seat in table.seats.order_by("number"))
            finish(table.games.get(), [1, 2] if one + other in ("AB", "BC", "CA") else [2, 1])
        rounds.close_round(tournament=cup, number=number, actor=ACTOR)
    look = preview_passage(tournament=cup, stage=cup.stages.get(number=1))
    assert len(look.groups[0].undecided) == 3
    with pytest.raises(ServiceError, match="choose who goes on"):
        passage.start_next_stage(tournament=cup, stage=look.stage, actor=ACTOR)


def test_the_beginning_is_taken_back_until_a_round_is_out(cup):
    stage = play_groups(cup)
    final = passage.start_next_stage(tournament=cup, stage=stage, actor=ACTOR)
    assert passage.start_next_stage(tournament=cup, stage=stage, actor=ACTOR) == final
    rounds.draw_round(tournament=cup, number=4, actor=ACTOR)
    assert passage.take_back_stage(tournament=cup, stage=final, actor=ACTOR) == stage
    assert current_stage(cup) == stage
    assert not final.members.exists()
    assert not final.played.exists()
    passage.start_next_stage(tournament=cup, stage=stage, actor=ACTOR)
    rounds.draw_round(tournament=cup, number=4, actor=ACTOR)
    rounds.publish_round(tournament=cup, number=4, actor=ACTOR)
    with pytest.raises(ServiceError, match="Round 4 is published"):
        passage.take_back_stage(tournament=cup, stage=final, actor=ACTOR)


def test_not_before_all_is_played(cup):
    stage = cup.stages.get(number=1)
    with pytest.raises(ServiceError) as refused:
        passage.start_next_stage(tournament=cup, stage=stage, actor=ACTOR)
    assert refused.value.details == ("No round of this stage has been played yet.",)


def test_what_is_fixed_when(cup):
    stage = cup.stages.get(number=1)
    rounds.draw_round(tournament=cup, number=1, actor=ACTOR)
    stages.update_stage(stage=stage, actor=ACTOR, clock_minutes=30)
    rounds.publish_round(tournament=cup, number=1, actor=ACTOR)
    stage.refresh_from_db()
    for change in ({"format": "dutch"}, {"groups": 3}, {"settings": {"cycles": 2}}, {"games": "best_of"}):
        with pytest.raises(ServiceError, match="is out"):
            stages.update_stage(stage=stage, actor=ACTOR, **change)
    assert stages.update_stage(stage=stage, actor=ACTOR, name="Groups", qualify=1).qualify == 1
    with pytest.raises(ServiceError, match="is out"):
        seeding.seed_stage(stage=stage, by=seeding.BY_LOT, actor=ACTOR)


def test_another_order_after_a_closed_round_needs_a_reason_on_record(cup):
    play(cup, 1)
    stage = cup.stages.get(number=1)
    with pytest.raises(ServiceError, match="say why"):
        stages.update_stage(stage=stage, actor=ACTOR, measures=["points", "wins"])
    stages.update_stage(stage=stage, actor=ACTOR, measures=["points", "wins"], why="As in the invitation")
    assert AuditEntry.objects.filter(action="update_stage").latest("id").after["why"] == "As in the invitation"


def test_other_points_score_the_results_anew():
    evening = tournaments.create_tournament(actor=ACTOR, name="Evening", variant="mandavoshka")
    entries.add_entries(tournament=evening, text="\n".join("ABCD"), actor=ACTOR)
    tournaments.publish_tournament(tournament=evening, actor=ACTOR)
    rounds.draw_round(tournament=evening, number=1, actor=ACTOR)
    rounds.publish_round(tournament=evening, number=1, actor=ACTOR)
    call_time(Game.objects.get(), ACTOR)
    assert {result.points for result in Result.objects.all()} == {Decimal("2.5")}
    scheme = PRESETS["first_two"][1].as_json()
    stages.update_stage(stage=evening.stages.get(), actor=ACTOR, scheme=scheme)
    assert {result.points for result in Result.objects.all()} == {1}


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"format": "tables"}, "cannot be played"),
        ({"settings": {"speed": 3}}, "no such setting"),
        ({"measures": ["points", "luck"]}, "cannot be ordered"),
        ({"measures": ["wins"]}, "begin with the points"),
        ({"scheme": {"kind": "odd"}}, "Points cannot be given so"),
    ],
)
def test_what_cannot_be_is_refused(cup, change, match):
    with pytest.raises(ServiceError, match=match):
        stages.update_stage(stage=cup.stages.get(number=1), actor=ACTOR, **change)


def test_the_last_empty_stage_is_removed(cup):
    with pytest.raises(ServiceError, match="one stage at least"):
        stages.remove_stage(stage=cup.stages.get(number=1), actor=ACTOR)
    stages.remove_stage(stage=cup.stages.get(number=2), actor=ACTOR)
    assert cup.stages.count() == 1


def test_an_outlook_is_what_will_be(cup):
    groups, final = cup.stages.order_by("number")
    look = outlook(groups, 8)
    assert (look.rounds, look.games, look.groups, look.tables) == (3, 12, [4, 4], [(4, 2)])
    assert (outlook(final, 4).rounds, outlook(final, 5).rounds, outlook(final, 5).games) == (2, 3, 4)
    odd = outlook(groups, 9)
    assert (odd.rounds, odd.resting) == (5, 1)
    assert (outlook(final, 0).rounds, outlook(final, 0).ends) == (None, True)


def test_the_form_gives_back_what_is_stored(cup):
    for number, stage in enumerate(cup.stages.order_by("number")):
        shown = StageForm(stage=stage)
        data = {field.html_name: field.value() for field in shown if field.value() not in (None, False)}
        form = StageForm(data, stage=stage)
        assert form.is_valid(), (number, form.errors)
        before = {name: getattr(stage, name) for name in form.facts()}
        assert form.facts() == before


def test_own_points_are_read(cup):
    stage = cup.stages.get(number=1)
    shown = StageForm(stage=stage)
    data = {field.html_name: field.value() for field in shown if field.value() not in (None, False)}
    form = StageForm(data | {"scheme": "own", "own_points": "5 3 1 0 / 5 2,5 0 / 5 0"}, stage=stage)
    assert form.is_valid(), form.errors
    saved = stages.update_stage(stage=stage, actor=ACTOR, **form.facts())
    assert StageForm(stage=saved)["own_points"].value() == "5 3 1 0 / 5 2.5 0 / 5 0"
    assert not StageForm(data | {"scheme": "own", "own_points": "5 3"}, stage=stage).is_valid()


def test_the_desk_leads_from_a_stage_to_the_next_and_back(cup, client, django_user_model):
    cup.organisers.add(django_user_model.objects.create_user("olga"))
    client.force_login(cup.organisers.get())

    def way():
        return client.get(f"/run/{cup.slug}/").context["way"]

    play(cup, 1)
    assert way().main.label == "Draw round 2"
    assert way().other[0].label == "Look who goes on to “Final”"
    play(cup, 2)
    play(cup, 3)
    assert way().main.label == "Look who goes on to “Final”"
    assert (way().title, way().todos) == ("Before the stage “Final”", [])
    look = client.get(way().main.url)
    client.post(way().main.url, {"entry": list(look.context["passage"].chosen)})
    assert (way().main.label, way().back[0].label) == ("Draw round 4", "Take the beginning of this stage back")
    client.post(way().back[0].url)
    assert way().main.label == "Look who goes on to “Final”"


def test_the_order_of_the_bracket_can_be_chosen_by_name(cup):
    final = cup.stages.get(number=2)
    shown = StageForm(stage=final)
    data = {field.html_name: field.value() for field in shown if field.value() not in (None, False)}
    form = StageForm(data | {"order": "knockout"}, stage=final)
    assert form.is_valid(), form.errors
    assert stages.update_stage(stage=final, actor=ACTOR, **form.facts()).measures == ["bracket"]


def test_lots_are_drawn_once_on_record_and_taken_back(cup, client, django_user_model):
    stage = cup.stages.get(number=1)
    with pytest.raises(ServiceError, match="no draw of lots"):
        lots.draw_lots(stage=stage, actor=ACTOR)
    stages.update_stage(stage=stage, actor=ACTOR, measures=["points", "lots"])

    def now():
        return [row.place for row in standings(cup, stage=cup.stages.get(number=1)).groups[1]]

    play(cup, 1)
    assert now() == [1, 1, 3, 3]
    lots.draw_lots(stage=stage, actor=ACTOR, seed=7)
    assert lots.draw_lots(stage=stage, actor=ACTOR).lots_seed == 7
    assert AuditEntry.objects.filter(tournament=cup, action="draw_lots").get().after == {"seed": 7}
    assert now() == [1, 2, 3, 4]
    cup.organisers.add(django_user_model.objects.create_user("olga"))
    client.force_login(cup.organisers.get())
    assert "by the seed 7" in client.get(f"/run/{cup.slug}/stages/").content.decode()
    client.post(f"/run/{cup.slug}/stages/1/lots/back/")
    assert now() == [1, 1, 3, 3]
    play(cup, 2)
    play(cup, 3)
    passage.start_next_stage(
        tournament=cup, stage=stage, actor=ACTOR, chosen=list(stage.members.values_list("entry_id", flat=True)[:4])
    )
    with pytest.raises(ServiceError, match="The next stage has begun"):
        lots.draw_lots(stage=stage, actor=ACTOR)


def test_a_larger_group_plays_on_while_a_smaller_one_waits():
    cup = draughts("ABCDEFGHI", groups=2)
    seeding.seed_stage(stage=cup.stages.get(), by=seeding.BY_LIST, actor=ACTOR)
    laid = drafting.lay_out_rounds(tournament=cup, number=1, count=7, actor=ACTOR)
    assert [[round_.tables.filter(group=group).count() for group in (1, 2)] for round_ in laid] == [
        [2, 2], [2, 2], [2, 2], [2, 0], [2, 0],
    ]  # fmt: skip
    assert set(laid[-1].seats.filter(table=None).values_list("bye", flat=True)) == {"bye", "waits"}
    rounds.discard_round(tournament=cup, number=1, actor=ACTOR)
    for number in range(1, 6):
        play(cup, number)
    assert {row.games for row in standings(cup).groups[1]} == {4}
    with pytest.raises(ServiceError, match="Everything that this format has was played"):
        rounds.draw_round(tournament=cup, number=6, actor=ACTOR)


def test_a_group_that_all_have_left_does_not_stop_the_others():
    cup = draughts("ABCDEFGH", groups=2)
    for entry in [member.entry for member in cup.stages.get().members.filter(group=2)]:
        entries.withdraw_entry(entry=entry, actor=ACTOR)
    assert rounds.draw_round(tournament=cup, number=1, actor=ACTOR).tables.count() == 2


def test_the_rest_is_drawn_again_where_every_table_is_locked():
    cup = draughts("ABC")
    round_ = rounds.draw_round(tournament=cup, number=1, actor=ACTOR)
    locked = mending.set_lock(tournament=cup, number=1, version=round_.version, table=1, locked=True, actor=ACTOR)
    again = mending.redraw(tournament=cup, number=1, version=locked.version, actor=ACTOR)
    assert [again.tables.count(), again.seats.get(table=None).bye] == [1, "bye"]


def test_what_a_bye_on_request_brings_can_be_changed(cup):
    entry = cup.entries.first()
    for kind in ("zero", "half"):
        assert attendance.set_absence(entry=entry, number=1, kind=kind, actor=ACTOR).kind == kind
    assert AuditEntry.objects.filter(action="set_absence").first().before == {"bye": "zero"}


def test_another_number_of_groups_lays_them_anew():
    cup = draughts("ABCDEFGH")
    stages.update_stage(stage=cup.stages.get(), actor=ACTOR, groups=2)
    assert sorted(groups(cup.stages.get()).values()) == [1] * 4 + [2] * 4
    stages.update_stage(stage=cup.stages.get(), actor=ACTOR, groups=1)
    assert set(groups(cup.stages.get()).values()) == {1}


def test_what_a_draft_was_made_by_does_not_change_under_it(cup):
    stage = cup.stages.get(number=1)
    rounds.draw_round(tournament=cup, number=1, actor=ACTOR)
    for facts in ({"groups": 1}, {"format": "knockout"}, {"games": "hands", "games_count": 3}):
        with pytest.raises(ServiceError, match="Discard the draft first"):
            stages.update_stage(stage=stage, actor=ACTOR, **facts)
    with pytest.raises(ServiceError, match="Discard the draft first"):
        seeding.seed_stage(stage=stage, by=seeding.BY_LOT, actor=ACTOR)
    rounds.discard_round(tournament=cup, number=1, actor=ACTOR)
    stages.update_stage(stage=stage, actor=ACTOR, groups=1)


def test_a_round_before_the_stage_that_has_begun_is_not_reopened(cup):
    stage = play_groups(cup)
    passage.start_next_stage(tournament=cup, stage=stage, actor=ACTOR)
    with pytest.raises(ServiceError, match="The next stage has begun"):
        rounds.reopen_round(tournament=cup, number=3, actor=ACTOR)
    passage.take_back_stage(tournament=cup, stage=cup.stages.get(number=2), actor=ACTOR)
    assert rounds.reopen_round(tournament=cup, number=3, actor=ACTOR).status == "published"
