"""Sets of deals too many to list, written as what is claimed of them.

A claim is that every one, or else that any one, of its parts holds: that a card lies in some
rooms, a further claim, or something that is not about the cards as they lie. Rooms are bits, and
those not among them are `~` of these, so that a claim need not know how many rooms there are.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from whoknows.deals.factual.possible_pasts import Trail

Masks = tuple[int, ...]  # for each card, the rooms in which it may lie


@dataclass(frozen=True)
class Other:
    """Something that is not about where the cards lie; it holds or it does not."""

    holds: bool = field(default=True, kw_only=True)

    def __invert__(self) -> Self:
        return replace(self, holds=not self.holds)


@dataclass(frozen=True)
class Known(Other):
    """These seats together know that a claim of the cards alone holds."""

    seats: frozenset[int]
    claim: "Claim"


@dataclass(frozen=True)
class Lay(Other):
    """This card lay in a place that no longer exists."""

    place: str
    card: int


@dataclass(frozen=True)
class Alike(Other):
    """What happened looks to somebody as on this trail."""

    trail: "Trail"


@dataclass(frozen=True)
class Claim:
    """All of its parts hold (`every`), or one of them at least."""

    every: bool
    lies: tuple[tuple[int, int], ...] = ()  # a card, and rooms in one of which it lies
    parts: frozenset["Claim | Other"] = frozenset()

    def __and__(self, other: "Claim") -> "Claim":
        if self is EVERYTHING:  # as all worlds are, with which much is joined
            return other
        return _made(True, {}, (self, other))

    def __or__(self, other: "Claim") -> "Claim":
        return _made(False, {}, (self, other))

    def __invert__(self) -> "Claim":
        lies = {card: ~rooms for card, rooms in self.lies}
        return _made(not self.every, lies, (~part for part in self.parts))

    def given(self, masks: Masks) -> "Claim":
        """What is left of the claim if the cards lie in these rooms anyway."""
        if not self.lies and not self.parts:
            return self
        here = ((card, rooms & masks[card]) for card, rooms in self.lies)
        lies = {card: -1 if rooms == masks[card] else rooms for card, rooms in here}
        parts = (p.given(masks) if isinstance(p, Claim) else p for p in self.parts)
        return _made(self.every, lies, parts)

    def without(self, part: "Claim") -> "Claim":
        """What it claims besides this part."""
        return _made(self.every, dict(self.lies), self.parts - {part})

    def answered(self, answer: Callable[[Other], bool]) -> "Claim":
        """The same with all that is not about the cards replaced by the answer."""
        parts = (
            p.answered(answer) if isinstance(p, Claim) else EVERYTHING if answer(p) else NOTHING
            for p in self.parts
        )
        return _made(self.every, dict(self.lies), parts)

    @property
    def stated(self) -> Iterator[Other]:
        """What it says outright that is not about the cards."""
        parts = self.parts if self.every else ()
        return (part for part in parts if isinstance(part, Other) and part.holds)

    @property
    def told(self) -> dict[str, int]:
        """Which cards it says outright lay in places that are no more."""
        return {part.place: part.card for part in self.stated if isinstance(part, Lay)}

    @property
    def is_one(self) -> bool:
        """Whether it has one part only."""
        return len(self.lies) + len(self.parts) == 1

    @property
    def is_factual(self) -> bool:
        """Whether it speaks of the cards alone."""
        return all(isinstance(part, Claim) and part.is_factual for part in self.parts)

    @property
    def tied(self) -> list[int]:
        """Cards of which it says something together; none if it speaks of each by itself."""
        if not self.every:
            return sorted(self.cards)
        parts = (sorted(part.cards) for part in self.parts if isinstance(part, Claim))
        return min(parts, default=[])

    @property
    def cards(self) -> frozenset[int]:
        """The cards that it mentions."""
        inner = (part.cards for part in self.parts if isinstance(part, Claim))
        return frozenset(card for card, _ in self.lies).union(*inner)

    def rooms(self, card: int) -> Iterator[int]:
        """The sets of rooms in which it says that the card lies."""
        inner = (part.rooms(card) for part in self.parts if isinstance(part, Claim))
        return chain((rooms for other, rooms in self.lies if other == card), *inner)

    def options(self) -> Iterator["Claim"]:
        """Its parts, each as a claim."""
        yield from (lying(card, rooms) for card, rooms in self.lies)
        yield from (_made(True, {}, (part,)) for part in self.parts)


EVERYTHING, NOTHING = Claim(True), Claim(False)


def lying(card: int, rooms: int) -> Claim:
    """The card lies in one of these rooms."""
    if rooms in (0, -1):
        return NOTHING if rooms == 0 else EVERYTHING
    return Claim(True, ((card, rooms),))


def stating(part: Other) -> Claim:
    """This holds."""
    return Claim(True, (), frozenset({part}))


def together(parts: Iterable[Claim | Other]) -> Claim:
    """All of these hold."""
    return _made(True, {}, parts)


def _made(every: bool, lies: Mapping[int, int], parts: Iterable[Claim | Other]) -> Claim:
    """All or one of these, with parts of the same kind merged in; what goes without saying is left
    out, and a single part counts as `every`."""
    lie, further = dict(lies), set[Claim | Other]()
    for part in parts:
        if isinstance(part, Other) or (part.every != every and not part.is_one):
            further.add(part)
            continue
        if lie:
            _join(lie, every, part.lies)
        else:  # all of the first at once, of which there may be many
            lie = dict(part.lies)
        further |= part.parts
    idle, decisive, decided = (-1, 0, NOTHING) if every else (0, -1, EVERYTHING)
    if decisive in lie.values() or (further and decided in further):
        return decided
    if idle in lie.values():
        lie = {card: rooms for card, rooms in lie.items() if rooms != idle}
    kept = tuple(sorted(lie.items()))
    if not kept and len(further) == 1:
        (only,) = further
        return only if isinstance(only, Claim) else Claim(True, (), frozenset(further))
    return Claim(every or len(kept) + len(further) == 1, kept, frozenset(further))


def _join(lie: dict[int, int], every: bool, lies: Iterable[tuple[int, int]]) -> None:
    """Each card lies where it did and where these say, or else here or there."""
    for card, rooms in lies:
        known = lie.setdefault(card, rooms)
        lie[card] = known & rooms if every else known | rooms
