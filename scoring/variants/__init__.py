"""The registry of variants: the one line that a new variant adds outside its own module."""

from scoring.errors import UnknownVariant
from scoring.variants.base import Variant
from scoring.variants.columns import Ladder, LuckyThrees, TwoLane
from scoring.variants.draughts import Draughts
from scoring.variants.in_play import Bergen, Fives, Threes
from scoring.variants.latin import LatinAmerican
from scoring.variants.mandavoshka import Mandavoshka
from scoring.variants.sea_goat import Kozel, SeaGoat, SeaGoatExchange
from scoring.variants.traditional import Matador, Sevastopol, Traditional

_ALL: tuple[type[Variant], ...] = (
    Mandavoshka,
    Kozel,
    SeaGoatExchange,
    SeaGoat,
    Traditional,
    Sevastopol,
    Matador,
    Bergen,
    Fives,
    Threes,
    LuckyThrees,
    TwoLane,
    Ladder,
    LatinAmerican,
    Draughts,
)
_BY_CODE = {variant.code: variant for variant in _ALL}


def all() -> tuple[type[Variant], ...]:
    """Every variant, in the order in which pages list them."""
    return _ALL


def get(code: str) -> type[Variant]:
    """The variant of a code; `UnknownVariant` where there is none."""
    try:
        return _BY_CODE[code]
    except (KeyError, TypeError):
        raise UnknownVariant(code) from None
