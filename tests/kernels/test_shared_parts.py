"""Two entries that share a kernel: each leaves out other arguments of it, and gets its own copy."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from whoknows.core.kernels import UNCOMPILED

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="nothing is compiled")

BRANCHES = 30  # so long that nobody copies it into its callers
KERNEL = """
from whoknows.core.kernels import Int, Ints, kernel, outer

@kernel
def work(row: Ints, one: Int, other: Int, which: Int) -> Int:
    total = 0
    for i in range(row.shape[0]):
{branches}
    return total

@outer
def first(row: Ints, n: Int) -> Int:
    total, zero = 0, n * 0
    for k in range(n):
        total += work(row, k, zero + 7, zero)
        total ^= work(row, k + 3, zero + 7, zero)
        total ^= work(row, k + total, zero + 7, zero)
    return total

@outer
def second(row: Ints, n: Int) -> Int:
    total, one = 0, n * 0 + 1
    for k in range(n):
        total += work(row, one + 4, k, one)
        total ^= work(row, one + 4, k + 3, one)
        total ^= work(row, one + 4, k + total, one)
    return total
"""
BRANCH = """
        if which == 0:
            total += row[(i + {m}) % row.shape[0]] * one - {m}
            row[(i * {m} + 1) % row.shape[0]] ^= total & {m}
        else:
            total -= row[(i * {m}) % row.shape[0]] * other + {m}
            row[(i + {m}) % row.shape[0]] += total & {m}
"""


@pytest.fixture
def shared(tmp_path: Path) -> Any:
    """A module of its own for each test: what was compiled for another is not there."""
    file = tmp_path / f"shared_parts_{tmp_path.name}.py"
    branches = "".join(BRANCH.format(m=m) for m in range(1, BRANCHES))
    file.write_text(KERNEL.format(branches=branches), "utf-8")
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("order", [("first", "second"), ("second", "first")])
def test_an_entry_is_not_given_the_copy_of_another(shared: Any, order: tuple[str, ...]) -> None:
    plain = {name: _plain(shared, name) for name in order}
    found = {name: getattr(shared, name)(np.arange(1, 12), 5) for name in order}
    assert found == plain


def _plain(module: Any, name: str) -> int:
    """The same without compiling: as Python, with whole numbers that wrap around."""
    wrapped = {**vars(module), "work": module.work.py_func}
    function = getattr(module, name).py_func
    with np.errstate(over="ignore"):
        made = type(function)(function.__code__, wrapped)
        return int(made(np.arange(1, 12), np.int64(5)))
