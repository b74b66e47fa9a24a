"""Knockout, single and double: the bracket as rows that link to each other, and the round that can be played now.

A *match* has two sides, each a seed, or the winner or the loser of another match. Seeds beyond the number of entries
are empty, and a match with an empty side is no match: the other one is through (a bye of the bracket). The strongest
seeds are spread so that 1 and 2 can meet in the final alone. A *series* is won by more than half of its games. A double
forfeit puts both out, whether or not the game was begun; in a series it is a game that nobody has won, and puts both
out where it was the last one and neither is ahead.

The bracket is played anew from all its games each time. So a result that is corrected changes who goes on: games that
no match of the bracket has any more are left over, and the match is played again by the right ones. Whoever withdraws
loses what is still to be played, and stays out when he comes back after the other one has gone on. Who comes late gets
an empty place as long as nobody was paired past it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.pairing.engine import TWO, Draft, Engine, Task, engine
from tournaments.pairing.reasons import Note, gettext_noop, note
from tournaments.pairing.values import OUT, WAITS, Bye, Options, PairingError, PastTable, State

SEED, WINNER, LOSER = "seed", "winner", "loser"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a side comes from: seed number `of`, or the winner or loser of match `of`."""

    kind: str
    of: int


@dataclass(frozen=True, slots=True)
class Match:
    """A row. `round` counts from 1 inside its bracket; `place` is the best place its winner can have."""

    number: int
    bracket: str  # "main", "second" (after a loss), "final", "places"
    round: int
    sides: tuple[Source, Source]
    place: int = 1


@dataclass(frozen=True, slots=True)
class Standing:
    """What a bracket has come to. `ready` are matches whose two sides are known; `won` and `lost` are by match.

    `spare` are games that no match of the bracket has; `void` counts the games of each match that nobody has won.
    """

    rows: tuple[Match, ...]
    ready: dict[int, tuple[int, int]]
    won: dict[int, int | None]
    lost: dict[int, int | None]
    score: dict[int, tuple[Fraction, Fraction]]
    spare: list[PastTable] = field(default_factory=list)
    void: Counter[int] = field(default_factory=Counter)


def bracket(count: int, *, double: bool = False, places: int = 2) -> tuple[Match, ...]:
    """The rows for so many entries; `places` from the first on are played for (single only)."""
    size = 1 << max(count - 1, 1).bit_length()
    seeds = [Source(SEED, number) for number in spread(size)]
    rows = _Rows()
    if not double:
        rows.decide(seeds, place=1, number=1, places=places, name="main")
        return tuple(rows.rows)
    main, second = rows.halve(seeds, "main", 1), []
    losers: list[Source] = [Source(LOSER, source.of) for source in main]
    at = 1
    second = rows.halve(losers, "second", 1) if len(losers) > 1 else losers
    while len(main) > 1:
        at += 1
        main = rows.halve(main, "main", at)
        dropped = [Source(LOSER, source.of) for source in main]
        second = rows.halve(_woven(second, _crossed(dropped, at)), "second", 2 * at - 2)
        if len(second) > 1:
            second = rows.halve(second, "second", 2 * at - 1)
    rows.add((main[0], second[0]), "final", 1)
    rows.add((Source(WINNER, len(rows.rows)), Source(LOSER, len(rows.rows))), "final", 2)
    return tuple(rows.rows)


