"""Running a tournament through the API alone: settings, stages, people, draws by hand, clocks, rulings, a season."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.once import once
from tests.tournaments.api.test_writing import API, OUT, TIME
from tests.tournaments.world import World, build_world
from tournaments.access import Actor
from tournaments.models import Player, Tournament
from tournaments.services.archives import import_tournament

pytestmark = pytest.mark.django_db


class Program:
    """Asks as one of the world's people, and gives what came back; `status` is checked."""

    def __init__(self, world: World, who: str = "organiser", path: str = "") -> None:
        self.headers, self.path = world.token(who), path

    def __call__(self, method: str, path: str, status: int = 200, **body: Any) -> Any:
        ask = getattr(Client(headers=self.headers), method)
        response = ask(
            API + self.path + path, body, **({} if method == "get" else {"content_type": "application/json"})
        )
        assert response.status_code == status, response.content.decode()
        return response.json() if response.content else None


built = once(build_world)


@pytest.fixture
def program(world: World) -> Program:
    return Program(world)


def made(program: Program, people: str = "", **facts: Any) -> Program:
    """A program at work in a new tournament, published, with these people."""
    slug = program("post", "/tournaments", **{"name": "By a program", "variant": "mandavoshka"} | facts)["slug"]
    own = Program.__new__(Program)
    own.headers, own.path = program.headers, f"/tournaments/{slug}"
    if people:
        own("post", "/entries", text=people)
    own("post", "/publish")
    return own


EIGHT = "Anna\nBoris\nVera\nGleb\nDina\nEgor\nZoya\nIlya"


def test_settings_are_changed_one_by_one(program):
    own = made(program)
    told = own("patch", "", venue="Park", check_in=True, teams=True, options={"target": 151})
    assert (told["name"], told["venue"], told["check_in"], told["teams"]) == ("By a program", "Park", True, True)
    assert (told["options"], told["rules"]["target"]) == ({"target": 151}, 151)
    assert own("patch", "", rated=False)["venue"] == "Park"
    assert own("patch", "", 422, options={"nonsense": 1})["code"] == "refused"
    assert own("patch", "", 422, owner="me")["code"] == "invalid"


def test_a_tournament_by_a_preset_and_its_copy(program):
    offered = program("get", "/variants/mandavoshka/presets")["items"]
    assert "final_table" in [preset["code"] for preset in offered]
    own = made(program, EIGHT, preset="final_table")
    stages = own("get", "")["stages"]
    assert [(stage["number"], stage["rounds"], stage["qualify"]) for stage in stages] == [(1, 4, 4), (2, 3, None)]
    copied = own("post", "/copy", name="Once more", people=True)
    assert (copied["status"], len(copied["stages"])) == ("draft", 2)
    assert program("get", f"/tournaments/{copied['slug']}/entries")["count"] == 8
    refused = program("post", "/tournaments", 422, name="No", variant="mandavoshka", preset="pairs_swiss")
    assert "pairs_swiss" in refused["detail"]


def test_stages_are_added_changed_seeded_and_removed(program):
    own = made(program, EIGHT)
    added = own("post", "/stages", name="Final", rounds=2)["stages"]
    assert [stage["name"] for stage in added] == ["", "Final"]
    own("patch", "/stages/1", groups=2, qualify=2, clock_minutes=40, settings={"by_score": False})
    seeded = own("post", "/stages/1/seeds", by="hand", seeds={"8": 1}, groups={"8": 2})
    assert seeded["stages"][0]["groups"] == 2
    (ilya,) = [row for row in own("get", "/start-list")["items"] if row["number"] == 8]
    assert (ilya["seed"], ilya["group"]) == (1, 2)
    for by in ("list", "rating", "lot", "snake"):
        own("post", "/stages/1/seeds", by=by)
    assert own("patch", "/stages/1", 422, format="chess")["code"] == "refused"
    own("delete", "/stages/2", 204)
    own("delete", "/stages/1", 422)


def test_the_next_stage_begins_and_is_taken_back(program):
    own = made(program, EIGHT, preset="final_table")
    play_round(own, 1)
    assert "shared" in own("post", "/stages/1/next", 422)["detail"]
    begun = own("post", "/stages/1/next", chosen=[1, 2, 3, 4])
    assert begun["stages"][0]["closed_at"] is not None
    assert own("post", "/stages/2/take-back")["stages"][0]["closed_at"] is None
    own("post", "/stages/1/lots/draw", 422)
    own("patch", "/stages/1", why="asked for", measures=["points", "lots"])
    own("post", "/stages/1/lots/draw")
    own("post", "/stages/1/lots/take-back")


