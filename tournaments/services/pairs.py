"""Fixed pairs: made of those who came alone, parted again, and one player put in the place of another.

A pair is parted only before it was drawn. A replaced player's results stay the pair's, and the seats of the rounds
that were played keep who sat there.
"""

from __future__ import annotations

import random
import secrets

from django.db import transaction
from django.db.models import Count, Max, QuerySet
from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Entry, EntryPlayer, Player, Round, Seat, Tournament
from tournaments.queries.known import ASKED, REFUSED, Known
from tournaments.queries.ratings_of import ratings_of
from tournaments.queries.stages import current_stage
from tournaments.services.audit import record_change
from tournaments.services.entries import drawn_seats, join_stage, made_player
from tournaments.services.errors import ServiceError
from tournaments.services.retry import retried
from tournaments.services.tournaments import lock

BY_LOT, BY_RATING = "lot", "rating"


@transaction.atomic
def draw_pairs(*, tournament: Tournament, by: str, actor: Actor, seed: int | None = None) -> list[Entry]:
    """Make pairs of all who have no partner: by lot, or the strongest with the weakest. One may be left over."""
    tournament = lock(tournament)
    alone = _alone(tournament)
    if len(alone) < 2:
        raise ServiceError(_("Two who have no partner are needed. Add people first."))
    seed = secrets.randbits(48) if seed is None else seed
    random.Random(seed).shuffle(alone)
    if by == BY_RATING:
        ratings = ratings_of(tournament, alone)
        alone.sort(key=lambda entry: ratings.get(entry.pk, float("-inf")), reverse=True)
    half = len(alone) // 2
    lower = alone[len(alone) - half :]
    twos = zip(alone[:half], reversed(lower) if by == BY_RATING else lower, strict=True)
    pairs = [_joined(one, other) for one, other in twos]
    join_stage(current_stage(tournament), pairs)
    record_change(
        actor=actor, action="draw_pairs", target=tournament.name, tournament=tournament,
        after={"seed": seed, "entries": [str(entry) for entry in pairs]},
    )  # fmt: skip
    return pairs


@transaction.atomic
def join_pair(*, one: Entry, other: Entry, actor: Actor) -> Entry:
    """Make a pair of two who have no partner."""
    tournament = lock(one.tournament)
    found = {entry.pk: entry for entry in _alone(tournament)}
    if one.pk == other.pk or not {one.pk, other.pk} <= found.keys():
        raise ServiceError(_("Choose two who have no partner yet."))
    pair = _joined(found[one.pk], found[other.pk])
    join_stage(current_stage(tournament), [pair])
    record_change(actor=actor, action="join_pair", target=str(pair), tournament=tournament)
    return pair


@transaction.atomic
def part_pair(*, entry: Entry, actor: Actor) -> None:
    """Make two who have no partner of a pair, before it was drawn."""
    tournament = lock(entry.tournament)
    members = list(entry.members.select_related("player").order_by("position"))
    if len(members) != 2:
        return
    if drawn_seats(tournament).filter(entry=entry).exists():
        raise ServiceError(_("%(entry)s has been drawn already. Replace one of the two instead.") % {"entry": entry})
    name = str(entry)
    part(entry)
    record_change(actor=actor, action="part_pair", target=name, tournament=tournament)


def part(entry: Entry) -> Entry:
    """The second of a pair as an entry of its own, the last one; neither of the two is in a stage then."""
    last = entry.tournament.entries.aggregate(last=Max("number"))["last"]
    alone = Entry(
        tournament=entry.tournament,
        number=last + 1,
        team=entry.team,
        category=entry.category,
        here_at=entry.here_at,
        withdrawn=entry.withdrawn,
    )
    alone.full_clean()
    alone.save()
    EntryPlayer.objects.filter(entry=entry, position=1).update(entry=alone, position=0)
    entry.stages.all().delete()
    entry.seats.all().delete()
    return alone


@retried
def replace_player(*, entry: Entry, leaves: Player, name: str, choice: str, actor: Actor) -> Entry:
    """Put somebody in the place of one of the pair. `choice` answers who is meant, as for a list."""
    tournament = lock(entry.tournament)
    member = entry.members.select_related("player").filter(player=leaves).first()
    if member is None:
        raise ServiceError(_("%(name)s is not of this pair any more. Look at the list again.") % {"name": leaves})
    known = Known(tournament)
    meant = known.meant_by(name, choice)
    if meant.state in (ASKED, REFUSED):
        raise ServiceError(meant.fault or _("Say who is meant: %(names)s.") % {"names": name})
    player = meant.player or made_player(meant.person, known.slugs)
    before = str(entry)
    member.player = player
    member.full_clean()
    member.save(update_fields=["player"])
    _unplayed(entry, leaves).update(player=player)
    entry = Entry.objects.prefetch_related("members__player").get(pk=entry.pk)
    record_change(
        actor=actor, action="replace_player", target=before, tournament=tournament,
        before={"entry": before}, after={"entry": str(entry)},
    )  # fmt: skip
    return entry


def _unplayed(entry: Entry, player: Player) -> QuerySet[Seat]:
    """The player's seats at which nothing was written down yet."""
    seats = Seat.objects.filter(entry=entry, player=player).exclude(round__status=Round.Status.CLOSED)
    return seats.exclude(table__games__hand_count__gt=0).exclude(table__games__finished_at__isnull=False)


def _alone(tournament: Tournament) -> list[Entry]:
    if tournament.kind != Tournament.Kind.PAIRS:
        raise ServiceError(_("In this tournament everybody plays alone."))
    entries = tournament.entries.filter(withdrawn=False).annotate(size=Count("members")).filter(size=1)
    if tournament.check_in:
        entries = entries.filter(here_at__isnull=False)
    return list(entries.order_by("number").prefetch_related("members__player"))


def _joined(one: Entry, other: Entry) -> Entry:
    """The pair, under the lower number of the two."""
    first, second = sorted((one, other), key=lambda entry: entry.number)
    EntryPlayer.objects.filter(entry=second).update(entry=first, position=1)
    second.delete()
    for name in ("team", "category"):
        setattr(first, name, getattr(first, name) or getattr(second, name))
    first.save(update_fields=["team", "category"])
    return Entry.objects.prefetch_related("members__player").get(pk=first.pk)
