"""Exact solution of a position in which everything is open: max^n and paranoid, with a memo.

Every seat maximises its own score (max^n), or all others minimise one seat's (paranoid). Equal
choices go to the first action. The horizon is the end of the game or the next chance node.
"""

from typing import Any

import numpy as np

from whoknows.core.kernels import Int, Row, apply, choices, entry, kernel, key, scores, to_move

MAX_N = -1  # instead of a seat that all others play against
DEEPEST = 64
LONGEST = 8  # numbers in a key


def solve(g: Any, row: Row, players: Int, most_actions: Int, against: Int = MAX_N) -> Any:
    """The score of each seat under best play, and the best first action's code."""
    value = np.empty(players)
    first = _solve(g, np.ascontiguousarray(row, np.int64), players, most_actions, against, value)
    return value, int(first)


@entry
def _solve(g: Any, start: Row, players: Int, width: Int, against: Int, value: Row) -> Int:
    """Depth first with stacks of our own: a level is a state, its actions and its best so far."""
    states = np.empty((DEEPEST, start.shape[0]), np.int64)
    moves = np.empty((DEEPEST, width), np.int64)
    many, tried = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
    movers, lengths = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
    names = np.zeros((DEEPEST, LONGEST), np.int64)
    best = np.empty((DEEPEST, players))
    keys = np.zeros((1 << 8, LONGEST), np.int64)
    known = np.empty((1 << 8, players))
    hashes, hashed = np.zeros(1 << 8, np.int64), np.zeros(DEEPEST, np.int64)
    slot = np.int64(0)
    filled, depth, first, fresh = 0, 0, np.int64(-1), True
    states[0] = start
    while True:
        done = False
        if fresh:
            s, name, lengths[depth] = states[depth], names[depth], 0
            while True:
                mover = to_move(g, s)
                done = mover < 0
                if done:
                    scores(g, s, value)
                    break
                if lengths[depth] == 0:
                    lengths[depth] = key(g, s, name)
                    if lengths[depth]:
                        hashed[depth] = _hash(name, lengths[depth])
                        slot = _slot(keys, hashes, name, lengths[depth], hashed[depth])
                        done = hashes[slot] != 0
                        if done:
                            for seat in range(players):
                                value[seat] = known[slot, seat]
                            break
                many[depth] = choices(g, s, moves[depth])
                if many[depth] > 1 or depth == 0:
                    movers[depth], tried[depth] = mover, 0
                    break
                apply(g, s, moves[depth, 0])  # no choice: no level of its own
        elif tried[depth] == many[depth]:
            done = True
            for seat in range(players):
                value[seat] = best[depth, seat]
        if done and lengths[depth] and not (fresh and hashes[slot] != 0):
            if 2 * filled > hashes.shape[0]:
                keys, known, hashes = _larger(keys, known, hashes)
            slot = _slot(keys, hashes, names[depth], lengths[depth], hashed[depth])
            for number in range(lengths[depth]):
                keys[slot, number] = names[depth, number]
            for seat in range(players):
                known[slot, seat] = value[seat]
            hashes[slot] = hashed[depth]
            filled += 1
        fresh = not done
        if not done:
            after = states[depth + 1]
            for number in range(start.shape[0]):
                after[number] = states[depth, number]
            apply(g, after, moves[depth, tried[depth]])
            tried[depth] += 1
            depth += 1
            continue
        if depth == 0:
            return first
        depth -= 1
        if tried[depth] == 1 or _better(value, best[depth], movers[depth], against):
            for seat in range(players):
                best[depth, seat] = value[seat]
            if depth == 0:
                first = moves[0, tried[0] - 1]


@kernel
def _better(value: Row, best: Row, mover: Int, against: Int) -> bool:
    """Whether the mover prefers this value to its best so far."""
    if against == MAX_N or mover == against:
        return bool(value[mover] > best[mover])
    return bool(value[against] < best[against])


@kernel
def _hash(name: Row, length: Int) -> Int:
    """A number that differs for different keys, nearly always; never 0."""
    mixed = np.uint64(length)
    for number in range(length):
        mixed = (mixed ^ np.uint64(name[number])) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return np.int64(mixed | np.uint64(1))


@kernel
def _slot(keys: Row, hashes: Row, name: Row, length: Int, hashed: Int) -> Int:
    """Where a key is kept in the memo, or would be."""
    mask = hashes.shape[0] - 1
    slot = hashed >> 1 & mask
    while hashes[slot]:
        same = hashes[slot] == hashed
        for number in range(length if same else 0):
            same = same and keys[slot, number] == name[number]
        if same:
            return slot
        slot = (slot + 1) & mask
    return slot


@entry
def _larger(keys: Row, known: Row, hashes: Row) -> tuple[Row, Row, Row]:
    """The memo with four times the room."""
    room = 4 * hashes.shape[0]
    new_keys = np.zeros((room, keys.shape[1]), np.int64)
    new_known = np.empty((room, known.shape[1]))
    new_hashes = np.zeros(room, np.int64)
    for slot in range(hashes.shape[0]):
        if hashes[slot]:
            to = _slot(new_keys, new_hashes, keys[slot], keys.shape[1], hashes[slot])
            new_keys[to] = keys[slot]
            new_known[to] = known[slot]
            new_hashes[to] = hashes[slot]
    return new_keys, new_known, new_hashes
