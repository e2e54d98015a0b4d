"""Games played on by whoever guides: `racer` or `greedy`, as the class of the tables says.

Every seat has a plan, which is kept from turn to turn; what is in it is the policy's affair, but
for the first number, which tells whether there is one.
"""

from collections.abc import Callable
from typing import Any

from whoknows.core.kernels import Int, Row, kernel
from whoknows.core.kernels_compiler import stands_for
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.card_chances import chance
from whoknows.games.tickets.kernels.rules import apply
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.variant import G
from whoknows.games.tickets.state import Phase

NO_PLAN = -1  # the first number of a plan that is still to be made

_POLICIES: dict[type, Callable[[Any, Row, Row], Int]] = {}  # each of its own tables


def guided_by(tables: type[G], choose: Callable[[G, Row, Row], Int]) -> None:
    """In games whose tables are of this class, seats choose by this policy."""
    _POLICIES[tables] = choose


def decision(g: Tables, s: Row, plan: Row) -> Int:
    """The code of the action of the mover, whose plan this is."""
    return _POLICIES[type(g)](g, s, plan)


stands_for(decision, _POLICIES)


@kernel
def advised(g: Tables, s: Row, r: Row) -> Int:
    g.room[T.PLANS] = NO_PLAN
    return decision(g, s, g.room[T.PLANS :])


@kernel
def guided(g: Tables, s: Row, r: Row) -> None:
    """To the end of the game, all seats by the same policy."""
    for seat in range(g.players):
        g.room[T.PLANS + seat * T.BLOCK] = NO_PLAN
    while s[R.PHASE] != Phase.OVER:
        if s[R.PHASE] <= Phase.TUNNEL:
            a = chance(g, s, r)
        else:
            a = decision(g, s, g.room[T.PLANS + s[R.MOVER] * T.BLOCK :])
        apply(g, s, a)
