"""Exact solution of a position in which everything is open: max^n and paranoid, with a memo.

Every seat maximises its own score (max^n), or all others minimise one seat's (paranoid). Equal
choices go to the first action. The horizon is the end of the game or the next chance node. Or one
seat alone is free, and the others do what the game's guide advises: then its best reply is found.
"""

from typing import Any, NamedTuple

import numpy as np

from whoknows.core.error import Error
from whoknows.core.kernels import (
    Int,
    Row,
    advised,
    apply,
    choices,
    copy,
    entry,
    kernel,
    key,
    maker,
    scores,
    to_move,
)

MAX_N = -1  # instead of a seat that all others play against
EVERYONE = -1  # instead of the seat that alone is free
DEEPEST = 64  # levels: choices that follow each other
TOO_DEEP = -2  # instead of an action
LONGEST = 8  # numbers in a key
ROOM = 1 << 8  # of a memo, before it grows


class Memo(NamedTuple):
    """What positions were found to be worth to each seat, by their keys. It serves any number of
    positions of one game, as long as they are solved in the same way."""

    keys: Any
    known: Any
    hashes: Any  # 0: nothing is kept here
    filled: Any  # one number: how many there are


class Stacks(NamedTuple):
    """A level is a state, its actions and its best so far."""

    states: Any
    moves: Any
    many: Any
    tried: Any
    movers: Any
    best: Any
    names: Any  # the key of the state, its length and its hash
    lengths: Any
    hashed: Any


def solve(g: Any, row: Row, players: Int, most_actions: Int, against: Int = MAX_N) -> Any:
    """The score of each seat under best play, and the best first action's code."""
    value = np.empty(players)
    first = _solve(g, np.ascontiguousarray(row, np.int64), players, most_actions, against, value)
    check_depth(first != TOO_DEEP)
    return value, int(first)


def check_depth(is_solved: bool) -> None:
    """An `Error` where a position was too deep."""
    if not is_solved:
        raise Error(f"too deep to solve: more than {DEEPEST} choices before chance or the end")


@entry
def _solve(g: Any, start: Row, players: Int, width: Int, against: Int, value: Row) -> Int:
    stacks, memo = empty_stacks(start.shape[0], players, width), empty_memo(players, ROOM)
    first, _ = explore(g, start, against, np.int64(EVERYONE), value, stacks, memo, no_luck())
    return first


@maker
def no_luck() -> Row:
    """A random state for where nothing is left to luck."""
    return np.zeros(1, np.uint64)


@maker
def empty_stacks(length: Int, players: Int, width: Int) -> Stacks:
    """Room to explore positions of a game."""
    return Stacks(
        np.empty((DEEPEST, length), np.int64),
        np.empty((DEEPEST, width), np.int64),
        np.zeros(DEEPEST, np.int64),
        np.zeros(DEEPEST, np.int64),
        np.zeros(DEEPEST, np.int64),
        np.empty((DEEPEST, players)),
        np.zeros((DEEPEST, LONGEST), np.int64),
        np.zeros(DEEPEST, np.int64),
        np.zeros(DEEPEST, np.int64),
    )


@maker
def empty_memo(players: Int, room: Int) -> Memo:
    """A memo for so many positions (a power of two)."""
    return Memo(
        np.zeros((room, LONGEST), np.int64),
        np.empty((room, players)),
        np.zeros(room, np.int64),
        np.zeros(1, np.int64),
    )


@maker
def explore(
    g: Any, start: Row, against: Int, free: Int, value: Row, stacks: Stacks, memo: Memo, r: Row
) -> tuple[Int, Memo]:
    """Writes the value of a position. Its best first action, and the memo, which may have grown;
    TOO_DEEP where the stacks have no room for it.

    Nothing is remembered where one seat alone is free: an adviser may look at more than the key.
    Depth first with stacks of our own: a recursive function could not be kept on disk.
    """
    states, moves, many, tried, movers, best, names, lengths, hashed = stacks
    slot = np.int64(0)
    depth, first, fresh = 0, np.int64(-1), True
    copy(start, states[0])
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
                if free not in (EVERYONE, mover):
                    apply(g, s, advised(g, s, r))
                    continue
                if free == EVERYONE and lengths[depth] == 0:
                    lengths[depth] = key(g, s, name)
                    if lengths[depth]:
                        hashed[depth] = _hash(name, lengths[depth])
                        slot = _slot(memo.keys, memo.hashes, name, lengths[depth], hashed[depth])
                        done = memo.hashes[slot] != 0
                        if done:
                            copy(memo.known[slot], value)
                            break
                many[depth] = choices(g, s, moves[depth])
                if many[depth] > 1 or depth == 0:
                    movers[depth], tried[depth] = mover, 0
                    break
                apply(g, s, moves[depth, 0])  # no choice: no level of its own
        elif tried[depth] == many[depth]:
            done = True
            copy(best[depth], value)
        if done and lengths[depth] and not (fresh and memo.hashes[slot] != 0):
            if 2 * memo.filled[0] > memo.hashes.shape[0]:
                memo = _larger(memo)
            _keep(memo, names[depth], lengths[depth], hashed[depth], value)
        fresh = not done
        if not done:
            if depth + 1 == states.shape[0]:
                return np.int64(TOO_DEEP), memo
            after = states[depth + 1]
            copy(states[depth], after)
            apply(g, after, moves[depth, tried[depth]])
            tried[depth] += 1
            depth += 1
            continue
        if depth == 0:
            return first, memo
        depth -= 1
        if tried[depth] == 1 or _better(value, best[depth], movers[depth], against):
            copy(value, best[depth])
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


@kernel
def _keep(memo: Memo, name: Row, length: Int, hashed: Int, value: Row) -> None:
    """Remembers the value of a key that the memo does not have."""
    slot = _slot(memo.keys, memo.hashes, name, length, hashed)
    for number in range(length):
        memo.keys[slot, number] = name[number]
    for seat in range(value.shape[0]):
        memo.known[slot, seat] = value[seat]
    memo.hashes[slot] = hashed
    memo.filled[0] += 1


@maker
def _larger(memo: Memo) -> Memo:
    """The memo with four times the room."""
    larger = empty_memo(memo.known.shape[1], 4 * memo.hashes.shape[0])
    for slot in range(memo.hashes.shape[0]):
        if memo.hashes[slot]:
            _keep(larger, memo.keys[slot], LONGEST, memo.hashes[slot], memo.known[slot])
    return larger
