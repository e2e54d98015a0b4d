"""Learning: plans that are wrong, runs that are killed and go on, what comes of them.

The learner here is a small one without torch: it changes only the last layer, by the plain policy
gradient. Tests of the one that is meant are in `test_torch_learner.py`.
"""

import json
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from command import command

from whoknows.adapters.position import NumberedGame
from whoknows.core.error import Error
from whoknows.core.registry import agent, game
from whoknows.learning import checkpoint, learning_journal, learning_plan, learning_run
from whoknows.learning.learner import Kept
from whoknows.learning.learning_plan import LearningPlan, Run
from whoknows.learning.learning_run import Learnt, learnt, lines, over_seeds
from whoknows.learning.self_play import Decisions, self_play
from whoknows.networks import network_file
from whoknows.networks.network import Network, fresh, odds, sizes_for
from whoknows.tuning.candidate_matches import Share

PLAN = """
game = "threecards"
observe = ["seen", "known"]
seeds = [3, 4]
against = ["random"]
layers = [6]
iterations = 3
games = 4
rate = 0.5
check = 2
deals = 3
final = 5
"""
HERE = {"n_jobs": 1}
EXAMPLES = Path(__file__).parents[2] / "examples" / "learning"


class LastLayer:
    """Learns the last layer only: more of what did better than expected."""

    def __init__(self, plan: LearningPlan, start: Network, seed: int) -> None:
        self.rate, self.hidden = plan.rate, start.layers[:-1]
        self.weights, self.biases = start.layers[-1]

    def network(self) -> Network:
        return Network((*self.hidden, (self.weights.copy(), self.biases.copy())))

    def learn(self, decisions: Decisions, number: int) -> Mapping[str, float]:
        network = self.network()
        inner = Network((*self.hidden, (np.eye(len(self.weights)), np.zeros(len(self.weights)))))
        for row, allowed, chosen, worth in zip(
            decisions.rows, decisions.allowed, decisions.chosen, decisions.worths, strict=True
        ):
            push = np.zeros(len(self.biases))
            numbers = np.flatnonzero(allowed)
            out = network.outputs(row)
            push[numbers] = -odds(out[numbers])
            push[chosen] += 1
            push *= worth - out[-1]
            push[-1] = worth - out[-1]
            self.weights = self.weights + self.rate / len(decisions) * np.outer(
                inner.outputs(row), push
            )
            self.biases = self.biases + self.rate / len(decisions) * push
        return {"mean": float(decisions.worths.mean())}

    def kept(self) -> Kept:
        return {"weights": self.weights, "biases": self.biases}

    def take(self, kept: Kept) -> None:
        if set(kept) != {"weights", "biases"} or kept["weights"].shape != self.weights.shape:
            raise Error("this was kept by a learner of another kind or size")
        self.weights, self.biases = kept["weights"], kept["biases"]


def plan(folder: Path, text: str = PLAN) -> LearningPlan:
    path = folder / "plan.toml"
    path.write_text(text)
    return learning_plan.read(path)


def run(folder: Path, text: str = PLAN, out: str = "out", **more: object) -> Learnt:
    asked = {"workers": 1, "begin": LastLayer, **more}
    return learnt(plan(folder, text), folder / out, **asked)  # type: ignore[arg-type]


