"""What a seat saw and what it knows, in numbers."""

from random import Random

import numpy as np
import pytest

from whoknows.adapters.position import NumberedGame
from whoknows.adapters.seat_numbers import observed, odds, seen, surely_known
from whoknows.core.registry import game

SPECS = ("threecards(rounds=2)", "boerenbridge(rounds=3)", "tickets", "cluedo")


def dealt(spec, outcome):
    rules = NumberedGame.of(spec)
    return rules.start().after(rules.game.parse(outcome))


def said(position, *moves):
    for move in moves:
        position = position.after(position.rules.game.parse(move))
    return position


def test_odds_follow_what_was_said():
    """Seat 0 has a. When 1 denies c it has b, which everybody then knows who has a or c."""
    start = dealt("threecards(rounds=2)", "deal a b c")
    assert odds(start, 0).tolist() == [[1, 0, 0, 0], [0, 0.5, 0.5, 0], [0, 0.5, 0.5, 0]]
    told = said(start, "0: not c", "1: not c")
    assert odds(told, 0).tolist() == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]
    assert odds(told, 2)[2].tolist() == [1, 0, 0, 0]  # its own card: c


def test_the_own_seat_comes_first():
    start = dealt("threecards", "deal a b c")
    assert odds(start, 1).tolist() == [[0, 0.5, 0.5, 0], [1, 0, 0, 0], [0, 0.5, 0.5, 0]]


def test_who_surely_knows_a_card_of_mine():
    start = dealt("threecards(rounds=2)", "deal a b c")
    assert not surely_known(start, 0).any()
    shown = said(start, "0 shows a to 1")
    assert surely_known(shown, 0).tolist() == [[1, 0, 0], [0, 0, 0]]  # the next one, about a
    # Who is told that 0 has not b may know from its own card what 0 has: 0 cannot tell.
    denied = said(start, "0: not b")
    assert surely_known(denied, 0).tolist() == [[0.5, 0, 0], [0.5, 0, 0]]


def test_cards_in_nobodys_hand_are_in_the_last_column():
    rules = NumberedGame.of("boerenbridge(players=3,rounds=1)")
    start = rules.start().drawn(Random(1))
    table = odds(start, 0)
    assert table.shape == (4, 4)
    assert table.sum(axis=1).tolist() == [1, 1, 1, 1]
    assert sorted(table[:, 3].tolist()) == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3])


@pytest.mark.parametrize("spec", SPECS)
def test_nothing_depends_on_what_the_seat_cannot_know(spec):
    """Another deal that looks the same gives the same numbers, bit by bit."""
    rng = Random(5)
    position = NumberedGame.of(spec).start()
    for _ in range(6):
        while position.is_chance:
            position = position.drawn(rng)
        if position.is_over:
            break
        seat = position.by
        mine = observed(position, seat, "both")
        for _ in range(2):
            twin = observed(position.imagined(seat, rng), seat, "both")
            assert all(np.array_equal(mine[name], twin[name]) for name in mine)
        position = position.chosen(rng.choice(list(position.actions)))


def test_the_true_cards_of_others_would_be_noticed():
    """The test above is not blind: what the next seat sees does differ."""
    position = NumberedGame.of("boerenbridge(rounds=3)").start().drawn(Random(1))
    others = [seen(position.imagined(0, Random(n)), 1).tolist() for n in range(3)]
    assert others[0] != others[1] or others[1] != others[2]


def test_choices_are_the_same_whoever_makes_them():
    rules = NumberedGame(game("threecards"))
    start = rules.start().after(rules.game.chance(rules.game.start()).choices[0])
    names = rules.numbers.choices
    assert [names[number] for number in start.actions] == [
        "not b",
        "not c",
        "show the next",
        "show the one before",
    ]
    assert list(start.chosen(2).actions) == [0, 2, 3, 4, 5]  # who was shown a card knows all
