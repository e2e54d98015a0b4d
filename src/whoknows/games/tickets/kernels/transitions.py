"""What happens when an action is carried out, compiled: a function for each kind."""

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import codes
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels import ticket_piles, train_cards
from whoknows.games.tickets.kernels.code_bits import JOKERS_AT, PAY_BITS
from whoknows.games.tickets.kernels.deal_seeds import deal_of
from whoknows.games.tickets.kernels.free_connections import close
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.train_cards import (
    can_draw,
    hand_of,
    in_row,
    move,
    needing_cards,
    refilled,
)
from whoknows.games.tickets.state import Phase
from whoknows.games.tickets.transitions import TUNNEL_CARDS

ONE_COLOUR, CARDS = (1 << codes.COLOUR_BITS) - 1, (1 << codes.CARDS_BITS) - 1
PLACE = (1 << codes.PLACE_BITS) - 1


@kernel
def dealt(g: Tables, s: Row, seed: Int) -> None:
    """Tickets are dealt, by a seed."""
    deal_of(g, seed)
    for ticket in range(g.board[T.TICKETS]):
        s[g.at[T.WHERE] + ticket] = g.room[T.DEALT + ticket]
    s[R.PHASE] = Phase.HANDS


@kernel
def kept(g: Tables, s: Row, tickets: Int) -> None:
    """The mover has chosen among its tickets."""
    completed(g, s, ticket_piles.kept(g, s, tickets))
    if s[R.DRAWS]:
        s[R.PHASE] = Phase.NEXT
        return
    s[R.MOVER] += 1
    if s[R.MOVER] == g.players:
        s[R.MOVER] = 0
        s[R.PHASE] = Phase.TURN


@kernel
def taken(g: Tables, s: Row, colour: Int) -> None:
    """The mover takes a card from the row."""
    ends = s[R.PHASE] == Phase.SECOND or colour == g.colours - 1
    s[R.PASSED] = 0
    s[R.THEN] = Phase.NEXT if ends else Phase.SECOND
    train_cards.taken(g, s, colour)
    refilled(g, s)


@kernel
def given(g: Tables, s: Row, cards: Int) -> None:
    """The mover gets cards from the closed pile that only it sees."""
    for _ in range(cards & CARDS):
        cards >>= codes.COLOUR_BITS
        s[hand_of(g, s[R.MOVER]) + draw_card(g, s, cards)] += 1
    if s[R.PHASE] == Phase.BLIND:
        s[R.PASSED] = 0
        s[R.PHASE] = s[R.THEN]
    elif s[R.MOVER] + 1 < g.players:
        s[R.MOVER] += 1
    else:
        s[R.MOVER] = 0
        s[R.THEN] = g.board[T.OPENING]
        refilled(g, s)


@kernel
def draw_card(g: Tables, s: Row, cards: Int) -> Int:
    """The first of these cards leaves the closed pile."""
    colour = cards & ONE_COLOUR
    s[g.at[T.PILE] + colour] -= 1
    s[R.CLOSED] -= 1
    return colour


@kernel
def turned_up(g: Tables, s: Row, cards: Int) -> None:
    """Cards are turned up, for the row or in a tunnel."""
    place = g.at[T.ROW] + in_row(g, s)
    for number in range(cards & CARDS):
        cards >>= codes.COLOUR_BITS
        colour = draw_card(g, s, cards)
        if s[R.PHASE] == Phase.FILL:
            s[place + number] = colour
        else:
            s[g.at[T.SHOWN] + colour] += 1
            s[R.BID_SHOWN] += 1
    if s[R.PHASE] == Phase.FILL:
        refilled(g, s)
    else:
        tunnel(g, s)


@kernel
def pay(g: Tables, s: Row, cards: Int, to: Int) -> None:
    """The mover pays, with cards known to all as far as they go; `to` counts them by colour."""
    many, jokers = cards >> codes.COLOUR_BITS & CARDS, cards >> JOKERS_AT & CARDS
    train_cards.given(g, s, cards & ONE_COLOUR, many, to)
    train_cards.given(g, s, g.colours - 1, jokers, to)


@kernel
def claimed(g: Tables, s: Row, connection: Int, rest: Int, named: Int) -> None:
    """The mover claims a connection; a tunnel first shows its price.

    `rest` is the payment, `named` bits that do not matter here, and what is completed.
    """
    s[R.PASSED] = 0
    if g.board[T.TUNNEL + connection]:
        s[R.BID], s[R.BID_COLOUR] = connection, rest & ONE_COLOUR
        pay(g, s, rest, g.at[T.LAID])
        tunnel(g, s)
        return
    pay(g, s, rest, g.at[T.DISCARD])
    owned(g, s, connection)
    completed(g, s, rest >> (PAY_BITS + named))
    s[R.PHASE] = Phase.NEXT


@kernel
def owned(g: Tables, s: Row, connection: Int) -> None:
    seat = s[R.MOVER]
    s[g.at[T.OWNERS] + connection] = seat
    s[g.at[T.TRAINS] + seat] -= g.board[T.LENGTH + connection]
    s[g.at[T.POINTS] + seat] += g.board[T.WORTH + connection]
    close(g, seat, connection)


@kernel
def tunnel(g: Tables, s: Row) -> None:
    """Cards are turned up in a tunnel, three if there are that many; then its price is known."""
    if s[R.BID_SHOWN] < TUNNEL_CARDS and can_draw(g, s):
        needing_cards(g, s)
        s[R.PHASE] = Phase.TUNNEL
        return
    joker = g.colours - 1
    s[R.BID_EXTRA] = s[g.at[T.SHOWN] + joker]
    if s[R.BID_COLOUR] != joker:
        s[R.BID_EXTRA] += s[g.at[T.SHOWN] + s[R.BID_COLOUR]]
    for colour in range(g.colours):
        s[g.at[T.DISCARD] + colour] += s[g.at[T.SHOWN] + colour]
    s[R.PHASE] = Phase.EXTRA
    if s[R.BID_EXTRA] == 0:
        tunnelled(g, s)
        s[R.PHASE] = Phase.NEXT


@kernel
def tunnelled(g: Tables, s: Row) -> None:
    """The tunnel is paid for."""
    move(g, s, g.at[T.LAID], g.at[T.DISCARD])
    owned(g, s, s[R.BID])
    forget_bid(g, s)


@kernel
def withdrawn(g: Tables, s: Row) -> None:
    """The mover takes back its cards, which all have seen."""
    for colour in range(g.colours):
        s[g.at[T.OPEN] + s[R.MOVER] * g.colours + colour] += s[g.at[T.LAID] + colour]
    move(g, s, g.at[T.LAID], hand_of(g, s[R.MOVER]))
    forget_bid(g, s)


@kernel
def forget_bid(g: Tables, s: Row) -> None:
    s[R.BID] = s[R.BID_COLOUR] = -1
    s[R.BID_EXTRA] = s[R.BID_SHOWN] = 0
    for colour in range(g.colours):
        s[g.at[T.SHOWN] + colour] = 0


@kernel
def completed(g: Tables, s: Row, tickets: Int) -> None:
    """Tickets, as bits, are announced as completed."""
    for ticket in range(g.board[T.TICKETS] if tickets else 0):
        if tickets >> ticket & 1:
            s[g.at[T.DONE] + ticket] = s[R.MOVER]
            s[g.at[T.POINTS] + s[R.MOVER]] += g.board[T.VALUE + ticket]
