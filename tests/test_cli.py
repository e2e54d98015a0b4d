"""The command line as its users meet it: what it prints, and what it says to bad input."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from urllib.request import urlopen
from xml.etree import ElementTree

import psutil
import pytest
from command import Done
from command import command as run

import whoknows
from whoknows import __main__

PUZZLES = Path(__file__).parents[1] / "puzzles"
PATIENCE = 600  # seconds that a process may take, on a machine with much else to do
SIGNALS = pytest.mark.skipif(os.name != "posix", reason="signals")


def process(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "whoknows", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    assert run("play", "threecards", "random", "--seed", "3", "--record", str(path)).returncode == 0
    return path


def test_games_and_agents_are_listed() -> None:
    assert "threecards" in process("games").stdout
    names = [agent["name"] for agent in json.loads(run("agents", "--json").stdout)]
    assert {"random", "scripted"} <= set(names)


def test_agents_are_listed_for_a_game_that_they_play() -> None:
    def names(spec: str) -> set[str]:
        found = json.loads(run("agents", "--game", spec, "--json").stdout)
        return {agent["name"] for agent in found}

    assert {"pimc", "ismcts", "random", "scripted"} <= names("threecards")
    assert "greedy" not in names("threecards")
    assert "greedy" in names("boerenbridge")
    assert "pimc" not in names("tickets")
    done = run("agents", "--game", "treecards")
    assert (done.returncode, done.stdout) == (2, "")
    assert "did you mean threecards?" in done.stderr


def test_watching_tells_every_announcement_and_what_it_removes() -> None:
    shown = run("watch", "threecards", "random", "--seed", "3").stdout
    assert "Anna does not hold a: 6 → 4 worlds" in shown
    assert "scores" in shown


def test_the_same_seed_gives_the_same_match() -> None:
    matches = {
        process("play", "threecards", "random", "--seed", "8", "--json").stdout for _ in "ab"
    }
    assert len(matches) == 1


def test_the_winner_is_told_by_play_watch_replay_and_the_record(tmp_path: Path) -> None:
    """A tie of points, which the longer trail decides."""
    path = tmp_path / "tie.jsonl"
    match = ["tickets(board=small)", "random", "--seed", "9"]
    ends = "scores  Anna: -3 · Bram: -3\nresult  Anna wins with -3 points, by a longer trail\n"
    assert run("play", *match, "--record", str(path)).stdout == ends
    assert run("watch", *match).stdout.endswith(ends)
    assert run("replay", str(path)).stdout.endswith(ends)
    assert json.loads(path.read_text().splitlines()[-1])["winners"] == ["Anna"]
    told = json.loads(run("play", *match, "--json").stdout)
    assert (told["scores"], told["winners"]) == ([-3, -3], ["Anna"])
    assert told["result"] == "Anna wins with -3 points, by a longer trail"


def test_a_match_that_was_left_has_no_winner(tmp_path: Path, record: Path) -> None:
    header, *moves = record.read_text().splitlines()
    path = tmp_path / "left.jsonl"
    path.write_text("\n".join([header, *moves[:2], '{"stopped": 2}']))
    last = run("replay", str(path)).stdout.splitlines()[-1]
    assert last == "result  none: the match was not finished"


def test_the_version_is_told_and_has_one_home() -> None:
    assert process("--version").stdout == f"whoknows {whoknows.__version__}\n"
    assert version("whoknows") == whoknows.__version__


def test_a_record_replays(record: Path) -> None:
    shown = run("replay", str(record))
    assert shown.returncode == 0
    assert "Anna: not a" in shown.stdout
    position = run("replay", str(record), "--step", "2").stdout
    assert "what Anna knows (2 worlds)" in position


def test_the_letters_of_a_picture_are_read() -> None:
    """Tickets have long names, so a picture gives them letters; f is Madrid-Zurich there."""
    there = "examples/documented.jsonl@1"
    for formula in ("has(1,{})", "K[0] ~has(1,{})", "Kv[1] {}"):
        whole, short = formula.format('"Madrid-Zurich"'), formula.format("f")
        found = [run("ask", there, one, "--as", "1", "--json").stdout for one in (whole, short)]
        assert found[0] == found[1] != ""
    assert "no card z" in run("ask", there, "has(1,z)").stderr


def test_a_record_is_asked_at_any_step(record: Path) -> None:
    before, after = f"{record}@1", f"{record}@2"
    assert run("ask", before, "K[2] has(1,a)").stdout == "false\n"
    assert run("ask", before, "K[2] has(1,a)").returncode == 1
    answer = run("ask", after, "K[2] has(1,a)", "--why")
    assert answer.returncode == 0
    assert "because of what Cleo sees (c)" in answer.stdout
    assert "and what was said: (1) Anna does not hold a" in answer.stdout


def test_a_seat_is_told_only_what_it_can_know(record: Path) -> None:
    answer = run("ask", f"{record}@1", "has(1,a)", "--as", "2")
    assert answer.stdout == "unknown (1 of 2)\n"
    assert answer.returncode == 1
    known = run("ask", f"{record}@2", "has(1,a)", "--as", "2", "--json")
    assert json.loads(known.stdout)["answer"] == "known true"


DOCUMENTED = Path(__file__).parents[1] / "examples" / "documented.jsonl"
MADRID = 'has(1,"Madrid-Zurich")'
STOPPED = '{"stopped": 1}\n'


def test_a_question_is_drawn_as_a_graph(tmp_path: Path) -> None:
    svg, html = tmp_path / "graph.svg", tmp_path / "graph.html"
    drawn = run("ask", f"{DOCUMENTED}@1", MADRID, "--picture", str(svg))
    assert (drawn.returncode, drawn.stdout) == (0, "true\n")
    assert drawn.stderr == f"{svg}: open it in any browser\n"
    shapes = ElementTree.fromstring(svg.read_text())
    assert len(list(shapes.iter("{http://www.w3.org/2000/svg}circle"))) == 90
    assert svg.read_text().count("★") == 2  # in its place, and in the legend
    assert "filled: has(1,Madrid-Zurich)" in svg.read_text()
    asked = ["ask", f"{DOCUMENTED}@1", MADRID, "--picture", str(html), "--lines", "1", "--pairs"]
    assert run(*asked).returncode == 0
    assert html.read_text().count("1 cannot tell these 6 worlds apart") == 15
    assert "2 cannot tell these" not in html.read_text()


def test_a_seat_is_drawn_what_it_may_see_and_the_same_in_every_world_of_its_cell(
    tmp_path: Path,
) -> None:
    head, deal = DOCUMENTED.read_text().splitlines()[:2]
    twin = deal.replace("Madrid-Zurich", "?").replace("Paris-Zagrab", "Madrid-Zurich")
    pictures: dict[str, set[str]] = {"seat": set(), "analyst": set()}
    for name, first in (("one", deal), ("other", twin.replace("?", "Paris-Zagrab"))):
        record = tmp_path / f"{name}.jsonl"
        record.write_text(f"{head}\n{first}\n" + STOPPED)
        for who, options in (("seat", ["--as", "0"]), ("analyst", [])):
            for end in ("svg", "html"):
                out = tmp_path / f"{name}-{who}.{end}"
                done = run("ask", str(record), "K[2] " + MADRID, *options, "--picture", str(out))
                assert done.returncode == 1
                pictures[who].add(f"{end} {out.read_text()}")
    assert len(pictures["seat"]) == 2  # one of each kind of file
    assert not any("★" in picture for picture in pictures["seat"])
    assert len(pictures["analyst"]) == 4


def test_what_cannot_be_drawn_is_one_line(tmp_path: Path) -> None:
    ask = ["ask", f"{DOCUMENTED}@1", MADRID]
    one_line(run(*ask, "--picture", str(tmp_path / "graph.png")), "an .svg or .html file")
    one_line(run(*ask, "--picture", str(tmp_path / "no" / "graph.svg")), "cannot be written")
    graph = str(tmp_path / "graph.svg")
    one_line(run(*ask, "--picture", graph, "--lines", "Zoe"), "no seat Zoe")
    one_line(run(*ask, "--pairs"), "--picture")
    large = tmp_path / "large.jsonl"
    played = run("play", "boerenbridge(rounds=2)", "random", "--record", str(large))
    assert played.returncode == 0
    one_line(run("ask", f"{large}@1", "has(0,AC)", "--picture", graph), "too many", "at most 200")
    fits = run("ask", f"{large}@1", "true", "--picture", str(tmp_path / "large.html"))
    assert "too many for a graph (at most 200), so here is a picture that fits" in fits.stderr


def test_a_game_too_large_to_draw_is_played_shown_and_asked(tmp_path: Path) -> None:
    game, file = "boerenbridge(players=6,deck=52,rounds=8)", str(tmp_path / "six.jsonl")
    agents = ["random", "greedy", "greedy-kripke", "full-kripke", "full-kripke", "boeren-random"]
    shown = run("watch", game, *agents, "--seed", "2", "--record", file)
    assert shown.returncode == 0
    assert "each player is dealt" in shown.stdout
    assert "what Fien knows" in run("replay", file, "--step", "30").stdout
    assert run("ask", f"{file}@30", "has(1,2C) -> K[1] has(1,2C)").stdout == "true\n"
    one_line(run("ask", f"{file}@30", "K[0] K[1] has(1,2C)"), "nested questions are not answered")


def test_puzzles_are_checked() -> None:
    checked = run("check", str(PUZZLES / "three-wise-men.toml"), "--json")
    assert checked.returncode == 0
    assert all(step["passed"] for step in json.loads(checked.stdout))


def test_problems_of_smcdel_are_answered(tmp_path: Path) -> None:
    problem = tmp_path / "two.smcdel.txt"
    problem.write_text("VARS 1,2 LAW 1 | 2 OBS a: 1 VALID? 1 WHERE? a knows that 2 TRUE? {1} 1")
    found = run("check", str(problem), "--json")
    assert json.loads(found.stdout) == [
        {"ask": "VALID?", "answer": False},
        {"ask": "WHERE?", "answer": [[2]]},
        {"ask": "TRUE?", "answer": True},
    ]
    assert "{2}" in run("check", str(problem)).stdout
    problem.write_text("VARS 1 LAW 3 OBS a: 1")
    assert run("check", str(problem)).stderr.endswith("line 1, column 12: 3 is not in VARS\n")


@SIGNALS
def test_the_table_says_where_it_is_and_stops_quietly(tmp_path: Path) -> None:
    port = free_port()
    with table(port, tmp_path) as running:
        assert running.stdout is not None
        assert f"http://127.0.0.1:{port}/" in running.stdout.readline()
        assert "<!doctype html>" in fetched(port)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out, err) == (0, "", "")


def test_a_taken_port_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = run("table", "--port", str(port), "--folder", str(tmp_path), "--no-browser")
    one_line(done, f"port {port}", f"--port {port + 1}")


def table(port: int, folder: Path) -> "subprocess.Popen[str]":
    options = ["--port", str(port), "--folder", str(folder), "--no-browser"]
    command = [sys.executable, "-m", "whoknows", "table", *options]
    return subprocess.Popen(command, stdout=-1, stderr=-1, text=True)


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


def fetched(port: int) -> str:
    """The page, once the server answers."""
    for _ in range(10 * PATIENCE):
        try:
            with urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as answer:
                return str(answer.read().decode())
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"the server does not answer within {PATIENCE} seconds")


def wait_for(done: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, f"waited {PATIENCE} seconds in vain: {what}"
        time.sleep(0.1)


def one_line(done: Done | subprocess.CompletedProcess[str], *words: str) -> None:
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], ["chess"]),
        (["play", "chess", "random"], ["chess", "threecards"]),
        (["play", "threecards", "randm"], ["randm", "random"]),
        (["play", "threecards(rounds=x)", "random"], ["rounds", "column"]),
        (["play", "threecards(colour=red)", "random"], ["colour", "rounds"]),
        (["play", "threecards", "random", "random"], ["3 agents", "2"]),
        (["play", "threecards", "random", "--seed", "many"], ["--seed", "integer"]),
        (["play", "threecards", "random", "--record", "no/such/folder/x"], ["no/such/folder"]),
        (["play"], ["GAME"]),
        (["replay", "nothing.jsonl"], ["nothing.jsonl"]),
        (["check", "nothing.toml"], ["nothing.toml"]),
        (["ask", "nothing.jsonl@3", "K[0] has(0,a)"], ["nothing.jsonl"]),
        (["bench", "weather"], ["weather", "logic"]),
        (["bench", "logic", "--against", "nothing.json"], ["nothing.json", "cannot be read"]),
        (["bench", "--against", "README.md"], ["README.md", "not JSON"]),
        (["play", "threecards", "human", "random"], ["3 agents", "2"]),
        (["watch", "threecards", "human"], ["use play"]),
        (["replay", "nothing.jsonl", "--html", "x.html"], ["nothing.jsonl"]),
        (["table", "--port", "0"], ["--port"]),
    ],
    ids=" ".join,
)
def test_bad_input_is_one_line(arguments: list[str], words: list[str]) -> None:
    one_line(run(*arguments), *words)


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("K[0", ["column 4", "']'"]),
        ("X[0] has(0,a)", ["column 1", "operators"]),
        ("K[7] has(0,a)", ["no seat 7"]),
        ("has(0,z)", ["no card z"]),
        ("owns(0,a)", ["owns(0,a)", "has(SEAT,CARD)"]),
        ("", ["column 1", "formula"]),
    ],
)
def test_a_bad_question_is_one_line(record: Path, formula: str, words: list[str]) -> None:
    one_line(run("ask", str(record), formula), *words)


def test_steps_and_seats_that_are_not_there(record: Path) -> None:
    one_line(run("ask", f"{record}@99", "has(0,a)"), "no step 99", "1 to 4")
    one_line(run("replay", str(record), "--step", "0"), "no step 0")
    one_line(run("ask", str(record), "has(0,a)", "--as", "Zoe"), "no seat Zoe")


def test_a_damaged_record_is_one_line(record: Path) -> None:
    lines = record.read_text().splitlines(keepends=True)
    record.write_text("".join(lines[:-1]))
    one_line(run("replay", str(record)), f":{len(lines) - 1}:")
    record.write_text("".join([*lines[:2], lines[2].replace("not a", "not b"), *lines[3:]]))
    one_line(run("replay", str(record)), ":3:", "not b")


@pytest.mark.skipif(not shutil.which("head"), reason="there is no head")
def test_a_pipe_that_closes_early_is_no_error() -> None:
    command = f"{sys.executable} -m whoknows watch threecards random | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=PATIENCE)
    assert done.stderr == ""


MEASURING = """
import sys
from whoknows import __main__, bench
rows = bench._rows
def told(suites, how):
    for row in rows(suites, how):
        print("measured", row.name, file=sys.stderr, flush=True)
        yield row
