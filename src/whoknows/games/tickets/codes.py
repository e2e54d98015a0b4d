"""How the codes of actions are made up, for `moves` and for compiled rules.

An action is its kind, its seat and what else it names, each in its own bits: see `moves`.
"""

(
    TAKE, BLIND, DRAW, PASS, WITHDRAW, CLAIM, BLOCK, KEEP, STATION, EXTRA, GETS, TURN_UP, OFFER,
    DEAL,
) = range(14)  # fmt: skip
KIND_BITS, SEAT_BITS = 4, 3
HEAD_BITS = KIND_BITS + SEAT_BITS
# Then, from the lowest bit up, what the kind needs; tickets completed come last, a bit each.
PLACE_BITS, COLOUR_BITS, CARDS_BITS, TICKET_BITS = 8, 4, 4, 6
NO_TICKET = (1 << TICKET_BITS) - 1
