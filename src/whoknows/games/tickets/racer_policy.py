"""Classic rules by numbers: `racer` plans, claims, draws and ends the game as they say.

It is `greedy`'s successor: the same way of playing with some fifty numbers in it, which are tuned
(`racer_numbers`). While its tickets are open it claims on its way (`racer_plan`) or takes cards for
it (`racer_cards`). Then it draws tickets or fills up: it goes for the connection that scores best
for the cards it still lacks. In the last round it claims whatever is worth most.
"""

from __future__ import annotations

from collections.abc import Iterator

from whoknows.core.agent import Choice
from whoknows.games.tickets import game_end, greedy_policy
from whoknows.games.tickets import racer_numbers as named
from whoknows.games.tickets.board import GRAY, Connection
from whoknows.games.tickets.knowledge_policy import SeatSight
from whoknows.games.tickets.moves import Action, Claim, Draw, Keep
from whoknows.games.tickets.paths import Path
from whoknows.games.tickets.racer_cards import card
from whoknows.games.tickets.racer_numbers import WHOLE, Numbers
from whoknows.games.tickets.racer_plan import (
    demand,
    fewest_of_others,
    is_free,
    joining,
    limit,
    payment,
    planned,
    trains_for,
)
from whoknows.games.tickets.scoring import completed
from whoknows.games.tickets.state import NOBODY, Phase
from whoknows.games.tickets.train_cards import most_held


def choose(sight: SeatSight, numbers: Numbers) -> Choice[Action]:
    """The action of `racer` with these numbers."""
    match sight.state.phase:
        case Phase.KEEP:
            return _keep(sight, numbers)
        case Phase.EXTRA:
            return greedy_policy.extra(sight)
    plan = planned(sight, numbers)
    last = sight.state.last >= 0
    wanted = plan if plan or last else _target(sight, numbers)
    found = _on_turn(sight, numbers, plan, wanted) if sight.state.phase == Phase.TURN else None
    return (
        found
        or card(sight, numbers, wanted)
        or Choice(sight.actions[0], ("there is nothing else to do",))
    )


def _on_turn(sight: SeatSight, numbers: Numbers, plan: Path, wanted: Path) -> Choice[Action] | None:
    """A claim, or drawing tickets; None if it would rather take cards."""
    if sight.state.last >= 0:
        return _last_claim(sight, numbers, plan)
    if plan:
        return _claim(sight, numbers, plan)
    return _more_tickets(sight, numbers) or _fill_up(sight, numbers, wanted)


def _claim(sight: SeatSight, numbers: Numbers, plan: Path) -> Choice[Action] | None:
    """The best connection on its way that it can pay, or the one beside it, if that is better than
    to wait."""
    best, most = None, 0
    asked = demand(sight, plan)
    for route in _beside(sight, plan):
        paid = payment(sight, numbers, route, asked) if is_free(sight, route.number) else None
        if paid and (its := _eagerness(sight, numbers, route) - paid.price) > most:
            best, most = Claim(sight.rules.seats[sight.seat], route.name, paid.pay), its
    return Choice(best, ("on the way of its tickets",)) if best else None


def _beside(sight: SeatSight, plan: Path) -> Iterator[Connection]:
    """The connections of a way, each with its twin."""
    for number in plan:
        route = sight.rules.map.connections[number]
        yield route
        if route.twin >= 0:
            yield sight.rules.map.connections[route.twin]


def _eagerness(sight: SeatSight, numbers: Numbers, route: Connection) -> int:
    """How much it wants to claim a connection now, before it looks at what it pays."""
    values = numbers.values
    its = values[named.CLAIM_BASE] + values[named.CLAIM_LENGTH] * route.length
    its += values[named.CLAIM_HAND] * sum(sight.hand)
    return its + values[named.CLAIM_CONTESTED] * _is_contested(sight, route)


def _is_contested(sight: SeatSight, route: Connection) -> bool:
    """Whether another has built to one of its cities."""
    ways = sight.rules.map.neighbours[route.a] + sight.rules.map.neighbours[route.b]
    return any(sight.state.owners[number] not in (NOBODY, sight.seat) for number, _ in ways)


