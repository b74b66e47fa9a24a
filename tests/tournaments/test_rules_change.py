"""Changing the rules when hands are written down: what is shown first is what comes, all at once or not at all."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.club import changes
from tests.tournaments.room import FOUR, add_table, out, seat_table, write
from tournaments.access import Actor
from tournaments.models import AuditEntry, Game, Result, Round, Tournament
from tournaments.queries.standings import standings
from tournaments.services.errors import ServiceError
from tournaments.services.ratings_verify import verify_all
from tournaments.services.rules import change_rules, preview_rules

pytestmark = pytest.mark.django_db

ORGANISER = Actor(keeper="Olga")
OPEN = {1: "64 20", 2: "55 50", 3: "10"}
"""12, 15 and 1: Vera is written 28."""
SMALL = {1: "50", 2: "54", 3: "10"}
"""5, 9 and 1: below 13, so that the threshold holds for Vera without a record."""


def stored() -> tuple:
    return (
        list(Game.objects.order_by("pk").values_list("pk", "totals", "ended_by", "hand_count")),
        list(Result.objects.order_by("game", "side").values_list("game", "side", "place", "points", "points_for")),
        changes(),
    )


def change(tournament: Tournament, **options) -> None:
    tournament.refresh_from_db()
    change_rules(tournament=tournament, options=options, version=tournament.version, actor=ORGANISER)
    tournament.refresh_from_db()


@pytest.fixture
def game() -> Game:
    """Vera: 0 by the threshold, then 28; to 30, so that the game is still on."""
    made = seat_table(options={"target": 30, "burn_at": None})
    write(made, out(0, SMALL, last=["6-1"]), out(0, OPEN, last=["6-1"]))
    return made


def tournament_of(game: Game) -> Tournament:
    return Tournament.objects.get(rounds__tables__games=game.pk)


def test_what_is_shown_is_what_comes(game):
    tournament = tournament_of(game)
    options = {"target": 30, "burn_at": None, "threshold": 0}
    before = stored()
    seen = preview_rules(tournament=tournament, options=options)
    assert stored() == before, "looking changes nothing"
    (one,) = seen.changed
    assert (one.old.totals, one.new.totals) == ([0, 0, 28, 0], [0, 0, 43, 0])
    assert (one.old.end, bool(one.new.end)) == ("", True)
    assert not seen.refused
    change(tournament, **options)
    game.refresh_from_db()
    assert (game.totals, game.ended_by) == ([0, 0, 43, 0], "target")
    assert game.finished_at == game.hands.last().created_at
    assert [(row.name, row.place, row.points) for row in standings(tournament).rows] == [
        (move.after.name, move.after.place, move.after.points) for move in seen.moves
    ]
    assert verify_all() == []
    assert changes()


def test_there_and_back_leaves_nothing_behind(game):
    tournament = tournament_of(game)
    before = stored()
    change(tournament, target=30, burn_at=None, threshold=0)
    assert stored() != before
    change(tournament, target=30, burn_at=None)
    assert stored() == before
    assert verify_all() == []


def test_the_log_tells_rules_totals_and_places(game):
    change(tournament_of(game), target=30, burn_at=None, threshold=0)
    entry = AuditEntry.objects.get(action="change_rules")
    assert entry.before["options"] == {"target": 30, "burn_at": None}
    assert entry.after["options"] == {"target": 30, "burn_at": None, "threshold": 0}
    assert entry.before["totals"] == {"round 1, table 1": [0, 0, 28, 0]}
    assert entry.after["totals"] == {"round 1, table 1": [0, 0, 43, 0]}
    assert entry.after["places"]["Vera"] == 4


def test_a_game_that_would_have_ended_earlier_refuses_the_change(game):
    tournament = tournament_of(game)
    other = add_table(tournament.rounds.get(), ("Dina", "Egor", "Foma", "Gala"))
    write(other, out(0, OPEN, last=["6-1"]))
    before = stored()
    options = {"target": 15, "threshold": 0, "burn_at": None}
    seen = preview_rules(tournament=tournament, options=options)
    (refused,) = seen.refused
    assert refused.game == game
    assert "Hand 2" in refused.reason
    assert seen.moves == []
    with pytest.raises(ServiceError, match="do not fit") as fault:
        change(tournament, **options)
    assert fault.value.details[0].startswith("round 1, table 1: Hand 2")
    tournament.refresh_from_db()
    assert tournament.options == {"target": 30, "burn_at": None}
    assert stored() == before


def test_a_closed_round_keeps_no_game_that_would_go_on(game):
    tournament = tournament_of(game)
    change(tournament, target=20, burn_at=None)
    Round.objects.update(status=Round.Status.CLOSED)
    with pytest.raises(ServiceError, match="do not fit") as fault:
        change(tournament, target=90, burn_at=None)
    assert "closed" in fault.value.details[0]


def test_what_was_looked_at_must_still_be_so(game):
    tournament = tournament_of(game)
    seen = tournament.version
    write(game, {"redeal": {"seat": 1, "why": "suit"}})
    with pytest.raises(ServiceError, match="meanwhile"):
        change_rules(tournament=tournament, options={"threshold": 0}, version=seen, actor=ORGANISER)


def test_scorekeepers_learn_that_a_running_game_changed(game):
    game.refresh_from_db()
    seen = game.version
    change(tournament_of(game), target=60, burn_at=None)
    game.refresh_from_db()
    assert game.version == seen + 1


def test_impossible_rules_are_refused(game):
    with pytest.raises(ServiceError, match="below the target"):
        change(tournament_of(game), target=30, burn_at=30)


def test_queries_do_not_grow_with_the_games(game):
    tournament = tournament_of(game)

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            preview_rules(tournament=tournament, options={"threshold": 0})
        return len(seen)

    one = queries()
    for number in range(3):
        write(add_table(tournament.rounds.get(), [f"{name} {number}" for name in FOUR]), out(0, OPEN, last=["6-1"]))
    assert queries() == one


@pytest.fixture
def desk(game) -> Client:
    user = get_user_model().objects.create_user("olga")
    tournament_of(game).organisers.add(user)
    client = Client()
    client.force_login(user)
    return client


PAGE = "/run/cup/rules/"


def fields(desk: Client, **changes: object) -> dict[str, object]:
    shown = desk.get(PAGE).context["form"]
    filled = {field.html_name: field.value() for field in shown} | changes
    return {name: value for name, value in filled.items() if value is not None and value is not False}


def test_the_page_shows_first_and_changes_on_a_second_word(desk, game):
    data = fields(desk, **{"option-threshold": 0})
    shown = desk.post(PAGE, data)
    assert "28" in shown.text
    assert "43" in shown.text
    assert tournament_of(game).options == {"target": 30, "burn_at": None}
    sent = dict(shown.context["sent"]) | {"version": tournament_of(game).version}
    assert desk.post(PAGE, sent).url == PAGE
    assert tournament_of(game).options == {"target": 30, "burn_at": None, "threshold": 0}
    game.refresh_from_db()
    assert game.totals == [0, 0, 43, 0]


def test_the_log_says_it_in_words(desk, game):
    change(tournament_of(game), target=30, burn_at=None, threshold=0)
    shown = desk.get("/run/cup/log/").text
    assert "Threshold: 0" in shown
    assert "Burns at: off" in shown
    assert "round 1, table 1: 0, 0, 43, 0" in shown


def test_the_page_names_the_games_that_do_not_fit(desk):
    shown = desk.post(PAGE, fields(desk, **{"option-threshold": 0, "option-target": 15})).text
    assert "Hand 2" in shown
    assert 'name="version"' not in shown


def test_the_page_marks_the_preset_that_the_form_shows(desk):
    def marked(**changes):
        shown = desk.post(PAGE, fields(desk, **changes)).context["form"]
        return [preset.code for preset, current in shown.presets() if current]

    assert marked(**{"option-target": 101, "option-burn_at": 100}) == ["source"]
    assert marked() == []


def test_the_page_says_an_impossible_rule_at_its_field(desk):
    shown = desk.post(PAGE, fields(desk, **{"option-burn_at": 99}))
    assert "option-burn_at" in shown.context["form"].errors


def test_settings_lead_to_the_page_once_a_hand_is_written_down(desk):
    shown = desk.get("/run/cup/settings/").text
    assert PAGE in shown
    assert "option-target" not in shown


def test_a_stranger_does_not_see_the_page(game):
    assert Client().get(PAGE).status_code == 302
    client = Client()
    client.force_login(get_user_model().objects.create_user("stranger"))
    assert client.get(PAGE).status_code == 403
