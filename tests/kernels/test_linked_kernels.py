"""Kernels are parts, linked into the wholes that need them, and into nothing else."""

import subprocess
import sys
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import int64, typeof

from whoknows.core import kernels_cache, kernels_llvm
from whoknows.core.error import Error
from whoknows.core.kernels import UNCOMPILED, Int, copy, entry, kernel, maker, outer
from whoknows.core.kernels_compiler import stands_for
from whoknows.core.kernels_linker import Part

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="nothing is compiled")


class Half(NamedTuple):
    number: int


class Twice(NamedTuple):
    number: int


@kernel
def doubled(number: Int) -> Int:
    return number + number


@kernel
def halved(half: Half, number: Int) -> Int:
    return number // half.number


@kernel
def twice(two: Twice, number: Int) -> Int:
    return doubled(number) * two.number // two.number


def changed(how: Any, number: Int) -> Int:
    """Stands for one of the two above."""


stands_for(changed, {Half: halved, Twice: twice})


@outer
def applied(how: Any, number: Int) -> Int:
    return changed(how, number)


@maker
def row_of(number: Int) -> Any:
    return np.full(3, doubled(number))


@entry
def total(number: Int) -> Int:
    out = np.zeros(3, np.int64)
    copy(row_of(number), out)
    return out.sum()


def test_the_class_of_its_first_argument_says_which_kernel_a_verb_is() -> None:
    assert (applied(Half(2), 10), applied(Twice(2), 10)) == (5, 20)


def test_a_whole_holds_what_its_parts_need_and_their_arrays() -> None:
    assert total(7) == 42


def test_an_entry_that_calls_an_entry_is_refused() -> None:
    @outer
    def twofold(number: Int) -> Int:
        return total(number)

    with pytest.raises(Error, match="total is an entry"):
        twofold(1)


def test_a_kernel_has_no_code_of_its_own() -> None:
    part: Any = twice
    part.compile((typeof(Twice(2)), int64))
    (compiled,) = part.overloads.values()
    assert isinstance(compiled.library, Part)
    assert not any("doubled" in f.name for f in compiled.library.get_defined_functions())


def test_plain_python_may_call_a_kernel_all_the_same() -> None:
    applied(Twice(2), 10)
    assert (doubled(4), twice(Twice(3), 4)) == (8, 8)


def test_kernels_load_no_linear_algebra_and_leave_it_to_others() -> None:
    code = (
        "import sys; import whoknows.core.kernels;"
        "assert 'scipy.linalg' not in sys.modules;"
        "import scipy.linalg.cython_blas"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


LONG = "".join(
    f"    row[{place}] ^= row[{place + 1}] * {place} + row[row[0] & 7]\n" for place in range(40)
)
exec(f"def long(row, idle, number):\n{LONG}    return row[0] + number\n")
long_kernel = kernel(globals()["long"])


def called_often(row: Any, idle: Any) -> Int:
    total = long_kernel(row, idle, 1) + long_kernel(row, idle, 2) + long_kernel(row, idle, 3)
    total += long_kernel(row, idle, 4) + long_kernel(row, idle, 5) + long_kernel(row, idle, 6)
    return total


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Of the whole above, compiled just now: kept code does not tell what it was made of."""
    whole: Any = outer(called_often)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kernels_cache, "FOLDER", tmp_path_factory.mktemp("code"))
        patched.setattr(kernels_llvm, "LARGE_MODULE", 100)  # then parts as long as this stay apart
        whole(np.zeros(41, np.int64), np.zeros(9, np.int64))
    (compiled,) = whole.overloads.values()
    lines: list[str] = compiled.library.get_llvm_str().splitlines()
    return lines


def test_a_part_keeps_no_argument_that_it_does_not_use(code: list[str]) -> None:
    """So long that it is not written out six times, it is called; but only with what it needs."""
    calls = [line for line in code if " call " in line and "4longB" in line]
    assert len(calls) == 6
    assert all(line.partition("(")[2].count(",") < 6 for line in calls), calls


def test_no_whole_makes_the_name_of_a_part_known_to_others(code: list[str]) -> None:
    """In another whole the part has other arguments: called by name, it would be the wrong one."""
    parts = [line for line in code if line.startswith("define") and "4longB" in line]
    assert parts
    assert all(line.startswith("define internal ") for line in parts), parts
