"""The board as SVG: every connection and city, and what is owned in its seat's colour."""

from xml.etree import ElementTree

import pytest

from whoknows.games.tickets.board import board, boards
from whoknows.games.tickets.picture import SEATS, drawn


@pytest.mark.parametrize("name", boards())
def test_every_city_and_every_train_space_is_drawn(name):
    here = board(name)
    svg = drawn(here, [-1] * len(here.connections))
    root = ElementTree.fromstring(svg)
    words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    spaces = list(root.iter("{http://www.w3.org/2000/svg}rect"))
    assert sorted(words) == sorted(city.name for city in here.cities)
    assert len(spaces) == 1 + sum(route.length for route in here.connections)
    assert not any(colour in svg for colour in SEATS)


def test_what_a_seat_owns_has_its_colour_and_says_so():
    here = board("europe24")
    owners = [-1] * len(here.connections)
    owners[here.connection("Madrid-Barcelona").number] = 1
    svg = drawn(here, owners)
    assert svg.count(SEATS[1]) == 1
    assert "Madrid-Barcelona: 2 yellow, owned by 1" in svg
    assert "Amsterdam-London: 2 gray, ferry with 2 jokers" in svg
