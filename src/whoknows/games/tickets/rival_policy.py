"""The knowledge game by numbers: `rival` claims, blocks or takes cards, whatever is worth most.

A claim is worth more for a dear ticket, for one that few cards are missing for, where losing the
connection would mean a long detour, and if it completes a ticket or ends the game while ahead. A
block is worth what it earns and what it spoils: only of a ticket that it knows the other to hold.
If nothing is worth anything it takes the card that brings its ways and blocks nearest
(`rival_cards`). How much all that counts is said by its numbers (`rival_numbers`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from whoknows.core.agent import Choice
from whoknows.games.tickets import claim_rule, legal, paths
from whoknows.games.tickets import rival_numbers as named
from whoknows.games.tickets.board import GRAY, Connection
from whoknows.games.tickets.knowledge_policy import Knows, SeatSight
from whoknows.games.tickets.moves import Action, Block, Claim
from whoknows.games.tickets.paths import Path
from whoknows.games.tickets.rival_cards import MANY, Purse, card, payment, reserve, urge_block
from whoknows.games.tickets.rival_numbers import Habits
from whoknows.games.tickets.state import NOBODY, Phase

MOST_DETOUR = 12  # trains; a ticket that is cut off counts as that far
Known = Mapping[int, tuple[int, ...]]  # by other seat: its open tickets, as far as it knows them
Best = tuple[int, Action, str]  # what is worth most, and why


@dataclass(frozen=True)
class Outlook:
    """A turn as `rival` looks at it; None is known if it does without knowledge."""

    sight: SeatSight
    habits: Habits
    purse: Purse
    known: Known | None

    def times(self, number: int, many: int = 1) -> int:
        """One of its numbers, this many times."""
        return self.habits.values[number] * many

    def way(self, seat: int, ticket: int) -> Path:
        """The shortest path of a seat for a ticket."""
        rules = self.sight.rules
        return claim_rule.paths(rules.map, rules.players, self.sight.state, seat)[ticket]


def choose(sight: SeatSight, habits: Habits, known: Known | None) -> Choice[Action]:
    """The action of `rival` with these numbers; it goes by what is known, or does without."""
    look = Outlook(sight, habits, reserve(sight, habits), known)
    if sight.state.phase == Phase.TURN:
        found = [*_claims(look), *_blocks(look)]
        best = max(found, key=lambda one: one[0], default=None)
        if best and best[0] > 0:
            return Choice(best[1], (best[2],))
    for seat, ticket, route in _candidates(look):
        urge_block(habits, look.purse, route, _spoils(look, seat, ticket, route))
    return card(sight, habits, look.purse)


def known_tickets(sight: SeatSight, knows: Knows) -> Known:
    """The open tickets of each other seat, as far as it knows them."""
    names = sight.rules.map.tickets
    own = sight.state.tickets(sight.seat)
    left = [t for t in sight.paths if t not in own and sight.state.done[t] == NOBODY]
    others = (seat for seat in range(sight.rules.players) if seat != sight.seat)
    return {seat: tuple(t for t in left if knows(seat, names[t].name)) for seat in others}


def _claims(look: Outlook) -> Iterator[Best]:
    """The connections of its ways that it can pay for, with what they are worth."""
    sight = look.sight
    claims = {(a.connection, a.pay): a for a in sight.actions if isinstance(a, Claim)}
    for number in claim_rule.wanted(sight.rules.map, sight.rules.players, sight.state, sight.seat):
        route = sight.rules.map.connections[number]
        paid = payment(sight, look.habits, look.purse, route, spares=route.colour == GRAY)
        action = claims.get((route.name, paid.pay)) if paid else None
        if paid and action:
            name = sight.rules.map.tickets[_dearest_on(look, number)].name
            yield _claim_worth(look, route) - paid.price, action, f"on the path of {name}"


def _claim_worth(look: Outlook, route: Connection) -> int:
    """What it is worth to claim a connection of its ways, for the dearest ticket that needs it."""
    sight, seat = look.sight, look.sight.seat
    ticket = _dearest_on(look, route.number)
    value, left = sight.worth(ticket), _left_of(look, seat, ticket)
    points = sight.rules.map.parameters.points[route.length]
    its = look.times(named.CLAIM_BASE) + look.times(named.CLAIM_TICKET, value)
    its += look.times(named.CLAIM_POINTS, points) + look.times(named.CLAIM_LEFT, left)
    its += look.times(named.CLAIM_LACK, max(0, look.purse.lacks[ticket]))
    its += look.times(named.CLAIM_STARTED, left < len(look.way(seat, ticket)))
    its += look.times(named.CLAIM_DETOUR, _detour(look, seat, ticket, route.number))
    its += look.times(named.CLAIM_CONTESTED, _is_contested(look, route.number))
    if left == 1:
        its += look.times(named.CLAIM_DONE, value)
        if len(sight.unfinished) == 1:
            lead = _ahead(sight) + value + points
            its += look.times(named.CLAIM_END) + look.times(named.CLAIM_LEAD, lead)
    return its


def _dearest_on(look: Outlook, connection: int) -> int:
    """Of its open tickets that need the connection the dearest, the first that it got on ties."""
    sight = look.sight
    return max((t for t in sight.unfinished if connection in sight.paths[t]), key=sight.worth)


def _left_of(look: Outlook, seat: int, ticket: int) -> int:
    """How many connections the seat's way for a ticket still needs."""
    return sum(look.sight.state.owners[number] == NOBODY for number in look.way(seat, ticket))


