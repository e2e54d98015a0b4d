"""What `rival` does with its cards: what it keeps them for, how it pays, which it takes.

Cards in hand are given to the connections that its ways still need, one after another, first to
those of a colour. Whatever is short makes its colour worth something, more so if little is missing;
so does what a block lacks. What is left over may be spent on blocks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from whoknows.core.agent import Choice
from whoknows.games.tickets import claim_rule
from whoknows.games.tickets import rival_numbers as named
from whoknows.games.tickets.board import GRAY, Connection
from whoknows.games.tickets.knowledge_policy import SeatSight
from whoknows.games.tickets.moves import Action, Blind, Pass, Pay, Take
from whoknows.games.tickets.rival_numbers import Habits
from whoknows.games.tickets.state import Phase

MANY = 99  # more cards than any connection takes


@dataclass(slots=True)
class Purse:
    """The cards of a seat as its ways ask for them."""

    spare: list[int]  # by colour what coloured connections leave over
    rest: list[int]  # and what gray ones leave over too
    urges: list[int]  # what a card of each colour is worth
    lacks: dict[int, int] = field(default_factory=dict)  # how many cards each open ticket lacks
    fewest: int = MANY  # cards that some claim lacks
    ferries: int = 0  # jokers that ferries take


@dataclass(frozen=True, slots=True)
class Price:
    """A way to pay, and how much it hurts, in hundredths."""

    pay: Pay
    price: int


def reserve(sight: SeatSight, habits: Habits) -> Purse:
    """Gives the cards in hand to the connections that its ways still need."""
    rules, hand = sight.rules, sight.hand
    purse = Purse(list(hand[:-1]), [], [0] * (len(hand) - 1))
    purse.lacks = dict.fromkeys(sight.unfinished, -hand[-1])
    wanted = list(claim_rule.wanted(rules.map, rules.players, sight.state, sight.seat))
    routes = [rules.map.connections[number] for number in wanted]
    for route in routes:
        if route.colour != GRAY:
            _note_lack(sight, purse, route, _give(habits, purse, route))
    purse.rest = list(purse.spare)
    for route in routes:
        if route.colour == GRAY:
            short = _give_gray(habits, purse, route.length - route.ferry)
            _note_lack(sight, purse, route, short)
    return purse


def payment(
    sight: SeatSight, habits: Habits, purse: Purse, route: Connection, *, spares: bool
) -> Price | None:
    """The way to pay that hurts least: jokers, and cards of its own ways if it spares them; of
    equal ones the colour that it has most of. None if it cannot pay."""
    per_joker, per_card = habits.values[named.CLAIM_JOKER], habits.values[named.CLAIM_NEEDED]
    hand, jokers = sight.hand, sight.hand[-1]
    found: list[tuple[int, int, int, int]] = []
    for colour in range(len(hand) - 1) if route.colour == GRAY else (route.colour,):
        extra = max(route.ferry, route.length - hand[colour])
        if extra <= jokers and extra < route.length:
            eaten = max(0, route.length - extra - purse.spare[colour]) if spares else 0
            found.append((extra * per_joker + eaten * per_card, -hand[colour], colour, extra))
    if found:
        price, _, colour, extra = min(found)
        return Price(Pay(sight.rules.map.colours[colour], route.length - extra, extra), price)
    if jokers < route.length:
        return None
    return Price(Pay("joker", 0, route.length), route.length * per_joker)


def urge_block(habits: Habits, purse: Purse, route: Connection, spoils: int) -> None:
    """A card that brings a block nearer is worth something too, by what the block would spoil."""
    worth = habits.values[named.DRAW_BLOCK] * max(0, spoils) // named.WHOLE
    for colour in range(len(purse.rest)) if route.colour == GRAY else (route.colour,):
        short = route.length - route.ferry - purse.rest[colour]
        if short > 0:
            purse.urges[colour] += worth // short


def card(sight: SeatSight, habits: Habits, purse: Purse) -> Choice[Action]:
    """The card it takes; otherwise it passes."""
    best, most = None, 0
    for action, worth in _cards(sight, habits, purse):
        if best is None or worth > most:
            best, most = action, worth
    if best is not None:
        return Choice(best, ("worth most to its ways and blocks",))
    passing = (action for action in sight.actions if isinstance(action, Pass))
    return Choice(next(passing, sight.actions[0]), ("there is nothing else to do",))


def _cards(sight: SeatSight, habits: Habits, purse: Purse) -> Iterable[tuple[Action, int]]:
    """What it may take, and what each is worth: a blind one first, a joker last."""
    blind = next((action for action in sight.actions if isinstance(action, Blind)), None)
    if blind:
        second = sight.state.phase == Phase.SECOND
        yield blind, habits.values[named.DRAW_SECOND if second else named.DRAW_BLIND]
    takes = {a.colour: a for a in sight.actions if isinstance(a, Take)}
    for name, worth in zip(sight.rules.map.colours, purse.urges, strict=True):
        if name in takes:
            yield takes[name], worth
    if "joker" in takes:
        yield takes["joker"], _joker_worth(sight, habits, purse)


def _joker_worth(sight: SeatSight, habits: Habits, purse: Purse) -> int:
    """What a joker is worth that lies face up."""
    jokers, values = sight.hand[-1], habits.values
    its = values[named.DRAW_JOKER]
    its += values[named.DRAW_JOKER_NEAR] // max(1, purse.fewest - jokers)
    return its + (values[named.DRAW_FERRY] if purse.ferries > jokers else 0)


def _give(habits: Habits, purse: Purse, route: Connection) -> int:
    """Gives cards to a connection of a colour; how many it is short of."""
    short = route.length - route.ferry - purse.spare[route.colour]
    purse.spare[route.colour] = max(0, -short)
    if short > 0:
        near = habits.values[named.DRAW_NEAR] // short
        purse.urges[route.colour] += habits.values[named.DRAW_NEED] + near
    return max(0, short)


def _give_gray(habits: Habits, purse: Purse, cards: int) -> int:
    """Any colour will do for this many cards: it is paid from what is left over most."""
    best = purse.rest.index(max(purse.rest))
    if purse.rest[best] >= cards:
        purse.rest[best] -= cards
        return 0
    for colour, have in enumerate(purse.rest):
        purse.urges[colour] += habits.values[named.DRAW_GRAY] // (cards - have)
    return cards - purse.rest[best]


def _note_lack(sight: SeatSight, purse: Purse, route: Connection, short: int) -> None:
    """The tickets on whose ways the connection lies lack this many cards more, and its jokers."""
    purse.ferries += route.ferry
    if short > 0:
        purse.fewest = min(purse.fewest, short)
    for ticket in sight.unfinished:
        if route.number in sight.paths[ticket]:
            purse.lacks[ticket] += short + route.ferry
