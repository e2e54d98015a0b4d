"""Sums over sets of cards, class by class, against all sets one by one; draws from such sums."""

from collections import Counter
from itertools import product
from math import comb, prod
from random import Random

import numpy as np
import pytest

from whoknows.deals.hands import hand_deals, set_sums
from whoknows.deals.hands.hand_counts import HandCounts, Hands, possible_hands
from whoknows.deals.hands.hand_deals import HandDeals
from whoknows.deals.hands.lattice import Lattice
from whoknows.deals.hands.set_sums import SetSums


def some_factors(seed):
    """Classes of cards, and factors that depend on some of these, by what each set has of them."""
    rng = Random(seed)
    sizes = tuple(rng.choice((1, 1, 1, 2, 3)) for _ in range(rng.randrange(2, 6)))
    axes = [
        frozenset(rng.sample(range(len(sizes)), rng.randrange(1, len(sizes) + 1)))
        for _ in range(rng.randrange(1, 5))
    ]
    axes.append(frozenset(range(len(sizes))) - frozenset().union(*axes) or axes[0])
    tables = [
        {
            key: rng.randrange(-5, 9)
            for key in product(*(range(sizes[axis] + 1) for axis in sorted(some)))
        }
        for some in axes
    ]
    return sizes, axes, tables


def summed(sizes, axes, tables):
    """The same sum, set by set."""
    total = 0
    for held in product(*(range(size + 1) for size in sizes)):
        sign = prod((-1) ** (size - n) * comb(size, n) for size, n in zip(sizes, held, strict=True))
        factors = (
            table[tuple(held[axis] for axis in sorted(some))]
            for some, table in zip(axes, tables, strict=True)
        )
        total += sign * prod(factors)
    return total


def keys(sums, number):
    """The sets of a factor in the order of its values, by what they have of its classes."""
    inside = sums.inside(sums.axes[number])
    slowest = product(*(range(sums.sizes[axis] + 1) for axis in reversed(inside)))
    for held in slowest:
        of = dict(zip(reversed(inside), held, strict=True))
        yield tuple(of[axis] for axis in sorted(sums.axes[number]))


def made(sizes, axes, tables):
    sums = SetSums(
        sizes,
        tuple(axes),
        lambda number: np.array([tables[number][key] for key in keys(sums, number)], np.int64),
    )
    return sums


@pytest.fixture(params=["planned", "at once"], autouse=True)
def small(request, monkeypatch):
    """Both ways, whatever is small."""
    if request.param == "planned":
        monkeypatch.setattr(set_sums, "SMALL", 0)


@pytest.mark.parametrize("seed", range(40))
def test_class_by_class_is_set_by_set(seed):
    sizes, axes, tables = some_factors(seed)
    sums, wanted = made(sizes, axes, tables), summed(sizes, axes, tables)
    assert sums.total() == wanted
    assert sums.total(2147483647) == wanted % 2147483647


@pytest.mark.parametrize("seed", range(20))
def test_the_way_back_tells_what_each_value_adds(seed):
    sizes, axes, tables = some_factors(seed)
    sums, before = made(sizes, axes, tables), summed(sizes, axes, tables)
    for number, changes in enumerate(sums.changes()):
        assert sums.change(number).tolist() == changes.tolist()
        for key, change in zip(keys(sums, number), changes.tolist(), strict=True):
            tables[number][key] += 1
            assert summed(sizes, axes, tables) - before == change
            tables[number][key] -= 1


def test_a_class_that_lies_nowhere_leaves_nothing():
    sums = SetSums((1, 1), (frozenset({0}),), lambda number: np.array([1, 3], np.int64))
    assert sums.total() == 0
    assert sums.changes()[0].tolist() == sums.change(0).tolist() == [0, 0]


def parted_hands():
    """Two places of two cards each, and one that holds a card of either kind."""
    lattice = Lattice((2, 1, 1, 1, 1))
    first, second = ((0, 1, 2), 1), ((3, 4), 1)
    two = possible_hands(lattice, [((0, 1, 2, 3, 4), 2)])
    odd = two[np.arange(len(two)) % 3 != 1]
    places = [odd, two, possible_hands(lattice, [first, second])]
    parts = [possible_hands(lattice, [first]), possible_hands(lattice, [second])]
    hands = tuple(Hands(sets, np.ones(len(sets), np.int64)) for sets in places)
    split = {2: tuple(Hands(sets, np.ones(len(sets), np.int64)) for sets in parts)}
    return HandCounts(((0, 1), (2,), (3,), (4,), (5,)), hands, split)


def test_parts_of_a_place_come_to_the_same_as_the_whole():
    counts = parted_hands()
    whole = HandCounts(counts.classes, counts.places)
    listed = list(HandDeals(whole).listed())
    assert counts.total == whole.total == len(listed) > 10
    for place, axis in product(range(3), range(5)):
        card = counts.classes[axis][0]
        assert counts.lying(place, axis) == whole.lying(place, axis)
        assert whole.lying(place, axis) == sum(lies[card] == place for lies in listed)
    for place in range(3):
        assert counts.shares(place).tolist() == whole.shares(place).tolist()


def test_draws_by_shares_are_uniform(monkeypatch):
    """Where sets are very many, hand after hand is drawn: here they only pretend to be."""
    monkeypatch.setattr(hand_deals, "MOST_KEPT", 4)
    monkeypatch.setattr(hand_deals, "MOST_ONCE", 2)
    counts, rng, many = parted_hands(), Random(1), 1500
    deals = [tuple(sorted(lies.items())) for lies in HandDeals(counts).listed()]
    drawn = Counter(tuple(sorted(HandDeals(counts).draw(rng).items())) for _ in range(many))
    assert drawn.keys() == set(deals)
    mean = many / len(deals)
    assert max(abs(times - mean) for times in drawn.values()) < 5.5 * mean**0.5
