"""Exact solution of a position in which everything is open: max^n and paranoid, with a memo.

Every seat maximises its own score (max^n), or all others minimise one seat's (paranoid). Equal
choices go to the first action. The horizon is the end of the game or the next chance node. Or one
seat alone is free, and the others do what the game's guide advises: then its best reply is found.
"""

from typing import NamedTuple

import numpy as np

from whoknows.core.error import Error
from whoknows.core.kernels import (
    Floats,
    Int,
    Ints,
    Tables,
    Words,
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
OPEN, VALUED, KNOWN = range(3)  # what is found of a state


class Memo(NamedTuple):
    """What positions were found to be worth to each seat, by their keys. It serves any number of
    positions of one game, as long as they are solved in the same way."""

    keys: Ints
    known: Floats
    hashes: Ints  # 0: nothing is kept here
    filled: Ints  # one number: how many there are


class Stacks(NamedTuple):
    """A level is a state, its actions and its best so far."""

    states: Ints
    moves: Ints
    many: Ints
    tried: Ints
    movers: Ints
    best: Floats
    names: Ints  # the key of the state, its length and its hash
    lengths: Ints
    hashed: Ints


def solve(
    g: Tables, row: Ints, players: int, most_actions: int, against: int = MAX_N
) -> tuple[Floats, int]:
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
def _solve(g: Tables, start: Ints, players: Int, width: Int, against: Int, value: Floats) -> Int:
    stacks, memo = empty_stacks(start.shape[0], players, width), empty_memo(players, ROOM)
    first, _ = explore(g, start, against, np.int64(EVERYONE), value, stacks, memo, no_luck())
    return first


@maker
def no_luck() -> Words:
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
    """A memo for this many positions (a power of two)."""
    return Memo(
        np.zeros((room, LONGEST), np.int64),
        np.empty((room, players)),
        np.zeros(room, np.int64),
        np.zeros(1, np.int64),
    )


@maker
def explore(
    g: Tables, start: Ints, against: Int, free: Int, value: Floats, stacks: Stacks, memo: Memo,
    r: Words,
) -> tuple[Int, Memo]:  # fmt: skip
    """Writes the value of a position. Its best first action, and the memo, which may have grown;
    TOO_DEEP where the stacks have no room for it.

    Nothing is remembered where one seat alone is free: an adviser may look at more than the key.
    Depth first with stacks of our own: a recursive function could not be kept on disk.
    """
    states, moves, many, tried, movers, best, names, lengths, hashed = stacks
    depth, first = 0, np.int64(-1)
    copy(start, states[0])
    while True:
        found = _arrive(g, depth, free, value, stacks, memo, r)
        while found != OPEN:  # the value goes up, as long as that leaves nothing to try
            if found == VALUED and lengths[depth]:
                if 2 * memo.filled[0] > memo.hashes.shape[0]:
                    memo = _larger(memo)
                _keep(memo, names[depth], lengths[depth], hashed[depth], value)
            if depth == 0:
                return first, memo
            depth -= 1
            if tried[depth] == 1 or _better(value, best[depth], movers[depth], against):
                copy(value, best[depth])
                if depth == 0:
                    first = moves[0, tried[0] - 1]
            found = OPEN
            if tried[depth] == many[depth]:
                found = VALUED
                copy(best[depth], value)
        if depth + 1 == states.shape[0]:
            return np.int64(TOO_DEEP), memo
        copy(states[depth], states[depth + 1])
        apply(g, states[depth + 1], moves[depth, tried[depth]])
        tried[depth] += 1
        depth += 1


@kernel
def _arrive(
    g: Tables, depth: Int, free: Int, value: Floats, stacks: Stacks, memo: Memo, r: Words
) -> Int:
    """Goes on from a new state to where somebody has a choice, which is then OPEN; or writes its
    value, which is KNOWN from before or not."""
    s, name = stacks.states[depth], stacks.names[depth]
    stacks.lengths[depth] = 0
    while True:
        mover = to_move(g, s)
        if mover < 0:
            scores(g, s, value)
            return VALUED
        if free not in (EVERYONE, mover):
            apply(g, s, advised(g, s, r))
            continue
        if free == EVERYONE and stacks.lengths[depth] == 0:
            length = key(g, s, name)
            if length:
                stacks.lengths[depth], stacks.hashed[depth] = length, _hash(name, length)
                slot = _slot(memo.keys, memo.hashes, name, length, stacks.hashed[depth])
                if memo.hashes[slot] != 0:
                    copy(memo.known[slot], value)
                    return KNOWN
        stacks.many[depth] = choices(g, s, stacks.moves[depth])
        if stacks.many[depth] > 1 or depth == 0:
            stacks.movers[depth], stacks.tried[depth] = mover, 0
            return OPEN
        apply(g, s, stacks.moves[depth, 0])  # no choice: no level of its own


@kernel
def _better(value: Floats, best: Floats, mover: Int, against: Int) -> bool:
    """Whether the mover prefers this value to its best so far."""
    if against == MAX_N or mover == against:
        return bool(value[mover] > best[mover])
    return bool(value[against] < best[against])


@kernel
def _hash(name: Ints, length: Int) -> Int:
    """A number that differs for different keys, nearly always; never 0."""
    mixed = np.uint64(length)
    for number in range(length):
        mixed = (mixed ^ np.uint64(name[number])) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return np.int64(mixed | np.uint64(1))


@kernel
def _slot(keys: Ints, hashes: Ints, name: Ints, length: Int, hashed: Int) -> Int:
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
def _keep(memo: Memo, name: Ints, length: Int, hashed: Int, value: Floats) -> None:
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
