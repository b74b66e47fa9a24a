"""What a draw is made of: everybody in the tournament and its past rounds as plain values, and how it pairs.

A *past round* is one that is no draft any more. Entries that have withdrawn stay in the state, since others have met
them, but are not here. A table was *met* where its game counts as played, or a hand of it was written down.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from scoring import variants
from tournaments.models import Entry, Game, Result, Round, Seat, Tournament
from tournaments.pairing import values
from tournaments.points import points_for_bye
from tournaments.queries.seating import places_at_a_table


def options_of(tournament: Tournament) -> values.Options:
    """The format follows from the game and from who takes part."""
    variant = variants.get(tournament.variant)
    low, high = places_at_a_table(tournament)
    if variant.colours:
        chosen = "dutch"
    elif high == 2:
        chosen = "swiss"
    else:
        chosen = "partners" if variant.pairs else "tables"
    bye = Fraction(points_for_bye(two_sides=variant.two_sides()))
    return values.Options(chosen, low=low, high=high, colours=variant.colours, bye=bye)


def state_of(tournament: Tournament, entries: Sequence[Entry], options: values.Options) -> values.State:
    """All that the next draw depends on. Three queries; the entries come with their players."""
    return values.State(entries=tuple(map(_entry, entries)), rounds=_rounds(tournament, options.bye))


def _entry(entry: Entry) -> values.Entry:
    """A pair is of a club where both are."""
    clubs = {member.player.club for member in entry.members.all()}
    team = clubs.pop() if len(clubs) == 1 else ""
    return values.Entry(entry.pk, entry.number, team=team, here=not entry.withdrawn)


def _rounds(tournament: Tournament, bye: Fraction) -> tuple[values.PastRound, ...]:
    seats = Seat.objects.filter(round__tournament=tournament).exclude(round__status=Round.Status.DRAFT)
    places: dict[int, dict[int | None, dict[int, None]]] = defaultdict(lambda: defaultdict(dict))
    for round_, table, entry in seats.order_by("round__number", "table__number", "number", "id").values_list(
        "round__number", "table__number", "entry_id"
    ):
        places[round_][table][entry] = None  # a pair has two seats, and counts once, where its first one is
    points, met = _points(tournament), _met(tournament)
    rounds = []
    for number, tables in sorted(places.items()):
        resting = tables.pop(None, {})
        played = [
            values.PastTable(
                table,
                tuple(seated),
                tuple(points[number, table, entry] for entry in seated),
                met=(number, table) in met,
            )
            for table, seated in sorted((table, seated) for table, seated in tables.items() if table is not None)
        ]
        byes = tuple(values.PastBye(entry, points=bye) for entry in sorted(resting))
        rounds.append(values.PastRound(tuple(played), byes))
    return tuple(rounds)


def _points(tournament: Tournament) -> dict[tuple[int, int, int], Fraction]:
    """Tournament points by round, table and entry; none where there is no result."""
    points: dict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
    results = Result.objects.filter(game__table__round__tournament=tournament).order_by()
    for round_, table, entry, worth in results.values_list(
        "game__table__round__number", "game__table__number", "entry_id", "points"
    ):
        points[round_, table, entry] += Fraction(worth)
    return points


def _met(tournament: Tournament) -> set[tuple[int, int]]:
    games = Game.objects.filter(table__round__tournament=tournament).order_by()
    return {
        (round_, table)
        for round_, table, ruling, hands in games.values_list(
            "table__round__number", "table__number", "ruling", "hand_count"
        )
        if not ruling or hands
    }
