"""Even deals: the least difference between the richest and the poorest hand, on both engines."""

from itertools import permutations

import pytest

import whoknows as wk
from whoknows.core.error import Error

WORTH = dict(zip("abcdef", [1, 2, 3, 4, 5, 9], strict=True))


def spread(hands):
    points = [sum(WORTH[card] for card in hand) for hand in hands]
    return max(points) - min(points)


@pytest.mark.parametrize("engine", ["bitset", "diagram"])
@pytest.mark.parametrize("stock", [0, 2])
def test_only_the_evenest_deals_are_worlds(engine, stock):
    size = 2 if stock == 0 else 1
    places = {0: size, 1: size, 2: size} if stock == 0 else {0: 2, 1: 2, "stock": 2}
    model = wk.deal(places, cards="abcdef", even=WORTH, engine=engine)
    hands = len(places) - (stock > 0)
    deals = {
        tuple(frozenset(cards[2 * n : 2 * n + 2]) for n in range(3))
        for cards in permutations(WORTH)
    }
    least = min(spread(deal[:hands]) for deal in deals)
    wanted = {deal for deal in deals if spread(deal[:hands]) == least}
    found = {tuple(frozenset(world[key]) for key in places) for world in model.worlds}
    assert found == wanted
    assert model.count() == len(wanted)


@pytest.mark.parametrize("engine", ["bitset", "diagram"])
def test_deals_of_few_cards_are_not_mixed_up_with_many(engine):
    """One deal of four cards and two deals of two cards may be the same numbers in a row."""
    worth = dict(zip("abcde", (3, 2, 1, 1, 2), strict=True))
    model = wk.deal({0: 2, 1: 3}, cards="abcde", even=worth, engine=engine)
    held = [sum(worth[card] for card in world[0]) for world in model.worlds]
    assert sorted(held) == [4] * 3 + [5] * 2


def test_that_the_deal_is_even_is_known_to_all():
    model = wk.deal({0: 2, 1: 2, 2: 2}, cards="abcdef", even=WORTH)
    assert model.seat(0, sees={0: "af"}).knows("has(1,b) <-> has(1,e)")


def test_a_card_without_a_value_and_too_many_deals_are_named():
    with pytest.raises(Error, match="even: no value for f"):
        wk.deal({0: 3, 1: 3}, cards="abcdef", even=dict.fromkeys("abcde", 1))
    with pytest.raises(Error, match="63,063,000 deals are too many"):
        wk.deal(dict.fromkeys(range(4), 4), cards=range(16), even=dict.fromkeys(range(16), 1))
