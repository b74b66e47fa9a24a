"""The words of the log: actions, keys and values as a person reads them."""

from __future__ import annotations

import json
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import AuditEntry, Round, Tournament
from tournaments.queries.log import Change
from tournaments.queries.log import changes as changes_of

register = template.Library()

ACTIONS = {
    "create_tournament": gettext_lazy("Tournament made"),
    "update_tournament": gettext_lazy("Settings changed"),
    "publish_tournament": gettext_lazy("Tournament published"),
    "unpublish_tournament": gettext_lazy("Tournament hidden"),
    "finish_tournament": gettext_lazy("Tournament finished"),
    "resume_tournament": gettext_lazy("Tournament resumed"),
    "add_entries": gettext_lazy("People added"),
    "withdraw_entry": gettext_lazy("Entry withdrawn"),
    "return_entry": gettext_lazy("Entry returned"),
    "remove_entry": gettext_lazy("Entry removed"),
    "draw_round": gettext_lazy("Round drawn"),
    "discard_round": gettext_lazy("Draft discarded"),
    "publish_round": gettext_lazy("Round published"),
    "unpublish_round": gettext_lazy("Round taken back"),
    "close_round": gettext_lazy("Round closed"),
    "reopen_round": gettext_lazy("Round reopened"),
    "make_link": gettext_lazy("Scorekeeper's link made"),
    "revoke_link": gettext_lazy("Scorekeeper's link revoked"),
    "record_hand": gettext_lazy("Hand written down"),
    "undo_hand": gettext_lazy("Hand undone"),
}
KEYS = {
    "name": gettext_lazy("name"),
    "variant": gettext_lazy("game"),
    "options": gettext_lazy("rules"),
    "kind": gettext_lazy("entries"),
    "rated": gettext_lazy("rated"),
    "venue": gettext_lazy("venue"),
    "starts_at": gettext_lazy("start"),
    "status": gettext_lazy("status"),
    "entries": gettext_lazy("entries"),
    "entry": gettext_lazy("entry"),
    "number": gettext_lazy("number"),
    "withdrawn": gettext_lazy("withdrawn"),
    "seed": gettext_lazy("seed of the draw"),
    "tables": gettext_lazy("tables"),
    "byes": gettext_lazy("byes"),
    "facts": gettext_lazy("facts"),
    "totals": gettext_lazy("totals"),
}
STATES = dict([*Tournament.Status.choices, *Round.Status.choices, *Tournament.Kind.choices])


@register.filter
def changes(entry: AuditEntry) -> list[Change]:
    """What an entry changed."""
    return changes_of(entry)


@register.filter
def action_name(action: str) -> str:
    """What was done."""
    return str(ACTIONS.get(action, action))


@register.filter
def key_name(key: str) -> str:
    """What was changed."""
    return str(KEYS.get(key, key))


@register.filter
def target_name(target: str) -> str:
    """What it was done to."""
    kind, _space, number = target.partition(" ")
    return _("round %(number)s") % {"number": number} if kind == "round" and number.isdigit() else target


@register.filter
def readable(value: Any) -> str:
    """A value of the log: lists with commas, tables with strokes, anything deeper as it is stored."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list) and all(isinstance(part, str | int) for part in value):
        return ", ".join(str(part) for part in value) or "—"
    if isinstance(value, list) and all(isinstance(part, list) for part in value):
        return " | ".join(", ".join(str(name) for name in part) for part in value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {json.dumps(part, ensure_ascii=False)}" for key, part in value.items()) or "—"
    return str(STATES.get(value, value) if isinstance(value, str) else value) or "—"
