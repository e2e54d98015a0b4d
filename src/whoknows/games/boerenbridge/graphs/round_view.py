"""A round as one seat sees it: its hand, the trick, the cards that are out, the order of cards.

Value of a card in play: its rank (0 for a two to 12 for an ace), 13 more in the suit led, 26 more
as a trump. Between equals of different suits, clubs < diamonds < hearts < spades. *Lowest* and
*highest* are by this order everywhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeGuard, TypeVar, cast

from whoknows.core.agent import View
from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.rules import Boerenbridge, best, playable
from whoknows.games.boerenbridge.state import Action, Cards, State
from whoknows.logic.knowledge import Knowledge

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True, eq=False)
class RoundView:
    """What the seat to move sees; what others hold is for its knowledge to say."""

    rules: Boerenbridge
    view: View[State, Action]
    knows: bool = True  # False: it takes every card that is out for possible everywhere

    @property
    def state(self) -> State:
        """The state, veiled."""
        return self.view.state

    @property
    def knowledge(self) -> Knowledge:
        # The cards of Boerenbridge are dealt by our own logic, so its knowledge is the logic's.
        return cast(Knowledge, self.view.knowledge)

    @property
    def name(self) -> str:
        return self.rules.seats[self.view.seat]

    @property
    def others(self) -> tuple[str, ...]:
        """The other seats, the next to play first."""
        return self._after(self.rules.players - 1)

    @property
    def later(self) -> tuple[str, ...]:
        """The seats that have yet to play to this trick after me."""
        return self._after(self.rules.players - 1 - len(self.trick))

    @property
    def trump(self) -> int:
        return self.state.trump

    @property
    def trick(self) -> Cards:
        """The cards on the table, the leader's first."""
        return self.state.trick

    @property
    def led(self) -> int | None:
        """The suit led; None when leading."""
        return cards.suit(self.trick[0]) if self.trick else None

    @property
    def best(self) -> int:
        """The card that wins the trick so far."""
        return self.trick[best(self.trick, self.trump)]

    @property
    def hand(self) -> Cards:
        return self.state.hands[self.view.seat]

    @property
    def playable(self) -> Cards:
        return playable(self.hand, self.trick)

    @property
    def unseen(self) -> Cards:
        """The cards not yet played and not mine: others hold them, or they lie in the stock."""
        seen = {self.state.turned, *(card for pile in self.state.dealt for card in pile)}
        return tuple(card for card in self.rules.pack(self.state.round) if card not in seen)

    @property
    def bid_is_reached(self) -> bool:
        seat = self.view.seat
        return self.state.won[seat] >= self.state.bids[seat]

    def shows_void(self, seat: str, suit: int) -> bool:
        """Whether the seat has failed to follow this suit before."""
        return bool(self.state.voids[self.rules.seats.index(seat)] >> suit & 1)

    def order(self, card: int) -> tuple[int, int]:
        """The place of a card among all: its value, then its suit."""
        suit = cards.suit(card)
        more = 26 if suit == self.trump else 13 if suit == self.led else 0
        return cards.rank(card) + more, suit

    def lowest(self, among: Iterable[int]) -> int | None:
        return min(among, key=self.order, default=None)

    def highest(self, among: Iterable[int]) -> int | None:
        return max(among, key=self.order, default=None)

    def _after(self, many: int) -> tuple[str, ...]:
        names = self.rules.seats
        return tuple(names[(self.view.seat + step) % len(names)] for step in range(1, many + 1))


def seen(view: View[S, A], who: str, *, knows: bool = True) -> RoundView:
    """What the view shows; an `Error` that names this agent if it is not of Boerenbridge."""
    rules = view.game
    if not isinstance(rules, Boerenbridge) or not _is_ours(view):
        raise Error(not_boerenbridge(view.game, who))
    return RoundView(rules, view, knows)


def _is_ours(view: View[S, A]) -> TypeGuard[View[State, Action]]:
    return isinstance(view.game, Boerenbridge)


def not_boerenbridge(game: Game[S, A], who: str) -> str:
    """Why this agent does not play a game; nothing if it is Boerenbridge."""
    is_ours = isinstance(game, Boerenbridge)
    return "" if is_ours else f"{who} plays boerenbridge only, not {game.name}"


def of_suit(among: Iterable[int], suit: int | None) -> Cards:
    return tuple(card for card in among if cards.suit(card) == suit)


def without_suit(among: Iterable[int], suit: int) -> Cards:
    return tuple(card for card in among if cards.suit(card) != suit)
