"""Tickets as slips of paper: to do, done, cut off, offered. Pointing at one lights the map.

In the knowledge game a slip also says what is known: who may hold a ticket of somebody else, and
who knows of one's own.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from html import escape

from whoknows.core.drawing import Seen
from whoknows.core.error import Error
from whoknows.core.names import person, written
from whoknows.games.tickets.board import Ticket
from whoknows.games.tickets.page import action_words
from whoknows.games.tickets.page.stations import lent
from whoknows.games.tickets.paths import Path, cost, path
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.says import has
from whoknows.games.tickets.state import HIDDEN, NOBODY, Phase, State
from whoknows.logic.modal_operators import Knows

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
    known: str = ""  # who announced it, who may have it, or who knows that it is held

    @property
    def group(self) -> str:
        """What marks its cities and its path on the map."""
        return f"ticket{self.ticket.number}-{self.seat if self.seat != NOBODY else 'x'}"


def held(moment: Seen, seat: int) -> list[Slip]:
    """The tickets of a seat that the viewer sees, those to do first."""
    rules, state = moment.game, moment.state
    tickets = [ticket for ticket in state.tickets(seat) if ticket != HIDDEN]
    slips = [_held(rules, state, seat, rules.map.tickets[number]) for number in tickets]
    slips = [replace(slip, known=_found_out(moment, slip)) for slip in slips]
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
        Slip(ticket, NOBODY, "in play", (), 0, known=_may_have(moment, ticket))
        if holder == NOBODY
        else Slip(ticket, holder, "announced", (), 0, known=rules.seats[holder])
        for ticket, holder in zip(tickets, holders, strict=True)
    ]


def _may_have(moment: Seen, ticket: Ticket) -> str:
    """Who has a ticket of somebody else, as far as the viewer can know: `Bram has it`, or
    `Bram 67%, Cleo 33%`."""
    if moment.mine is None:
        return ""
    odds = moment.mine.ownership()[ticket.name]
    likely = [(seat, odds.get(seat, 0)) for seat in moment.game.seats if odds.get(seat)]
    if len(likely) == 1 and likely[0][1] == 1:
        return f"{person(likely[0][0])} has it"
    return ", ".join(f"{person(seat)} {float(share):.0%}" for seat, share in likely)


def _found_out(moment: Seen, slip: Slip) -> str:
    """Who of the others knows of a ticket before it is done, as far as the viewer can know:
    `Bram knows`. Nothing where the deal is too large to tell."""
    rules = moment.game
    if moment.mine is None or not rules.variant.is_spoken or slip.status == "done":
        return ""
    try:
        knowing = [person(other) for other in rules.seats if _knows(moment, other, slip)]
    except Error:
        return ""
    if not knowing:
        return ""
    return f"{action_words.listed(tuple(knowing))} know{'s' * (len(knowing) == 1)}"


def _knows(moment: Seen, other: str, slip: Slip) -> bool:
    """Whether another seat knows of this ticket, for all that the viewer knows."""
    seat = moment.game.seats[slip.seat]
    if other == seat:
        return False
    knows = Knows(written(other), has(seat, slip.ticket.name))
    if moment.world is not None:
        return bool(moment.model.holds(knows, at=moment.world))
    return bool(moment.mine.knows(knows))


def listed(title: str, slips: list[Slip]) -> str:
    """A list with a title; nothing if it is empty."""
    if not slips:
        return ""
    rows = "".join(map(row, slips))
    return f'<section class="slips"><h3>{title}</h3><ul>{rows}</ul></section>'


def row(slip: Slip, groups: Iterable[str] = (), tick: tuple[int, bool] | None = None) -> str:
    """A slip in a list; the groups light it as they light the map. One that can be ticked has a
    number, and is ticked or not."""
    told = f"{slip.ticket.name}, {slip.ticket.points} points, {_standing(slip)}"
    lost = slip.status in ("cut off", "missed")
    kind = slip.status.replace(" ", "-") + (" long" if slip.ticket.long else "")
    lit = " ".join(groups)
    among = f' data-in="{lit}"' if lit else ""
    if tick is not None:
        number, is_on = tick
        among += f' role="checkbox" aria-checked="{str(is_on).lower()}" data-tick="{number}"'
    return (
        f'<li class="slip {kind}" tabindex="0" data-ticket="{escape(slip.ticket.name)}" '
        f'data-hover="{slip.group}"{among} aria-label="{escape(told)}">'
        f'<span class="ends">{escape(slip.ticket.name)}</span>'
        f"<small>{escape(_standing(slip))}</small><b>{'−' * lost}{slip.ticket.points}</b></li>"
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
    way = path(rules.map, seat, owners, ticket, rules.players)
    return way, cost(rules.map, seat, owners, way)


def _standing(slip: Slip) -> str:
    """How a ticket stands, and what is known of it."""
    told = _state_of(slip)
    if slip.status == "in play":
        return slip.known or told
    return f"{told} · {slip.known}" if slip.known and slip.status != "announced" else told


def _state_of(slip: Slip) -> str:
    match slip.status:
        case "done":
            return "✓ done, through a station" if slip.by_station else "✓ done"
        case "announced":
            return f"✓ done by {slip.known}"
        case "to do" | "offered":
            return f"{slip.left} to go" if slip.way else "no way left"
    return slip.status
