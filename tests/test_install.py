"""What `pip install whoknows` brings is enough for the logic; what else a command needs it names.

`make install-trial` builds and installs the package for real and takes minutes. Here a Python is
kept from finding whatever the extras bring.
"""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import whoknows
from whoknows.core.extras import BRINGS

ROOT = Path(__file__).parents[1]
FILES = list(Path(whoknows.__file__).parent.rglob("*.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
COME_ALONG = {
    "llvmlite": "numba",
    "starlette": "fastapi",
    "dask": "distributed",
    "traitlets": "anywidget",
    "pyspiel": "open_spiel",
    "gymnasium": "pettingzoo",
}


def named(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=\[ ]", one)[0] for one in requirements} - {"whoknows"}


IMPORT = re.compile(r"^ *(?:from (\w+)[\w.]* import |import (\w+)(?:[\w.]*)(?: as \w+)?$)", re.M)


def others(file: Path) -> Iterator[str]:
    """The packages that a file imports, anywhere in it."""
    for found in IMPORT.finditer(file.read_text()):
        yield found[1] or found[2]


def test_every_import_is_of_a_package_that_is_declared() -> None:
    own = {"whoknows", "pydantic", *sys.stdlib_module_names}  # which comes with typer and fastapi
    declared = named(PROJECT["dependencies"]).union(*BRINGS.values())
    assert {name for file in FILES for name in others(file)} - own <= declared


def test_extras_bring_what_they_are_said_to() -> None:
    extras = PROJECT["optional-dependencies"]
    for name, packages in BRINGS.items():
        assert {COME_ALONG.get(one, one) for one in packages} == named(extras[name]), name


def test_all_is_all() -> None:
    (everything,) = PROJECT["optional-dependencies"]["all"]
    assert set(BRINGS) <= set(re.findall(r"\w+", everything))


# As if nothing but the dependencies were installed; each line of the input is a command.
BARE = """
import shlex, sys
from whoknows.core.extras import BRINGS
GONE = {package for packages in BRINGS.values() for package in packages}
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.partition('.')[0] in GONE:
            raise ModuleNotFoundError(f'No module named {name!r}', name=name)
sys.meta_path.insert(0, Gone())
import importlib.util
found = importlib.util.find_spec
def find_spec(name, package=None):
    return None if name in GONE else found(name, package)
importlib.util.find_spec = find_spec
import whoknows.core.extras
whoknows.core.extras.find_spec = find_spec
from whoknows.__main__ import main
for line in sys.stdin:
    sys.argv = ['whoknows', *shlex.split(line)]
    try:
        main()
    except SystemExit as left:
        print('exit', left.code)
    sys.stdout.flush(); print(file=sys.stderr, flush=True)
"""


def bare(folder: Path, *commands: str) -> tuple[list[str], list[str]]:
    """The exit codes of commands in a Python without extras, and what they complained of."""
    done = subprocess.run(
        [sys.executable, "-c", BARE],
        input="\n".join(commands),
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "LOKY_MAX_CPU_COUNT": "1"},  # other processes would find everything
        check=False,
    )
    return re.findall(r"^exit (.*)$", done.stdout, re.M), done.stderr.splitlines()


def test_the_logic_needs_no_extra(tmp_path: Path) -> None:
    codes, said = bare(
        tmp_path,
        "check muddy-children-3",
        "play threecards random --record toy.jsonl",
        "ask toy.jsonl@1 'has(Anna,a) | ~has(Anna,a)' --why --picture toy.svg",
        "replay toy.jsonl --step 2",
        "replay toy.jsonl --html toy.html",
        "games",
        "agents --game threecards",
    )
    assert codes == ["0"] * 7, said
    assert "<svg" in (tmp_path / "toy.html").read_text()


NEED = {
    "arena threecards.toml": "choix",
    "table --no-browser": "fastapi",
    "analyse toy.jsonl": "numba",
    "play threecards pimc": "numba",
    "style learn toy.jsonl --out mine": "scipy",
}


def test_a_command_names_the_extra_that_it_lacks(tmp_path: Path) -> None:
    codes, said = bare(tmp_path, "play threecards random --record toy.jsonl", *NEED)
    assert codes == ["0", *["2"] * len(NEED)]
    extra = {package: name for name, brings in BRINGS.items() for package in brings}
    lines = [line for line in said if line]
    for package, line in zip(NEED.values(), lines, strict=True):
        wanted = f"this needs {package}, which is not installed"
        assert line == f"whoknows: {wanted}: pip install 'whoknows[{extra[package]}]'"
    assert not (tmp_path / "mine.style").exists()


@pytest.mark.parametrize("size", [3, 64])
def test_worlds_drawn_without_a_compiler_are_the_same(size: int) -> None:
    import numpy as np

    import whoknows as wk
    from whoknows.logic.draw_kernels import draw as compiled
    from whoknows.logic.plain_draws import draw as plain

    model = wk.deal({0: 3, 1: 2, 2: 2}, cards="abcdefg").announce("has(0,a) | has(1,b)")
    flat = model.outsider().chances.flat
    found = []
    for draw in (compiled, plain):
        state, words = np.array([7], np.uint64), np.zeros(200, np.uint64)
        drawn = np.empty((200, flat.depth), np.int32)
        draw(flat.child, flat.cut, size, state, drawn, words)
        found.append((drawn.tolist(), state.tolist(), words[drawn[:, -1] < 0].tolist()))
    assert found[0] == found[1]


# the README on a package index


def anywhere(readme: str, home: str) -> str:
    """As the package is built, by the hook, whose builder need not be installed."""
    source = (ROOT / "hatch_build.py").read_text().replace("(MetadataHookInterface)", "")
    found: dict[str, Any] = {}
    exec(re.sub(r"^from hatchling.*$", "", source, flags=re.M), found)
    return found["anywhere"](readme, home, "0.1.0")


def test_links_of_the_readme_lead_somewhere_wherever_it_is_read() -> None:
    readme = (ROOT / "README.md").read_text()
    paths = set(re.findall(r"\]\(([^)#]+)", readme))
    assert all((ROOT / path).exists() for path in paths)
    assert len(paths) > 10
    there = anywhere(readme, "https://code.example/whoknows")
    assert "(https://code.example/whoknows/blob/v0.1.0/docs/concepts.md)" in there
    assert set(re.findall(r"\]\((?!https:)", there)) == set()
    assert "](" not in anywhere(readme, "")
