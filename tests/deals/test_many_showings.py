"""Cards shown again and again make more worlds than can be listed: then a diagram has them."""

from random import Random

import pytest

import whoknows as wk
from whoknows.deals import deal_builder
from whoknows.logic.bitset import Bitset
from whoknows.logic.diagram import Diagram

HANDS = {"Ann": 2, "Ben": 2, "Cas": 2}


@pytest.mark.parametrize("seed", range(4))
def test_a_listed_deal_moves_on_to_a_diagram_and_knows_the_same(seed, monkeypatch):
    rng = Random(seed)
    grown, listed = (wk.deal(HANDS, cards="abcdef", engine=e) for e in ("auto", "bitset"))
    monkeypatch.setattr(deal_builder, "MOST_LISTED", 150)
    held = rng.choice(list(listed.worlds))
    world = {seat: held[seat] for seat in HANDS}
    for number in range(1, 6):
        by, to = rng.sample(list(HANDS), 2)
        card = rng.choice(sorted(world[by]))
        among = sorted({card, *rng.sample("abcdef", 2)})
        grown, listed = grown.show(by, to, among), listed.show(by, to, among)
        world[f"shown{number}"] = card
    assert isinstance(grown.space, Diagram)
    assert isinstance(listed.space, Bitset)
    assert grown.count() == listed.count()
    for seat in HANDS:
        one, other = grown.seat(seat, at=world), listed.seat(seat, at=world)
        assert one.count() == other.count()
        for card in "abcdef":
            assert one.odds(f"has(Ann,{card})") == other.odds(f"has(Ann,{card})")


def test_a_hundred_showings_need_little_room():
    """Listed, these would be two to the hundredth worlds."""
    model = wk.deal({"Ann": 2, "Ben": 1}, cards="abc").announce("has(Ann,a) & has(Ann,b)")
    for _ in range(100):
        model = model.show("Ann", "Ben", "ab")
    assert model.count() == 2**100
