"""The parts of the document, each with its bounds. Unknown keys are errors.

Entries are named by their number, players by their address, stages by their number. What refers to what is looked at
in `tournaments.archive.whole`.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, StringConstraints, model_validator

from tournaments.plain import line

FORMAT = "ryba-tournament/2"

Slug = Annotated[str, StringConstraints(pattern=r"^[-a-zA-Z0-9_]+$", max_length=140)]
Number = Annotated[int, Field(ge=1, le=2_000_000_000)]
Small = Annotated[int, Field(ge=1, le=30_000)]
Count = Annotated[int, Field(ge=0, le=2_000_000_000)]
SmallCount = Annotated[int, Field(ge=0, le=30_000)]
Seed = Annotated[int, Field(ge=-(2**63), lt=2**63)]
OneLine = AfterValidator(line)
Name = Annotated[str, Field(max_length=80), OneLine]
Words = Annotated[str, Field(max_length=200), OneLine]
SeatNumber = Annotated[int, Field(ge=0, le=3)]
Place = Annotated[int, Field(ge=1, le=4)]
Moment = Annotated[AwareDatetime, Field(ge=datetime(1900, 1, 1, tzinfo=UTC), lt=datetime(2101, 1, 1, tzinfo=UTC))]
Version = Annotated[int, Field(ge=0, le=2**53)]
Json = dict[str, Any]


def gettext_noop(message: str) -> str:
    """Marks a text for translation, and leaves it as it is."""
    return message


def agrees[P: BaseModel](part: P, does: bool, otherwise: str) -> P:
    """The part, unless it contradicts itself. `otherwise`, a msgid, says how."""
    if not does:
        raise ValueError(otherwise)
    return part


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class TournamentPart(Part):
    name: Annotated[str, OneLine] = Field(min_length=1, max_length=120)
    slug: Slug
    variant: str
    options: Json
    kind: Literal["individual", "pairs"]
    format: Literal["rounds", "season"]
    status: Literal["draft", "published", "finished"]
    rated: bool
    requires_confirmation: bool
    club: Name
    venue: Annotated[str, OneLine] = Field(max_length=120)
    starts_at: Moment | None
    ends_on: date | None
    best_of: Small | None
    minimum_games: SmallCount
    check_in: bool
    teams: bool
    team_best: Small | None
    private: bool
    results_hidden: bool
    created_at: Moment


class PersonPart(Part):
    slug: Annotated[Slug, Field(max_length=90)]
    name: Annotated[str, OneLine] = Field(min_length=1, max_length=80)
    club: Name


class PlayerPart(PersonPart):
    """`formerly`: other records of the same person, whose addresses lead to this one."""

    formerly: list[PersonPart]


class MemberPart(Part):
    entry: Number
    group: Small
    seed: Number
    carried: Annotated[Decimal, Field(strict=False, max_digits=9, decimal_places=3)]


class StagePart(Part):
    number: Small
    name: Annotated[str, OneLine] = Field(max_length=60)
    format: str = Field(max_length=20)
    rounds: SmallCount | None
    settings: Json
    groups: Small
    games: Literal["one", "fixed", "best_of", "hands"]
    games_count: Small
    scheme: Json
    measures: list[str]
    lots_seed: Seed | None
    qualify: Small | None
    carry: bool
    clock_minutes: SmallCount | None
    time_rule: Literal["stop", "hand", "one_more"]
    shown: bool
    closed_at: Moment | None
    members: list[MemberPart]


class AbsencePart(Part):
    number: Number
    kind: Literal["half", "zero", "full"]


class EntryPart(Part):
    number: Number
    players: list[Slug] = Field(min_length=1, max_length=2)
    withdrawn: bool
    here_at: Moment | None
    team: Name
    category: Name = ""
    fixed_table: SmallCount | None
    absences: list[AbsencePart]


class HandPart(Part):
    """What stands beside an object of the record's `hands`: who wrote it down and when."""

    uuid: UUID
    at: Moment
    keeper: Name
    amended_at: Moment | None
    amended_by: Name