def _detour(look: Outlook, seat: int, ticket: int, connection: int) -> int:
    """How many trains more the ticket costs the seat without this connection of its way."""
    rules, owners = look.sight.rules, look.sight.state.owners
    before = paths.cost(rules.map, seat, owners, look.way(seat, ticket))
    prices = [route.length for route in rules.map.connections]
    prices[connection] = MANY
    its = rules.map.tickets[ticket]
    way = paths.path(rules.map, seat, owners, its, rules.players, tuple(prices))
    if not way or connection in way:
        return MOST_DETOUR
    return min(MOST_DETOUR, paths.cost(rules.map, seat, owners, way) - before)


def _is_contested(look: Outlook, connection: int) -> bool:
    """Whether it knows another to need the connection."""
    known = look.known or {}
    return any(connection in look.way(seat, t) for seat, open in known.items() for t in open)


def _ahead(sight: SeatSight) -> int:
    """By how many points it is ahead of the best of the others."""
    points = sight.state.points
    return points[sight.seat] - max(p for seat, p in enumerate(points) if seat != sight.seat)


def _candidates(look: Outlook) -> Iterator[tuple[int, int, Connection]]:
    """The free connections on the ways of others, with whose they are and for which ticket."""
    sight = look.sight
    for seat, tickets in (look.known or {}).items():
        for ticket in tickets:
            for number in look.way(seat, ticket):
                if legal.free(sight.rules, sight.state, sight.seat, number):
                    yield seat, ticket, sight.rules.map.connections[number]


def _blocks(look: Outlook) -> Iterator[Best]:
    """The blocks that it can say and pay for, with what they are worth."""
    sight = look.sight
    blocks = {
        (a.target, a.ticket, a.connection, a.pay): a for a in sight.actions if isinstance(a, Block)
    }
    for seat, ticket, route in _candidates(look):
        paid = payment(sight, look.habits, look.purse, route, spares=True)
        name = sight.rules.map.tickets[ticket].name
        named_ = name if sight.rules.block == "card" else None
        key = sight.rules.seats[seat], named_, route.name
        enough = sight.state.trains[sight.seat] >= route.length
        action = blocks.get((*key, paid.pay)) if paid and enough else None
        if paid and action:
            its = _block_worth(look, seat, ticket, route) - paid.price
            yield its, action, f"{key[0]} holds {name}"


def _block_worth(look: Outlook, seat: int, ticket: int, route: Connection) -> int:
    """What it is worth to take this connection from another."""
    sight = look.sight
    detour = _detour(look, seat, ticket, route.number)
    its = _spoils(look, seat, ticket, route) + look.times(named.BLOCK_DETOUR, detour)
    its += look.times(named.BLOCK_CUT, detour == MOST_DETOUR)
    if any(route.number in sight.paths[t] for t in sight.unfinished):
        its += _claim_worth(look, route)
    return its


def _spoils(look: Outlook, seat: int, ticket: int, route: Connection) -> int:
    """The same, wherever else the other could go."""
    sight, state = look.sight, look.sight.state
    its = look.times(named.BLOCK_BASE) + look.times(named.BLOCK_TICKET, sight.worth(ticket))
    its += look.times(named.BLOCK_POINTS, sight.rules.map.parameters.points[route.length])
    its += look.times(named.BLOCK_LENGTH, route.length)
    its += look.times(named.BLOCK_LEFT, _left_of(look, seat, ticket))
    its += look.times(named.BLOCK_LAST, _open_tickets(sight, seat) == 1)
    return its + look.times(named.BLOCK_LEAD, state.points[seat] - state.points[sight.seat])


def _open_tickets(sight: SeatSight, seat: int) -> int:
    """How many tickets a seat has still to complete, which everyone can count."""
    return len(sight.state.tickets(seat)) - sight.state.done.count(seat)
