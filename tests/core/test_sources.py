"""What was compiled or played belongs to a state of the sources, wherever these are installed."""

import ast
import shutil

import pytest

from whoknows.arena.tournament import program
from whoknows.core import source_digest
from whoknows.core.kernels_cache import COMPILED, folder

HERE = source_digest.PACKAGE


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """The package below folders that are called like drawings."""
    package = tmp_path / "table" / "picture" / "terminal" / "whoknows"
    shutil.copytree(HERE, package, ignore=shutil.ignore_patterns("__pycache__", "static"))
    monkeypatch.setattr(source_digest, "PACKAGE", package)
    return package


def test_digests_are_the_same_wherever_the_package_lies(request):
    here = folder(), program()
    request.getfixturevalue("installed")
    assert (folder(), program()) == here


@pytest.mark.parametrize(
    ("change", "compiled", "games"),
    [
        ("core/kernels.py", True, True),
        ("logic/draw_kernels.py", True, True),
        ("games/tickets/state.py", True, True),
        ("games/tickets/kernels/tables.py", True, True),
        ("search/solver.py", True, True),
        ("deals/factual/contingency.py", False, True),
        ("agents/greedy.py", False, True),
        ("games/tickets/page/train_card_hand.py", False, False),
        ("games/threecards/terminal.py", False, False),
        ("table/server/lobby.py", False, False),
    ],
)
def test_digests_change_with_what_they_are_of(installed, change, compiled, games):
    then = folder(), program()
    path = installed / change
    path.write_text(path.read_text() + "# changed\n")
    assert (folder() != then[0], program() != then[1]) == (compiled, games)


def test_a_file_that_moves_is_a_change(installed):
    then = folder()
    (installed / "search" / "flat_search.py").rename(installed / "search" / "flatter.py")
    assert folder() != then


def test_compiled_code_takes_numbers_from_nowhere_else():
    """What it imports from other files are types and plain functions, which are not compiled."""
    covered = {path for pattern in COMPILED for path in HERE.glob(pattern)}
    assert HERE / "core" / "kernels.py" in covered
    assert HERE / "logic" / "draw_kernels.py" in covered
    for path in covered:
        name = path.relative_to(HERE)
        if "search" in name.parts or "kernels" in str(name):
            for number, source in imported(path):
                assert source in covered or not number.isupper(), f"{name} imports {number}"


def imported(path):
    """The names that a file imports from files of ours."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("whoknows."):
            source = HERE.joinpath(*node.module.split(".")[1:])
            found = source / "__init__.py" if source.is_dir() else source.with_suffix(".py")
            yield from ((name.name, found) for name in node.names)
