"""How likely the bids of a round were, compiled: many deals at once, by the rule of an agent.

A bid tells of the hand that was dealt, so this serves the whole round, whatever has been played.
The plain agents' `chances` are the definition.
"""

from __future__ import annotations

import numpy as np

from whoknows.core.choice_weights import ChoiceWeights
from whoknows.core.kernels import Floats, Int, Ints, Row, kernel, outer
from whoknows.core.past_acts import PastActs
from whoknows.games.boerenbridge.codes import DEALER, ROUND, TRUMP
from whoknows.games.boerenbridge.kernels import compiled
from whoknows.games.boerenbridge.kernels.agents import RANDOM, wished_with
from whoknows.games.boerenbridge.kernels.bulk import policy_row
from whoknows.games.boerenbridge.kernels.graphs import AS_ORIGINAL
from whoknows.games.boerenbridge.kernels.rules import BID, DEALT, Tables, at
from whoknows.games.boerenbridge.learned_bids import bid_chances
from whoknows.games.boerenbridge.policy import Policy
from whoknows.games.boerenbridge.rules import Boerenbridge
from whoknows.games.boerenbridge.state import Bid


def past_bids(
    game: Boerenbridge, rows: Ints, seat: int, policy: Policy | ChoiceWeights | None
) -> PastActs:
    """The bids that the others have made, first to last, in states that differ in hands alone;
    without a policy, of those who bid anything."""
    g, first = compiled(game).tables, rows[0]
    order = [(int(first[DEALER]) + n) % game.players for n in range(1, game.players + 1)]
    made = [other for other in order if other != seat and first[at(g, BID, other)] >= 0]
    size = int(g.sizes[first[ROUND]])
    free = [size + 1 - (0 <= int(barred(g, first, other)) <= size) for other in made]
    options = np.repeat(np.array(free, np.int64)[:, None], len(rows), axis=1)
    out = 1 / options
    if isinstance(policy, ChoiceWeights):
        for act, other in enumerate(made):
            out[act] = _learned(policy, g, rows, order, other)
    elif policy is not None:
        agent = np.array(policy_row(policy), np.int64)
        _fill(g, rows, np.array(made, np.int64), agent, out)
    words = (str(Bid(game.seats[other], int(first[at(g, BID, other)]))) for other in made)
    return PastActs(tuple(made), options, out, tuple(words))


def _learned(learned: ChoiceWeights, g: Tables, rows: Ints, order: list[int], seat: int) -> Floats:
    """How likely the learned style makes the bid of this seat, in each state."""
    first, size = rows[0], int(g.sizes[rows[0, ROUND]])
    before = [int(first[at(g, BID, other)]) for other in order[: order.index(seat)]]
    not_this = int(barred(g, first, seat))
    options = [bid for bid in range(size + 1) if bid != not_this]
    hands = rows[:, at(g, DEALT, seat)]
    odds = bid_chances(learned, hands, int(first[TRUMP]), before, options)
    return odds[:, options.index(int(first[at(g, BID, seat)]))]


@outer
def _fill(g: Tables, rows: Ints, made: Ints, agent: Ints, out: Floats) -> None:
    for act in range(made.shape[0]):
        for number in range(rows.shape[0]):
            out[act, number] = bid_chance(g, rows[number], made[act], agent[0], agent[1], agent[3])


@kernel
def bid_chance(g: Tables, s: Row, seat: Int, kind: Int, rule: Int, ways: Int) -> Int:
    """How likely an agent of this kind makes the bid that the seat has made."""
    size, made, not_this = g.sizes[s[ROUND]], s[at(g, BID, seat)], barred(g, s, seat)
    if kind == RANDOM:
        return (1.0 + instead(not_this, made, size, ways)) / (size + 1)
    wish = wished_with(g, s, s[at(g, DEALT, seat)], rule)
    if wish == not_this:
        return instead(wish, made, size, ways)
    return 1.0 if wish == made else 0.0


@kernel
def barred(g: Tables, s: Row, seat: Int) -> Int:
    """The bid that the seat, which has bid, could not make; -1 if it had a free choice."""
    if seat != s[DEALER]:
        return np.int64(-1)
    left = np.int64(g.sizes[s[ROUND]])
    for other in range(g.players):
        if other != seat:
            left -= s[at(g, BID, other)]
    return left


@kernel
def instead(wish: Int, made: Int, size: Int, ways: Int) -> Int:
    """How likely this bid is made instead of a wish that is forbidden, if there is one."""
    if wish < 0 or wish > size:
        return 0.0
    if wish == 0 or (ways & AS_ORIGINAL and wish < size):
        return 1.0 if made == wish + 1 else 0.0
    if wish == size:
        return 1.0 if made == wish - 1 else 0.0
    return 0.5 if abs(made - wish) == 1 else 0.0
