"""The simulator's hands, held against a referee that knows the rules in its own words and shares no code with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from scoring import variants
from scoring.ledger import score_game
from scoring.tiles import SET, TILES
from tests.tournaments.referee import GAMES, halves, replay
from tournaments.simulator import BOLD, CAREFUL, HEAVY, STEADY, Player, play_game, random_records
from tournaments.simulator.hands import PlayedHand, play_hand
from tournaments.simulator.rules import rules_of

TABLES = [
    (code, seats) for code in GAMES for seats in range(variants.get(code).seats[0], variants.get(code).seats[1] + 1)
]
GOATS = ["kozel", "morskoy_kozel", "morskoy_kozel_exchange"]
PARITY = ["mandavoshka", "sevastopol", *GOATS, "latin_american", "traditional", "bergen"]
"""House, star and line variants whose fish is a blocked table and nothing else."""
STYLES = (HEAVY, STEADY, CAREFUL, BOLD)
HANDS = 200
SPECIAL = ({"6-6"}, {"0-0"}, {"6-6", "0-0"})


def hands(variant: str, seats: int, count: int = HANDS, seed: int = 5) -> Iterator[tuple[PlayedHand, int | None]]:
    """Hands in a row with the opener each began with; every twentieth begins a new game."""
    rng = Random(seed)
    opener = None
    for number in range(count):
        if number % 20 == 0:
            opener = None
        players = [Player(rng.random(), rng.choice(STYLES)) for _ in range(seats)]
        _, played = play_hand(rules_of(variant), players, rng, opener)
        yield played, opener
        opener = played.facts["by"] if rules_of(variant).openers and variant != "sevastopol" else None


def odd_numbers(names: list[str]) -> set[int]:
    """The numbers standing an odd number of times on the non-doubles: game-record.md's O."""
    count = Counter(half for name in names if name[0] != name[2] for half in halves(name))
    return {number for number in count if count[number] % 2}


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_every_move_is_legal_and_every_tile_accounted_for(variant: str, seats: int) -> None:
    for played, _ in hands(variant, seats):
        facts = played.facts
        assert [len(hand) for hand in played.dealt] == [GAMES[variant].dealt[seats - 2]] * seats
        assert sorted([*(t for hand in played.dealt for t in hand), *played.reserve]) == sorted(SET)
        table, left, reserve = replay(played, GAMES[variant])
        last = played.turns[-1]
        laid_last = {str(place.tile) for place in last.move}
        assert facts["by"] == next(turn.seat for turn in reversed(played.turns) if turn.move)
        assert facts["first"] == str(played.first)
        out = not left[last.seat]
        if out and variant == "mandavoshka" and laid_last in SPECIAL:
            out = any(table.fits(name) for hand in (*left, reserve) for name in hand)
        assert facts["end"] == ("out" if out else "fish")
        assert {int(seat): names for seat, names in facts["left"].items()} == {
            seat: names for seat, names in enumerate(left) if not (out and seat == last.seat)
        }
        assert facts.get("reserve", []) == reserve
        assert ("reserve" in facts) == bool(played.reserve)
        assert set(facts.get("last", [])) == (laid_last if out else set())
        assert len(table.laid) + len(reserve) + sum(map(len, left)) == 28


@pytest.mark.parametrize(("variant", "seats"), [table for table in TABLES if table[0] in PARITY])
def test_the_parity_of_what_is_left_is_as_game_record_says(variant: str, seats: int) -> None:
    for played, _ in hands(variant, seats, seed=6):
        facts = played.facts
        in_hands = [name for names in facts["left"].values() for name in names]
        reserve = facts.get("reserve", [])
        odd = odd_numbers([*in_hands, *reserve])
        laid = {str(tile) for tile in SET} - {*in_hands, *reserve}
        line = variant not in ("mandavoshka", "sevastopol")
        assert len(odd) in ((0, 2) if line else (0, 2, 4))
        if facts["end"] == "out":
            if len(odd) == (2 if line else 4):
                check_last(facts["last"], odd)
        elif variant == "mandavoshka":
            check_house(odd, laid, in_hands + reserve)
        else:
            assert not odd or reserve
            assert not any(odd & set(halves(name)) for name in in_hands)
            assert any(all(number not in halves(name) for name in in_hands) for number in range(7))
            assert reserve or not line or len(in_hands) <= 18
            assert len(reserve) == (2 if variant == "bergen" else 0)


def check_house(odd: set[int], laid: set[str], out_of_play: list[str]) -> None:
    doubles = {int(name[0]) for name in laid if name[0] == name[2]}
    arms = Counter(half for name in laid if name[0] != name[2] for half in halves(name))
    if len(odd) == 4:
        assert any(arms[n] >= 4 or (arms[n] == 3 and n in odd) for n in doubles)
    assert odd <= doubles
    if not odd:
        assert any(all(number not in halves(name) for name in out_of_play) for number in range(7))
    if len(odd) == 4:
        assert len(doubles) >= 5


def check_last(last: list[str], odd: set[int]) -> None:
    if len(last) == 1:
        assert odd & set(halves(last[0]))
    else:
        assert {int(name[0]) for name in last} <= odd


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mandavoshka_is_opened_by_1_1_then_by_any_double(seats: int) -> None:
    for played, opener in hands("mandavoshka", seats):
        names = [{str(tile) for tile in hand} for hand in played.dealt]
        if opener is None:
            order = ["1-1", "2-2", "3-3", "4-4", "5-5", "6-6", "0-0"]
            double = next((d for d in order if any(d in hand for hand in names)), None)
            heaviest = max(TILES[name].pips for hand in names for name in hand)
            assert str(played.first) == double if double else played.first.pips == heaviest
        else:
            assert played.opener == opener
            assert played.first.double or not any(tile.double for tile in played.dealt[opener])