def play_round(own: Program, number: int) -> dict[str, Any]:
    """Draw, publish, end every game as it stands, close."""
    own("post", "/rounds", number=number, seed=3)
    own("post", f"/rounds/{number}/publish")
    own("post", f"/rounds/{number}/clock/call")
    for table in own("get", f"/rounds/{number}")["seating"]:
        for game in table["games"]:
            if game["state"] != "done":
                told = {"uuid": str(uuid4()), "version": game["version"], "facts": TIME}
                own("post", f"/games/{game['id']}/hands", **told)
    closed: dict[str, Any] = own("post", f"/rounds/{number}/close")
    return closed


def test_a_list_is_looked_at_answered_brought_in_and_taken_back(program):
    Player.objects.create(name="Ilya", slug="ilya", club="Harbour")
    own = made(program)
    text = "Boris\nFedor Petrov, Omsk\n, nobody\nIlya, Elsewhere\n"
    seen = own("post", "/lists/preview", text=text)
    assert [line["state"] for line in seen["lines"]] == ["known", "new", "refused", "asked"]
    assert seen["lines"][3]["names"][0]["candidates"][0]["slug"] == "ilya"
    assert own("post", "/lists", 422, text=text)["code"] == "refused"
    brought = own("post", "/lists", text=text, choices=[{"line": 4}])
    assert ([entry["name"] for entry in brought["entries"]], brought["left"]) == (
        ["Boris", "Fedor Petrov", "Ilya"],
        ", nobody",
    )
    own("post", "/lists", 422, text=text, choices=[{"line": 4, "player": "not-there"}])
    own("post", f"/lists/{brought['id']}/undo", 204)
    assert own("get", "/entries")["count"] == 0


def test_who_is_there_who_is_away_and_who_is_not_drawn_together(program):
    own = made(program, EIGHT)
    own("patch", "", check_in=True)
    assert own("post", "/check-in", numbers=[1, 2, 3, 4, 5]) == {"changed": 5}
    assert own("post", "/check-in", numbers=[5], here=False) == {"changed": 1}
    assert own("post", "/check-in", 404, numbers=[99])["code"] == "not-found"
    own("post", "/entries/1/away", round=2, kind="half")
    assert own("get", "/start-list")["items"][0]["away"] == [{"round": 2, "kind": "half"}]
    ban = own("post", "/bans", one=2, other=1)
    assert own("get", "/bans")["items"] == [ban]
    own("delete", f"/bans/{ban['id']}", 204)
    assert own("patch", "/entries/3", team="Harbour")["team"] == "Harbour"
    assert own("patch", "/entries/3", fixed_table=7)["team"] == "Harbour"
    own("post", "/rounds", number=1)
    assert own("post", "/entries/1/withdraw", 422)["code"] == "refused"
    assert own("post", "/entries/1/withdraw", redraw=True)["withdrawn"]
    assert not own("post", "/entries/1/return")["withdrawn"]


def test_pairs_are_made_parted_and_mended(program):
    own = made(program, "Anna\nBoris\nVera\nGleb", variant="kozel", kind="pairs")
    assert own("post", "/pairs", one=1, other=2)["name"] == "Anna / Boris"
    assert own("post", "/entries/1/part")["name"] == "Anna"
    drawn = own("post", "/pairs/draw", by="lot", seed=4)["entries"]
    assert len(drawn) == 2
    leaves = drawn[0]["players"][0]["slug"]
    replaced = own("post", f"/entries/{drawn[0]['number']}/replace", leaves=leaves, name="Nobody Known")
    assert "Nobody Known" in replaced["name"]


def test_a_draft_is_mended_by_hand(program):
    own = made(program, EIGHT)
    draft = own("post", "/rounds", number=1, seed=5)
    sat = {seat["entry"]: table["number"] for table in draft["seating"] for seat in table["seats"]}
    one, other = (next(entry for entry, table in sat.items() if table == number) for number in (1, 2))
    swapped = own("post", "/rounds/1/mend", do="swap", version=draft["version"], entries=[one, other])
    now = {seat["entry"]: table["number"] for table in swapped["seating"] for seat in table["seats"]}
    assert (now[one], now[other]) == (2, 1)
    stale = own("post", "/rounds/1/mend", 409, do="undo", version=draft["version"])
    assert (stale["code"], stale["version"]) == ("stale", swapped["version"])
    version = swapped["version"]
    for change in (
        {"do": "lock", "table": 1}, {"do": "unlock", "table": 1}, {"do": "renumber", "table": 2, "to": 9},
        {"do": "move", "entries": [one], "table": 0}, {"do": "fix", "entries": [one], "table": 9},
        {"do": "forbid", "entries": [one, other]}, {"do": "redraw", "seed": 6}, {"do": "undo"},
    ):  # fmt: skip
        version = own("post", "/rounds/1/mend", version=version, **change)["version"]
    assert own("post", "/rounds/1/mend", 422, do="swap", version=version, entries=[one])["code"] == "refused"


