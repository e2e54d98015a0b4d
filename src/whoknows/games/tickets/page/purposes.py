"""What a move does for the seat that thinks of it, in words.

On which way a connection lies, which colour is still short, whom a block costs what.

All of it follows from the seat's own cards and from what is public.
"""

from whoknows.core.drawing import Seen, own_seat
from whoknows.core.plural import some
from whoknows.games.tickets.board import GRAY, Connection
from whoknows.games.tickets.moves import Action, Blind, Block, Claim, Draw, Keep, Take
from whoknows.games.tickets.page import offers, ticket_cards
from whoknows.games.tickets.page.action_words import listed
from whoknows.games.tickets.page.glyphs import JOKER
from whoknows.games.tickets.page.ticket_cards import Slip
from whoknows.games.tickets.paths import cost, path
from whoknows.games.tickets.state import NOBODY


def purpose(moment: Seen, action: Action) -> str:
    """A sentence without its end; nothing where there is nothing to say."""
    match action:
        case Claim():
            return _claimed(moment, action)
        case Block():
            return _blocked(moment, action)
        case Take():
            return _taken(moment, action.colour)
        case Blind():
            return "any colour, and nobody sees which"
        case Draw():
            return f"more tickets, with {some(moment.state.trains[own_seat(moment)], 'train')} left"
        case Keep():
            found = ticket_cards.offered(moment, own_seat(moment))
            return offers.running(moment, [s for s in found if s.ticket.name in action.kept])
    return ""


def _claimed(moment: Seen, claim: Claim) -> str:
    if claim.completes:
        return f"completes {listed(claim.completes)}"
    number = moment.game.map.connection(claim.connection).number
    on_way = [slip for slip in _to_do(moment) if number in slip.way]
    if not on_way:
        return "on none of your ways: only for its points"
    length = moment.game.map.connections[number].length
    rest = [f"{slip.ticket.name} ({slip.left - length} to go after it)" for slip in on_way]
    return f"on your way for {listed(tuple(rest))}"


def _blocked(moment: Seen, block: Block) -> str:
    """What the detour costs the one who is blocked."""
    if not block.ticket:
        return f"in the way of {block.target}"
    rules, state = moment.game, moment.state
    seat, ticket = rules.number(block.target), rules.map.ticket(block.ticket)
    number = rules.map.connection(block.connection).number
    taken = tuple(own_seat(moment) if n == number else own for n, own in enumerate(state.owners))
    before, after = (
        path(rules.map, seat, own, ticket, rules.players) for own in (state.owners, taken)
    )
    if not after:
        return f"leaves {block.target} no way for {block.ticket}"
    more = cost(rules.map, seat, taken, after) - cost(rules.map, seat, state.owners, before)
    return f"costs {block.target} {some(more, 'more train')} for {block.ticket}"


def _taken(moment: Seen, colour: str) -> str:
    """For which connection on one's ways a card of this colour is short."""
    if colour == JOKER:
        return "stands for any colour"
    held = dict(zip(moment.game.card_names, moment.state.hands[own_seat(moment)], strict=True))
    for slip in _to_do(moment):
        for line in _free(moment, slip):
            if _colour(moment, line) == colour and held[colour] < line.length:
                many = f"{held[colour] + 1} of {line.length}"
                return f"{many} for {line.name}, on your way for {slip.ticket.name}"
    return f"you then have {held[colour] + 1}, and need no more of it on your ways"


def _to_do(moment: Seen) -> list[Slip]:
    return [slip for slip in ticket_cards.held(moment, own_seat(moment)) if slip.status == "to do"]


def _free(moment: Seen, slip: Slip) -> list[Connection]:
    lines = [moment.game.map.connections[number] for number in slip.way]
    return [line for line in lines if moment.state.owners[line.number] == NOBODY]


def _colour(moment: Seen, line: Connection) -> str:
    return "" if line.colour == GRAY else str(moment.game.map.colours[line.colour])
