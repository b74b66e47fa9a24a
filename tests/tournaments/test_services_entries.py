"""Names pasted as text: what is made, what is known, what is refused."""

import pytest

from tournaments.access import Actor
from tournaments.models import Entry, Player
from tournaments.services import entries, rounds, tournaments
from tournaments.services.errors import ServiceError

pytestmark = pytest.mark.django_db
ACTOR = Actor(keeper="test")


@pytest.fixture
def cup():
    return tournaments.create_tournament(actor=ACTOR, name="Cup", variant="mandavoshka")


@pytest.fixture
def pairs():
    return tournaments.create_tournament(actor=ACTOR, name="Pairs", variant="morskoy_kozel_exchange", kind="pairs")


def add(tournament, text):
    return entries.add_entries(tournament=tournament, text=text, actor=ACTOR)


def test_names_with_and_without_a_club(cup):
    added = add(cup, "Анна  Щукина, Баян\n\n Борис Ёлкин \n")
    assert [(player.name, player.club, player.slug) for player in added.created] == [
        ("Анна Щукина", "Баян", "anna-shchukina"),
        ("Борис Ёлкин", "", "boris-elkin"),
    ]
    assert [entry.number for entry in added.entries] == [1, 2]


def test_what_is_not_seen_is_no_part_of_a_name(cup):
    added = add(cup, "\u202eAnna\u200b\u2069, Om\u00adsk")
    assert [(player.name, player.club) for player in added.created] == [("Anna", "Omsk")]
    assert add(cup, "Boris\u3164").created[0].name == "Boris"
    with pytest.raises(ServiceError) as refused:
        add(cup, "\u200b, Omsk")
    assert "a name is missing" in refused.value.details[0]


def test_a_known_name_is_that_player(cup):
    known = Player.objects.create(name="Пётр Фёдоров", slug="petr")
    added = add(cup, "ПЕТР ФЕДОРОВ\nPyotr")
    assert (added.matched, len(added.created)) == ((known,), 1)


def test_namesakes_are_told_apart_by_their_club(cup):
    for club in ("Baku", "Omsk"):
        Player.objects.create(name="Ivan", club=club, slug=f"ivan-{club.lower()}")
    with pytest.raises(ServiceError) as refusal:
        add(cup, "Ivan")
    assert "several players" in refusal.value.details[0]
    assert [player.club for player in add(cup, "Ivan, Omsk\nIvan, Baku").matched] == ["Omsk", "Baku"]


def test_slugs_of_different_names_stay_apart(cup):
    assert [player.slug for player in add(cup, "Ann-Lee\nAnn Lee").created] == ["ann-lee", "ann-lee-2"]


def test_a_fault_refuses_the_list_line_by_line(cup):
    add(cup, "Anna")
    with pytest.raises(ServiceError) as refusal:
        add(cup, "Boris\nanna\nBORIS\nVera / Gleb\n, Club\n" + "x" * 81)
    assert [detail.partition(",")[0] for detail in refusal.value.details] == [f"Line {n}" for n in (2, 3, 4, 5, 6)]
    assert Player.objects.count() == Entry.objects.count() == 1


def test_an_empty_list_is_refused(cup):
    with pytest.raises(ServiceError, match="empty"):
        add(cup, "\n \n")


def test_pairs(pairs):
    added = add(pairs, "Anna, X / Boris, Y\nVera + Gleb")
    assert [str(entry) for entry in added.entries] == ["Anna / Boris", "Vera / Gleb"]
    assert [player.club for player in added.created] == ["X", "Y", "", ""]
    with pytest.raises(ServiceError) as refusal:
        add(pairs, "Dina / Anna\nFaina / Faina\nG / H / I\nJ /")
    assert len(refusal.value.details) == 4


def test_withdrawing_returning_removing(cup):
    anna, *_rest = add(cup, "Anna\nBoris\nVera\nGleb\nDina").entries
    late = add(cup, "Late").entries[0]
    entries.remove_entry(entry=late, actor=ACTOR)
    rounds.draw_round(tournament=cup, number=1, actor=ACTOR)
    with pytest.raises(ServiceError, match="discard the draft"):
        entries.withdraw_entry(entry=anna, actor=ACTOR)
    with pytest.raises(ServiceError, match="Withdraw it instead"):
        entries.remove_entry(entry=anna, actor=ACTOR)
    rounds.discard_round(tournament=cup, number=1, actor=ACTOR)
    assert entries.withdraw_entry(entry=anna, actor=ACTOR).withdrawn
    drawn = rounds.draw_round(tournament=cup, number=1, actor=ACTOR)
    assert not drawn.seats.filter(entry=anna).exists()
    assert not entries.return_entry(entry=anna, actor=ACTOR).withdrawn
