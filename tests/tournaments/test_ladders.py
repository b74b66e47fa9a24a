"""Ladders that organisers define, their own settings, and histories brought in: always what a full replay gives."""

import io
import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from scoring.ratings.model import DEFAULT
from tests.scoring.ratings.histories import made_history
from tests.tournaments.club import DAY0, Club, changes, finish, play, reopen
from tournaments.access import Actor
from tournaments.models import Ladder, PastGame, Player, Rating
from tournaments.queries.ratings import opponents, player_games
from tournaments.services import ladders
from tournaments.services.errors import ServiceError
from tournaments.services.ratings import rebuild_all, rerate_game

pytestmark = pytest.mark.django_db
ACTOR = Actor(keeper="Olga")


def run(*args: object) -> str:
    out = io.StringIO()
    call_command("ratings", *map(str, args), stdout=out, stderr=io.StringIO())
    return out.getvalue()


def verified() -> bool:
    return "what a replay gives" in run("verify")


def games_on(ladder: Ladder) -> list[int]:
    return sorted(ladder.rated_games.values_list("game", flat=True))


def test_a_ladder_counts_by_variant_club_and_days():
    ours, others = Club.open("Ours", club="Nevsky"), Club.open("Others", variant="morskoy_kozel_exchange")
    first, second = (play(ours, [0, 1], [1, 2], DAY0 + timedelta(days=day)) for day in (0, 10))
    play(others, [0, 1], [1, 2], DAY0)
    club = ladders.create_ladder(actor=ACTOR, name="Nevsky", club="Nevsky")
    days = ladders.create_ladder(
        actor=ACTOR, name="March", since=DAY0.date(), until=DAY0.date() + timedelta(days=5), variant="mandavoshka"
    )
    assert (games_on(club), games_on(days)) == ([first.pk, second.pk], [first.pk])
    third = play(ours, [2, 3], [1, 2], DAY0 + timedelta(days=3))
    assert (games_on(club), games_on(days)) == ([first.pk, second.pk, third.pk], [first.pk, third.pk])
    finish(third, [1, 2], DAY0 + timedelta(days=30))
    rerate_game(game=third)
    assert games_on(days) == [first.pk]
    rerate_game(game=reopen(third))
    assert games_on(club) == [first.pk, second.pk]
    assert verified()


def test_a_ladder_changed_is_replayed():
    ours = Club.open("Ours", club="Nevsky")
    play(ours, [0, 1], [1, 2])
    ladder = ladders.create_ladder(actor=ACTOR, name="Elsewhere", club="Elsewhere")
    assert games_on(ladder) == []
    was = ladder.version
    ladder = ladders.update_ladder(
        ladder=ladder, actor=ACTOR, name="Here", variant="", club="Nevsky", since=None, until=None
    )
    ladder.refresh_from_db()
    assert (len(games_on(ladder)), ladder.slug, ladder.version > was) == (1, "elsewhere", True)
    ladders.delete_ladder(ladder=ladder, actor=ACTOR)
    assert not Ladder.objects.filter(slug="elsewhere").exists()


def test_the_sites_own_ladders_stay():
    play(Club.open(), [0, 1], [1, 2])
    own = Ladder.objects.get(slug="overall")
    with pytest.raises(ServiceError, match="site's own"):
        ladders.delete_ladder(ladder=own, actor=ACTOR)
    with pytest.raises(IntegrityError), transaction.atomic():
        Ladder.objects.create(slug="again")


def test_settings_change_the_numbers_and_are_checked():
    club = Club.open()
    play(club, [0, 1, 2], [1, 2, 3])
    own = Ladder.objects.get(slug="overall")
    before = list(own.ratings.values_list("mu", flat=True))
    ladders.set_settings(ladder=own, actor=ACTOR, settings={"tau": 0.7, "beta": DEFAULT.beta, "temperature": 2.0})
    own.refresh_from_db()
    assert own.settings == {"tau": 0.7, "temperature": 2.0}
    assert list(own.ratings.values_list("mu", flat=True)) != before
    assert verified()
    for wrong in ({"tau": -1}, {"speed": 1}, {"sigma": "much"}, {"model": "Elo"}, {"beta": float("nan")}):
        with pytest.raises(ValidationError):
            ladders.set_settings(ladder=own, actor=ACTOR, settings=wrong)


def test_the_prediction_stays_as_it_was_made():
    club = Club.open()
    game = play(club, [0, 1, 2], [1, 2, 3])
    said = [change.chance for change in changes() if change.order == game.pk]
    assert said == [pytest.approx(1 / 3)] * 6
    play(club, [0, 1], [1, 2], DAY0 + timedelta(days=1))
    assert [change.chance for change in changes() if change.order == game.pk] == said


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "history.jsonl"
    path.write_text("\n".join(map(json.dumps, made_history("fours", 240, players=8))))
    return path


