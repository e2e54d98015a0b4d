"""Cards put back and drawn again: every past is equally likely, on every engine."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from whoknows.deals.split import Split
from whoknows.deals.updates import Deal, Look

ENGINES = ["bitset", "diagram", "factual"]
WORLD = {
    "0.1": ["a"],
    "1.2": ["b"],
    "under3": ["c"],
    "under4": ["d"],
    "stock": [],
    "under1": "b",
}
# Seat 0 is offered a and b, keeps a and puts back b. Seat 1 then gets b with c and d, keeps one of
# the three and puts back two: to seat 0 each of these is as likely as another.
STORY = [
    Split("stock", {"stock": 2, "offer0": 2}, seen={"offer0": [0]}),
    Split("offer0", {"0.1": 1, "under1": 1}, owner={"0.1": 0}, seen={"under1": [0]}),
    Look(1, "under1"),
    Split(("stock", "under1"), {"stock": 0, "offer1": 3}, seen={"offer1": [1]}),
    Split(
        "offer1",
        {"1.2": 1, "under3": 1, "under4": 1},
        owner={"1.2": 1},
        seen={"under3": [1], "under4": [1]},
    ),
]


def told(engine):
    model = Deal({"stock": 4}, ("a", "b", "c", "d"), seats=("0", "1"), engine=engine).to(None)
    for update in STORY:
        model = update.to(model)
    return model


@pytest.mark.parametrize("engine", ENGINES)
def test_who_put_a_card_back_knows_where_it_may_be(engine):
    mine = told(engine).seat(0, at=WORLD)
    assert mine.knows("has(0,a)")
    assert [mine.odds(f"in({place},b)") for place in ("1.2", "under3")] == [Fraction(1, 3)] * 2
    assert mine.ownership()["b"]["1"] == mine.odds("has(1,b)") == Fraction(1, 3)


@pytest.mark.parametrize("engine", ENGINES)
def test_who_has_drawn_it_knows_the_deal_and_the_other_does_not(engine):
    model = told(engine)
    assert model.seat(1, at=WORLD).knows("has(0,a) & has(1,b) & in(under3,c)")
    assert not model.seat(0, at=WORLD).knows("has(1,b)")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_sample_is_a_whole_world_and_all_are_equally_likely(engine):
    mine, rng = told(engine).seat(0, at=WORLD), Random(7)
    drawn = Counter(repr(sorted(mine.sample(rng).items())) for _ in range(1200))
    assert len(drawn) == 6 == mine.count()
    assert all(150 < many < 250 for many in drawn.values())
    assert all("'under1', 'b'" in world for world in drawn)
