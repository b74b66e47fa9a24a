"""The log of a tournament in readable rows: what each entry changed, key by key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from tournaments.models import AuditEntry, Tournament


@dataclass(frozen=True)
class Change:
    """One key of an entry. None where there was nothing before, or is nothing after."""

    key: str
    before: Any
    after: Any


def log_entries(tournament: Tournament) -> QuerySet[AuditEntry]:
    """The newest first."""
    return tournament.audit_entries.select_related("user").order_by("-id")


def changes(entry: AuditEntry) -> list[Change]:
    """What the entry changed: every key in which before and after differ."""
    before, after = _keyed(entry.before), _keyed(entry.after)
    keys = list(dict.fromkeys([*before, *after]))
    return [Change(key, before.get(key), after.get(key)) for key in keys if before.get(key) != after.get(key)]


def _keyed(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {} if value is None else {"": value}
