"""A whole game: the same whoever works on it, and the command that tells it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import command as run

import whoknows as wk
from whoknows.analysis.game_analysis import FEW, analysed
from whoknows.analysis.judgement import Loss
from whoknows.analysis.player_summary import summaries
from whoknows.core.error import Error
from whoknows.core.match import play
from whoknows.core.record import read
from whoknows.core.record_text import Record
from whoknows.core.recorder import Tape

FIELDS = ["step", "seat", "did", "best", "lost", "low", "high", "mistake"]


def played(spec: str, agents: list[str], seed: int = 3) -> Record:
    game = wk.game(spec)
    tape = Tape(game, agents, seed)
    for turn in play(game, [wk.agent(one) for one in agents], seed=seed):
        tape.add(turn)
    return tape.record()


@pytest.fixture(scope="module")
def bridge() -> Record:
    return played("boerenbridge(rounds=3-2)", ["random", "full-kripke", "random", "greedy"])


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "game.jsonl"
    agents = ["random", "full-kripke", "random", "greedy"]
    told = ("play", "boerenbridge(rounds=3-2)", *agents, "--seed", "3", "--record", str(path))
    assert run(*told).returncode == 0
    return path


def test_it_is_the_same_for_one_process_and_for_two(bridge: Record) -> None:
    alone = analysed(bridge, effort=100, workers=1)
    assert len(alone) > FEW
    assert analysed(bridge, effort=100, workers=2) == alone
    assert analysed(bridge, effort=100, workers=1) == alone


def test_every_decision_is_judged_in_order_and_watched(bridge: Record) -> None:
    heard: list[tuple[int, int]] = []
    found = analysed(bridge, effort=50, workers=1, watch=lambda *far: heard.append(far))
    moves = [n for n, move in enumerate(bridge.moves, start=1) if move.by != "chance"]
    assert [one.step for one in found] == moves
    assert heard == [(n, len(moves)) for n in range(len(moves) + 1)]
    assert {one.seat for one in found} == {"N", "E", "S", "W"}
    assert all(one.did == bridge.moves[one.step - 1].do for one in found)


def test_nothing_is_a_mistake_whose_interval_touches_zero(bridge: Record) -> None:
    found = analysed(bridge, workers=1)
    assert any(one.loss.is_mistake for one in found)
    for one in found:
        loss: Loss = one.loss
        assert 0 <= loss.low <= loss.lost <= loss.high
        if loss.is_mistake:
            assert loss.low > 0
            assert one.best != one.did


def test_a_summary_counts_each_players_mistakes(bridge: Record) -> None:
    found = analysed(bridge, effort=300, workers=1)
    told = summaries(found)
    assert sum(one.decisions for one in told) == len(found)
    assert sum(one.mistakes for one in told) == sum(one.loss.is_mistake for one in found)
    assert all(0 <= one.low <= one.lost for one in told)


def test_one_seat_may_be_asked_for_by_name_or_number(bridge: Record) -> None:
    every = analysed(bridge, effort=50, workers=1)
    own = analysed(bridge, seat="E", effort=50, workers=1)
    assert own == tuple(one for one in every if one.seat == "E")
    assert analysed(bridge, seat="1", effort=50, workers=1) == own
    with pytest.raises(Error, match="no seat Q; seats are N, E, S, W"):
        analysed(bridge, seat="Q")
    with pytest.raises(Error, match="effort must be at least 1, not 0"):
        analysed(bridge, effort=0)


# the command


def test_the_command_prints_a_list_for_programs(file: Path) -> None:
    done = run("analyse", str(file), "--json", "--effort", "50", "--seat", "N", "--seed", "4")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert all(list(one) == FIELDS for one in found)
    assert {one["seat"] for one in found} == {"N"}
    assert found == [
        one.data() for one in analysed(read(file), seat="N", seed=4, effort=50, workers=1)
    ]


def test_the_command_prints_mistakes_and_how_each_player_did(file: Path) -> None:
    done = run("analyse", str(file), "--effort", "300")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["step", "player", "did", "lost", "between", "better"]
    assert lines[-5].split()[:3] == ["player", "decisions", "mistakes"]
    assert [line.split()[0] for line in lines[-4:]] == ["N", "E", "S", "W"]
    mistakes = sum(int(line.split()[2]) for line in lines[-4:])
    assert mistakes == len(lines) - 7 > 0
    assert done.stderr.strip() == ""


def test_the_command_tells_moments_worth_a_look(file: Path) -> None:
    done = run("analyse", str(file), "--effort", "50", "--moments")
    assert done.returncode == 0, done.stderr
    plain, _, told = done.stdout.partition("moments worth a look\n")
    assert plain == run("analyse", str(file), "--effort", "50").stdout + "\n"
    lines = told.splitlines()
    moves = read(file).moves
    steps = [int(line.split()[0]) for line in lines[::2]]
    assert steps == sorted(steps)
    assert len(steps) == 3
    for step, line in zip(steps, lines[::2], strict=True):
        assert line.split(maxsplit=1)[1] == moves[step - 1].do
    assert all("bits to" in line or "lost" in line for line in lines[1::2])
    found = json.loads(run("analyse", str(file), "--effort", "50", "--moments", "--json").stdout)
    assert list(found) == ["decisions", "told", "moments"]
    assert [one["step"] for one in found["moments"]] == steps


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--seat", "Q"], "no seat Q; seats are N, E, S, W"),
        (["--seat", "7"], "no seat 7; seats are N, E, S, W or 0 to 3"),
        (["--effort", "0"], "'--effort'"),
        (["--effort", "much"], "'--effort'"),
        (["--seed", "x"], "'--seed'"),
    ],
)
def test_the_command_says_what_is_wrong(file: Path, arguments: list[str], says: str) -> None:
    done = run("analyse", str(file), *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_command_wants_a_record(tmp_path: Path) -> None:
    done = run("analyse", str(tmp_path / "none.jsonl"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "none.jsonl" in done.stderr
    (tmp_path / "bad.jsonl").write_text("{}\n")
    done = run("analyse", str(tmp_path / "bad.jsonl"))
    assert done.returncode == 2
    assert "bad.jsonl:1" in done.stderr or "line 1" in done.stderr
