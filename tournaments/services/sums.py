"""The sums of each tournament's games: made anew whenever a result changes, and held against the games.

What always holds: they are what `queries.summing` makes of the tournament's games. Writers of one tournament's sums
wait for each other at them, and read only then, so the last one has seen everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db import transaction

from tournaments.models import PlayerSummary, Tournament, TournamentSummary
from tournaments.queries.summing import Tally, put_together, sums_of, tallies_of

TOLD = 3
"""So many differences of a tournament are told."""


@transaction.atomic
def sum_up(tournaments: Iterable[int]) -> None:
    """Make the sums of these tournaments anew."""
    for pk in sorted(set(tournaments)):
        TournamentSummary.objects.get_or_create(tournament_id=pk)
        stored = TournamentSummary.objects.select_for_update().get(pk=pk)
        sums = sums_of(pk)
        changed = _store_tallies(pk)
        if changed or (stored.sums, stored.games) != (sums, sums["games"]):
            stored.sums, stored.games, stored.version = sums, sums["games"], stored.version + 1
            stored.save()


def sum_up_all() -> None:
    """Make the sums of all tournaments anew."""
    for pk in list(Tournament.objects.order_by("pk").values_list("pk", flat=True)):
        sum_up([pk])


def differences() -> Iterator[tuple[int, str]]:
    """Tournaments whose stored sums are not those of their games, and what is wrong. Changes nothing."""
    for pk in list(Tournament.objects.order_by("pk").values_list("pk", flat=True)):
        if _wrong(pk) and (wrong := _wrong_for_sure(pk)):
            more = f"; {len(wrong) - TOLD} more" if len(wrong) > TOLD else ""
            yield pk, "; ".join(wrong[:TOLD]) + more


@transaction.atomic
def _wrong_for_sure(pk: int) -> list[str]:
    """Looked at once more while nobody writes."""
    Tournament.objects.select_for_update().filter(pk=pk).first()
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


def _stored_tallies(pk: int) -> dict[int, Tally]:
    rows = PlayerSummary.objects.filter(tournament=pk).values_list("player", *Tally._fields)
    return {player: Tally(*figures) for player, *figures in rows}


def _store_tallies(pk: int) -> bool:
    """Bring the players' rows up to date; whether anything was to be done."""
    stored, tallies = _stored_tallies(pk), tallies_of(pk)
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
