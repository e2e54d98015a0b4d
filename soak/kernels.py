"""Games played by the compiled rules alone, at random or as the best fast policy advises.

What must hold at every step is looked at while they are played; a trace of them is for the plain
rules to follow.
"""

from typing import Any

import numpy as np

from whoknows.core.kernels import (
    CHANCE,
    END,
    Int,
    Row,
    actions,
    advised,
    apply,
    below,
    chance,
    kernel,
    outer,
    scores,
    to_move,
)

# How a game may end: well, or with a rule that is broken.
OVER, NOBODY_MOVES, NO_ACTION, TOO_MANY, TWICE, UNADVISED, ENDLESS = range(7)
FAULTS = (
    "",
    "nobody moves, and it is not the end",
    "a seat has no action",
    "a seat has more actions than there is room for",
    "an action is there twice",
    "the action advised is not legal",
    "the game does not end",
)
# What a row of a trace begins with; the state after the action follows.
ACTION, MANY, DIGEST, HEAD = range(4)
SELDOM = 16  # a step in so many is looked at for actions that are there twice
SPREAD = np.uint64(0x100000001B3)


@outer
def played(
    g: Any, s: Row, r: Row, share: Int, out: Row, trace: Any, points: Row, ended: Row
) -> None:
    """Plays the row `s` to its end, and writes its scores into `points`.

    Of eight decisions `share` are as advised, where there is advice, the others random. A row of
    `trace` gets an action, how many there were, a digest of them all, and the state after it;
    `ended` how many steps there were, and how it ended.
    """
    step, how = 0, OVER
    while how == OVER and to_move(g, s) != END:
        how = ENDLESS if step == trace.shape[0] else looked(g, s, out, step, points.shape[0])
        if how == OVER:
            told = trace[step]
            how = take(g, s, r, share, out, told)
            for place in range(s.shape[0]):
                told[HEAD + place] = s[place]
            step += 1
    scores(g, s, points)
    ended[0], ended[1] = step, how


@kernel
def looked(g: Any, s: Row, out: Row, step: Int, players: Int) -> Int:
    """What is wrong with the actions here, if anything is."""
    mover = to_move(g, s)
    if mover == CHANCE:
        return OVER
    if mover < 0 or mover >= players:
        return NOBODY_MOVES
    many = actions(g, s, out)
    if many < 1:
        return NO_ACTION
    if many > out.shape[0]:
        return TOO_MANY
    return TWICE if step % SELDOM == 0 and has_twins(out, many) else OVER


@kernel
def take(g: Any, s: Row, r: Row, share: Int, out: Row, told: Row) -> Int:
    """Does what is done next, and notes it; whether that was wrong."""
    many, how = 0, OVER
    if to_move(g, s) == CHANCE:
        a = chance(g, s, r)
    else:
        many = actions(g, s, out)
        a = out[below(r, many)]
        wise = advised(g, s, r) if below(r, 8) < share else -1
        if wise >= 0:
            a = wise
            how = OVER if holds(out, many, wise) else UNADVISED
    told[ACTION], told[MANY], told[DIGEST] = a, many, digest(out, many)
    apply(g, s, a)
    return how


@kernel
def digest(out: Row, many: Int) -> Int:
    """A number that tells codes and their order."""
    mixed = np.uint64(many)
    for place in range(many):
        mixed = mixed * SPREAD ^ np.uint64(out[place])
    return np.int64(mixed)


@kernel
def has_twins(out: Row, many: Int) -> Any:
    for place in range(many):  # noqa: SIM110 - compiled
        if holds(out, place, out[place]):
            return True
    return False


@kernel
def holds(out: Row, many: Int, code: Int) -> Any:
    """Whether a code is among the first so many."""
    for place in range(many):  # noqa: SIM110 - compiled
        if out[place] == code:
            return True
    return False
