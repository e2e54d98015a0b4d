"""What all know of the deals beside the rooms of single cards: as a claim, as clauses, and a deal.

Whoever saw what was chosen at a showing knows more of it than that one of some cards lies there; so
what is left to be told depends on which showings these are, and is put together once for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from whoknows.deals.factual.claims import Claim, together
from whoknows.deals.hands.any_deal import first_deal
from whoknows.deals.hands.deal_search import Bits, deal_search
from whoknows.deals.hands.last_answers import Answers
from whoknows.deals.hands.showings import Asked, Shown
from whoknows.logic.filling import Filling

Rooms = Sequence[int]
Named = frozenset[str]  # showings of which it is told what was chosen


@dataclass(frozen=True, eq=False)
class ToldDeals:
    """Deals of which claims hold, and cards were shown."""

    filling: Filling
    claims: frozenset[Claim]
    showings: tuple[Shown, ...]
    _claims: dict[Named, Claim] = field(default_factory=dict, init=False)
    _clauses: dict[Named, list[Bits] | None] = field(default_factory=dict, init=False)
    _firsts: Answers[Asked, Rooms | None] = field(default_factory=Answers, init=False)

    def claim(self, asked: Asked) -> Claim:
        """All that is claimed of the deals of a set beside the rooms of single cards."""
        return together((self._told(asked.named), *asked.parts))

    @property
    def public(self) -> Claim:
        """What is claimed of all deals."""
        return self._told(frozenset())

    def clauses(self, asked: Asked) -> list[Bits] | None:
        """The same as clauses, in order; None if these are too many."""
        search = deal_search(self.filling.rooms, len(asked.masks))
        if asked.named not in self._clauses:
            self._clauses[asked.named] = search.clauses(self._told(asked.named))
        told = [self._clauses[asked.named], *(search.clauses(part) for part in asked.parts)]
        plain = [some for some in told if some is not None]
        return sorted(chain.from_iterable(plain)) if len(plain) == len(told) else None

    def first_rooms(self, asked: Asked) -> Rooms | None:
        """The room of each card in a deal of a set, always the same one; None if it is empty."""
        return self._firsts.once(asked, lambda: self._first(asked))

    def first_lies(self, asked: Asked) -> dict[int, int] | None:
        """The place of each card in that deal."""
        rooms, options = self.first_rooms(asked), self.filling.options
        return None if rooms is None else {c: options[c].index(r) for c, r in enumerate(rooms)}

    def _first(self, asked: Asked) -> Rooms | None:
        clauses = self.clauses(asked)
        return first_deal(self.filling, asked.masks, clauses, lambda: self.claim(asked))

    def _told(self, named: Named) -> Claim:
        if named not in self._claims:
            shown = (s.claim for s in self.showings if s.fact.name not in named)
            self._claims[named] = together((*self.claims, *shown))
        return self._claims[named]
