"""The larger proofs, each on next to nothing: they run, they go on, and they see what is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT))

from soak import chunks, compiled, compiling, following, games, leaks, mutations, proof  # noqa: E402
from soak.kernels import HEAD  # noqa: E402
from soak.proof import Chunk, Done, Lane, Proof  # noqa: E402
from soak.results import FILE, Results  # noqa: E402
from soak.running import Run, Worker  # noqa: E402
from soak.specs import some_game  # noqa: E402
from whoknows.core import law_positions  # noqa: E402

TOY = "threecards(rounds=3)"


def first(purpose: str) -> int:
    """The first number that stands for the toy game, which is quick to compile."""
    return next(n for n in range(99) if some_game(n, purpose).name == "threecards")


def test_games_end_well_and_obey_the_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    for changed in ("SEEDS", "ATOMS"):  # by the proof
        monkeypatch.setattr(law_positions, changed, getattr(law_positions, changed))
    assert games.check("laws", first("laws"))["games"] == 1
    for number in range(2):
        found = games.check("compiled", first("compiled") * games.SAME + number)
        assert found["of threecards"] == 1
        assert found["followed by plain rules"] == (number == 0)


def test_the_plain_rules_follow_compiled_ones() -> None:
    assert compiled.check(TOY, 1)["games"] == 1


@pytest.mark.parametrize("place", [1, HEAD - 1, HEAD + 5], ids=["actions", "digest", "state"])
def test_a_compiled_game_that_goes_astray_is_noticed(place: int) -> None:
    game = compiled._game(TOY)
    played = game.game(1)
    played.trace[-1, place] += 1
    if place == 1:  # their number is told by the digest too
        played.trace[-1, HEAD - 1] += 1
    with pytest.raises(AssertionError):
        following.follow(game, played, Random(1), 1)


def test_twins_are_told_and_choose_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaks, "AGENTS", ("random",))
    assert leaks.check("pages", 0)["comparisons"] > 10
    assert leaks.check("choices", 1)["comparisons"] == 2


@pytest.mark.parametrize("kind", mutations.PROOF.lanes)
def test_spoilt_inputs_are_refused_or_read(kind: str) -> None:
    assert sum((mutations.check(kind, n) for n in range(3)), Counter())["inputs"] == 3


@pytest.mark.parametrize("kind", ["lines", "hands", "reasons", "railways"])
def test_other_numbers_of_random_tests(kind: str) -> None:
    assert chunks.check(kind, 2) == {"chunks": 1}


def test_compiling_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "PROCESSES", 2)
    assert compiling.check("together", 0)["compiles"] == 2


def test_a_server_is_killed_and_nothing_is_lost() -> None:
    """In a process of its own: servers are copies of it."""
    script = "from soak import kills; kills.KILLS = 1; print(kills.check('server', 0))"
    told = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "'kills': 1" in told.stdout


# how proofs are run


def odd(kind: str, number: int) -> Counter[str]:
    """Fails for 7."""
    assert number != 7, "seven is wrong"
    return Counter({"numbers": 1})


ODD = Proof("no number is seven", "numbers", {"odd": Lane(10, 2)}, odd)


def test_a_fault_is_told_and_the_rest_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "proof", lambda name: ODD)
    found = proof.done(Chunk("odd", "odd", 3))
    assert (found.counts, found.failed) == ({"numbers": 1}, 1)
    assert "odd odd 7: AssertionError: seven is wrong" in found.faults[0]


def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    results = Results(tmp_path)
    for number in (0, 1, 3):
        results.add(Chunk("odd", "odd", number), Done({"numbers": 2}))
    with (tmp_path / FILE).open("ab") as file:
        file.write(b'{"proof": "odd", "kind": "od')  # and was cut off
    again = Run({"odd": ODD}, Results(tmp_path))
    assert again.results.sums["odd", "odd"].counts["numbers"] == 6
    assert again.next() == Chunk("odd", "odd", 2)
    again.results.add(Chunk("odd", "odd", 2), Done({"numbers": 2}))
    again.results.add(Chunk("odd", "odd", 4), Done({"numbers": 2}))
    assert again.next() is None
    assert all(json.loads(line) for line in (tmp_path / FILE).read_text().splitlines())


def test_chunks_of_other_sources_do_not_count(tmp_path: Path) -> None:
    results = Results(tmp_path)
    results.sources = "older"
    results.add(Chunk("odd", "odd", 0), Done({"numbers": 2}))
    assert (Results(tmp_path).older, len(Results(tmp_path).sums)) == (1, 0)


def test_a_worker_that_dies_is_a_fault_and_is_replaced() -> None:
    with Worker() as worker:
        worker._process.kill()
        found = worker.done(Chunk("mutations", "spec", 0))
        assert found.failed == 1
        assert "the process ended with" in found.faults[0]
        assert worker.done(Chunk("mutations", "spec", 0)).counts["inputs"] > 0


def test_the_command_line_tells_what_was_done_so_far(tmp_path: Path) -> None:
    Results(tmp_path).add(Chunk("mutations", "spec", 0), Done({"inputs": 90, "read": 7}, [], 0, 2))
    command = [sys.executable, "-m", "soak", "--minutes", "0", "--folder", str(tmp_path)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "| mutations | spec | 90 inputs | 100,000 | 0 | 2 | 7 read |" in told.stdout


def test_a_proof_that_is_not_there_is_told(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "soak", "gmaes", "--folder", str(tmp_path)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert told.returncode == 2
    assert "there is no proof 'gmaes'" in told.stderr
