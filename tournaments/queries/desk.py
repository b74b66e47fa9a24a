"""What an organiser's desk shows: a round with its tables, and what is still open.

The *round in hand* is the first that is not closed, or the last one; any other can be looked at beside it. A draft is
told as it was laid out, a round that plays table by table, with the game that is played there now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tournaments.models import Absence, Entry, Round, Seat, Stage, Tournament
from tournaments.models.stages import BYES, WAITS
from tournaments.pairing.engine import ENGINES, TWO
from tournaments.pairing.layout import Layout
from tournaments.pairing.sizes import table_sizes
from tournaments.queries.bracket import bracket_over, has_bracket
from tournaments.queries.clock import Clock, clock_of
from tournaments.queries.desk_tables import DeskGame, tables_at_desk
from tournaments.queries.drafts import Warnings, layout_of_round, warnings_of
from tournaments.queries.hindsight import corrected_before
from tournaments.queries.links import keeper_links
from tournaments.queries.outlook import outlook
from tournaments.queries.reasons import Reasons, reasons_of
from tournaments.queries.seating import places_at_a_table
from tournaments.queries.stages import current_stage, entries_in

FROM_RESULTS = ("knockout", "double_knockout", "king")
"""How many tables the next round of these has follows from the results, not from how many are there."""


@dataclass(frozen=True)
class Placed:
    """An entry in a draft. `fixed`: it always sits at this table."""

    pk: int
    name: str
    fixed: bool


@dataclass(frozen=True)
class DraftTable:
    """A table of a draft, as it can be mended."""

    number: int
    group: int
    locked: bool
    people: list[Placed]
    reasons: list[str]
    warnings: list[str]


@dataclass(frozen=True)
class Bye:
    """Who has no table, and why: in words, and as the reasons of the draw say."""

    entry: Entry
    kind: str
    word: str
    reasons: list[str]


@dataclass(frozen=True)
class Desk:
    """A tournament as its organiser finds it. `entered` counts all, `playing` who would be drawn now.

    `next_stage` comes after the one that is played; `alone` counts those of pairs who have no partner yet.
    """

    tournament: Tournament
    stage: Stage | None
    rounds: list[Round]
    round: Round | None
    games: list[DeskGame]
    draft: list[DraftTable]
    reasons: Reasons
    warnings: Warnings
    byes: list[Bye]
    unseated: list[Entry]
    gone: list[Entry]
    away: list[Entry]
    absent: int
    entered: int
    playing: list[Entry] = field(repr=False)
    placed: list[tuple[int, str]] = field(repr=False)
    corrected: list[int]
    next_stage: Stage | None
    alone: int
    has_link: bool = False

    @cached_property
    def in_hand(self) -> Round | None:
        """The round that is to be dealt with now."""
        return round_in_hand(self.rounds)

    @property
    def taking_part(self) -> int:
        return len(self.playing)

    @cached_property
    def clock(self) -> Clock | None:
        return clock_of(self.round) if self.round else None

    @property
    def next_number(self) -> int:
        return self.rounds[-1].number + 1 if self.rounds else 1

    @property
    def played(self) -> int:
        """How many rounds of the stage are out."""
        return sum(
            one.stage_id == self.stage.pk and one.status != Round.Status.DRAFT for one in self.rounds if self.stage
        )

    @cached_property
    def stage_over(self) -> bool:
        """Whether the stage has all the rounds that it is to have; a bracket, whether its last match is played."""
        if self.stage and has_bracket(self.stage):
            return self.played > 0 and bracket_over(self.stage)
        wanted = outlook(self.stage, self.entered).rounds if self.stage else None
        return wanted is not None and self.played >= wanted

    @property
    def drafts(self) -> list[Round]:
        return [one for one in self.rounds if one.status == Round.Status.DRAFT]

    @property
    def grouped(self) -> bool:
        return bool(self.stage and self.stage.groups > 1)

    def in_state(self, state: str) -> list[DeskGame]:
        return [game for game in self.games if game.state == state]

    @property
    def sizes(self) -> tuple[int, int]:
        """The fewest and the most entries at one table."""
        if self.stage and ENGINES[self.stage.format].sides == TWO:
            return 2, 2
        return places_at_a_table(self.tournament)

    def table_counts(self) -> list[tuple[int, int]]:
        """What the next draw would give: (how many tables, of how many places), the larger ones first."""
        groups = Counter(getattr(entry, "group", 1) for entry in self.playing)
        sizes = [size for count in groups.values() for size in table_sizes(count, *self.sizes)]
        return [(count, size) for size, count in sorted(Counter(sizes).items(), reverse=True)]

    @property
    def foretold(self) -> bool:
        """Whether `table_counts` says how many tables the next round has."""
        return self.stage is None or self.stage.format not in FROM_RESULTS

    @property
    def lacking(self) -> int:
        """How many more are needed for a first table; 0 where there is one."""
        sizes = self.sizes
        return next(more for more in range(sizes[1] + 1) if table_sizes(self.taking_part + more, *sizes))

    def bye_count(self) -> int:
        """How many would rest in the next draw."""
        return self.taking_part - sum(count * size for count, size in self.table_counts())


def round_in_hand(rounds: Sequence[Round]) -> Round | None:
    """The first that is not closed, or the last one."""
    return next((one for one in rounds if one.status != Round.Status.CLOSED), rounds[-1] if rounds else None)


def desk(tournament: Tournament, number: int | None = None) -> Desk:
    """The desk, with round `number` or the one in hand, by a fixed number of queries however many tables there are."""
    rounds = list(tournament.rounds.select_related("stage").order_by("number"))
    for one in rounds:
        one.tournament = tournament
        one.stage.tournament = tournament
    shown = next((one for one in rounds if one.number == number), round_in_hand(rounds))
    stage = shown.stage if shown and shown.status == Round.Status.DRAFT else current_stage(tournament)
    entries = list(entries_in(stage))
    next_number = shown.number if shown and shown.status == Round.Status.DRAFT else len(rounds) + 1
    absent = set(Absence.objects.filter(entry__in=entries, number=next_number).values_list("entry_id", flat=True))
    staying = [entry for entry in entries if not entry.withdrawn]
    away = [entry for entry in staying if tournament.check_in and entry.here_at is None]
    playing = [entry for entry in staying if entry not in away and entry.pk not in absent]
    everybody = {entry.pk: entry for entry in tournament.entries.prefetch_related("members__player")}
    reasons = reasons_of(shown, everybody.values()) if shown else Reasons()
    drafted = shown is not None and shown.status == Round.Status.DRAFT
    layout = layout_of_round(shown) if shown else Layout((), {})
    names = {pk: str(entry) for pk, entry in everybody.items()}
    warnings = warnings_of(shown, names) if drafted else Warnings()
    placed = {seat for table in layout.tables for seat in table.seats}
    playing_groups = {table.group for table in layout.tables}  # a smaller group may have played all it has
    return Desk(
        tournament=tournament,
        stage=stage,
        rounds=rounds,
        round=shown,
        games=tables_at_desk(shown, reasons) if shown and not drafted else [],
        draft=_draft(layout, everybody, reasons, warnings) if drafted else [],
        reasons=reasons,
        warnings=warnings,
        byes=_byes(layout, everybody, reasons),
        unseated=[
            one
            for one in playing
            if shown and one.pk not in placed and one.pk not in layout.byes and one.group in playing_groups
        ]
        if stage.format not in FROM_RESULTS
        else [],
        gone=[everybody[pk] for pk in sorted(placed) if everybody[pk].withdrawn] if drafted else [],
        away=away,
        absent=len(absent),
        entered=len(entries),
        playing=playing,
        placed=sorted(((pk, names[pk]) for pk in [*placed, *layout.byes]), key=lambda item: item[1]),
        corrected=corrected_before(shown) if shown else [],
        next_stage=tournament.stages.filter(number=stage.number + 1).first(),
        alone=sum(
            tournament.kind == Tournament.Kind.PAIRS and not entry.withdrawn and len(entry.members.all()) == 1
            for entry in everybody.values()
        ),
        has_link=bool(keeper_links(tournament)),
    )


def _draft(layout: Layout, entries: Mapping[int, Entry], reasons: Reasons, warnings: Warnings) -> list[DraftTable]:
    return [
        DraftTable(
            table.number,
            table.group,
            table.locked,
            [Placed(seat, str(entries[seat]), entries[seat].fixed_table == table.number) for seat in table.seats],
            reasons.tables.get(table.number, []),
            warnings.tables.get(table.number, []),
        )
        for table in layout.tables
    ]


def _byes(layout: Layout, entries: Mapping[int, Entry], reasons: Reasons) -> list[Bye]:
    said = dict(reasons.byes)
    words = {**BYES, WAITS: dict(Seat._meta.get_field("bye").choices)[WAITS]}
    return [
        Bye(entries[pk], kind, str(words[kind]), said.get(str(entries[pk]), [])) for pk, kind in layout.byes.items()
    ]
