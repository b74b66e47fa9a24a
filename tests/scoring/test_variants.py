"""The registry, and what every declaration must hold."""

import pytest

from scoring import variants
from scoring.errors import OptionError, RecordError, UnknownVariant
from scoring.ledger import Ledger
from scoring.options import Option
from scoring.variants.base import Variant

EVERY = [(variant, option) for variant in variants.all() for option in variant.options]


def test_codes() -> None:
    assert {variant.code for variant in variants.all()} == {
        "mandavoshka", "kozel", "morskoy_kozel_exchange", "morskoy_kozel", "traditional", "sevastopol", "matador",
        "bergen", "fives", "threes", "lucky_threes", "two_lane", "ladder", "latin_american", "draughts",
    }  # fmt: skip
    assert all(variants.get(variant.code) is variant for variant in variants.all())
    with pytest.raises(UnknownVariant, match="chess"):
        variants.get("chess")


@pytest.mark.parametrize(("variant", "option"), EVERY)
def test_every_option_is_declared_whole(variant: type[Variant], option: Option) -> None:
    option.check(option.default)
    assert option.label
    assert option.help
    assert (option.kind == "choice") == bool(option.choices)
    assert len({choice.value for choice in option.choices}) == len(option.choices)
    assert variant.resolve({})[option.name] == option.default


def test_the_switch_gives_way_to_what_is_named() -> None:
    goat = variants.get("morskoy_kozel_exchange")
    switched = goat.resolve({"popular_doubles": True, "lone_both": None})
    assert (switched["lone_double_blank"], switched["lone_double_six"]) == (25, 50)
    assert switched["finish_bonus"] is switched["opening_bonus"] is True
    assert switched["lone_both"] is None
    assert goat.resolve({"popular_doubles": False})["lone_double_blank"] == 10


def test_an_error_names_its_option() -> None:
    with pytest.raises(OptionError, match="Burning") as fault:
        variants.get("mandavoshka").resolve({"burn_at": 101})
    assert fault.value.option == "burn_at"


def test_direction_decides_whether_points_are_bad() -> None:
    goat = variants.get("morskoy_kozel_exchange")
    assert not goat.penalty(goat.resolve({}))
    assert goat.penalty(goat.resolve({"direction": "loser"}))
    assert variants.get("mandavoshka").penalty({})


@pytest.mark.parametrize("variant", variants.all())
def test_no_fewer_and_no_more_seats(variant: type[Variant]) -> None:
    low, high = variant.seats
    for count in range(1, 7):
        names = list("abcdef"[:count])
        if low <= count <= high:
            assert Ledger(variant.code, {}, names).places == [1] * (2 if variant.pairs else count)
        else:
            with pytest.raises(RecordError, match=r"players|pairs"):
                Ledger(variant.code, {}, names)


def test_how_many_may_sit() -> None:
    four = {"kozel", "morskoy_kozel", "morskoy_kozel_exchange", "sevastopol"}
    assert four <= {variant.code for variant in variants.all() if variant.seats == (4, 4)}
    assert variants.get("draughts").seats == (2, 2)
    spec = ["mandavoshka", "traditional", "matador", "bergen", "fives", "threes", "lucky_threes", "two_lane", "ladder"]
    assert {variants.get(code).seats for code in spec} == {(2, 4)}


def test_what_the_standings_ask_of_a_variant() -> None:
    two = {variant.code for variant in variants.all() if variant.two_sides()}
    assert {"kozel", "morskoy_kozel", "morskoy_kozel_exchange", "draughts"} <= two
    assert not two & {"mandavoshka", "traditional", "sevastopol", "matador", "bergen", "fives", "two_lane", "ladder"}
    fewer = {variant.code for variant in variants.all() if variant.fewer_is_better(variant.resolve({}))}
    assert fewer == {"mandavoshka", "kozel", "two_lane"}


@pytest.mark.parametrize(("variant", "option"), [pair for pair in EVERY if pair[1].kind == "integer"])
def test_bounds_of_numbers(variant: type[Variant], option: Option) -> None:
    low, high = {"target": (1, 10_000), "hands": (1, 1000)}.get(option.name, (0, 1000))
    burning = {"burn_at": None} if option.name == "target" and variant.code == "mandavoshka" else {}
    room = {"target": 10_000} if option.name == "burn_at" else {}
    for value in (low, high):
        assert variant.resolve({**burning, **room, option.name: value})[option.name] == value
    for value in (low - 1, high + 1):
        with pytest.raises(OptionError) as fault:
            variant.resolve({**burning, **room, option.name: value})
        assert fault.value.note.code == "option_range"
    may_be_none = option.name in ("burn_at", "lone_both") or (
        option.name == "target" and variant.code in ("bergen", "fives", "threes", "lucky_threes")
    )
    assert option.nullable == may_be_none
