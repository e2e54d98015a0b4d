"""Tickets that change places: offers, what is kept, what goes under the stock.

Each is a parting: some places are emptied into new ones. The rules move the tickets so, and the
logic is told the same parting without the tickets, so that places and piles cannot differ.
"""

from dataclasses import dataclass

from whoknows.core.frozen import replace
from whoknows.games.tickets.state import HIDDEN, NOBODY, State, TicketPile

STOCK, OUT = "stock", "out"


@dataclass(frozen=True, slots=True)
class Parting:
    """These places are emptied into these piles."""

    sources: tuple[str, ...]
    parts: tuple[TicketPile, ...]


def dealt(hands: tuple[tuple[int, ...], ...], stock: tuple[int, ...]) -> tuple[TicketPile, ...]:
    """Piles of a deal in which every seat keeps what it gets."""
    own = tuple(TicketPile(str(seat), hand, seat, (seat,)) for seat, hand in enumerate(hands))
    return (*own, TicketPile(STOCK, stock)) if stock else own


def offered_at_start(
    hands: tuple[tuple[int, ...], ...],
    long: tuple[tuple[int, ...], ...],
    stock: tuple[int, ...],
    out: tuple[int, ...],
) -> tuple[TicketPile, ...]:
    """Piles of a deal from which every seat will choose; long tickets lie separately."""
    offers = [TicketPile(f"offer{seat}", hand, NOBODY, (seat,)) for seat, hand in enumerate(hands)]
    far = [
        TicketPile(f"long{seat}", some, NOBODY, (seat,)) for seat, some in enumerate(long) if some
    ]
    return (*offers, *far, TicketPile(STOCK, stock), *([TicketPile(OUT, out)] if out else []))


def supply(state: State, most: int) -> tuple[TicketPile, tuple[TicketPile, ...]]:
    """The stock, and the piles under it that a draw of this many would reach."""
    stock = state.pile_at(STOCK) or TicketPile(STOCK, ())
    under = tuple(filter(is_slot, state.piles))
    return stock, under[: max(0, most - len(stock.tickets))]


def offered(state: State, seat: int, tickets: tuple[int, ...]) -> Parting:
    """Tickets are drawn for a seat to choose from."""
    stock, under = supply(state, len(tickets))
    left = len(stock.tickets) + len(under) - len(tickets)
    rest = tuple(t for t in stock.tickets if t not in tickets)
    if HIDDEN in stock.tickets:
        rest = (HIDDEN,) * left
    sources = (STOCK, *(pile.place for pile in under))
    return Parting(
        sources, (TicketPile(STOCK, rest), TicketPile(f"offer{seat}", tickets, NOBODY, (seat,)))
    )


def kept(
    state: State, seat: int, own: tuple[int, ...], back: tuple[int, ...], *, long: bool
) -> tuple[Parting, ...]:
    """A seat keeps some of its offer; each of the others gets a slot of its own.

    `long`: whether it keeps its long ticket, where it was offered one (at the start).
    """
    place = f"{seat}.{state.draws}" if state.draws else str(seat)
    slots = range(state.slots + 1, state.slots + 1 + len(back))
    returned = (
        TicketPile(f"under{n}", (t,), NOBODY, (seat,)) for n, t in zip(slots, back, strict=True)
    )
    first = Parting((f"offer{seat}",), (TicketPile(place, own, seat, (seat,)), *returned))
    far = state.pile_at(f"long{seat}")
    if far is None:
        return (first,)
    end = (
        replace(far, place=f"{seat}.long", owner=seat) if long else replace(far, place=f"out{seat}")
    )
    return (Parting((far.place,), (end,)), first)


def parted(state: State, parting: Parting, drawer: int) -> State:
    """The state after a parting; what lay in slots that no longer exist is remembered."""
    rest = tuple(pile for pile in state.piles if pile.place not in parting.sources)
    gone = tuple(
        replace(pile, seers=tuple(sorted({*pile.seers, drawer})))
        for pile in state.piles
        if pile.place in parting.sources and is_slot(pile)
    )
    return replace(state, piles=(*rest, *parting.parts), was=(*state.was, *gone))


def is_slot(pile: TicketPile) -> bool:
    """Whether it is one ticket under the stock."""
    return pile.place.startswith("under")