def spread(size: int) -> list[int]:
    """Seeds in the order of the bracket.

    >>> spread(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def _crossed(dropped: list[Source], at: int) -> list[Source]:
    """Losers come in from the other end in every other round, so that few meet at once whom they have met."""
    return dropped[::-1] if at % 2 == 0 else dropped


def _woven(second: list[Source], dropped: list[Source]) -> list[Source]:
    return [source for two in zip(dropped, second, strict=True) for source in two]


class _Rows:
    def __init__(self) -> None:
        self.rows: list[Match] = []

    def add(self, sides: tuple[Source, Source], name: str, number: int, place: int = 1) -> int:
        self.rows.append(Match(len(self.rows) + 1, name, number, sides, place))
        return len(self.rows)

    def halve(self, sources: Sequence[Source], name: str, number: int, place: int = 1) -> list[Source]:
        twos = zip(sources[::2], sources[1::2], strict=True)
        return [Source(WINNER, self.add(two, name, number, place)) for two in twos]

    def decide(self, sources: Sequence[Source], *, place: int, number: int, places: int, name: str) -> None:
        """Plays these out for the places from `place` on."""
        if len(sources) < 2 or place > max(places - 1, 1):
            return
        through = self.halve(sources, name, number, place)
        fallen = [Source(LOSER, source.of) for source in through]
        self.decide(fallen, place=place + len(through), number=number + 1, places=places, name="places")
        self.decide(through, place=place, number=number + 1, places=places, name=name)


def play(
    rows: Iterable[Match], seeds: Sequence[int], games: Iterable[PastTable], gone: set[int], best_of: int = 1
) -> Standing:
    """The bracket after these games, in their order. Who is gone loses every match that is still to be played."""
    standing = Standing(tuple(rows), {}, {}, {}, {})
    _settle(standing, seeds, set(), best_of)
    for game in games:
        number = _match_of(standing, game)
        if number is None and (walked := _walkovers(standing, game)):
            for match, winner in walked.items():
                standing.ready.pop(match)
                standing.won[match], standing.lost[match] = winner, None
            _settle(standing, seeds, set(), best_of)
            number = _match_of(standing, game)
        if number is None:
            standing.spare.append(game)
            continue
        _count(standing, number, game, best_of)
        _settle(standing, seeds, set(), best_of)
    _settle(standing, seeds, gone, best_of)
    return standing


def _match_of(standing: Standing, game: PastTable) -> int | None:
    return next((number for number, two in standing.ready.items() if set(two) == set(game.seats)), None)


def _walkovers(standing: Standing, game: PastTable) -> dict[int, int]:
    """Matches that one of these must have won without a game, since they have met in the next: match: winner."""
    pending = {number: one for number, two in standing.ready.items() for one in two if one in game.seats}
    for match in standing.rows:
        if match.number in standing.won or match.number in standing.ready:
            continue
        walked: dict[int, int] = {}
        sides = set()
        for source in match.sides:
            if source.kind == WINNER and source.of in pending:
                walked[source.of] = pending[source.of]
                sides.add(pending[source.of])
            elif source.kind != SEED:
                sides.add((standing.won if source.kind == WINNER else standing.lost).get(source.of))
        if walked and sides == set(game.seats):
            return walked
    return {}


def _count(standing: Standing, number: int, game: PastTable, best_of: int) -> None:
    points = dict(zip(game.seats, game.points, strict=True))
    one, other = standing.ready[number]
    score = standing.score.get(number, (Fraction(0), Fraction(0)))
    if not game.nobody:
        standing.score[number] = (score[0] + points[one], score[1] + points[other])
        return
    standing.void[number] += 1
    if score[0] == score[1] and sum(score) + standing.void[number] >= best_of:
        standing.ready.pop(number)
        standing.won[number] = standing.lost[number] = None


def _settle(standing: Standing, seeds: Sequence[int], gone: set[int], best_of: int) -> None:
    """Takes every match as far as it is known. Rows link backwards in several sweeps at most."""
    changed = True
    while changed:
        changed = False
        for match in standing.rows:
            if match.number in standing.won:
                continue
            sides = [_side(standing, source, seeds) for source in match.sides]
            if any(side is _UNKNOWN for side in sides):
                continue
            one, other = (None if side in gone else side for side in sides)
            if match.bracket == "final" and match.round == 2 and _needless(standing, match):
                won, lost = sides[0], sides[1]
            elif one is None or other is None:
                won, lost = one if one is not None else other, None
            else:
                standing.ready[match.number] = (one, other)
                left = best_of - standing.void[match.number]
                won, lost = _decided(standing.score.get(match.number), (one, other), best_of, left)
                if won is None:
                    continue
            standing.ready.pop(match.number, None)
            standing.won[match.number], standing.lost[match.number] = won, lost
            changed = True


_UNKNOWN = -1


def _side(standing: Standing, source: Source, seeds: Sequence[int]) -> int | None:
    if source.kind == SEED:
        return seeds[source.of - 1] if source.of <= len(seeds) else None
    return (standing.won if source.kind == WINNER else standing.lost).get(source.of, _UNKNOWN)


def _needless(standing: Standing, match: Match) -> bool:
    """The second final is played only where the first was won by who came from the second bracket."""
    first = standing.rows[match.number - 2]
    from_main = standing.won.get(first.sides[0].of)
    return standing.won.get(first.number) == from_main


def _decided(
    score: tuple[Fraction, Fraction] | None, sides: tuple[int, int], best_of: int, left: int
) -> tuple[int | None, int | None]:
    """Winner and loser. In a series the points are games won, in `left` games; a single game is won by who has more."""
    if score is None or score[0] == score[1]:
        return None, None
    if best_of > 1 and max(score) * 2 <= best_of and sum(score) < left:
        return None, None
    return sides if score[0] > score[1] else sides[::-1]


def settled(state: State, options: Options, *, double: bool) -> tuple[Standing, list[int]]:
    """The bracket, and who is in it: all, unless games that were played have a place only in a smaller one."""
    games = [table for past in state.rounds for table in past.tables]
    gone = {entry.id for entry in state.entries if not entry.here}
    played = {seat for game in games for seat in game.seats}
    seeds = [entry.id for entry in state.entries]
    best = None
    while True:
        rows = bracket(len(seeds), double=double, places=options.places)
        standing = play(rows, seeds, games, gone, options.best_of)
        if best is None or len(standing.spare) < len(best[0].spare):
            best = standing, list(seeds)
        if not standing.spare or len(seeds) <= 2 or seeds[-1] in played:
            return best
        seeds.pop()


def places(standing: Standing, seeds: Sequence[int]) -> dict[int, int]:
    """The best place that each entry of the bracket has, or can still have. Who fell in the same round share it."""
    found = dict.fromkeys(seeds, 1)
    second = _places_of_second(standing, seeds)
    for match in standing.rows:  # whoever goes on meets a later row, which says it better
        for source in match.sides:
            entry = _side(standing, source, seeds)
            if entry is None or entry is _UNKNOWN:
                continue
            fallen = match.number in standing.won and entry != standing.won[match.number]
            found[entry] = _place_after_loss(standing, match, second, seeds) if fallen else match.place
    return found


def _place_after_loss(standing: Standing, match: Match, second: dict[int, int], seeds: Sequence[int]) -> int:
    if match.bracket == "second":
        return second[match.round]
    if match.bracket == "final":
        return 2
    row = [(other.bracket, other.round, other.place) for other in standing.rows]
    return match.place + row.count((match.bracket, match.round, match.place))


def _places_of_second(standing: Standing, seeds: Sequence[int]) -> dict[int, int]:
    """The place of those who fall in each round of the second bracket: behind all who last longer."""
    found, place = {}, 3
    rows = [match for match in standing.rows if match.bracket == "second"]
    for number in sorted({match.round for match in rows}, reverse=True):
        found[number] = place
        place += sum(
            match.round == number and all(_side(standing, source, seeds) is not None for source in match.sides)
            for match in rows
        )
    return found


class Bracket(Engine):
    """What both knockouts share."""

    sides = TWO
    double: bool

    def plan(self, task: Task) -> Draft:
        standing, seeds = self.standing(task)
        pool = set(task.ids)
        draft = Draft(reasons=[note("knockout")], numbers_matter=True)
        forbidden = task.state.forbidden
        for number, two in sorted(standing.ready.items()):
            if pool.issuperset(two) and frozenset(two) not in forbidden:
                draft.tables.append((two, _why(standing, number, task)))
        playing = {entry for two in standing.ready.values() for entry in two}
        seated = {entry for seats, _ in draft.tables for entry in seats}
        alive = playing | _waiting(standing)
        if not playing:
            raise PairingError("nothing_left")
        barred = [two for two in standing.ready.values() if frozenset(two) in forbidden]
        if len(barred) == len(standing.ready):
            raise PairingError("only_forbidden", entry=barred[0][0], other=barred[0][1])
        for entry in task.ids:
            if entry not in seated:
                kind, code = (WAITS, "waits_match") if entry in alive else (OUT, "is_out")
                draft.byes.append(Bye(entry, kind, (note(code if entry in seeds else "came_late"),)))
        return draft

    def why(self, task: Task, seats: Sequence[int]) -> list[Note]:
        standing, _ = self.standing(task)
        for number, two in standing.ready.items():
            if set(two) == set(seats):
                return _why(standing, number, task)
        return []

    def standing(self, task: Task) -> tuple[Standing, list[int]]:
        return settled(task.state, task.options, double=self.double)


@engine
class Single(Bracket):
    code = "knockout"
    name = gettext_noop("Knockout")
    double = False


@engine
class Double(Bracket):
    code = "double_knockout"
    name = gettext_noop("Knockout, out after two losses")
    double = True


def _waiting(standing: Standing) -> set[int]:
    """Who has come through to a match whose other side is not known yet."""
    open_rows = [match for match in standing.rows if match.number not in standing.won]
    through = set()
    for match in open_rows:
        for source in match.sides:
            if source.kind != SEED:
                entry = (standing.won if source.kind == WINNER else standing.lost).get(source.of)
                through |= {entry} if entry is not None else set()
    return through


def _why(standing: Standing, number: int, task: Task) -> list[Note]:
    match = standing.rows[number - 1]
    first, second = (_words(source) for source in match.sides)
    notes = [note("match", match=number, first=first, second=second)]
    if task.options.best_of > 1:
        low, high = standing.score.get(number, (Fraction(0), Fraction(0)))
        notes.append(note("series", games=task.options.best_of, low=low, high=high))
    return notes


def _words(source: Source) -> Note:
    if source.kind == SEED:
        return note("seed", number=source.of)
    return note("winner_of" if source.kind == WINNER else "loser_of", match=source.of)
