"""The classic game: tickets are drawn and kept in secret, and anything may be claimed.

Tickets, the longest trail and stations are counted when the game is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whoknows.core.chance import Chance
from whoknows.core.error import Error
from whoknows.core.game import Update
from whoknows.deals import updates
from whoknows.games.tickets import game_end, ticket_piles
from whoknows.games.tickets.card_chances import Dealing
from whoknows.games.tickets.moves import Action, Names
from whoknows.games.tickets.state import Phase, State, TicketPile
from whoknows.logic.formula import Atom, Formula, Not

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets

USUAL = {"hand": None, "block": "card", "draw": False, "deal": "any", "as_original": False}


@dataclass(frozen=True, slots=True)
class Classic:
    """See `Variant`."""

    players: int = 2
    opponent: str = "greedy"
    opening: Phase = Phase.KEEP
    is_spoken: bool = False
    has_tunnels: bool = True
    has_resets: bool = True

    def check(self, rules: Tickets) -> None:
        numbers, players = rules.map.parameters, rules.players
        long = sum(ticket.long for ticket in rules.map.tickets)
        short = len(rules.map.tickets) - long
        if players * numbers.start_tickets > short or players * numbers.long_tickets > long:
            raise Error(f"tickets: the board {rules.board} has too few tickets for {players} seats")
        for option, usual in USUAL.items():
            if getattr(rules, option) != usual:
                raise Error(f"tickets: {option} is only an option with rules=knowledge")

    def start_points(self, rules: Tickets, seat: int) -> int:
        numbers = rules.map.parameters
        return numbers.start_score + seat * numbers.later_score

    def stations(self, rules: Tickets) -> int:
        return rules.map.parameters.stations

    def trail_bonus(self, rules: Tickets) -> int:
        return rules.map.parameters.trail_bonus

    def last_trains(self, rules: Tickets) -> int:
        return rules.map.parameters.last_trains

    def may_draw(self, rules: Tickets) -> bool:
        return True

    def dealing(self, rules: Tickets) -> Chance[Action]:
        numbers, tickets = rules.map.parameters, rules.map.tickets
        long = tuple(ticket.name for ticket in tickets if ticket.long)
        short = tuple(ticket.name for ticket in tickets if not ticket.long)
        kinds = (long, numbers.long_tickets), (short, numbers.start_tickets)
        return Dealing(kinds, rules.players)

    def dealt(
        self, rules: Tickets, hands: tuple[tuple[int, ...], ...], left: tuple[int, ...]
    ) -> tuple[tuple[TicketPile, ...], tuple[int, ...]]:
        """Every seat will choose from what it gets; long tickets lie separately."""
        tickets, cut = rules.map.tickets, rules.map.parameters.long_tickets
        far = tuple(ticket for ticket in left if tickets[ticket].long)
        near = tuple(ticket for ticket in left if not tickets[ticket].long)
        short, long = tuple(h[cut:] for h in hands), tuple(h[:cut] for h in hands)
        piles = ticket_piles.offered_at_start(short, long, near, far)
        return piles, tuple(range(len(tickets)))

    def deal_said(self, rules: Tickets, hands: tuple[Names, ...]) -> Iterator[Update]:
        """Long tickets lie in places of their own, which no other ticket enters."""
        numbers = rules.map.parameters
        long = [t.name for t in rules.map.tickets if t.long]
        short = [t.name for t in rules.map.tickets if not t.long]
        places, far, seen = dict[str, int](), dict[str, int](), dict[str, tuple[int]]()
        for seat in range(rules.players):
            places[f"offer{seat}"] = numbers.start_tickets
            seen[f"offer{seat}"] = (seat,)
        places["stock"] = len(short) - rules.players * numbers.start_tickets
        if numbers.long_tickets:
            for seat in range(rules.players):
                far[f"long{seat}"] = numbers.long_tickets
                seen[f"long{seat}"] = (seat,)
            far["out"] = len(long) - rules.players * numbers.long_tickets
        told = "tickets are dealt to choose from"
        if rules.is_named:
            told = "each player is dealt tickets to choose from"
        yield updates.Deal(
            places | far,
            tuple(t.name for t in rules.map.tickets),
            seats=rules.seats,
            seen=seen,
            law=_kinds(short, far) + _kinds(long, places) if far else (),
            engine="factual",
            sentence=told,
        )

    def claimable(self, rules: Tickets, state: State) -> Sequence[int]:
        return range(len(state.owners))

    def full(self, rules: Tickets, state: State) -> list[int]:
        return []

    def is_last_round(self, rules: Tickets, state: State, *, claimed: bool) -> bool:
        return state.trains[state.mover] <= self.last_trains(rules)

    def is_over(self, rules: Tickets, state: State) -> bool:
        return game_end.all_passed(rules, state)

    def points(self, rules: Tickets, state: State) -> Iterator[int]:
        lengths = game_end.trails(rules, state)
        for seat in range(rules.players):
            bonus = self.trail_bonus(rules) if lengths[seat] == max(lengths) else 0
            unused = self.stations(rules) - state.stations.count(seat)
            tickets, _ = game_end.tickets_worth(rules, state, seat)
            yield tickets + bonus + game_end.UNUSED_STATION * unused

    def completed(self, rules: Tickets, state: State, seat: int) -> int:
        return game_end.tickets_worth(rules, state, seat)[1]


def _kinds(names: Sequence[str], places: dict[str, int]) -> tuple[Formula, ...]:
    """None of these tickets lies in any of these places."""
    return tuple(Not(Atom("in", (place, name))) for name in names for place in places)


CLASSIC = Classic()
