"""What a draw is made of: everybody in a stage and its past rounds as plain values, and how the stage pairs.

The *past* of a round are the rounds of its stage before it. Entries that have withdrawn stay in the state, since
others have met them, but are not here. A table was *met* where its game counts as played, or a hand of it was written
down.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from django.db.models import Count, Q

from scoring import variants
from tournaments.formats import is_duel, settled
from tournaments.models import Absence, Ban, Entry, Game, Player, Result, Seat, Stage, Table
from tournaments.models.stages import WAITS
from tournaments.pairing import values
from tournaments.points import Scheme
from tournaments.queries.seating import places_at_a_table
from tournaments.queries.stages import entries_in, stage_scheme

BRACKETS = ("knockout", "double_knockout")


def options_of(stage: Stage) -> values.Options:
    """How the stage pairs, for the pairing room."""
    tournament = stage.tournament
    variant = variants.get(tournament.variant)
    low, high = (2, 2) if is_duel(stage.format) else places_at_a_table(tournament)
    return values.Options(
        stage.format,
        low=low,
        high=high,
        rounds=stage.rounds,
        colours=variant.colours,
        bye=stage_scheme(stage, tournament).bye,
        **settled(stage.format, stage.settings),
    )


def states_of(stage: Stage, number: int, options: values.Options) -> dict[int, values.State]:
    """All that the draw of round `number` depends on, by group. A fixed number of queries."""
    entries = list(entries_in(stage))
    tournament = stage.tournament
    absent = dict(Absence.objects.filter(entry__in=entries, number=number).values_list("entry_id", "kind"))
    bans = frozenset(frozenset(pair) for pair in Ban.objects.filter(tournament=tournament).values_list("one", "other"))
    rounds = _rounds(stage, number, stage_scheme(stage, tournament))
    locked = _locked(stage, number)
    groups: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        groups[entry.group].append(entry)
    return {
        group: values.State(
            entries=tuple(_entry(entry, absent.get(entry.pk), check_in=tournament.check_in) for entry in members),
            rounds=_of(rounds, {entry.pk for entry in members}),
            forbidden=bans,
            locked=tuple(locked[group]),
            fixed={entry.pk: entry.fixed_table for entry in members if entry.fixed_table},
        )
        for group, members in sorted(groups.items())
    }


def state_of(stage: Stage, number: int, options: values.Options, group: int = 1) -> values.State:
    """What the draw of one group depends on."""
    return states_of(stage, number, options).get(group, values.State(()))


def whole(states: Mapping[int, values.State]) -> values.State:
    """All groups as one: what is looked at where people of several may have been put together by hand."""
    rounds = zip(*(state.rounds for state in states.values()), strict=True)
    return values.State(
        entries=tuple(entry for state in states.values() for entry in state.entries),
        rounds=tuple(
            values.PastRound(
                tuple(table for past in pasts for table in past.tables),
                tuple(bye for past in pasts for bye in past.byes),
            )
            for pasts in rounds
        ),
        forbidden=frozenset().union(*(state.forbidden for state in states.values())),
        fixed={entry: number for state in states.values() for entry, number in state.fixed.items()},
    )


def team_of(entry: Entry, players: Iterable[Player]) -> str:
    """Whom an entry plays for: its team, or else its club; a pair is of a club where both are."""
    clubs = {player.club for player in players}
    return entry.team or (clubs.pop() if len(clubs) == 1 else "")


def _entry(entry: Entry, asked: str | None, *, check_in: bool) -> values.Entry:
    return values.Entry(
        entry.pk,
        entry.seed,
        team=team_of(entry, (member.player for member in entry.members.all())),
        here=not entry.withdrawn and (not check_in or entry.here_at is not None),
        asked=asked,
        carried=Fraction(entry.carried),
    )


def _of(rounds: Iterable[values.PastRound], members: set[int]) -> tuple[values.PastRound, ...]:
    """The rounds as one group saw them."""
    return tuple(
        values.PastRound(
            tuple(table for table in past.tables if table.seats[0] in members),
            tuple(bye for bye in past.byes if bye.entry in members),
        )
        for past in rounds
    )


def _rounds(stage: Stage, before: int, scheme: Scheme) -> tuple[values.PastRound, ...]:
    seats = Seat.objects.filter(round__stage=stage, round__number__lt=before)
    places: dict[int, dict[int | None, dict[int, str]]] = defaultdict(lambda: defaultdict(dict))
    for round_, table, entry, kind in seats.order_by("round__number", "table__number", "number", "id").values_list(
        "round__number", "table__number", "entry_id", "bye"
    ):
        places[round_][table].setdefault(entry, kind)  # a pair has two seats, and counts once, where its first one is
    points, met, void, nobody = _points(stage), _met(stage), _void(stage), _nobody(stage)
    rounds = []
    for number, tables in sorted(places.items()):
        resting = tables.pop(None, {})
        played = [
            values.PastTable(
                table,
                tuple(seated),
                tuple(points[number, table, entry] for entry in seated),
                met=(number, table) in met,
                nobody=(number, table) in nobody,
            )
            for table, seated in sorted((table, seated) for table, seated in tables.items() if table is not None)
            if (number, table) not in void
        ]
        byes = tuple(
            values.PastBye(entry, kind, scheme.of_bye(kind)) for entry, kind in sorted(resting.items()) if kind != WAITS
        )
        rounds.append(values.PastRound(tuple(played), byes))
    return tuple(rounds)


def _locked(stage: Stage, number: int) -> Mapping[int, list[values.Table]]:
    """The tables of the round's draft that stay as they are, by group."""
    found: dict[int, list[values.Table]] = defaultdict(list)
    tables = Table.objects.filter(round__stage=stage, round__number=number, locked=True).order_by("number")
    for table in tables.prefetch_related("seats"):
        seated = dict.fromkeys(seat.entry_id for seat in sorted(table.seats.all(), key=lambda seat: seat.number or 0))
        found[table.group].append(values.Table(table.number, tuple(seated)))
    return found


