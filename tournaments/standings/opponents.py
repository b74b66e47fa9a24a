"""Measures of whom one met: Buchholz and its cuts, Sonneborn–Berger, Koya, progressive score, average rating.

FIDE's C.07 as of 2026, unplayed rounds by its article 16 (`tally`). An *element* is what one round adds. Between two
sides that is the opponent's score; at a table of more the mean of the opponents' scores, so that tables of three and
of four weigh alike. A cut takes the lowest element of a voluntary round first, where there is one (16.5). A sum with
too few elements for its cuts stays whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple

from tournaments.standings.measure import DRAWN, RATINGS, Measure, Number, Part, gettext_noop, mean, measure
from tournaments.standings.results import of_turn
from tournaments.standings.tally import Tally, Turn


class Element(NamedTuple):
    """`basis`: the opponents' score; `amount`: what it adds; `voluntary`: from a round that was given away."""

    turn: Turn
    basis: Fraction
    amount: Fraction
    voluntary: bool


class Opponents(Measure):
    """A sum of elements, of which `low` lowest and `high` highest are cut."""

    low: ClassVar[int] = 0
    high: ClassVar[int] = 0
    games = gettext_noop("All rounds of this stage; an unplayed one counts as FIDE C.07, article 16, has it.")
    formats = DRAWN

    def amount(self, turn: Turn, basis: Fraction) -> Fraction:
        """What a round adds, against opponents of this score."""
        return basis

    def elements(self, tally: Tally, entry: int) -> list[Element]:
        return [
            Element(turn, basis, self.amount(turn, basis), turn.voluntary and not tally.is_regular(turn))
            for turn, basis in zip(tally.turns[entry], tally.strengths[entry], strict=True)
        ]

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        elements = self.elements(tally, entry)
        cut = self._cut(elements)
        for at, element in enumerate(elements):
            yield of_turn(element.turn, element.amount, at not in cut)

    def value(self, tally: Tally, entry: int) -> Number:
        elements = self.elements(tally, entry)
        cut = self._cut(elements)
        return sum((one.amount for at, one in enumerate(elements) if at not in cut), Fraction(0))

    def _cut(self, elements: Sequence[Element]) -> set[int]:
        if len(elements) <= (2 * self.high if self.high else min(self.low, 1)):
            return set()
        left = list(range(len(elements)))
        cut: set[int] = set()
        for _ in range(min(self.low, len(left) - 1)):
            cut.add(victim := self.least([(at, elements[at]) for at in left]))
            left.remove(victim)
        for _ in range(self.high):
            cut.add(victim := max(left, key=lambda at: elements[at].amount))
            left.remove(victim)
        return cut

    def least(self, left: Sequence[tuple[int, Element]]) -> int:
        """Which element a cut from below takes (16.5.1)."""
        return least(left, lambda element: element.amount)


def least(left: Sequence[tuple[int, Element]], by: Callable[[Element], Fraction]) -> int:
    voluntary = [one for one in left if one[1].voluntary]
    return min(voluntary or left, key=lambda one: by(one[1]))[0]


@measure
class Buchholz(Opponents):
    code = "buchholz"
    name = gettext_noop("Buchholz")
    short = gettext_noop("BH")
    formula = gettext_noop("The sum of the opponents' scores; at a table of more than two, the mean of each round.")


@measure
class BuchholzCut1(Opponents):
    code = "buchholz_cut1"
    name = gettext_noop("Buchholz, cut 1")
    short = gettext_noop("BH-C1")
    formula = gettext_noop("Buchholz without its lowest round.")
    low = 1


@measure
class BuchholzCut2(Opponents):
    code = "buchholz_cut2"
    name = gettext_noop("Buchholz, cut 2")
    short = gettext_noop("BH-C2")
    formula = gettext_noop("Buchholz without its two lowest rounds.")
    low = 2


