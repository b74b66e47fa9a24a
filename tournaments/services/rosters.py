"""A list of people is looked at line by line, then brought in, and can be taken back while nobody of it was drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.lists.rows import read_list
from tournaments.models import (
    Absence,
    Entry,
    EntryPlayer,
    Import,
    PastSeat,
    Player,
    PlayerLink,
    Seat,
    Stage,
    Tournament,
)
from tournaments.queries.known import ASKED, KNOWN, NEW, REFUSED, Choices, Known, Line
from tournaments.queries.stages import current_stage
from tournaments.services.audit import record_change
from tournaments.services.entries import AddedEntries, check_open, drawn_seats, enter, record_entries
from tournaments.services.errors import ServiceError
from tournaments.services.retry import retried
from tournaments.services.tournaments import lock


@dataclass(frozen=True)
class Roster:
    """A list as it would be brought in. `stage` is where they join, `late`: rounds of it are out already."""

    lines: list[Line]
    headings: str
    passed_over: tuple[str, ...]
    titles: tuple[str, ...]
    stage: Stage | None
    late: list[int]

    def count(self, state: str) -> int:
        return sum(line.state == state for line in self.lines)

    def counts(self) -> Mapping[str, int]:
        """How many lines are in each state."""
        return {state: self.count(state) for state in (NEW, KNOWN, ASKED, REFUSED)}

    @property
    def ready(self) -> list[Line]:
        return [line for line in self.lines if line.state in (NEW, KNOWN)]

    @property
    def coming(self) -> int:
        """How many come in when every question is answered."""
        return len(self.ready) + self.count(ASKED)

    @property
    def alone(self) -> int:
        """How many lines have one name where pairs play."""
        return sum(len(line.meant) == 1 for line in self.ready)

    def left(self) -> str:
        """The lines that are refused, to be mended."""
        refused = [line.row.text for line in self.lines if line.state == REFUSED]
        return "\n".join([self.headings, *refused] if refused and self.headings else refused)


@dataclass(frozen=True)
class Brought:
    """What an import did; `left` are the lines that were refused."""

    added: AddedEntries
    record: Import
    left: str


def preview_roster(*, tournament: Tournament, text: str, choices: Choices | None = None) -> Roster:
    """Look at a list before it is brought in. Changes nothing."""
    return _read(tournament, Known(tournament), text, choices or {})


@retried
def import_roster(
    *, tournament: Tournament, text: str, choices: Choices, actor: Actor, missed: str = Absence.Kind.ZERO
) -> Brought:
    """Enter everybody on the list but the lines that are refused; a line that is asked about has to be answered."""
    tournament = lock(tournament)
    check_open(tournament)
    known = Known(tournament)
    roster = _read(tournament, known, text, choices)
    asked = [meant.person.name for line in roster.lines for meant in line.meant if meant.state == ASKED]
    if asked:
        raise ServiceError(_("Say who is meant: %(names)s.") % {"names": ", ".join(asked[:10])})
    if not roster.ready:
        raise ServiceError(_("There is nobody on this list who can be added."), [])
    added = enter(tournament=tournament, lines=roster.ready, slugs=known.slugs, missed=missed)
    record = Import(
        tournament=tournament,
        user=actor.user,
        made={
            "entries": [entry.pk for entry in added.entries],
            "players": [player.pk for player in added.created],
        },
    )
    record.full_clean()
    record.save()
    record_entries(actor, tournament, added.entries)
    return Brought(added, record, roster.left())


def undoable_imports(tournament: Tournament) -> QuerySet[Import]:
    """The lists that were brought in and of which somebody is still there, the latest first."""
    return tournament.imports.filter(undone_at=None).select_related("user")


@transaction.atomic
def undo_import(*, record: Import, actor: Actor) -> Import:
    """Take a list back: its entries, and its new players where nothing else is known of them."""
    assert record.tournament is not None
    tournament = lock(record.tournament)
    record = Import.objects.select_for_update().get(pk=record.pk)
    if record.undone_at:
        return record
    entries = tournament.entries.filter(pk__in=record.made["entries"])
    drawn = entries.filter(Exists(drawn_seats(tournament).filter(entry=OuterRef("pk"))))
    if drawn:
        raise ServiceError(
            _("These have been drawn already: %(names)s. Withdraw those who do not play.")
            % {"names": ", ".join(map(str, drawn.prefetch_related("members__player")))}
        )
    names = [str(entry) for entry in entries.prefetch_related("members__player")]
    Seat.objects.filter(entry__in=entries).delete()
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).delete()
    unknown_players(record.made["players"]).delete()
    record.undone_at = timezone.now()
    record.save(update_fields=["undone_at"])
    record_change(
        actor=actor, action="undo_import", target=tournament.name, tournament=tournament, before={"entries": names}
    )
    return record


def unknown_players(players: list[int]) -> QuerySet[Player]:
    """Those of the players of whom nothing is known any more."""
    links = [(EntryPlayer, "player"), (Seat, "player"), (PastSeat, "player"), (PlayerLink, "player")]
    found = Player.objects.filter(pk__in=players, merged_into=None, merged=None)
    for model, name in links:
        found = found.exclude(Exists(model.objects.filter(**{name: OuterRef("pk")})))
    return found


def _read(tournament: Tournament, known: Known, text: str, choices: Choices) -> Roster:
    listed = read_list(text, pairs=tournament.kind == Tournament.Kind.PAIRS)
    rounds = tournament.format == Tournament.Format.ROUNDS
    stage = current_stage(tournament) if rounds else None
    late = list(stage.played.exclude(status="draft").values_list("number", flat=True)) if stage else []
    return Roster(known.lines(listed.rows, choices), listed.headings, listed.passed_over, listed.titles, stage, late)
