"""Games of an earlier season: read from a table, looked at, brought in, taken back."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import override

from scoring.ratings.history import HistoryError
from tests.tournaments.world import build_world
from tournaments.access import Actor
from tournaments.forms.history import TABLE_FAULTS, HistoryForm
from tournaments.lists.games import read_games
from tournaments.models import Ladder, PastGame, PastSeat, Player, Rating
from tournaments.services import histories, ladders, players
from tournaments.services.errors import ServiceError

ACTOR = Actor(keeper="test")
TABLE = "День;Места\n01.05.2024;Anna;Boris;=Vera\n2024-05-02;Boris / Zoya;Anna / Vera\n"


def test_a_table_is_read():
    one, other = read_games(TABLE)
    assert (one.sides, one.places) == ((("Anna",), ("Boris",), ("Vera",)), (1, 2, 2))
    assert (other.sides, other.places) == ((("Boris", "Zoya"), ("Anna", "Vera")), (1, 2))
    assert read_games('{"played": "2024-05-01", "sides": [["A"], ["B"]], "places": [1, 2]}')[0].places == (1, 2)


@pytest.mark.parametrize("text", ["01.05.2024;A", "1;A;B", "01.05.2024;A;A", "01.05.2024;A /;B", "31.02.2024;A;B"])
def test_what_is_no_game_is_refused_with_its_line(text):
    with pytest.raises(HistoryError) as refused:
        read_games(f"02.05.2024;A;B\n{text}")
    assert refused.value.line == 2


def test_a_fault_is_told_in_the_readers_language():
    with override("ru"):
        form = HistoryForm({"text": "01.05.0001;A;B"})
        assert form.errors["text"] == ["Строка 1: сначала нужен день, например 01.05.2024."]
        assert len({str(TABLE_FAULTS[fault]) for fault in TABLE_FAULTS} - TABLE_FAULTS.keys()) == len(TABLE_FAULTS)


def test_every_faulty_line_is_told_and_the_file_can_be_mended_in_its_place():
    table = "День;Места\n01.05.2024;Анна;Борис\nвчера;Анна;Борис\n\n02.05.2024;Анна\n"
    file = SimpleUploadedFile("season.csv", table.encode("cp1251"))
    with override("ru"):
        form = HistoryForm(QueryDict("text="), {"file": file})
        assert form.errors["text"] == [
            "Строка 3: сначала нужен день, например 01.05.2024.",
            "Строка 5: в игре от 2 до 8 сторон.",
        ]
        assert "вчера\tАнна\tБорис" in form["text"].value()
        lines = '{"played": "2024-05-01", "sides": [["A"], ["A"]], "places": [1, 2]}\n{"played": 1}\n{'
        told = HistoryForm(QueryDict(mutable=True) | {"text": lines}).errors["text"]
        assert told == [
            "Строка 1: «A» играет дважды.",
            "Строка 2: не хватает «places».",
            "Строка 3: это не JSON: посмотрите на знак 2.",
        ]


@pytest.mark.django_db
def test_new_names_that_are_nearly_others_are_told_before_they_come_in(client, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("olga"))
    ladder = ladders.create_ladder(actor=ACTOR, name="Club")
    for slug, name in enumerate(("Соколова Анна", "Борис Ёлкин")):
        Player.objects.create(name=name, slug=f"p{slug}")
    games = "Соколава Анна; Елкин Борис; Белов Пётр\n02.05.2024; Соколова Анна; Белов Петр; Белав Пётр; Б. Ёлкин"
    text = f"01.05.2024; {games}"
    near = {"Белов Петр": ["Белав Пётр"], "Соколава Анна": ["Соколова Анна"]}
    near |= {name: ["Борис Ёлкин"] for name in ("Б. Ёлкин", "Елкин Борис")}
    look = histories.preview_history(ladder=ladder, games=read_games(text))
    assert dict(look.near) == near
    assert look.new == ["Б. Ёлкин", "Белав Пётр", "Белов Петр", "Елкин Борис", "Соколава Анна"]
    page = client.post(reverse("organiser:ladder-history", args=[ladder.slug]), {"text": text, "do": "look"}).text
    assert '<b class="name">Соколава Анна</b> ≈ <span class="name">Соколова Анна</span>' in page
    assert not PastGame.objects.exists()


@pytest.mark.django_db
def test_looked_at_brought_in_and_taken_back():
    ladder = ladders.create_ladder(actor=ACTOR, name="Club")
    anna = Player.objects.create(name="АННА", slug="anna")
    Player.objects.create(name="Boris", slug="boris")
    games = read_games(TABLE.replace("Anna", "Анна"))
    look = histories.preview_history(ladder=ladder, games=games)
    assert look == (2, 0, ["Boris", "Анна"], ["Vera", "Zoya"], [], [False, False], [])
    histories.import_history(ladder=ladder, games=games, actor=ACTOR)
    assert histories.preview_history(ladder=ladder, games=games)[:2] == (0, 2)
    assert Rating.objects.get(ladder=ladder, player=anna).games == 2
    histories.undo_history(record=ladder.imports.get(), actor=ACTOR)
    assert not PastGame.objects.exists()
    assert not Rating.objects.filter(ladder=ladder).exists()
    assert set(Player.objects.values_list("name", flat=True)) == {"АННА", "Boris"}


@pytest.mark.django_db
def test_by_its_page():
    client = build_world().client("admin")
    ladder = Ladder.objects.get(slug="mandavoshka")
    page = reverse("organiser:ladder-history", args=[ladder.slug])
    look = client.post(page, {"text": TABLE, "do": "look"})
    assert look.context["preview"].games == 2
    assert look.context["form"]["text"].value() == TABLE
    client.post(page, {"text": TABLE, "do": "add"})
    assert PastGame.objects.filter(ladder=ladder).count() == 2
    for player in Player.objects.filter(past_seats__isnull=False).distinct():
        assert client.get(f"{player.get_absolute_url()}?ladder={ladder.slug}").status_code == 200
    record = ladder.imports.get()
    client.post(reverse("organiser:undo-history", args=[ladder.slug, record.pk]))
    assert not PastGame.objects.exists()
    assert "a day like 01.05.2024" in client.post(page, {"text": "99.99.2024;A;B"}).text


@pytest.mark.django_db
def test_an_organiser_finds_the_way_in_from_his_home():
    world = build_world()
    client, owner = world.client("organiser"), world.users["organiser"]
    way = f"{reverse('organiser:ladders')}#earlier"
    assert way in client.get(reverse("organiser:home")).text
    assert way in client.get(reverse("organiser:create")).text
    assert "make one below" in client.get(reverse("organiser:ladders")).text
    ladder = Ladder.objects.create(slug="ours", name="Ours", owner=owner)
    assert reverse("organiser:ladder-history", args=[ladder.slug]) in client.get(reverse("organiser:ladders")).text


@pytest.mark.django_db
def test_two_names_of_one_player_at_one_table_are_refused():
    """Alike but for case, or merged, the second time by way of a third."""
    anna, anya, nyura = (Player.objects.create(name=name, slug=name.lower()) for name in ("Anna", "Anya", "Nyura"))
    players.merge_players(kept=anya, duplicate=nyura, actor=ACTOR)
    players.merge_players(kept=anna, duplicate=anya, actor=ACTOR)
    ladder = ladders.create_ladder(actor=ACTOR, name="Old")
    for other in ("ANNA", "Anya", "Nyura"):
        with pytest.raises(ServiceError, match="twice"):
            histories.import_history(ladder=ladder, games=read_games(f"01.05.2024; Anna; {other}"), actor=ACTOR)
    histories.import_history(ladder=ladder, games=read_games("01.05.2024; Boris; Nyura"), actor=ACTOR)
    assert set(PastSeat.objects.values_list("player__name", flat=True)) == {"Anna", "Boris"}
    assert Player.objects.get(pk=nyura.pk).person == anna
