"""The game that the tutorial builds: its blocks, put together, play and obey every law."""

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from whoknows.core.agent import Agent, Choice
from whoknows.core.laws import LAWS
from whoknows.core.match import play
from whoknows.core.registry import agent

PAGE = Path(__file__).parents[2] / "docs" / "your-game.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.fixture(scope="module")
def whodunit(tmp_path_factory):
    """The file, imported as a package of its own would be."""
    folder = tmp_path_factory.mktemp("tutorial")
    source = "".join(block if block.startswith((" ", '"')) else "\n\n" + block for block in BLOCKS)
    (folder / "whodunit.py").write_text(source, "utf-8")
    sys.path.insert(0, str(folder))
    yield import_module("whodunit")
    sys.path.remove(str(folder))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_game_of_the_tutorial_obeys(law, whodunit):
    law(whodunit.game())


def test_it_is_about_a_page():
    lines = [line for block in BLOCKS for line in block.splitlines() if line.strip()]
    assert len(lines) < 150


def test_its_agent_wins_some_and_never_accuses_wrongly(whodunit):
    text = PAGE.read_text("utf-8")
    (source,) = re.findall(r"```\n(class Knowing.*?)```", text, re.DOTALL)
    names = {"Agent": Agent, "Choice": Choice, "Accuse": whodunit.Accuse}
    exec(source, names)
    rules, won = whodunit.game(), 0
    for seed in range(10):
        agents = [names["Knowing"](), agent("random"), agent("random")]
        end = list(play(rules, agents, seed=seed))[-1].after
        won += rules.winners(end) == (0,)
        assert 0 not in end.public.out
    assert won
