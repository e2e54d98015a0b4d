"""Several groups that are told something at one moment: the same knowledge, one thing said."""

from itertools import combinations

import pytest

import whoknows as wk
from whoknows.logic.announcements import AtOnce, Tell

SEATS = ("ann", "ben", "cas", "dan")
DEAL = dict.fromkeys(SEATS, 1)


def is_wolf(seat):
    return f"(has({seat},a) | has({seat},b))"


MEET = [Tell(pair, " & ".join(map(is_wolf, pair))) for pair in combinations(SEATS, 2)]


@pytest.mark.parametrize("engine", ["bitset", "diagram"])
def test_told_at_once_is_told_one_by_one(engine):
    model = wk.deal(DEAL, cards="abcd", engine=engine)
    one_by_one = model
    for tell in MEET:
        one_by_one = tell.to(one_by_one)
    at_once = AtOnce(MEET, "the wolves see each other").to(model)
    assert at_once.count() == one_by_one.count() == 24
    for world in at_once.worlds:
        for seat in SEATS:
            mine, same = at_once.seat(seat, at=world), one_by_one.seat(seat, at=world)
            assert mine.count() == same.count()
            assert mine.count() == (2 if world[seat][0] in "ab" else 6)
            for other in SEATS:
                assert mine.odds(f"K[{other}] has(ann,b)") == same.odds(f"K[{other}] has(ann,b)")


def test_it_is_one_thing_that_was_said():
    model = wk.deal(DEAL, cards="abcd").announce("~has(dan,c)")
    model = AtOnce(MEET, "the wolves see each other").to(model)
    assert len(model.history) == 3
    world = {"ann": "a", "ben": "b", "cas": "c", "dan": "d"}
    why = str(model.seat("ann", at=world).why("has(ben,b)"))
    assert why.endswith("what was said: (2) the wolves see each other.")
    assert not model.seat("cas", at=world).knows("has(ben,b)")


def test_whoever_is_told_may_be_one_seat_or_a_list():
    assert Tell("ann", "has(ben,b)") == Tell(("ann",), "has(ben,b)") == Tell(["ann"], "has(ben,b)")
    assert hash(AtOnce(MEET, "so")) == hash(AtOnce(tuple(MEET), "so"))
