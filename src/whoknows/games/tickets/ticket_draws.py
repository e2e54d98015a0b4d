"""More tickets in the knowledge game, where they may be drawn: when, and which of them to keep.

The game ends as soon as somebody has completed all their tickets, so nobody ever draws because they
are done. An agent draws because it can no longer complete its open tickets (*stuck*), or because it
can *afford* to: its hand has as many cards as they still need, colours aside, and it has the trains
for one more ticket.
"""

from __future__ import annotations

from math import inf
from typing import Literal

from whoknows.core.agent import Choice
from whoknows.games.tickets import claim_rule
from whoknows.games.tickets.greedy_policy import TRAINS_FOR_MORE
from whoknows.games.tickets.knowledge_policy import SeatSight
from whoknows.games.tickets.moves import Action, Draw, Keep
from whoknows.games.tickets.paths import cost

More = Literal["never", "stuck", "affordable"]


def more(sight: SeatSight, when: More) -> Choice[Action] | None:
    """To draw tickets, if they may be drawn and it is time to."""
    draw = next((action for action in sight.actions if isinstance(action, Draw)), None)
    if draw is None or when == "never" or sight.state.last >= 0:
        return None
    if all(not sight.paths[ticket] for ticket in sight.unfinished):
        return Choice(draw, ("it can no longer complete any of its tickets",))
    if when == "affordable" and _affordable(sight):
        return Choice(draw, ("its cards and trains are enough for its tickets and for one more",))
    return None


def kept(sight: SeatSight) -> Choice[Action] | None:
    """From an offer everything that is already complete, or else the one ticket that is cheapest to
    join."""
    keeps = {keep.kept: keep for keep in sight.actions if isinstance(keep, Keep)}
    if not keeps:
        return None
    done = max(keeps.values(), key=lambda keep: len(keep.completes)).completes
    if done:
        return Choice(keeps[done], (f"it has already completed {', '.join(done)}",))
    (best,) = min((k for k in keeps if len(k) == 1), key=lambda one: _price(sight, one[0]))
    return Choice(keeps[best,], (f"{best} is the cheapest to complete",))


def _affordable(sight: SeatSight) -> bool:
    board = sight.rules.map
    wanted = claim_rule.wanted(board, sight.rules.players, sight.state, sight.seat)
    needed = sum(board.connections[connection].length for connection in wanted)
    spare = sight.state.trains[sight.seat] - needed
    return sum(sight.hand) >= needed and spare >= TRAINS_FOR_MORE


def _price(sight: SeatSight, name: str) -> tuple[float, int]:
    """The trains that a ticket would still cost; of equals, what is worth more comes first.

    Of tickets that cannot be completed the one that is worth least comes first.
    """
    ticket = sight.rules.map.ticket(name)
    way = sight.paths[ticket.number]
    if not way:
        return inf, ticket.points
    return cost(sight.rules.map, sight.seat, sight.state.owners, way), -ticket.points