def test_a_history_comes_into_a_ladder_once(file: Path):
    club = Club.open()
    ladder = ladders.create_ladder(actor=ACTOR, name="Old days")
    play(club, [0, 1], [1, 2], DAY0)
    assert "240 games brought in, 0 were there already, 8 new players" in run("import", ladder.slug, file)
    assert "0 games brought in, 240 were there already" in run("import", ladder.slug, file)
    assert PastGame.objects.count() == 240
    assert Rating.objects.filter(ladder=ladder).count() == 10
    assert Rating.objects.filter(ladder__slug="overall").count() == 2
    amended = play(club, [0, 1], [1, 2], DAY0 + timedelta(days=1))
    finish(amended, [2, 1], DAY0 - timedelta(days=3000))
    rerate_game(game=amended)
    assert verified()
    player = Player.objects.get(name="P0")
    games = player_games(player, ladder)
    assert len(games) == player.past_seats.count()
    assert [game.finished_at for game in games] == sorted(game.finished_at for game in games)
    assert sum(tally.games for tally in opponents(games)) == 3 * len(games)
    with pytest.raises(ServiceError, match="stands nowhere else"):
        ladders.delete_ladder(ladder=ladder, actor=ACTOR)


def test_a_history_of_several_ladders_and_doubtful_names_are_refused(tmp_path: Path):
    lines = made_history("duels", 10, players=4)
    path = tmp_path / "history.jsonl"
    path.write_text("\n".join(json.dumps(line | {"ladder": "ab"[i % 2]}) for i, line in enumerate(lines)))
    ladder = ladders.create_ladder(actor=ACTOR, name="Old days")
    with pytest.raises(CommandError, match="several ladders"):
        run("import", ladder.slug, path)
    assert "5 games brought in" in run("import", ladder.slug, path, "--of", "a")
    Player.objects.create(name="p1", slug="another")
    with pytest.raises(CommandError, match="Several players have one name"):
        run("import", ladder.slug, path, "--of", "b")


def test_fit_proposes_and_applies(file: Path):
    ladder = ladders.create_ladder(actor=ACTOR, name="Old days")
    run("import", ladder.slug, file)
    shown = run("fit", ladder.slug)
    assert "log-loss of who comes first in the last 120 of 240 games" in shown
    ladder.refresh_from_db()
    assert ladder.settings == {}
    if "No gain" not in run("fit", ladder.slug, "--apply"):
        ladder.refresh_from_db()
        assert ladder.fitted["after"] < ladder.fitted["before"]
        assert set(ladder.settings) <= {"sigma", "tau", "temperature"}
    assert verified()
    assert "sigma" in run("fit", file)
    with pytest.raises(CommandError, match="At least 200 are wanted"):
        run("fit", ladders.create_ladder(actor=ACTOR, name="Empty", until=date(2000, 1, 1)).slug)


def test_settings_are_proposed_by_a_task_and_applied_on_the_organisers_word(file: Path, client: Client):
    user = get_user_model().objects.create_user("olga")
    client.force_login(user)
    ladder = ladders.create_ladder(actor=Actor(user=user), name="Old days")
    page, to_post = f"/run/ladders/{ladder.slug}/", f"/run/ladders/{ladder.slug}/settings/"
    client.post(to_post, {"propose": "1"})
    assert "At least 200 are wanted" in client.get(page).text
    run("import", ladder.slug, file)
    assert client.post(to_post, {"propose": "1"}).status_code == 302
    ladder.refresh_from_db()
    assert (ladder.proposal["state"], ladder.proposal["games"], ladder.settings) == ("done", 240, {})
    assert "120 of 240 games" in client.get(page).text
    Ladder.objects.filter(pk=ladder.pk).update(proposal={**ladder.proposal, "settings": {"tau": 0.5}})
    client.post(to_post, {"fit": "1"})
    ladder.refresh_from_db()
    assert (ladder.settings, ladder.proposal, ladder.fitted["games"]) == ({"tau": 0.5}, None, 240)
    assert verified()
    assert "Nothing is proposed" in client.post(to_post, {"fit": "1"}, follow=True).text
    Ladder.objects.filter(pk=ladder.pk).update(proposal={"state": "working", "progress": "sigma 3.00"})
    assert "sigma 3.00" in client.get(page).text


def test_rebuild_makes_all_of_it_anew(file: Path):
    ladder = ladders.create_ladder(actor=ACTOR, name="Old days")
    run("import", ladder.slug, file)
    stored = changes()
    rebuild_all()
    assert stored == changes()
