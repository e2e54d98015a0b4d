"""What happens when an action is carried out, compiled: a function for each kind."""

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import codes
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.happening import TUNNEL_CARDS
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.dealing import deal
from whoknows.games.tickets.kernels.ending import count_points, next_turn
from whoknows.games.tickets.kernels.paying import (
    any_plain,
    can_draw,
    give,
    hand_of,
    in_row,
    move,
    needing_cards,
    refill,
    take_from_row,
)
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.ticketing import complete, keep, offer
from whoknows.games.tickets.kernels.ways import JOKERS_AT, PAY_BITS, close
from whoknows.games.tickets.state import Phase

ONE_COLOUR, CARDS = (1 << codes.COLOUR_BITS) - 1, (1 << codes.CARDS_BITS) - 1
PLACE = (1 << codes.PLACE_BITS) - 1


@kernel
def apply(g: Tables, s: Row, a: Int) -> None:
    if s[R.PHASE] == Phase.DEAL:
        deal(g, s, a)
        return
    kind, rest = a & (1 << codes.KIND_BITS) - 1, a >> codes.HEAD_BITS
    claimed = kind == codes.CLAIM or kind == codes.BLOCK
    if kind == codes.TAKE:
        take(g, s, rest)
    elif kind == codes.TURN_UP:
        turn_up(g, s, rest)
    elif kind == codes.GETS:
        get_cards(g, s, rest)
    elif kind == codes.BLIND:
        s[R.THEN] = Phase.NEXT if s[R.PHASE] == Phase.SECOND else Phase.SECOND
        s[R.PHASE] = Phase.BLIND
        needing_cards(g, s)
    elif claimed:
        named = 0 if kind == codes.CLAIM else codes.SEAT_BITS + codes.TICKET_BITS
        claim(g, s, rest & PLACE, rest >> codes.PLACE_BITS, named)
    elif kind == codes.DRAW:
        s[R.PASSED] = 0
        s[R.PHASE] = Phase.OFFER
    elif kind == codes.OFFER:
        offer(g, s, rest)
    elif kind == codes.KEEP:
        keep(g, s, rest)
    else:
        end_turn(g, s, kind, rest)
    go_on(g, s, claimed)


@kernel
def end_turn(g: Tables, s: Row, kind: Int, rest: Int) -> None:
    """What ends a turn and is rare."""
    s[R.PASSED] = s[R.PASSED] + 1 if kind == codes.PASS else 0
    if kind == codes.STATION:
        s[g.at[T.STATIONS] + (rest & PLACE)] = s[R.MOVER]
        pay(g, s, rest >> codes.PLACE_BITS, g.at[T.DISCARD])
    elif kind == codes.EXTRA:
        pay(g, s, rest, g.at[T.DISCARD])
        settle(g, s)
    elif kind == codes.WITHDRAW:
        withdraw(g, s)
    s[R.PHASE] = Phase.NEXT


@kernel
def go_on(g: Tables, s: Row, claimed: bool) -> None:
    """The turn may be over: also when no second card can be taken. And so may the game."""
    if s[R.PHASE] == Phase.SECOND and not (can_draw(g, s) or any_plain(g, s)):
        s[R.PHASE] = Phase.NEXT
    if s[R.PHASE] == Phase.NEXT:
        next_turn(g, s, claimed)
    if s[R.PHASE] == Phase.OVER:
        count_points(g, s)


# train cards


@kernel
def take(g: Tables, s: Row, colour: Int) -> None:
    ends = s[R.PHASE] == Phase.SECOND or colour == g.colours - 1
    s[R.PASSED] = 0
    s[R.THEN] = Phase.NEXT if ends else Phase.SECOND
    take_from_row(g, s, colour)
    at = s[R.MOVER] * g.colours + colour
    s[g.at[T.HANDS] + at] += 1
    s[g.at[T.OPEN] + at] += 1
    refill(g, s)


@kernel
def get_cards(g: Tables, s: Row, cards: Int) -> None:
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
        s[R.THEN] = Phase.TURN if g.knowing else Phase.KEEP
        refill(g, s)


@kernel
def draw_card(g: Tables, s: Row, cards: Int) -> Int:
    """The first of these cards leaves the closed pile."""
    colour = cards & ONE_COLOUR
    s[g.at[T.PILE] + colour] -= 1
    s[R.CLOSED] -= 1
    return colour


@kernel
def turn_up(g: Tables, s: Row, cards: Int) -> None:
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
        refill(g, s)
    else:
        dig(g, s)


# connections


@kernel
def pay(g: Tables, s: Row, cards: Int, to: Int) -> None:
    """The mover pays, with cards known to all as far as they go; `to` counts them by colour."""
    many, jokers = cards >> codes.COLOUR_BITS & CARDS, cards >> JOKERS_AT & CARDS
    give(g, s, cards & ONE_COLOUR, many, to)
    give(g, s, g.colours - 1, jokers, to)


@kernel
def claim(g: Tables, s: Row, connection: Int, rest: Int, named: Int) -> None:
    """`rest` is the payment, `named` bits that do not matter here, and what is completed."""
    s[R.PASSED] = 0
    if g.board[T.TUNNEL + connection]:
        s[R.BID], s[R.BID_COLOUR] = connection, rest & ONE_COLOUR
        pay(g, s, rest, g.at[T.LAID])
        dig(g, s)
        return
    pay(g, s, rest, g.at[T.DISCARD])
    own(g, s, connection)
    if g.knowing:
        complete(g, s, rest >> (PAY_BITS + named))
    s[R.PHASE] = Phase.NEXT


@kernel
def own(g: Tables, s: Row, connection: Int) -> None:
    seat = s[R.MOVER]
    s[g.at[T.OWNERS] + connection] = seat
    s[g.at[T.TRAINS] + seat] -= g.board[T.LENGTH + connection]
    s[g.at[T.POINTS] + seat] += g.board[T.WORTH + connection]
    close(g, seat, connection)


@kernel
def dig(g: Tables, s: Row) -> None:
    """Cards are turned up in a tunnel, three if there are so many; then it has its price."""
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
        settle(g, s)
        s[R.PHASE] = Phase.NEXT


@kernel
def settle(g: Tables, s: Row) -> None:
    """The tunnel is paid for."""
    move(g, s, g.at[T.LAID], g.at[T.DISCARD])
    own(g, s, s[R.BID])
    forget_bid(g, s)


@kernel
def withdraw(g: Tables, s: Row) -> None:
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