class RevisionPart(Part):
    version: Number
    kind: Literal[
        "record",
        "undo",
        "amend",
        "delete",
        "insert",
        "restore",
        "reseat",
        "annul",
        "forfeit",
        "decide",
        "readmit",
        "reopen",
        "shut",
        "time",
        "rules",
    ]
    target: Words
    before: Json | None
    after: Json | None
    why: Words
    at: Moment
    actor: Name
    origin: Name

    @model_validator(mode="after")
    def changes_something(self) -> RevisionPart:
        return agrees(
            self, self.before is not None or self.after is not None, gettext_noop("it says neither before nor after")
        )


class ConfirmationPart(Part):
    player: Slug | None
    version: Version
    says: Literal["confirmed", "disputed"]
    words: Annotated[str, OneLine] = Field(max_length=300)
    at: Moment
    actor: Name
    origin: Name

    @model_validator(mode="after")
    def says_what(self) -> ConfirmationPart:
        whole = self.says == "confirmed" or (self.player is not None and self.words != "")
        return agrees(self, whole, gettext_noop("a dispute is a player's, and says what is wrong"))


class GamePart(Part):
    """`record` is the game as `ryba-game/1`; `hands` has one part for each of its hands."""

    number: Small
    version: Version
    finished_at: Moment | None
    ruling: Literal["", "annulled", "forfeited", "decided"]
    ruling_reason: Words
    forfeited: list[SeatNumber]
    decided: list[Place]
    reopened_at: Moment | None
    stop_after: Count | None
    record: Json
    hands: list[HandPart]
    history: list[RevisionPart]
    confirmations: list[ConfirmationPart]

    @model_validator(mode="after")
    def ruling_is_whole(self) -> GamePart:
        said = {"": (False, False), "annulled": (False, False), "forfeited": (True, False), "decided": (False, True)}
        whole = said[self.ruling] == (bool(self.forfeited), bool(self.decided))
        whole = whole and bool(self.ruling) == bool(self.ruling_reason)
        over = self.finished_at is not None or self.ruling in ("", "annulled")
        return agrees(
            self, whole and over, gettext_noop("its ruling lacks its reason, its sides or places, or the game's end")
        )


class SeatPart(Part):
    number: SeatNumber
    entry: Number
    player: Slug


class TablePart(Part):
    number: Number
    group: Small
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
    stage: Small | None
    status: Literal["draft", "published", "closed"]
    sitting: bool
    seed: Seed
    engine: str = Field(max_length=20)
    engine_version: str = Field(max_length=60)
    reasons: Json
    drawn_at: Moment | None
    published_at: Moment | None
    closed_at: Moment | None
    clock_started_at: Moment | None
    clock_left: Count | None
    tables: list[TablePart]
    byes: list[ByePart]

    @model_validator(mode="after")
    def belongs_somewhere(self) -> RoundPart:
        return agrees(
            self, self.sitting == (self.stage is None), gettext_noop("a round is of a stage, a sitting of none")
        )

    @model_validator(mode="after")
    def clock_has_its_time(self) -> RoundPart:
        runs = self.clock_started_at is not None
        return agrees(
            self, not runs or self.clock_left is not None, gettext_noop("its clock runs, but not for how long")
        )


class Archive(Part):
    """The document. `lost`: revisions of games whose round was discarded since."""

    format: Literal["ryba-tournament/2"]
    tournament: TournamentPart
    players: list[PlayerPart]
    stages: list[StagePart]
    entries: list[EntryPart]
    bans: list[tuple[Number, Number]]
    rounds: list[RoundPart]
    lost: list[RevisionPart]


def moment(when: datetime | None) -> str | None:
    """A moment as the document has it: in UTC, to the microsecond."""
    return None if when is None else when.astimezone(UTC).isoformat()
