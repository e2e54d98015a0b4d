"""How many deals there are, and what can be told apart in them, from nine cards to fifty-two."""

from string import ascii_letters

import pytest

import whoknows as wk


def deal(seats, cards, **options):
    pack = ascii_letters[: seats * cards]
    return wk.deal(dict.fromkeys(range(seats), cards), cards=pack, **options)


@pytest.mark.parametrize(
    ("seats", "cards", "deals"),
    [
        (3, 2, 90),
        (3, 3, 1680),
        (4, 2, 2520),
        (3, 4, 34650),
        (4, 3, 369600),
        (3, 5, 756756),
        (4, 4, 63063000),
        (3, 13, 84478098072866400),
        (4, 13, 53644737765488792839237440000),
    ],
)
def test_deals_are_counted_exactly(seats, cards, deals):
    assert deal(seats, cards).count() == deals


@pytest.mark.parametrize("engine", ["bitset", "diagram"])
@pytest.mark.parametrize(
    ("seats", "cards", "cells", "pairs"),
    [(3, 2, 15, 540), (3, 3, 84, 33600), (4, 2, 28, 226800)],
)
def test_each_seat_tells_as_many_cells_apart_as_there_are_hands(seats, cards, cells, pairs, engine):
    model = deal(seats, cards, engine=engine)
    for seat in range(seats):
        sizes = [cell.count() for cell in model.cells(seat)]
        assert len(sizes) == cells
        assert len(set(sizes)) == 1
        assert model.pairs(seat) == pairs


def test_announcements_and_knowledge_among_63_million_deals():
    model = wk.deal(dict.fromkeys(range(4), 4), cards=[f"c{n}" for n in range(16)])
    assert model.announce("has(2,c3) | has(2,c5) | has(2,c7)").count() == 38288250
    assert model.where("K[1] (has(2,c3) | has(2,c5))").count() == 0
    told = model.announce("has(2,c3) | has(2,c5) | has(2,c7)")
    assert told.where("K[1] (has(2,c3) | has(2,c5))").count() == 7507500
