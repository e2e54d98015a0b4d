"""Compiled code is kept whole or not at all, whoever else compiles and whatever is found there."""

import os
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from whoknows.core import kernels_cache
from whoknows.core.error import Error
from whoknows.core.kernels import UNCOMPILED, Int, outer

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="nothing is compiled")

TINY = """
import sys
import numpy as np
from whoknows.core.kernels import outer

@outer
def doubled(number):
    return number + number

for kind in sys.argv[1:]:
    found = doubled(getattr(np, kind)(21))
    assert (found, type(found)) == (42, float if "float" in kind else int), (kind, found)
print(sum(doubled.stats.cache_hits.values()), "kept")
"""
MEETING = """
import os, pathlib, time

def together(replace):
    def waiting(*args):
        pathlib.Path({folder!r}, str(os.getpid())).touch()
        end = time.monotonic() + 600
        while len(os.listdir({folder!r})) < {many}:
            assert time.monotonic() < end, "the others do not come within 10 minutes"
            time.sleep(0.01)
        return replace(*args)
    return waiting

os.replace, pathlib.Path.replace = together(os.replace), together(pathlib.Path.replace)
"""
SEARCHED = """
import sys
from whoknows.core.match import play
from whoknows.core.registry import agent, game

for spec in sys.argv[1:]:
    turns = play(game(spec), [agent("flat-mc(playouts=60)")] * 3, seed=3)
    print(spec, *(turn.choice.action for turn in turns), sep="; ")
"""
KINDS = ("int8", "int16", "int32", "int64", "float32", "float64")


def doubled(number: Int) -> Int:
    return number + number


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where code is kept, here and in processes that are started."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    found = kernels_cache.folder()
    assert found is not None
    monkeypatch.setattr(kernels_cache, "FOLDER", found)
    monkeypatch.setattr(kernels_cache, "_told", [])
    return found


@pytest.fixture
def begins_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Every Python that is started begins with this code."""

    @contextmanager
    def so(code: str) -> Iterator[None]:
        (tmp_path / "first").mkdir()
        (tmp_path / "first" / "sitecustomize.py").write_text(code)
        path = os.pathsep.join([str(tmp_path / "first"), os.environ.get("PYTHONPATH", "")])
        with monkeypatch.context() as patch:
            patch.setenv("PYTHONPATH", path)
            yield

    return so


def is_kept() -> bool:
    """Whether a function need not be compiled; if it must, it is kept afterwards."""
    function: Any = outer(doubled)
    assert function(21) == 42
    return bool(function.stats.cache_hits)


def start(script: Path, *arguments: str) -> Any:
    return subprocess.Popen(
        [sys.executable, script, *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def told(process: Any) -> str:
    out, fault = process.communicate(timeout=600)
    assert process.returncode == 0, fault
    return str(out.strip() + fault)


# two or more at once


def test_processes_that_compile_at_once_keep_what_all_of_them_compiled(
    tmp_path: Path, begins_with: Any
) -> None:
    """Each for arguments of another kind; nobody puts a file in place before all are about to."""
    script, meeting = tmp_path / "tiny.py", tmp_path / "meeting"
    script.write_text(TINY)
    meeting.mkdir()
    with begins_with(MEETING.format(folder=str(meeting), many=3)):
        for process in [start(script, kind) for kind in KINDS[-3:]]:
            told(process)
    assert told(start(script, *KINDS[-3:])) == "3 kept"


# files that are not as they were written


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda data: b"",
        lambda data: data[:10],
        lambda data: data[:-1],
        lambda data: data[:500] + bytes([data[500] ^ 1]) + data[501:],
        lambda data: bytes(len(data)),
        lambda data: b"anything",
    ],
    ids=["empty", "cut off early", "cut off late", "one bit", "zeros", "another file"],
)
def test_what_is_not_whole_is_compiled_anew_and_replaced(folder: Path, spoilt: Any) -> None:
    assert not is_kept()
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(spoilt(whole))
    assert not is_kept()
    assert [*folder.iterdir()] == [file]
    assert is_kept()


def test_a_folder_where_code_should_be_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    is_kept()
    (file,) = folder.iterdir()
    file.unlink()
    file.mkdir()
    assert not is_kept()
    assert "not a regular file" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="signals")
@pytest.mark.parametrize("at", ["os.fsync", "pathlib.Path.replace"])
def test_killed_while_it_is_written_nothing_is_broken(
    tmp_path: Path, begins_with: Any, at: str
) -> None:
    """There is no moment at which half of it could be found."""
    script = tmp_path / "tiny.py"
    script.write_text(TINY)
    with begins_with(f"import os, pathlib\n{at} = lambda *_: os.kill(os.getpid(), 9)\n"):
        killed = start(script, "int64")
        killed.communicate()
        assert killed.returncode == -signal.SIGKILL
    assert told(start(script, *KINDS)) == "0 kept"
    assert told(start(script, *KINDS)) == f"{len(KINDS)} kept"


def test_kept_code_of_two_games_whose_tables_look_alike_is_not_mixed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is compiled in a process of its own; then one process loads both."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1] / "older"), prepend=os.pathsep)
    script = tmp_path / "searched.py"
    script.write_text(SEARCHED)
    specs = "twocards(rounds=2)", "threecards(rounds=2)"
    apart = [told(start(script, spec)) for spec in specs]
    assert told(start(script, *specs)) == "\n".join(apart)


# other versions


@pytest.mark.parametrize("changed", range(4), ids=["numba", "llvm", "python", "system"])
def test_what_another_version_compiled_is_left_to_it(
    changed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_kept()
    other = list(kernels_cache.MACHINE)
    other[changed] += "1"
    with monkeypatch.context() as patch:
        patch.setattr(kernels_cache, "MACHINE", tuple(other))
        assert not is_kept()
    assert is_kept()


def test_a_game_of_another_package_is_compiled_anew_when_any_file_of_it_changes(
    tmp_path: Path,
) -> None:
    package, script = tmp_path / "othergame", tmp_path / "ask.py"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "points.py").write_text("WIN = 3\n")
    (package / "kernels.py").write_text(
        "from whoknows.core.kernels import outer\nfrom othergame.points import WIN\n\n"
        "@outer\ndef won(many):\n    return many * WIN\n"
    )
    script.write_text("from othergame.kernels import won\nprint(won(2))\n")
    assert told(start(script)) == "6"
    (package / "points.py").write_text("WIN = 10\n")
    assert told(start(script)) == "20"


FOREIGN = """
from typing import NamedTuple
from whoknows.core import kernels

