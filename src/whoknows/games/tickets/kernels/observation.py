"""What a seat sees, compiled, and what is hidden from it redealt: tickets to their new owners,
train cards by lot.

What looks the same to a seat has the same number. Of the train cards that others drew blind, and
of the closed pile, a seat knows how many there are and which cards they are together. After a
reshuffle a card is of the pile it was drawn from, so each pile is dealt for itself; only where it
is not settled from which of them somebody paid all are dealt as one. The plain `hands` gets also
that exactly right.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, below, kernel, spun
from whoknows.games.tickets import codes
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import card_chances
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.card_chances import drawn_card
from whoknows.games.tickets.kernels.code_bits import head
from whoknows.games.tickets.kernels.deal_seeds import deal_of
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.train_cards import hand_of
from whoknows.games.tickets.state import Phase

SIZES = T.TOTAL  # a block of room: how many cards each seat gets from the pile
POOLS = 2  # where in a ledger its tables begin


@kernel
def redeal(g: Tables, s: Row, seat: Int, owners: Row, r: Row) -> None:
    """`owners` has for each ticket the number of a place (see `tables.Places`), or -1 where it
    stays. The row may be that of a seat's view, with its tail, or one with nothing hidden."""
    redeal_tickets(g, s, seat, owners, r)
    other = 1 if seat == 0 else 0
    if s[hand_of(g, other)] < 0:
        redeal_unseen(g, s, seat, r)
    else:
        redeal_seen(g, s, seat, r)


@kernel
def redeal_tickets(g: Tables, s: Row, seat: Int, owners: Row, r: Row) -> None:
    """The order of tickets in a place that the seat does not see is random."""
    room, many = g.room, g.board[T.TICKETS]
    for ticket in range(many):
        other = below(r, ticket + 1)
        room[T.LISTED + ticket] = room[T.LISTED + other]
        room[T.LISTED + other] = ticket
    for number in range(many):
        ticket, position = room[T.LISTED + number], 0
        place = owners[ticket]
        if place >= 0 and not is_own(place, seat):
            for before in range(T.LISTED, T.LISTED + number):
                position += owners[room[before]] == place
            s[g.at[T.WHERE] + ticket] = place << T.KIND_AT | position


@kernel
def is_own(place: Int, seat: Int) -> bool:
    """Whether the seat sees the order of the tickets there."""
    kind = place & 7
    return bool(place >> 3 & 7 == seat and kind != R.STOCK and kind != R.UNDER)


@kernel
def redeal_seen(g: Tables, s: Row, seat: Int, r: Row) -> None:
    """From a row in which the cards of others stand: theirs and the pile are shuffled."""
    for colour in range(g.colours):
        g.room[card_chances.CARDS + colour] = s[g.at[T.PILE] + colour]
    for other in range(g.players):
        g.room[SIZES + other] = 0
        for colour in range(g.colours if other != seat else 0):
            at = other * g.colours + colour
            hidden = s[g.at[T.HANDS] + at] - s[g.at[T.OPEN] + at]
            g.room[card_chances.CARDS + colour] += hidden
            g.room[SIZES + other] += hidden
    hide(g, s, seat)
    deal_hidden(g, s, seat, r)


@kernel
def redeal_unseen(g: Tables, s: Row, seat: Int, r: Row) -> None:
    """From a seat's view: its tail says who drew how many cards from which pile."""
    hide(g, s, seat)
    ledger = memory_at(g, s, g.players)
    piles, pooled = s[ledger], is_unsettled(g, s, seat, ledger)
    for number in range(piles):
        if number == 0 or not pooled:
            for place in range(max(g.colours, g.players)):
                g.room[card_chances.CARDS + place] = g.room[SIZES + place] = 0
        load(g, s, seat, ledger, number)
        if pooled and number + 1 == piles:
            take_unsettled(g, s, seat, ledger)
        if not pooled or number + 1 == piles:
            deal_hidden(g, s, seat, r)


@kernel
def memory_at(g: Tables, s: Row, seat: Int) -> Int:
    """Where in the tail of a row the memory of a seat begins; after the last comes the ledger."""
    at = g.at[T.END]
    for _ in range(2):  # tickets that lie somewhere, and those that lay under the stock
        piles = s[at]
        at += 1
        for _ in range(piles):
            at += 1
            at += 1 + s[at]
            at += 1 + s[at]
    for _ in range(2):  # tickets in the game, cards turned up in a tunnel
        at += 1 + s[at]
    for _ in range(seat):
        at += 1 + s[at] * g.colours
    return np.int64(at)


@kernel
def unsettled_at(g: Tables, s: Row, ledger: Int) -> Int:
    """Where in a ledger the unsettled payments begin: how many, then each."""
    return ledger + POOLS + s[ledger] * (g.colours + g.players)


@kernel
def is_unsettled(g: Tables, s: Row, seat: Int, ledger: Int) -> bool:
    """Whether it is unsettled from which pile another seat has paid."""
    at, others = unsettled_at(g, s, ledger), 0
    for number in range(s[at]):
        others += s[at + 1 + number * (3 + s[ledger])] != seat
    return others > 0


