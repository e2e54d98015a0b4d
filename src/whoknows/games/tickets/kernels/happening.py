"""What happens when an action is carried out, compiled: a function for each kind."""

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import codes
from whoknows.games.tickets.happening import TUNNEL_CARDS
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
from whoknows.games.tickets.kernels.tables import (
    DISCARD,
    HANDS,
    LAID,
    LENGTH,
    OPEN,
    OWNERS,
    PILE,
    POINTS,
    ROW,
    SHOWN,
    STATIONS,
    TRAINS,
    TUNNEL,
    WORTH,
    Tables,
    inner,
)
from whoknows.games.tickets.kernels.ticketing import complete, keep, offer
from whoknows.games.tickets.kernels.ways import JOKERS_AT, PAY_BITS, close
from whoknows.games.tickets.rows import (
    BID,
    BID_COLOUR,
    BID_EXTRA,
    BID_SHOWN,
    CLOSED,
    MOVER,
    PASSED,
    PHASE,
    THEN,
)
from whoknows.games.tickets.state import Phase

ONE_COLOUR, CARDS = (1 << codes.COLOUR_BITS) - 1, (1 << codes.CARDS_BITS) - 1
PLACE = (1 << codes.PLACE_BITS) - 1


@kernel
def apply(g: Tables, s: Row, a: Int) -> None:
    if s[PHASE] == Phase.DEAL:
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
        s[THEN] = Phase.NEXT if s[PHASE] == Phase.SECOND else Phase.SECOND
        s[PHASE] = Phase.BLIND
        needing_cards(g, s)
    elif claimed:
        named = 0 if kind == codes.CLAIM else codes.SEAT_BITS + codes.TICKET_BITS
        claim(g, s, rest & PLACE, rest >> codes.PLACE_BITS, named)
    elif kind == codes.DRAW:
        s[PASSED] = 0
        s[PHASE] = Phase.OFFER
    elif kind == codes.OFFER:
        offer(g, s, rest)
    elif kind == codes.KEEP:
        keep(g, s, rest)
    else:
        end_turn(g, s, kind, rest)
    go_on(g, s, claimed)


@inner
def end_turn(g: Tables, s: Row, kind: Int, rest: Int) -> None:
    """What ends a turn and is rare."""
    s[PASSED] = s[PASSED] + 1 if kind == codes.PASS else 0
    if kind == codes.STATION:
        s[g.at[STATIONS] + (rest & PLACE)] = s[MOVER]
        pay(g, s, rest >> codes.PLACE_BITS, g.at[DISCARD])
    elif kind == codes.EXTRA:
        pay(g, s, rest, g.at[DISCARD])
        settle(g, s)
    elif kind == codes.WITHDRAW:
        withdraw(g, s)
    s[PHASE] = Phase.NEXT


@inner
def go_on(g: Tables, s: Row, claimed: bool) -> None:
    """The turn may be over: also when no second card can be taken. And so may the game."""
    if s[PHASE] == Phase.SECOND and not (can_draw(g, s) or any_plain(g, s)):
        s[PHASE] = Phase.NEXT
    if s[PHASE] == Phase.NEXT:
        next_turn(g, s, claimed)
    if s[PHASE] == Phase.OVER:
        count_points(g, s)


# train cards


@inner
def take(g: Tables, s: Row, colour: Int) -> None:
    ends = s[PHASE] == Phase.SECOND or colour == g.colours - 1
    s[PASSED] = 0
    s[THEN] = Phase.NEXT if ends else Phase.SECOND
    take_from_row(g, s, colour)
    at = s[MOVER] * g.colours + colour
    s[g.at[HANDS] + at] += 1
    s[g.at[OPEN] + at] += 1
    refill(g, s)


@inner
def get_cards(g: Tables, s: Row, cards: Int) -> None:
    for _ in range(cards & CARDS):
        cards >>= codes.COLOUR_BITS
        s[hand_of(g, s[MOVER]) + draw_card(g, s, cards)] += 1
    if s[PHASE] == Phase.BLIND:
        s[PASSED] = 0
        s[PHASE] = s[THEN]
    elif s[MOVER] + 1 < g.players:
        s[MOVER] += 1
    else:
        s[MOVER] = 0
        s[THEN] = Phase.TURN if g.knowing else Phase.KEEP
        refill(g, s)


