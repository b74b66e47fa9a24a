"""Short ways to write a field down."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random

from tournaments.points import TABLES, Scheme
from tournaments.standings.values import Bye, Contest, Entry, Field, Seat

DUEL = Scheme()


def game(
    round_: int, table: int, accounts: Mapping[int, int], *, penalty: bool = False, absent: Iterable[int] = ()
) -> Contest:
    """A game of single entries by their accounts; in a penalty game those with 101 or more have lost."""
    absent = set(absent)
    keys = {entry: (entry in absent, total if penalty else -total) for entry, total in accounts.items()}
    places = {entry: 1 + sum(other < keys[entry] for other in keys.values()) for entry in keys}
    level = len(set(keys.values())) == 1 and not absent
    lost = {entry: entry in absent or (accounts[entry] >= 101 if penalty else places[entry] > 1) for entry in keys}
    scheme = DUEL if len(accounts) == 2 else TABLES
    forfeited = [side for side, entry in enumerate(accounts) if entry in absent]
    points = scheme.of_game(list(places.values()), forfeited=forfeited, begun=False)
    seats = tuple(
        Seat(
            entry, side, places[entry], points[side], not level and places[entry] == 1 and entry not in absent,
            not level and lost[entry], total, absent=entry in absent,
        )
        for side, (entry, total) in enumerate(accounts.items())
    )  # fmt: skip
    return Contest(round_, table, seats)


def pairs(round_: int, table: int, one: Sequence[int], other: Sequence[int], points: tuple[int, int]) -> Contest:
    """Two against two with changing partners: each of a side gets its points and account."""
    places = (1, 2) if points[0] > points[1] else (2, 1) if points[1] > points[0] else (1, 1)
    got = DUEL.of_game(places)
    seats = tuple(
        Seat(entry, side, places[side], got[side], got[side] == 1, got[side] == 0, points[side])
        for side, both in enumerate((one, other))
        for entry in both
    )
    return Contest(round_, table, seats)


def field(count: int, *contests: Contest, byes: Iterable[Bye] = (), **more: object) -> Field:
    entries = more.pop("entries", None) or tuple(Entry(one, number=one) for one in range(1, count + 1))
    return Field(entries, tuple(contests), tuple(byes), **more)  # type: ignore[arg-type]


def random_field(seed: int, *, forfeits_count: bool = False) -> Field:
    """Two sides, 4 to 14 entries over 3 to 9 rounds: forfeits, double forfeits, byes of every kind, withdrawals."""
    random = Random(seed)
    entries = tuple(
        Entry(one, rating=random.choice([None, random.randint(1200, 2500)])) for one in range(1, random.randint(5, 15))
    )
    rounds = random.randint(3, 9)
    leaves = {entry.id: random.randint(2, rounds) for entry in entries if random.random() < 0.12}
    contests, byes = [], []
    for number in range(1, rounds + 1):
        here = [entry.id for entry in entries if leaves.get(entry.id, rounds) >= number]
        for entry in list(here):
            if random.random() < 0.12:
                kind, points = random.choice([("half", Fraction(1, 2)), ("zero", Fraction(0)), ("full", Fraction(1))])
                byes.append(Bye(entry, number, kind, points))
                here.remove(entry)
        random.shuffle(here)
        if len(here) % 2:
            byes.append(Bye(here.pop(), number, "bye", Fraction(1)))
        for at in range(0, len(here), 2):
            contests.append(_random_game(random, number, at // 2 + 1, here[at : at + 2]))
    return Field(entries, tuple(contests), tuple(byes), tuple(range(1, rounds + 1)), forfeits_count=forfeits_count)


def _random_game(random: Random, number: int, table: int, sitting: Sequence[int]) -> Contest:
    absent = set(random.choice([sitting, sitting[:1], sitting[1:]])) if random.random() < 0.12 else set()
    accounts = {entry: random.choice([30, 60, 101]) for entry in sitting}
    return game(number, table, accounts, absent=absent)
