"""Groups of one strength, and seeds that keep those of a group apart."""

from collections import Counter

from hypothesis import given, strategies as st

from tournaments.pairing.groups import cross_seeds, regroup, snake
from tournaments.pairing.knockout import spread


@given(st.integers(1, 60), st.integers(1, 8))
def test_a_snake_makes_groups_of_one_size_and_strength(count, groups):
    made = snake(list(range(count)), groups)
    sizes = Counter(made.values())
    assert max(sizes.values()) - min(sizes.get(group, 0) for group in range(1, groups + 1)) <= 1
    if count == 2 * groups:
        sums = Counter()
        for entry, group in made.items():
            sums[group] += entry
        assert len(set(sums.values())) == 1


@given(st.integers(2, 8), st.integers(1, 4))
def test_winners_come_first_and_nobody_meets_his_own_group_at_once(groups, first):
    seeds = cross_seeds([[100 * group + place for place in range(first)] for group in range(groups)])
    assert len(set(seeds)) == groups * first
    assert [seed % 100 for seed in seeds] == sorted(seed % 100 for seed in seeds)
    size = 1 << max(len(seeds) - 1, 1).bit_length()
    order = spread(size)
    for one, other in zip(order[::2], order[1::2], strict=True):
        if max(one, other) <= len(seeds) and first <= groups:
            assert seeds[one - 1] // 100 != seeds[other - 1] // 100


def test_four_groups_of_two_meet_their_own_in_the_final_at_the_earliest():
    seeds = cross_seeds([[10, 11], [20, 21], [30, 31], [40, 41]])
    order = [seeds[seed - 1] // 10 for seed in spread(8)]
    assert len(set(order[:4])) == len(set(order[4:])) == 4


@given(st.integers(2, 6), st.integers(1, 4), st.integers(2, 4))
def test_new_groups_part_the_old_ones(groups, first, count):
    old = [[100 * group + place for place in range(first)] for group in range(groups)]
    made = regroup(old, count)
    sizes = Counter(made.values())
    assert max(sizes.values()) - min(sizes.get(group, 0) for group in range(1, count + 1)) <= groups
    for group in old:
        shared = Counter(made[entry] for entry in group)
        assert max(shared.values()) <= -(-first // count)
