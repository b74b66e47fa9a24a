"""Proof at length that a legal hand is never doubted: 20,000 hands of each variant with a line, a star or a house.

As many for every number of seats. Then 5,000 hands of four in line games with one tile misread: how many are doubted
outright, and whether all others change the ends that are announced. Minutes, not seconds.
"""

from scoring.ledger import Ledger
from tests.scoring.test_doubts_by_simulation import CHECKED, FOUR_IN_LINE, NAMES, asked, judged, legal_hands

HANDS = 20_000
MISREAD = 5_000


def main() -> None:
    print("variant                   hands  doubted   misread: doubted  others with other ends")
    for variant in CHECKED:
        each = -(-HANDS // len(variant.deal))
        doubted = 0
        for seats in variant.deal:
            ledger = Ledger(variant.code, {}, NAMES[:seats])
            doubted += sum(bool(asked(ledger, facts)) for facts in legal_hands(variant.code, seats, each, seed=20))
        print(f"{variant.code:24}{each * len(variant.deal):7}{doubted:9}", end="", flush=True)
        if variant.code in FOUR_IN_LINE:
            count, outright, changed = judged(variant.code, legal_hands(variant.code, 4, MISREAD, seed=21))
            print(f"{outright / count:17.1%} {changed:9} of {count - outright}", end="")
        print(flush=True)
