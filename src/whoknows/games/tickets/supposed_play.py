"""What searches take seats to know in the knowledge game, and what `rival` would then do.

A search plays on from a state in which everything is settled, and it is not told what was said
before. So it takes a seat's tickets for known to all once it has a few connections, which is about
how long they stay secret; before that nobody knows any of them.
"""

from __future__ import annotations

from whoknows.games.tickets.knowledge_policy import SeatSight
from whoknows.games.tickets.moves import Action
from whoknows.games.tickets.rival_numbers import Habits
from whoknows.games.tickets.rival_policy import choose, known_tickets
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.state import Phase, State

TOLD = 2  # connections of a seat by which its tickets are told


def next_action(rules: Tickets, state: State, habits: Habits) -> Action:
    """What the seat to move would do in this state, of which nothing is hidden."""
    sight = SeatSight(rules, state.mover, state, tuple(rules.actions(state)))
    if state.phase == Phase.KEEP:
        return sight.actions[0]

    def supposed(seat: int, ticket: str) -> bool:
        """Whether it is taken to know that the seat holds the ticket."""
        held = rules.ticket_names(list(state.tickets(seat)))
        return ticket in held and state.owners.count(seat) >= TOLD

    return choose(sight, habits, known_tickets(sight, supposed)).action
