"""The railway game in numbers: see `core.game_numbers`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, perm
from typing import TYPE_CHECKING

from whoknows.core.game_numbers import after, around, marks, squeezed
from whoknows.games.tickets import train_cards
from whoknows.games.tickets.moves import (
    Action,
    Blind,
    Block,
    Claim,
    Draw,
    Extra,
    Keep,
    Pass,
    Pay,
    Station,
    Take,
    Withdraw,
)
from whoknows.games.tickets.state import Phase, State

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets

STATION_POINTS = 4
TUNNEL_CARDS = 3
PLAIN = {Blind: "draw blind", Draw: "draw tickets", Pass: "pass", Withdraw: "withdraw"}
# Tunnels may be tried and given up as often as one likes; no game that was played came near this.
LONGEST = 100_000


@dataclass(frozen=True)
class TicketsNumbers:
    """What a choice completes follows from the hand and is no part of it. Of tickets offered it
    counts where they stand among these, in the order of the board."""

    game: Tickets
    longest = LONGEST

    @cached_property
    def choices(self) -> tuple[str, ...]:
        takes = (f"take {colour}" for colour in self.game.card_names)
        return (*takes, *PLAIN.values(), *self._keeps(), *self._claims(), *self._towns())

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple(ticket.name for ticket in self.game.map.tickets)

    @property
    def points(self) -> tuple[float, float]:
        """All tickets lost, and all of them, all connections, the trail and every station won."""
        here, variant = self.game.map, self.game.variant
        tickets = sum(ticket.points for ticket in here.tickets)
        lines = sum(here.parameters.points[line.length] for line in here.connections)
        first, *_, last = (variant.start_points(self.game, n) for n in range(self.game.players))
        stations = STATION_POINTS * variant.stations(self.game)
        most = last + tickets + lines + stations + variant.trail_bonus(self.game)
        return float(first - tickets), float(most)

    @property
    def outcomes(self) -> int:
        """Of the deal, of tickets offered, of cards given or turned up: their order counts in the
        first two."""
        here = self.game.map
        numbers, colours = here.parameters, len(here.deck)
        together = max(numbers.start_hand, numbers.face_up, TUNNEL_CARDS)
        offered = perm(len(here.tickets), numbers.draw_tickets)
        cards = comb(colours + together - 1, together)
        return max(self.game.chance(self.game.start()).count(), offered, cards)

    def choice(self, state: State, action: Action) -> str:
        match action:
            case Take(_, colour):
                return f"take {colour}"
            case Claim(_, connection, pay):
                return f"claim {connection} with {pay}"
            case Block(_, target, ticket, connection, pay):
                further = after(state.mover, self.game.number(target), self.game.players)
                return _block(further, ticket, connection, pay)
            case Keep(_, kept, back):
                offered = sorted(self.game.tickets((*kept, *back)))
                return _keep(offered.index(ticket) for ticket in self.game.tickets(kept))
            case Station(_, city, pay):
                return f"station in {city} with {pay}"
            case Extra(_, pay):
                return f"add {pay}"
        return PLAIN[type(action)]

    def seen(self, veiled: State, seat: int) -> list[float]:
        """Who owns what, the cards that lie open or are one's own, tickets held and offered."""
        players, here = self.game.players, self.game.map
        deck = len(here.deck)
        rows: list[list[float]] = [
            marks([veiled.phase], len(Phase)),
            marks([after(seat, veiled.mover, players)], players),
            *(marks([after(seat, owner, players)], players) for owner in veiled.owners),
            *(marks([after(seat, owner, players)], players) for owner in veiled.stations),
            *(marks([after(seat, who, players)], players) for who in veiled.done),
            marks(veiled.playing, len(here.tickets)),
            marks(veiled.tickets(seat), len(here.tickets)),
            marks(self._offered(veiled, seat), len(here.tickets)),
        ]
        counts = [veiled.row.count(colour) for colour in range(deck)]
        for row in (veiled.hands[seat], veiled.discard, *around(veiled.open, seat)):
            counts += row
        bid = veiled.bid
        counts += bid.paid if bid else (0,) * deck
        counts += [bid.extra if bid else 0, veiled.last, veiled.passed, veiled.closed]
        counts += [*around(veiled.trains, seat), *around(veiled.points, seat)]
        return [mark for row in rows for mark in row] + [squeezed(number) for number in counts]

    def _offered(self, veiled: State, seat: int) -> list[int]:
        piles = (veiled.pile_at(f"long{seat}"), veiled.pile_at(f"offer{seat}"))
        return [ticket for pile in piles if pile for ticket in pile.tickets]

    def _keeps(self) -> Iterator[str]:
        numbers = self.game.map.parameters
        most = max(numbers.start_tickets + numbers.long_tickets, numbers.draw_tickets)
        for many in range(most + 1):
            yield from map(_keep, combinations(range(most), many))

    def _claims(self) -> Iterator[str]:
        here, spoken = self.game.map, self.game.variant.is_spoken
        named = self.cards if self.game.block == "card" else (None,)
        for line in here.connections:
            for pay in train_cards.ways(here, here.deck, line):
                yield f"claim {line.name} with {pay}"
                for further in range(1, self.game.players if spoken else 1):
                    yield from (_block(further, ticket, line.name, pay) for ticket in named)

    def _towns(self) -> Iterator[str]:
        """Stations, and what tunnels ask for."""
        here, stations = self.game.map, self.game.variant.stations(self.game)
        for cost in range(1, stations + 1):
            for city in here.cities:
                yield from (f"station in {city.name} with {pay}" for pay in self._sums(cost))
        if self.game.variant.has_tunnels:
            for cost in range(1, TUNNEL_CARDS + 1):
                yield from (f"add {pay}" for pay in self._sums(cost))

    def _sums(self, cost: int) -> Iterator[Pay]:
        here = self.game.map
        for colour in range(here.joker):
            yield from train_cards.sums(here, here.deck, colour, cost)
        yield Pay("joker", 0, cost)


def _block(further: int, ticket: str | None, connection: str, pay: Pay) -> str:
    holding = f" holding {ticket}" if ticket else ""
    return f"block {further} further{holding} at {connection} with {pay}"


def _keep(places: Iterable[int]) -> str:
    return f"keep {' '.join(str(place + 1) for place in sorted(places))}"
