"""What the kripke agent does, compiled: as in `thinking`, own claims, then blocks, then cards.

Paying and drawing are the same as those of the greedy agent.
"""

from typing import Any

from whoknows.core.kernels import Int, Row, below, kernel, lowest
from whoknows.games.tickets import codes
from whoknows.games.tickets.kernels import knowing_mind as mind
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.greed import (
    MANY,
    NOTHING,
    PLANNED,
    can_claim,
    card,
    payment,
)
from whoknows.games.tickets.kernels.knowing_paths import holding, path_of
from whoknows.games.tickets.kernels.paying import hand_of
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.ways import JOKERS_AT, head, is_free


@kernel
def claim(g: Tables, s: Row, m: Row, seat: Int) -> Int:
    """The connection it can pay for its dearest ticket, the first found on ties; or NONE."""
    best, most = mind.NONE, 0
    unfinished = m[mind.HAS + seat] & ~m[mind.FINISHED]
    for number in range(g.board[T.HELD]):
        ticket = m[mind.DEALT + seat * mind.TICKETS + number]
        at = path_of(seat, ticket)
        for place in range(at + 1, at + 1 + m[at] * (unfinished >> ticket & 1)):
            connection = m[place]
            if can_claim(g, s, connection):
                worth = dearest(g, m, holding(m, seat, connection, unfinished))
                if worth > most:
                    best, most = connection, worth
    return best


@kernel
def dearest(g: Tables, m: Row, tickets: Int) -> Int:
    """What the dearest of these tickets is worth."""
    most = 0
    while tickets:
        most = max(most, g.board[T.VALUE + m[mind.NAMES + lowest(tickets)]])
        tickets &= tickets - 1
    return most


@kernel
def block(g: Tables, s: Row, m: Row, seat: Int, r: Row) -> Any:
    """Whom it blocks, for which ticket, at which connection; the last is NONE if it cannot.

    The dearest ticket that it knows somebody to have, then seat, ticket and path order. The
    original kept the last candidate of each target and drew a target at random.
    """
    best, most, found = (mind.NONE, mind.NONE, mind.NONE), 0, 0
    for target in range(g.players):
        sure = m[mind.KNOWS + seat * mind.SEATS + target] & ~m[mind.FINISHED]
        if target == seat or sure == 0:
            continue
        worth, ticket, connection = candidate(g, s, m, seat, target, sure)
        if worth:
            found += 1
            if below(r, found) == 0 if g.board[T.AS_ORIGINAL] else worth > most:
                best, most = (target, ticket, connection), worth
    return best


@kernel
def candidate(g: Tables, s: Row, m: Row, seat: Int, target: Int, sure: Int) -> Any:
    """How it would block the target: what that is worth (0: it cannot), ticket, connection.

    A block that names only the agent stands with the first ticket whose path has the connection,
    and is worth what the dearest of them is that the target is known to have.
    """
    every, before = (1 << g.players * g.board[T.HELD]) - 1, 0
    tickets = every & ~m[mind.HAS + seat] & ~m[mind.FINISHED] if g.board[T.BY_AGENT] else sure
    best = (0, mind.NONE, mind.NONE)
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        at = path_of(target, ticket)
        for place in range(at + 1, at + 1 + m[at]):
            if not can_block(g, s, seat, m[place]):
                continue
            there = 1 << ticket
            if g.board[T.BY_AGENT]:
                there = holding(m, target, m[place], every)
            worth = 0 if there & before else dearest(g, m, there & sure)
            if worth > (0 if g.board[T.AS_ORIGINAL] else best[0]):
                best = (worth, ticket, m[place])
        before |= 1 << ticket
    return best


@kernel
def can_block(g: Tables, s: Row, seat: Int, connection: Int) -> bool:
    """Whether it may have the connection and can pay; the original did not look at its trains."""
    if not g.board[T.AS_ORIGINAL]:
        return can_claim(g, s, connection)
    jokers = s[hand_of(g, seat) + g.colours - 1]
    enough = payment(g, s, connection) >> JOKERS_AT <= jokers
    return bool(enough and is_free(g, s, seat, connection))


@kernel
def draw(g: Tables, s: Row, m: Row, seat: Int) -> Int:
    """The card it takes for what it needs, as the code of an action; else it passes."""
    plan = m[mind.PLAN : mind.PATHS]
    needed(g, s, m, seat, plan)
    found = card(g, s, plan)
    return head(codes.PASS, seat) if found == NOTHING else found


@kernel
def needed(g: Tables, s: Row, m: Row, seat: Int, plan: Row) -> None:
    """Plans the connections for which it wants cards, path by path.

    The original also counted connections that it owned and tickets that it had completed.
    """
    plan[MANY], always = 0, g.board[T.AS_ORIGINAL]
    for number in range(g.board[T.HELD]):
        ticket = m[mind.DEALT + seat * mind.TICKETS + number]
        at = path_of(seat, ticket)
        if always or not m[mind.FINISHED] >> ticket & 1:
            for place in range(at + 1, at + 1 + m[at]):
                if always or s[g.at[T.OWNERS] + m[place]] < 0:
                    plan[PLANNED + plan[MANY]] = m[place]
                    plan[MANY] += 1
