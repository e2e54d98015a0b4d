"""How the knowledge game is played: own claims first, then blocks, then cards that are wanted.

Each function takes what a seat sees and returns its choice with reasons, or None if it finds
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from whoknows.core.agent import Choice
from whoknows.games.tickets import claim_rule
from whoknows.games.tickets.board import GRAY, Connection
from whoknows.games.tickets.moves import Action, Blind, Block, Claim, Keep, Pass, Pay, Take
from whoknows.games.tickets.paths import Path
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.state import NOBODY, Counts, State
from whoknows.games.tickets.train_cards import most_held

Knows = Callable[[int, str], bool]  # whether a seat is known to hold a ticket


@dataclass(frozen=True)
class SeatSight:
    """What a seat sees: the veiled state, and what it may do."""

    rules: Tickets
    seat: int
    state: State
    actions: tuple[Action, ...]

    @property
    def hand(self) -> Counts:
        return self.state.hands[self.seat]

    @cached_property
    def unfinished(self) -> list[int]:
        """Its tickets that are not completed, in the order dealt."""
        return [t for t in self.state.tickets(self.seat) if self.state.done[t] == NOBODY]

    @cached_property
    def paths(self) -> dict[int, Path]:
        """Its shortest path for each ticket."""
        return claim_rule.paths(self.rules.map, self.rules.players, self.state, self.seat)

    def worth(self, ticket: int) -> int:
        return self.rules.map.tickets[ticket].points


def claim(sight: SeatSight) -> Choice[Action] | None:
    """A connection it can pay for, for its most valuable ticket; the first found on ties."""
    claims = {(a.connection, a.pay): a for a in sight.actions if isinstance(a, Claim)}
    best: tuple[int, Claim, int] | None = None
    for connection in claim_rule.wanted(
        sight.rules.map, sight.rules.players, sight.state, sight.seat
    ):
        route = sight.rules.map.connections[connection]
        action = claims.get((route.name, payment(sight, route)))
        ticket = max((t for t in sight.unfinished if connection in sight.paths[t]), key=sight.worth)
        if action and (best is None or sight.worth(ticket) > best[0]):
            best = sight.worth(ticket), action, ticket
    if best is None:
        return None
    name = sight.rules.map.tickets[best[2]].name
    return Choice(best[1], (f"on the path of {name}, worth {best[0]}",))


def block(sight: SeatSight, knows: Knows, rng: Random) -> Choice[Action] | None:
    """A block of the most valuable ticket that somebody is known to hold; ties go by seat, ticket
    and path."""
    found = list(_blocks(sight, knows))
    if not found:
        return None
    if sight.rules.as_original:
        # The original kept the last candidate of each target and drew a target at random.
        last = {action.target: action for _, action in found}
        return Choice(last[rng.choice(sorted(last))], ("blocks somebody",))
    worth, action = max(found, key=lambda pair: pair[0])
    held = action.ticket or "a ticket"
    return Choice(action, (f"{action.target} holds {held}, worth {worth}",))


def drawn(sight: SeatSight, needed: Iterable[int]) -> Choice[Action] | None:
    """A card: a face-up joker first, then the most wanted colour, then blind."""
    takes = {a.colour: a for a in sight.actions if isinstance(a, Take)}
    if "joker" in takes:
        return Choice(takes["joker"], ("a joker lies face up",))
    for colour, missing in wanted(sight, needed):
        name = sight.rules.map.colours[colour]
        if name in takes:
            why = f"lacks {missing} {name}" if missing else f"wants {name}"
            return Choice(takes[name], (f"{why} for a connection",))
    blind = next((a for a in sight.actions if isinstance(a, Blind)), None)
    if blind:
        return Choice(blind, ("nothing it wants lies face up",))
    return Choice(next(iter(takes.values())), ("the closed pile is empty",)) if takes else None


def only(sight: SeatSight) -> Choice[Action]:
    """Whatever is left: keeping as few tickets as possible, or passing."""
    keeps = [action for action in sight.actions if isinstance(action, Keep)]
    if keeps:
        return Choice(min(keeps, key=lambda keep: len(keep.kept)), ("tickets cost points",))
    passing = (action for action in sight.actions if isinstance(action, Pass))
    return Choice(next(passing, sight.actions[0]), ("there is nothing else to do",))


def wanted(sight: SeatSight, needed: Iterable[int]) -> list[tuple[int, int]]:
    """The colours of these connections with how many cards are missing, fewest first."""
    missing: dict[int, int] = {}
    for connection in needed:
        route = sight.rules.map.connections[connection]
        colour = most_held(sight.hand) if route.colour == GRAY else route.colour
        lacking = max(0, route.length - sight.hand[colour])
        missing[colour] = min(lacking, missing.get(colour, lacking))
    return sorted(missing.items(), key=lambda pair: pair[1])


def payment(sight: SeatSight, route: Connection) -> Pay:
    """How it pays: as many cards of the colour as the connection takes, then jokers."""
    colour = most_held(sight.hand) if route.colour == GRAY else route.colour
    cards = min(sight.hand[colour], route.length - route.ferry)
    if cards == 0:
        return Pay("joker", 0, route.length)
    return Pay(sight.rules.map.colours[colour], cards, route.length - cards)


def needed(sight: SeatSight) -> Iterator[int]:
    """The connections for which it wants cards, path by path."""
    if sight.rules.as_original:
        # The original also counted connections it owned and tickets it had completed.
        for ticket in sight.state.tickets(sight.seat):
            yield from sight.paths[ticket]
        return
    yield from claim_rule.wanted(sight.rules.map, sight.rules.players, sight.state, sight.seat)


def _blocks(sight: SeatSight, knows: Knows) -> Iterator[tuple[int, Block]]:
    """What it may say and can pay as it likes to, with what the ticket is worth."""
    board = sight.rules.map
    for action in sight.actions:
        if isinstance(action, Block):
            route = board.connection(action.connection)
            if action.pay == payment(sight, route):
                yield _blocked_worth(sight, knows, action), action


def _blocked_worth(sight: SeatSight, knows: Knows, action: Block) -> int:
    if action.ticket is not None:
        return sight.rules.map.ticket(action.ticket).points
    route, target = sight.rules.map.connection(action.connection), sight.rules.number(action.target)
    held = claim_rule.holding(
        sight.rules.map, sight.rules.players, sight.state, target, route.number
    )
    return max(sight.worth(t) for t in held if knows(target, sight.rules.map.tickets[t].name))
