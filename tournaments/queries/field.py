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

from django.db.models import Prefetch, Q

from scoring import variants
from scoring.variants.mandavoshka import Mandavoshka
from tournaments.models import Entry, EntryPlayer, Game, Rating, Result, Round, Seat, SeatSummary, Stage, Tournament
from tournaments.pairing import values as pairing
from tournaments.pairing.values import PastRound, PastTable, State
from tournaments.points import Scheme
from tournaments.queries.bracket import bracket_places, has_bracket
from tournaments.queries.pairing import options_of, team_of
from tournaments.queries.stages import entries_in, stage_scheme
from tournaments.standings import values
from tournaments.standings.measure import ACCOUNTS, EARLY, HANDS, MEASURES, RATINGS, TARGET
from tournaments.standings.orders import usual

ROUND_ROBIN = "round_robin"
TENTH = Fraction(1, 10)
"""To what ratings are shown, and a mean of them rounded."""


class Row(NamedTuple):
    """A result with what is known of its game."""

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


ROW = ("game_id", "game__number", "game__table__number", "game__table__round__number", "game__ended_by")
ROW += ("game__hand_count", "game__forfeited", "entry_id", "side", "place", "won", "lost", "points_for")


@dataclass(frozen=True)
class StageField:
    """The values of a stage, and what the pages need beside them: entries by id, the game of each contest."""

    field: values.Field
    entries: Mapping[int, Entry]
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

    Four queries, one more where the order looks at hands, one more where it looks at ratings.
    """
    scheme, penalty = stage_scheme(stage, tournament), is_penalty(tournament)
    needs = frozenset[str]().union(*(MEASURES[code].needs for code in order))
    entries = _entries(tournament, stage)
    rows = _rows(tournament, stage) if results is None else _given(stage, results)
    figures = _figures(tournament, stage) if needs & {HANDS, EARLY} else {}
    contests, games = _contests(rows, scheme, penalty, figures)
    byes, pending = _without_result(tournament, stage, scheme)
    played = {seat.entry for contest in contests for seat in contest.seats} | {bye.entry for bye in byes}
    there = {entry.pk: entry for entry in entries if not entry.withdrawn or entry.pk in played}
    ratings = _ratings(tournament, there.values()) if RATINGS in needs else {}
    numbers = {contest.round for contest in contests} | {bye.round for bye in byes} | {one[1] for one in pending}
    options = variants.get(tournament.variant).resolve(tournament.options)
    field = values.Field(
        entries=tuple(_entry(entry, ratings.get(entry.pk)) for entry in there.values()),
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
        met = False
        for contest in contests:
            met = met or not any(seat.absent for seat in contest.seats)
            for seat in contest.seats:
                points[seat.entry] += seat.points
        if members.issuperset(points):
            yield PastTable(table, tuple(points), tuple(points.values()), met)


def group_field(field: values.Field, group: int, stage: Stage | None) -> values.Field:
    """One group of the stage, as its format counts: in a round robin without the games of early leavers."""
    one = field.of_group(group)
    if stage is None or stage.format != ROUND_ROBIN:
        return one
    return one.without_early_leavers((len(one.entries) - 1) * stage.settings.get("cycles", 1))


def _entries(tournament: Tournament, stage: Stage | None) -> list[Entry]:
    """With their players, and with group, seed and points carried; two queries."""
    members = Prefetch("members", EntryPlayer.objects.select_related("player"))
    if stage is not None:
        return list(entries_in(stage).prefetch_related(None).prefetch_related(members))
    entries = list(tournament.entries.order_by("number").prefetch_related(members))
    for entry in entries:
        entry.group, entry.carried = 1, 0
    return entries


def _entry(entry: Entry, rating: Fraction | None) -> values.Entry:
    return values.Entry(
        entry.pk, team_of(entry), entry.group, rating, Fraction(entry.carried), withdrawn=entry.withdrawn
    )


def _of(stage: Stage | None, tournament: Tournament, path: str) -> Q:
    """The rows of a stage, or of a season, by the way from a row to its round."""
    return Q(**{f"{path}__stage": stage}) if stage is not None else Q(**{f"{path}__tournament": tournament})


def _rows(tournament: Tournament, stage: Stage | None) -> list[Row]:
    results = Result.objects.filter(_of(stage, tournament, "game__table__round"))
    return [Row(*row) for row in results.order_by("game_id", "side", "entry_id").values_list(*ROW)]


def _given(stage: Stage | None, results: Iterable[Result]) -> list[Row]:
    rows = []
    for result in results:
        game = result.game
        round_ = game.table.round
        if stage is None or round_.stage_id == stage.pk:
            rows.append(
                Row(
                    game.pk, game.number, game.table.number, round_.number, game.ended_by, game.hand_count,
                    game.forfeited, result.entry_id, result.side, result.place, result.won, result.lost,
                    result.points_for,
                )
            )  # fmt: skip
    return sorted(rows, key=lambda row: (row.game, row.side, row.entry))


def _contests(
    rows: Sequence[Row], scheme: Scheme, penalty: bool, figures: Mapping[tuple[int, int], Sequence[int]]
) -> tuple[tuple[values.Contest, ...], dict[tuple[int, int, int], int]]:
    contests, games = [], {}
    for game, same in groupby(rows, key=lambda row: row.game):
        results = list(same)
        first = results[0]
        games[first.round, first.table, first.number] = game
        contests.append(_contest(results, scheme, penalty, figures))
    return tuple(contests), games


def _contest(
    results: Sequence[Row], scheme: Scheme, penalty: bool, figures: Mapping[tuple[int, int], Sequence[int]]
) -> values.Contest:
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
            *figures.get((row.game, row.entry), (0, 0, 0)), absent=at[row.side] in forfeited and not first.hands,
        )
        for row in results
    )  # fmt: skip
    return values.Contest(first.round, first.table, seats, first.number)


def _figures(tournament: Tournament, stage: Stage | None) -> dict[tuple[int, int], list[int]]:
    """Hands won, fish made and early wins, by game and entry."""
    rows = SeatSummary.objects.filter(_of(stage, tournament, "seat__round")).order_by()
    figures: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for game, entry, outs, fish, early in rows.values_list("game_id", "seat__entry_id", "outs", "fish", "early"):
        for at, count in enumerate((outs, fish, bool(early))):
            figures[game, entry][at] += count
    return figures


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


def _ratings(tournament: Tournament, entries: Iterable[Entry]) -> dict[int, Fraction]:
    """What each entry stands at on the game's own ladder, a pair at the mean; none where somebody has no rating."""
    rows = Rating.objects.filter(ladder__variant=tournament.variant, ladder__name="")
    known = dict(rows.filter(player__memberships__tournament=tournament).values_list("player_id", "mu"))
    found = {}
    for entry in entries:
        mus = [known.get(member.player_id) for member in entry.members.all()]
        if mus and None not in mus:
            found[entry.pk] = round(Fraction(sum(mus)) / len(mus) / TENTH) * TENTH
    return found