def networks(found: Learnt) -> dict[str, str]:
    """The numbers of all networks; how long they took is in the rest of their files."""
    return {name: one.text().partition("[numbers]")[2] for name, one in found.networks.items()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Learnt]:
    """A run that nothing disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    return folder / "out", run(folder)


def test_a_run_that_was_killed_goes_on_as_if_nothing_had_happened(
    tmp_path: Path, whole: tuple[Path, Learnt]
) -> None:
    run(tmp_path, PLAN.replace("iterations = 3", "iterations = 1"))
    journal = tmp_path / "out" / learning_journal.NAME
    journal.write_bytes(journal.read_bytes() + b'{"run": "seen-3", "iter')  # killed while writing
    found = run(tmp_path, resume=True)
    assert networks(found) == networks(whole[1])
    assert found.matches == whole[1].matches
    told = [json.loads(line) for line in journal.read_text().splitlines()]
    done = [line["iteration"] for line in told if line.get("run") == "seen-3"]
    assert done == [0, 1, 2]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"run": "seen-3", "iteration": 0}', "missing field 'decisions'"),
        ('{"run": 3, "iteration": 0, "decisions": 9}', "'run' must be text, not 3"),
        (
            '{"run": "a", "iteration": 0, "decisions": 9, "seconds": "1"}',
            "'seconds' must be a number",
        ),
        ('{"match": "a against b", "value": 1}', "missing field 'doubt'"),
    ],
)
def test_an_edited_line_of_a_run_is_named(tmp_path: Path, line: str, told: str) -> None:
    file = learning_journal.opened(plan(tmp_path), tmp_path, resume=False).file
    file.path.write_text(f"{file.path.read_text()}{line}\n")
    with pytest.raises(Error, match=r"line 2: not what a learning run writes: .*" + told):
        learning_journal.opened(plan(tmp_path), tmp_path, resume=True)


@pytest.mark.parametrize("where", ["learning", "telling", "keeping", "playing"])
def test_wherever_it_is_killed_nothing_is_lost(
    tmp_path: Path, whole: tuple[Path, Learnt], monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """In the middle of an iteration, before its line, between that and its checkpoint, in a
    match."""
    place = {
        "learning": (LastLayer, "learn"),
        "telling": (learning_journal.LearningJournal, "add"),
        "keeping": (checkpoint, "keep"),
        "playing": (learning_journal.LearningJournal, "add_match"),
    }[where]
    does, calls = getattr(*place), []

    def killed(*given: object) -> object:
        calls.append(given)
        if len(calls) == 5:
            raise KeyboardInterrupt
        return does(*given)

    monkeypatch.setattr(*place, killed)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path)
    found = run(tmp_path, resume=True)
    assert networks(found) == networks(whole[1])
    assert found.matches == whole[1].matches
    told = (tmp_path / "out" / learning_journal.NAME).read_text().splitlines()
    assert len(told) == len((whole[0] / learning_journal.NAME).read_text().splitlines())


def test_what_comes_of_it_is_a_network_of_each_run_with_its_matches(
    whole: tuple[Path, Learnt],
) -> None:
    folder, found = whole
    assert [*found.matches] == ["seen-3", "seen-4", "known-3", "known-4"]
    assert [*found.matches["seen-3"]] == ["random"]
    assert [*found.matches["known-4"]] == ["random", "seen-4"]
    assert found.matches["known-4"]["random"].games == 15
    written = network_file.read(str(folder / "known-4.network"))
    assert written.text() == found.networks["known-4"].text()
    assert "3 iterations of 4 games" in written.made
    assert "against random" in written.good
    assert agent(f'learned(numbers="{folder / "known-4.network"}")').plays(game("threecards"))
    assert (folder / "learning.svg").read_text().count("<polyline") == 2
    assert (folder / "result.txt").read_text().count("seed ") == 4


def test_another_plan_does_not_go_on_with_a_run(tmp_path: Path) -> None:
    short = PLAN.replace("iterations = 3", "iterations = 1")
    run(tmp_path, short)
    before = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    for text, told in (
        (short, "has results; continue with --resume"),
        (short.replace("games = 4", "games = 5"), "games: 4 then, 5 now"),
        (short.replace("[3, 4]", "[3, 5]"), "been edited since; seeds: [3, 4] then, [3, 5] now"),
        (short.replace("threecards", "threecards(rounds=2)"), "the plan has been edited since; g"),
    ):
        with pytest.raises(Error) as fault:
            run(tmp_path, text, resume=not told.startswith("has"))
        assert told in str(fault.value)
        assert "\n" not in str(fault.value)
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == before


def test_a_checkpoint_that_does_not_fit_is_told_in_a_line(tmp_path: Path) -> None:
    short = PLAN.replace("iterations = 3", "iterations = 1")
    found = run(tmp_path, short)
    kept = tmp_path / "out" / "seen-3.checkpoint"
    good = kept.read_bytes()
    other = LastLayer(plan(tmp_path), fresh((31, 7, 7), 1), 1)
    checkpoint.keep(tmp_path / "other", other, 1)
    checkpoint.keep(tmp_path / "later", LastLayer(plan(tmp_path), fresh((31, 6, 7), 1), 1), 2)
    for bad, told in (
        (b"", "this is no checkpoint, or a damaged one; move it away"),
        (good[:100], "this is no checkpoint, or a damaged one; move it away"),
        ((tmp_path / "other").read_bytes(), "by a learner of another kind or size; move it away"),
        ((tmp_path / "later").read_bytes(), "was kept after iteration 2, but the journal ends at"),
    ):
        kept.write_bytes(bad)
        with pytest.raises(Error) as fault:
            run(tmp_path, PLAN, resume=True)
        assert str(fault.value).startswith(str(kept))
        assert told in str(fault.value)
        assert "\n" not in str(fault.value)
    kept.unlink()
    assert networks(run(tmp_path, short, resume=True)) == networks(found)  # from the beginning


def test_a_plan_does_not_shrink_below_what_was_learned(tmp_path: Path) -> None:
    run(tmp_path, PLAN.replace("iterations = 3", "iterations = 2"))
    with pytest.raises(Error, match="seen-3 has learned for 2 iterations already, not 1"):
        run(tmp_path, PLAN.replace("iterations = 3", "iterations = 1"), resume=True)


def test_the_same_games_are_played_by_however_many_processes(tmp_path: Path) -> None:
    asked, one = plan(tmp_path), Run("seen", 3)
    network = fresh(sizes_for(NumberedGame.of("threecards"), "seen", (6,)), 1)
    alone = self_play(asked, one, network, range(9), HERE)
    shared = self_play(asked, one, network, range(9), {"backend": "threading", "n_jobs": 2})
    for name in ("rows", "allowed", "chosen", "worths"):
        assert np.array_equal(getattr(alone, name), getattr(shared, name))


def test_decisions_are_what_was_chosen_among_what_was_allowed(tmp_path: Path) -> None:
    network = fresh(sizes_for(NumberedGame.of("threecards"), "seen", (6,)), 1)
    found = self_play(plan(tmp_path), Run("seen", 3), network, range(20), HERE)
    assert found.rows.shape == (len(found), 31)
    assert found.allowed[np.arange(len(found)), found.chosen].all()
    assert (found.allowed.sum(1) > 1).all()
    assert np.abs(found.worths).max() <= 1
    assert len({tuple(row) for row in found.rows}) > 10


def test_whoever_is_rewarded_learns_to_do_it_again(tmp_path: Path) -> None:
    """Self-play brings in what the last layer needs to beat somebody who plays anything."""
    text = PLAN.replace("iterations = 3", "iterations = 40").replace("games = 4", "games = 16")
    text = text.replace('"seen", "known"', '"seen"').replace("[3, 4]", "[3]")
    text = text.replace("deals = 3", "deals = 40").replace("check = 2", "check = 40")
    asked, told = plan(tmp_path, text), []
    learnt(asked, tmp_path / "out", workers=1, begin=LastLayer, tell=told.append)
    journal = learning_journal.opened(asked, tmp_path / "out", resume=True)
    before, after = (journal.matches[f"seen-3 after {n} against random"] for n in (0, 40))
    assert after.value - after.doubt > before.value
    assert told[0].startswith("seen-3: 0 of 40 iterations")


def test_over_seeds_the_doubt_is_that_between_them() -> None:
    """Student's t with two seeds is 12.7 standard errors wide."""
    one, other = Share(0.5, 0.01, 100), Share(0.6, 0.01, 100)
    assert over_seeds([one]) == one
    both = over_seeds([one, other])
    assert both.value == pytest.approx(0.55)
    assert both.doubt == pytest.approx(12.706 * 0.05, rel=1e-3)
    assert both.games == 200


