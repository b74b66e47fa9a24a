"""The measures of FIDE's C.07 equal an independent library's on 200 random tournaments with forfeits and byes."""

from collections.abc import Mapping
from itertools import groupby

import pytest
from tiebreak_core import GameRecord, PlayerTiebreakData, fide2026, rank_standings_strict

from tests.tournaments.standings.club import random_field
from tournaments.standings.measure import MEASURES
from tournaments.standings.ranking import rank
from tournaments.standings.tally import Tally
from tournaments.standings.values import Field

THEIRS = {
    "buchholz": "buchholz",
    "buchholz_cut1": "buchholz_cut1",
    "buchholz_cut2": "buchholz_cut2",
    "median": "median_buchholz",
    "median2": "median_buchholz_2",
    "sonneborn": "sonneborn_berger",
    "sonneborn_cut1": "sonneborn_berger_cut1",
    "progressive": "progressive",
    "progressive_cut1": "progressive_cut1",
    "koya": "koya",
    "rounds_won": "wins",
    "games_won": "won",
    "rating": "aro",
}
KINDS = {"bye": "pairing_bye", "half": "requested_bye", "zero": "requested_bye", "full": "requested_bye"}


def as_theirs(field: Field) -> dict[int, PlayerTiebreakData]:
    """The field as the library has it, from the values themselves: a round without anything is a zero-point request."""
    ratings = {entry.id: entry.rating or 0 for entry in field.entries}
    players = {}
    for entry in field.entries:
        records = {}
        for contest in field.contests:
            seats = {seat.entry: seat for seat in contest.seats}
            if mine := seats.pop(entry.id, None):
                (other,) = seats.values()
                kind = "forfeit_loss" if mine.absent else "forfeit_win" if other.absent else "played"
                records[contest.round] = (other.entry, ratings[other.entry], float(mine.points), kind)
        for bye in field.byes:
            if bye.entry == entry.id:
                records[bye.round] = (-1, 0, float(bye.points), KINDS[bye.kind])
        games = []
        for number in field.rounds:
            opponent, rating, score, kind = records.get(number, (-1, 0, 0.0, "requested_bye"))
            games.append(GameRecord(opponent, rating, score, "white", number, kind))
        points = sum(one.score for one in games)
        players[entry.id] = PlayerTiebreakData(entry.id, ratings[entry.id], points, games)
    return players


def their_values(field: Field, mode: str) -> dict[int, Mapping[str, float]]:
    """What the strict door of the library takes, and what it then says."""
    players = as_theirs(field)
    rank_standings_strict(players, ["buchholz"], total_rounds=len(field.rounds), ruleset="fide-2026")
    result = fide2026.rank_standings(players, list(THEIRS.values()), len(field.rounds), mode=mode)
    return {one.player_id: one.values for one in result.players}


@pytest.mark.parametrize("forfeits_count", [False, True], ids=["swiss", "round_robin"])
def test_every_value_is_the_same(forfeits_count: bool) -> None:
    mode = "round_robin" if forfeits_count else "swiss"
    forfeits = unplayed = 0
    for seed in range(200):
        field = random_field(seed, forfeits_count=forfeits_count)
        tally = Tally(field)
        theirs = their_values(field, mode)
        for entry in tally.entries:
            mine = {name: float(MEASURES[code].value(tally, entry) or 0) for code, name in THEIRS.items()}
            assert mine == pytest.approx(theirs[entry]), (seed, entry)
        forfeits += sum(seat.absent for contest in field.contests for seat in contest.seats)
        unplayed += len(field.byes)
    assert forfeits > 300
    assert unplayed > 500


@pytest.mark.parametrize("order", [("direct_sure", "sonneborn"), ("buchholz", "direct_sure"), ("direct_sure",)])
def test_the_direct_encounter_parts_the_same(order: tuple[str, ...]) -> None:
    theirs = {"direct_sure": "direct_encounter"} | THEIRS
    parted = 0
    for seed in range(200):
        field = random_field(seed)
        ranking = rank(field, ("points", *order))
        places = [[line.entry for line in same] for _, same in groupby(ranking.lines, key=lambda line: line.place)]
        result = fide2026.rank_standings(as_theirs(field), [theirs[code] for code in order], len(field.rounds))
        at = 0
        for shared in places:
            assert {one.player_id for one in result.players[at : at + len(shared)]} == set(shared), seed
            at += len(shared)
        parted += len(places)
    assert parted > 1000
