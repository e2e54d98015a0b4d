"""What happens when an action is carried out: one function for each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whoknows.core.frozen import replace
from whoknows.games.tickets import game_end, legal, ticket_piles, train_cards
from whoknows.games.tickets.moves import Block, Claim, Keep, Names, Pay
from whoknows.games.tickets.state import Phase, State, TunnelBid

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
    after = train_cards.drawn(state, state.mover, cards)
    if state.phase == Phase.HANDS:
        if state.mover + 1 < rules.players:
            return replace(after, mover=state.mover + 1)
        return _filled(rules, replace(after, mover=0), rules.variant.opening)
    return _second(rules, replace(after, phase=state.then, passed=0))


def turned_up(rules: Tickets, state: State, cards: tuple[int, ...]) -> State:
    """Cards are turned up, for the row or in a tunnel."""
    after = train_cards.turned_up(state, cards)
    if state.phase == Phase.TUNNEL:
        return _tunnel(rules, after, cards)
    return _filled(rules, replace(after, row=(*after.row, *cards)), state.then)


def _filled(rules: Tickets, state: State, then: Phase) -> State:
    """The row is filled as far as possible; then `then` (NEXT: the turn is over)."""
    resets = rules.variant.has_resets
    return _second(rules, train_cards.refilled(rules.map, state, then, resets=resets))


def _second(rules: Tickets, state: State) -> State:
    """After a card: the turn is over, or a second one may be taken if there is any."""
    if state.phase == Phase.SECOND and not any(legal.cards(rules, state, second=True)):
        state = replace(state, phase=Phase.NEXT)
    if state.phase == Phase.NEXT:
        return game_end.next_turn(rules, state)
    return state


def taken(rules: Tickets, state: State, colour: int) -> State:
    """The mover takes a card from the row."""
    after = train_cards.taken(replace(state, passed=0), state.mover, colour)
    ends = state.phase == Phase.SECOND or colour == rules.map.joker
    return _filled(rules, after, Phase.NEXT if ends else Phase.SECOND)


def offered(rules: Tickets, state: State, tickets: tuple[int, ...]) -> State:
    """The mover looks at tickets to choose from."""
    parting = ticket_piles.offered(state, state.mover, tickets)
    after = ticket_piles.parted(state, parting, state.mover)
    return replace(after, phase=Phase.KEEP, draws=state.draws + 1)


def kept(rules: Tickets, state: State, keep: Keep) -> State:
    """The mover has chosen among its tickets."""
    for parting in keeping(rules, state, keep):
        state = ticket_piles.parted(state, parting, state.mover)
    slots = sum(map(ticket_piles.is_slot, state.piles)) + len(state.was)
    after = _completed(rules, replace(state, slots=slots), keep.completes)
    if state.draws:
        return game_end.next_turn(rules, after)
    last = state.mover + 1 == rules.players
    return replace(
        after, mover=0 if last else state.mover + 1, phase=Phase.TURN if last else Phase.KEEP
    )


def keeping(rules: Tickets, state: State, keep: Keep) -> tuple[ticket_piles.Parting, ...]:
    """Where the tickets of an offer go; long ones lie separately at the start of a classic game."""
    apart = state.pile_at(f"long{state.mover}") is not None
    far = {t.name for t in rules.map.tickets if t.long} if apart else set()
    short = (tuple(n for n in names if n not in far) for names in (keep.kept, keep.back))
    return ticket_piles.kept(
        state, state.mover, *map(rules.tickets, short), long=not far.isdisjoint(keep.kept)
    )


def claimed(rules: Tickets, state: State, claim: Claim | Block) -> State:
    """The mover claims a connection; a tunnel first shows its price."""
    state = replace(state, passed=0)
    connection = rules.map.connection(claim.connection)
    cards = train_cards.spent(rules.map, claim.pay)
    if connection.tunnel and rules.variant.has_tunnels:
        after = train_cards.laid(state, state.mover, cards)
        bid = TunnelBid(connection.number, rules.card(claim.pay.colour), cards)
        return _tunnel(rules, replace(after, bid=bid), ())
    after = train_cards.paid(state, state.mover, cards)
    owned = _owned(rules, after, connection.number)
    return game_end.next_turn(rules, _completed(rules, owned, claim.completes), claimed=True)


def _owned(rules: Tickets, state: State, connection: int) -> State:
    seat, length = state.mover, rules.map.connections[connection].length
    points = state.points[seat] + rules.map.parameters.points[length]
    return replace(
        state,
        owners=train_cards.put(state.owners, connection, seat),
        trains=train_cards.put(state.trains, seat, state.trains[seat] - length),
        points=train_cards.put(state.points, seat, points),
    )


def _completed(rules: Tickets, state: State, completes: Names) -> State:
    for ticket in rules.tickets(completes):
        worth = state.points[state.mover] + rules.map.tickets[ticket].points
        state = replace(
            state,
            done=train_cards.put(state.done, ticket, state.mover),
            points=train_cards.put(state.points, state.mover, worth),
        )
    return state


def _tunnel(rules: Tickets, state: State, cards: tuple[int, ...]) -> State:
    """Cards are turned up in a tunnel, three if there are that many; then it has its price."""
    bid = state.bid
    assert bid is not None
    shown = (*bid.shown, *cards)
    state = replace(state, bid=replace(bid, shown=shown))
    if len(shown) < TUNNEL_CARDS and train_cards.can_draw(state):
        return replace(train_cards.needing_cards(state), phase=Phase.TUNNEL)
    extra = sum(card in (bid.colour, rules.map.joker) for card in shown)
    gone = train_cards.plus(state.discard, train_cards.tally(shown, len(state.pile)))
    after = replace(state, discard=gone, bid=replace(bid, shown=shown, extra=extra))
    if extra:
        return replace(after, phase=Phase.EXTRA)
    return tunnelled(rules, after, (0,) * len(state.pile))


def tunnelled(rules: Tickets, state: State, extra: tuple[int, ...]) -> State:
    """The mover pays what a tunnel asks, and owns it."""
    bid = state.bid
    assert bid is not None
    after = train_cards.paid(state, state.mover, extra)
    discard = train_cards.plus(after.discard, bid.paid)
    settled = _owned(rules, replace(after, discard=discard, bid=None), bid.connection)
    return game_end.next_turn(rules, settled, claimed=True)


def withdrawn(rules: Tickets, state: State) -> State:
    """The mover gives up a tunnel and takes its cards back."""
    bid = state.bid
    assert bid is not None
    after = train_cards.taken_back(replace(state, bid=None), state.mover, bid.paid)
    return game_end.next_turn(rules, after)


def built(rules: Tickets, state: State, city: str, pay: Pay) -> State:
    """The mover builds a station."""
    number = next(n for n, there in enumerate(rules.map.cities) if there.name == city)
    after = train_cards.paid(state, state.mover, train_cards.spent(rules.map, pay))
    stations = train_cards.put(after.stations, number, state.mover)
    return game_end.next_turn(rules, replace(after, stations=stations, passed=0))
