"""A list on its way in: what is known, asked, refused; the import and its way back; who comes late."""

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from tests.tournaments.world import call_time
from tournaments.access import Actor
from tournaments.lists.files import text_of
from tournaments.lists.rows import read_list
from tournaments.models import Game, Player, Seat
from tournaments.queries.known import NEW, SAME
from tournaments.queries.start_list import start_list
from tournaments.services import entries, rosters, rounds, tournaments
from tournaments.services.errors import ServiceError

pytestmark = pytest.mark.django_db
ACTOR = Actor(keeper="test")


@pytest.fixture
def cup():
    made = tournaments.create_tournament(actor=ACTOR, name="Cup", variant="mandavoshka")
    return tournaments.publish_tournament(tournament=made, actor=ACTOR)


def look(cup, text, **choices):
    return rosters.preview_roster(tournament=cup, text=text, **choices)


def bring(cup, text, choices=None, **more):
    return rosters.import_roster(tournament=cup, text=text, choices=choices or {}, actor=ACTOR, **more)


def states(roster):
    return [line.state for line in roster.lines]


def test_every_line_says_what_it_would_make(cup):
    Player.objects.create(name="Пётр Фёдоров", slug="petr")
    Player.objects.create(name="Anna Belova", slug="anna", club="Omsk")
    text = "ПЕТР ФЕДОРОВ\nЗоя\nFedorov Pyotr\nAnna Belova, Baku\nЗоя\n/\nБелова Анна"
    roster = look(cup, text)
    assert states(roster) == ["known", "new", "asked", "asked", "refused", "refused", "asked"]
    assert [one.player.name for one in roster.lines[6].meant[0].candidates] == ["Anna Belova"]
    assert roster.left() == "Зоя\n/"
    assert not cup.entries.exists()


@pytest.mark.parametrize(
    ("known", "written"),
    [("Юлия Щукина", "Shchukina Yulia"), ("Алексей Цой", "Tsoy Alexey"), ("Yevgeny Orlov", "Орлов Евгений")],
)
def test_another_script_or_order_is_asked_about(cup, known, written):
    Player.objects.create(name=known, slug="known", club="Omsk")
    assert states(look(cup, f"{written}\nЗоя Белова")) == ["asked", "new"]


@pytest.mark.parametrize(
    ("known", "written"),
    [
        *[("Алексей Иванов", name) for name in ("А. Иванов", "Иванов А.", "Иванов А", "Ivanov A.")],
        *[("А. Иванов", name) for name in ("Алексей Иванов", "Иванов Алексей Петрович")],
        ("Юлия Щукина", "Щукина Ю."),
    ],
)
def test_initials_are_asked_about(cup, known, written):
    Player.objects.create(name=known, slug="known")
    one, other, woman = look(cup, f"{written}\nБ. Иванов\nА. Иванова").lines
    assert (one.state, other.state) == ("asked", "new")
    assert woman.state == "new" or woman.meant[0].answer == NEW


@pytest.mark.parametrize(
    ("known", "written"),
    [
        *[
            ("Анна Соколова", name)
            for name in ("Соколава Анна", "Анна Соколвоа", "Sokolava Anna", "Соколова Анна Юрьевна")
        ],
        *[("Соколова Анна Юрьевна", name) for name in ("Соколова Анна", "Соколава Анна", "Сокалова Анна Юрьевна")],
    ],
)
def test_a_slip_is_asked_about_with_the_likely_answer(cup, known, written):
    anna = Player.objects.create(name=known, slug="anna", club="Омск")
    for slug, name in enumerate(("Инна Соколова", "Анна Белова", "Соколовский")):
        Player.objects.create(name=name, slug=f"p{slug}")
    [line] = look(cup, written).lines
    assert line.state == "asked"
    assert [one.player for one in line.meant[0].candidates] == [anna]
    assert line.meant[0].answer == str(anna.pk)


