"""Whole games, compiled: seats that play at random, greedily, or by the numbers of `racer`.

A number stands for all that chance brings in a game, and for what random seats choose.
"""

import numpy as np

from whoknows.core.error import Error
from whoknows.core.kernels import Int, Ints, Row, kernel, mixed, outer
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import greedy_policy, racer_policy
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.card_chances import chance
from whoknows.games.tickets.kernels.free_connections import note_free
from whoknows.games.tickets.kernels.guided_play import NO_PLAN
from whoknows.games.tickets.kernels.knowledge_game import all_done
from whoknows.games.tickets.kernels.rules import apply
from whoknows.games.tickets.kernels.scoring import clusters, is_joined, owns
from whoknows.games.tickets.kernels.tables import KnowledgeTables, Tables
from whoknows.games.tickets.kernels.trails import longest_trail
from whoknows.games.tickets.kernels.variant import any_action, is_spoken
from whoknows.games.tickets.state import Phase

RANDOM, GREEDY, RACER = range(3)
# How a game ended: somebody's trains ran out, somebody completed all tickets (in the knowledge
# game), or nothing was left to do.
TRAINS_OUT, ALL_DONE, STUCK = range(3)
NO_TRACE = np.zeros((0, 0), np.int64)
LEAST = np.int64(-(1 << 62))


def games(
    g: Tables, start: Ints, agents: Ints, seed: int, first: int, out: Ints, trace: Ints = NO_TRACE,
    done: Ints = NO_TRACE,
) -> None:  # fmt: skip
    """Plays as many games as `out` has rows, from the number `first` on.

    `agents` says for each seat whether it is RANDOM, or (in classic games) GREEDY or RACER. A row
    of `out` gets the points of each seat, how many turns there were and how the game ended. `trace`
    gets what happened in the last game, as far as it has rows: each action and the state after it.
    A row of `done` gets how many tickets each seat completed, how many it held, and whether it won
    (seats that build no stations).
    """
    if isinstance(g, KnowledgeTables) and agents.any():
        raise Error("racer and greedy seats play classic games, not the knowledge game")
    plans, r = np.empty((g.players, T.BLOCK), np.int64), np.empty(1, np.uint64)
    _games(g, start, np.empty_like(start), agents, plans, seed, first, r, out, trace, done)


@outer
def _games(
    g: Tables, start: Row, s: Row, agents: Row, plans: Ints, seed: Int, first: Int, r: Row,
    out: Ints, trace: Ints, done: Ints,
) -> None:  # fmt: skip
    """All games, in the row `s`."""
    for number in range(out.shape[0]):
        r[0] = mixed(seed, first + number)
        for place in range(start.shape[0]):
            s[place] = start[place]
        for seat in range(g.players):
            plans[seat, 0] = NO_PLAN
        note_free(g, s)
        turns, step = 0, 0
        while s[R.PHASE] != Phase.OVER:
            turns += s[R.PHASE] == Phase.TURN
            if s[R.PHASE] <= Phase.TUNNEL:
                a = chance(g, s, r)
            else:
                a = choice(g, s, agents[s[R.MOVER]], plans[s[R.MOVER]], r)
            apply(g, s, a)
            if step < trace.shape[0]:
                note(s, a, trace[step])
                step += 1
        for seat in range(g.players):
            out[number, seat] = s[g.at[T.POINTS] + seat]
        out[number, g.players], out[number, g.players + 1] = turns, ending(g, s)
        if number < done.shape[0]:
            count(g, s, done[number])


@kernel
def choice(g: Tables, s: Row, kind: Int, plan: Row, r: Row) -> Int:
    """The action of the mover, who is of this kind."""
    if kind == GREEDY:
        return greedy_policy.choose(g, s, plan)
    if kind == RACER:
        return racer_policy.choose(g, s, plan)
    return any_action(g, s, r)


@kernel
def count(g: Tables, s: Row, out: Row) -> None:
    """Writes how many tickets each seat completed, how many it held, and whether it won: by points,
    then by completed tickets, then by the longest trail."""
    most, wins = LEAST, 2 * g.players
    for seat in range(g.players):
        out[seat], out[g.players + seat] = tickets_done(g, s, seat)
        its = (s[g.at[T.POINTS] + seat] << 32) + (out[seat] << 16) + longest_trail(g, s, seat)
        out[wins + seat] = its
        most = max(most, its)
    for seat in range(wins, wins + g.players):
        out[seat] = out[seat] == most


@kernel
def tickets_done(g: Tables, s: Row, seat: Int) -> tuple[Int, Int]:
    """How many of its tickets the seat has completed, and how many it has."""
    clusters(g, s, seat)
    done, held = np.int64(0), np.int64(0)
    for ticket in range(g.board[T.TICKETS]):
        if owns(g, s, seat, ticket):
            held += 1
            done += is_joined(g, T.CLUSTERS, ticket)
    return done, held


@kernel
def note(s: Row, a: Int, out: Row) -> None:
    """Writes down an action, and the state after it as far as there is room."""
    out[0] = a
    for place in range(min(s.shape[0], out.shape[0] - 1)):
        out[1 + place] = s[place]


@kernel
def ending(g: Tables, s: Row) -> Int:
    if s[R.LAST] == 0:
        return np.int64(TRAINS_OUT)
    return np.int64(ALL_DONE if is_spoken(g) and all_done(g, s) else STUCK)
