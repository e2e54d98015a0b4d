"""The odds of cards to come, against every way to draw them."""

from fractions import Fraction
from itertools import combinations
from math import comb

from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.games.tickets.board import board
from whoknows.games.tickets.draw_odds import odds


def test_one_draw_is_a_share_of_the_deck():
    assert odds((10, 10, 8), 1, (0, 0, 1)) == Fraction(8, 28)
    assert odds((10, 10, 8), 1, (1, 0, 0)) == Fraction(18, 28)  # a joker stands in


def test_two_reds_in_two_draws():
    # Both red (45 pairs), one red and one joker (10 x 8), or two jokers (28), of 378 pairs.
    assert odds((10, 10, 8), 2, (2, 0, 0)) == Fraction(45 + 80 + 28, 378)


def test_a_joker_stands_in_for_one_card_only():
    assert odds((0, 0, 1), 1, (1, 0, 0)) == 1
    assert odds((0, 0, 1), 1, (1, 1, 0)) == 0
    assert odds((1, 1, 1), 2, (1, 1, 0)) == 1


def test_a_joker_that_is_wanted_itself_does_not_stand_in():
    assert odds((1, 0, 1), 2, (1, 0, 1)) == 1
    assert odds((0, 3, 1), 4, (1, 0, 1)) == 0
    assert odds((0, 0, 2), 2, (1, 0, 1)) == 1


def test_what_is_held_is_not_wanted_any_more():
    assert odds((5, 5, 2), 0, (2, 0, 0), hand=(2, 0, 0)) == 1
    assert odds((5, 5, 2), 0, (2, 0, 0), hand=(1, 0, 0)) == 0
    assert odds((5, 5, 2), 0, (2, 0, 0), hand=(1, 0, 1)) == 1
    assert odds((5, 5, 2), 0, (2, 0, 0), hand=(1, 7, 0)) == 0  # of another colour
    assert odds((5, 5, 2), 1, (2, 0, 0), hand=(1, 0, 0)) == Fraction(7, 12)


def test_nothing_is_always_held():
    assert odds((5, 5, 2), 0, (0, 0, 0)) == 1


def test_no_more_is_drawn_than_there_is():
    assert odds((1, 1, 0), 9, (1, 1, 0)) == 1
    assert odds((1, 1, 0), 9, (2, 0, 0)) == 0


counts = st.tuples(*[st.integers(0, 3)] * 4)


@settings(max_examples=150, deadline=None)
@given(counts, st.integers(0, 6), counts, counts)
def test_every_way_to_draw_is_counted(deck, draws, wanted, hand):
    cards = [colour for colour, many in enumerate(deck) for _ in range(many)]
    every = list(combinations(range(len(cards)), min(draws, len(cards))))
    good = sum(holds(added(hand, [cards[n] for n in drawn]), wanted) for drawn in every)
    assert odds(deck, draws, wanted, hand) == Fraction(good, len(every))


def added(hand, drawn):
    return [many + drawn.count(colour) for colour, many in enumerate(hand)]


def holds(hand, wanted):
    """Card by card: each that is missing costs a joker, those wanted as such come first."""
    jokers = hand[-1] - wanted[-1]
    for have, want in zip(hand[:-1], wanted[:-1], strict=True):
        for _ in range(max(0, want - have)):
            jokers -= 1
    return jokers >= 0


def test_of_a_whole_deck_one_colour_is_a_double_sum():
    deck = board("usa").deck  # 12 of each of 8 colours, 14 jokers
    ways = sum(
        comb(12, red) * comb(14, jokers) * comb(84, 20 - red - jokers)
        for red in range(13)
        for jokers in range(15)
        if 6 <= red + jokers <= 20
    )
    assert odds(deck, 20, (6, *[0] * 8)) == Fraction(ways, comb(110, 20))


def test_more_draws_never_hurt():
    deck, wanted = board("usa").deck, (4, 3, 2, 3, 1, 2, 2, 4, 1)
    chances = [odds(deck, draws, wanted) for draws in range(0, 111, 10)]
    assert chances == sorted(chances)
    assert chances[:3] == [0, 0, 0]  # 22 cards are wanted
    assert chances[3] > 0
    assert chances[-1] == 1
