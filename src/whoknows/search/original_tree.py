"""What the original tree searches do differently, if an agent asks for it.

They take values as they are and try every legal action. They search the state as the seat sees it,
in which a hidden hand may pay for anything that it could hold. Here a state is whole; so at
another seat's turn its hidden hand is redrawn several times, everything that any of these hands may
do competes, and the seat then holds the hand that may do what was chosen.
Outcomes of chance are tried one by one until all are tried, and only then drawn.

Without it the argument is None, and nothing of this is compiled.
"""

from typing import NamedTuple

import numpy as np

from whoknows.core.kernels import (
    CHANCE,
    END,
    Compiled,
    Floats,
    Int,
    Ints,
    Tables,
    Words,
    actions,
    apply,
    below,
    chance,
    kernel,
    outcomes,
    redeal,
    sensible,
    stage,
    to_move,
    word,
)
from whoknows.search.leaf_values import Aim

HANDS = 16  # that are drawn at a turn of another: more take time, fewer miss what is rare


class Original(NamedTuple):
    """What is done so, and room for it: kernels make no arrays."""

    observer: int
    scaled: bool  # values are scaled to what was seen so far: this is ours
    every: bool  # all actions compete, not only sensible ones
    each: bool  # every outcome of chance is tried before one is tried again
    hands: bool  # others may do whatever some hand that they may hold could do
    owners: Ints  # -1 for each card that was dealt: it stays where it is
    odds: Floats  # of the outcomes
    more: Ints  # actions of one hand
    luck: Words  # for each action the random state from which a hand that has it is drawn


def original(
    rules: Compiled, observer: int, *, scaled: bool = True, every: bool = False,
    each: bool = False, hands: bool = False,
) -> Original:  # fmt: skip
    """This of a game, for one search."""
    owners, odds = np.full(rules.pack, -1, np.int64), np.empty(rules.width)
    more, luck = np.empty(rules.width, np.int64), np.empty(rules.width, np.uint64)
    return Original(observer, scaled, every, each, hands, owners, odds, more, luck)


@kernel
def lots(g: Tables, s: Ints, original: Original | None, moves: Ints, r: Words) -> Int:
    """Writes one outcome of chance; or all of them and their odds, unless they are too many."""
    if original is not None:
        many = outcomes(g, s, moves, original.odds) if original.each else np.int64(-1)
        if many > 0:
            return many
    moves[0] = chance(g, s, r)
    return np.int64(1)


@kernel
def by_odds(original: Original | None, many: Int, r: Words) -> Int:
    """One of this many outcomes, drawn by their odds."""
    if original is None:
        return 0
    left = (word(r) >> np.uint64(11)) * 2.0**-53
    for number in range(many - 1):
        left -= original.odds[number]
        if left < 0:
            return number
    return many - 1


@kernel
def payable(g: Tables, s: Ints, original: Original, every: bool, moves: Ints, r: Words) -> Int:
    """Writes what the mover may do with any of some hands that it may hold; how much that is."""
    many = np.int64(0)
    for _ in range(HANDS):
        luck = r[0]
        redeal(g, s, original.observer, original.owners, r)
        found = actions(g, s, original.more) if every else sensible(g, s, original.more)
        for number in range(found):
            if not is_among(moves, many, original.more[number]):
                moves[many], original.luck[many] = original.more[number], luck
                many += 1
    return many


@kernel
def is_among(moves: Ints, many: Int, move: Int) -> bool:
    place = 0
    while place < many and moves[place] != move:
        place += 1
    return bool(place < many)


@kernel
def hold(g: Tables, s: Ints, original: Original | None, seat: Int, chosen: Int, r: Words) -> None:
    """Gives another mover the hand with which it may do what was chosen."""
    if original is not None and original.hands and seat >= 0 and seat != original.observer:
        after = r[0]
        r[0] = original.luck[chosen]
        redeal(g, s, original.observer, original.owners, r)
        r[0] = after


@kernel
def play_on(
    g: Tables, s: Ints, here: Int, aim: Aim, original: Original | None, moves: Ints, r: Words
) -> None:
    """Where playouts are random: to the end, others' hands being drawn anew there as well."""
    if original is not None:
        while original.hands and aim.play.random and stage(g, s) == here:
            seat = to_move(g, s)
            if seat == END:
                return
            if seat == CHANCE:
                apply(g, s, chance(g, s, r))
            elif seat == original.observer:
                apply(g, s, moves[below(r, actions(g, s, moves))])
            else:
                chosen = below(r, payable(g, s, original, True, moves, r))
                hold(g, s, original, seat, chosen, r)
                apply(g, s, moves[chosen])