@measure
class Median(Opponents):
    code = "median"
    name = gettext_noop("Median Buchholz")
    short = gettext_noop("BH-M1")
    formula = gettext_noop("Buchholz without its lowest and its highest round.")
    low = high = 1


@measure
class Median2(Opponents):
    code = "median2"
    name = gettext_noop("Median Buchholz, 2")
    short = gettext_noop("BH-M2")
    formula = gettext_noop("Buchholz without its two lowest and its two highest rounds.")
    low = high = 2


@measure
class SonnebornBerger(Opponents):
    code = "sonneborn"
    name = gettext_noop("Sonneborn–Berger")
    short = gettext_noop("SB")
    formula = gettext_noop("For each round the opponents' score times the points won from them, all added.")
    formats = DRAWN | {"round_robin"}

    def amount(self, turn: Turn, basis: Fraction) -> Fraction:
        return basis * turn.points


@measure
class SonnebornBergerCut1(SonnebornBerger):
    """The cut takes the product with the lowest opponent, or a higher one of a voluntary round (14.1.1, 16.5.1)."""

    code = "sonneborn_cut1"
    name = gettext_noop("Sonneborn–Berger, cut 1")
    short = gettext_noop("SB-C1")
    formula = gettext_noop("Sonneborn–Berger without the round against the lowest opponent.")
    formats = DRAWN
    low = 1

    def least(self, left: Sequence[tuple[int, Element]]) -> int:
        lowest = min(left, key=lambda one: (one[1].basis, one[1].amount))
        given = min((one for one in left if one[1].voluntary), key=lambda one: one[1].amount, default=lowest)
        return given[0] if given[1].amount >= lowest[1].amount else lowest[0]


@measure
class Koya(Measure):
    code = "koya"
    name = gettext_noop("Koya")
    short = gettext_noop("KS")
    formula = gettext_noop("The points won from opponents who have half of all possible points or more.")
    formats = frozenset({"round_robin"})

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        half = tally.field.best * len(tally.rounds) / 2
        for turn in tally.turns[entry]:
            if tally.is_regular(turn):
                strong = all(tally.scores[rival] >= half for rival in turn.rivals)
                yield of_turn(turn, turn.points, counted=strong)


@measure
class Progressive(Measure):
    code = "progressive"
    name = gettext_noop("Progressive score")
    short = gettext_noop("PS")
    formula = gettext_noop("The sum of the scores after each round.")
    games = gettext_noop("All rounds of this stage, byes included.")
    cut: ClassVar[int] = 0

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        turns = {turn.round: turn for turn in tally.turns[entry]}
        score = Fraction(0)
        for at, number in enumerate(tally.rounds):
            turn = turns.get(number)
            score += turn.points if turn else 0
            yield Part("score", score, number, turn.table if turn else None, counted=at >= self.cut)


@measure
class ProgressiveCut1(Progressive):
    code = "progressive_cut1"
    name = gettext_noop("Progressive score, cut 1")
    short = gettext_noop("PS-C1")
    formula = gettext_noop("The sum of the scores after each round but the first.")
    cut = 1


@measure
class AverageRating(Measure):
    code = "rating"
    name = gettext_noop("Average rating of opponents")
    short = gettext_noop("ARO")
    formula = gettext_noop("The mean rating of those met at the table who have one, rounded.")
    games = gettext_noop("Games played; byes and forfeits do not count.")
    formats = DRAWN | {"round_robin"}
    needs = frozenset({RATINGS})

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        for meeting in tally.meetings[entry]:
            for other in meeting.met:
                rating = tally.entries[other.entry].rating
                if rating is not None:
                    contest = meeting.contest
                    yield Part("game", rating, contest.round, contest.table, (other.entry,))

    def value(self, tally: Tally, entry: int) -> Number | None:
        """The mean, a half rounded up."""
        exact = mean(self.parts(tally, entry))
        step = tally.field.rating_step
        return None if exact is None else (exact / step + Fraction(1, 2)).__floor__() * step
