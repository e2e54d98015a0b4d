"""Single-observer information-set Monte Carlo tree search, for any game with compiled rules.

Each iteration draws a world from what the seat knows, walks down a tree whose edges are actions
as the seat sees them, adds one node, plays out and backs the scores up. Of several actions in a
node only those possible in the drawn world compete, by how often they were possible at all.
"""

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from whoknows.core.kernels import (
    CHANCE,
    Compiled,
    Int,
    Row,
    actions,
    apply,
    below,
    chance,
    entry,
    kernel,
    outcomes,
    playout,
    redeal,
    scores,
    seen,
    to_move,
)
from whoknows.search.draw import Worlds, draw

DEEPEST = 512


@dataclass(frozen=True)
class Found:
    """What a search found at its root: each action's code, visits and mean score for the seat."""

    codes: tuple[int, ...]
    visits: tuple[int, ...]
    values: tuple[float, ...]

    @property
    def best(self) -> int:
        """The code of the action that was visited most."""
        return self.codes[max(range(len(self.codes)), key=self.visits.__getitem__)]


def search(
    rules: Compiled, row: Any, seat: int, worlds: Worlds, *, iterations: int, c: float, seed: int
) -> Found:
    """Search from a state row in which the seat is to move."""
    start = np.ascontiguousarray(row, np.int64)
    random = np.array([seed], np.uint64)
    codes, visits, totals = _grow(
        rules.tables, start, seat, worlds, iterations, c, rules.players, rules.width,
        rules.pack, random,
    )  # fmt: skip
    means = (float(total / max(many, 1)) for total, many in zip(totals, visits, strict=True))
    return Found(tuple(codes.tolist()), tuple(visits.tolist()), tuple(means))


@entry
def _grow(
    g: Any, start: Row, observer: Int, worlds: Worlds, iterations: Int, c: float, players: Int,
    width: Int, pack: Int, r: Row,
) -> tuple[Row, Row, Row]:  # fmt: skip
    room = iterations + 2
    # The tree as parallel arrays: the first child of a node, the next child of its parent.
    first: Row = np.full(room, -1, np.int64)
    following: Row = np.full(room, -1, np.int64)
    code, mover = np.zeros(room, np.int64), np.zeros(room, np.int64)
    visits, possible = np.zeros(room, np.int64), np.zeros(room, np.int64)
    total = np.zeros(room)
    nodes: Int = 1
    s, owners = start.copy(), np.full(pack, -1, np.int64)
    moves, looks = np.empty(width, np.int64), np.empty(width, np.int64)
    kids: Row = np.empty(width, np.int64)
    chances, odds = np.empty(width, np.int64), np.empty(width)
    path, u = np.empty(DEEPEST, np.int64), np.empty(players)
    low: Any = inf
    high: Any = -inf
    for _ in range(iterations):
        s[:] = start
        draw(worlds, owners, r)
        redeal(g, s, observer, owners, r)
        node: Int = 0
        depth, added = 0, False
        path[0] = 0
        while not added and depth + 1 < DEEPEST:
            seat = to_move(g, s)
            if seat < CHANCE:
                break
            if seat == CHANCE:
                if outcomes(g, s, chances, odds) < 0:
                    break  # beyond the horizon
                many = 1
                moves[0] = chance(g, s, r)
            else:
                many = actions(g, s, moves)
            fresh = 0
            for number in range(many):
                looks[number] = seen(g, s, observer, moves[number])
                kid = first[node]
                while kid >= 0 and code[kid] != looks[number]:
                    kid = following[kid]
                kids[number] = kid
                fresh += kid < 0
            if fresh:
                chosen = _fresh(kids, many, below(r, fresh))
                kid = nodes
                nodes += 1
                code[kid], mover[kid] = looks[chosen], seat
                following[kid] = first[node]
                first[node] = kid
                kids[chosen] = kid
                added = True
            else:
                chosen = _best(kids, many, visits, possible, total, c, low, high)
            for number in range(many):
                if kids[number] >= 0:
                    possible[kids[number]] += 1
            node = kids[chosen]
            apply(g, s, moves[chosen])
            depth += 1
            path[depth] = node
        if to_move(g, s) >= 0:
            playout(g, s, r)
        scores(g, s, u)
        for step in range(1, depth + 1):
            node = path[step]
            visits[node] += 1
            if mover[node] >= 0:
                gained = u[mover[node]]
                total[node] += gained
                low, high = min(low, gained), max(high, gained)
    return _root(first, following, code, visits, total)


@kernel
def _fresh(kids: Row, many: Int, number: Int) -> Int:
    """The so-manieth action that has no node yet."""
    for action in range(many):
        if kids[action] < 0:
            if number == 0:
                return action
            number -= 1
    return 0


@kernel
def _best(
    kids: Row, many: Int, visits: Row, possible: Row, total: Row, c: float, low: float, high: float
) -> Int:
    """The action with the best upper bound; scores are scaled to what was seen so far."""
    wide = max(high - low, 1e-9)
    best, most = 0, -inf
    for action in range(many):
        kid = kids[action]
        mean = (total[kid] / visits[kid] - low) / wide
        bound = mean + c * np.sqrt(np.log(possible[kid] + 1.0) / visits[kid])
        if bound > most:
            best, most = action, bound
    return best


@entry
def _root(first: Row, following: Row, code: Row, visits: Row, total: Row) -> tuple[Row, Row, Row]:
    """The children of the root, in the order in which they were added."""
    count, kid = 0, first[0]
    while kid >= 0:
        count += 1
        kid = following[kid]
    codes, many, sums = np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count)
    kid = first[0]
    for number in range(count - 1, -1, -1):
        codes[number], many[number], sums[number] = code[kid], visits[kid], total[kid]
        kid = following[kid]
    return codes, many, sums
