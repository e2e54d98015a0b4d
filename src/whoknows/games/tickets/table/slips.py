"""Tickets as slips of paper: to do, done, cut off, offered. Pointing at one lights the map."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from whoknows.core.seen import Seen, clickable
from whoknows.games.tickets.board import Ticket
from whoknows.games.tickets.moves import Keep
from whoknows.games.tickets.paths import Path, cost, path
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.state import HIDDEN, NOBODY, Phase, State


@dataclass(frozen=True, slots=True)
class Slip:
    """A ticket as somebody's, how it stands, and the way that is left for it."""

    ticket: Ticket
    seat: int  # NOBODY: it is only known to be in play
    status: str  # done, to do, cut off, missed, offered; of others: in play, announced
    way: Path
    left: int  # trains that the way takes

    @property
    def group(self) -> str:
        """What marks its cities and its path on the map."""
        return f"ticket{self.ticket.number}-{self.seat if self.seat != NOBODY else 'x'}"


def held(moment: Seen, seat: int) -> list[Slip]:
    """The tickets of a seat that the viewer sees, those to do first."""
    state: State = moment.state
    tickets = [ticket for ticket in state.tickets(seat) if ticket != HIDDEN]
    slips = [_slip(moment.game, state, seat, ticket) for ticket in tickets]
    return sorted(slips, key=lambda slip: (slip.status == "done", -slip.ticket.points))


def offered(moment: Seen, seat: int) -> list[Slip]:
    """The tickets that a seat may choose from, where the viewer sees them."""
    rules, state = moment.game, moment.state
    piles = (state.pile_at(f"long{seat}"), state.pile_at(f"offer{seat}"))
    tickets = [t for pile in piles if pile for t in pile.tickets if t != HIDDEN]
    return [_slip(rules, state, seat, ticket, "offered") for ticket in tickets]


def in_play(moment: Seen, but: set[int]) -> list[Slip]:
    """The tickets that all know to be in play, but for those whose holder is shown."""
    rules, state = moment.game, moment.state
    if not rules.knowing:
        return []
    tickets = [rules.map.tickets[number] for number in state.playing if number not in but]
    holders = [state.done[ticket.number] for ticket in tickets]
    return [
        Slip(ticket, holder, "announced" if holder != NOBODY else "in play", (), 0)
        for ticket, holder in zip(tickets, holders, strict=True)
    ]


def listed(title: str, slips: list[Slip]) -> str:
    """A list with a title; nothing where there are none."""
    if not slips:
        return ""
    rows = "".join(map(_row, slips))
    return f'<section class="slips"><h3>{title}</h3><ul>{rows}</ul></section>'


def keeps(moment: Seen) -> str:
    """Every choice among the tickets offered, as a button."""
    rules = moment.game
    rows = "".join(_keep(rules, a) for a in moment.actions if isinstance(a, Keep))
    return f'<section class="slips keeps"><h3>Keep which?</h3><ul>{rows}</ul></section>' * bool(
        rows
    )


def groups(slips: list[Slip]) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """For connections and for cities the groups that light them."""
    lines: dict[int, list[str]] = {}
    cities: dict[int, list[str]] = {}
    for slip in slips:
        for number in slip.way:
            lines.setdefault(number, []).append(slip.group)
        for city in (slip.ticket.a, slip.ticket.b):
            cities.setdefault(city, []).append(slip.group)
    return lines, cities


def _slip(rules: Tickets, state: State, seat: int, number: int, status: str = "") -> Slip:
    ticket = rules.map.tickets[number]
    way = path(rules.map, seat, state.owners, ticket, rules.many)
    left = cost(rules.map, seat, state.owners, way)
    if not status:
        is_done = state.done[number] == seat if rules.knowing else bool(way) and left == 0
        status = "done" if is_done else "to do" if way else "cut off"
        if not is_done and state.phase == Phase.OVER and seat not in state.stations:
            status = "missed"  # with a station it may yet be joined by another's connection
    return Slip(ticket, seat, status, way, left)


def _row(slip: Slip) -> str:
    told = f"{slip.ticket.name}, {slip.ticket.points} points, {_standing(slip)}"
    worth = (
        f"−{slip.ticket.points}"
        if slip.status in ("cut off", "missed")
        else str(slip.ticket.points)
    )
    kind = slip.status.replace(" ", "-") + (" long" if slip.ticket.long else "")
    return (
        f'<li class="slip {kind}" tabindex="0" data-hover="{slip.group}" '
        f'aria-label="{escape(told)}"><span class="ends">{escape(slip.ticket.name)}</span>'
        f"<small>{_standing(slip)}</small><b>{worth}</b></li>"
    )


def _standing(slip: Slip) -> str:
    match slip.status:
        case "done":
            return "✓ done"
        case "announced":
            return f"✓ done by {slip.seat}"
        case "to do" | "offered":
            return f"{slip.left} to go" if slip.way else "no way left"
    return slip.status


def _keep(rules: Tickets, action: Keep) -> str:
    kept = list(_named(rules, action.kept))
    worth = sum(ticket.points for ticket in kept)
    back = f", puts back {', '.join(action.back)}" if action.back else ""
    label = f"Keep {', '.join(action.kept)}{back}"
    slips = "".join(
        f'<span class="ends">{escape(ticket.name)} <b>{ticket.points}</b></span>' for ticket in kept
    )
    hover = f"ticket{kept[0].number}-{action.seat}" if len(kept) == 1 else ""
    lights = f' data-hover="{hover}"' if hover else ""
    return (
        f'<li class="slip can" {clickable([action], label)}{lights}>{slips}'
        f"<small>{worth} points in all</small></li>"
    )


def _named(rules: Tickets, names: tuple[str, ...]) -> Iterator[Ticket]:
    return map(rules.map.ticket, names)
