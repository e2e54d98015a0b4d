"""How likely the cards that others played in a round were, compiled: many deals at once, by the
rule of an agent.

Every deal is played again from its first trick, as what an agent concludes depends on what was on
the table. The plain agents' `chances` are the definition.
"""

from __future__ import annotations

import numpy as np

from whoknows.core.kernels import Floats, Int, Ints, Row, copy, how_many, kernel, outer
from whoknows.core.past_acts import PastActs
from whoknows.games.boerenbridge.codes import DEALER, IN_TRICK, LEADER, TRICK
from whoknows.games.boerenbridge.kernels import compiled
from whoknows.games.boerenbridge.kernels.agents import RANDOM, card
from whoknows.games.boerenbridge.kernels.bulk import policy_row
from whoknows.games.boerenbridge.kernels.rules import (
    BID,
    DEALT,
    HANDS,
    VOIDS,
    WON,
    Tables,
    around,
    at,
    play,
    playable,
)
from whoknows.games.boerenbridge.past_plays import Plays
from whoknows.games.boerenbridge.policy import Policy
from whoknows.games.boerenbridge.rules import Boerenbridge
from whoknows.games.boerenbridge.state import Play


def played_cards(
    game: Boerenbridge,
    rows: Ints,
    seat: int,
    policy: Policy | None,
    plays: Plays,
) -> PastActs:
    """The cards of the others among these, first to last, in states that differ in hands alone;
    without a policy, of those who play anything."""
    theirs = [(by, which) for by, which in plays if by != seat]
    options = np.ones((len(theirs), len(rows)), np.int64)
    out = np.ones(options.shape)
    agent = np.array(policy_row(policy or Policy("random")), np.int64)
    order = np.array(plays, np.int64).reshape(-1, 2)
    scratch, luck = np.zeros(rows.shape[1], np.int64), np.zeros(1, np.uint64)
    _fill(compiled(game).tables, rows, seat, order, agent, scratch, luck, options, out)
    words = tuple(str(Play(game.seats[by], which)) for by, which in theirs)
    return PastActs(tuple(by for by, _ in theirs), options, out, words)


@outer
def _fill(
    g: Tables,
    rows: Ints,
    seat: Int,
    order: Ints,
    agent: Row,
    s: Row,
    luck: Row,
    options: Ints,
    out: Floats,
) -> None:
    for number in range(rows.shape[0]):
        copy(rows[number], s)
        rewind(g, s)
        act = 0
        for n in range(order.shape[0]):
            by, made = order[n, 0], order[n, 1]
            if by != seat:
                options[act, number] = how_many(playable(g, s, by))
                out[act, number] = card_chance(g, s, by, made, agent[0], agent[2], agent[3], luck)
                act += 1
            play(g, s, by, made)


@kernel
def rewind(g: Tables, s: Row) -> None:
    """Back to when all had bid and nobody had played."""
    s[LEADER], s[IN_TRICK] = around(g, s[DEALER] + 1), 0
    for seat in range(g.players):
        s[TRICK + seat] = -1
        s[at(g, WON, seat)] = s[at(g, VOIDS, seat)] = 0
        s[at(g, HANDS, seat)] = s[at(g, DEALT, seat)]


@kernel
def card_chance(
    g: Tables, s: Row, seat: Int, made: Int, kind: Int, any_after: Int, ways: Int, luck: Row
) -> Int:
    """How likely an agent of this kind plays this card; luck plays no part in what is asked."""
    may = playable(g, s, seat)
    if may & (may - 1) == 0:
        return 1.0
    reached = s[at(g, WON, seat)] >= s[at(g, BID, seat)]
    if kind == RANDOM or (any_after and reached):
        return 1.0 / how_many(may)
    return 1.0 if card(g, s, seat, kind, any_after, ways, luck) == made else 0.0