@inner
def draw_card(g: Tables, s: Row, cards: Int) -> Int:
    """The first of these cards leaves the closed pile."""
    colour = cards & ONE_COLOUR
    s[g.at[PILE] + colour] -= 1
    s[CLOSED] -= 1
    return colour


@inner
def turn_up(g: Tables, s: Row, cards: Int) -> None:
    place = g.at[ROW] + in_row(g, s)
    for number in range(cards & CARDS):
        cards >>= codes.COLOUR_BITS
        colour = draw_card(g, s, cards)
        if s[PHASE] == Phase.FILL:
            s[place + number] = colour
        else:
            s[g.at[SHOWN] + colour] += 1
            s[BID_SHOWN] += 1
    if s[PHASE] == Phase.FILL:
        refill(g, s)
    else:
        dig(g, s)


# connections


@inner
def pay(g: Tables, s: Row, cards: Int, to: Int) -> None:
    """The mover pays, with cards known to all as far as they go; `to` counts them by colour."""
    many, jokers = cards >> codes.COLOUR_BITS & CARDS, cards >> JOKERS_AT & CARDS
    give(g, s, cards & ONE_COLOUR, many, to)
    give(g, s, g.colours - 1, jokers, to)


@inner
def claim(g: Tables, s: Row, connection: Int, rest: Int, named: Int) -> None:
    """`rest` is the payment, `named` bits that do not matter here, and what is completed."""
    s[PASSED] = 0
    if g.board[TUNNEL + connection]:
        s[BID], s[BID_COLOUR] = connection, rest & ONE_COLOUR
        pay(g, s, rest, g.at[LAID])
        dig(g, s)
        return
    pay(g, s, rest, g.at[DISCARD])
    own(g, s, connection)
    if g.knowing:
        complete(g, s, rest >> (PAY_BITS + named))
    s[PHASE] = Phase.NEXT


@inner
def own(g: Tables, s: Row, connection: Int) -> None:
    seat = s[MOVER]
    s[g.at[OWNERS] + connection] = seat
    s[g.at[TRAINS] + seat] -= g.board[LENGTH + connection]
    s[g.at[POINTS] + seat] += g.board[WORTH + connection]
    close(g, seat, connection)


@inner
def dig(g: Tables, s: Row) -> None:
    """Cards are turned up in a tunnel, three if there are so many; then it has its price."""
    if s[BID_SHOWN] < TUNNEL_CARDS and can_draw(g, s):
        needing_cards(g, s)
        s[PHASE] = Phase.TUNNEL
        return
    joker = g.colours - 1
    s[BID_EXTRA] = s[g.at[SHOWN] + joker]
    if s[BID_COLOUR] != joker:
        s[BID_EXTRA] += s[g.at[SHOWN] + s[BID_COLOUR]]
    for colour in range(g.colours):
        s[g.at[DISCARD] + colour] += s[g.at[SHOWN] + colour]
    s[PHASE] = Phase.EXTRA
    if s[BID_EXTRA] == 0:
        settle(g, s)
        s[PHASE] = Phase.NEXT


@inner
def settle(g: Tables, s: Row) -> None:
    """The tunnel is paid for."""
    move(g, s, g.at[LAID], g.at[DISCARD])
    own(g, s, s[BID])
    forget_bid(g, s)


@inner
def withdraw(g: Tables, s: Row) -> None:
    """The mover takes back its cards, which all have seen."""
    for colour in range(g.colours):
        s[g.at[OPEN] + s[MOVER] * g.colours + colour] += s[g.at[LAID] + colour]
    move(g, s, g.at[LAID], hand_of(g, s[MOVER]))
    forget_bid(g, s)


@inner
def forget_bid(g: Tables, s: Row) -> None:
    s[BID] = s[BID_COLOUR] = -1
    s[BID_EXTRA] = s[BID_SHOWN] = 0
    for colour in range(g.colours):
        s[g.at[SHOWN] + colour] = 0