def test_what_is_less_likely_a_slip_is_somebody_new_unless_said(cup):
    """Who has another club, is here already, or has another ending. Names that others have too are no slips."""
    anna = Player.objects.create(name="Соколова Анна", slug="anna", club="Омск")
    for slug, name in enumerate(("Марина Петрова", "Мария Белова", "Зоя Петрова-2")):
        Player.objects.create(name=name, slug=f"p{slug}")
    bring(cup, "Орлова Зоя")
    text = "Соколава Анна, Казань\nОрлава Зоя\nСоколов Анна\nМария Петрова\nЗоя Петрова\nАнна\nБ\nВ"
    roster = look(cup, text)
    assert states(roster) == ["asked"] * 3 + ["new"] * 5
    assert [line.meant[0].answer for line in roster.lines] == [NEW] * 3 + [""] * 5
    assert bring(cup, "Соколава Анна", {(1, 0): str(anna.pk)}).added.matched == (anna,)
    assert entries.add_entries(tournament=cup, text="Сокалова Анна", actor=ACTOR).created  # nobody can be asked


def test_two_of_nearly_one_name_are_a_question_without_an_answer(cup):
    for slug, name in enumerate(("Анна Соколова", "Анна Соколина")):
        Player.objects.create(name=name, slug=f"p{slug}")
    [line] = look(cup, "Анна Соколива").lines
    assert (line.state, len(line.meant[0].candidates), line.meant[0].answer) == ("asked", 2, "")


def test_a_slip_within_the_list_is_asked_about(cup):
    text = "Соколова Анна\nБелов Пётр Юрьевич\nСоколава Анна\nПетр Петров\nИван Петров\nБелов Петр"
    roster = look(cup, text)
    assert states(roster) == ["new", "new", "asked", "new", "new", "asked"]
    assert [line.meant[0].double for line in roster.lines] == [None, None, 1, None, None, 2]
    assert roster.lines[2].meant[0].answer == roster.lines[5].meant[0].answer == NEW
    assert len(bring(cup, text, {(3, 0): SAME, (6, 0): NEW}).added.entries) == 5


def test_an_answer_holds_whatever_is_answered_to_another_line(cup):
    """“Соколава” is nobody's name until line 1 is said to be somebody new of that name."""
    Player.objects.create(name="Соколова Анна", slug="anna")
    vera = Player.objects.create(name="Соколова Вера", slug="vera")
    text = "Соколава Анна\nСоколава Вера\nБелова Зоя\nБелава Зоя\nБелова Яна\nБелава Яна"
    assert states(look(cup, text)) == ["asked", "asked", "new", "asked", "new", "asked"]
    added = bring(cup, text, {(1, 0): NEW, (2, 0): str(vera.pk), (4, 0): NEW, (6, 0): SAME}).added
    assert added.matched == (vera,)
    assert [player.name for player in added.created] == ["Соколава Анна", "Белова Зоя", "Белава Зоя", "Белова Яна"]


def test_the_preview_sends_what_is_set_beforehand(client, cup):
    olga = get_user_model().objects.create_superuser("olga")
    anna = Player.objects.create(name="Соколова Анна", slug="anna")
    client.force_login(olga)
    shown = client.post(reverse("organiser:people", args=[cup.slug]), {"text": "Соколава Анна", "do": "now"}).text
    assert "“Соколава Анна”, nearly “Соколова Анна”, is" in shown
    assert f'<option value="{anna.pk}" selected>' in shown
    assert '<option value="">' not in shown


def test_two_spellings_of_one_new_person_are_asked_about(cup):
    text = "Алексей Иванов\nИванов Алексей\nIvanov Aleksey\nИванов А.\nБорис Иванов"
    roster = look(cup, text)
    assert states(roster) == ["new", "asked", "asked", "asked", "new"]
    assert [line.meant[0].double for line in roster.lines] == [None, 1, 1, 1, None]
    with pytest.raises(ServiceError, match="Say who is meant"):
        bring(cup, text)
    done = bring(cup, text, {(2, 0): SAME, (3, 0): SAME, (4, 0): NEW})
    assert [str(entry) for entry in done.added.entries] == ["Алексей Иванов", "Иванов А.", "Борис Иванов"]


def test_a_question_has_to_be_answered_and_an_answer_holds(cup):
    anna = Player.objects.create(name="Anna Belova", slug="anna")
    with pytest.raises(ServiceError, match="Say who is meant: Белова Анна"):
        bring(cup, "Белова Анна")
    done = bring(cup, "Белова Анна\nBelova Anna", {(1, 0): str(anna.pk), (2, 0): NEW})
    assert done.added.matched == (anna,)
    assert [player.name for player in done.added.created] == ["Belova Anna"]


