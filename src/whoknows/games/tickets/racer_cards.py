"""Which train card `racer` takes: what brings the next claims nearest.

Cards in hand are given to the connections it wants one after another, first to those of a colour.
Whatever is still short makes its colour worth something, more so if little is missing. A card from
the row is taken if it is worth more than a blind one.
"""

from __future__ import annotations

from dataclasses import dataclass

from whoknows.core.agent import Choice
from whoknows.games.tickets import racer_numbers as named
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.knowledge_policy import SeatSight
from whoknows.games.tickets.moves import Action, Blind, Take
from whoknows.games.tickets.paths import Path
from whoknows.games.tickets.racer_numbers import Numbers
from whoknows.games.tickets.racer_plan import colour_for
from whoknows.games.tickets.state import Phase

MANY = 99  # more cards than any connection takes


@dataclass(slots=True)
class _Values:
    """What a card of each colour is worth so far, and the fewest cards that a claim lacks."""

    colours: list[int]
    fewest: int = MANY
    ferries: int = 0  # jokers that ferries take


def card(sight: SeatSight, numbers: Numbers, wanted: Path) -> Choice[Action] | None:
    """The card it takes for these connections."""
    values = _valued(sight, numbers, wanted)
    joker = len(values.colours)
    second = sight.state.phase == Phase.SECOND
    best: Choice[Action] | None = None
    most = 0
    blind = next((action for action in sight.actions if isinstance(action, Blind)), None)
    if blind:
        most = numbers.values[named.DRAW_SECOND if second else named.DRAW_BLIND]
        best = Choice(blind, ("a blind card is worth more than what lies face up",))
    takes = {a.colour: a for a in sight.actions if isinstance(a, Take)}
    for colour, name in enumerate((*sight.rules.map.colours, "joker")):
        if name in takes:
            worth = _joker(sight, numbers, values) if colour == joker else values.colours[colour]
            if best is None or worth > most:
                best, most = Choice(takes[name], (f"{name} brings its claims nearer",)), worth
    return best


def _valued(sight: SeatSight, numbers: Numbers, wanted: Path) -> _Values:
    need, near = numbers.values[named.DRAW_NEED], numbers.values[named.DRAW_NEAR]
    rest = list(sight.hand[:-1])
    values = _Values([0] * len(rest))
    routes = [sight.rules.map.connections[number] for number in wanted]
    for route in routes:
        values.ferries += route.ferry
        colour, cards = colour_for(sight, route), route.length - route.ferry
        if colour == GRAY:
            continue
        short = cards - rest[colour]
        rest[colour] = max(0, -short)
        if short > 0:
            values.colours[colour] += need + near // short
            values.fewest = min(values.fewest, short)
    for route in routes:
        if colour_for(sight, route) == GRAY:
            _value_gray(numbers, route.length - route.ferry, rest, values)
    return values


def _value_gray(numbers: Numbers, cards: int, rest: list[int], values: _Values) -> None:
    """Any colour will do for this many cards: it is paid from what is left over most, if it can."""
    best = max(range(len(rest)), key=lambda colour: rest[colour])
    if rest[best] >= cards:
        rest[best] -= cards
        return
    values.fewest = min(values.fewest, cards - rest[best])
    for colour, have in enumerate(rest):
        near = numbers.values[named.DRAW_GRAY_NEAR] // (cards - have)
        values.colours[colour] += numbers.values[named.DRAW_GRAY] + near


def _joker(sight: SeatSight, numbers: Numbers, values: _Values) -> int:
    """What a joker is worth that lies face up."""
    jokers = sight.hand[-1]
    lack = max(1, values.fewest - jokers)
    ferry = numbers.values[named.DRAW_FERRY] if values.ferries > jokers else 0
    return numbers.values[named.DRAW_JOKER] + numbers.values[named.DRAW_JOKER_NEAR] // lack + ferry
