"""Ticket-directed play of classic rules: join the tickets cheaply, then take what scores.

The plan is a cheap way to join all its tickets (`paths.joint_paths`). It claims the longest
connection of the plan that it can pay for; otherwise it takes cards for it. When that is done, it
draws tickets while trains last, or claims the longest connection there is. In the last round claim
whatever is longest.
"""

from __future__ import annotations

from collections.abc import Iterable

from whoknows.core.agent import Choice
from whoknows.games.tickets import game_end
from whoknows.games.tickets.knowledge_policy import SeatSight, drawn, payment
from whoknows.games.tickets.moves import Action, Claim, Draw, Extra, Keep, Withdraw
from whoknows.games.tickets.paths import cost, joint_paths
from whoknows.games.tickets.scoring import completed
from whoknows.games.tickets.state import Phase
from whoknows.games.tickets.tunnel_risk import can_risk

TRAINS_FOR_MORE = 12  # with fewer left new tickets are hardly ever completed
TOO_FAR = 1000


def choose(sight: SeatSight) -> Choice[Action]:
    """The action of the greedy agent."""
    match sight.state.phase:
        case Phase.KEEP:
            return _keep(sight)
        case Phase.EXTRA:
            return extra(sight)
    plan = planned(sight)
    return (
        _claim(sight, plan)
        or _more_tickets(sight, plan)
        or _any_claim(sight, plan)
        or drawn(sight, plan)
        or Choice(sight.actions[0], ("there is nothing else to do",))
    )


def planned(sight: SeatSight) -> tuple[int, ...]:
    """The connections that would join all its tickets that are not joined yet."""
    return _joining(sight, sight.state.tickets(sight.seat))


def _joining(sight: SeatSight, numbers: Iterable[int]) -> tuple[int, ...]:
    board, state, seat = sight.rules.map, sight.state, sight.seat
    tickets = [board.tickets[number] for number in numbers]
    done = completed(board, game_end.owned(state, seat), tickets)
    left = [ticket for ticket in tickets if ticket not in done]
    return joint_paths(board, seat, state.owners, left, sight.rules.players)


def _claim(sight: SeatSight, plan: tuple[int, ...]) -> Choice[Action] | None:
    if sight.state.last >= 0:
        return None
    return _longest(sight, plan, "on the path of its tickets")


def _more_tickets(sight: SeatSight, plan: tuple[int, ...]) -> Choice[Action] | None:
    enough = sight.state.trains[sight.seat] >= TRAINS_FOR_MORE
    draw = next((action for action in sight.actions if isinstance(action, Draw)), None)
    if plan or draw is None or not enough or sight.state.last >= 0:
        return None
    return Choice(draw, ("all its tickets are complete, and it has trains left",))


def _any_claim(sight: SeatSight, plan: tuple[int, ...]) -> Choice[Action] | None:
    if plan and sight.state.last < 0:
        return None
    return _longest(sight, range(len(sight.state.owners)), "the longest it can pay")


def _longest(sight: SeatSight, options: Iterable[int], reason: str) -> Choice[Action] | None:
    """The longest of these connections that it can claim; of equal ones the first."""
    claims = {(a.connection, a.pay): a for a in sight.actions if isinstance(a, Claim)}
    routes = [sight.rules.map.connections[number] for number in options]
    wanted = [(r, claims.get((r.name, payment(sight, r)))) for r in routes]
    found = [(r.length, a) for r, a in wanted if a and can_risk(sight, r, a.pay)]
    if not found:
        return None
    return Choice(max(found, key=lambda pair: pair[0])[1], (reason,))


def _keep(sight: SeatSight) -> Choice[Action]:
    """As few tickets as it may keep: those worth most, less what they cost in trains."""
    keeps = [action for action in sight.actions if isinstance(action, Keep)]
    fewest = min(len(keep.kept) for keep in keeps)
    best = max((keep for keep in keeps if len(keep.kept) == fewest), key=lambda k: _gain(sight, k))
    return Choice(best, ("worth most for the trains they need",))


def _gain(sight: SeatSight, keep: Keep) -> int:
    board, state, seat = sight.rules.map, sight.state, sight.seat
    kept = sight.rules.tickets(keep.kept)
    way = _joining(sight, (*state.tickets(seat), *kept))
    trains = cost(board, seat, state.owners, way)
    far = TOO_FAR if trains > state.trains[seat] else 0
    return sum(board.tickets[number].points for number in kept) - trains - far


def extra(sight: SeatSight) -> Choice[Action]:
    extra = next((action for action in sight.actions if isinstance(action, Extra)), None)
    if extra:
        return Choice(extra, ("the tunnel is worth it",))
    withdraw = next(action for action in sight.actions if isinstance(action, Withdraw))
    return Choice(withdraw, ("it cannot pay for the tunnel",))
