"""A position of the railway game in words, as a seat sees it: no map, but the way of each ticket.

Beside each ticket stands a shortest way to complete it, which follows from who owns what.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whoknows.core.plural import some
from whoknows.games.tickets.board import GRAY, Connection
from whoknows.games.tickets.moves import Names
from whoknows.games.tickets.paths import cost, path
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.state import NOBODY, Counts, State


def position(game: Tickets, state: State, seat: int) -> list[str]:
    """How everyone stands, who owns what and is known to hold what, the open cards, and the seat's
    own cards and tickets."""
    lines = [*_standing(game, state, seat), *_owned(game, state), *_taken(game, state, seat)]
    if state.row:
        row = " ".join(game.card_names[card] for card in state.row)
        lines.append(f"face up      {row}; {some(state.closed, 'card')} in the closed pile")
    if state.last >= 0:
        lines.append(f"the last round: {some(state.last, 'turn')} left")
    lines.append(f"your cards   {_counted(game.card_names, state.hands[seat]) or 'none'}")
    return [*lines, *_tickets(game, state, seat), *_tunnel(game, state)]


def _standing(game: Tickets, state: State, seat: int) -> list[str]:
    seats = range(game.players)
    held = [sum(state.open[s]) + state.ledger.hidden(s) for s in seats]
    rows: dict[str, Iterable[object]] = {
        "": [f"{name}{' (you)' if s == seat else ''}" for s, name in enumerate(game.seats)],
        "points": state.points,
        "trains": state.trains,
        "cards": held,
        "tickets": [len(state.tickets(s)) for s in seats],
    }
    return [f"{head:12}{''.join(f'{entry!s:>9}' for entry in row)}" for head, row in rows.items()]


def _owned(game: Tickets, state: State) -> Iterator[str]:
    for seat, name in enumerate(game.seats):
        own = [c.name for c in game.map.connections if state.owners[c.number] == seat]
        built = [c.name for n, c in enumerate(game.map.cities) if state.stations[n] == seat]
        if own or built:
            stations = f"; stations in {', '.join(built)}" if built else ""
            yield f"{name} owns       {', '.join(own) or 'nothing'}{stations}"


def _taken(game: Tickets, state: State, seat: int) -> Iterator[str]:
    """What everyone saw the others take and not pay, and how many of their cards nobody saw."""
    for other, name in enumerate(game.seats):
        seen, hidden = _counted(game.card_names, state.open[other]), state.ledger.hidden(other)
        if other != seat and seen:
            unseen = f", and {some(hidden, 'card')} unseen" if hidden else ""
            yield f"{name} holds      {seen} taken face up{unseen}"


def _counted(names: Names, counts: Counts) -> str:
    return ", ".join(f"{many} {name}" for name, many in zip(names, counts, strict=True) if many)


def _tickets(game: Tickets, state: State, seat: int) -> Iterator[str]:
    offered = [t for pile in state.piles if pile.owner == NOBODY and seat in pile.seers
               for t in pile.tickets if pile.place.startswith("offer")]  # fmt: skip
    for number in (*state.tickets(seat), *offered):
        ticket = game.map.tickets[number]
        kind = "offered     " if number in offered else "your ticket "
        yield f"{kind} {ticket.name} ({ticket.points}): {_way(game, state, seat, number)}"


def _way(game: Tickets, state: State, seat: int, number: int) -> str:
    """What is left to claim for a ticket."""
    if state.done[number] == seat:
        return "completed"
    board, ticket = game.map, game.map.tickets[number]
    found = path(board, seat, state.owners, ticket, game.players)
    if not found:
        return "cut off"
    left = [board.connections[n] for n in found if state.owners[n] != seat]
    if not left:
        return "completed"
    trains = some(cost(board, seat, state.owners, found), "train")
    return f"{trains} by {', '.join(_cost(game, connection) for connection in left)}"


def _cost(game: Tickets, route: Connection) -> str:
    colour = "of any colour" if route.colour == GRAY else game.map.colours[route.colour]
    ferry = f" with {some(route.ferry, 'joker')}" if route.ferry else ""
    return f"{route.name} ({route.length} {colour}{ferry}{', tunnel' if route.tunnel else ''})"


def _tunnel(game: Tickets, state: State) -> Iterator[str]:
    if state.bid is not None and state.bid.extra:
        name = game.map.connections[state.bid.connection].name
        yield f"the tunnel {name} costs {some(state.bid.extra, 'more card')}"
