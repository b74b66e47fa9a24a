"""The words of the log: actions, keys and values as a person reads them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django import template
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _, gettext_lazy

from scoring import variants
from scoring.errors import OptionError
from tournaments.display import unbroken
from tournaments.models import ApiToken, AuditEntry, Game, Invitation, Revision, Round, Stage, Tournament
from tournaments.models.stages import BYES
from tournaments.queries.log import Seated, changes as changes_of, game_of, stage_word
from tournaments.queries.record_words import Named, facts_in_words
from tournaments.rules import value_in_words

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
    "update_entry": gettext_lazy("Entry changed"),
    "import_history": gettext_lazy("Games of an earlier season brought in"),
    "undo_history": gettext_lazy("Games of an earlier season taken back"),
    "undo_import": gettext_lazy("List of people taken back"),
    "draw_pairs": gettext_lazy("Pairs drawn"),
    "join_pair": gettext_lazy("Pair made"),
    "part_pair": gettext_lazy("Pair parted"),
    "replace_player": gettext_lazy("Player replaced"),
    "set_absence": gettext_lazy("Away for a round"),
    "forbid_pair": gettext_lazy("Pair forbidden"),
    "allow_pair": gettext_lazy("Pair allowed again"),
    "seed_stage": gettext_lazy("Seeds numbered"),
    "arrange_stage": gettext_lazy("Seeds changed by hand"),
    "lay_groups": gettext_lazy("Groups laid"),
    "add_stage": gettext_lazy("Stage added"),
    "update_stage": gettext_lazy("Stage changed"),
    "remove_stage": gettext_lazy("Stage removed"),
    "start_next_stage": gettext_lazy("Stage begun"),
    "take_back_stage": gettext_lazy("Beginning of a stage taken back"),
    "draw_lots": gettext_lazy("Lots drawn"),
    "take_back_lots": gettext_lazy("Lots taken back"),
    "copy_tournament": gettext_lazy("Made as a copy"),
    "import_tournament": gettext_lazy("Made from an archive"),
    "come_in": gettext_lazy("Came in"),
    "go_home": gettext_lazy("Went home"),
    "start_game": gettext_lazy("Game of the season begun"),
    "drop_game": gettext_lazy("Game of the season dropped"),
    "draw_round": gettext_lazy("Round drawn"),
    "replan_rounds": gettext_lazy("Rounds to come planned anew"),
    "show_schedule": gettext_lazy("Schedule shown"),
    "hide_schedule": gettext_lazy("Schedule hidden"),
    "swap_places": gettext_lazy("Swapped"),
    "move_entry": gettext_lazy("Moved"),
    "lock_table": gettext_lazy("Table locked or unlocked"),
    "number_table": gettext_lazy("Table numbered"),
    "fix_table": gettext_lazy("Table fixed"),
    "redraw_round": gettext_lazy("The rest drawn again"),
    "undo_mending": gettext_lazy("Change of the draft taken back"),
    "start_clock": gettext_lazy("Clock started"),
    "pause_clock": gettext_lazy("Clock stopped"),
    "add_minutes": gettext_lazy("Minutes added"),
    "reset_clock": gettext_lazy("Clock taken off"),
    "call_round_time": gettext_lazy("Time called at all tables"),
    "take_time_back": gettext_lazy("Time taken back"),
    "discard_round": gettext_lazy("Draft discarded"),
    "publish_round": gettext_lazy("Round published"),
    "unpublish_round": gettext_lazy("Round taken back"),
    "close_round": gettext_lazy("Round closed"),
    "reopen_round": gettext_lazy("Round reopened"),
    "make_link": gettext_lazy("Link made"),
    "make_token": gettext_lazy("API token made"),
    "revoke_token": gettext_lazy("API token revoked"),
    "revoke_link": gettext_lazy("Link revoked"),
    "accept_invitation": gettext_lazy("Invitation accepted"),
    "remove_helper": gettext_lazy("Helper removed"),
    "hand_over": gettext_lazy("Tournament handed over"),
    "send_password_letter": gettext_lazy("Link to a new password sent by e-mail"),
    "set_password": gettext_lazy("Password set by a link"),
    "set_address": gettext_lazy("E-mail address changed"),
    "give_password_link": gettext_lazy("Link to a new password given"),
    "drop_second_factor": gettext_lazy("Second factor removed"),
    "record_hand": gettext_lazy("Written down"),
    "undo_hand": gettext_lazy("Undone"),
    "amend_hand": gettext_lazy("Corrected"),
    "delete_hand": gettext_lazy("Deleted"),
    "insert_hand": gettext_lazy("Inserted"),
    "restore_revision": gettext_lazy("Hands restored"),
    "reseat_table": gettext_lazy("Moved to other seats"),
    "annul_game": gettext_lazy("Game annulled"),
    "forfeit_game": gettext_lazy("Game forfeited"),
    "decide_game": gettext_lazy("Game decided by a judge"),
    "exchange_people": gettext_lazy("Sat in each other's place"),
    "readmit_game": gettext_lazy("Ruling taken back"),
    "reopen_game": gettext_lazy("Game reopened"),
    "shut_game": gettext_lazy("Game shut again"),
    "call_time": gettext_lazy("Time called"),
    "confirm_game": gettext_lazy("Result confirmed"),
    "dispute_game": gettext_lazy("Result disputed"),
    "settle_game": gettext_lazy("Result confirmed by the organiser"),
    "make_player_links": gettext_lazy("Personal links made"),
    "renew_player_link": gettext_lazy("Personal link renewed"),
    "change_rules": gettext_lazy("Rules changed"),
    "recast_tournament": gettext_lazy("Another game or other entries"),
    "rescore_game": gettext_lazy("Game worked out anew"),
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
    "totals": gettext_lazy("totals"),
    "why": gettext_lazy("why"),
    "seats": gettext_lazy("seats"),
    "sides": gettext_lazy("sides"),
    "words": gettext_lazy("words"),
    "player": gettext_lazy("player"),
    "players": gettext_lazy("players"),
    "restored": gettext_lazy("restored to change"),
    "stop_after": gettext_lazy("stops after hand"),
    "requires_confirmation": gettext_lazy("results are confirmed"),
    "places": gettext_lazy("places"),
    "swapped": gettext_lazy("swapped"),
    "moved": gettext_lazy("moved"),
    "to": gettext_lazy("to"),
    "table": gettext_lazy("table"),
    "locked": gettext_lazy("locked"),
    "forbidden": gettext_lazy("forbidden pair"),
    "fixed": gettext_lazy("always sits there"),
    "left": gettext_lazy("left"),
    "minutes": gettext_lazy("minutes"),
    "decided": gettext_lazy("places decided"),
    "role": gettext_lazy("role"),
    "label": gettext_lazy("for whom"),
    "scope": gettext_lazy("may"),
    "expires_at": gettext_lazy("expires"),
    "private": gettext_lazy("private"),
    "results_hidden": gettext_lazy("results are hidden"),
    "ends_on": gettext_lazy("last day"),
    "best_of": gettext_lazy("best games counted"),
    "minimum_games": gettext_lazy("games for a place"),
    "new_players": gettext_lazy("new players"),
    "club": gettext_lazy("club"),
    "team": gettext_lazy("team"),
    "category": gettext_lazy("category"),
    "fixed_table": gettext_lazy("fixed table"),
    "bye": gettext_lazy("bye"),
    "by": gettext_lazy("by"),
    "check_in": gettext_lazy("who is there is checked"),
    "teams": gettext_lazy("teams are ranked"),
    "team_best": gettext_lazy("best of a team counted"),
    "format": gettext_lazy("format"),
    "rounds": gettext_lazy("rounds"),
    "settings": gettext_lazy("settings of the format"),
    "groups": gettext_lazy("groups"),
    "games": gettext_lazy("games at a table"),
    "games_count": gettext_lazy("how many"),
    "scheme": gettext_lazy("points"),
    "measures": gettext_lazy("order of the standings"),
    "qualify": gettext_lazy("go on from each group"),
    "carry": gettext_lazy("points are carried on"),
    "clock_minutes": gettext_lazy("minutes a round"),
    "time_rule": gettext_lazy("when time is up"),
    "shown": gettext_lazy("the schedule is shown"),
    "ruling": gettext_lazy("ruling"),
    "reopened": gettext_lazy("reopened"),
    "owner": gettext_lazy("owner"),
    "address": gettext_lazy("E-mail address"),
}
PLACES = {
    "round": gettext_lazy("round %(number)s"),
    "table": gettext_lazy("table %(number)s"),
    "game": gettext_lazy("game %(number)s"),
    "hand": gettext_lazy("hand %(number)s"),
    "judge": gettext_lazy("a judge's entry after hand %(number)s"),
    "redeal": gettext_lazy("a redeal after hand %(number)s"),
    "link": gettext_lazy("link %(number)s"),
    "stage": gettext_lazy("stage %(number)s"),
}
AT_THE_START = {
    "judge 0": gettext_lazy("a judge's entry before hand 1"),
    "redeal 0": gettext_lazy("a redeal before hand 1"),
}
STATES = dict(
    [
        *Tournament.Status.choices,
        *Round.Status.choices,
        *Tournament.Kind.choices,
        *Game.Ruling.choices,
        *Invitation.Role.choices,
        *ApiToken.Scope.choices,
    ]
)
STATES |= BYES | {
    "rating": gettext_lazy("rating"),
    "lot": gettext_lazy("lot"),
    "list": gettext_lazy("the list as it stands"),
}

CHOICES = {"games": dict(Stage.Games.choices), "time_rule": dict(Stage.TimeRule.choices)}

BOOKKEEPING = {"game", "version", "uuid", "at", "keeper", "hands", "action"}


NOBODY = Seated(tuple("1234"), tuple("1234"))
"""The names where a game is there no more: its seats by number."""


class Said(NamedTuple):
    """A change in words."""

    key: str
    before: str
    after: str


@register.filter
def changes(entry: AuditEntry, tables: Mapping[int, Named]) -> list[Said]:
    """What an entry changed, in words; empty where there was nothing. `tables` names who sits where, by game."""
    told = {change.key: change for change in changes_of(entry) if change.key not in BOOKKEEPING}
    facts = told.pop("facts", None)
    lines = []
    if facts is not None:
        told.pop("number", None)  # the place already says which
        table = tables.get(game_of(entry) or 0, NOBODY)
        both = [facts_in_words(side, table) if side else "" for side in (facts.before, facts.after)]
        lines.append(Said("", *map(unbroken, both)))
    return lines + [
        Said(str(KEYS.get(key, key)), _said(key, change.before), _said(key, change.after))
        for key, change in told.items()
    ]


@register.filter
def who_did(entry: AuditEntry | Revision) -> str:
    """Who it was. A name that somebody gave himself, without an account, is told from that of an account."""
    if entry.user_id is None and entry.origin:  # what a command does comes from nowhere
        return _("%(name)s, by a link") % {"name": entry.actor}
    return entry.actor


@register.filter
def action_name(action: str) -> str:
    """What was done."""
    return str(ACTIONS.get(action, action))


@register.filter
def target_name(target: str) -> str:
    """What it was done to: the place is written into the log in English, as `round 2, table 3, hand 4`."""
    places = []
    for part in target.split(", "):
        kind, _space, number = part.partition(" ")
        known = PLACES[kind] % {"number": number} if kind in PLACES and number.isdigit() else part
        places.append(str(AT_THE_START.get(part, known)))
    return ", ".join(places)


def _rule(name: str, value: Any) -> str:
    """A rule with its value, as the first game that has it names both."""
    for option in (option for variant in variants.all() for option in variant.options if option.name == name):
        with suppress(OptionError):
            option.check(value)
            return f"{_(option.label)}: {value_in_words(option, value)}"
    return f"{name}: {value}"


def _said(key: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if key == "variant":
        return _(variants.get(value).name)
    if key in ("starts_at", "expires_at"):
        return date_format(localtime(datetime.fromisoformat(value)), "SHORT_DATETIME_FORMAT")
    if isinstance(value, dict) and key == "options":
        return "; ".join(_rule(name, part) for name, part in value.items()) or "—"
    if isinstance(value, dict):
        named = partial(stage_word, key) if key == "settings" else target_name
        return "; ".join(f"{named(name)}: {_said(name, part) or '—'}" for name, part in value.items()) or "—"
    if isinstance(value, list):
        between = " | " if any(isinstance(part, list) for part in value) else ", "
        return between.join(_said("measures" if key == "measures" else "", part) for part in value) or "—"
    if not isinstance(value, str):
        return str(value)
    return str(CHOICES.get(key, STATES).get(value) or stage_word(key, value)) or "—"
