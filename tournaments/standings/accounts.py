"""Measures of the accounts: what was written in the games, for and against.

An entry's account in a game is that of its side; what stands *against* it are the accounts of all other sides. In a
penalty game what is written is bad, and each of these measures turns round by itself. Efficiency is a named formula:
the difference, the ratio, or the difference of accounts that count no more than the target.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tournaments.standings.measure import ACCOUNTS, TARGET, Mark, Measure, Number, Part, gettext_noop, measure
from tournaments.standings.results import of_meeting
from tournaments.standings.tally import Meeting, Tally


def own_and_others(meeting: Meeting, most: int | None = None) -> tuple[int, int]:
    """The account of the entry's side, and the sum of the others', each no more than `most`."""
    own = meeting.seat.written or 0
    others = {other.side: other.written or 0 for other in meeting.others}.values()
    if most is not None:
        own, others = min(own, most), [min(account, most) for account in others]
    return own, sum(others)


def written(tally: Tally, entry: int) -> Iterator[Meeting]:
    return (meeting for meeting in tally.meetings[entry] if meeting.seat.written is not None)


@measure
class For(Measure):
    code = "for"
    name = gettext_noop("Points for")
    short = gettext_noop("For")
    penalty_name = gettext_noop("Written")
    penalty_short = gettext_noop("Wr.")
    formula = gettext_noop("The sum of the own accounts in all games; in a penalty game less stands higher.")
    turns = True
    adds = True
    needs = frozenset({ACCOUNTS})

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        return (of_meeting(meeting, own_and_others(meeting)[0]) for meeting in written(tally, entry))


@measure
class Against(Measure):
    code = "against"
    name = gettext_noop("Points against")
    short = gettext_noop("Ag.")
    penalty_name = gettext_noop("Written to others")
    penalty_short = gettext_noop("Oth.")
    formula = gettext_noop("The sum of the others' accounts in all games; less stands higher, in a penalty game more.")
    lower = True
    turns = True
    adds = True
    needs = frozenset({ACCOUNTS})

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        return (of_meeting(meeting, own_and_others(meeting)[1]) for meeting in written(tally, entry))


@measure
class Difference(Measure):
    code = "difference"
    name = gettext_noop("Efficiency (difference)")
    short = gettext_noop("Diff.")
    formula = gettext_noop("Points for less points against; in a penalty game the other way round.")
    adds = True
    needs = frozenset({ACCOUNTS})

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        sign = -1 if tally.field.penalty else 1
        for meeting in written(tally, entry):
            own, others = own_and_others(meeting)
            yield of_meeting(meeting, sign * (own - others))


@measure
class Capped(Measure):
    code = "capped"
    name = gettext_noop("Efficiency (up to the target)")
    short = gettext_noop("Diff. ≤")
    formula = gettext_noop(
        "Points for less points against, where an account above the target counts as the target;"
        " in a penalty game the other way round."
    )
    adds = True
    needs = frozenset({ACCOUNTS, TARGET})

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        sign = -1 if tally.field.penalty else 1
        for meeting in written(tally, entry):
            own, others = own_and_others(meeting, tally.field.target)
            yield of_meeting(meeting, sign * (own - others))


@measure
class Ratio(Measure):
    """Whoever has nothing to divide by stands above every ratio, and has no number to show."""

    code = "ratio"
    name = gettext_noop("Efficiency (ratio)")
    short = gettext_noop("Ratio")
    formula = gettext_noop("Points for divided by points against; in a penalty game the other way round.")
    needs = frozenset({ACCOUNTS})

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        return (of_meeting(meeting, own_and_others(meeting)[0]) for meeting in written(tally, entry))

    def among(self, tally: Tally, tied: Sequence[int]) -> dict[int, Mark]:
        return {entry: self._mark(*self._sums(tally, entry)) for entry in tied}

    def value(self, tally: Tally, entry: int) -> Number | None:
        return self._mark(*self._sums(tally, entry)).value

    def _sums(self, tally: Tally, entry: int) -> tuple[int, int]:
        pairs = [own_and_others(meeting) for meeting in written(tally, entry)]
        own, others = sum(one for one, _ in pairs), sum(other for _, other in pairs)
        return (others, own) if tally.field.penalty else (own, others)

    def _mark(self, good: int, bad: int) -> Mark:
        if bad > 0:
            return Mark(Fraction(good, bad), (1, -Fraction(good, bad)))
        return Mark(None, (0, 0) if good > 0 else (2, 0))
