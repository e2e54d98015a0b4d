"""What is written to LLVM directly does as Python does: rows, loops, whole numbers, variables."""

from typing import Any

import numpy as np
import pytest

from whoknows.core.kernels import UNCOMPILED, Int, Ints, Row, entry, kernel, outer

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="nothing is compiled")
ROWS = [np.random.default_rng(seed).integers(-9, 9, (4, 5)) for seed in range(8)]
WIDE = 1 << 63


@outer
def mixed_up(square: Ints, row: Ints) -> Int:
    """Reads and writes in all ways, from the front and from the end."""
    total = row[-1] * 1000
    for number in range(row.shape[0]):
        row[number - 2] += row[number] * number
        square[number % 4, -number] = row[-number] - square[-1, number]
        total += square[2, number] ^ row[np.uint64(number)]
    row[-2] = square[3, -2]
    square[1][2] = 7
    return total + square[np.int32(1)][-3]


@outer
def counted(first: Int, last: Int, step: Int, seen: Ints) -> Int:
    """Ranges of all kinds, also empty ones; how many turns there were, and the numbers."""
    turns = 0
    for number in range(last):
        turns += 1
        seen[0] += number
    for number in range(first, last):
        turns += 1
        seen[1] += number
        for below in range(number):
            if below > 3:
                break
            turns += 1
    for number in range(first, last, step):
        turns += 1
        seen[2] += number
    return turns


@outer
def compared(a: Int, b: Int, c: Any, d: Any, out: Row) -> None:
    """Whole numbers with and without a sign."""
    out[0], out[1], out[2], out[3] = a < b, a <= b, a > b, a >= b
    out[4], out[5], out[6], out[7] = c < d, c <= d, c > d, c >= d
    out[8], out[9], out[10], out[11] = a == b, a != b, c == d, c != d
    out[12], out[13], out[14], out[15] = a & b, a | b, a ^ b, a >> 3
    out[16], out[17] = a << 2, (a - b) * (a + b)
    out[18], out[19] = np.int64(c >> np.uint64(60)), np.int64((c + d) * d - c)
    out[20], out[21] = a < 0.5, a // 3 + a % 3 + (-7) // (abs(b) + 1)


@kernel
def chosen(row: Row, which: Int) -> Int:
    """Variables that are assigned in some branches, or again in a loop."""
    found = -1
    if which > 2:
        extra = row[which]
    for number in range(row.shape[0]):
        last = found
        if row[number] > 0:
            found = number
        elif last >= 0:
            found = last + 10
    if which > 2:
        return found + extra
    return found


@outer
def chosen_of_all(square: Ints) -> Int:
    total = 0
    for number in range(square.shape[0]):
        total = total * 31 + chosen(square[number], number)
    return total


@entry
def made(many: Int) -> Int:
    """The same where arrays are made."""
    row = np.zeros(many, np.int64)
    for number in range(many):
        row[number] = number * number
        row[-1] += row[number]
    again = row if many > 3 else row.copy()
    return again[-1] + row[0]


@pytest.mark.parametrize("square", ROWS)
def test_rows_are_read_and_written_as_python_does(square: Ints) -> None:
    mine, theirs = (square.copy(), square[0].copy()), (square.copy(), square[0].copy())
    assert mixed_up(*mine) == plain(mixed_up)(*theirs)
    assert np.array_equal(mine[0], theirs[0])
    assert np.array_equal(mine[1], theirs[1])


@pytest.mark.parametrize(
    "ends", [(0, 5, 1), (3, 3, 2), (5, 0, -2), (-4, 6, 3), (2, -7, 1), (9, 1, -1)]
)
def test_loops_take_the_turns_that_pythons_take(ends: tuple[int, int, int]) -> None:
    mine, theirs = np.zeros(3, np.int64), np.zeros(3, np.int64)
    assert counted(*ends, mine) == plain(counted)(*ends, theirs)
    assert mine.tolist() == theirs.tolist()


@pytest.mark.parametrize("pair", [(1, 2), (2, 1), (-1, 1), (5, 5), (-6, -7), (WIDE - 1, 3)])
def test_whole_numbers_are_compared_with_their_signs(pair: tuple[int, int]) -> None:
    words = np.array([one % (2 * WIDE) for one in pair], np.uint64)
    mine, theirs = np.zeros(22, np.int64), np.zeros(22, np.int64)
    signed = tuple(np.int64(one) for one in pair)
    compared(*signed, *words, mine)
    with np.errstate(over="ignore"):
        plain(compared)(*signed, *words, theirs)
    assert mine.tolist() == theirs.tolist()


@pytest.mark.parametrize("square", ROWS)
def test_variables_keep_what_the_last_branch_gave_them(square: Ints) -> None:
    assert chosen_of_all(square) == plain(chosen_of_all)(square)


def test_arrays_can_still_be_made() -> None:
    assert [made(many) for many in (1, 3, 6)] == [plain(made)(many) for many in (1, 3, 6)]


def plain(compiled: Any) -> Any:
    """The function as it was written; kernels that it calls are compiled all the same."""
    return compiled.py_func
