"""Tunnels that are not worth a try: few cards are left to turn up, and they may ask for too much.

When nearly all cards are in hands, the few that are left are turned up again and again. Whoever
cannot pay for them today cannot do so tomorrow: seats that try nevertheless would claim a tunnel
and give it up in turn, and the game would never end.
"""

from __future__ import annotations

from whoknows.games.tickets.board import Connection
from whoknows.games.tickets.knowledge_policy import SeatSight
from whoknows.games.tickets.moves import Pay
from whoknows.games.tickets.train_cards import minus, spent
from whoknows.games.tickets.transitions import TUNNEL_CARDS

SCARCE = 12  # cards, in the closed pile and discarded: with fewer, others may never come


def can_risk(sight: SeatSight, route: Connection, pay: Pay) -> bool:
    """Whether a claim paid so is worth a try: where cards are scarce, only if whatever may be
    turned up in a tunnel could be paid as well."""
    rules, state = sight.rules, sight.state
    left = state.closed + sum(state.discard)
    if not route.tunnel or not rules.variant.has_tunnels or left >= SCARCE:
        return True
    hand = minus(sight.hand, spent(rules.map, pay))
    spare = hand[-1]
    if pay.cards:
        spare += hand[rules.map.colours.index(pay.colour)]
    return spare >= min(left, TUNNEL_CARDS)
