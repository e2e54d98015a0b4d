"""Games and agents are made from specs, and a spec that is wrong is answered by a hint."""

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Literal

import pytest

from whoknows.core import registry
from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.core.registry import agent, agents, game, games
from whoknows.core.spec import parse, quote
from whoknows.core.spec_arguments import arguments
from whoknows.games.threecards import ThreeCards


def test_every_game_and_agent_is_listed_with_a_line_about_it():
    assert games()["threecards"] == "Three cards, three seats: a toy whose whole tree is small."
    assert agents()["random"] == "Plays any legal action, each equally likely."
    assert all(line and "\n" not in line for line in (games() | agents()).values())


def test_listing_does_not_run_the_modules_listed():
    program = (
        "import sys; from whoknows.core import registry; registry.games(); registry.agents();"
        "print([name for name in sys.modules if name.startswith('whoknows.games.')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("threecards", "threecards"),
        (" threecards ( ) ", "threecards"),
        ("threecards(rounds=1)", "threecards"),
        ("threecards( rounds = 2 )", "threecards(rounds=2)"),
    ],
)
def test_a_game_knows_its_own_spec(text, spec):
    assert game(text).spec == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'', column 1: expected a name"),
        ("(rounds=2)", "column 1: expected a name"),
        ("threecards)", "column 11: expected '(' or the end"),
        ("threecards(", "column 12: expected an option"),
        ("threecards(rounds", "column 18: expected '=' after rounds"),
        ("threecards(rounds=", "column 19: expected a value for rounds"),
        ('threecards(rounds="2', "column 19: expected a value for rounds"),
        ("threecards(rounds=2", "column 20: expected ',' or ')'"),
        ("threecards(rounds=2,)", "column 21: expected an option"),
        ("threecards(rounds=2) x", "column 22: expected the end"),
        ("threecards(rounds=2,rounds=3)", "column 21: rounds is given twice"),
        (
            "threecards(round=2)",
            "column 12: threecards has no option round (its options: rounds, names)",
        ),
        ("threecards(rounds=two)", "column 12: rounds takes a whole number, not 'two'"),
        ('threecards(rounds="2")', "column 12: rounds takes a whole number, not '2'"),
        ("threecards(rounds=0)", "threecards needs at least one round, not 0"),
        ("treecards", "there is no game called treecards; did you mean threecards?"),
        ("whist", "there is no game called whist; there are "),
    ],
)
def test_a_bad_spec_of_a_game(text, message):
    with pytest.raises(Error) as caught:
        game(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("randon", "did you mean random?"),
        ("random(depth=3)", "random has no option depth (its options: none)"),
        ("scripted", "'scripted': scripted needs the option moves"),
    ],
)
def test_a_bad_spec_of_an_agent(text, message):
    with pytest.raises(Error) as caught:
        agent(text)
    assert message in str(caught.value)


def options(text):
    def factory(
        seats: int = 3,
        share: float = 0.5,
        draw: bool = False,
        board: str = "",
        plan: Path = Path(),
        deal: Literal["random", "even"] = "random",
        limit: int | None = None,
    ): ...

    return arguments(parse(f"x({text})"), factory)


