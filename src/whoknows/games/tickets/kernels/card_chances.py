"""What chance brings, compiled: train cards from the closed pile, tickets from the stock.

An outcome is its code in `codes`; only the deal of tickets is a seed (see `deal_seeds`). Where they
are few, outcomes are listed one by one: every word of this many cards or tickets is tried.
"""

import numpy as np

from whoknows.core.kernels import GOLDEN, Int, Row, below, kernel, mix, word
from whoknows.games.tickets import codes
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.code_bits import head
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.train_cards import in_row
from whoknows.games.tickets.state import Phase
from whoknows.games.tickets.transitions import TUNNEL_CARDS

# Blocks of room: the cards left in the pile, by colour, or the tickets left in the stock. What
# is drawn is listed.
CARDS, STOCK = T.NEXT, T.TRAIL


@kernel
def chance(g: Tables, s: Row, r: Row) -> Int:
    if s[R.PHASE] == Phase.DEAL:
        return np.int64(word(r) >> np.uint64(1))
    filling = s[R.PHASE] == Phase.FILL and in_row(g, s) + 1 == g.board[T.FACE_UP]
    if s[R.PHASE] == Phase.BLIND or filling:
        # One card, by far the most frequent: straight from the pile.
        g.room[T.LISTED] = colour_of(s, g.at[T.PILE], below(r, s[R.CLOSED]))
        return code_of(g, s, np.int64(1))
    many, left = brought(g, s), lay_out(g, s)
    for number in range(many):
        if s[R.PHASE] == Phase.OFFER:
            g.room[T.LISTED + number] = drawn_ticket(g, left - number, r)
        else:
            g.room[T.LISTED + number] = drawn_card(g, left - number, r)
    return code_of(g, s, many)


@kernel
def outcomes(g: Tables, s: Row, out: Row, w: Row) -> Int:
    if s[R.PHASE] == Phase.DEAL:
        return np.int64(-1)
    many, left = brought(g, s), lay_out(g, s)
    base = left if s[R.PHASE] == Phase.OFFER else g.colours
    words, count = np.int64(1), 0
    for _ in range(many):
        words *= base
        if words > T.MOST_OUTCOMES:
            return np.int64(-1)
    for number in range(words):
        odds = spelled(g, s, many, left, number)
        if odds > 0:
            w[count] = odds
            out[count] = code_of(g, s, many)
            count += 1
    return np.int64(count)


@kernel
def brought(g: Tables, s: Row) -> Int:
    """How many cards chance brings now, or how many tickets from the stock."""
    if s[R.PHASE] == Phase.HANDS:
        return np.int64(g.board[T.START_HAND])
    if s[R.PHASE] == Phase.FILL:
        return np.int64(min(g.board[T.FACE_UP] - in_row(g, s), s[R.CLOSED]))
    if s[R.PHASE] == Phase.TUNNEL:
        return np.int64(min(TUNNEL_CARDS - s[R.BID_SHOWN], s[R.CLOSED]))
    if s[R.PHASE] == Phase.OFFER:
        return np.int64(min(g.board[T.DRAW_TICKETS], lay_out(g, s)))
    return np.int64(s[R.PHASE] == Phase.BLIND)


@kernel
def lay_out(g: Tables, s: Row) -> Int:
    """Writes what it is drawn from: the stock, or the closed pile; how much there is."""
    if s[R.PHASE] != Phase.OFFER:
        for colour in range(g.colours):
            g.room[CARDS + colour] = s[g.at[T.PILE] + colour]
        return np.int64(s[R.CLOSED])
    many = 0
    for ticket in range(g.board[T.TICKETS]):
        if s[g.at[T.WHERE] + ticket] >> T.KIND_AT & 7 == R.STOCK:
            g.room[STOCK + many] = ticket
            many += 1
    return np.int64(many)


@kernel
def drawn_card(g: Tables, left: Int, r: Row) -> Int:
    """A card of the pile, each equally likely: its colour."""
    colour = colour_of(g.room, CARDS, below(r, left))
    g.room[CARDS + colour] -= 1
    return colour


@kernel
def colour_of(counts: Row, at: Int, number: Int) -> Int:
    """The colour of the card of this number, among cards counted by colour from there on."""
    colour = np.int64(0)
    while number >= counts[at + colour]:
        number -= counts[at + colour]
        colour += 1
    return colour


@kernel
def drawn_ticket(g: Tables, left: Int, r: Row) -> Int:
    """A ticket of the stock, each equally likely; the last one takes its place."""
    number = STOCK + below(r, left)
    ticket = g.room[number]
    g.room[number] = g.room[STOCK + left - 1]
    return ticket


