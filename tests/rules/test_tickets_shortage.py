"""The additional train cards that a way takes, by hand and against every choice of colours."""

from itertools import product
from random import Random

import pytest

from whoknows.games.tickets.board import GRAY, board
from whoknows.games.tickets.shortage import asked, useful


def counts(here, text):
    """Cards such as `2 red 1 joker`, by colour."""
    words = text.split()
    names = [*here.colours, "joker"]
    found = [0] * len(names)
    for many, name in zip(words[::2], words[1::2], strict=True):
        found[names.index(name)] += int(many)
    return tuple(found)


def helping(name, hand, *connections):
    """How many cards of a hand help to pay for these connections."""
    here = board(name)
    hand = counts(here, hand)
    return useful(hand, asked(here, hand, [here.connection(c).number for c in connections]))


@pytest.mark.parametrize(
    ("hand", "many"),
    [
        ("2 red", 0),
        ("2 blue", 2),
        ("3 blue", 2),  # the third is of no use
        ("2 joker", 2),
        ("1 blue 3 joker", 2),
        ("1 red 1 blue", 1),
    ],
)
def test_each_connection_takes_cards_of_its_colour_and_jokers(hand, many):
    assert helping("small", hand, "B-C", "C-D") == many  # both blue, one train each


def test_a_gray_connection_takes_the_colour_of_which_most_is_left():
    # A-E is gray and takes 2: the blue cards go to B-C and C-D, which leaves red.
    assert helping("small", "2 red 2 blue", "B-C", "C-D", "A-E") == 4
    assert helping("small", "1 red 2 blue", "B-C", "A-E") == 2  # one of red or blue, not both
    assert helping("small", "1 red 2 blue 1 joker", "B-C", "A-E") == 3


def test_a_ferry_takes_jokers():
    """Athina-Smyrna takes two cards, one of them a joker."""
    assert helping("europe", "2 red", "Athina-Smyrna") == 1
    assert helping("europe", "1 red 1 joker", "Athina-Smyrna") == 2
    assert helping("europe", "2 joker", "Athina-Smyrna") == 2


@pytest.mark.parametrize("name", ["small", "usa", "europe"])
def test_it_is_the_best_of_all_choices_of_colours_for_one_gray_connection(name):
    here, rng, exact = board(name), Random(7), 0
    for _ in range(400):
        way = rng.sample(range(len(here.connections)), min(5, len(here.connections)))
        hand = tuple(rng.randrange(5) for _ in here.deck)
        gray = [n for n in way if here.connections[n].colour == GRAY]
        if len(gray) <= 3:
            best, ours = best_choice(here, hand, way, gray), useful(hand, asked(here, hand, way))
            assert ours <= best
            assert len(gray) > 1 or ours == best
            exact += ours == best
    assert exact >= 200


def best_choice(here, hand, way, gray):
    """Every colour for every gray connection."""
    found = []
    for colours in product(range(len(here.colours)), repeat=len(gray)):
        paid = dict(zip(gray, colours, strict=True))
        wanted = [0] * len(here.deck)
        for number in way:
            connection = here.connections[number]
            wanted[paid.get(number, connection.colour)] += connection.length - connection.ferry
            wanted[-1] += connection.ferry
        plain = sum(map(min, hand[:-1], wanted[:-1]))
        found.append(plain + min(hand[-1], sum(wanted) - plain))
    return max(found)
