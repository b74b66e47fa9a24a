"""The parts of the document. What refers to what is checked here too, so that whoever reads it can rely on that.

Entries are named by their number, players by their address, stages by their number. Unknown keys are errors.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, StringConstraints, model_validator

FORMAT = "ryba-tournament/1"

Slug = Annotated[str, StringConstraints(pattern=r"^[-a-zA-Z0-9_]+$", max_length=140)]
Number = Annotated[int, Field(ge=1, le=2_000_000_000)]
Count = Annotated[int, Field(ge=0, le=2_000_000_000)]
Version = Annotated[int, Field(ge=0, le=2**53)]
Json = dict[str, Any]


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TournamentPart(Part):
    name: str = Field(min_length=1)
    slug: Slug
    variant: str
    options: Json
    kind: Literal["individual", "pairs"]
    format: Literal["rounds", "season"]
    status: Literal["draft", "published", "finished"]
    rated: bool
    requires_confirmation: bool
    club: str
    venue: str
    starts_at: AwareDatetime | None
    ends_on: date | None
    best_of: Number | None
    minimum_games: Count
    check_in: bool
    teams: bool
    team_best: Number | None
    private: bool
    results_hidden: bool
    created_at: AwareDatetime


class PersonPart(Part):
    slug: Slug
    name: str = Field(min_length=1)
    club: str


class PlayerPart(PersonPart):
    """`formerly`: other records of the same person, whose addresses lead to this one."""

    formerly: list[PersonPart]


class MemberPart(Part):
    entry: Number
    group: Number
    seed: Number
    carried: Decimal


class StagePart(Part):
    number: Number
    name: str
    format: str
    rounds: Count | None
    settings: Json
    groups: Number
    games: Literal["one", "fixed", "best_of", "hands"]
    games_count: Number
    scheme: Json
    measures: list[str]
    lots_seed: int | None
    qualify: Number | None
    carry: bool
    clock_minutes: Count | None
    time_rule: Literal["stop", "hand", "one_more"]
    shown: bool
    closed_at: AwareDatetime | None
    members: list[MemberPart]


class AbsencePart(Part):
    number: Number
    kind: Literal["half", "zero", "full"]


class EntryPart(Part):
    number: Number
    players: list[Slug] = Field(min_length=1, max_length=2)
    withdrawn: bool
    here_at: AwareDatetime | None
    team: str
    fixed_table: Count | None
    absences: list[AbsencePart]


class HandPart(Part):
    """What stands beside an object of the record's `hands`: who wrote it down and when."""

    uuid: UUID
    at: AwareDatetime
    keeper: str
    amended_at: AwareDatetime | None
    amended_by: str


class RevisionPart(Part):
    version: Number
    kind: str
    target: str
    before: Json | None
    after: Json | None
    why: str
    at: AwareDatetime
    actor: str
    origin: str


class ConfirmationPart(Part):
    player: Slug | None
    version: Version
    says: Literal["confirmed", "disputed"]
    words: str
    at: AwareDatetime
    actor: str
    origin: str


class GamePart(Part):
    """`record` is the game as `ryba-game/1`; `hands` has one part for each of its hands."""

    number: Number
    version: Version
    finished_at: AwareDatetime | None
    ruling: Literal["", "annulled", "forfeited"]
    ruling_reason: str
    forfeited: list[Count]
    reopened_at: AwareDatetime | None
    stop_after: Count | None
    record: Json
    hands: list[HandPart]
    history: list[RevisionPart]
    confirmations: list[ConfirmationPart]


class SeatPart(Part):
    number: Annotated[int, Field(ge=0, le=3)]
    entry: Number
    player: Slug


class TablePart(Part):
    number: Number
    group: Number
    locked: bool
    seats: list[SeatPart]
    games: list[GamePart]


class ByePart(Part):
    entry: Number
    player: Slug
    bye: Literal["bye", "half", "zero", "full", "waits"]


class RoundPart(Part):
    """`reasons` are notes of the draw; entries in them are numbers, 0 for one that is gone."""

    number: Number
    stage: Number | None
    status: Literal["draft", "published", "closed"]
    sitting: bool
    seed: int
    engine: str
    engine_version: str
    reasons: Json
    published_at: AwareDatetime | None
    closed_at: AwareDatetime | None
    clock_started_at: AwareDatetime | None
    clock_left: Count | None
    tables: list[TablePart]
    byes: list[ByePart]


class Archive(Part):
    """The document. `lost`: revisions of games whose round was discarded since."""

    format: Literal["ryba-tournament/1"]
    tournament: TournamentPart
    players: list[PlayerPart]
    stages: list[StagePart]
    entries: list[EntryPart]
    bans: list[tuple[Number, Number]]
    rounds: list[RoundPart]
    lost: list[RevisionPart]

    @model_validator(mode="after")
    def hangs_together(self) -> Archive:
        """Nothing twice, and nothing that refers to what is not there."""
        faults = [*self._twice(), *self._missing()]
        if faults:
            raise ValueError("; ".join(faults[:10]))
        return self

    def _twice(self) -> Iterator[str]:
        yield from twice("players", (player.slug for player in self.players))
        yield from twice("stages", (stage.number for stage in self.stages))
        yield from twice("entries", (entry.number for entry in self.entries))
        yield from twice("entries, players", (slug for entry in self.entries for slug in entry.players))
        yield from twice("rounds", (round_.number for round_ in self.rounds))
        for round_ in self.rounds:
            where = f"round {round_.number}"
            seated = [seat.player for table in round_.tables for seat in table.seats]
            yield from twice(f"{where}, seats", [*seated, *(bye.player for bye in round_.byes)])
            yield from twice(f"{where}, tables", (table.number for table in round_.tables))

    def _missing(self) -> Iterator[str]:
        players = {player.slug for player in self.players}
        entries = {entry.number for entry in self.entries}
        stages = {stage.number for stage in self.stages}
        for entry in self.entries:
            yield from missing(f"entry {entry.number}, players", entry.players, players)
        for stage in self.stages:
            yield from missing(f"stage {stage.number}, members", (one.entry for one in stage.members), entries)
        yield from missing("bans", (number for ban in self.bans for number in ban), entries)
        for round_ in self.rounds:
            where = f"round {round_.number}"
            if round_.stage is not None:
                yield from missing(f"{where}, stage", [round_.stage], stages)
            seats = [*(seat for table in round_.tables for seat in table.seats), *round_.byes]
            yield from missing(f"{where}, entries", (seat.entry for seat in seats), entries)
            yield from missing(f"{where}, players", (seat.player for seat in seats), players)
            said = (said.player for table in round_.tables for game in table.games for said in game.confirmations)
            yield from missing(f"{where}, confirmations", (slug for slug in said if slug is not None), players)


def twice(where: str, keys: Iterable[Hashable]) -> Iterator[str]:
    seen: set[Hashable] = set()
    for key in keys:
        if key in seen:
            yield f"{where}: {key} is there twice"
        seen.add(key)


def missing(where: str, keys: Iterable[Hashable], known: set[Any]) -> Iterator[str]:
    for key in keys:
        if key not in known:
            yield f"{where}: there is no {key}"


def moment(when: datetime | None) -> str | None:
    """A moment as the document has it: in UTC, to the microsecond."""
    return None if when is None else when.astimezone(UTC).isoformat()
