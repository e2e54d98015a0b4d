"""Rounds played to their end by seats that know what they want, and what a round promises.

Bids follow the scaled rule; cards the graphs of the full-kripke agent, without conclusions about
who may hold what: a seat goes for tricks until its bid is reached and then against them. All that
such a seat uses is its own hand and what lies open, also where a search has laid all hands open.
"""

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.boerenbridge.codes import ROUND
from whoknows.games.boerenbridge.kernels.agents import FULL_KRIPKE, SCALED, choose
from whoknows.games.boerenbridge.kernels.graphs import CONCLUDES
from whoknows.games.boerenbridge.kernels.rules import (
    BID,
    POINTS,
    WON,
    Tables,
    apply,
    at,
    bidding,
    to_move,
)

SCORE, AS_IT_STANDS = range(2)  # the numbers of the utilities "score" and "round"


@kernel
def advised(g: Tables, s: Row, r: Row) -> Int:
    """As full-kripke, with all conclusions: for one decision, not for thousands of them."""
    return choose(g, s, FULL_KRIPKE, SCALED, 0, CONCLUDES, r)


@kernel
def guided(g: Tables, s: Row, r: Row) -> None:
    """To the end of the round."""
    now = s[ROUND]
    while s[ROUND] == now and to_move(g, s) >= 0:
        go_on(g, s, r)


@kernel
def go_on(g: Tables, s: Row, r: Row) -> None:
    """The seat to move does what a seat of this kind would."""
    apply(g, s, choose(g, s, FULL_KRIPKE, SCALED, 0, 0, r))


@kernel
def utility(g: Tables, s: Row, kind: Int, u: Row) -> None:
    """The points so far, and with "round" what this round promises beside them."""
    promises = kind == AS_IT_STANDS and to_move(g, s) >= 0 and not bidding(g, s)
    for seat in range(g.players):
        u[seat] = s[at(g, POINTS, seat)] + (promised(g, s, seat) if promises else 0.0)


@kernel
def promised(g: Tables, s: Row, seat: Int) -> Int:
    """The points of the round as they stand: surely lost ones, or those of an exact bid by odds.

    Every trick left is taken to fall to each seat equally likely, so that the odds of exactly
    `needed` of `left` tricks are binomial; what is then lost is counted as one trick off.
    """
    bid = s[at(g, BID, seat)]
    needed, left = bid - s[at(g, WON, seat)], tricks_left(g, s)
    if needed < 0 or needed > left:
        return -2.0 * max(-needed, needed - left)
    odds = 1.0
    for number in range(left):
        ways = (left - number) / (number + 1.0)
        odds *= ways / g.players if number < needed else 1.0 - 1.0 / g.players
    return odds * (10.0 + 2.0 * bid) - 2.0 * (1.0 - odds)


@kernel
def tricks_left(g: Tables, s: Row) -> Int:
    """How many tricks of the round are not yet won."""
    left = g.sizes[s[ROUND]]
    for seat in range(g.players):
        left -= s[at(g, WON, seat)]
    return left
