"""Where a belief leads: the states after a move or after chance, and which of them look alike."""

from typing import NamedTuple

import numpy as np

from whoknows.core.kernels import (
    Floats,
    Int,
    Ints,
    Tables,
    Words,
    apply,
    chance,
    copy,
    kernel,
    maker,
    outcomes,
    seen,
    sensible,
    to_move,
    word,
)

TOO_MANY = 10  # outcomes that are drawn where they cannot be listed


class LookAhead(NamedTuple):
    """How far is looked: numbers for compiled code."""

    observer: int
    assume: bool
    breadth: int  # outcomes of chance that are drawn at first; 0: all are averaged
    narrow: float


@maker
def done(g: Tables, rows: Ints, a: Int) -> Ints:
    """The states after an action."""
    after = rows.copy()
    for row in range(after.shape[0]):
        apply(g, after[row], a)
    return after


@maker
def brought(
    g: Tables, rows: Ints, weights: Floats, look: LookAhead, breadth: float, moves: Ints, r: Words
) -> tuple[Ints, Floats, Ints, Ints]:
    """What chance may bring: states after it, how likely they are and how it looks to the seat.
    From which state nobody asks: that array is empty."""
    odds = np.empty(moves.shape[0])
    draws = np.int64(max(1.0, np.floor(breadth + 0.5))) if look.breadth else np.int64(0)
    many = np.int64(0)
    if draws == 0:
        for row in range(rows.shape[0]):
            count = outcomes(g, rows[row], moves, odds)
            if count < 0:
                draws = np.int64(TOO_MANY)
                break
            many += count
    many = draws if draws else many
    after, likely = np.empty((many, rows.shape[1]), np.int64), np.zeros(many)
    looks, drew = np.empty(many, np.int64), np.empty((many, 2), np.int64)
    at = 0
    for _ in range(draws):
        row = drawn(weights, r)
        a = chance(g, rows[row], r)
        again = 0  # what was drawn before is not looked at twice
        while again < at and (drew[again, 0] != row or drew[again, 1] != a):
            again += 1
        likely[again] += 1 / draws
        if again == at:
            drew[at, 0], drew[at, 1] = row, a
            looks[at] = seen(g, rows[row], look.observer, a)
            copy(rows[row], after[at])
            apply(g, after[at], a)
            at += 1
    for row in range(0 if draws else rows.shape[0]):
        count = outcomes(g, rows[row], moves, odds)
        for number in range(count):
            copy(rows[row], after[at])
            likely[at] = weights[row] * odds[number]
            looks[at] = seen(g, rows[row], look.observer, moves[number])
            apply(g, after[at], moves[number])
            at += 1
    return after, likely, looks, np.empty(0, np.int64)


@maker
def offered(
    g: Tables, rows: Ints, weights: Floats, look: LookAhead, moves: Ints
) -> tuple[Ints, Floats, Ints, Ints]:
    """What another may do: states after it, their weights, how it looks, and from which state."""
    many = 0
    for row in range(rows.shape[0]):
        many += sensible(g, rows[row], moves)
    after, likely = np.empty((many, rows.shape[1]), np.int64), np.empty(many)
    looks, before = np.empty(many, np.int64), np.empty(many, np.int64)
    at = 0
    for row in range(rows.shape[0]):
        for number in range(sensible(g, rows[row], moves)):
            copy(rows[row], after[at])
            likely[at], before[at] = weights[row], row
            looks[at] = seen(g, rows[row], look.observer, moves[number])
            apply(g, after[at], moves[number])
            at += 1
    return after, likely, looks, before


@maker
def same(after: Ints, odds: Floats, looks: Ints) -> tuple[Ints, Floats, float]:
    """Takes out the states that look like the first one left. Returns their shares, and how likely
    they are together: 0 if none is left."""
    first, many, share = -1, 0, 0.0
    for number in range(odds.shape[0]):
        if odds[number] > 0 and (first < 0 or looks[number] == looks[first]):
            first = number if first < 0 else first
            many += 1
            share += odds[number]
    rows, shares, at = np.empty((many, after.shape[1]), np.int64), np.empty(many), 0
    for number in range(odds.shape[0] if many else 0):
        if odds[number] > 0 and looks[number] == looks[first]:
            copy(after[number], rows[at])
            shares[at] = odds[number] / share
            odds[number] = 0
            at += 1
    return rows, shares, share


@maker
def turns(g: Tables, rows: Ints) -> Ints:
    """Whose turn it is in each state."""
    found = np.empty(rows.shape[0], np.int64)
    for row in range(rows.shape[0]):
        found[row] = to_move(g, rows[row])
    return found


@kernel
def is_one_turn(g: Tables, rows: Ints) -> bool:
    """Whether it is the same in all of them."""
    same = True
    for row in range(1, rows.shape[0]):
        same = same and to_move(g, rows[row]) == to_move(g, rows[0])
    return same


@kernel
def drawn(weights: Floats, r: Words) -> Int:
    """A state by its weight."""
    point = (word(r) >> np.uint64(11)) * (1.0 / (1 << 53))
    for row in range(weights.shape[0] - 1):
        point -= weights[row]
        if point < 0:
            return np.int64(row)
    return np.int64(weights.shape[0] - 1)
