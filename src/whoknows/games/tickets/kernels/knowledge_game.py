"""The knowledge game, compiled: as the plain `knowledge_game`."""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.card_chances import draw_hands
from whoknows.games.tickets.kernels.even_deals import even_hands
from whoknows.games.tickets.kernels.legal import blocks, wanted_claims
from whoknows.games.tickets.kernels.playout import any_listed
from whoknows.games.tickets.kernels.scoring import clusters, owns
from whoknows.games.tickets.kernels.tables import KnowledgeTables, Tables
from whoknows.games.tickets.kernels.train_cards import can_draw, in_row
from whoknows.games.tickets.kernels.variant import CompiledVariant


@kernel
def is_spoken(g: KnowledgeTables) -> bool:
    return True


@kernel
def deal_hands(g: KnowledgeTables, counter: Int) -> None:
    if g.board[T.EVEN]:
        even_hands(g, counter)
    else:
        draw_hands(g, T.ALL_TICKETS, g.board[T.HELD], R.HAND, counter)


@kernel
def is_apart(g: KnowledgeTables, ticket: Int) -> bool:
    """All tickets lie together."""
    return False


@kernel
def spendings(g: KnowledgeTables, s: Row, which: Int, out: Row) -> tuple[Int, Int]:
    """Claims on its own ways, and blocks."""
    clusters(g, s, s[R.MOVER])
    claimed = wanted_claims(g, s, out)
    count = blocks(g, s, which, out, claimed)
    return count, count - claimed


@kernel
def is_last_round(g: KnowledgeTables, s: Row, claimed: bool) -> bool:
    return bool(claimed and s[g.at[T.TRAINS] + s[R.MOVER]] <= g.board[T.LAST_TRAINS])


@kernel
def is_over(g: KnowledgeTables, s: Row) -> bool:
    return all_done(g, s) or stuck(g, s)


@kernel
def count_points(g: KnowledgeTables, s: Row) -> None:
    for seat in range(g.players):
        s[g.at[T.POINTS] + seat] += penalty(g, s, seat)


@kernel
def all_done(g: Tables, s: Row) -> bool:
    """Whether the mover has completed all its tickets."""
    for ticket in range(g.board[T.TICKETS]):
        if owns(g, s, s[R.MOVER], ticket) and s[g.at[T.DONE] + ticket] < 0:
            return False
    return True


@kernel
def stuck(g: KnowledgeTables, s: Row) -> bool:
    """No card is left; in the original program, nobody could do anything any more."""
    if g.board[T.AS_ORIGINAL]:
        return bool(s[R.PASSED] >= g.players)
    return not can_draw(g, s) and in_row(g, s) == 0


@kernel
def penalty(g: KnowledgeTables, s: Row, seat: Int) -> Int:
    """What unfinished tickets cost; completed ones were counted when they were announced."""
    lost = 0
    for ticket in range(g.board[T.TICKETS]):
        if owns(g, s, seat, ticket) and s[g.at[T.DONE] + ticket] < 0:
            lost -= g.board[T.VALUE + ticket]
    return np.int64(lost)


KNOWLEDGE = CompiledVariant(
    is_spoken, deal_hands, is_apart, spendings, any_listed, is_last_round, is_over, count_points
)
