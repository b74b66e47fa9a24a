"""The start list as its organiser sees it: every entry with its rating, its group and seed, and what is to be known."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from tournaments.models import Absence, Entry, Seat, Stage, StageEntry, Tournament
from tournaments.models.stages import WAITS
from tournaments.queries.ratings_of import ratings_of
from tournaments.queries.stages import current_stage


@dataclass(frozen=True)
class Entered:
    """An entry. `place` is its membership of the stage that is played now; `away` its absences still to come.

    `drawn`: a draw has given it a table or a bye. `alone`: it is to be a pair and has one player yet.
    """

    entry: Entry
    rating: float | None
    place: StageEntry | None
    away: list[Absence]
    drawn: bool
    alone: bool

    @property
    def name(self) -> str:
        return str(self.entry)


@dataclass(frozen=True)
class StartList:
    """All of them. `stage` is None in a season; `next_round` the first that is not out yet."""

    rows: list[Entered]
    stage: Stage | None
    next_round: int
    late: bool

    @property
    def playing(self) -> list[Entered]:
        return [row for row in self.rows if not row.entry.withdrawn]

    @property
    def alone(self) -> list[Entered]:
        return [row for row in self.playing if row.alone]

    @property
    def here(self) -> list[Entered]:
        return [row for row in self.playing if row.entry.here_at]

    @property
    def missing(self) -> list[Entered]:
        return [row for row in self.playing if not row.entry.here_at]

    def seeded(self) -> list[Entered]:
        """Those in the stage, by their seeds."""
        members = [row for row in self.rows if row.place]
        return sorted(members, key=lambda row: row.place.seed if row.place else 0)


def start_list(tournament: Tournament) -> StartList:
    """The list by a fixed number of queries, however many are on it."""
    given = Q(table__isnull=False) | Q(bye__in=["bye", WAITS])
    entries = list(
        tournament.entries.order_by("number")
        .annotate(drawn=Exists(Seat.objects.filter(given, entry=OuterRef("pk"))))
        .prefetch_related("members__player")
    )
    rounds = tournament.format == Tournament.Format.ROUNDS
    stage = current_stage(tournament) if rounds else None
    out = tournament.rounds.exclude(status="draft").values_list("number", "stage_id") if rounds else []
    numbers = [number for number, _stage in out]
    next_round = max(numbers, default=0) + 1
    places = {member.entry_id: member for member in stage.members.all()} if stage else {}
    away: dict[int, list[Absence]] = defaultdict(list)
    for absence in Absence.objects.filter(entry__tournament=tournament, number__gte=next_round):
        away[absence.entry_id].append(absence)
    ratings = ratings_of(tournament)
    pairs = tournament.kind == Tournament.Kind.PAIRS
    rows = [
        Entered(
            entry=entry,
            rating=ratings.get(entry.pk),
            place=places.get(entry.pk),
            away=away[entry.pk],
            drawn=entry.drawn,
            alone=pairs and len(entry.members.all()) == 1,
        )
        for entry in entries
    ]
    return StartList(rows, stage, next_round, late=any(found == getattr(stage, "pk", 0) for _number, found in out))
