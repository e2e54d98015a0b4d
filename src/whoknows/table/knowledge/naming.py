"""How the table names worlds: by short keys, and by the cards in each of their piles.

A key is the number of each card's place, so it is short, fits in an address as it is, and means the
same at every moment of a round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_letters, digits
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whoknows.core.error import Error
from whoknows.core.names import person
from whoknows.deals.places import DealVocabulary
from whoknows.logic.card_letters import letters, run_together, spelled
from whoknows.logic.vocabulary import Value
from whoknows.table.knowledge.place_names import whereabouts

MOST_UNOWNED = 6  # cards that lie in nobody's hand, and are told
DIGITS = digits + ascii_letters


def key(vocabulary: DealVocabulary, values: Mapping[str, Value]) -> str:
    """The key of a world, given as values of facts."""
    codes = [fact.codes[str(values[fact.name])] for fact in vocabulary.facts]
    return key_of_codes(codes, is_wide(vocabulary))


def key_of_codes(codes: Sequence[int], wide: bool = False) -> str:
    """The key of a world, given as numbers of values."""
    return ".".join(map(str, codes)) if wide else "".join(DIGITS[code] for code in codes)


def keys_of_codes(rows: NDArray[np.int32], wide: bool = False) -> list[str]:
    """The keys of many worlds."""
    if wide:
        return [key_of_codes(row, wide) for row in rows.tolist()]
    signs = np.frombuffer(DIGITS.encode(), np.uint8)[rows].tobytes().decode()
    many = rows.shape[1]
    return [signs[at * many : (at + 1) * many] for at in range(len(rows))]


def world_of(vocabulary: DealVocabulary, text: str) -> dict[str, Value]:
    """The world of a key, as values of facts; an `Error` if no world has this key."""
    codes = text.split(".") if is_wide(vocabulary) else [str(DIGITS.find(sign)) for sign in text]
    values: dict[str, Value] = {}
    for fact, code in zip(vocabulary.facts, codes, strict=False):
        if not code.isdecimal() or int(code) >= len(fact.values):
            raise Error(f"no world has the key {text[:80]}")
        values[fact.name] = fact.values[int(code)]
    if len(codes) != len(vocabulary.facts):
        raise Error(f"no world has the key {text[:80]}")
    return values


def is_wide(vocabulary: DealVocabulary) -> bool:
    """Whether one character is not enough for the number of a place."""
    return any(len(fact.values) > len(DIGITS) for fact in vocabulary.facts)


class NamedPile(NamedTuple):
    """Some cards of a world: in which place, and whose that is."""

    place: str
    owner: int | None
    cards: tuple[str, ...]

    @property
    def told(self) -> str:
        """Its cards, or how many there are if they are many and nobody's."""
        is_large = self.owner is None and len(self.cards) > MOST_UNOWNED
        return f"{len(self.cards)} cards" if is_large else ", ".join(self.cards)


@dataclass(frozen=True)
class PileNames:
    """What the piles of worlds are called: those of places, and who showed whom."""

    places: Mapping[str, str]
    owners: Mapping[str, int | None]  # by the names above
    showings: Mapping[str, str]


def pile_names(vocabulary: DealVocabulary) -> PileNames:
    """The names of the piles of all worlds of a vocabulary."""
    places = {place.name: whereabouts(vocabulary, place.name) for place in vocabulary.places}
    owners = {places[place.name]: place.owner for place in vocabulary.places}
    shown = {n: n for n in vocabulary.by_name if vocabulary.is_shown(n)}
    people = [person(seat) for seat in vocabulary.seats]
    told = {one.fact: f"{people[one.by]} showed {people[one.to]}" for one in vocabulary.showings}
    return PileNames(places, owners, shown | told)


def piles(
    vocabulary: DealVocabulary, values: Mapping[str, Value], names: PileNames | None = None
) -> list[NamedPile]:
    """A world, owner by owner; then who showed whom what, in the order in which it was shown."""
    names = names or pile_names(vocabulary)
    held: dict[str, list[str]] = {name: [] for name in names.owners}
    for card in vocabulary.world_facts:
        held[names.places[str(values[card])]].append(card)
    for fact, name in names.showings.items():
        if fact in values:
            held.setdefault(name, []).append(str(values[fact]))
    return [NamedPile(name, names.owners.get(name), tuple(some)) for name, some in held.items()]


def short(vocabulary: DealVocabulary, values: Mapping[str, Value]) -> str:
    """A world in a few letters, such as `cd | ae | bf`."""
    told = piles(vocabulary, values)
    return " | ".join(spelled(vocabulary, pile.cards) or "–" for pile in told)


class ShortWorlds:
    """The same for worlds given as numbers of values: a page writes hundreds of one vocabulary."""

    def __init__(self, vocabulary: DealVocabulary, names: PileNames) -> None:
        known, facts = letters(vocabulary), vocabulary.by_name
        self._piles = tuple(dict.fromkeys((*names.owners, *names.showings.values())))
        dealt = {
            card: [(names.places.get(str(value), ""), known[card]) for value in facts[card].values]
            for card in vocabulary.world_facts
        }
        shown = {
            fact: [(pile, known.get(str(value), str(value))) for value in facts[fact].values]
            for fact, pile in names.showings.items()
        }
        at = {fact.name: number for number, fact in enumerate(vocabulary.facts)}
        self._columns = [(at[name], told) for name, told in (dealt | shown).items()]

    def __call__(self, codes: Sequence[int]) -> str:
        held: dict[str, list[str]] = {pile: [] for pile in self._piles}
        for at, told in self._columns:
            pile, letter = told[codes[at]]
            held[pile].append(letter)
        return " | ".join([run_together(some) or "–" for some in held.values()])


def in_full(vocabulary: DealVocabulary, values: Mapping[str, Value]) -> str:
    """A world with the names of its cards, such as `N: QH, KS | E: AC, KD`."""
    told = (f"{pile.place}: {pile.told}" for pile in piles(vocabulary, values) if pile.cards)
    return " | ".join(told)
