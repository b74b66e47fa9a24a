"""A stage as the standings room has it: plain values from entries, results, byes and what is still being played.

An entry's games count as soon as they are finished, its bye as soon as the round is published. Points are given by the
stage's scheme from the places, exactly. A round of an entry is *pending* while a game of it goes on, and where one was
annulled. A season has no stage: all its entries are one group, and its sittings are the rounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from django.db.models import Count, F, OuterRef, Q, Subquery, Sum, Value

from scoring import variants
from scoring.variants.mandavoshka import Mandavoshka
from tournaments.models import EntryPlayer, Game, Player, Rating, Result, Round, Seat, Stage, Tournament
from tournaments.pairing import values as pairing
from tournaments.pairing.values import PastRound, PastTable, State
from tournaments.points import Scheme
from tournaments.queries.bracket import bracket_places, has_bracket
from tournaments.queries.pairing import options_of, team_of
from tournaments.queries.stages import stage_scheme
from tournaments.standings import values
from tournaments.standings.measure import ACCOUNTS, EARLY, HANDS, MEASURES, RATINGS, TARGET
from tournaments.standings.orders import usual

ROUND_ROBIN = "round_robin"
TENTH = Fraction(1, 10)
"""To what ratings are shown, and a mean of them rounded."""


class Row(NamedTuple):
    """A result with what is known of its game, and the entry's figures in it where the order looks at them."""

    game: int
    number: int
    table: int
    round: int
    ended_by: str
    hands: int
    forfeited: list[int]
    entry: int
    side: int
    place: int
    won: bool
    lost: bool
    points_for: int
    outs: int | None = 0
    fish: int | None = 0
    early: int = 0


ROW = ("game_id", "game__number", "game__table__number", "game__table__round__number", "game__ended_by")
ROW += ("game__hand_count", "game__forfeited", "entry_id", "side", "place", "won", "lost", "points_for")
FIGURES = ("own_outs", "own_fish", "own_early")


@dataclass(frozen=True)
class Entrant:
    """An entry of the stage. `rating` is what it stands at, a pair at the mean, where the order looks at ratings."""

    pk: int
    number: int
    withdrawn: bool
    players: tuple[Player, ...]
    team: str
    category: str
    group: int
    carried: Fraction
    rating: Fraction | None = None

    @property
    def name(self) -> str:
        return " / ".join(player.name for player in self.players)


@dataclass(frozen=True)
class StageField:
    """The values of a stage, and what the pages need beside them: entries by id, the game of each contest."""

    field: values.Field
    entries: Mapping[int, Entrant]
    games: Mapping[tuple[int, int, int], int]  # by round, table and number
    penalty: bool
    accounts: bool

    @property
    def last(self) -> int:
        """The last round in which anything counts; 0 before."""
        numbers = [contest.round for contest in self.field.contests] + [bye.round for bye in self.field.byes]
        return max(numbers, default=0)


def is_penalty(tournament: Tournament) -> bool:
    """Whether what is written counts against its owner, under this tournament's rules."""
    variant = variants.get(tournament.variant)
    return variant.fewer_is_better(variant.resolve(tournament.options))


def has(tournament: Tournament) -> frozenset[str]:
    """What the tournament's game has of what a measure may need."""
    variant = variants.get(tournament.variant)
    there = {RATINGS} if tournament.rated else set()
    if not variant.result_alone:
        there |= {ACCOUNTS, HANDS}
    if issubclass(variant, Mandavoshka):
        there.add(EARLY)
    if variant.resolve(tournament.options).get("target"):
        there.add(TARGET)
    return frozenset(there)


def order_of(stage: Stage | None, tournament: Tournament) -> tuple[str, ...]:
    """The measures that order the stage: its own, or those that are usual in its game."""
    if stage is not None and stage.measures:
        return tuple(stage.measures)
    colours = variants.get(tournament.variant).colours
    format_ = stage.format if stage else ""
    return usual(format_, has(tournament), penalty=is_penalty(tournament), colours=colours)


