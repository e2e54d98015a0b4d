"""A large kernel is compiled once, for all entries and processes that call it, and kept whole."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from whoknows.core import kernels_cache
from whoknows.core.kernels import UNCOMPILED

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="nothing is compiled")

LONG = 12  # lines, which are many here: so nobody links the kernel into its callers
KERNELS = """
import sys
import numpy as np
from whoknows.core import kernels_linker, kernels_objects
from whoknows.core.kernels import kernel, outer

kernels_linker.LARGE = 100

compiled = kernels_objects._compiled
made = []
kernels_objects._compiled = lambda *args: made.append(compiled(*args)) or made[-1]

@kernel
def long(row, idle, number):
{lines}
    return row[0] + number

@kernel
def longer(row, idle, number):
{lines}
    return row[1] - long(row, idle, number)

@outer
def once(row, idle):
    return long(row, idle, row[2])

@outer
def twice(row, idle):
    return long(row, idle, row[2]) ^ longer(row, idle, row[3])

def plain(name, row, idle):
    wrapped = dict(globals(), long=long.py_func)
    wrapped["longer"] = type(plain)(longer.py_func.__code__, wrapped)
    return type(plain)(globals()[name].py_func.__code__, wrapped)(row, idle)

def numbers():
    return np.arange({long} + 1), np.zeros(9, np.int64)

for name in sys.argv[1:]:
    with np.errstate(over="ignore"):
        assert globals()[name](*numbers()) == plain(name, *numbers()), name
print(len(made), "compiled")
"""
LINE = "    row[{at}] ^= row[{next}] * {number} + row[row[0] & 7]"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where code is kept, in all processes that are started."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    return tmp_path / "cache"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    return written(tmp_path / "long_kernels.py", 3)


def written(script: Path, factor: int) -> Path:
    lines = (LINE.format(at=at, next=at + 1, number=at * factor) for at in range(LONG))
    script.write_text(KERNELS.format(lines="\n".join(lines), long=LONG))
    return script


def start(script: Path, *names: str) -> Any:
    return subprocess.Popen(
        [sys.executable, script, *names], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def told(process: Any) -> str:
    """What it says; that compiled kernels give what plain Python does, it has checked itself."""
    out, fault = process.communicate(timeout=600)
    assert process.returncode == 0, fault
    return str(out.strip() + fault)


def objects(cache: Path) -> list[Path]:
    return sorted(cache.rglob("whoknows_*.code"))


def forget_entries(cache: Path) -> None:
    for file in {*cache.rglob("*.code")} - {*objects(cache)}:
        file.unlink()


def test_what_one_entry_or_process_compiled_serves_all(script: Path, cache: Path) -> None:
    assert told(start(script, "once")) == "1 compiled"
    assert told(start(script, "twice")) == "1 compiled", "the other kernel"
    assert told(start(script, "once", "twice")) == "0 compiled"
    assert len(objects(cache)) == 2
    forget_entries(cache)
    assert told(start(script, "twice", "once")) == "0 compiled"
    assert len(objects(cache)) == 2


def test_a_kept_entry_needs_no_other_file(script: Path, cache: Path) -> None:
    told(start(script, "once", "twice"))
    for file in objects(cache):
        file.unlink()
    assert told(start(script, "twice", "once")) == "0 compiled"
    assert not objects(cache)


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data[:500] + bytes([data[500] ^ 1]) + data[501:],
        lambda data: b"anything",
    ],
    ids=["empty", "cut off", "one bit", "another file"],
)
def test_an_object_that_is_not_whole_is_as_good_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoilt: Any
) -> None:
    monkeypatch.setattr(kernels_cache, "FOLDER", tmp_path)
    kernels_cache.keep_object("whoknows_it", (bytes(range(256)) * 4, "a way in"))
    assert kernels_cache.kept_object("whoknows_it") == (bytes(range(256)) * 4, "a way in")
    (file,) = objects(tmp_path)
    file.write_bytes(spoilt(file.read_bytes()))
    assert kernels_cache.kept_object("whoknows_it") is None


def test_an_object_that_is_not_whole_is_compiled_anew(script: Path, cache: Path) -> None:
    told(start(script, "once"))
    forget_entries(cache)
    (file,) = objects(cache)
    file.write_bytes(file.read_bytes()[:-1])
    assert told(start(script, "once")) == "1 compiled"
    forget_entries(cache)
    assert told(start(script, "once")) == "0 compiled"


def test_a_changed_kernel_is_another_object(script: Path, cache: Path) -> None:
    """Even if somebody kept what belongs to sources that are no longer there."""
    told(start(script, "once"))
    assert told(start(written(script, 5), "once")) == "1 compiled"
    assert len(objects(cache)) == 2


def test_processes_that_compile_the_same_at_once_do_not_disturb_each_other(
    script: Path, cache: Path
) -> None:
    for process in [start(script, name) for name in ("once", "twice")]:
        told(process)
    assert len(objects(cache)) == 2
    assert told(start(script, "once", "twice")) == "0 compiled"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="signals")
def test_killed_while_an_object_is_written_nothing_is_broken(
    script: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = script.parent / "first"
    first.mkdir()
    (first / "sitecustomize.py").write_text(
        "import os, pathlib\npathlib.Path.replace = lambda *_: os.kill(os.getpid(), 9)\n"
    )
    with monkeypatch.context() as patch:
        patch.setenv("PYTHONPATH", str(first), prepend=os.pathsep)
        killed = start(script, "once")
        killed.communicate()
        assert killed.returncode == -signal.SIGKILL
    assert not objects(cache)
    assert told(start(script, "once")) == "1 compiled"


def test_an_object_is_given_only_the_arguments_that_it_uses(script: Path, cache: Path) -> None:
    """Of a row it needs where its numbers are, and perhaps how many; of the idle one nothing."""
    asked = script.with_name("asked.py")
    asked.write_text(
        "import sys\nsys.argv[1:] = ['once']\nfrom long_kernels import made\n"
        "declared = made[0].way_in.splitlines()[0]\nprint(declared.count('%'))\n"
    )
    assert int(told(start(asked)).split()[-1]) <= 5