class Tables(NamedTuple):
    turns: int

@kernels.kernel
def scores(g, s, u):
    u[0] = {points}

@kernels.kernel
def nothing(g, s):
    return 0

kernels.define(Tables, kernels.Rules(*(scores if verb == "scores" else nothing
                                       for verb in kernels.Rules._fields)))
"""
ASKING = """
import numpy as np
from othergame.rules import Tables
from whoknows.core.kernels import outer, scores

@outer
def points(g, s, u):
    scores(g, s, u)

u = np.zeros(1)
points(Tables(3), np.zeros(1, np.int64), u)
print(int(u[0]), len(points.stats.cache_hits))
"""


def test_rules_of_another_package_are_compiled_anew_wherever_they_are_called_from(
    tmp_path: Path,
) -> None:
    """Here by a script that does not change itself; as searches of ours call them."""
    package, script = tmp_path / "othergame", tmp_path / "ask.py"
    package.mkdir()
    (package / "__init__.py").touch()
    script.write_text(ASKING)
    (package / "rules.py").write_text(FOREIGN.format(points=3))
    assert told(start(script)) == "3 0"
    assert told(start(script)) == "3 1"
    (package / "rules.py").write_text(FOREIGN.format(points=7))
    assert told(start(script)) == "7 0"


def test_a_package_that_is_installed_elsewhere_finds_what_was_kept(tmp_path: Path) -> None:
    for place in ("here", "there"):
        package = tmp_path / place / "othergame"
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
        (package / "rules.py").write_text(FOREIGN.format(points=3))
        (tmp_path / place / "ask.py").write_text(ASKING)
    assert told(start(tmp_path / "here" / "ask.py")) == "3 0"
    assert told(start(tmp_path / "there" / "ask.py")) == "3 1"


BESIDE = """
from typing import NamedTuple
from othergame.points import POINTS
from whoknows.core import kernels

class Tables(NamedTuple):
    turns: int

@kernels.kernel
def scores(g, s, u):
    u[0] = POINTS * g.turns

@kernels.kernel
def nothing(g, s):
    return 0

kernels.define(Tables, kernels.Rules(*(scores if verb == "scores" else nothing
                                       for verb in kernels.Rules._fields)))
"""


def test_an_edit_of_a_package_in_the_site_packages_of_another_environment_is_seen(
    tmp_path: Path,
) -> None:
    """It is called by code of ours that does not change, as a search calls the rules of a game; its
    own rules lie in a file beside the one that is edited."""
    venv.create(tmp_path / "other", with_pip=False)
    python = tmp_path / "other" / "bin" / "python"
    (site,) = (tmp_path / "other" / "lib").glob("python*/site-packages")
    (site / "ours.pth").write_text("\n".join(path for path in sys.path if path))
    package = site / "othergame"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "points.py").write_text("POINTS = 3\n")
    (package / "rules.py").write_text(BESIDE)
    (site / "caller.py").write_text(ASKING.partition("u = np")[0])
    script = tmp_path / "ask.py"
    script.write_text(
        "import numpy as np\nimport othergame\n"
        f"assert othergame.__file__.startswith({str(site)!r})\n"
        "from caller import points, Tables\nu = np.zeros(1)\n"
        "points(Tables(2), np.zeros(1, np.int64), u)\n"
        "print(int(u[0]), len(points.stats.cache_hits))\n"
    )

    def asked() -> str:
        return told(
            subprocess.Popen(
                [python, script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
        )

    assert [asked(), asked()] == ["6 0", "6 1"]
    (package / "points.py").write_text("POINTS = 50\n")
    assert [asked(), asked()] == ["100 0", "100 1"]


# nowhere to keep it


def test_where_nothing_can_be_written_it_is_told_once_and_all_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "below"))
    script = tmp_path / "tiny.py"
    script.write_text(TINY)
    found = told(start(script, *KINDS)).splitlines()
    assert len(found) == 1
    assert found[0].startswith("0 keptwhoknows: compiled code is not kept")
    assert "Not a directory" in found[0]
    assert not list(tmp_path.rglob("*.nb*")), "nothing else is used instead"


def test_a_user_without_a_home_keeps_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", nowhere)
    assert kernels_cache.folder() is None
    monkeypatch.setattr(kernels_cache, "FOLDER", None)
    assert (is_kept(), is_kept()) == (False, False)
    assert capsys.readouterr().err.count("there is no home folder") == 1


def test_what_was_kept_is_found_where_nothing_can_be_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    is_kept()

    def refused(path: Path) -> Any:
        raise Error(f"{path}: cannot be written: Read-only file system")

    monkeypatch.setattr(kernels_cache, "whole", refused)
    assert is_kept()
    outer(doubled)(np.float32(1))
    assert "Read-only file system" in capsys.readouterr().err
