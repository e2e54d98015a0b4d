"""A state as one row of whole numbers: a part of fixed length for compiled rules, then a tail.

The fixed part is laid out by `Layout`. The tail has what only the logic needs: piles of tickets,
what is publicly known of train cards, what each seat remembers.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from whoknows.games.tickets.board import Board
from whoknows.games.tickets.card_ledger import Ledger
from whoknows.games.tickets.state import HIDDEN, NOBODY, Counts, Phase, State, TicketPile, TunnelBid

PHASE, MOVER, THEN, LAST, PASSED, SLOTS, DRAWS, CLOSED = range(8)
BID, BID_COLOUR, BID_EXTRA, BID_SHOWN, HEAD = 8, 9, 10, 11, 12
# Where a ticket is: a kind of place, and beside it a number (of the seat, the draw or the slot).
HAND, STOCK, OFFER, LONG, UNDER, OUT, ABSENT = range(7)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where each part of a row begins; counts by colour are `colours` numbers long."""

    players: int
    colours: int
    row: int
    pile: int
    discard: int
    bid: int  # cards laid down in a tunnel
    shown: int  # cards turned up there
    trains: int
    points: int
    hands: int
    open: int
    owners: int
    stations: int
    done: int
    where: int
    end: int


def layout(board: Board, players: int) -> Layout:
    """The layout of a board's rows for this many players."""
    colours = len(board.deck)
    sizes = [
        board.parameters.face_up, colours, colours, colours, colours, players, players,
        players * colours, players * colours, len(board.connections), len(board.cities),
        len(board.tickets), len(board.tickets),
    ]  # fmt: skip
    starts = [HEAD]
    for size in sizes:
        starts.append(starts[-1] + size)
    return Layout(players, colours, *starts)


def encoded(board: Board, state: State) -> tuple[int, ...]:
    """The state as one row."""
    bid = state.bid
    colours = len(board.deck)
    empty = (0,) * colours
    shown = [bid.shown.count(c) for c in range(colours)] if bid else empty
    missing = (NOBODY,) * (board.parameters.face_up - len(state.row))
    head = (
        state.phase, state.mover, state.then, state.last, state.passed, state.slots, state.draws,
        state.closed, bid.connection if bid else NOBODY, bid.colour if bid else NOBODY,
        bid.extra if bid else 0, len(bid.shown) if bid else 0,
    )  # fmt: skip
    fixed = (
        head, state.row, missing, state.pile, state.discard, bid.paid if bid else empty, shown,
        state.trains, state.points, *state.hands, *state.open, state.owners, state.stations,
        state.done, where(board, state),
    )  # fmt: skip
    return (*(n for part in fixed for n in part), *_tail(state))


def where(board: Board, state: State) -> list[int]:
    """For each ticket of the board where it is, as far as that is visible."""
    found = [ABSENT * 64] * len(board.tickets)
    for pile in state.piles:
        for position, ticket in enumerate(pile.tickets):
            if ticket != HIDDEN:
                found[ticket] = place_code(pile) + position
    return found


def place_code(pile: TicketPile) -> int:
    """The number of a place: its kind, a seat or none, and a count, with room for a position."""
    kind, seat, count = _place_parts(pile)
    return ((count * 8 + seat) * 8 + kind) * 64


def _place_parts(pile: TicketPile) -> tuple[int, int, int]:
    name = pile.place
    if pile.owner != NOBODY:
        count = name.partition(".")[2]
        return HAND, pile.owner, 63 if count == "long" else int(count or 0)
    for kind, word in ((STOCK, "stock"), (OFFER, "offer"), (LONG, "long"), (OUT, "out")):
        if name.startswith(word):
            return kind, int(name[len(word) :] or 7), 0
    return UNDER, 0, int(name[5:])


def decoded(board: Board, players: int, row: Sequence[int]) -> State:
    """The state of a row."""
    at = layout(board, players)
    colours, numbers = at.colours, tuple(row)
    tail = iter(numbers[at.end :])

    def part(start: int, size: int) -> tuple[int, ...]:
        return numbers[start : start + size]

    def by_seat(start: int) -> tuple[Counts, ...]:
        return tuple(part(start + seat * colours, colours) for seat in range(players))

    face_up = tuple(c for c in part(at.row, board.parameters.face_up) if c != NOBODY)
    piles = tuple(_pile(tail) for _ in range(next(tail)))
    was = tuple(_pile(tail) for _ in range(next(tail)))
    playing = tuple(next(tail) for _ in range(next(tail)))
    shown = tuple(next(tail) for _ in range(next(tail)))
    memory = tuple(_memory(tail, colours) for _ in range(players))
    bid = _bid(numbers, part(at.bid, colours), shown)
    return State(
        Phase(numbers[PHASE]), numbers[MOVER], Phase(numbers[THEN]), numbers[LAST],
        numbers[PASSED],
        row=face_up,
        pile=part(at.pile, colours),
        discard=part(at.discard, colours),
        trains=part(at.trains, players),
        points=part(at.points, players),
        hands=by_seat(at.hands),
        open=by_seat(at.open),
        owners=part(at.owners, len(board.connections)),
        stations=part(at.stations, len(board.cities)),
        done=part(at.done, len(board.tickets)),
        piles=piles,
        ledger=Ledger.decoded(tuple(tail), players, colours),
        memory=memory,
        playing=playing,
        slots=numbers[SLOTS],
        draws=numbers[DRAWS],
        was=was,
        bid=bid,
    )  # fmt: skip


def _bid(row: Sequence[int], paid: Counts, shown: tuple[int, ...]) -> TunnelBid | None:
    if row[BID] == NOBODY:
        return None
    return TunnelBid(row[BID], row[BID_COLOUR], paid, shown, row[BID_EXTRA])


def _memory(tail: Iterator[int], colours: int) -> tuple[Counts, ...]:
    """What a seat drew blind, epoch by epoch."""
    return tuple(tuple(next(tail) for _ in range(colours)) for _ in range(next(tail)))


def _tail(state: State) -> Iterable[int]:
    for piles in (state.piles, state.was):
        yield len(piles)
        for pile in piles:
            yield from (place_code(pile), len(pile.seers), *pile.seers)
            yield from (len(pile.tickets), *pile.tickets)
    yield from (len(state.playing), *state.playing)
    shown = state.bid.shown if state.bid else ()
    yield from (len(shown), *shown)
    for memory in state.memory:
        yield from (len(memory), *(n for epoch in memory for n in epoch))
    yield from state.ledger.codes()


def _pile(tail: Iterable[int]) -> TicketPile:
    numbers = iter(tail)
    code = next(numbers) // 64
    kind, seat, count = code % 8, code // 8 % 8, code // 64
    seers = tuple(next(numbers) for _ in range(next(numbers)))
    tickets = tuple(next(numbers) for _ in range(next(numbers)))
    match kind:
        case _ if kind == HAND:
            name = str(seat) + (f".{'long' if count == 63 else count}" if count else "")
            return TicketPile(name, tickets, seat, seers)
        case _ if kind == UNDER:
            return TicketPile(f"under{count}", tickets, NOBODY, seers)
    word = {STOCK: "stock", OFFER: "offer", LONG: "long", OUT: "out"}[kind]
    return TicketPile(word if seat == 7 else f"{word}{seat}", tickets, NOBODY, seers)
