"""The learner in torch: the same network as ours, the same after a pause, and it learns."""

from pathlib import Path

import numpy as np
import pytest

from whoknows.adapters.position import NumberedGame
from whoknows.core.error import Error
from whoknows.learning import learning_journal
from whoknows.learning.learning_plan import LearningPlan, Run
from whoknows.learning.learning_run import learnt
from whoknows.learning.self_play import Decisions, self_play
from whoknows.learning.torch_learner import TorchLearner
from whoknows.networks.network import fresh, odds, sizes_for

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'whoknows[learn]'")
PLAN = LearningPlan(
    game="threecards", against=("random",), layers=(16, 16), iterations=8, games=40, check=8,
    rate=0.01, deals=60, final=4,
)  # fmt: skip


def begun(seed: int = 1) -> TorchLearner:
    return TorchLearner(
        PLAN, fresh(sizes_for(NumberedGame.of("threecards"), "seen", (16,)), 1), seed
    )


def some(learner: TorchLearner, games: range) -> Decisions:
    return self_play(PLAN, Run("seen", 1), learner.network(), games, {"n_jobs": 1})


def numbers(learner: TorchLearner) -> list[list[float]]:
    return [one.tolist() for layer in learner.network().layers for one in layer]


def test_its_network_says_what_ours_says() -> None:
    learner = begun()
    decisions = some(learner, range(6))
    learner.learn(decisions, 0)
    rows, allowed = torch.from_numpy(decisions.rows), torch.from_numpy(decisions.allowed)
    scores, expected = (one.detach().numpy() for one in learner._said(rows, allowed))
    ours = learner.network().outputs(decisions.rows)
    assert expected == pytest.approx(ours[:, -1])
    for theirs, out, mask in zip(scores, ours, decisions.allowed, strict=True):
        assert np.exp(theirs[mask]) == pytest.approx(odds(out[:-1][mask]))
        assert not np.exp(theirs[~mask]).any()


def test_it_goes_on_after_a_pause_as_if_there_had_been_none() -> None:
    learner, again = begun(), begun(seed=1)
    learner.learn(some(learner, range(20)), 0)
    again.take(learner.kept())
    assert numbers(again) == numbers(learner)
    more = some(learner, range(20, 40))
    assert learner.learn(more, 1) == again.learn(more, 1)
    assert numbers(again) == numbers(learner)
    forgetful = begun()  # has the network, but not what Adam remembers
    kept = {name: one for name, one in learner.kept().items() if name.startswith("parameter")}
    forgetful.take(kept)
    forgetful.learn(more, 2)
    learner.learn(more, 2)
    assert numbers(forgetful) != numbers(learner)


def test_it_takes_nothing_from_another_learner() -> None:
    other = TorchLearner(PLAN, fresh((31, 5, 7), 1), 1)
    for kept in (other.kept(), {"weights": np.zeros(3)}):
        with pytest.raises(Error, match="kept by a learner of another kind or size"):
            begun().take(kept)


def test_the_same_seed_learns_the_same_and_another_does_not() -> None:
    one, same, other = begun(), begun(), begun(seed=2)
    decisions = some(one, range(100))
    for learner in (one, same, other):
        learner.learn(decisions, 0)
    assert numbers(one) == numbers(same) != numbers(other)


def test_it_learns_to_beat_somebody_who_plays_anything(tmp_path: Path) -> None:
    learnt(PLAN, tmp_path, workers=1)
    journal = learning_journal.opened(PLAN, tmp_path, resume=True)
    before, after = (journal.matches[f"seen-1 after {n} against random"] for n in (0, 8))
    assert after.value - after.doubt > 0.5 > 1 / 3
    assert after.value > before.value
