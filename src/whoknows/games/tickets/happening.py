"""What happens when an action is carried out: one function for each kind."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from whoknows.games.tickets import ending, may, paying, ticketing
from whoknows.games.tickets.moves import Block, Claim, Keep, Names, Pay
from whoknows.games.tickets.state import Bid, Phase, State

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets

TUNNEL_CARDS = 3


def dealt(rules: Tickets, state: State, names: tuple[Names, ...]) -> State:
    """Tickets are dealt: to hold, or to choose from."""
    hands = tuple(map(rules.tickets, names))
    out = {ticket for hand in hands for ticket in hand}
    left = tuple(t.number for t in rules.map.tickets if t.number not in out)
    piles, playing = rules.variant.dealt(rules, hands, left)
    return replace(state, phase=Phase.HANDS, piles=piles, playing=playing)


def given(rules: Tickets, state: State, cards: tuple[int, ...]) -> State:
    """The mover gets cards from the closed pile that only it sees."""
    after = paying.drawn(state, state.mover, cards)
    if state.phase == Phase.HANDS:
        if state.mover + 1 < rules.many:
            return replace(after, mover=state.mover + 1)
        return _filled(rules, replace(after, mover=0), rules.variant.opening)
    return _second(rules, replace(after, phase=state.then, passed=0))


def turned_up(rules: Tickets, state: State, cards: tuple[int, ...]) -> State:
    """Cards are turned up, for the row or in a tunnel."""
    after = paying.turned_up(state, cards)
    if state.phase == Phase.TUNNEL:
        return _tunnel(rules, after, cards)
    return _filled(rules, replace(after, row=(*after.row, *cards)), state.then)


def _filled(rules: Tickets, state: State, then: Phase) -> State:
    """The row is filled as far as may be; then `then` (NEXT: the turn is over)."""
    resets = rules.variant.has_resets
    return _second(rules, paying.refilled(rules.map, state, then, resets=resets))


def _second(rules: Tickets, state: State) -> State:
    """After a card: the turn is over, or a second one may be taken if there is any."""
    if state.phase == Phase.SECOND and not any(may.cards(rules, state, second=True)):
        state = replace(state, phase=Phase.NEXT)
    if state.phase == Phase.NEXT:
        return ending.next_turn(rules, state)
    return state


def taken(rules: Tickets, state: State, colour: int) -> State:
    """The mover takes a card from the row."""
    after = paying.taken(replace(state, passed=0), state.mover, colour)
    ends = state.phase == Phase.SECOND or colour == rules.map.joker
    return _filled(rules, after, Phase.NEXT if ends else Phase.SECOND)


def offered(rules: Tickets, state: State, tickets: tuple[int, ...]) -> State:
    """The mover looks at tickets to choose from."""
    parting = ticketing.offered(state, state.mover, tickets)
    after = ticketing.parted(state, parting, state.mover)
    return replace(after, phase=Phase.KEEP, draws=state.draws + 1)


def kept(rules: Tickets, state: State, keep: Keep) -> State:
    """The mover has chosen among its tickets."""
    for parting in keeping(rules, state, keep):
        state = ticketing.parted(state, parting, state.mover)
    slots = sum(map(ticketing.is_slot, state.piles)) + len(state.was)
    after = _completed(rules, replace(state, slots=slots), keep.completes)
    if state.draws:
        return ending.next_turn(rules, after)
    last = state.mover + 1 == rules.many
    return replace(
        after, mover=0 if last else state.mover + 1, phase=Phase.TURN if last else Phase.KEEP
    )


def keeping(rules: Tickets, state: State, keep: Keep) -> tuple[ticketing.Parting, ...]:
    """Where the tickets of an offer go; long ones lie apart at the start of a classic game."""
    apart = state.pile_at(f"long{state.mover}") is not None
    far = {t.name for t in rules.map.tickets if t.long} if apart else set()
    short = (tuple(n for n in names if n not in far) for names in (keep.kept, keep.back))
    return ticketing.kept(
        state, state.mover, *map(rules.tickets, short), long=not far.isdisjoint(keep.kept)
    )


def claimed(rules: Tickets, state: State, claim: Claim | Block) -> State:
    """The mover claims a connection; a tunnel first shows its price."""
    state = replace(state, passed=0)
    connection = rules.map.connection(claim.connection)
    cards = paying.spent(rules.map, claim.pay)
    if connection.tunnel and rules.variant.has_tunnels:
        after = paying.laid(state, state.mover, cards)
        bid = Bid(connection.number, rules.card(claim.pay.colour), cards)
        return _tunnel(rules, replace(after, bid=bid), ())
    after = paying.paid(state, state.mover, cards)
    owned = _owned(rules, after, connection.number)
    return ending.next_turn(rules, _completed(rules, owned, claim.completes), claimed=True)


def _owned(rules: Tickets, state: State, connection: int) -> State:
    seat, length = state.mover, rules.map.connections[connection].length
    points = state.points[seat] + rules.map.parameters.points[length]
    return replace(
        state,
        owners=paying.put(state.owners, connection, seat),
        trains=paying.put(state.trains, seat, state.trains[seat] - length),
        points=paying.put(state.points, seat, points),
    )


def _completed(rules: Tickets, state: State, completes: Names) -> State:
    for ticket in rules.tickets(completes):
        worth = state.points[state.mover] + rules.map.tickets[ticket].points
        state = replace(
            state,
            done=paying.put(state.done, ticket, state.mover),
            points=paying.put(state.points, state.mover, worth),
        )
    return state


def _tunnel(rules: Tickets, state: State, cards: tuple[int, ...]) -> State:
    """Cards are turned up in a tunnel, three if there are so many; then it has its price."""
    bid = state.bid
    assert bid is not None
    shown = (*bid.shown, *cards)
    state = replace(state, bid=replace(bid, shown=shown))
    if len(shown) < TUNNEL_CARDS and paying.can_draw(state):
        return replace(paying.needing_cards(state), phase=Phase.TUNNEL)
    extra = sum(card in (bid.colour, rules.map.joker) for card in shown)
    gone = paying.plus(state.discard, paying.tally(shown, len(state.pile)))
    after = replace(state, discard=gone, bid=replace(bid, shown=shown, extra=extra))
    if extra:
        return replace(after, phase=Phase.EXTRA)
    return tunnelled(rules, after, (0,) * len(state.pile))


def tunnelled(rules: Tickets, state: State, extra: tuple[int, ...]) -> State:
    """The mover pays what a tunnel asks, and owns it."""
    bid = state.bid
    assert bid is not None
    after = paying.paid(state, state.mover, extra)
    discard = paying.plus(after.discard, bid.paid)
    settled = _owned(rules, replace(after, discard=discard, bid=None), bid.connection)
    return ending.next_turn(rules, settled, claimed=True)


def withdrawn(rules: Tickets, state: State) -> State:
    """The mover gives up a tunnel and takes its cards back."""
    bid = state.bid
    assert bid is not None
    after = paying.taken_back(replace(state, bid=None), state.mover, bid.paid)
    return ending.next_turn(rules, after)


def built(rules: Tickets, state: State, city: str, pay: Pay) -> State:
    """The mover builds a station."""
    number = next(n for n, there in enumerate(rules.map.cities) if there.name == city)
    after = paying.paid(state, state.mover, paying.spent(rules.map, pay))
    stations = paying.put(after.stations, number, state.mover)
    return ending.next_turn(rules, replace(after, stations=stations, passed=0))
