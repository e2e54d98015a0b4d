"""What sets one railway game apart from another: where the mechanics ask which one it is.

The mechanics (paying, paths, piles of tickets, the order of turns) are the same for all. A variant
says which of them are in play, how tickets are dealt, what may be claimed, when the game ends and
what it is then worth: see `classic_game` and `knowledge_game`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from whoknows.core.chance import Chance
from whoknows.core.game import Update
from whoknows.games.tickets.moves import Action, Names
from whoknows.games.tickets.state import Phase, State, TicketPile

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets


class Variant(Protocol):
    """One of the games; no state, and equal only to itself."""

    @property
    def players(self) -> int:
        """How many usually play."""

    @property
    def opponent(self) -> str:
        """The agent that plays it well."""

    @property
    def opening(self) -> Phase:
        """What follows when all cards are dealt."""

    @property
    def is_spoken(self) -> bool:
        """Whether claims, blocks and completed tickets are announced."""

    @property
    def has_tunnels(self) -> bool:
        """Whether tunnels ask for more than their length."""

    @property
    def has_resets(self) -> bool:
        """Whether a row with too many jokers is replaced."""

    def check(self, rules: Tickets) -> None:
        """Refuses options that make no sense."""

    def start_points(self, rules: Tickets, seat: int) -> int:
        """What a seat starts with."""

    def stations(self, rules: Tickets) -> int:
        """How many stations a seat may build."""

    def trail_bonus(self, rules: Tickets) -> int:
        """What the longest trail earns."""

    def last_trains(self, rules: Tickets) -> int:
        """With this many trains or fewer a seat begins the last round."""

    def may_draw(self, rules: Tickets) -> bool:
        """Whether tickets may be drawn."""

    def dealing(self, rules: Tickets) -> Chance[Action]:
        """What chance may deal."""

    def dealt(
        self, rules: Tickets, hands: tuple[tuple[int, ...], ...], left: tuple[int, ...]
    ) -> tuple[tuple[TicketPile, ...], tuple[int, ...]]:
        """Where tickets lie after a deal that leaves these, and which are in the game."""

    def deal_said(self, rules: Tickets, hands: tuple[Names, ...]) -> Iterator[Update]:
        """What a deal makes known."""

    def claimable(self, rules: Tickets, state: State) -> Sequence[int]:
        """The connections that the mover may claim, cards and trains apart."""

    def full(self, rules: Tickets, state: State) -> list[int]:
        """The tickets that the mover has to announce as completed, if it holds them."""

    def is_last_round(self, rules: Tickets, state: State, *, claimed: bool) -> bool:
        """Whether the turn that ends begins the last round."""

    def is_over(self, rules: Tickets, state: State) -> bool:
        """Whether the turn that ends is the last, whatever trains are left."""

    def points(self, rules: Tickets, state: State) -> Iterator[int]:
        """What is counted for each seat when the game is over."""

    def completed(self, rules: Tickets, state: State, seat: int) -> int:
        """How many of its tickets a seat has completed."""
