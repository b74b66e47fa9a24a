"""Measures of what the games brought: points, wins, losses, places, hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from tournaments.standings.measure import EARLY, HANDS, KNOCKOUTS, Measure, Number, Part, gettext_noop, mean, measure
from tournaments.standings.tally import LOST, PLAYED, WON, Meeting, Tally, Turn

FORFEIT = "forfeit"


def of_meeting(meeting: Meeting, amount: Number) -> Part:
    """A part that a game brought; where somebody did not come, it was a forfeit."""
    contest = meeting.contest
    rivals = tuple(other.entry for other in meeting.others)
    return Part("game" if meeting.played else FORFEIT, amount, contest.round, contest.table, rivals)


def of_turn(turn: Turn, amount: Number, counted: bool = True) -> Part:
    """A part that a round brought, whatever it was."""
    kind = {PLAYED: "game", WON: FORFEIT, LOST: FORFEIT}.get(turn.kind, turn.kind)
    return Part(kind, amount, turn.round, turn.table, turn.rivals, counted)


def counting(tally: Tally, entry: int, amount: Callable[[Meeting], int]) -> Iterator[Part]:
    """The games in which there was anything to count, and how much."""
    for meeting in tally.meetings[entry]:
        if count := amount(meeting):
            yield of_meeting(meeting, count)


@measure
class Points(Measure):
    code = "points"
    name = gettext_noop("Points")
    short = gettext_noop("Pts")
    formula = gettext_noop("The points of all rounds, byes and points carried here included.")
    games = gettext_noop("All rounds of this stage, byes included.")
    adds = True

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        if carried := tally.entries[entry].carried:
            yield Part("carried", carried)
        for meeting in tally.meetings[entry]:
            yield of_meeting(meeting, meeting.seat.points)
        for bye in tally.byes[entry]:
            yield Part(bye.kind, bye.points, bye.round)

    def value(self, tally: Tally, entry: int) -> Fraction:
        return tally.scores[entry] + tally.entries[entry].carried


@measure
class InBracket(Measure):
    """The best place that the bracket still leaves open: who is in stands before who is out, the winner is first."""

    code = "bracket"
    name = gettext_noop("Place in the bracket")
    short = gettext_noop("Br.")
    formula = gettext_noop("The place that was won in the bracket, or the best one that can still be won; who fell in "
                           "the same round shares it.")  # fmt: skip
    games = gettext_noop("The matches of this stage's bracket.")
    lower = True
    formats = KNOCKOUTS

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        reached = tally.field.reached
        if reached and (place := reached[max(reached)].get(entry)):
            yield Part("bracket", place)

    def total(self, parts: Iterable[Part]) -> Number | None:
        return next((part.amount for part in parts), None)


@measure
class Wins(Measure):
    code = "wins"
    name = gettext_noop("Wins")
    short = gettext_noop("W")
    formula = gettext_noop("How many games were won, forfeits won included; a bye is no win.")
    adds = True

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        return counting(tally, entry, lambda meeting: meeting.seat.won)


@measure
class Losses(Measure):
    code = "losses"
    name = gettext_noop("Losses")
    short = gettext_noop("L")
    formula = gettext_noop("How many games were lost, forfeits included. Fewer stand higher.")
    lower = True
    adds = True

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        return counting(tally, entry, lambda meeting: meeting.seat.lost)


@measure
class Games(Measure):
    code = "games"
    name = gettext_noop("Games played")
    short = gettext_noop("G")
    formula = gettext_noop("How many games were played at the table, without byes and forfeits.")
    adds = True

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        return counting(tally, entry, lambda meeting: meeting.played)


@measure
class RoundsWon(Measure):
    code = "rounds_won"
    name = gettext_noop("Rounds won")
    short = gettext_noop("WIN")
    formula = gettext_noop("How many rounds brought the points of a win, byes and forfeits included (FIDE C.07, 7.1).")
    games = gettext_noop("All rounds of this stage, byes included.")

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        for turn in tally.turns[entry]:
            if turn.points >= tally.field.best:
                yield of_turn(turn, 1)


@measure
class GamesWon(Measure):
    code = "games_won"
    name = gettext_noop("Games won at the table")
    short = gettext_noop("WON")
    formula = gettext_noop(
        "How many rounds were won by playing (FIDE C.07, 7.2); in a round robin forfeits won count too (15.2)."
    )

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        for turn in tally.turns[entry]:
            if turn.kind != LOST and tally.is_regular(turn) and turn.points >= tally.field.best:
                yield of_turn(turn, 1)


@measure
class AveragePlace(Measure):
    code = "place"
    name = gettext_noop("Average place")
    short = gettext_noop("Ø Pl.")
    formula = gettext_noop("The mean of the places at the table, without byes. Lower stands higher.")
    lower = True

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        for meeting in tally.meetings[entry]:
            yield of_meeting(meeting, meeting.seat.place)

    def total(self, parts: Iterable[Part]) -> Number | None:
        return mean(parts)


@measure
class HandsWon(Measure):
    code = "hands"
    name = gettext_noop("Hands won")
    short = gettext_noop("Hands")
    formula = gettext_noop("How many hands ended by going out.")
    games = gettext_noop("All games of this stage whose hands were written down.")
    adds = True
    needs = frozenset({HANDS})

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        return counting(tally, entry, lambda meeting: meeting.seat.hands)


@measure
class FishMade(Measure):
    code = "fish"
    name = gettext_noop("Fish made")
    short = gettext_noop("Fish")
    formula = gettext_noop("How many hands were closed by a fish.")
    games = gettext_noop("All games of this stage whose hands were written down.")
    adds = True
    needs = frozenset({HANDS})

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        return counting(tally, entry, lambda meeting: meeting.seat.fish)


@measure
class EarlyWins(Measure):
    code = "early"
    name = gettext_noop("Early wins")
    short = gettext_noop("Early")
    formula = gettext_noop("How many games were won before the target, by the last move.")
    adds = True
    needs = frozenset({EARLY})

    def parts(self, tally: Tally, entry: int) -> Iterator[Part]:
        return counting(tally, entry, lambda meeting: meeting.seat.early)
