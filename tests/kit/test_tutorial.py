"""The games that the documents build: their blocks, put together, play and obey every law."""

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from whoknows.core.agent import Choice
from whoknows.core.laws import LAWS
from whoknows.core.match import play, step
from whoknows.core.registry import agent

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"whodunit": DOCS / "your-game.md", "werewolf": DOCS / "werewolf.md"}


def blocks(name):
    return re.findall(r"```python\n(.*?)```", PAGES[name].read_text("utf-8"), re.DOTALL)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The files, imported as packages of their own would be."""
    folder = tmp_path_factory.mktemp("tutorial")
    for name in PAGES:
        parts = ["" if part.startswith((" ", '"')) else "\n\n" for part in blocks(name)]
        source = "".join(gap + part for gap, part in zip(parts, blocks(name), strict=True))
        (folder / f"{name}.py").write_text(source, "utf-8")
    sys.path.insert(0, str(folder))
    yield {name: import_module(name) for name in PAGES}
    sys.path.remove(str(folder))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("name", PAGES)
def test_a_game_of_the_documents_obeys(name, law, built):
    law(built[name].game())


@pytest.mark.parametrize(("name", "most"), [("whodunit", 100), ("werewolf", 115)])
def test_it_is_about_a_page(name, most):
    lines = [line for block in blocks(name) for line in block.splitlines() if line.strip()]
    assert len(lines) <= most


def test_its_agent_wins_some_and_never_accuses_wrongly(built):
    whodunit = built["whodunit"]
    text = PAGES["whodunit"].read_text("utf-8")
    (source,) = re.findall(r"```\n(from whoknows import Agent.*?)```", text, re.DOTALL)
    names = {"Accuse": whodunit.Accuse}
    exec(source, names)
    rules, won = whodunit.game(), 0
    for seed in range(10):
        agents = [names["Knowing"](), agent("random"), agent("random")]
        end = list(play(rules, agents, seed=seed))[-1].after
        won += rules.winners(end) == (0,)
        assert "0" not in end.public.out
    assert won


WOLVES = "deal Ann: grey wolf | Ben: red wolf | Cas: seer | Dan: baker | Eva: miller"
NIGHT = (WOLVES, "Ann sends the seer to Dan")


def after(rules, *moves):
    """The state and the model after these moves."""
    state, model = rules.start(), None
    for move in moves:
        turn = step(rules, state, model, Choice(rules.parse(move)))
        state, model = turn.after, turn.model
    return state, model


def votes(against, *seats):
    return [f"{seat} votes for {against}" for seat in seats]


@pytest.fixture(scope="module")
def werewolf(built):
    return built["werewolf"].game(5, names="Ann-Ben-Cas-Dan-Eva")


def test_wolves_know_each_other_and_nobody_else_knows_them(werewolf):
    state, model = after(werewolf, *NIGHT)
    ann, ben, cas, eva = (
        model.seat(seat, at=werewolf.world(state)) for seat in ("Ann", "Ben", "Cas", "Eva")
    )
    assert ann.knows('has(Ben,"red wolf")')
    assert ben.knows('K[Ann] has(Ben,"red wolf")')
    assert cas.knows(f"~{werewolf.is_wolf('Dan')}")
    assert not cas.knows(f"~{werewolf.is_wolf('Eva')}")
    assert eva.count() == 24
    assert eva.knows("~K[Cas] has(Eva,miller)")


def test_the_village_wins_without_wolves(werewolf):
    first = [
        "Ann votes for Ben",
        *votes("Ann", "Ben", "Cas", "Dan", "Eva"),
        "Ann was the grey wolf",
    ]
    state, _ = after(werewolf, *NIGHT, *first)
    assert werewolf.scores(state) == (0,) * 5
    then = ["Ben sends the seer to Cas", "Ben votes for Cas", *votes("Ben", "Cas", "Dan", "Eva")]
    state, _ = after(werewolf, *NIGHT, *first, *then, "Ben was the red wolf")
    assert werewolf.winners(state) == (2, 3, 4)
    words = werewolf.win(state).words(werewolf.seats, werewolf.scores(state))
    assert words == "the village wins with 1 point"


def test_the_pack_wins_when_it_is_half_and_then_all_know_it(werewolf):
    day = [*votes("Cas", "Ann", "Ben"), "Cas votes for Ann", *votes("Cas", "Dan", "Eva")]
    state, model = after(werewolf, *NIGHT, *day, "Cas was the seer")
    assert werewolf.winners(state) == (0, 1)
    assert model.seat("Eva", at=werewolf.world(state)).knows(werewolf.is_wolf("Ann"))