def test_the_result_in_words_compares_what_was_observed(
    tmp_path: Path, whole: tuple[Path, Learnt]
) -> None:
    told = [*lines(plan(tmp_path), whole[1])]
    assert told[0] == "threecards, learned in 12 games of self-play by each of 4 runs"
    assert told[1].startswith("  observing what is seen (")
    assert told[-1].startswith("    all: ")
    assert told[-1].endswith(" against seen")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("threecards", "threedarts", "there is no game called threedarts"),
        ('"known"', '"heard"', "no observation 'heard'; there are seen, known, both"),
        ('["seen", "known"]', '"seen"', "observe must be a list of observations such as"),
        ('"known"', '"seen"', "observe has something twice"),
        ("[3, 4]", "[0]", "seeds must be a list of seeds such as [1, 2, 3]"),
        ("[3, 4]", "[]", "seeds must be a list of seeds such as [1, 2, 3]"),
        ('"random"', '"kripke"', "kripke plays the knowledge game"),
        ('"random"', '"randy"', "there is no agent called randy"),
        ("[6]", "[6, 6, 6, 6, 6]", "layers must be at most 4, not 5"),
        ("[6]", "[100000]", "layers must be a list of sizes such as [64, 64], up to 1024"),
        ("games = 4", "games = 0", "games must be a whole number from 1 to 1,000,000, not 0"),
        ("games = 4", "bids = 4", "there is no field 'bids' in a learning plan"),
        ("rate = 0.5", "rate = 7", "rate must be a number from 0 to 1, not 7"),
        ("rate = 0.5", 'utility = "fun"', "no utility 'fun'; there are margin, points, win"),
        ('against = ["random"]', "", "the plan has no 'against'"),
        ("games = 4", "games = ", "not TOML"),
    ],
)
def test_whatever_is_wrong_with_a_plan_is_told_in_a_line(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert old in PLAN
    with pytest.raises(Error) as fault:
        plan(tmp_path, PLAN.replace(old, new))
    assert told in str(fault.value)
    assert str(fault.value).startswith(str(tmp_path))
    assert "\n" not in str(fault.value)


def test_without_torch_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(Error, match=r"pip install 'whoknows\[learn\]'"):
        learnt(plan(tmp_path), tmp_path / "out", workers=1)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_plans_that_we_show_can_be_read(path: Path) -> None:
    assert learning_plan.read(path).runs


def test_the_command_line_tells_how_it_goes_and_what_came_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning_run, "learnt", partial(learnt, begin=LastLayer))
    (tmp_path / "mine.toml").write_text(PLAN)
    done = command("learn", str(tmp_path / "mine.toml"), "--workers", "1")
    assert done.returncode == 0
    assert done.stdout.startswith("threecards, learned in 12 games of self-play by each of 4 runs")
    assert "seen-3: 0 of 3 iterations" in done.stderr
    assert (tmp_path / "mine.learning" / "known-4.network").exists()
    again = command("learn", str(tmp_path / "mine.toml"))
    assert again.returncode == 2
    assert "has results; continue with --resume" in again.stderr
