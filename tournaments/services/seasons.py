"""An open season: who is here tonight, and a game between those who sit down.

Each game is a *sitting*: a round of its own with one table, published from the first; so everything that is written
at a table works as in a tournament. A sitting is closed when its game is over and another day's game begins, or at
the end of the season.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Entry, Game, Hand, Round, Seat, Table, Tournament
from tournaments.queries.seasons import HERE_FOR, at_a_table
from tournaments.queries.seating import places_at_a_table
from tournaments.services.audit import record_change
from tournaments.services.entries import add_entries
from tournaments.services.errors import ServiceError
from tournaments.services.tournaments import lock

STAYS_OPEN = timedelta(hours=12)
"""For so long after its end a game can be corrected at the table."""


@transaction.atomic
def come_in(*, entry: Entry, actor: Actor) -> Entry:
    """The player is here."""
    return _set_here(entry, True, actor)


@transaction.atomic
def go_home(*, entry: Entry, actor: Actor) -> Entry:
    """The player has left."""
    return _set_here(entry, False, actor)


@transaction.atomic
def welcome(*, tournament: Tournament, text: str, actor: Actor) -> list[Entry]:
    """Enter new people, a name a line, and let them be here. Nobody needs an account."""
    _check_season(lock(tournament))
    added = add_entries(tournament=tournament, text=text, actor=actor).entries
    return [_set_here(entry, True, actor) for entry in added]


@transaction.atomic
def start_game(*, tournament: Tournament, entries: Sequence[int], actor: Actor, seed: int | None = None) -> Game:
    """Seat these players at a new table, by lot. Whoever sits down is here."""
    tournament = lock(tournament)
    _check_season(tournament)
    if tournament.status != Tournament.Status.PUBLISHED:
        raise ServiceError(_("Games begin when the season is published, and until it is finished."))
    chosen = list(tournament.entries.filter(pk__in=entries, withdrawn=False).prefetch_related("members"))
    low, high = places_at_a_table(tournament)
    if len(chosen) != len(set(entries)) or not low <= len(chosen) <= high:
        raise ServiceError(
            _("Choose %(low)d players.") % {"low": low}
            if low == high
            else _("Choose %(low)d to %(high)d players.") % {"low": low, "high": high}
        )
    busy = at_a_table(tournament)
    sitting = [str(entry) for entry in chosen if entry.pk in busy]
    if sitting:
        raise ServiceError(_("Still at a table: %(names)s.") % {"names": ", ".join(sitting)})
    now = timezone.now()
    _close_sittings(tournament, now - STAYS_OPEN)
    seed = secrets.randbits(48) if seed is None else seed
    random.Random(seed).shuffle(chosen)
    number = (tournament.rounds.aggregate(last=Max("number"))["last"] or 0) + 1
    round_ = Round(
        tournament=tournament, number=number, sitting=True, status=Round.Status.PUBLISHED, seed=seed, published_at=now
    )
    round_.full_clean()
    round_.save()
    table = Table.objects.create(round=round_, number=1)
    Seat.objects.bulk_create(
        Seat(round=round_, table=table, number=seat, player_id=entry.members.all()[0].player_id, entry=entry)
        for seat, entry in enumerate(chosen)
    )
    game = Game.objects.create(table=table)
    Entry.objects.filter(pk__in=[entry.pk for entry in chosen]).update(here_at=now)
    record_change(
        actor=actor, action="start_game", target=f"game {number}", tournament=tournament,
        after={"seed": seed, "players": [str(entry) for entry in chosen]},
    )  # fmt: skip
    return game


@transaction.atomic
def drop_game(*, game: Game, actor: Actor) -> None:
    """Take back a game that nothing was written down of."""
    round_ = game.table.round
    tournament = lock(round_.tournament)
    _check_season(tournament)
    if Hand.objects.filter(game=game).exists():
        raise ServiceError(_("Hands have been written down at this table. Undo them first, or annul the game."))
    number = round_.number
    round_.seats.all().delete()
    round_.delete()
    record_change(actor=actor, action="drop_game", target=f"game {number}", tournament=tournament)


@transaction.atomic
def finish_season(*, tournament: Tournament, actor: Actor) -> Tournament:
    """Close the sittings and end the season, when no game is going on."""
    tournament = lock(tournament)
    _check_season(tournament)
    if at_a_table(tournament):
        raise ServiceError(_("A game is still going on. Write it down to the end, or take it back."))
    _close_sittings(tournament, timezone.now())
    if tournament.status == Tournament.Status.PUBLISHED:
        tournament.status = Tournament.Status.FINISHED
        tournament.save(update_fields=["status"])
        record_change(actor=actor, action="finish_tournament", target=tournament.name, tournament=tournament)
    return tournament


def _check_season(tournament: Tournament) -> None:
    if tournament.format != Tournament.Format.SEASON:
        raise ServiceError(_("This is a tournament in rounds: its rounds are drawn on the desk."))


def _set_here(entry: Entry, here: bool, actor: Actor) -> Entry:
    tournament = lock(entry.tournament)
    _check_season(tournament)
    now = timezone.now()
    if (entry.here_at is not None and entry.here_at > now - HERE_FOR) != here:
        entry.here_at = now if here else None
        entry.save(update_fields=["here_at"])
        record_change(actor=actor, action="come_in" if here else "go_home", target=str(entry), tournament=tournament)
    return entry


def _close_sittings(tournament: Tournament, before: object) -> None:
    """Close those whose game was over by then."""
    open_ = tournament.rounds.filter(sitting=True, status=Round.Status.PUBLISHED)
    over = open_.filter(tables__games__finished_at__lte=before) | open_.filter(tables__games__ruling="annulled")
    Round.objects.filter(pk__in=over.values("pk")).update(status=Round.Status.CLOSED, closed_at=timezone.now())