bench._rows = told
sys.argv = ["whoknows", "bench", "logic"]
__main__.main()
"""


@SIGNALS
def test_ctrl_c_stops_with_a_word() -> None:
    """In the midst of measuring: when the first figure is there."""
    command = [sys.executable, "-c", MEASURING]
    with subprocess.Popen(command, stdout=-1, stderr=-1, text=True) as running:
        assert running.stderr is not None
        assert "measured" in running.stderr.readline()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130, err
    assert "stopped" in err
    assert "Traceback" not in err
    assert out == ""


def shell(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
def test_a_reader_that_leaves_early_is_no_wrong_answer() -> None:
    done = shell(f"set -o pipefail; {sys.executable} -m whoknows check {PUZZLES}/*.toml | head -1")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_output_that_cannot_be_written_is_one_line() -> None:
    done = shell(f"{sys.executable} -m whoknows games > /dev/full")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_titles_are_shown_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(
        'title = "[/bold] odd [easy]"\nseats = ["a"]\npropositions = ["p"]\n[[step]]\nworlds = 2\n'
    )
    assert run("check", str(file)).stdout.startswith("[/bold] odd [easy]")


def test_without_a_command_the_help_is_shown() -> None:
    assert "Commands:" in run().stdout


@SIGNALS
def test_told_to_stop_it_leaves_a_whole_record(tmp_path: Path) -> None:
    record = tmp_path / "long.jsonl"
    slow = "ismcts(iterations=1000000000)"  # else the game may be over before it is stopped
    command = [sys.executable, "-m", "whoknows", "play", "threecards", slow]
    with subprocess.Popen([*command, "--record", str(record)], stderr=-1) as running:
        wait_for(lambda: list(tmp_path.iterdir()), "a record is begun")
        worked = psutil.Process(running.pid).cpu_times().user
        wait_for(lambda: psutil.Process(running.pid).cpu_times().user > worked + 0.2, "it plays on")
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=PATIENCE)
    assert [path.name for path in tmp_path.iterdir()] == ["long.jsonl"]


def test_want_of_memory_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(**_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("whoknows.cli.app", full)
    monkeypatch.setattr(__main__, "_prepare", lambda: None)  # signals are the tests' own
    with pytest.raises(SystemExit, match="2"):
        __main__._run()
    assert capsys.readouterr().err == "whoknows: not enough memory for this\n"


NINES = "9" * 5000


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["ask", f"FILE@{NINES}", "true"], "no step 999999999999999999..."),
        (["ask", f"{'x' * 5000}@5", "true"], "cannot be read: File name too long"),
        (["ask", "FILE@999999999999", "true"], "no step 999999999999; steps are 1 to"),
        (["replay", "FILE", "--step", NINES], "Invalid value for '--step'"),
        (["play", "threecards", f"mcts(iterations={NINES[:400]})"], "must be at most 1e+15"),
        (
            ["play", "threecards", f"mcts(iterations=-{NINES[:400]})"],
            "at least 1, not -999",
        ),
        (["play", f"threecards(rounds={NINES[:400]})", "random"], "at most 1,000,000 rounds"),
        (["play", f"threecards(rounds={NINES})", "random"], "takes a whole number"),
        (["arena", "plan.toml", "--workers", "1000000"], "Invalid value for '--workers'"),
    ],
)
def test_absurd_numbers_are_refused_in_one_line(
    record: Path, arguments: list[str], line: str
) -> None:
    ended = run(*(one.replace("FILE", str(record)) for one in arguments))
    assert ended.returncode == 2
    assert ended.stderr.startswith("whoknows: ")
    assert ended.stderr.count("\n") == 1
    assert line in ended.stderr


def test_the_help_tells_each_command_in_a_whole_sentence() -> None:
    shown = run("--help").stdout
    commands = shown[shown.index("Commands:") :].splitlines()[1:]
    assert len(commands) > 10
    assert all(line.endswith(".") and not line.endswith("...") for line in commands)