@kernel
def load(g: Tables, s: Row, seat: Int, ledger: Int, number: Int) -> None:
    """Adds what was drawn blind from a pile, or lies there, and is not the seat's."""
    memory, drawn = memory_at(g, s, seat), ledger + POOLS + s[ledger] * g.colours
    for colour in range(g.colours):
        place = number * g.colours + colour
        own = s[memory + 1 + place] if number < s[memory] else 0
        g.room[card_chances.CARDS + colour] += s[ledger + POOLS + place] - own
    for other in range(g.players):
        if other != seat:
            g.room[SIZES + other] += s[drawn + number * g.players + other]


@kernel
def take_unsettled(g: Tables, s: Row, seat: Int, ledger: Int) -> None:
    """What others paid is theirs no more, from whichever pile it was."""
    at = unsettled_at(g, s, ledger)
    for number in range(s[at]):
        payment = at + 1 + number * (3 + s[ledger])
        if s[payment] != seat:
            g.room[card_chances.CARDS + s[payment + 1]] -= s[payment + 2]
            g.room[SIZES + s[payment]] -= s[payment + 2]


@kernel
def hide(g: Tables, s: Row, seat: Int) -> None:
    """Keeps those of the others' cards that everyone has seen, and nothing of the pile."""
    for colour in range(g.colours):
        s[g.at[T.PILE] + colour] = 0
        for other in range(g.players):
            if other != seat:
                at = other * g.colours + colour
                s[g.at[T.HANDS] + at] = s[g.at[T.OPEN] + at]


@kernel
def deal_hidden(g: Tables, s: Row, seat: Int, r: Row) -> None:
    """Gives the others this many of the cards that lie ready; the rest goes to the closed pile."""
    left = np.int64(0)
    for colour in range(g.colours):
        left += g.room[card_chances.CARDS + colour]
    for other in range(g.players):
        for _ in range(g.room[SIZES + other] if other != seat else 0):
            s[hand_of(g, other) + drawn_card(g, left, r)] += 1
            left -= 1
    for colour in range(g.colours):
        s[g.at[T.PILE] + colour] += g.room[card_chances.CARDS + colour]


SEAT, CARDS = (1 << codes.SEAT_BITS) - 1, (1 << codes.CARDS_BITS) - 1
TICKET = (1 << codes.TICKET_BITS) - 1


@kernel
def seen(g: Tables, s: Row, seat: Int, a: Int) -> Int:
    if s[R.PHASE] == Phase.DEAL:
        return deal_seen(g, seat, a)
    kind, by = a & (1 << codes.KIND_BITS) - 1, a >> codes.KIND_BITS & SEAT
    rest = a >> codes.HEAD_BITS
    if by == seat:
        return np.int64(a)
    if kind == codes.GETS:
        return head(kind, by) | (rest & CARDS) << codes.HEAD_BITS
    if kind == codes.OFFER:
        return head(kind, by) | (rest & SEAT) << codes.HEAD_BITS
    if kind == codes.KEEP:
        return head(kind, by) | keep_seen(g, rest) << codes.HEAD_BITS
    return np.int64(a)


@kernel
def deal_seen(g: Tables, seat: Int, seed: Int) -> Int:
    """The seat's own tickets in order, and which tickets are in the game, mixed into a number."""
    deal_of(g, seed)
    look = np.uint64(0)
    for ticket in range(g.board[T.TICKETS]):
        at = g.room[T.DEALT + ticket]
        kind, owner = at >> T.KIND_AT & 7, at >> T.SEAT_AT & 7
        own = owner == seat and (kind == R.HAND or kind == R.OFFER or kind == R.LONG)
        sight = at + 2 if own else np.int64(at == T.ABSENT)
        look = spun(look, sight)
    return np.int64(look >> np.uint64(1))


@kernel
def keep_seen(g: Tables, tickets: Int) -> Int:
    """How many are kept and put back, whether a long one is, and what is completed."""
    kept, back = tickets & SEAT, tickets >> codes.SEAT_BITS & SEAT
    look, tickets = tickets & (1 << 2 * codes.SEAT_BITS) - 1, tickets >> 2 * codes.SEAT_BITS
    long = 0
    for number in range(kept + back):
        if g.board[T.LONG + (tickets & TICKET)]:
            long |= 1 if number < kept else 2
        tickets >>= codes.TICKET_BITS
    # Of long tickets others see only whether one was kept.
    return np.int64(look | (1 if long & 1 else long) << 2 * codes.SEAT_BITS | tickets << 8)


@kernel
def sight(g: Tables, s: Row, seat: Int) -> Int:
    """Everything that lies open, and the seat's own cards and tickets."""
    look, hands = np.uint64(seat), g.at[T.HANDS]
    for place in range(g.at[T.WHERE]):
        other = (place - hands) // g.colours
        hidden = g.at[T.PILE] <= place < g.at[T.DISCARD]
        hidden = hidden or (hands <= place < g.at[T.OPEN] and other != seat)
        look = spun(look, np.int64(0) if hidden else s[place])
    for place in range(g.at[T.WHERE], g.at[T.END]):
        look = spun(look, s[place] if is_own(s[place] >> T.KIND_AT, seat) else np.int64(0))
    return np.int64(look >> np.uint64(1))
