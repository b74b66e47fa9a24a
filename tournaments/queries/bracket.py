"""The bracket of a knockout stage as rows to be drawn: who plays whom, what came of it, and where the winner goes.

A side that is not known yet says whose winner or loser it will be. A match with an empty side is no match: whoever
is alone in it is through, and it is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from tournaments.display import number
from tournaments.models import Seat, Stage
from tournaments.pairing.engine import ENGINES
from tournaments.pairing.knockout import SEED, WINNER, Bracket, Match, Source, Standing, places, settled
from tournaments.pairing.values import Options, State
from tournaments.queries.pairing import options_of, states_of
from tournaments.queries.stages import entries_in


@dataclass(frozen=True)
class BracketSide:
    """`name` is what stands there: an entry, or whose winner it will be (`known` is False then)."""

    name: str
    known: bool
    score: str = ""
    won: bool = False
    lost: bool = False


@dataclass(frozen=True)
class BracketMatch:
    """A match with its number in the bracket; `game` leads to the table where it is or was played."""

    number: int
    sides: tuple[BracketSide, BracketSide]
    game: int | None = None


@dataclass(frozen=True)
class BracketRound:
    """`matches` from top to bottom, None where one of the full bracket is empty."""

    title: str
    matches: list[BracketMatch | None]


@dataclass(frozen=True)
class BracketPart:
    """The main bracket, the second one after a loss, the final, or the matches for places."""

    title: str
    rounds: list[BracketRound]


@dataclass(frozen=True)
class GroupBracket:
    group: int
    parts: list[BracketPart]


def has_bracket(stage: Stage) -> bool:
    """Whether the stage is a knockout."""
    return isinstance(ENGINES[stage.format], Bracket)


def bracket_places(stage: Stage, state: State, options: Options) -> dict[int, int]:
    """The places of one group of a knockout: those won, or the best that can still be won."""
    engine = ENGINES[stage.format]
    assert isinstance(engine, Bracket)
    return places(*settled(state, options, double=engine.double))


def brackets(stage: Stage) -> list[GroupBracket]:
    """The bracket of each group; none where the stage is no knockout. A fixed number of queries."""
    engine = ENGINES[stage.format]
    if not isinstance(engine, Bracket):
        return []
    options = options_of(stage)
    last = stage.tournament.rounds.count() + 1
    names = {entry.pk: str(entry) for entry in entries_in(stage)}
    games = _games(stage)
    found = []
    for group, state in states_of(stage, last, options).items():
        standing, ids = settled(state, options, double=engine.double)
        found.append(GroupBracket(group, _parts(standing, ids, names, games)))
    return found


def bracket_over(stage: Stage) -> bool:
    """Whether no match is left to be played in any group, however many rounds it took. A fixed number of queries."""
    engine = ENGINES[stage.format]
    assert isinstance(engine, Bracket)
    options = options_of(stage)
    states = states_of(stage, stage.tournament.rounds.count() + 1, options)
    return not any(settled(state, options, double=engine.double)[0].ready for state in states.values())


def _games(stage: Stage) -> Mapping[frozenset[int], int]:
    """The last game between two entries."""
    seated: dict[int, set[int]] = {}
    seats = Seat.objects.filter(round__stage=stage, table__isnull=False).order_by("round__number")
    for game, entry in seats.values_list("table__games", "entry_id"):
        if game is not None:
            seated.setdefault(game, set()).add(entry)
    return {frozenset(two): game for game, two in seated.items()}


def _parts(
    standing: Standing, ids: list[int], names: Mapping[int, str], games: Mapping[frozenset[int], int]
) -> list[BracketPart]:
    parts = []
    for name, of_part in groupby(sorted(standing.rows, key=_order), key=lambda match: match.bracket):
        rounds = []
        for _key, matches in groupby(of_part, key=lambda match: (match.round, match.place)):
            row = list(matches)
            made = [
                None if _is_empty(standing, match, len(ids)) else _match(standing, match, ids, names, games)
                for match in row
            ]
            if any(made):
                rounds.append(BracketRound(_title(row, standing), made))
        if rounds:
            parts.append(BracketPart(PARTS[name](), rounds))
    return parts


PARTS = {
    "main": lambda: _("Main bracket"),
    "second": lambda: _("Second bracket, after one loss"),
    "final": lambda: _("The last matches"),
    "places": lambda: _("Matches for places"),
}


def _order(match: Match) -> tuple[int, int, int, int]:
    return (list(PARTS).index(match.bracket), match.round, match.place, match.number)


def _title(matches: list[Match], standing: Standing) -> str:
    first = matches[0]
    if first.bracket == "places":
        low, high = first.place, first.place + 2 * len(matches) - 1
        return _("Places %(low)d–%(high)d") % {"low": low, "high": high}
    if first.bracket == "final":
        return _("Final") if first.round == 1 else _("Second final")
    whole = sum(match.bracket == first.bracket and match.round == first.round for match in standing.rows)
    is_last = first.bracket == "main" and not any(match.bracket == "final" for match in standing.rows)
    if is_last and whole in (1, 2, 4):
        return {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}[whole]
    return _("Round %(number)d") % {"number": first.round}


def _is_empty(standing: Standing, match: Match, count: int) -> bool:
    """Whether a side was empty from the first: a seed that there is not, or who would have lost to one."""
    return any(_nobody(standing, source, count) for source in match.sides)


def _nobody(standing: Standing, source: Source, count: int) -> bool:
    if source.kind == SEED:
        return source.of > count
    before = standing.rows[source.of - 1]
    empty = [_nobody(standing, side, count) for side in before.sides]
    return all(empty) if source.kind == WINNER else any(empty)


def _match(
    standing: Standing,
    match: Match,
    ids: list[int],
    names: Mapping[int, str],
    games: Mapping[frozenset[int], int],
) -> BracketMatch:
    entries = [_entry(standing, source, ids) for source in match.sides]
    score = standing.score.get(match.number)
    won = standing.won.get(match.number)
    sides = [
        BracketSide(
            name=names.get(entry, "") if entry is not None else _awaited(source),
            known=entry is not None,
            score=number(float(score[at])) if score else "",
            won=entry is not None and entry == won,
            lost=entry is not None and won is not None and entry != won,
        )
        for at, (source, entry) in enumerate(zip(match.sides, entries, strict=True))
    ]
    known = frozenset(entry for entry in entries if entry is not None)
    return BracketMatch(match.number, (sides[0], sides[1]), games.get(known) if len(known) == 2 else None)


def _entry(standing: Standing, source: Source, ids: list[int]) -> int | None:
    if source.kind == SEED:
        return ids[source.of - 1] if source.of <= len(ids) else None
    found = (standing.won if source.kind == WINNER else standing.lost).get(source.of)
    if found is None and source.kind == WINNER:  # whoever is alone in a match is through before it is settled
        before = standing.rows[source.of - 1]
        alone = [side for side in before.sides if not _nobody(standing, side, len(ids))]
        return _entry(standing, alone[0], ids) if len(alone) == 1 else None
    return found


def _awaited(source: Source) -> str:
    if source.kind == WINNER:
        return _("winner of match %(number)d") % {"number": source.of}
    return _("loser of match %(number)d") % {"number": source.of}
