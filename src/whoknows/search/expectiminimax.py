"""Expectiminimax over what a seat knows: some moves deep, chance averaged, all others selfish.

A node is a belief: weighted states that the seat cannot tell apart. Its own move is one for all of
them. At another's turn the states are *assumed* one by one: in each the mover knows its hand and
takes what is best for itself, and the rest of that branch is open. Without assumed states the mover
knows no more than the searcher: of what it can do it takes what is best on average.

Chance is averaged over all outcomes, or over so many random ones: `breadth` says how many, and
`narrow` by which factor they become fewer with every move.
"""

from typing import Any, NamedTuple

import numpy as np

from whoknows.core.kernels import (
    CHANCE,
    Int,
    Row,
    apply,
    chance,
    copy,
    entry,
    kernel,
    maker,
    outcomes,
    seen,
    sensible,
    stage,
    to_move,
    word,
)
from whoknows.search.leaf import Aim, worth
from whoknows.search.tried import Tried

TOO_MANY = 10  # outcomes that are drawn where they cannot be listed


class Look(NamedTuple):
    """How far is looked: numbers for compiled code."""

    observer: int
    assume: bool
    breadth: int  # outcomes of chance that are drawn at first; 0: all are averaged
    narrow: float
    width: int


class Looked(NamedTuple):
    """Each first move's value to the seat, and how deep was looked for it."""

    found: tuple[Tried, ...]
    depth: int


def looked(
    g: Any, rows: Any, first: Any, look: Look, depth: int, aim: Aim, base: Any, random: Any,
    leaves: int,
) -> Looked:  # fmt: skip
    """The first moves' values, all rows being equally likely.

    One move deeper each time, up to the depth, and no more than so many states valued at a time:
    what would take more is given up, and the values of the depth before stand.
    """
    values, deeper = np.empty((len(first), len(base))), np.empty((len(first), len(base)))
    distinct, counts = np.unique(rows, axis=0, return_counts=True)
    weights, reached = counts / len(rows), 0
    for wanted in range(1, depth + 1):
        left = np.array([leaves if wanted > 1 else np.iinfo(np.int64).max])
        _look(g, distinct, weights, first, look, wanted, aim, base, random, left, deeper)
        if left[0] < 0:
            break
        values[:], reached = deeper, wanted
    found = (
        Tried(int(code), len(rows), float(value[look.observer]))
        for code, value in zip(first, values, strict=True)
    )
    return Looked(tuple(found), reached)


@entry
def _look(
    g: Any, rows: Any, weights: Row, first: Row, look: Look, depth: Int, aim: Aim, base: Row,
    r: Row, left: Row, values: Any,
) -> None:  # fmt: skip
    for number in range(first.shape[0]):
        after = rows.copy()
        for row in range(rows.shape[0]):
            apply(g, after[row], first[number])
        here = stage(g, rows[0])
        _value(
            g, after, weights, look, np.int64(depth - 1), np.float64(look.breadth), here, aim, base,
            r, left, values[number],
        )  # fmt: skip


@maker
def _value(
    g: Any, rows: Any, weights: Row, look: Look, depth: Int, breadth: float, here: Int, aim: Aim,
    base: Row, r: Row, left: Row, u: Row,
) -> None:  # fmt: skip
    """Writes what a belief is worth to each seat; weights add up to one."""
    if left[0] < 0:
        return
    mover = to_move(g, rows[0])
    if depth == 0 or mover < CHANCE or stage(g, rows[0]) != here:
        left[0] -= rows.shape[0]
        leaf(g, rows, weights, here, look.width, aim, base, r, u)
        return
    further, deeper = breadth * look.narrow, np.int64(depth - 1)
    best, value, total = np.empty(u.shape[0]), np.empty(u.shape[0]), np.zeros(u.shape[0])
    moves = np.empty(look.width, np.int64)
    if mover == CHANCE:
        after, odds, looks = _brought(g, rows, weights, look, breadth, moves, r)
        while True:
            rest, shares, share = _same(after, odds, looks)
            if share == 0:
                break
            _value(g, rest, shares, look, deeper, further, here, aim, base, r, left, value)
            for seat in range(u.shape[0]):
                total[seat] += share * value[seat]
    elif mover == look.observer:
        many = sensible(g, rows[0], moves)
        for number in range(many):
            after = rows.copy()
            for row in range(rows.shape[0]):
                apply(g, after[row], moves[number])
            _value(g, after, weights, look, deeper, further, here, aim, base, r, left, value)
            if number == 0 or value[mover] > best[mover]:
                copy(value, best)
        copy(best, total)
    elif look.assume or rows.shape[0] == 1:
        alone = np.ones(1)
        for row in range(rows.shape[0]):
            many = sensible(g, rows[row], moves)
            for number in range(many):
                after = rows[row : row + 1].copy()
                apply(g, after[0], moves[number])
                _value(g, after, alone, look, deeper, further, here, aim, base, r, left, value)
                if number == 0 or value[mover] > best[mover]:
                    copy(value, best)
            for seat in range(u.shape[0]):
                total[seat] += weights[row] * best[seat]
    else:
        after, odds, looks, before = _offered(g, rows, weights, look, moves)
        reached = np.zeros(rows.shape[0])  # the best average of what a state can do, for its mover
        gains = np.zeros((rows.shape[0], u.shape[0]))
        while True:
            first = 0
            while first < odds.shape[0] and odds[first] == 0:
                first += 1
            if first == odds.shape[0]:
                break
            seen_so = looks[first]
            these = np.zeros(rows.shape[0])
            for number in range(first, odds.shape[0]):
                if looks[number] == seen_so and odds[number] > 0:
                    these[before[number]] = 1
            rest, shares, share = _same(after, odds, looks)
            _value(g, rest, shares, look, deeper, further, here, aim, base, r, left, value)
            for row in range(rows.shape[0]):
                if these[row] and (reached[row] == 0 or value[mover] > gains[row, mover]):
                    reached[row] = 1
                    copy(value, gains[row])
        for row in range(rows.shape[0]):
            for seat in range(u.shape[0]):
                total[seat] += weights[row] * gains[row, seat]
    copy(total, u)


@maker
def leaf(
    g: Any, rows: Any, weights: Row, here: Int, width: Int, aim: Aim, base: Row, r: Row, u: Row
) -> None:
    total, value, moves = np.zeros(u.shape[0]), np.empty(u.shape[0]), np.empty(width, np.int64)
    for row in range(rows.shape[0]):
        worth(g, rows[row], here, aim, base, moves, r, value)
        for seat in range(u.shape[0]):
            total[seat] += weights[row] * value[seat]
    copy(total, u)


@maker
def _brought(
    g: Any, rows: Any, weights: Row, look: Look, breadth: float, moves: Row, r: Row
) -> tuple[Any, Row, Row]:
    """What chance may bring: states after it, how likely they are and how it looks to the seat."""
    odds = np.empty(look.width)
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
    return after, likely, looks


@maker
def _offered(g: Any, rows: Any, weights: Row, look: Look, moves: Row) -> tuple[Any, Row, Row, Row]:
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
def _same(after: Any, odds: Row, looks: Row) -> tuple[Any, Row, float]:
    """Takes out the states that look like the first one left; their shares, and how likely
    they are together: 0 if there is none."""
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


@kernel
def drawn(weights: Row, r: Row) -> Int:
    """A state by its weight."""
    point = (word(r) >> np.uint64(11)) * (1.0 / (1 << 53))
    for row in range(weights.shape[0] - 1):
        point -= weights[row]
        if point < 0:
            return np.int64(row)
    return np.int64(weights.shape[0] - 1)
