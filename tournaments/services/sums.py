"""The sums of a tournament's games, and of each player's: they follow every change of a game, and are held against all.

What always holds: they are what `queries.summing` makes of the tournament's games. They follow the change of one game
in its transaction (`following`). After a change of many games, or of who played, the task that replays the ladders
makes all of them anew (`sum_up`). Writers of one tournament's sums wait for each other at them, and read only then, so
the last one has seen everything. Who locks ladders too locks the sums first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from django.db import transaction

from tournaments.models import PlayerSummary, Tournament, TournamentSummary
from tournaments.queries.summing import Sums, Tally, put_together, sums_of, tallies_of, with_change
from tournaments.queries.table import TableState
from tournaments.services.locks import hold
from tournaments.services.progress import Told, counted, silent

TOLD = 3
"""So many differences of a tournament are told."""


@contextmanager
def following(state: TableState) -> Iterator[None]:
    """The sums follow what is done to the figures and results of this game, which is locked in a transaction.

    Where nothing is summed up yet, or what is can't be so, all of it is made anew.
    """
    tournament, game = state.tournament.pk, state.game
    before = sums_of(tournament, game.pk) if game.finished_at else put_together([])
    yield
    stored = _locked(tournament)
    sums = None
    if stored.version:
        after = sums_of(tournament, game.pk) if game.finished_at else put_together([])
        sums = with_change(tournament, stored.sums, before, after)
    if sums is None or sums["games"] < 0:
        sums = sums_of(tournament)
    if _store_tallies(tournament, [seat.player_id for seat in state.seats]) or stored.sums != sums:
        _store(stored, sums)


@transaction.atomic
def sum_up(tournaments: Iterable[int]) -> None:
    """Make the sums of these tournaments and of all their players anew."""
    for pk in sorted(set(tournaments)):
        stored = _locked(pk)
        sums = sums_of(pk)
        if _store_tallies(pk) or (stored.sums, stored.games) != (sums, sums["games"]):
            _store(stored, sums)


def sum_up_all() -> None:
    """Make the sums of all tournaments anew."""
    for pk in list(Tournament.objects.order_by("pk").values_list("pk", flat=True)):
        sum_up([pk])


def differences(told: Told = silent) -> Iterator[tuple[int, str]]:
    """Tournaments whose stored sums are not those of their games, and what is wrong. Changes nothing."""
    tournaments = list(Tournament.objects.order_by("pk").values_list("pk", flat=True))
    for pk in counted(tournaments, len(tournaments), told):
        if _wrong(pk) and (wrong := _wrong_for_sure(pk)):
            more = f"; {len(wrong) - TOLD} more" if len(wrong) > TOLD else ""
            yield pk, "; ".join(wrong[:TOLD]) + more


@transaction.atomic
def _wrong_for_sure(pk: int) -> list[str]:
    """Looked at once more while nobody writes."""
    hold(pk)
    return _wrong(pk)


def _wrong(pk: int) -> list[str]:
    stored = TournamentSummary.objects.filter(pk=pk).first()
    told, sums = stored.sums if stored else put_together([]), sums_of(pk)
    wrong = [
        f"{name}: stored {told.get(name)}, summed {value}" for name, value in sums.items() if told.get(name) != value
    ]
    if stored and stored.games != sums["games"]:
        wrong.append(f"games: stored {stored.games}, summed {sums['games']}")
    kept, tallies = _stored_tallies(pk), tallies_of(pk)
    for player in sorted(kept.keys() | tallies.keys()):
        if kept.get(player) != tallies.get(player):
            wrong.append(f"player {player}: stored {kept.get(player)}, summed {tallies.get(player)}")
    return wrong


def _locked(pk: int) -> TournamentSummary:
    """A tournament's sums, held until the transaction ends; of version 0 where they have not been made yet."""
    return TournamentSummary.objects.select_for_update().get_or_create(tournament_id=pk)[0]


def _store(stored: TournamentSummary, sums: Sums) -> None:
    stored.sums, stored.games, stored.version = sums, sums["games"], stored.version + 1
    stored.save()


def _stored_tallies(pk: int, players: Collection[int] | None = None) -> dict[int, Tally]:
    found = PlayerSummary.objects.filter(tournament=pk)
    if players is not None:
        found = found.filter(player__in=players)
    return {player: Tally(*figures) for player, *figures in found.values_list("player", *Tally._fields)}


def _store_tallies(pk: int, players: Collection[int] | None = None) -> bool:
    """Bring the rows of these players, or of all, up to date; whether anything was to be done."""
    stored, tallies = _stored_tallies(pk, players), tallies_of(pk, players)
    gone = stored.keys() - tallies.keys()
    new = [
        PlayerSummary(tournament_id=pk, player_id=player, **tally._asdict())
        for player, tally in sorted(tallies.items())
        if stored.get(player) != tally
    ]
    if gone:
        PlayerSummary.objects.filter(tournament=pk, player__in=gone).delete()
    PlayerSummary.objects.bulk_create(
        new, update_conflicts=True, unique_fields=["tournament", "player"], update_fields=Tally._fields
    )
    return bool(gone or new)