def test_a_choice_of_somebody_else_altogether_is_none(cup):
    Player.objects.create(name="Anna Belova", slug="anna")
    boris = Player.objects.create(name="Boris", slug="boris")
    done = bring(cup, "Белова Анна", {(1, 0): str(boris.pk)})
    assert [player.name for player in done.added.created] == ["Белова Анна"]


def test_refused_lines_stay_with_their_headings(cup):
    done = bring(cup, "Name;Seed\nAnna;2\nBoris;x\nVera;1")
    assert done.left == "Name;Seed\nBoris;x"
    assert [row.name for row in start_list(cup).seeded()] == ["Vera", "Anna"]


def test_taken_back_as_if_it_had_never_been(cup):
    known = Player.objects.create(name="Anna", slug="anna")
    record = bring(cup, "Anna\nBoris").record
    rosters.undo_import(record=record, actor=ACTOR)
    assert not cup.entries.exists()
    assert list(Player.objects.all()) == [known]
    assert not rosters.undoable_imports(cup)
    assert rosters.undo_import(record=record, actor=ACTOR).undone_at


def test_not_taken_back_once_drawn(cup):
    record = bring(cup, "A\nB\nC\nD").record
    rounds.draw_round(tournament=cup, number=1, actor=ACTOR)
    with pytest.raises(ServiceError, match="drawn already: "):
        rosters.undo_import(record=record, actor=ACTOR)
    assert cup.entries.count() == 4


def test_a_new_player_who_plays_elsewhere_stays(cup):
    record = bring(cup, "Anna").record
    other = tournaments.create_tournament(actor=ACTOR, name="Other", variant="mandavoshka")
    entries.add_entries(tournament=other, text="Anna", actor=ACTOR)
    rosters.undo_import(record=record, actor=ACTOR)
    assert Player.objects.get().name == "Anna"


@pytest.mark.parametrize("kind", ["zero", "half"])
def test_who_comes_late_has_byes_for_what_is_missed(cup, kind):
    bring(cup, "A\nB\nC\nD")
    rounds.draw_round(tournament=cup, number=1, actor=ACTOR)
    rounds.publish_round(tournament=cup, number=1, actor=ACTOR)
    call_time(Game.objects.get(), ACTOR)
    rounds.close_round(tournament=cup, number=1, actor=ACTOR)
    assert look(cup, "Late").late == [1]
    record = bring(cup, "Late", missed=kind).record
    late = cup.entries.get(number=5)
    assert [(seat.round.number, seat.bye) for seat in late.seats.all()] == [(1, kind)]
    assert not next(row for row in start_list(cup).rows if row.entry == late).drawn
    drawn = rounds.draw_round(tournament=cup, number=2, actor=ACTOR)
    assert drawn.seats.filter(entry=late).exists()
    rounds.discard_round(tournament=cup, number=2, actor=ACTOR)
    rosters.undo_import(record=record, actor=ACTOR)
    assert not Seat.objects.filter(player__name="Late").exists()


def test_the_list_asks_a_fixed_number_of_times(cup, django_assert_num_queries):
    bring(cup, "A\nB")
    with django_assert_num_queries(9):
        start_list(cup)
    bring(cup, "\n".join("CDEFGHIJ"))
    with django_assert_num_queries(9):
        start_list(cup)


@pytest.mark.parametrize(("kind", "text"), [("individual", "Анна, Омск\nВера"), ("pairs", "Анна, Омск / Вера\nЗоя")])
@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_start_list_is_taken_away_and_read_again(client, kind, text, language):
    olga = get_user_model().objects.create_user("olga")
    game = "kozel" if kind == "pairs" else "mandavoshka"
    cup = tournaments.create_tournament(actor=Actor(user=olga), name="Cup", variant=game, kind=kind)
    entries.add_entries(tournament=cup, text=text, actor=ACTOR)
    client.force_login(olga)
    page = reverse("organiser:people", args=[cup.slug])
    assert "?export=xlsx" in client.get(page).text
    for asked in ("csv", "xlsx"):
        file = client.get(f"{page}?export={asked}", headers={"accept-language": language}).content
        rows = read_list(text_of(file), pairs=kind == "pairs").rows
        assert [[person.name for person in row.persons] for row in rows] == [
            [member.player.name for member in entry.members.all()] for entry in cup.entries.order_by("number")
        ]
        assert rows[0].persons[0].club == "Омск"
    assert client.get(f"{page}?export=pdf").content.startswith(b"%PDF")
