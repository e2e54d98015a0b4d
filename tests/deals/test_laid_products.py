"""Products of arrays laid along each other, block by block, against all of it number by number."""

from itertools import product
from math import prod
from random import Random

import numpy as np
import pytest

from whoknows.deals.hands import laid_products
from whoknows.deals.hands.laid_products import LaidProduct

PRIME = 2147483647


@pytest.fixture(params=[1, 5, 1 << 15], ids=["single numbers", "small blocks", "one block"])
def block(request, monkeypatch):
    monkeypatch.setattr(laid_products, "BLOCK", request.param)


def some_arrays(seed):
    """Dimensions, which of them each array has and the sum keeps, and the arrays."""
    rng = Random(seed)
    dims = tuple(rng.randrange(1, 5) for _ in range(rng.randrange(1, 5)))
    flags = [tuple(rng.random() < 0.6 for _ in dims) for _ in range(rng.randrange(1, 5))]
    flags.append(tuple(not any(known) for known in zip(*flags, strict=True)))
    kept = tuple(rng.random() < 0.4 for _ in dims)
    arrays = [
        np.array(
            [rng.randrange(-9, 10) for _ in range(many(dims, known))], rng.choice(["i1", "i8"])
        )
        for known in flags
    ]
    return LaidProduct(dims, tuple(flags), kept), arrays


def many(dims, known):
    return prod(size for size, has in zip(dims, known, strict=True) if has)


def at(laid, known, place):
    """Where the number for a place stands in an array with these dimensions."""
    number = 0
    for size, has, there in zip(laid.dims, known, place, strict=True):
        number = number * size + there if has else number
    return number


def summed(laid, arrays):
    """The same sum, number by number."""
    found = [0] * many(laid.dims, laid.kept)
    for place in product(*map(range, laid.dims)):
        pairs = zip(arrays, laid.known, strict=True)
        found[at(laid, laid.kept, place)] += prod(
            int(one[at(laid, known, place)]) for one, known in pairs
        )
    return found


@pytest.mark.parametrize("seed", range(40))
def test_sums_are_those_of_single_numbers(seed, block):
    laid, arrays = some_arrays(seed)
    wanted = summed(laid, arrays)
    assert laid.total(arrays).tolist() == wanted
    assert laid.total(arrays, PRIME).tolist() == [number % PRIME for number in wanted]


@pytest.mark.parametrize("seed", range(20))
def test_changes_are_what_a_number_more_adds(seed, block):
    laid, arrays = some_arrays(seed)
    weights = np.arange(1, many(laid.dims, laid.kept) + 1)

    def weighed():
        return sum(a * b for a, b in zip(weights.tolist(), summed(laid, arrays), strict=True))

    before, changes = weighed(), laid.changes(arrays, weights)
    for number, one in enumerate(arrays):
        assert laid.change(arrays, weights, number).tolist() == changes[number].tolist()
        for place in range(len(one)):
            one[place] += 1
            assert weighed() - before == changes[number][place]
            one[place] -= 1
