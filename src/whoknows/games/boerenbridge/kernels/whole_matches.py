"""Whole matches of the scripted agents, compiled: duplicate deals with rotated seats.

A deal number stands for all the deals of one match. Every rotation of the agents round the table
plays the same deals, so that luck of the cards is shared out evenly.
"""

import numpy as np

from whoknows.core.kernels import Int, Ints, Row, copy, kernel, mixed, outer, spun
from whoknows.games.boerenbridge.codes import ROUND
from whoknows.games.boerenbridge.kernels.agents import choose
from whoknows.games.boerenbridge.kernels.rules import (
    BID,
    POINTS,
    WON,
    Tables,
    apply,
    at,
    deal,
    to_move,
)

SCORE, TRICKS, EXACT = range(3)  # what is counted of each agent in a match
DEALT = -1
NO_LOG = np.zeros(0, np.int64)


def matches(
    g: Tables, start: Ints, agents: Ints, seed: int, first: int, rotations: int, out: Ints,
    log: Ints = NO_LOG,
) -> None:  # fmt: skip
    """Fills `out[deal, rotation, agent]` with points, tricks won and bids made exactly.

    `agents` has a row for each agent: its kind, its rule for bids, whether any card will do
    once its bid is reached, its ways (see `graphs`). In rotation k agent i sits at seat i + k.
    `log` gets what happens, as far as there is room: the codes of actions, and for each deal
    DEALT and the state after it.
    """
    s, before, r = start.copy(), start.copy(), np.empty(1, np.uint64)
    out[:] = 0
    _matches(g, start, s, before, agents, seed, first, rotations, r, out, log)


@outer
def _matches(
    g: Tables, start: Ints, s: Row, before: Row, agents: Ints, seed: Int, first: Int,
    rotations: Int, r: Row, out: Ints, log: Ints,
) -> None:  # fmt: skip
    """All matches, in the row `s`; `before` is room for another."""
    for number in range(out.shape[0]):
        for rotation in range(rotations):
            copy(start, s)
            r[0] = spun(mixed(seed, first + number), 1 + rotation)
            counts = out[number, rotation]
            play(g, s, before, agents, seed, first + number, rotation, r, counts, log)


@kernel
def play(
    g: Tables,
    s: Row,
    before: Row,
    agents: Row,
    seed: Int,
    number: Int,
    rotation: Int,
    r: Row,
    out: Row,
    log: Row,
) -> None:
    """One match; `before` is room for a state."""
    noted = 0
    while s[ROUND] < g.sizes.shape[0]:
        now = s[ROUND]
        deal(g, s, np.int64(spun(mixed(seed, number), -1 - now) >> np.uint64(1)))
        noted = note(log, noted, DEALT)
        for place in range(s.shape[0]):
            noted = note(log, noted, s[place])
        while s[ROUND] == now:
            for place in range(s.shape[0]):
                before[place] = s[place]
            agent = (to_move(g, s) - rotation) % g.players
            a = agents[agent]
            code = choose(g, s, a[0], a[1], a[2], a[3], r)
            noted = note(log, noted, code)
            apply(g, s, code)
        count(g, before, s, rotation, out)


@kernel
def note(log: Row, noted: Int, number: Int) -> Int:
    """Writes down a number while there is room; how many there are now."""
    if noted < log.shape[0]:
        log[noted] = number
    return noted + 1


@kernel
def count(g: Tables, before: Row, s: Row, rotation: Int, out: Row) -> None:
    """Adds up a round, given the states before and after its last card."""
    for seat in range(g.players):
        gained = s[at(g, POINTS, seat)] - before[at(g, POINTS, seat)]
        bid, won = before[at(g, BID, seat)], before[at(g, WON, seat)]
        # The last trick shows only in the points: they fit the tricks before it, or one more.
        without = 10 + 2 * won if bid == won else -2 * abs(bid - won)
        agent = (seat - rotation) % g.players
        out[agent, SCORE] += gained
        out[agent, TRICKS] += won + (gained != without)
        out[agent, EXACT] += gained >= 10
