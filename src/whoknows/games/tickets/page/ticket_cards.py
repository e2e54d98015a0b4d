"""Tickets as slips of paper: to do, done, cut off, offered. Pointing at one lights the map."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from whoknows.core.drawing import Seen
from whoknows.games.tickets.board import Ticket
from whoknows.games.tickets.page.stations import lent
from whoknows.games.tickets.paths import Path, cost, path
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.state import HIDDEN, NOBODY, Phase, State

Lights = dict[int, list[str]]  # for connections or cities the groups that light them


@dataclass(frozen=True, slots=True)
class Slip:
    """A ticket as somebody's, how it stands, and the way that is left for it."""

    ticket: Ticket
    seat: int  # NOBODY: it is only known to be in play
    status: str  # done, to do, cut off, missed, offered; of others: in play, announced
    way: Path
    left: int  # trains that the way takes
    by_station: bool = False  # done, but on a connection of another
    holder: str = ""  # who announced it

    @property
    def group(self) -> str:
        """What marks its cities and its path on the map."""
        return f"ticket{self.ticket.number}-{self.seat if self.seat != NOBODY else 'x'}"


def held(moment: Seen, seat: int) -> list[Slip]:
    """The tickets of a seat that the viewer sees, those to do first."""
    rules, state = moment.game, moment.state
    tickets = [ticket for ticket in state.tickets(seat) if ticket != HIDDEN]
    slips = [_held(rules, state, seat, rules.map.tickets[number]) for number in tickets]
    return sorted(slips, key=lambda slip: (slip.status == "done", -slip.ticket.points))


def offered(moment: Seen, seat: int) -> list[Slip]:
    """The tickets that a seat may choose from, where the viewer sees them."""
    rules, state = moment.game, moment.state
    piles = (state.pile_at(f"long{seat}"), state.pile_at(f"offer{seat}"))
    tickets = [rules.map.tickets[t] for pile in piles if pile for t in pile.tickets if t != HIDDEN]
    return [
        Slip(ticket, seat, "offered", *_way(rules, state.owners, seat, ticket))
        for ticket in tickets
    ]


def in_play(moment: Seen, but: set[int]) -> list[Slip]:
    """The tickets that everyone knows to be in play, except those whose holder is shown."""
    rules, state = moment.game, moment.state
    if not rules.variant.is_spoken:
        return []
    tickets = [rules.map.tickets[number] for number in state.playing if number not in but]
    holders = [state.done[ticket.number] for ticket in tickets]
    return [
        Slip(ticket, NOBODY, "in play", (), 0)
        if holder == NOBODY
        else Slip(ticket, holder, "announced", (), 0, holder=rules.seats[holder])
        for ticket, holder in zip(tickets, holders, strict=True)
    ]


def listed(title: str, slips: list[Slip]) -> str:
    """A list with a title; nothing if it is empty."""
    if not slips:
        return ""
    rows = "".join(map(row, slips))
    return f'<section class="slips"><h3>{title}</h3><ul>{rows}</ul></section>'


def row(slip: Slip, groups: Iterable[str] = ()) -> str:
    """A slip in a list; the groups light it as they light the map."""
    told = f"{slip.ticket.name}, {slip.ticket.points} points, {_standing(slip)}"
    lost = slip.status in ("cut off", "missed")
    kind = slip.status.replace(" ", "-") + (" long" if slip.ticket.long else "")
    lit = " ".join(groups)
    among = f' data-in="{lit}"' if lit else ""
    return (
        f'<li class="slip {kind}" tabindex="0" data-hover="{slip.group}"{among} '
        f'aria-label="{escape(told)}"><span class="ends">{escape(slip.ticket.name)}</span>'
        f"<small>{_standing(slip)}</small><b>{'−' * lost}{slip.ticket.points}</b></li>"
    )


def lights(groups: Iterable[tuple[str, Slip]]) -> tuple[Lights, Lights]:
    """For connections and for cities the groups that light them."""
    lines: Lights = {}
    cities: Lights = {}
    for group, slip in groups:
        for number in slip.way:
            lines.setdefault(number, []).append(group)
        for city in (slip.ticket.a, slip.ticket.b):
            cities.setdefault(city, []).append(group)
    return lines, cities


def _held(rules: Tickets, state: State, seat: int, ticket: Ticket) -> Slip:
    way, left = _way(rules, state.owners, seat, ticket)
    is_done = bool(way) and left == 0
    if rules.variant.is_spoken:
        is_done = state.done[ticket.number] == seat
    if is_done:
        return Slip(ticket, seat, "done", way, left)
    if state.phase != Phase.OVER:
        return Slip(ticket, seat, "to do" if way else "cut off", way, left)
    borrowed = lent(rules, state, seat)
    owners = tuple(seat if n in borrowed else owner for n, owner in enumerate(state.owners))
    way, left = _way(rules, owners, seat, ticket)
    by_station = bool(borrowed and way) and left == 0
    return Slip(ticket, seat, "done" if by_station else "missed", way, left, by_station)


def _way(rules: Tickets, owners: tuple[int, ...], seat: int, ticket: Ticket) -> tuple[Path, int]:
    way = path(rules.map, seat, owners, ticket, rules.many)
    return way, cost(rules.map, seat, owners, way)


def _standing(slip: Slip) -> str:
    match slip.status:
        case "done":
            return "✓ done, through a station" if slip.by_station else "✓ done"
        case "announced":
            return f"✓ done by {slip.holder}"
        case "to do" | "offered":
            return f"{slip.left} to go" if slip.way else "no way left"
    return slip.status
