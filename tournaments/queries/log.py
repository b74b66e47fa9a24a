"""The log of a tournament in readable rows: what each entry changed, key by key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.utils.timezone import make_aware
from django.utils.translation import gettext

from scoring import variants
from scoring.notes import side_names
from tournaments.formats import SETTINGS
from tournaments.models import AuditEntry, Game, Seat, Tournament
from tournaments.pairing.engine import ENGINES
from tournaments.queries.table import seat_names
from tournaments.standings.measure import MEASURES


@dataclass(frozen=True)
class Change:
    """One key of an entry. None where there was nothing before, or is nothing after."""

    key: str
    before: Any
    after: Any


@dataclass(frozen=True)
class Seated:
    """The names of a table's seats and sides."""

    names: tuple[str, ...]
    sides: tuple[str, ...]


def tables_in(tournament: Tournament, entries: Iterable[AuditEntry]) -> dict[int, Seated]:
    """Who sits at the tables that these entries are about, by the id of the game. Two queries."""
    games = Game.objects.filter(pk__in={key for entry in entries if (key := game_of(entry)) is not None})
    seats = Prefetch("table__seats", Seat.objects.select_related("player").order_by("number"))
    pairs = variants.get(tournament.variant).pairs
    found = {}
    for game in games.select_related("table").prefetch_related(seats):
        names = seat_names(list(game.table.seats.all()))
        found[game.pk] = Seated(names, side_names(names, 2 if pairs else len(names)))
    return found


def game_of(entry: AuditEntry) -> int | None:
    """The id of the game that an entry is about, if it is about one."""
    return entry.after.get("game") if isinstance(entry.after, dict) else None


def log_entries(
    tournament: Tournament,
    *,
    who: str = "",
    action: str = "",
    round: int | None = None,
    table: int | None = None,
    since: date | None = None,
    until: date | None = None,
) -> QuerySet[AuditEntry]:
    """The newest first; only those by `who`, of this `action`, at this round and table, on the days from and until."""
    found = tournament.audit_entries.order_by("-number")
    if who:
        found = found.filter(actor=who)
    if action:
        found = found.filter(action=action)
    if round:
        found = found.filter(Q(target=f"round {round}") | Q(target__startswith=f"round {round}, "))
    if table:
        found = found.filter(Q(target__endswith=f", table {table}") | Q(target__contains=f", table {table}, "))
    if since:
        found = found.filter(at__gte=make_aware(datetime.combine(since, time())))
    if until:
        found = found.filter(at__lt=make_aware(datetime.combine(until, time()) + timedelta(days=1)))
    return found


def people_in_log(tournament: Tournament) -> list[str]:
    """Who did anything in the tournament, by name."""
    return list(tournament.audit_entries.order_by("actor").values_list("actor", flat=True).distinct())


def actions_in_log(tournament: Tournament) -> list[str]:
    """What was ever done in the tournament."""
    return list(tournament.audit_entries.order_by("action").values_list("action", flat=True).distinct())


def changes(entry: AuditEntry) -> list[Change]:
    """What the entry changed: every key in which before and after differ."""
    before, after = _keyed(entry.before), _keyed(entry.after)
    keys = list(dict.fromkeys([*before, *after]))
    return [Change(key, before.get(key), after.get(key)) for key in keys if before.get(key) != after.get(key)]


def _keyed(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {} if value is None else {"": value}


def stage_word(key: str, code: str) -> str:
    """What a page calls the format, a measure or a setting of a stage that the log names by its code."""
    labels: dict[str, str] = {}
    if key == "format":
        labels = {name: engine.name for name, engine in ENGINES.items()} | {
            "season": str(Tournament.Format.SEASON.label)
        }
    elif key == "measures":
        labels = {name: measure.name for name, measure in MEASURES.items()}
    elif key == "settings":
        labels = {setting.name: setting.label for declared in SETTINGS.values() for setting in declared}
    return gettext(labels[code]) if code in labels else code
