"""A tournament made by a preset, and as a copy; the pages of its stages and people."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring import variants
from tests.once import once
from tests.tournaments.world import build_world
from tournaments.access import Actor
from tournaments.models import Absence, Entry, Player, Tournament
from tournaments.presets import presets_for
from tournaments.services import attendance, bans, entries, pairs, rounds, setup, stages, tournaments
from tournaments.services.errors import ServiceError

pytestmark = pytest.mark.django_db
ACTOR = Actor(keeper="test")


built = once(build_world)


@pytest.fixture
def desk(world):
    return world.client("organiser")


def url(name, *args):
    return reverse(f"organiser:{name}", args=args)


@pytest.mark.parametrize("code", [variant.code for variant in variants.all()])
def test_every_way_makes_a_tournament_that_can_be_drawn(code):
    for way in presets_for(code):
        made = setup.create_by_preset(actor=ACTOR, preset=way, name=way.code, variant=code)
        if way.season:
            assert made.format == "season"
            continue
        names = [f"{way.code} {number}" for number in range(16)]
        lines = [f"{one} / {other}" for one, other in zip(names[::2], names[1::2], strict=True)]
        entries.add_entries(tournament=made, text="\n".join(lines if way.kind == "pairs" else names), actor=ACTOR)
        if way.check_in:
            attendance.check_in(tournament=made, numbers=None, here=True, actor=ACTOR)
        assert rounds.draw_round(tournament=made, number=1, actor=ACTOR, seed=1).tables.exists(), way.code
        assert made.stages.count() == len(way.stages)


def test_a_name_and_a_game_are_enough(desk):
    form = desk.get(url("create-variant", "kozel")).context["form"]
    sent = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
    assert sent["way"] == "pairs_swiss"
    answer = desk.post(url("create-variant", "kozel"), sent | {"name": "Cup"})
    made = Tournament.objects.get(name="Cup")
    assert answer.url == url("stages", made.slug)
    assert (made.kind, made.stages.get().format, made.stages.get().rounds) == ("pairs", "swiss", 5)


def test_a_copy_has_rules_stages_and_people(world):
    source = tournaments.create_tournament(
        actor=ACTOR, name="Old", variant="mandavoshka", options={"target": 151}, venue="Club"
    )
    stages.update_stage(stage=source.stages.get(), actor=ACTOR, rounds=3, clock_minutes=40)
    stages.add_stage(tournament=source, actor=ACTOR, name="Final", rounds=2)
    one, other, gone = entries.add_entries(tournament=source, text="A\nB\nC", actor=ACTOR).entries
    entries.withdraw_entry(entry=gone, actor=ACTOR)
    entries.update_entry(entry=one, actor=ACTOR, team="Reds", fixed_table=2, category="women")
    bans.forbid_pair(tournament=source, entries=(other, one), actor=ACTOR)
    made = setup.copy_tournament(source=source, actor=ACTOR, name="New", people=True)
    assert (made.options, made.venue, made.status) == ({"target": 151}, "Club", "draft")
    assert [(stage.name, stage.rounds, stage.clock_minutes) for stage in made.stages.all()] == [
        ("", 3, 40),
        ("Final", 2, None),
    ]
    assert [(str(entry), entry.team, entry.category, entry.fixed_table) for entry in made.entries.all()] == [
        ("A", "Reds", "women", 2),
        ("B", "", "", None),
    ]
    assert [str(ban) for ban in made.bans.all()] == ["A × B"]
    assert made.stages.first().members.count() == 2
    assert not setup.copy_tournament(source=source, actor=ACTOR, name="Empty").entries.exists()


def test_the_form_of_a_stage_keeps_what_was_typed(desk):
    address = url("stage", "open", 1)
    form = desk.get(address).context["form"]
    sent = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
    looked = desk.post(address, sent | {"rounds": "7", "clock_minutes": "30", "look": "1"})
    assert (looked.context["would"].rounds, looked.context["would"].minutes) == (7, 210)
    assert looked.context["form"]["rounds"].value() == "7"
    refused = desk.post(address, sent | {"rounds": "x"})
    assert "rounds" in refused.context["form"].errors
    assert desk.post(address, sent | {"rounds": "7"}).status_code == 302
    assert Tournament.objects.get(slug="open").stages.get().rounds == 7


def test_another_stage_is_added_and_removed_by_its_pages(desk):
    form = desk.get(url("add-stage", "open")).context["form"]
    sent = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
    desk.post(url("add-stage", "open"), sent | {"name": "Final"})
    assert "Final" in desk.get(url("stages", "open")).text
    assert "Round 2 is still open" in desk.get(url("next-stage", "open", 1)).text
    desk.post(url("remove-stage", "open", 2))
    assert Tournament.objects.get(slug="open").stages.count() == 1


def test_a_file_is_looked_at_and_brought_in(desk):
    file = SimpleUploadedFile("list.csv", "Имя;Клуб\nДина;Омск\nАнна;\nDina;\n".encode("cp1251"))
    Player.objects.create(name="Dina", slug="dina", club="Baku")
    look = desk.post(url("people", "open"), {"file": file, "do": "look"})
    assert [line.state for line in look.context["roster"].lines] == ["asked", "asked", "known"]
    text = look.context["form"]["text"].value()
    sent = {"text": text, "do": "add", "missed": "half", "who-2-0": "new", "who-3-0": "new"}
    assert desk.post(url("roster", "open"), sent).status_code == 302
    late = Entry.objects.get(tournament__slug="open", members__player__name="Дина")
    assert [seat.bye for seat in late.seats.all()] == ["half"]


def test_a_list_with_questions_is_not_brought_in_at_once(desk):
    Player.objects.create(name="Юлия Щукина", slug="yulia")
    answer = desk.post(url("people", "open"), {"text": "Shchukina Yulia"})
    assert "Look at the list before it is brought in" in answer.text
    assert Entry.objects.filter(tournament__slug="open").count() == 4


def test_the_check_in_says_who_is_drawn(desk):
    desk.post(url("check-in", "played"), {"do": "on"})
    desk.post(url("check-in", "played"), {"came-2": "1"})
    page = desk.get(url("check-in", "played")).context["listed"]
    assert [row.name for row in page.here] == ["Boris"]
    assert len(page.missing) == 3
    desk.post(url("check-in", "played"), {"do": "all"})
    desk.post(url("check-in", "played"), {"gone-2": "1"})
    assert [row.name for row in desk.get(url("check-in", "played")).context["listed"].missing] == ["Boris"]


def test_withdrawing_from_a_draft_draws_it_anew(desk, world):
    entries.add_entries(tournament=world.tournaments["open"], text="Dina", actor=ACTOR)
    assert "Withdraw and draw the draft anew" in desk.get(url("entry", "open", 1)).text
    desk.post(url("entry-step", "open", 1, "withdraw"), {"redraw": "1"})
    draft = world.tournaments["open"].rounds.get(number=2)
    assert {str(seat.entry) for seat in draft.seats.exclude(table=None)} == {"Boris", "Vera", "Gleb", "Dina"}


def test_away_for_a_round_and_back(desk, world):
    desk.post(url("absence", "open", 1), {"number": "3", "kind": "half"})
    assert [(one.number, one.kind) for one in Absence.objects.all()] == [(3, "half")]
    desk.post(url("absence", "open", 1), {"back": "3"})
    assert not Absence.objects.exists()
    assert "is out already" in desk.post(
        url("absence", "open", 1), {"number": "1", "kind": "half"}, follow=True
    ).text  # fmt: skip


def test_pairs_of_those_who_came_alone():
    cup = tournaments.create_tournament(actor=ACTOR, name="Pairs", variant="kozel", kind="pairs")
    entries.add_entries(tournament=cup, text="\n".join("ABCDE"), actor=ACTOR)
    assert not cup.stages.get().members.exists()
    made = pairs.draw_pairs(tournament=cup, by=pairs.BY_LOT, actor=ACTOR, seed=3)
    assert len(made) == cup.stages.get().members.count() == 2
    assert cup.entries.count() == 3
    pairs.part_pair(entry=made[0], actor=ACTOR)
    assert cup.entries.count() == 4
    alone = [entry for entry in cup.entries.all() if entry.members.count() == 1]
    pairs.join_pair(one=alone[0], other=alone[1], actor=ACTOR)
    with pytest.raises(ServiceError, match="Two who have no partner"):
        pairs.draw_pairs(tournament=cup, by=pairs.BY_LOT, actor=ACTOR)


def test_a_replaced_player_leaves_the_past_as_it_was():
    cup = tournaments.create_tournament(actor=ACTOR, name="Pairs", variant="kozel", kind="pairs")
    one, _other = entries.add_entries(tournament=cup, text="A / B\nC / D", actor=ACTOR).entries
    tournaments.publish_tournament(tournament=cup, actor=ACTOR)
    rounds.draw_round(tournament=cup, number=1, actor=ACTOR)
    rounds.publish_round(tournament=cup, number=1, actor=ACTOR)
    cup.rounds.update(status="closed")
    leaves = Player.objects.get(name="B")
    done = pairs.replace_player(entry=one, leaves=leaves, name="E, Omsk", choice="", actor=ACTOR)
    assert str(done) == "A / E"
    assert {seat.player.name for seat in one.seats.all()} == {"A", "B"}
    with pytest.raises(ServiceError, match="takes part already"):
        pairs.replace_player(entry=one, leaves=Player.objects.get(name="E"), name="C", choice="", actor=ACTOR)


@pytest.mark.parametrize("name", ["people", "seeds", "check-in", "bans", "stages"])
def test_pages_ask_as_often_for_many_as_for_few(desk, world, name):

    def count():
        with CaptureQueriesContext(connection) as asked:
            assert desk.get(url(name, "played")).status_code == 200
        return len(asked)

    few = count()
    entries.add_entries(tournament=world.tournaments["played"], text="\n".join("EFGHIJKLMNOP"), actor=ACTOR)
    assert count() == few


def test_my_tournaments_come_fifty_a_page(client, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("nina"))
    Tournament.objects.bulk_create(
        Tournament(name=f"Cup {number}", slug=f"cup-{number}", variant="kozel", status="published")
        for number in range(51)
    )
    pages = [client.get("/run/", {"page": page}).text for page in (1, 2)]
    assert [page.count('href="/run/cup-') for page in pages] == [50, 1]
    assert "?page=2" in pages[0]


def test_what_is_to_be_done_stands_before_what_is_over(client, django_user_model):
    olga = django_user_model.objects.create_superuser("olga")
    over, now, undated = (
        Tournament.objects.create(name=name, slug=name, variant="kozel", status=status, starts_at=at)
        for name, status, at in [
            ("over", "finished", "2026-11-30T12:00Z"),
            ("now", "published", "2026-11-01T12:00Z"),
            ("undated", "draft", None),
        ]
    )
    client.force_login(olga)
    answer = client.get(url("home"), headers={"accept-language": "ru"})
    mine = [tournament for tournament in answer.context["page"] if tournament in (undated, now, over)]
    assert mine == [undated, now, over]
    assert "завершён<" in answer.text
