"""Why an action is refused: a rule of the game, and nothing that the seat cannot see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whoknows.games.tickets import claim_rule, legal, train_cards
from whoknows.games.tickets.board import Connection
from whoknows.games.tickets.moves import Action, Block, Chances, Claim, Keep, Take
from whoknows.games.tickets.state import NOBODY, Phase, State

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets

NOW = {
    Phase.KEEP: "has to choose tickets first",
    Phase.SECOND: "has to take a second card",
    Phase.EXTRA: "has to pay for the tunnel or withdraw",
}


def reason(rules: Tickets, state: State, action: Action) -> str:
    """What is wrong with this action of the seat to move."""
    name = rules.seats[state.mover]
    if isinstance(action, Chances):
        return f"it is {name}'s turn, not chance's"
    if action.seat != name:
        return f"it is {name}'s turn"
    if state.phase in NOW and not isinstance(action, Take):
        return f"{name} {NOW[state.phase]}"
    match action:
        case Claim() | Block():
            return _claim(rules, state, action)
        case Take(_, colour):
            return _take(rules, state, colour)
        case Keep():
            return "no tickets are on offer"
    return f"{name} cannot do this now"


def _take(rules: Tickets, state: State, colour: str) -> str:
    if state.phase in (Phase.KEEP, Phase.EXTRA):
        return f"{rules.seats[state.mover]} {NOW[state.phase]}"
    if rules.card(colour) not in state.row:
        return f"no {colour} lies face up"
    return "a joker that lies face up may not be the second card"


def _claim(rules: Tickets, state: State, action: Claim | Block) -> str:
    seat, route = state.mover, rules.map.connection(action.connection)
    name = rules.seats[seat]
    owner = state.owners[route.number]
    if owner != NOBODY:
        already = "already " if owner == seat else ""
        return f"{route.name} is {already}{rules.seats[owner]}'s"
    if not legal.free(rules, state, seat, route.number):
        return _twin(rules, state, route)
    ignored = rules.as_original and isinstance(action, Block)
    if state.trains[seat] < route.length and not ignored:
        return f"{route.name} takes {route.length} trains, and {name} has {state.trains[seat]}"
    if action.pay not in list(train_cards.ways(rules.map, state.hands[seat], route)):
        return _price(rules, state, route, action)
    return _conduct(rules, state, route, action)


def _twin(rules: Tickets, state: State, route: Connection) -> str:
    twin = rules.map.connections[route.twin]
    if state.owners[route.twin] == state.mover:
        return f"{rules.seats[state.mover]} already owns {twin.name} beside it"
    return f"with {rules.players} players only one of {route.name} and {twin.name} may be used"


def _price(rules: Tickets, state: State, route: Connection, action: Claim | Block) -> str:
    pay, hand = action.pay, state.hands[state.mover]
    cards = train_cards.spent(rules.map, pay)
    if any(want > have for want, have in zip(cards, hand, strict=True)):
        return f"{rules.seats[state.mover]} cannot pay {pay}"
    colour = "one colour" if route.colour < 0 else rules.map.colours[route.colour]
    ferry = f", {route.ferry} of them jokers" if route.ferry else ""
    return f"{route.name} costs {route.length} {colour}{ferry}, jokers standing in; not {pay}"


def _conduct(rules: Tickets, state: State, route: Connection, action: Claim | Block) -> str:
    if not rules.variant.is_spoken:
        return "in the classic rules nobody announces blocks or completed tickets"
    if isinstance(action, Claim):
        if route.number not in list(
            claim_rule.wanted(rules.map, rules.players, state, state.mover)
        ):
            name = rules.seats[state.mover]
            return f"{route.name} is on no shortest path of a ticket that {name} needs"
        return "it does not complete exactly the tickets that it names"
    target = rules.number(action.target)
    if target == state.mover:
        return "nobody may block themselves"
    if (action.ticket is None) != (rules.block == "agent"):
        return f"a block names {'no' if action.ticket else 'the'} ticket (block={rules.block})"
    held = claim_rule.holding(rules.map, rules.players, state, target, route.number)
    if not held or (action.ticket and rules.map.ticket(action.ticket).number not in held):
        ticket = action.ticket or "any ticket"
        return f"{route.name} is not on {action.target}'s shortest path for {ticket}"
    return "it names a ticket of the blocker's own or a completed one, or completes other tickets"
