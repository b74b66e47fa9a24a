"""A tournament written out as one document (`tournaments.archive`): the same tournament gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import orjson
from django.db.models import Prefetch

from scoring.record import FORMAT as RECORD
from tournaments.archive.notes import renamed
from tournaments.archive.shape import (
    FORMAT,
    ByePart,
    ConfirmationPart,
    EntryPart,
    GamePart,
    HandPart,
    PersonPart,
    RevisionPart,
    RoundPart,
    StagePart,
    TablePart,
    TournamentPart,
    moment,
)
from tournaments.models import Confirmation, Entry, Game, Hand, Player, Revision, Round, Seat, Table, Tournament
from tournaments.queries.table import seat_names

MOMENTS = ("starts_at", "created_at", "closed_at", "published_at", "clock_started_at", "here_at", "finished_at")
MOMENTS += ("reopened_at", "amended_at", "at", "drawn_at")


def as_bytes(document: dict[str, Any]) -> bytes:
    """The document as its file has it: keys in order, so that either database gives the same."""
    return orjson.dumps(document, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def archive_of(tournament: Tournament) -> dict[str, Any]:
    """Everything of a tournament that is no secret, no account and does not follow from the rest. 16 queries."""
    entries = list(tournament.entries.order_by("number").prefetch_related("members__player", "absences"))
    numbers = {entry.pk: entry.number for entry in entries}
    stages = list(tournament.stages.order_by("number").prefetch_related("members"))
    by_id = {stage.pk: stage.number for stage in stages}
    rounds = list(_rounds(tournament))
    lost = tournament.revisions.filter(game=None).order_by("at", "id")
    return {
        "format": FORMAT,
        "tournament": _told(tournament, TournamentPart),
        "players": _players(entries, rounds),
        "stages": [
            {
                **_told(stage, StagePart, "members"),
                "members": [
                    {
                        "entry": numbers[member.entry_id],
                        "group": member.group,
                        "seed": member.seed,
                        "carried": f"{member.carried:.3f}",
                    }
                    for member in sorted(stage.members.all(), key=lambda one: (one.seed, numbers[one.entry_id]))
                ],
            }
            for stage in stages
        ],
        "entries": [
            {
                **_told(entry, EntryPart, "players", "absences"),
                "players": [member.player.slug for member in sorted(entry.members.all(), key=lambda one: one.position)],
                "absences": [
                    {"number": absence.number, "kind": absence.kind}
                    for absence in sorted(entry.absences.all(), key=lambda one: one.number)
                ],
            }
            for entry in entries
        ],
        "bans": sorted(sorted((numbers[ban.one_id], numbers[ban.other_id])) for ban in tournament.bans.all()),
        "rounds": [_round(round_, tournament, numbers, by_id) for round_ in rounds],
        "lost": [_told(revision, RevisionPart) for revision in lost],
    }


def _rounds(tournament: Tournament) -> Iterable[Round]:
    """The rounds with all that lies on their tables."""
    seats = Seat.objects.select_related("player").order_by("number")
    games = Game.objects.order_by("number").prefetch_related(
        Prefetch("hands", Hand.objects.order_by("number")),
        Prefetch("revisions", Revision.objects.order_by("version")),
        Prefetch("confirmations", Confirmation.objects.select_related("player")),
    )
    return tournament.rounds.order_by("number").prefetch_related(
        Prefetch("seats", seats.filter(table=None), to_attr="byes"),
        Prefetch("tables", Table.objects.order_by("number")),
        Prefetch("tables__seats", seats),
        Prefetch("tables__games", games),
    )


def _told(row: Any, part: type[Any], *but: str) -> dict[str, Any]:
    """The columns of a row that a part of the document has under the same name."""
    names = [name for name in part.model_fields if name not in but]
    return {name: moment(getattr(row, name)) if name in MOMENTS else getattr(row, name) for name in names}


def _players(entries: Sequence[Entry], rounds: Sequence[Round]) -> list[dict[str, Any]]:
    """Everybody who takes part or sat somewhere, with the records that were merged into theirs."""
    found = {member.player_id: member.player for entry in entries for member in entry.members.all()}
    for round_ in rounds:
        seats = [*round_.byes, *(seat for table in round_.tables.all() for seat in table.seats.all())]
        found |= {seat.player_id: seat.player for seat in seats}
        games = (game for table in round_.tables.all() for game in table.games.all())
        said = (said for game in games for said in game.confirmations.all())
        found |= {one.player_id: one.player for one in said if one.player is not None}
    return [
        {**_told(player, PersonPart), "formerly": [_told(other, PersonPart) for other in same]}
        for player, same in sorted(_with_merged(found), key=lambda pair: pair[0].slug)
    ]


def _with_merged(found: dict[int, Player]) -> Iterable[tuple[Player, list[Player]]]:
    """Each with the records that lead to it, over however many steps; a query a step."""
    leads = {pk: pk for pk in found}
    same: dict[int, list[Player]] = {pk: [] for pk in found}
    layer = list(found)
    while layer:
        merged = list(Player.objects.filter(merged_into__in=layer).order_by("slug"))
        for player in merged:
            leads[player.pk] = leads[player.merged_into_id or 0]
            same[leads[player.pk]].append(player)
        layer = [player.pk for player in merged]
    return [(found[pk], sorted(others, key=lambda one: one.slug)) for pk, others in same.items()]


def _round(round_: Round, tournament: Tournament, numbers: dict[int, int], stages: dict[int, int]) -> dict[str, Any]:
    byes = sorted(round_.byes, key=lambda seat: (numbers[seat.entry_id], seat.player.slug))
    return {
        **_told(round_, RoundPart, "stage", "reasons", "tables", "byes"),
        "stage": stages[round_.stage_id] if round_.stage_id else None,
        "reasons": renamed(round_.reasons, numbers),
        "tables": [
            {
                **_told(table, TablePart, "seats", "games"),
                "seats": [
                    {"number": seat.number, "entry": numbers[seat.entry_id], "player": seat.player.slug}
                    for seat in table.seats.all()
                ],
                "games": [_game(game, table, tournament) for game in table.games.all()],
            }
            for table in round_.tables.all()
        ],
        "byes": [
            {**_told(seat, ByePart, "entry", "player"), "entry": numbers[seat.entry_id], "player": seat.player.slug}
            for seat in byes
        ],
    }


def _game(game: Game, table: Table, tournament: Tournament) -> dict[str, Any]:
    hands = list(game.hands.all())
    said = sorted(game.confirmations.all(), key=lambda one: one.player.slug if one.player else "")
    return {
        **_told(game, GamePart, "record", "hands", "history", "confirmations"),
        "record": {
            "format": RECORD,
            "variant": tournament.variant,
            "options": tournament.options,
            "seats": list(seat_names(list(table.seats.all()))),
            "hands": [hand.facts for hand in hands],
        },
        "hands": [
            {**_told(hand, HandPart, "uuid", "at"), "uuid": str(hand.uuid), "at": moment(hand.created_at)}
            for hand in hands
        ],
        "history": [_told(revision, RevisionPart) for revision in game.revisions.all()],
        "confirmations": [
            {**_told(one, ConfirmationPart, "player"), "player": one.player.slug if one.player else None}
            for one in said
        ],
    }
