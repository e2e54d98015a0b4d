"""What a seat may do, as far as it does not depend on what it knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from whoknows.core.frozen import replace
from whoknows.games.tickets import claim_rule, ticket_piles, train_cards
from whoknows.games.tickets.moves import (
    Action,
    Blind,
    Block,
    Claim,
    Draw,
    Extra,
    Keep,
    Names,
    Pass,
    Pay,
    Station,
    Take,
    Withdraw,
)
from whoknows.games.tickets.paths import is_closed
from whoknows.games.tickets.state import NOBODY, Phase, State

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets


def actions(rules: Tickets, state: State) -> Sequence[Action]:
    """Everything the seat to move may try."""
    match state.phase:
        case Phase.KEEP:
            return list(_keeps(rules, state))
        case Phase.EXTRA:
            return [*_extras(rules, state), Withdraw(rules.seats[state.mover])]
        case Phase.SECOND:
            return list(cards(rules, state, second=True))
    found: list[Action] = [
        *_claims(rules, state),
        *_blocks(rules, state),
        *_stations(rules, state),
        *cards(rules, state, second=False),
        *_draws(rules, state),
    ]
    if all(isinstance(action, Block) for action in found):  # it may know of none to block
        found.append(Pass(rules.seats[state.mover]))
    return found


def free(rules: Tickets, state: State, seat: int, connection: int) -> bool:
    """Whether the seat may own this connection, cards and trains apart."""
    closed = is_closed(rules.map, seat, state.owners, connection, rules.players)
    return state.owners[connection] == NOBODY and not closed


def _claims(rules: Tickets, state: State) -> Iterator[Claim]:
    seat, name = state.mover, rules.seats[state.mover]
    for connection in rules.variant.claimable(rules, state):
        if free(rules, state, seat, connection) and _has_trains(rules, state, connection):
            route = rules.map.connections[connection]
            for pay, completes in _payments(rules, state, connection):
                yield Claim(name, route.name, pay, completes)


def _payments(rules: Tickets, state: State, connection: int) -> Iterator[tuple[Pay, Names]]:
    """How the mover can pay for a connection, and what that completes. Most cannot be paid for, so
    what they would complete is not found out."""
    route = rules.map.connections[connection]
    pays = [*train_cards.ways(rules.map, state.hands[state.mover], route)]
    completes = _completes(rules, state, connection) if pays else ()
    for pay in pays:
        yield pay, completes


def _has_trains(rules: Tickets, state: State, connection: int) -> bool:
    return state.trains[state.mover] >= rules.map.connections[connection].length


def _blocks(rules: Tickets, state: State) -> Iterator[Block]:
    """Every block that can be paid for; what the seat does not know it cannot say."""
    # A connection is paid for in the same ways, whomever that blocks.
    payments = cache(lambda connection: list(_payments(rules, state, connection)))
    for target in range(rules.players if rules.variant.is_spoken else 0):
        if target != state.mover:
            yield from _blocks_of(rules, state, target, payments)


def _blocks_of(
    rules: Tickets, state: State, target: int, payments: Callable[[int], list[tuple[Pay, Names]]]
) -> Iterator[Block]:
    seat, name, own = state.mover, rules.seats[state.mover], state.tickets(state.mover)
    seen: set[tuple[str | None, int]] = set()
    for ticket, way in claim_rule.paths(rules.map, rules.players, state, target).items():
        if ticket in own or state.done[ticket] != NOBODY:
            continue
        named = rules.map.tickets[ticket].name if rules.block == "card" else None
        for connection in way:
            enough = rules.as_original or _has_trains(rules, state, connection)
            if (
                (named, connection) in seen
                or not free(rules, state, seat, connection)
                or not enough
            ):
                continue
            seen.add((named, connection))
            route = rules.map.connections[connection]
            for pay, completes in payments(connection):
                yield Block(name, rules.seats[target], named, route.name, pay, completes)


def _completes(rules: Tickets, state: State, connection: int) -> Names:
    """The own tickets that this claim completes, where completing is spoken of."""
    own = state.tickets(state.mover) if rules.variant.is_spoken else ()
    if not own:
        return ()
    after = replace(state, owners=train_cards.put(state.owners, connection, state.mover))
    full = rules.variant.full(rules, after)
    return rules.ticket_names([ticket for ticket in full if ticket in own])


def _stations(rules: Tickets, state: State) -> Iterator[Station]:
    seat, name = state.mover, rules.seats[state.mover]
    built = state.stations.count(seat)
    if built >= rules.variant.stations(rules):
        return
    hand, cost = state.hands[seat], built + 1
    pays = [p for c in range(rules.map.joker) for p in train_cards.sums(rules.map, hand, c, cost)]
    if hand[rules.map.joker] >= cost:
        pays.append(Pay("joker", 0, cost))
    for number, owner in enumerate(state.stations):
        if owner == NOBODY:
            yield from (Station(name, rules.map.cities[number].name, pay) for pay in pays)


def cards(rules: Tickets, state: State, *, second: bool) -> Iterator[Take | Blind]:
    name = rules.seats[state.mover]
    for colour in range(len(rules.map.deck)):
        if colour in state.row and not (second and colour == rules.map.joker):
            yield Take(name, rules.card_names[colour])
    if train_cards.can_draw(state):
        yield Blind(name)


def _draws(rules: Tickets, state: State) -> Iterator[Draw]:
    stock, under = ticket_piles.supply(state, rules.map.parameters.draw_tickets)
    if rules.variant.may_draw(rules) and (stock.tickets or under):
        yield Draw(rules.seats[state.mover])


def _keeps(rules: Tickets, state: State) -> Iterator[Keep]:
    """What may be kept of an offer, smaller choices first."""
    seat, name = state.mover, rules.seats[state.mover]
    piles = [state.pile_at(f"long{seat}"), state.pile_at(f"offer{seat}")]
    tickets = [t for pile in piles if pile for t in pile.tickets]
    numbers = rules.map.parameters
    least = numbers.draw_keep if state.draws else numbers.start_keep
    for many in range(min(least, len(tickets)), len(tickets) + 1):
        for kept in combinations(tickets, many):
            back = tuple(t for t in tickets if t not in kept)
            completes = tuple(t for t in rules.variant.full(rules, state) if t in kept)
            yield Keep(name, *map(rules.ticket_names, (kept, back, completes)))


def _extras(rules: Tickets, state: State) -> Iterator[Extra]:
    bid, name, hand = state.bid, rules.seats[state.mover], state.hands[state.mover]
    if bid is None:
        return
    if bid.colour != rules.map.joker:
        pays = train_cards.sums(rules.map, hand, bid.colour, bid.extra)
        yield from (Extra(name, pay) for pay in pays)
    if hand[rules.map.joker] >= bid.extra:
        yield Extra(name, Pay("joker", 0, bid.extra))
