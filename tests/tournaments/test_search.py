"""The search: spellings, order of words, what may be seen, few queries; and names in the order of the language."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from hypothesis import given, strategies as st

from tests.tournaments.room import KEEPER, out, seat_table, write
from tournaments.access import Actor
from tournaments.models import Ladder, Player, Tournament
from tournaments.naming import asked_for, is_found, search_key, sort_key, words
from tournaments.queries.people import by_name, name_order, players_named
from tournaments.queries.search import Found, find
from tournaments.services.players import rename_player
from tournaments.services.tournaments import update_tournament

ANYONE = Actor()

ALIKE = """
Анна Лебедева = Anna Lebedeva; Щукин = Shchukin = Schukin; Юлия = Julia = Yulia = Yuliya = Iuliia; Пётр = Петр = Pyotr
Семён = Семен = Semyon = Semion; Григорьев = Grigoriev = Grigoryev = Grigorev; Дмитрий = Dmitry = Dmitriy = Dmitrii
Евгений = Evgeny = Yevgeniy; Харитон = Khariton = Hariton; Чайковский = Tchaikovsky = Chaykovskiy; Ксения = Xenia
Цветков = Tsvetkov; Жданов = Zhdanov; Мельник = Mel'nik = Melnik; Яков = Jakov = Yakov; Виктор = Victor = Viktor
Соловьёв = Соловьев = Solovyov = Soloviev; Фёдор = Fyodor = Fedor; АННА = анна; Łukasz = Lukasz; Сергей = Sergey
"""


@pytest.mark.parametrize("line", [line.strip() for line in ALIKE.replace(";", "\n").splitlines() if line.strip()])
def test_spellings_of_one_name_have_one_key(line: str):
    assert len({tuple(words(name)) for name in line.split(" = ")}) == 1


@pytest.mark.parametrize(("one", "other"), [("Анна", "Инна"), ("Шаров", "Жаров"), ("Белов", "Беляев"), ("Ким", "Кан")])
def test_different_names_stay_different(one: str, other: str):
    assert words(one) != words(other)


@pytest.mark.parametrize("name", ["Виолетта Андриевская", "Violetta Andrievskaya", "Пётр Ковалёв", "Эмма Шульц"])
def test_a_name_is_found_after_every_letter_typed(name: str):
    key = search_key(name, "Маяк")
    assert [name[:end] for end in range(1, len(name) + 1) if not is_found(key, asked_for(name[:end]))] == []


LETTERS = st.text(st.characters(categories=["L"]), max_size=20)
NAMES = st.lists(LETTERS, max_size=3).map(" ".join)


@given(NAMES, NAMES)
def test_a_name_is_found_by_itself_and_by_its_words_in_any_order(name: str, club: str):
    key = search_key(name, club)
    assert is_found(key, asked_for(name))
    assert is_found(key, asked_for(" ".join(reversed(f"{name} {club}".split()))))
    assert len(sort_key(name)) <= 8 * len(name.encode("utf-16-be")) + 4


def test_letters_stand_in_the_order_of_the_alphabet():
    alphabet = "абвгдежзийклмнопрстуфхцчшщъыьэюя"
    assert sorted(set(alphabet), key=sort_key) == list(alphabet)
    names = ["Елена", "Ёлкина", "Жанна", "Елкина", "ЁЛКИН", "Емелин"]
    assert sorted(names, key=sort_key) == ["Елена", "ЁЛКИН", "Елкина", "Ёлкина", "Емелин", "Жанна"]


@pytest.mark.django_db
class TestInTheDatabase:
    def people(self, *names: str) -> None:
        Player.objects.bulk_create(Player(name=name, slug=f"p{at}") for at, name in enumerate(names))

    def test_lists_are_ordered_as_the_language_has_it(self):
        names = ["Жук", "Ёлкин", "adam", "Елкин", "Ежов", "Емелин", "Zoe", "Élise"]
        self.people(*names)
        russian = ["Ежов", "Елкин", "Ёлкин", "Емелин", "Жук", "adam", "Élise", "Zoe"]
        with translation.override("ru"):
            assert [player.name for player in Player.objects.order_by(*by_name())] == russian
            assert sorted(names, key=name_order) == russian
        with translation.override("en"):
            assert [player.name for player in Player.objects.order_by(*by_name())] == russian[5:] + russian[:5]
            assert sorted(names, key=name_order) == russian[5:] + russian[:5]

    def test_keys_follow_a_rename(self):
        self.people("Анна")
        player = Player.objects.get()
        assert (player.search, player.sort) == (" ana", sort_key("Анна"))
        rename_player(player=player, actor=KEEPER, name="Ёлка", club="Маяк")
        player.refresh_from_db()
        assert (player.search, player.sort) == (" elka/maiak", sort_key("Ёлка"))
        Player.objects.filter(pk=player.pk).update(search="")
        player.save(update_fields=["merged_into"])
        player.refresh_from_db()
        assert player.search == ""

    def test_keys_of_a_tournament_follow_its_settings(self):
        tournament = seat_table().table.round.tournament
        update_tournament(
            tournament=tournament, actor=KEEPER, name="Кубок", venue="Парк", starts_at=None, rated=True, club="Маяк"
        )
        tournament.refresh_from_db()
        assert (tournament.name, tournament.search) == ("Кубок", " kubok/maiak/park")

    def test_names_come_before_clubs(self):
        Player.objects.create(name="Анна", slug="a", club="Маяк")
        Player.objects.create(name="Яна Майер", slug="b")
        assert [player.name for player in players_named("ма")] == ["Яна Майер", "Анна"]
        assert [player.name for player in players_named("анна маяк")] == ["Анна"]

    def test_all_kinds_are_found(self):
        game = seat_table(("Анна", "Борис", "Вера", "Глеб"))
        write(game, out(0, {1: "54", 2: "11", 3: "20"}, last=["6-6"]))
        Ladder.objects.create(name="Вечерняя лестница", slug="evening")
        assert [player.name for player in find("anna", ANYONE, 5).players] == ["Анна"]
        assert [tournament.slug for tournament in find("CUP", ANYONE, 5).tournaments] == ["cup"]
        assert [ladder.slug for ladder in find("vecher", ANYONE, 5).ladders] == ["evening"]
        found = find("мандав", ANYONE, 5)
        assert (found.variants, [ladder.variant for ladder in found.ladders]) == (["mandavoshka"], ["mandavoshka"])
        assert find(" .,!", ANYONE, 5) == Found()
        assert not find("никто", ANYONE, 5).anything

    def test_drafts_and_their_people_are_found_by_nobody_else(self):
        tournament = seat_table(("Анна", "Борис")).table.round.tournament
        Tournament.objects.update(status=Tournament.Status.DRAFT)
        assert not find("анна", ANYONE, 5).anything
        assert not find("cup", ANYONE, 5).anything
        keeper = Actor(keeper="Nina", keeps=frozenset({tournament.pk}))
        assert find("анна", keeper, 5).anything
        assert find("cup", keeper, 5).anything

    @pytest.mark.parametrize("typed", ["Кравцва", "кравцова жана", "Kravcova", "Kravtsva", "Жанна Карвцова"])
    def test_a_slip_still_leads_to_the_name(self, typed: str):
        seat_table(("Жанна Кравцова", "Кира Белова", "Карина Кротова", "Анна Кравченко"))
        found = find(typed, ANYONE, 6)
        assert [player.name for player in [*found.players, *found.near]] == ["Жанна Кравцова"]

    @pytest.mark.parametrize("typed", ["Кубко города", "кубок горада", "Gorada"])
    def test_a_slip_still_leads_to_the_tournament(self, client: Client, typed: str):
        tournament = seat_table().table.round.tournament
        tournament.name = "Кубок города"
        tournament.save()
        assert find(typed, ANYONE, 6).near_tournaments == [tournament]
        for query in ("", "&typing=1"):
            assert "Кубок города" in client.get(f"/search/?q={typed}{query}").text
        Tournament.objects.update(status=Tournament.Status.DRAFT)
        assert not find(typed, ANYONE, 6).near_tournaments

    def test_a_record_that_was_merged_is_not_found(self):
        seat_table(("Анна", "Борис"))
        anna, boris = Player.objects.order_by("id")
        Player.objects.filter(pk=anna.pk).update(merged_into=boris)
        assert not find("анна", ANYONE, 5).anything

    def test_there_are_more(self):
        seat_table(("Анна А", "Анна Б", "Анна В"))
        found = find("анна", ANYONE, 2)
        assert (len(found.players), found.more) == (2, True)
        assert not find("анна", ANYONE, 3).more

    @pytest.mark.parametrize("query", ["q=anna", "q=anna&typing=1"])
    def test_queries_do_not_grow(self, client: Client, query: str):
        seat_table(("Анна 1", "Борис"))
        with CaptureQueriesContext(connection) as few:
            assert "Анна 1" in client.get(f"/search/?{query}").text
        seat_table(("Анна 2", "Анна 3", "Анна 4"), slug="anna")
        with CaptureQueriesContext(connection) as more:
            assert "Анна 4" in client.get(f"/search/?{query}").text
        assert len(few) == len(more) == 3

    def test_the_page_says_what_to_do(self, client: Client):
        assert "beginnings of words" in client.get("/search/").text
        assert 'class="empty"' in client.get("/search/?q=никто").text
        assert client.get("/search/?q=%25_'<b>").status_code == 200
        assert client.get("/search/?typing=1").text.strip() == ""
