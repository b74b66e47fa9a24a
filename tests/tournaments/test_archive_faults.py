"""A damaged archive is refused with the place that is wrong, in the reader's language, and nothing is stored."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.db import transaction
from django.utils import translation
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.tournaments.test_archive import ACTOR, a_document, out
from tournaments.models import AuditEntry, Game, Player, Tournament
from tournaments.services import archives
from tournaments.services.archives import import_tournament
from tournaments.services.errors import ServiceError
from tournaments.services.verify import verify

pytestmark = pytest.mark.django_db

Way = tuple[int | str, ...]
GONE = object()
GAME = "rounds/0/tables/0/games/0"


@pytest.fixture
def archive() -> Any:
    return a_document()


def way_of(path: str) -> Way:
    return tuple(int(part) if part.isdecimal() else part for part in path.split("/"))


def part_at(archive: Any, way: Way) -> Any:
    for step in way:
        archive = archive[step]
    return archive


def put(archive: Any, way: Way, value: Any) -> None:
    """In place of what stands there; `GONE` takes it away."""
    holder = part_at(archive, way[:-1])
    if value is GONE:
        del holder[way[-1]]
    else:
        holder[way[-1]] = value


def put_in(path: str, value: Any) -> Callable[[Any], None]:
    return lambda archive: put(archive, way_of(path), value)


def again(path: str) -> Callable[[Any], None]:
    """The first part of a list stands in it twice."""
    return lambda archive: part_at(archive, way_of(path)).append(deepcopy(part_at(archive, way_of(path))[0]))


def bring_in(archive: Any) -> Tournament:
    return import_tournament(document=json.dumps(archive).encode(), actor=ACTOR)


WRONG: dict[str, tuple[Callable[[Any], None], str]] = {
    "of a newer site": (put_in("format", "ryba-tournament/9"), "более новой"),
    "of another program": (put_in("format", "pgn"), "ryba-tournament/2"),
    "no format": (put_in("format", GONE), "ryba-tournament/2"),
    "a key is missing": (put_in("tournament/venue", GONE), "tournament.venue: этого не хватает"),
    "an unknown key": (put_in("tournament/colour", "red"), "tournament.colour: такого поля нет"),
    "a text for a number": (put_in("rounds/0/seed", "7"), "rounds.0.seed: здесь нужно целое число"),
    "a number for a text": (put_in("players/0/name", 5), "players.0.name: здесь нужен текст"),
    "a list for an object": (put_in("tournament", []), "tournament: здесь нужен объект"),
    "too long a name": (put_in("players/0/name", "я" * 81), "players.0.name: не больше 80 знаков"),
    "a number that no column takes": (put_in("rounds/0/tables/0/group", 10**9), "rounds.0.tables.0.group: не больше"),
    "a year that is a slip": (put_in("rounds/0/drawn_at", "0001-01-01T00:00:00+14:00"), "rounds.0.drawn_at"),
    "an unknown game": (put_in("tournament/variant", "chess"), "chess"),
    "an unknown rule": (put_in("tournament/options", {"speed": 3}), "speed"),
    "an unknown format of a stage": (put_in("stages/0/format", "olympic"), "этап 1"),
    "nobody's entry": (put_in("entries/0/players", ["ghost"]), "entries.0.players: ghost здесь нет"),
    "a number twice": (put_in("entries/0/number", 2), "entries: 2 встречается дважды"),
    "a round twice": (again("rounds"), "rounds: 1 встречается дважды"),
    "a table twice": (again("rounds/0/tables"), "rounds.0"),
    "a hand twice": (again(f"{GAME}/hands"), "rounds.0.tables.0.games.0.hands"),
    "a version twice": (again(f"{GAME}/history"), "rounds.0.tables.0.games.0.history"),
    "a tile that is none": (put_in(f"{GAME}/record/hands/0", {"end": "fish"}), "тур 1, стол 1, игра 1, партия 1: "),
    "another game in the record": (put_in(f"{GAME}/record/variant", "kozel"), "тур 1, стол 1, игра 1: "),
    "hands without times": (put_in(f"{GAME}/hands", []), "тур 1, стол 1, игра 1: "),
    "an end that the hands do not make": (put_in(f"{GAME}/finished_at", None), "тур 1, стол 1, игра 1: "),
    "a ruling without its reason": (put_in(f"{GAME}/ruling", "annulled"), "rounds.0.tables.0.games.0: "),
    "a history of other hands": (put_in(f"{GAME}/history/0/after/uuid", "x"), "тур 1, стол 1, игра 1: "),
    "a history after the end": (put_in(f"{GAME}/version", 0), "тур 1, стол 1, игра 1: "),
    "a table without a game": (put_in("rounds/0/tables/0/games", []), "тур 1, стол 1: "),
    "a seat too few": (put_in("rounds/0/tables/0/seats/0/number", 3), "тур 1, стол 1: "),
    "a moment without a zone": (put_in("rounds/0/closed_at", "2026-01-01T00:00:00"), "rounds.0.closed_at: "),
    "reasons that are none": (put_in("rounds/0/reasons", {"whole": 1}), "тур 1: "),
    "reasons that nobody can read": (
        put_in("rounds/0/reasons", {"whole": [["because", {}]], "tables": {}, "byes": {}}), "тур 1: ",
    ),
    "two rounds published": (put_in("rounds/0/status", "published"), "rounds: "),
    "a round of no stage": (put_in("rounds/0/stage", None), "rounds.0: "),
}  # fmt: skip


def nothing_is_stored() -> bool:
    return not any(model.objects.exists() for model in (Tournament, Player, Game, AuditEntry))


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_named_and_nothing_is_stored(archive: Any, what: str) -> None:
    change, told = WRONG[what]
    change(archive)
    with translation.override("ru"), pytest.raises(ServiceError) as refusal:
        bring_in(archive)
    assert told in " ".join([refusal.value.message, *refusal.value.details])
    assert nothing_is_stored()


def test_what_is_no_document(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = {b"": "line 1, column 1", b"{\n": "line 2, column 1", b"[]": "ryba-tournament/2", b'"\\u0000"': "NUL"}
    for document, told in broken.items():
        with pytest.raises(ServiceError) as refusal:
            import_tournament(document=document, actor=ACTOR)
        assert told in " ".join([refusal.value.message, *refusal.value.details])
    monkeypatch.setattr(archives, "MOST_BYTES", 10)
    with pytest.raises(ServiceError, match="too large"):
        import_tournament(document=b" " * 11, actor=ACTOR)


def ways(part: Any, way: Way = ()) -> Iterator[Way]:
    """The way to every part of a document below its root."""
    inside: Any = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for step, value in inside:
        yield (*way, step)
        yield from ways(value, (*way, step))


NONSENSE = [GONE, None, True, 0, -1, 3, 2**63, 1.5, "", "x", "я" * 500, [], {}, [[]], {"x": 1}, "2026-03-01T18:30:00Z"]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_whatever_is_damaged_is_refused_or_comes_in_whole(archive: Any, data: st.DataObject) -> None:
    with transaction.atomic():
        archive = deepcopy(archive)
        way = data.draw(st.sampled_from(list(ways(archive))))
        put(archive, way, data.draw(st.sampled_from(NONSENSE)))
        try:
            with translation.override("ru"):
                back = bring_in(archive)
        except ServiceError as refusal:
            told = [refusal.message, *refusal.details]
            assert nothing_is_stored()
            assert all(re.search("[а-яё]", line) for line in told), told
        else:
            assert json.loads(out(back))["format"] == "ryba-tournament/2"
            assert list(verify()) == []
        transaction.set_rollback(True)
