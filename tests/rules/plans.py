"""Boards of a few connections, and random positions of all boards, for tests of paths."""

import json
from random import Random

import pytest
from hypothesis import strategies as st

from whoknows.games.tickets.board import board, boards
from whoknows.games.tickets.paths import FREE


@pytest.fixture
def plan(tmp_path):
    """Makes a board of connections and tickets such as "S-A 3"; its cities go from Z to A."""

    def made(connections, *tickets):
        rows = [row(text) for text in connections]
        cities = sorted({city for cells in rows for city in cells[:2]}, reverse=True)
        fields = {
            "title": "A plan",
            "map": "plan",
            "cities": [[city, 0, 0] for city in cities],
            "connections": [[*cells, "gray"] for cells in rows],
            "tickets": [row(text) for text in tickets],
        }
        text = "\n".join(f"{key} = {json.dumps(value)}" for key, value in fields.items())
        (tmp_path / "plan.toml").write_text(text)
        return board(str(tmp_path / "plan.toml"))

    return made


def row(text):
    ends, number = text.split() if " " in text else (text, "1")
    return [*ends.split("-"), int(number)]


@st.composite
def positions(draw):
    """A board, who owns what on it, and how many play."""
    here = board(draw(st.sampled_from(boards())))
    players = draw(st.integers(2, 5))
    share = draw(st.sampled_from([0.0, 0.2, 0.4, 0.7]))
    rng = Random(draw(st.integers(0, 2**32)))
    owners = [rng.randrange(players) if rng.random() < share else FREE for _ in here.connections]
    return here, tuple(owners), players
