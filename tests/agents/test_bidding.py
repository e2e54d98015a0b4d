"""Bids of the scripted agents: the tables, their exact limits, and the forbidden bid."""

from collections import Counter
from fractions import Fraction

import pytest
from seated import at, chosen

from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.bidding import strength, wished

LEAST = Fraction(1, 1000)

# The bids at ratios from below 0.8, below 0.9, below 1.1, below 1.3 and from there on.
TABLE = {
    ("text", 3): (0, 0, 1, 2, 3),
    ("text", 4): (0, 0, 1, 2, 4),
    ("text", 5): (0, 0, 1, 2, 5),
    ("text", 13): (0, 0, 1, 2, 13),
    ("original", 3): (0, 0, 0, 1, 3),
    ("original", 4): (0, 1, 1, 2, 4),
    ("original", 5): (0, 1, 1, 2, 5),
    ("original", 13): (0, 3, 3, 6, 13),
    ("scaled", 3): (0, 0, 1, 2, 3),
    ("scaled", 4): (0, 0, 1, 2, 4),
    ("scaled", 5): (0, 0, 1, 2, 5),
    ("scaled", 13): (0, 0, 3, 6, 13),
    ("scaled", 6): (0, 0, 2, 3, 6),  # 1.5 and 3.5 go to the even number too
    ("scaled", 7): (0, 0, 2, 4, 7),
    ("text", 1): (0, 0, 1, 1, 1),  # nobody bids more than there are cards
    ("original", 1): (0, 0, 0, 0, 1),
    ("scaled", 1): (0, 0, 1, 1, 1),
}
LIMITS = (Fraction(8, 10), Fraction(9, 10), Fraction(11, 10), Fraction(13, 10))


@pytest.mark.parametrize(("rule", "size"), TABLE)
def test_each_limit_belongs_to_the_higher_bid(rule, size):
    bids = TABLE[rule, size]
    assert tuple(wished(rule, limit - LEAST, size) for limit in LIMITS) == bids[:4]
    assert tuple(wished(rule, limit, size) for limit in LIMITS) == bids[1:]
    assert (wished(rule, Fraction(0), size), wished(rule, Fraction(3), size)) == (0, size)


def test_strength_is_the_mean_of_the_hand_over_the_mean_of_the_deck():
    """Queens, kings and aces are 10, 11 and 12, trumps 13 more: 14 1/4 on the average."""
    hand = tuple(map(cards.card, ("QC", "KD", "AH")))
    hearts, spades = 2, 3
    assert strength(hand, cards.highest(3), spades) == Fraction(33, 3) / Fraction(57, 4)
    assert strength(hand, cards.highest(3), hearts) == Fraction(46, 3) / Fraction(57, 4)


def test_a_hand_of_exactly_eight_tenths_is_not_below_it():
    """Three kings and two queens among five ranks: 53/5 of 53/4."""
    hands = "KC QC KD QD KS | 10C 10D 10H 10S JC | JD JH JS QH QS | AC AD AH AS KH"
    assert chosen("full-kripke(bids=original)", at(hands, bids="", ranks=5)) == (
        "1",
        ("the hand is worth 4/5 of the average: 1 of 5",),
    )
    assert chosen("full-kripke(bids=text)", at(hands, bids="", ranks=5))[0] == "0"


# West deals. It wishes for 2 of 3 with three aces, one of them a trump.
ACES = "QC QD QH | QS KS AS | KC KD KH | AC AD AH"


def test_a_wish_that_is_allowed_is_kept():
    bid, reasons = chosen("greedy", at(ACES, bids="0 0 0", ranks=3))
    assert bid == "2"
    assert reasons == ("the hand is worth 196/171 of the average: 2 of 3",)


def test_a_forbidden_wish_moves_by_one_as_a_coin_says_and_tells_so():
    position = at(ACES, bids="1 0 0", ranks=3)
    bids = Counter(chosen("greedy", position, seed)[0] for seed in range(400))
    assert set(bids) == {"1", "3"}
    assert all(150 < many < 250 for many in bids.values())
    bid, reasons = chosen("greedy", position)
    assert reasons[-1] == f"had to bid {bid} instead of 2"


def test_as_original_a_forbidden_wish_is_raised():
    position = at(ACES, bids="1 0 0", ranks=3)
    spec = "full-kripke(as_original=on)"
    assert {chosen(spec, position, seed)[0] for seed in range(20)} == {"3"}
    assert chosen(spec, position)[1][-1] == "had to bid 3 instead of 2"


@pytest.mark.parametrize(
    ("west", "rest", "bids", "bid"),
    [
        ("QC QD QH", "QS KS AS | AC AD AH | KC KD KH", "1 1 1", "1"),  # wishes for 0
        ("QS KS AS", "QC QD QH | AC AD AH | KC KD KH", "0 0 0", "2"),  # wishes for 3
    ],
)
def test_a_forbidden_wish_at_the_edge_moves_inwards(west, rest, bids, bid):
    position = at(f"{rest} | {west}", trump="S", bids=bids, ranks=3)
    assert {chosen("greedy", position, seed)[0] for seed in range(20)} == {bid}


def test_the_random_player_wishes_for_any_bid():
    first = at(ACES, bids="", ranks=3)
    bids = Counter(chosen("boeren-random", first, seed)[0] for seed in range(4000))
    assert sorted(bids) == ["0", "1", "2", "3"]
    assert all(900 < many < 1100 for many in bids.values())


def test_the_random_player_moves_by_one_too():
    """Of 4 wishes 2 is forbidden, and goes half to 1 and half to 3."""
    position = at(ACES, bids="1 0 0", ranks=3)
    bids = Counter(chosen("boeren-random", position, seed)[0] for seed in range(4000))
    assert sorted(bids) == ["0", "1", "3"]
    assert 900 < bids["0"] < 1100
    assert 1350 < bids["1"] < 1650
    told = [chosen("boeren-random", position, seed)[1][-1] for seed in range(50)]
    assert "had to bid 1 instead of 2" in told
    assert "had to bid 3 instead of 2" in told
