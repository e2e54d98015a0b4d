"""A package written for whoknows 0.1 plays on: `tests/older` has one, as its docs told to write it.

Its imports are those of then, and its kernels, its page and its words are found by their names.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from whoknows.core import game as game_module
from whoknows.core import kernels, registry
from whoknows.core.agent import Agent
from whoknows.core.error import Error
from whoknows.core.features import Features
from whoknows.core.laws import LAWS
from whoknows.core.match import play, view
from whoknows.core.older_packages import INSTEAD, is_there
from whoknows.table.knowledge.visible_moment import moments
from whoknows.table.page import game_board

OLDER = Path(__file__).parents[1] / "older"
SPEC = "twocards(rounds=2)"
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(OLDER))


@pytest.fixture
def rules() -> Any:
    return registry.game(SPEC)


def agents(name: str) -> list[Agent]:
    return [registry.agent(name)] * 3


def test_it_is_listed_and_made_from_its_spec(rules: Any) -> None:
    assert registry.games()["twocards"].startswith("Two cards are denied")
    assert rules.spec == SPEC
    with pytest.raises(Error, match="not an action of twocards"):
        rules.parse("0 shows a to 1")


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_it_obeys_the_laws(rules: Any, law: Any) -> None:
    law(rules)


def test_the_models_and_knowledge_of_then_are_those_of_now() -> None:
    assert vars(game_module)["PublicModel"] is game_module.Model
    with pytest.warns(DeprecationWarning, match=r"core\.game\.Knowledge is now SeatKnowledge"):
        assert game_module.Knowledge is game_module.SeatKnowledge
    with pytest.raises(AttributeError, match="Modell"):
        _ = game_module.Modell


def test_its_kernels_play_as_its_rules_do(rules: Any) -> None:
    tables, out = rules.compiled().tables, np.zeros(3, np.int64)
    for seed in range(20):
        for turn in play(rules, agents("random"), seed=seed):
            row = np.array(rules.encode_state(turn.before))
            assert kernels.to_move(tables, row) == turn.by
            code = rules.encode(turn.choice.action)
            if turn.by >= 0:
                assert code in out[: kernels.actions(tables, row, out)]
            kernels.apply(tables, row, code)
            assert tuple(row) == rules.encode_state(turn.after)


@pytest.mark.parametrize("name", ["ismcts(iterations=300)", "flat-mc(playouts=60)", "mcts"])
def test_it_is_searched(rules: Any, name: str) -> None:
    """Whoever knows the deal declares, which gains two points."""
    *_, last = play(rules, agents(name), seed=3)
    assert max(rules.scores(last.after)) == 2


def test_its_page_and_its_words_are_its_own(rules: Any) -> None:
    turns = list(play(rules, agents("random"), seed=3))
    seen = moments(rules, turns[:2], 1)
    assert '<p class="cards">? a ?</p>' in game_board.board(seen, 2)
    assert "does not hold" in game_board.in_words(seen[2])
    assert game_board.labels(seen[2])[0][1].startswith("Say: 1: not")
    assert "2 times round" in game_board.rules(rules)
    here = view(rules, turns[1].after, turns[1].model, 1)
    assert rules.position(here.state, 1) == ["turn 2 of 6", "you hold a"]


def test_it_is_told_how_to_say_it_today() -> None:
    """In a process of its own, where nothing has been found before."""
    script = (
        "import warnings; warnings.simplefilter('error', DeprecationWarning)\n"
        "from whoknows.core.registry import game\n"
        f"game({SPEC!r}).position(None, 0)"
    )
    path = os.pathsep.join([str(OLDER), os.environ.get("PYTHONPATH", "")])
    told = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    last = told.stderr.splitlines()[-1]
    assert "twocards.terminal is found by its name: TwoCards.position should give it" in last


def test_games_of_ours_say_it_themselves() -> None:
    kinds = [type(registry.game(name)) for name in registry.games()]
    ours = [kind for kind in kinds if kind.__module__.startswith("whoknows.")]
    assert len(ours) == len(kinds) - 1
    for kind in ours:
        for name, method in INSTEAD.items():
            says = getattr(kind, method) is not getattr(Features, method)
            assert says or not is_there(kind, name), (kind, method)
