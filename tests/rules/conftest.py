"""What all tests of rules may ask for."""

import json
import sys
from pathlib import Path

import pytest

from whoknows.games.tickets.board import board

# Where studies keep what they measure by.
sys.path.append(str(Path(__file__).parents[2] / "examples"))


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
