"""Pairs of entries that are never drawn together."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Ban, Entry, Tournament
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.tournaments import lock


@transaction.atomic
def forbid_pair(*, tournament: Tournament, entries: tuple[Entry, Entry], actor: Actor) -> Ban:
    """From the next draw on these two are not drawn together, whether that was said on the list or in a draft."""
    tournament = lock(tournament)
    one, other = sorted(entries, key=lambda entry: entry.pk)
    if one == other:
        raise ServiceError(_("Choose two different ones."))
    if {one.tournament_id, other.tournament_id} != {tournament.pk}:
        raise ServiceError(_("Both have to take part in this tournament."))
    ban, made = Ban.objects.get_or_create(tournament=tournament, one=one, other=other)
    if not made:
        raise ServiceError(_("%(one)s and %(other)s are forbidden already.") % {"one": one, "other": other})
    _record(actor, "forbid_pair", ban)
    return ban


@transaction.atomic
def allow_pair(*, ban: Ban, actor: Actor) -> None:
    """Take a forbidden pair back."""
    lock(ban.tournament)
    _record(actor, "allow_pair", ban)
    ban.delete()


def _record(actor: Actor, action: str, ban: Ban) -> None:
    record_change(actor=actor, action=action, target=f"{ban.one} × {ban.other}", tournament=ban.tournament)
