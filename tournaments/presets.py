"""Ways to hold a tournament, to start from: declared data, of which a wizard makes stages that can be changed later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from django.utils.translation import gettext_noop

from scoring import variants
from tournaments.formats import formats_for

INDIVIDUAL, PAIRS = "individual", "pairs"
SOLO, PARTNERS, DUEL = "solo", "partners", "duel"
"""What a game is: each for himself at a table, two against two, one against one."""


@dataclass(frozen=True)
class StageDraft:
    """A stage to be made; the fields are those of `models.Stage`."""

    format: str
    name: str = ""
    rounds: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    groups: int = 1
    games: str = "one"
    games_count: int = 1
    qualify: int | None = None
    carry: bool = False

    def facts(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Preset:
    """`label` and `help` are msgids; `games` are the kinds of games it is for. Without stages it is a season."""

    code: str
    label: str
    help: str
    stages: tuple[StageDraft, ...]
    kind: str = INDIVIDUAL
    games: frozenset[str] = frozenset({SOLO, PARTNERS, DUEL})
    check_in: bool = False

    @property
    def season(self) -> bool:
        return not self.stages


GROUPS, FINAL, QUALIFYING = gettext_noop("Groups"), gettext_noop("Final"), gettext_noop("Qualifying")
GROUP_STAGE = StageDraft("round_robin", GROUPS, groups=2, qualify=2)
KNOCKOUT = StageDraft("knockout", FINAL, settings={"places": 4})

PRESETS: tuple[Preset, ...] = (
    Preset(
        "evening", gettext_noop("An evening at tables"),
        gettext_noop("Four rounds at tables of three and four; everybody meets as many others as possible. Who is "
                     "there is checked, people may come late and leave early."),
        (StageDraft("tables", rounds=4, settings={"by_score": False}),), games=frozenset({SOLO}), check_in=True,
    ),
    Preset(
        "tables_swiss", gettext_noop("Tables by the standings"),
        gettext_noop("Five rounds; who is near in the standings sits together, so that the best meet at the end."),
        (StageDraft("tables", rounds=5),), games=frozenset({SOLO}),
    ),
    Preset(
        "final_table", gettext_noop("Qualifying, then a final table"),
        gettext_noop("Four rounds for all; the first four play three rounds more, with nothing carried over."),
        (StageDraft("tables", QUALIFYING, rounds=4, settings={"by_score": False}, qualify=4),
         StageDraft("tables", FINAL, rounds=3, settings={"by_score": False})), games=frozenset({SOLO}),
    ),
    Preset(
        "pairs_swiss", gettext_noop("Fixed pairs, Swiss"),
        gettext_noop("Five rounds between pairs; who has as many points plays each other, nobody twice."),
        (StageDraft("swiss", rounds=5),), kind=PAIRS, games=frozenset({PARTNERS}),
    ),
    Preset(
        "partners_evening", gettext_noop("An evening with changing partners"),
        gettext_noop("Six rounds two against two, each with another partner; the ranking is of persons. Who is there "
                     "is checked."),
        (StageDraft("partners", rounds=6, settings={"by_score": False}),), games=frozenset({PARTNERS}), check_in=True,
    ),
    Preset(
        "pairs_round_robin", gettext_noop("Fixed pairs, round robin"),
        gettext_noop("Every pair plays every other once. For up to ten pairs."),
        (StageDraft("round_robin"),), kind=PAIRS, games=frozenset({PARTNERS}),
    ),
    Preset(
        "pairs_groups", gettext_noop("Fixed pairs: groups, then knockout"),
        gettext_noop("Two groups, everybody against everybody; the first two of each play for the cup."),
        (GROUP_STAGE, KNOCKOUT), kind=PAIRS, games=frozenset({PARTNERS}),
    ),
    Preset(
        "swiss", gettext_noop("Swiss, seven rounds"),
        gettext_noop("Who has as many points plays each other, nobody twice; in draughts the colours are balanced."),
        (StageDraft("swiss", rounds=7),), games=frozenset({DUEL}),
    ),
    Preset(
        "round_robin", gettext_noop("Club round robin"),
        gettext_noop("Everybody plays everybody once. For up to twelve."),
        (StageDraft("round_robin"),), games=frozenset({DUEL, SOLO}),
    ),
    Preset(
        "groups", gettext_noop("Groups, then knockout"),
        gettext_noop("Two groups, everybody against everybody; the first two of each play for the cup."),
        (GROUP_STAGE, KNOCKOUT), games=frozenset({DUEL, SOLO}),
    ),
    Preset(
        "knockout", gettext_noop("Knockout, best of three"),
        gettext_noop("Who loses a series is out; the match for the third place is played."),
        (StageDraft("knockout", settings={"places": 4}, games="best_of", games_count=3),),
        games=frozenset({DUEL, SOLO}),
    ),
    Preset(
        "king", gettext_noop("King of the table"),
        gettext_noop("The winner stays, the next in the queue sits down. No end but the organiser's."),
        (StageDraft("king"),), check_in=True,
    ),
    Preset(
        "season", gettext_noop("Open season"),
        gettext_noop("A club's year without rounds: whoever is there sits down, and one tap begins a game. The table "
                     "counts everybody's best games."),
        (),
    ),
)  # fmt: skip


def presets_for(variant: str) -> list[Preset]:
    """Those that fit the game, the usual one first.

    >>> [preset.code for preset in presets_for("draughts")][:2]
    ['swiss', 'round_robin']
    """
    return [fitted for preset in PRESETS if (fitted := _fitted(preset, variant)) is not None]


def _fitted(preset: Preset, variant: str) -> Preset | None:
    """The preset as the game has it: Swiss in a game of colours is FIDE's."""
    declared = variants.get(variant)
    game = PARTNERS if declared.pairs else DUEL if declared.seats[1] == 2 else SOLO
    if game not in preset.games:
        return None
    known = {engine.code for engine in formats_for(variant, pairs=preset.kind == PAIRS)}
    stages = tuple(
        StageDraft(**asdict(stage) | {"format": "dutch"}) if stage.format == "swiss" and "dutch" in known else stage
        for stage in preset.stages
    )
    fits = all(stage.format in known for stage in stages)
    return Preset(**vars(preset) | {"stages": stages}) if fits else None