def _more_tickets(sight: SeatSight, numbers: Numbers) -> Choice[Action] | None:
    draw = next((action for action in sight.actions if isinstance(action, Draw)), None)
    values = numbers.values
    its = values[named.MORE_BASE] + values[named.MORE_TRAINS] * sight.state.trains[sight.seat]
    its += values[named.MORE_OTHERS] * fewest_of_others(sight) + values[named.MORE_HAND] * sum(
        sight.hand
    )
    if draw is None or its <= 0:
        return None
    return Choice(draw, ("all its tickets are complete, and there is time for more",))


def _target(sight: SeatSight, numbers: Numbers) -> Path:
    """The connection that scores best for the cards it still lacks."""
    best: Path = ()
    most = 0
    for route in sight.rules.map.connections:
        if is_free(sight, route.number):
            its = _gain(sight, numbers, route)
            if not best or its > most:
                best, most = (route.number,), its
    return best


def _gain(sight: SeatSight, numbers: Numbers, route: Connection) -> int:
    """What it is worth to go for a connection once the tickets are done."""
    values, hand, state, seat = numbers.values, sight.hand, sight.state, sight.seat
    colour = most_held(hand) if route.colour == GRAY else route.colour
    jokers = max(route.ferry, route.length - hand[colour])
    its = values[named.FILL_1 + named.slot(route.length)]
    its -= values[named.FILL_LACK] * max(0, jokers - hand[-1])
    its -= values[named.FILL_JOKER] * min(jokers, hand[-1])
    ways = sight.rules.map.neighbours[route.a] + sight.rules.map.neighbours[route.b]
    its += values[named.FILL_JOINED] * any(state.owners[number] == seat for number, _ in ways)
    if state.trains[seat] - route.length <= sight.rules.variant.last_trains(sight.rules):
        lead = state.points[seat] - max(p for n, p in enumerate(state.points) if n != seat)
        its += values[named.FILL_END] + values[named.FILL_LEAD] * lead
    return its


def _fill_up(sight: SeatSight, numbers: Numbers, target: Path) -> Choice[Action] | None:
    """Claims what it goes for, if it can pay."""
    for number in target:
        route = sight.rules.map.connections[number]
        paid = payment(sight, numbers, route, [0] * len(sight.hand))
        if paid:
            claim = Claim(sight.rules.seats[sight.seat], route.name, paid.pay)
            return Choice(claim, ("its tickets are complete, and this scores well",))
    return None


def _last_claim(sight: SeatSight, numbers: Numbers, plan: Path) -> Choice[Action] | None:
    """What is worth most in the last round; more if it may complete a ticket."""
    best, most = None, 0
    asked = [0] * len(sight.hand)
    for route in sight.rules.map.connections:
        paid = payment(sight, numbers, route, asked) if is_free(sight, route.number) else None
        its = WHOLE * sight.rules.map.parameters.points[route.length]
        its += numbers.values[named.LAST_PLAN] * (route.number in plan)
        if paid and its > most:
            best, most = Claim(sight.rules.seats[sight.seat], route.name, paid.pay), its
    return Choice(best, ("worth most in the last round",)) if best else None


def _keep(sight: SeatSight, numbers: Numbers) -> Choice[Action]:
    keeps = [action for action in sight.actions if isinstance(action, Keep)]
    best = max(keeps, key=lambda keep: _keeping(sight, numbers, sight.rules.tickets(keep.kept)))
    return Choice(best, ("worth most for what they take",))


def _keeping(sight: SeatSight, numbers: Numbers, kept: tuple[int, ...]) -> int:
    """What it is worth to keep these tickets with those it has, in hundredths."""
    board, state, values = sight.rules.map, sight.state, numbers.values
    way = joining(sight, numbers, (*state.tickets(sight.seat), *kept))
    trains = trains_for(sight, way)
    tickets = [board.tickets[number] for number in kept]
    done = completed(board, (*game_end.owned(state, sight.seat), *way), tickets)
    points = sum(ticket.points if ticket in done else -ticket.points for ticket in tickets)
    its = values[named.KEEP_POINTS] * points + values[named.KEEP_EACH] * len(kept)
    its -= values[named.KEEP_TRAINS] * trains + values[named.KEEP_CLAIMS] * len(way)
    worths = sum(board.parameters.points[board.connections[number].length] for number in way)
    its += values[named.KEEP_WAY] * worths
    over = WHOLE * (trains - state.trains[sight.seat]) + values[named.KEEP_RESERVE]
    late = WHOLE * trains - limit(sight, numbers)
    its -= values[named.KEEP_OVER] * max(0, over) // WHOLE
    return its - values[named.KEEP_LATE] * max(0, late) // WHOLE