def test_the_goat_is_opened_by_1_1_then_by_any_tile_of_the_pair() -> None:
    handed_over = 0
    for played, opener in hands("morskoy_kozel_exchange", 4):
        assert played.first in played.dealt[played.opener]
        if opener is None:
            assert str(played.first) == "1-1"
        else:
            assert played.opener == (opener + 2 * played.handed_over) % 4
        handed_over += played.handed_over
    assert handed_over


@pytest.mark.parametrize(
    ("variant", "seats"), [("mandavoshka", 2), ("mandavoshka", 4), ("morskoy_kozel_exchange", 4), ("kozel", 4)]
)
def test_no_hand_is_played_that_has_to_be_dealt_again(variant: str, seats: int) -> None:
    rng = Random(3)
    redeals = []
    for _ in range(800):
        again, played = play_hand(rules_of(variant), [Player(0)] * seats, rng)
        redeals += again
        doubles = [sum(tile.double for tile in hand) for hand in played.dealt]
        if variant != "morskoy_kozel_exchange":
            assert max(doubles) < 5
            assert all(sum(n in (t.high, t.low) for t in hand) < 6 for hand in played.dealt for n in range(7))
        else:
            assert max(doubles[0] + doubles[2], doubles[1] + doubles[3]) < 6
    whys = {facts["redeal"]["why"] for facts in redeals}
    assert redeals
    assert whys <= {"doubles", "suit"}


def test_what_the_rules_allow_does_happen() -> None:
    seen = Counter[str]()
    for played, _ in hands("mandavoshka", 4, count=2000, seed=11):
        facts = played.facts
        moves = [place for turn in played.turns for place in turn.move]
        seen["closed double"] += any(place.closes for place in moves)
        seen["double left open"] += any(place.tile.double and not place.closes for place in moves)
        seen["several doubles"] += any(len(turn.move) > 1 for turn in played.turns)
        seen["pass"] += any(not turn.move for turn in played.turns)
        seen["early win"] += set(facts.get("last", [])) in SPECIAL
        seen["fish by the last tile"] += [] in facts["left"].values()
        dead = replay(played, GAMES["mandavoshka"])[0]
        seen["every end dead"] += not dead.slots
    assert len(seen) == 7
    assert all(seen.values()), seen


def test_a_seed_gives_the_same_games_every_time() -> None:
    for variant in GAMES:
        assert list(random_records(variant, 4, seed=8)) == list(random_records(variant, 4, seed=8))
        assert list(random_records(variant, 4, seed=8)) != list(random_records(variant, 4, seed=9))


@pytest.mark.parametrize("variant", [variant.code for variant in variants.all()])
def test_games_are_played_to_their_end_and_nothing_in_them_is_doubted(variant: str) -> None:
    for record in random_records(variant, 60, seed=1):
        ledger = score_game(record)
        assert ledger.finished
        assert ledger.ended_by in ("target", "early_win", "hands", "result")
        assert [doubt for hand in ledger.hands for doubt in hand.doubts] == []


def test_a_game_that_never_reaches_its_target_is_called_by_time() -> None:
    options = {"threshold": 1000, "threshold_scope": "always"}
    seats = ["A", "B"]
    facts = play_game("mandavoshka", options, seats, [Player(0.0, HEAVY)] * 2, Random(1))
    assert facts[-1] == {"judge": [{"stop": "time"}]} or any(hand.get("last") in (["6-6"], ["0-0"]) for hand in facts)


@pytest.mark.parametrize("variant", sorted(GAMES.keys() - {"lucky_threes", "two_lane", "ladder"}))
def test_who_thinks_wins_more_often(variant: str) -> None:
    """Skill 1 against skill 0, half the seats each, the seats changing from game to game."""
    rng = Random(4)
    points = Counter[float]()
    for number in range(60):
        strong = number % 2
        skills = [Player(1.0 if seat % 2 == strong else 0.0) for seat in range(4)]
        seats = ["A", "B", "C", "D"]
        hands_ = play_game(variant, {}, seats, skills, rng)
        ledger = score_game({"format": "ryba-game/1", "variant": variant, "seats": seats, "hands": hands_})
        for place, side in zip(ledger.places, range(len(ledger.places)), strict=True):
            points[1.0 if side % 2 == strong else 0.0] += place
    assert points[1.0] < 0.9 * points[0.0]


def test_skill_counts_by_degrees() -> None:
    losses = []
    for skill in (0.0, 0.5, 1.0):
        rng = Random(9)
        lost = 0
        for number in range(80):
            mine = number % 4
            skills = [Player(skill if seat == mine else 0.5) for seat in range(4)]
            seats = ["A", "B", "C", "D"]
            record = play_game("mandavoshka", {}, seats, skills, rng)
            ledger = score_game({"format": "ryba-game/1", "variant": "mandavoshka", "seats": seats, "hands": record})
            lost += mine in ledger.losers
        losses.append(lost)
    assert all(more > less for more, less in pairwise(losses)), losses
