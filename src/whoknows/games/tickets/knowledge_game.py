"""The knowledge game: everyone knows which tickets are held, not by whom, and claims speak.

You may claim a connection only on your own shortest path for a ticket that you hold, or as a block;
what is completed is announced and counted at once (see `claim_rule` and `says`). The game ends when
somebody has completed all their tickets, or no card is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whoknows.core.chance import Chance
from whoknows.core.error import Error
from whoknows.core.game import Update
from whoknows.core.names import written
from whoknows.core.plural import some
from whoknows.deals import updates
from whoknows.games.tickets import claim_rule, game_end, ticket_piles
from whoknows.games.tickets.card_chances import Dealing
from whoknows.games.tickets.even_deals import EvenDealing
from whoknows.games.tickets.moves import Action, Names
from whoknows.games.tickets.state import NOBODY, Phase, State, TicketPile

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets

FEW_TRAINS, FEW_TRAINS_ORIGINALLY = 2, 1  # with this many or fewer the last round begins
MOST_NODES = 1 << 26  # where tickets are drawn, places multiply


@dataclass(frozen=True, slots=True)
class KnowledgeVariant:
    """See `Variant`."""

    players: int = 3
    opponent: str = "kripke"
    opening: Phase = Phase.TURN
    is_spoken: bool = True
    has_tunnels: bool = False
    has_resets: bool = False

    def check(self, rules: Tickets) -> None:
        tickets = len(rules.map.tickets)
        if not rules.held >= 1 or rules.held * rules.players > tickets:
            raise Error(
                f"tickets: {rules.players} seats with {rules.held} tickets each are not possible: "
                f"the board {rules.board} has {tickets}"
            )

    def start_points(self, rules: Tickets, seat: int) -> int:
        return 0

    def stations(self, rules: Tickets) -> int:
        return 0

    def trail_bonus(self, rules: Tickets) -> int:
        return 0

    def last_trains(self, rules: Tickets) -> int:
        return FEW_TRAINS_ORIGINALLY if rules.as_original else FEW_TRAINS

    def may_draw(self, rules: Tickets) -> bool:
        return rules.draw

    def dealing(self, rules: Tickets) -> Chance[Action]:
        if rules.deal == "even":
            return EvenDealing(rules)
        names = tuple(ticket.name for ticket in rules.map.tickets)
        return Dealing(((names, rules.held),), rules.players)

    def dealt(
        self, rules: Tickets, hands: tuple[tuple[int, ...], ...], left: tuple[int, ...]
    ) -> tuple[tuple[TicketPile, ...], tuple[int, ...]]:
        """Every seat holds what it gets, and everyone knows which tickets are in the game."""
        if rules.draw:
            return ticket_piles.dealt(hands, left), tuple(range(len(rules.map.tickets)))
        return ticket_piles.dealt(hands, ()), tuple(sorted(t for hand in hands for t in hand))

    def deal_said(self, rules: Tickets, hands: tuple[Names, ...]) -> Iterator[Update]:
        held = [name for hand in hands for name in hand]
        playing = [t for t in rules.map.tickets if rules.draw or t.name in held]
        left = len(playing) - len(held)
        stock = {"stock": left} if left else {}
        worth = {t.name: t.points for t in playing}
        yield updates.Deal(
            dict.fromkeys(rules.seats, rules.held) | stock,
            tuple(worth),
            seats=rules.seats,
            looked=False,
            nodes=MOST_NODES if rules.draw else None,
            even=worth if rules.deal == "even" else {},
            sentence=_dealt(rules) + (f"; {left} are left" if left else ""),
        )
        for name in rules.seats:
            own = "their" if rules.is_named else "its"
            yield updates.Look(written(name), name, f"{name} looks at {own} tickets")

    def claimable(self, rules: Tickets, state: State) -> Sequence[int]:
        return list(claim_rule.wanted(rules.map, rules.players, state, state.mover))

    def full(self, rules: Tickets, state: State) -> list[int]:
        return claim_rule.full(rules.map, rules.players, state, state.mover)

    def is_last_round(self, rules: Tickets, state: State, *, claimed: bool) -> bool:
        return claimed and state.trains[state.mover] <= self.last_trains(rules)

    def is_over(self, rules: Tickets, state: State) -> bool:
        return all_done(state) or _stuck(rules, state)

    def points(self, rules: Tickets, state: State) -> Iterator[int]:
        """Completed tickets were counted when they were announced."""
        for seat in range(rules.players):
            left = (t for t in state.tickets(seat) if state.done[t] == NOBODY)
            yield -sum(rules.map.tickets[ticket].points for ticket in left)

    def completed(self, rules: Tickets, state: State, seat: int) -> int:
        return state.done.count(seat)


def _dealt(rules: Tickets) -> str:
    """The deal in words; without names, in those that were used before seats had any."""
    tickets = some(rules.held, "ticket")
    if rules.is_named:
        return f"each of the {rules.players} players is dealt {tickets}"
    return f"{tickets} each are dealt to {rules.players}"


def all_done(state: State) -> bool:
    """Whether the mover has completed all its tickets."""
    held = sum(len(pile.tickets) for pile in state.piles if pile.owner == state.mover)
    return state.done.count(state.mover) == held


def _stuck(rules: Tickets, state: State) -> bool:
    """No card is left; in the original program, nobody can do anything any more."""
    if rules.as_original:
        return game_end.all_passed(rules, state)
    return not (state.row or state.closed or any(state.discard))


KNOWLEDGE = KnowledgeVariant()
