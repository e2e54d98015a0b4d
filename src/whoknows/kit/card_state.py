"""The state of a card game: what all see, and what is hidden, told apart once and for all.

The game's own part is `public`: no rule ever puts a hidden card there, because the rules that make
it are not told any. Where cards lie and what was shown in private is kept beside it; from the
declarations of the deal and the moves follows who sees what of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

Public = TypeVar("Public")
BLANK = -1  # the place of a card that one does not see, and a card that one was not shown
EVERYBODY = -1  # nothing is veiled


class Showing(NamedTuple):
    """Who showed a card to whom; which one of these, only the two know."""

    by: int
    to: int
    card: int
    among: int = 0  # a bit for each card that it may have been


@dataclass(frozen=True, slots=True)
class CardState(Generic[Public]):
    """`lies` has for each card the number of its place; nothing before the deal."""

    public: Public
    lies: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()  # for each place a bit for every seat that sees it
    shown: tuple[Showing, ...] = ()
    # For whom it was veiled, and so need not be again; a state that is made of it was not.
    _only_for: int | None = field(default=EVERYBODY, init=False, repr=False, compare=False)

    def veiled(self, seat: int | None) -> CardState[Public]:
        """With everything blank that the seat does not see; None is an outsider."""
        if seat == self._only_for:
            return self
        found = CardState(self.public, *self._seen_by(seat))
        object.__setattr__(found, "_only_for", seat)
        return found

    def sees(self, seat: int | None, place: int) -> bool:
        """Whether a seat sees what lies in a place."""
        return seat is not None and bool(self.seen[place] >> seat & 1)

    def looked(self, seat: int, place: int) -> CardState[Public]:
        """The same when a seat has looked at a place."""
        seen = tuple(s | 1 << seat if n == place else s for n, s in enumerate(self.seen))
        return replace(self, seen=seen)

    def cards(self, place: int) -> Iterator[int]:
        """The numbers of the cards that lie in a place, as far as one sees them."""
        return (card for card, lie in enumerate(self.lies) if lie == place)

    def met(self, seat: int) -> int:
        """A bit for each card that a seat was shown, as far as one sees that."""
        found = 0
        for one in self.shown:
            if one.to == seat and one.card != BLANK:
                found |= 1 << one.card
        return found

    def _seen_by(
        self, seat: int | None
    ) -> tuple[tuple[int, ...], tuple[int, ...], tuple[Showing, ...]]:
        """What the seat sees of all but what is public; searches ask at every step."""
        if seat is None:
            return (BLANK,) * len(self.lies), self.seen, tuple(map(_blank, self.shown))
        visible = [n if who >> seat & 1 else BLANK for n, who in enumerate(self.seen)]
        visible.append(BLANK)  # the last place, which is that of cards already blank
        lies = tuple([visible[n] for n in self.lies])
        shown = [one if one.by == seat or one.to == seat else _blank(one) for one in self.shown]
        return lies, self.seen, tuple(shown)

    @property
    def is_whole(self) -> bool:
        """Whether all is there: cards are dealt, and none is veiled."""
        dealt = bool(self.lies) and BLANK not in self.lies
        return dealt and BLANK not in [one.card for one in self.shown]


@lru_cache(1 << 12)  # states are veiled again and again, at every step of a search
def _blank(showing: Showing) -> Showing:
    return showing._replace(card=BLANK)
