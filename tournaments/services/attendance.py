"""Who is there: the check-in of an evening, and rounds that somebody is away for or has asked for a bye in."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Absence, Entry, Round, Tournament
from tournaments.services.audit import record_change
from tournaments.services.entries import Anew, drafts_with, redraw_drafts
from tournaments.services.errors import ServiceError
from tournaments.services.tournaments import lock


@transaction.atomic
def check_in(*, tournament: Tournament, numbers: Iterable[int] | None, here: bool, actor: Actor) -> int:
    """These entries, or all, are here, or are not; gives how many that changed. The withdrawn stay as they are."""
    tournament = lock(tournament)
    if not tournament.check_in:
        raise ServiceError(_("In this tournament nobody is checked in. Switch that on in the settings."))
    entries = tournament.entries.filter(withdrawn=False, here_at__isnull=here).prefetch_related("members__player")
    if numbers is not None:
        entries = entries.filter(number__in=list(numbers))
    found = list(entries)
    if found:
        Entry.objects.filter(pk__in=[entry.pk for entry in found]).update(here_at=timezone.now() if here else None)
        record_change(
            actor=actor, action="come_in" if here else "go_home", target=tournament.name, tournament=tournament,
            after={"entries": [str(entry) for entry in found]},
        )  # fmt: skip
    return len(found)


@transaction.atomic
def set_absence(*, entry: Entry, number: int, kind: str, actor: Actor, anew: Anew = Anew.NO) -> Absence | None:
    """The entry is away in a coming round; `kind` says what that brings, blank takes it back.

    `anew` is about that round, where it is a draft.
    """
    tournament = lock(entry.tournament)
    before = entry.absences.filter(number=number).first()
    was = before.kind if before else None
    if (was or "") == kind:
        return before
    if tournament.rounds.exclude(status=Round.Status.DRAFT).filter(number__gte=number).exists():
        raise ServiceError(_("Round %(number)d is out already. Choose a later one.") % {"number": number})
    drawn = number in drafts_with(entry) or tournament.rounds.filter(number=number).exists()
    if drawn and anew is Anew.NO:
        raise ServiceError(
            _("Round %(number)d is drawn already, as a draft. Say that it is drawn anew, or discard it first.")
            % {"number": number}
        )
    absence = _stored(entry, number, kind, before)
    record_change(
        actor=actor, action="set_absence", target=f"round {number}", tournament=tournament,
        before={"bye": was},
        after={"entry": str(entry), "bye": kind},
    )  # fmt: skip
    if drawn and anew is Anew.NOW:
        redraw_drafts(tournament, [number], actor)
    return absence


def _stored(entry: Entry, number: int, kind: str, before: Absence | None) -> Absence | None:
    if not kind:
        entry.absences.filter(number=number).delete()
        return None
    absence = before or Absence(entry=entry, number=number)
    absence.kind = kind
    absence.full_clean()
    absence.save()
    return absence