def stage_field(
    tournament: Tournament, stage: Stage | None, order: Sequence[str], results: Iterable[Result] | None = None
) -> StageField:
    """The stage as it stands; `results` in place of the stored ones show what would be.

    Three queries, whatever the order looks at.
    """
    scheme, penalty = stage_scheme(stage, tournament), is_penalty(tournament)
    needs = frozenset[str]().union(*(MEASURES[code].needs for code in order))
    entrants = _entrants(tournament, stage, rated=RATINGS in needs)
    figures = bool(needs & {HANDS, EARLY})
    rows = _rows(tournament, stage, figures=figures) if figures or results is None else []
    if results is not None:
        rows = _given(stage, results, rows)
    contests, games = _contests(rows, scheme, penalty)
    byes, pending = _without_result(tournament, stage, scheme)
    played = {seat.entry for contest in contests for seat in contest.seats} | {bye.entry for bye in byes}
    there = {one.pk: one for one in entrants if not one.withdrawn or one.pk in played}
    numbers = {contest.round for contest in contests} | {bye.round for bye in byes} | {one[1] for one in pending}
    options = variants.get(tournament.variant).resolve(tournament.options)
    field = values.Field(
        entries=tuple(
            values.Entry(one.pk, one.team, one.group, one.rating, one.carried, one.withdrawn, one.number)
            for one in there.values()
        ),
        contests=contests,
        byes=byes,
        rounds=tuple(sorted(numbers)),
        pending=frozenset(one for one in pending if one[0] in there),
        best=scheme.best,
        middle=scheme.middle,
        penalty=penalty,
        target=options.get("target"),
        forfeits_count=stage is not None and stage.format == ROUND_ROBIN,
        lots=stage.lots_seed if stage else None,
        rating_step=TENTH,
    )
    if stage is not None and has_bracket(stage):
        field = replace(field, reached=_reached(stage, field, list(there)))
    return StageField(field, there, games, penalty, not variants.get(tournament.variant).result_alone)


def _reached(stage: Stage, field: values.Field, seeded: Sequence[int]) -> dict[int, dict[int, int]]:
    """The places in the brackets of all groups after each round; `seeded`: the entries from the first seed on."""
    options = options_of(stage)
    entries = {entry.id: entry for entry in field.entries}
    reached: dict[int, dict[int, int]] = {}
    for number in (0, *field.rounds):
        past = field.after(number)
        reached[number] = {}
        for group in sorted({entry.group for entry in field.entries}):
            members = [entries[one] for one in seeded if entries[one].group == group]
            state = State(
                tuple(pairing.Entry(one.id, at, here=not one.withdrawn) for at, one in enumerate(members, start=1)),
                (PastRound(tuple(_tables(past, {one.id for one in members}))),),
            )
            reached[number] |= bracket_places(stage, state, options)
    return reached


def _tables(field: values.Field, members: set[int]) -> Iterator[PastTable]:
    """The tables of these entries, each with the points of all its games."""
    ordered = sorted(field.contests, key=lambda contest: (contest.round, contest.table, contest.number))
    for (_round, table), contests in groupby(ordered, key=lambda contest: (contest.round, contest.table)):
        points: dict[int, Fraction] = defaultdict(Fraction)
        met, nobody = False, True
        for contest in contests:
            nobody = nobody and all(seat.lost for seat in contest.seats)
            met = met or not any(seat.absent for seat in contest.seats)
            for seat in contest.seats:
                points[seat.entry] += seat.points
        if members.issuperset(points):
            yield PastTable(table, tuple(points), tuple(points.values()), met, nobody)


def group_field(field: values.Field, group: int, stage: Stage | None) -> values.Field:
    """One group of the stage, as its format counts: in a round robin without the games of early leavers."""
    one = field.of_group(group)
    if stage is None or stage.format != ROUND_ROBIN:
        return one
    return one.without_early_leavers((len(one.entries) - 1) * stage.settings.get("cycles", 1))


def _entrants(tournament: Tournament, stage: Stage | None, *, rated: bool) -> list[Entrant]:
    """Who takes part in the stage, from the first group and seed on, or in a season by number."""
    members = EntryPlayer.objects.filter(tournament=tournament).select_related("entry", "player")
    if stage is not None:
        of_stage = {name: F(f"entry__stages__{name}") for name in ("group", "seed", "carried")}
        members = members.filter(entry__stages__stage=stage).annotate(**of_stage)
    else:
        members = members.annotate(group=Value(1), seed=Value(0), carried=Value(0))
    if rated:
        own = Rating.objects.filter(ladder__variant=tournament.variant, ladder__name="", player=OuterRef("player"))
        members = members.annotate(mu=Subquery(own.values("mu")))
    members = members.order_by("group", "seed", "entry__number", "position")
    return [_entrant(list(same), rated=rated) for _entry, same in groupby(members, key=lambda one: one.entry_id)]