@kernel
def spelled(g: Tables, s: Row, many: Int, left: Int, number: Int) -> float:
    """Lists the cards or tickets whose places are the digits of a number; how likely they are."""
    odds, run = 1.0, 0
    lay_out(g, s)
    for at in range(many):
        if s[R.PHASE] == Phase.OFFER:
            thing, number = g.room[STOCK + number % left], number // left
            odds /= left - at
            for before in range(T.LISTED, T.LISTED + at):
                odds = 0.0 if g.room[before] == thing else odds
        else:
            thing, number = number % g.colours, number // g.colours
            odds *= g.room[CARDS + thing] / (left - at)
            g.room[CARDS + thing] -= 1
            if is_hidden(s) and at:
                # Their order does not matter: the sorted word stands for all others.
                run = run + 1 if g.room[T.LISTED + at - 1] == thing else 0
                odds *= (at + 1) / (run + 1) if g.room[T.LISTED + at - 1] <= thing else 0
        g.room[T.LISTED + at] = thing
    return max(odds, 0.0)


@kernel
def is_hidden(s: Row) -> bool:
    """Whether the cards are for a seat alone."""
    return bool(s[R.PHASE] == Phase.HANDS or s[R.PHASE] == Phase.BLIND)


@kernel
def code_of(g: Tables, s: Row, many: Int) -> Int:
    """The code of the outcome that is listed."""
    if s[R.PHASE] == Phase.OFFER:
        many = reach_under(g, s, many)
        tickets = many | packed(g, many, codes.TICKET_BITS) << codes.SEAT_BITS
        return head(codes.OFFER, s[R.MOVER]) | tickets << codes.HEAD_BITS
    if is_hidden(s):
        sort(g, many)
    cards = many | packed(g, many, codes.COLOUR_BITS) << codes.CARDS_BITS
    if is_hidden(s):
        return head(codes.GETS, s[R.MOVER]) | cards << codes.HEAD_BITS
    return np.int64(codes.TURN_UP | cards << codes.HEAD_BITS)


@kernel
def packed(g: Tables, many: Int, bits: Int) -> Int:
    """What is listed, as one number with this many bits for each."""
    code = np.int64(0)
    for number in range(many - 1, -1, -1):
        code = code << bits | g.room[T.LISTED + number]
    return code


@kernel
def sort(g: Tables, many: Int) -> None:
    for last in range(T.LISTED + 1, T.LISTED + many):
        thing, place = g.room[last], last
        while place > T.LISTED and g.room[place - 1] > thing:
            g.room[place] = g.room[place - 1]
            place -= 1
        g.room[place] = thing


@kernel
def reach_under(g: Tables, s: Row, many: Int) -> Int:
    """Lists also the tickets under the stock that the draw reaches, oldest first; how many now."""
    last = np.int64(-1)
    while many < g.board[T.DRAW_TICKETS]:
        found = np.int64(-1)
        for ticket in range(g.board[T.TICKETS]):
            at = s[g.at[T.WHERE] + ticket]
            first = found < 0 or at < s[g.at[T.WHERE] + found]
            if first and at > last and at >> T.KIND_AT & 7 == R.UNDER:
                found = np.int64(ticket)
        if found < 0:
            break
        g.room[T.LISTED + many] = found
        last = s[g.at[T.WHERE] + found]
        many += 1
    return many


HALF, LOW, SPAN = np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(0x100000000)


@kernel
def draw_hands(g: Tables, which: Int, each: Int, kind: Int, counter: Int) -> Int:
    """Writes down who is dealt which of these tickets, the same number each; where the random
    numbers are then."""
    listed = np.int64(0)
    for ticket in range(g.board[T.TICKETS]):
        if which == T.ALL_TICKETS or g.board[T.LONG + ticket] == which:
            g.room[T.LISTED + listed] = ticket
            listed += 1
    for number in range(each * g.players):
        counter = draw_listed(g, number, listed, counter)
        ticket = g.room[T.LISTED + number]
        seat, position = number // each, number % each
        g.room[T.DEALT + ticket] = kind << T.KIND_AT | seat << T.SEAT_AT | position
    return counter


@kernel
def draw_listed(g: Tables, number: Int, listed: Int, counter: Int) -> Int:
    """Puts any of the tickets listed from this number on there."""
    chosen, counter = picked(listed - number, counter)
    here, there = T.LISTED + number, T.LISTED + number + chosen
    g.room[here], g.room[there] = g.room[there], g.room[here]
    return counter


@kernel
def picked(limit: Int, counter: Int) -> Int:
    """A number below the limit, each equally likely, as `below` with the counter at hand."""
    many = np.uint64(limit)
    counter += GOLDEN
    scaled = (mix(counter) >> HALF) * many
    while scaled & LOW < many and scaled & LOW < SPAN % many:
        counter += GOLDEN
        scaled = (mix(counter) >> HALF) * many
    return np.int64(scaled >> HALF), counter