def _points(stage: Stage) -> dict[tuple[int, int, int], Fraction]:
    """Tournament points by round, table and entry; none where there is no result."""
    points: dict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
    results = Result.objects.filter(game__table__round__stage=stage).order_by()
    for round_, table, entry, worth in results.values_list(
        "game__table__round__number", "game__table__number", "entry_id", "points"
    ):
        points[round_, table, entry] += Fraction(worth)
    return points


def _met(stage: Stage) -> set[tuple[int, int]]:
    """By round and table: a hand was written down, or the game ended neither by a forfeit nor by being annulled."""
    games = Game.objects.filter(table__round__stage=stage).order_by()
    return {
        (round_, table)
        for round_, table, ruling, ended_by, hands in games.values_list(
            "table__round__number", "table__number", "ruling", "ended_by", "hand_count"
        )
        if hands or ruling == Game.Ruling.DECIDED or (not ruling and ended_by != "forfeit")
    }


def _nobody(stage: Stage) -> set[tuple[int, int]]:
    """By round and table: there are results, and all sides have lost."""
    tables = Result.objects.filter(game__table__round__stage=stage).order_by()
    others = tables.values_list("game__table__round__number", "game__table__number").annotate(
        others=Count("pk", filter=Q(lost=False))
    )
    return {(round_, table) for round_, table, count in others if not count}


def _void(stage: Stage) -> set[tuple[int, int]]:
    """The matches of a bracket that are to be played again, by round and table: all their games were annulled."""
    if stage.format not in BRACKETS:
        return set()
    tables = Table.objects.filter(round__stage=stage).exclude(games__in=Game.objects.exclude(ruling="annulled"))
    return set(tables.values_list("round__number", "number"))
