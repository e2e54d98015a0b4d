"""What is going on, what the viewer is to do, and whatever cannot be done anywhere else."""

from collections.abc import Iterator

from whoknows.core.drawing import Seen, clickable
from whoknows.games.tickets.moves import Block, Claim, Extra, Pass, Station, Withdraw
from whoknows.games.tickets.page import train_card_hand
from whoknows.games.tickets.page.action_words import label
from whoknows.games.tickets.page.players import badge
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.state import Phase, State


def now(moment: Seen) -> str:
    """A line above the map."""
    rules, state = moment.game, moment.state
    buttons = "".join(
        f'<span class="act can" {clickable([action], label(rules, action))}>'
        f"{label(rules, action)}</span>"
        for action in moment.actions
        if isinstance(action, Extra | Withdraw | Pass)
    )
    asked = f"<p><b>Your turn:</b> {_asked(moment)}</p>" if moment.actions else ""
    told = (asked or "".join(_telling(rules, state))) + _last_round(state)
    return f'<div class="now">{told}{_tunnel(rules, state)}{buttons}</div>'


def _telling(rules: Tickets, state: State) -> Iterator[str]:
    mover = badge(rules, state.mover)
    match state.phase:
        case Phase.DEAL | Phase.HANDS:
            yield "<p>The cards are dealt.</p>"
        case Phase.KEEP | Phase.OFFER:
            yield f"<p>{mover} chooses tickets.</p>"
        case Phase.SECOND:
            yield f"<p>{mover} takes a second card.</p>"
        case Phase.OVER:
            yield "<p>The game is over.</p>"
        case _:
            yield f"<p>{mover} is to move.</p>"


def _asked(moment: Seen) -> str:
    """What the viewer is to do."""
    kinds = {type(action) for action in moment.actions}
    match moment.state.phase:
        case Phase.KEEP:
            return "choose the tickets that you keep."
        case Phase.SECOND:
            return "take a second card."
        case Phase.EXTRA:
            return "pay for the tunnel, or give it up."
    if kinds == {Pass}:
        return "there is nothing that you can do."
    claim = "claim a marked connection, or " if Claim in kinds else ""
    claim += "block somebody (dotted), or " if Block in kinds else ""
    build = ", or build a station" if Station in kinds else ""
    return f"{claim}take cards{build}."


def _last_round(state: State) -> str:
    if state.last < 0 or state.phase == Phase.OVER:
        return ""
    turns = f"{state.last} turn{'s' * (state.last != 1)}"
    return f'<p class="lastround">The last round: {turns} left.</p>'


def _tunnel(rules: Tickets, state: State) -> str:
    """The cards that a tunnel has turned up, and what they cost."""
    if state.bid is None:
        return ""
    line = rules.map.connections[state.bid.connection].name
    more = f": {state.bid.extra} more to pay" if state.bid.shown else ""
    turned = train_card_hand.turned_up(rules, state.bid.shown)
    return f'<p>Tunnel {line}{more}. <span class="turned">{turned}</span></p>'
