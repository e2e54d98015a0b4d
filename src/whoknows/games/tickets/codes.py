"""Actions as whole numbers, for compiled rules and learned agents.

An action is its kind, its seat and what else it names, each in its own bits.
"""

from collections.abc import Iterator

from whoknows.games.tickets.board import Board
from whoknows.games.tickets.moves import (
    Action,
    Blind,
    Block,
    Claim,
    DealTickets,
    Draw,
    Extra,
    Gets,
    Keep,
    Names,
    Offer,
    Pass,
    Pay,
    Station,
    Take,
    TurnUp,
    Withdraw,
)

(
    TAKE, BLIND, DRAW, PASS, WITHDRAW, CLAIM, BLOCK, KEEP, STATION, EXTRA, GETS, TURN_UP, OFFER,
    DEAL,
) = range(14)  # fmt: skip
KIND_BITS, SEAT_BITS = 4, 3
HEAD_BITS = KIND_BITS + SEAT_BITS
# Then, from the lowest bit up, what the kind needs; tickets completed come last, a bit each.
PLACE_BITS, COLOUR_BITS, CARDS_BITS, TICKET_BITS = 8, 4, 4, 6
NO_TICKET = (1 << TICKET_BITS) - 1
PLAIN: dict[int, type[Blind | Draw | Pass | Withdraw]] = {
    BLIND: Blind,
    DRAW: Draw,
    PASS: Pass,
    WITHDRAW: Withdraw,
}
PLAIN_KINDS = {kind: number for number, kind in PLAIN.items()}


def encode(board: Board, action: Action) -> int:
    """A number for each action."""
    match action:
        case Blind(seat) | Draw(seat) | Pass(seat) | Withdraw(seat):
            return _joined(PLAIN_KINDS[type(action)], seat)
        case Take(seat, colour):
            return _joined(TAKE, seat, (_card(board, colour), COLOUR_BITS))
        case Claim(seat, name, pay, completes):
            place = (board.connection(name).number, PLACE_BITS)
            return _joined(CLAIM, seat, place, *_paying(board, pay), (_mask(board, completes), 64))
        case Block(seat, target, ticket, name, pay, completes):
            place = (board.connection(name).number, PLACE_BITS)
            held = board.ticket(ticket).number if ticket else NO_TICKET
            whom = (int(target), SEAT_BITS), (held, TICKET_BITS)
            done = (_mask(board, completes), 64)
            return _joined(BLOCK, seat, place, *_paying(board, pay), *whom, done)
        case Keep(seat, kept, back, completes):
            many = (len(kept), SEAT_BITS), (len(back), SEAT_BITS)
            named = _tickets(board, (*kept, *back))
            return _joined(KEEP, seat, *many, *named, (_mask(board, completes), 64))
        case Station(seat, city, pay):
            number = next(n for n, there in enumerate(board.cities) if there.name == city)
            return _joined(STATION, seat, (number, PLACE_BITS), *_paying(board, pay))
        case Extra(seat, pay):
            return _joined(EXTRA, seat, *_paying(board, pay))
        case Gets(seat, cards):
            return _joined(GETS, seat, *_cards(board, cards))
        case TurnUp(cards):
            return _joined(TURN_UP, "0", *_cards(board, cards))
        case Offer(seat, tickets):
            return _joined(OFFER, seat, (len(tickets), SEAT_BITS), *_tickets(board, tickets))
        case DealTickets(hands):
            sizes = (len(hands[0]), PLACE_BITS)
            return _joined(DEAL, str(len(hands)), sizes, *_tickets(board, sum(hands, ())))


def decode(board: Board, code: int) -> Action:
    """The action of that number."""
    bits = _Bits(code)
    kind, number = bits.take(KIND_BITS), bits.take(SEAT_BITS)
    seat = str(number)
    match kind:
        case _ if kind in PLAIN:
            return PLAIN[kind](seat)
        case _ if kind == TAKE:
            return Take(seat, bits.card(board))
        case _ if kind == CLAIM:
            name = board.connections[bits.take(PLACE_BITS)].name
            return Claim(seat, name, bits.pay(board), bits.completes(board))
        case _ if kind == BLOCK:
            name = board.connections[bits.take(PLACE_BITS)].name
            pay, target, ticket = bits.pay(board), bits.take(SEAT_BITS), bits.take(TICKET_BITS)
            named = None if ticket == NO_TICKET else board.tickets[ticket].name
            return Block(seat, str(target), named, name, pay, bits.completes(board))
        case _ if kind == KEEP:
            kept, back = bits.take(SEAT_BITS), bits.take(SEAT_BITS)
            return Keep(
                seat, bits.tickets(board, kept), bits.tickets(board, back), bits.completes(board)
            )
        case _ if kind == STATION:
            city = board.cities[bits.take(PLACE_BITS)].name
            return Station(seat, city, bits.pay(board))
        case _ if kind == EXTRA:
            return Extra(seat, bits.pay(board))
        case _ if kind == GETS:
            return Gets(seat, bits.cards(board))
        case _ if kind == TURN_UP:
            return TurnUp(bits.cards(board))
        case _ if kind == OFFER:
            return Offer(seat, bits.tickets(board, bits.take(SEAT_BITS)))
    size = bits.take(PLACE_BITS)
    return DealTickets(tuple(bits.tickets(board, size) for _ in range(number)))


class _Bits:
    """Reads a number from its lowest bit up."""

    def __init__(self, code: int) -> None:
        self.left = code

    def take(self, bits: int) -> int:
        taken = self.left & ((1 << bits) - 1)
        self.left >>= bits
        return taken

    def card(self, board: Board) -> str:
        return (*board.colours, "joker")[self.take(COLOUR_BITS)]

    def cards(self, board: Board) -> Names:
        return tuple(self.card(board) for _ in range(self.take(CARDS_BITS)))

    def pay(self, board: Board) -> Pay:
        return Pay(self.card(board), self.take(CARDS_BITS), self.take(CARDS_BITS))

    def tickets(self, board: Board, many: int) -> Names:
        return tuple(board.tickets[self.take(TICKET_BITS)].name for _ in range(many))

    def completes(self, board: Board) -> Names:
        done = self.left
        return tuple(ticket.name for ticket in board.tickets if done >> ticket.number & 1)


def _joined(kind: int, seat: str, *fields: tuple[int, int]) -> int:
    code, at = kind | int(seat) << KIND_BITS, HEAD_BITS
    for value, bits in fields:
        code |= value << at
        at += bits
    return code


def _card(board: Board, name: str) -> int:
    return board.joker if name == "joker" else board.colours.index(name)


def _paying(board: Board, pay: Pay) -> Iterator[tuple[int, int]]:
    yield _card(board, pay.colour), COLOUR_BITS
    yield pay.cards, CARDS_BITS
    yield pay.jokers, CARDS_BITS


def _cards(board: Board, names: Names) -> Iterator[tuple[int, int]]:
    yield len(names), CARDS_BITS
    yield from ((_card(board, name), COLOUR_BITS) for name in names)


def _tickets(board: Board, names: Names) -> Iterator[tuple[int, int]]:
    yield from ((board.ticket(name).number, TICKET_BITS) for name in names)


def _mask(board: Board, names: Names) -> int:
    return sum(1 << board.ticket(name).number for name in names)