def _entrant(members: Sequence[EntryPlayer], *, rated: bool) -> Entrant:
    first, rating = members[0], None
    if rated and all(member.mu is not None for member in members):
        rating = round(Fraction(sum(member.mu for member in members)) / len(members) / TENTH) * TENTH
    players = tuple(member.player for member in members)
    team = team_of(first.entry, players)
    return Entrant(
        first.entry_id, first.entry.number, first.entry.withdrawn, players, team, first.entry.category,
        first.group,
        Fraction(first.carried), rating,
    )  # fmt: skip


def _of(stage: Stage | None, tournament: Tournament, path: str) -> Q:
    """The rows of a stage, or of a season, by the way from a row to its round."""
    return Q(**{f"{path}__stage": stage}) if stage is not None else Q(**{f"{path}__tournament": tournament})


def _rows(tournament: Tournament, stage: Stage | None, *, figures: bool) -> list[Row]:
    results = Result.objects.filter(_of(stage, tournament, "game__table__round"))
    if figures:
        own = Q(game__summary__seats__seat__entry=F("entry"))
        results = results.annotate(
            own_outs=Sum("game__summary__seats__outs", filter=own),
            own_fish=Sum("game__summary__seats__fish", filter=own),
            own_early=Count("game__summary__seats", filter=own & ~Q(game__summary__seats__early="")),
        )
    wanted = (*ROW, *FIGURES) if figures else ROW
    return [Row(*row) for row in results.order_by("game_id", "side", "entry_id").values_list(*wanted)]


def _given(stage: Stage | None, results: Iterable[Result], stored: Iterable[Row]) -> list[Row]:
    """These results as rows; the figures are those that are stored."""
    figures = {(row.game, row.entry): row[-len(FIGURES) :] for row in stored}
    rows = []
    for result in results:
        game = result.game
        round_ = game.table.round
        if stage is None or round_.stage_id == stage.pk:
            rows.append(
                Row(
                    game.pk, game.number, game.table.number, round_.number, game.ended_by, game.hand_count,
                    game.forfeited, result.entry_id, result.side, result.place, result.won, result.lost,
                    result.points_for, *figures.get((game.pk, result.entry_id), ()),
                )
            )  # fmt: skip
    return sorted(rows, key=lambda row: (row.game, row.side, row.entry))


def _contests(
    rows: Sequence[Row], scheme: Scheme, penalty: bool
) -> tuple[tuple[values.Contest, ...], dict[tuple[int, int, int], int]]:
    contests, games = [], {}
    for game, same in groupby(rows, key=lambda row: row.game):
        results = list(same)
        first = results[0]
        games[first.round, first.table, first.number] = game
        contests.append(_contest(results, scheme, penalty))
    return tuple(contests), games


def _contest(results: Sequence[Row], scheme: Scheme, penalty: bool) -> values.Contest:
    first = results[0]
    sides = {row.side: row for row in results}
    at = {side: position for position, side in enumerate(sides)}
    lost = [at[side] for side, row in sides.items() if row.lost]
    forfeited = [at[side] for side in first.forfeited if side in at] or (lost if first.ended_by == "forfeit" else [])
    points = scheme.of_game(
        [row.place for row in sides.values()],
        lost=lost,
        written=[row.points_for for row in sides.values()],
        penalty=penalty,
        forfeited=forfeited,
        begun=first.hands > 0,
    )
    seats = tuple(
        values.Seat(
            row.entry, row.side, row.place, points[at[row.side]], row.won, row.lost, row.points_for,
            row.outs or 0, row.fish or 0, row.early, absent=at[row.side] in forfeited and not first.hands,
        )
        for row in results
    )  # fmt: skip
    return values.Contest(first.round, first.table, seats, first.number)


def _without_result(
    tournament: Tournament, stage: Stage | None, scheme: Scheme
) -> tuple[tuple[values.Bye, ...], frozenset[tuple[int, int]]]:
    """Byes, and the rounds of entries that are pending; a pair's two seats are one."""
    seats = Seat.objects.filter(_of(stage, tournament, "round")).exclude(round__status=Round.Status.DRAFT)
    going = Q(table__games__finished_at=None) | Q(table__games__ruling=Game.Ruling.ANNULLED)
    rows = seats.filter(Q(table=None) | going).order_by("round__number", "entry_id")
    byes, pending = [], set()
    for entry, number, kind in rows.values_list("entry_id", "round__number", "bye").distinct():
        if kind:
            byes.append(values.Bye(entry, number, kind, scheme.of_bye(kind)))
        else:
            pending.add((entry, number))
    return tuple(byes), frozenset(pending)