def test_rounds_laid_out_beforehand(program):
    own = made(program, EIGHT, preset="evening")
    own("patch", "", check_in=False)
    assert [round_["number"] for round_ in own("post", "/schedule", number=1, count=3, seed=2)] == [1, 2, 3]
    assert own("post", "/schedule/show")["shown"]
    assert not own("post", "/schedule/hide")["shown"]
    own("post", "/schedule/replan")
    assert own("get", "/rounds")["count"] == 3


def test_the_clock_of_a_round(program):
    own = made(program, EIGHT)
    own("patch", "/stages/1", clock_minutes=40, time_rule="stop")
    own("post", "/rounds", number=1)
    own("post", "/rounds/1/publish")
    assert own("post", "/rounds/1/clock/start")["clock_started_at"] is not None
    assert own("post", "/rounds/1/clock/pause")["clock_left"] > 2300
    assert own("post", "/rounds/1/clock/more", minutes=5)["clock_left"] > 2600
    assert own("post", "/rounds/1/clock/reset")["clock_left"] is None
    assert own("post", "/rounds/1/clock/call")["done"] == 2
    assert own("post", "/rounds/1/clock/take-back")["done"] == 0


def test_rulings_about_a_game(program, world):
    own = Program(world, "referee", "/tournaments/played")
    path = f"/games/{world.games['played 1'].pk}"
    seen = own("post", f"{path}/hands/preview", facts=OUT)
    assert len(seen["score"]["hands"]) == 1
    assert own("get", path)["version"] == 0
    seats = own("get", path)["seats"]
    reseated = own("post", f"{path}/reseat", order=[1, 0, 2, 3], version=0, why="seen")
    assert reseated["seats"][0]["player"] == seats[1]["player"]
    assert own("post", f"{path}/stop", stop="hand", version=1)["stop_after"] == 1
    assert own("post", f"{path}/stop", stop="", version=2)["stop_after"] is None
    written = own("post", f"{path}/hands", uuid=str(uuid4()), version=3, facts=OUT)
    own("post", f"{path}/hands/undo", version=4)
    restored = own("post", f"{path}/restore", restored=4, version=5)
    assert restored["record"]["hands"] == written["record"]["hands"]
    decided = own("post", f"{path}/decide", places=[2, 1, 3, 4], version=6, why="both sheets were read")
    assert decided["ruling"] == "decided"
    version = own("post", f"{path}/readmit", version=decided["version"])["version"]
    own("post", f"{path}/settle", version=version)
    version = own("post", f"{path}/reopen", version=version)["version"]
    own("post", f"{path}/shut", version=version)
    rounds = Program(world, "referee", "/tournaments/played/rounds/1")
    swapped = rounds("post", "/exchange", one=1, other=2, why="seen")
    assert {seat["entry"] for seat in swapped["seating"][0]["seats"]} == {1, 2, 3, 4}


def test_rules_are_changed_after_hands(program, world):
    own = Program(world, path="/tournaments/played")
    path = f"/games/{world.games['played 1'].pk}"
    own("post", f"{path}/hands", uuid=str(uuid4()), version=0, facts=OUT)
    assert own("patch", "", 422, options={"target": 151})["code"] == "refused"
    version = own("get", "")["version"]
    assert own("put", "/rules", options={"target": 151}, version=version)["rules"]["target"] == 151
    assert own("put", "/rules", 422, options={"target": 101}, version=version)["code"] == "refused"


def test_a_season_by_a_program(program):
    own = made(program, format="season", best_of=5)
    people = own("post", "/welcome", text="Anna\nBoris\nVera\nGleb\nDina")["entries"]
    assert [entry["number"] for entry in people] == [1, 2, 3, 4, 5]
    own("post", "/entries/5/go")
    own("post", "/entries/5/come")
    game = own("post", "/sittings", entries=[1, 2, 3, 4], seed=1)
    assert own("post", "/sittings", 422, entries=[1, 2, 3, 5])["code"] == "refused"
    own("delete", f"/games/{game['id']}", 204)
    game = own("post", "/sittings", entries=[1, 2, 3, 5])
    assert own("post", "/finish", 422)["code"] == "refused"
    own("post", f"/games/{game['id']}/hands", uuid=str(uuid4()), version=0, facts=TIME)
    assert own("post", "/finish")["status"] == "finished"
    assert own("get", "/season")["count"] == 4


def test_the_archive_of_a_tournament_makes_the_same_again(program, world):
    response = Client(headers=world.token("organiser")).get(f"{API}/tournaments/open/archive")
    again = import_tournament(document=response.content, slug="again", actor=Actor(keeper="Kira"))
    assert Tournament.objects.get(pk=again.pk).rounds.count() == world.tournaments["open"].rounds.count()
