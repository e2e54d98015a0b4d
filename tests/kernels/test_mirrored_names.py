"""A kernel lives in the file of the same name as the plain rule that it repeats.

So whoever reads one finds the other: every function name that both sides have stands in files of
the same name. How actions are written and numbered is no rule, and has no compiled twin.
"""

import ast
from collections.abc import Iterable
from pathlib import Path

import pytest

import whoknows

PLAIN = Path(whoknows.__file__).parent / "games" / "tickets"
KERNELS = PLAIN / "kernels"
NO_RULES = {"codes", "moves", "notation", "terminal"}
PLACES = dict[str, set[str]]


def functions(files: Iterable[Path]) -> PLACES:
    """In which files functions of each name stand; what is private goes by the same name."""
    found: PLACES = {}
    for file in files:
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                found.setdefault(node.name.lstrip("_"), set()).add(file.stem)
    return found


def strays(plain: PLACES, compiled: PLACES) -> dict[str, set[str]]:
    """Compiled functions in files where no plain function of their name stands, though elsewhere
    there is one."""
    shared = plain.keys() & compiled.keys()
    return {name: compiled[name] - plain[name] for name in shared if compiled[name] - plain[name]}


@pytest.fixture
def plain() -> PLACES:
    return functions(file for file in PLAIN.glob("*.py") if file.stem not in NO_RULES)


def test_a_kernel_stands_in_the_file_of_the_rule_that_it_repeats(plain: PLACES) -> None:
    compiled = functions(KERNELS.glob("*.py"))
    assert strays(plain, compiled) == {}
    assert len(plain.keys() & compiled.keys()) > 40


def test_a_kernel_in_another_file_is_noticed(plain: PLACES) -> None:
    assert strays(plain, {"longest_trail": {"trails", "playout"}}) == {"longest_trail": {"playout"}}