def test_values_have_the_type_of_their_parameter():
    assert options("seats=4,share=0.25") == {"seats": 4, "share": 0.25}
    assert options("draw=on") == options("draw=true") == {"draw": True}
    assert options("draw=off") == options("draw=false") == {"draw": False}
    assert options("board=on") == options("board='on'") == {"board": "on"}
    assert options("plan=/a/b-c.toml") == {"plan": Path("/a/b-c.toml")}
    assert options("deal=even,limit=5") == {"deal": "even", "limit": 5}
    assert options(r'board="a \"b\" (c, d)=\\"') == {"board": 'a "b" (c, d)=\\'}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seats=3.5", "seats takes a whole number, not '3.5'"),
        ("share=half", "share takes a number, not 'half'"),
        ("draw=yes", "draw takes on or off, not 'yes'"),
        ("deal=fair", "deal takes random or even, not 'fair'"),
        ("limit=none", "limit takes a whole number, not 'none'"),
    ],
)
def test_values_of_another_type(text, message):
    with pytest.raises(Error) as caught:
        options(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("value", ["", "on", "a b", 'a "b"', "a\\", "x,y)", "/a/b", "é'", 3])
def test_values_are_quoted_where_they_must_be(value):
    assert options(f"board={quote(value)}") == {"board": str(value)}


# Other people's games and agents come as entry points.


@pytest.fixture
def neighbour(tmp_path, monkeypatch):
    """An installed package with two games, one of them broken, and an agent in a callable."""
    (tmp_path / "nachbar").mkdir()
    (tmp_path / "nachbar/__init__.py").write_text("")
    (tmp_path / "nachbar/duo.py").write_text(
        '"""Two rounds of three cards."""\n'
        "from whoknows.games.threecards import ThreeCards\n"
        "def game(): return ThreeCards(2)\n"
    )
    (tmp_path / "nachbar/ruin.py").write_text('"""A ruin."""\nimport nothing_of_the_kind\n')
    (tmp_path / "nachbar/bots.py").write_text(
        '"""Bots."""\nfrom whoknows.agents.random import RandomAgent\n'
        "from whoknows.core.agent import Agent, Choice\n"
        "def timid(): return RandomAgent()\n"
        "class First(Agent):\n"
        '    """Does the first thing."""\n'
        "    name = 'first'\n"
        "    def choose(self, view, rng): return Choice(view.actions[0])\n"
    )
    info = tmp_path / "nachbar-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: nachbar\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[whoknows.games]\nduo = nachbar.duo\nruin = nachbar.ruin\nlost = nachbar.lost\n"
        "threecards = nachbar.ruin\n"
        "[whoknows.agents]\ntimid = nachbar.bots:timid\nfirst = nachbar.bots:First\n"
    )
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("neighbour")
def test_a_neighbour_adds_games_and_agents():
    assert games()["duo"] == "Two rounds of three cards."
    assert game("duo").rounds == 2
    assert agents()["timid"] == "Bots."
    assert agent("timid").name == "random"


@pytest.mark.usefixtures("neighbour")
def test_an_agent_may_be_a_class_with_one_method_that_says_what_it_does():
    assert agents()["first"] == "Does the first thing."
    assert agent("first").name == "first"
    with pytest.raises(Error, match="first has no option args"):
        agent("first(args=1)")


@pytest.mark.usefixtures("neighbour")
def test_a_broken_neighbour_hides_nobody():
    assert games()["ruin"] == "A ruin."
    assert games()["lost"] == "no description"
    with pytest.raises(Error, match="the game ruin cannot be loaded: No module named"):
        game("ruin")
    with pytest.raises(Error, match="the game lost cannot be loaded"):
        game("lost")


@pytest.mark.usefixtures("neighbour")
def test_a_name_of_ours_cannot_be_taken_over():
    assert game("threecards").name == "threecards"
    assert games()["threecards"] != "A ruin."


def test_a_module_without_the_callable_is_named(monkeypatch):
    monkeypatch.setattr(registry, "_ours", lambda kind: {"hollow": "whoknows.core.error"})
    with pytest.raises(Error, match="the game hollow cannot be made: its module has no callable"):
        game("hollow")


class Unfinished(ThreeCards):
    """A game whose author has not got far."""

    parse = Game.parse
    veil = Game.veil


def test_a_game_that_lacks_methods_says_which(monkeypatch):
    point = EntryPoint("unfinished", f"{__name__}:Unfinished", "whoknows.games")
    monkeypatch.setattr(registry, "_theirs", lambda kind: {"unfinished": point})
    monkeypatch.setattr(registry, "_loaded", lambda kind, point: Unfinished)
    with pytest.raises(Error) as caught:
        game("unfinished")
    assert str(caught.value) == "the game unfinished cannot be made: it lacks parse and veil"


def test_a_fault_of_a_game_that_lacks_nothing_is_its_own(monkeypatch):
    def broken():
        raise TypeError("one plus a word")

    monkeypatch.setattr(registry, "_factory", lambda kind, spec: broken)
    with pytest.raises(TypeError, match="one plus a word"):
        game("threecards")


def test_an_agent_that_cannot_be_made_plays_nothing_and_one_that_needs_options_does():
    def refused():
        raise Error("not today")

    class Silent:
        """It can choose, and says nothing else."""

    toy = game("threecards")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_factory", lambda kind, spec: refused)
        assert not registry.plays("sleeper", toy)
        patch.setattr(registry, "_factory", lambda kind, spec: Silent)
        assert registry.plays("silent", toy)
    assert registry.plays("scripted", toy)
    assert not registry.plays("greedy", toy)
