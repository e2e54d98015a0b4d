"""How a deal becomes a model: sizes are checked, rooms laid out, an engine chosen."""

from collections.abc import Iterable
from functools import lru_cache
from math import prod
from numbers import Integral
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from whoknows.core.error import Error
from whoknows.deals.deal_model import DealModel
from whoknows.deals.evenness import even
from whoknows.deals.factual.large import TooLargeError
from whoknows.deals.places import DealVocabulary, Place, multinomial
from whoknows.logic.bitset import Bitset
from whoknows.logic.evaluation import spoken_of, under
from whoknows.logic.filling import MOST_WAYS, Filling
from whoknows.logic.formula import Formula, Name
from whoknows.logic.parser import parse
from whoknows.logic.space import Space
from whoknows.logic.vocabulary import Fact
from whoknows.logic.worlds import outgrown

if TYPE_CHECKING:
    from whoknows.deals.updates import Deal

MOST_LISTED = 50_000  # deals up to here are listed, unless an engine is asked for
MOST_EXPECTED = 1 << 22  # nodes at first; a match makes up to nine times as many of them
ENGINES = ("auto", "bitset", "diagram", "factual")


def built(deal: "Deal") -> DealModel:
    """The model of a deal."""
    vocabulary = _vocabulary(deal)
    with outgrown():
        space = _space(deal, vocabulary)
        for place in vocabulary.places:
            for seat in sorted(place.seen):
                space = space.observe(seat, vocabulary.world_facts, place.name)
        if deal.even:
            space = space.about(vocabulary.world_facts)
            space = space.restrict(even(space, vocabulary, deal.even))
        for law in deal.law:
            space = _under(space, vocabulary, parse(law))
        if space.is_empty(space.all):
            raise Error("no deal fits these places")
    return DealModel(vocabulary, space, (deal,))


def _under(space: Space, vocabulary: DealVocabulary, law: Formula) -> Space:
    """The worlds that obey a law; one that ties cards together needs worlds that can be listed."""
    kept = under(space, vocabulary, law)
    if type(kept) is not type(space):
        tied = " and ".join(sorted(set(spoken_of(law, vocabulary)))[:3])
        raise TooLargeError(f", card by card: a law cannot tie {tied} together")
    return kept


def _vocabulary(deal: "Deal") -> DealVocabulary:
    cards = tuple(deal.cards)
    if not cards:
        raise Error("a deal needs at least one card")
    _all_different("card", cards)
    for key, size in deal.places.items():
        if not isinstance(size, Integral) or size < 0:
            raise Error(f"place {key} cannot hold {size} cards")
    if sum(deal.places.values()) != len(cards):
        sizes = " + ".join(map(str, deal.places.values()))
        total = sum(deal.places.values())
        raise Error(f"the sizes add up to {sizes} = {total}, but there are {len(cards)} cards")
    seats = _seats(deal)
    names = tuple(map(str, deal.places))
    facts = tuple(Fact(str(card), names) for card in cards)
    blank = DealVocabulary(facts, seats, (), cards)
    return blank.with_places(facts, [_place(deal, blank, *place) for place in deal.places.items()])


def _seats(deal: "Deal") -> tuple[str, ...]:
    """Who sits at the table: those named, or whoever has a numbered place, or everyone."""
    if deal.seats is not None:
        named = tuple(map(str, deal.seats))
        _all_different("seat", named)
        return named
    numbered = [str(key) for key in deal.places if isinstance(key, int)]
    mentioned = map(str, deal.owner.values())
    seats = list(dict.fromkeys([*numbered, *mentioned]))
    return tuple(seats or map(str, deal.places))


def _place(deal: "Deal", blank: DealVocabulary, key: Name, size: int) -> Place:
    owners = {str(place): seat for place, seat in deal.owner.items()}
    for name in owners.keys() - {str(place) for place in deal.places}:
        raise Error(f"owner: no place {name}")
    own = str(key) if str(key) in blank.seats else None
    named = owners.get(str(key), own)
    owner = None if named is None else blank.seat(named)
    return Place(key, size, owner, _seers(deal, blank, key, owner))


def _seers(deal: "Deal", blank: DealVocabulary, key: Name, owner: int | None) -> frozenset[int]:
    everyone = range(len(blank.seats))
    if not deal.looked:
        return frozenset()
    if deal.seen == "own":
        return frozenset() if owner is None else frozenset({owner})
    if deal.seen == "others":
        return frozenset() if owner is None else frozenset(everyone) - {owner}
    if isinstance(deal.seen, str):
        raise Error(f'seen: expected "own", "others" or seats for places, found {deal.seen!r}')
    seers = {str(place): seats for place, seats in deal.seen.items()}
    for name in seers.keys() - {str(place) for place in deal.places}:
        raise Error(f"seen: no place {name}")
    if str(key) not in seers:
        return frozenset() if owner is None else frozenset({owner})
    return frozenset(map(blank.seat, seers[str(key)]))


def _space(deal: "Deal", vocabulary: DealVocabulary) -> Space:
    filling, seats = _filling(deal, vocabulary), len(vocabulary.seats)
    match _engine(deal, filling):
        case "bitset":
            return Bitset.of(vocabulary.facts, _listed(deal, filling), seats)
        case "factual":
            from whoknows.deals.factual.factual_space import Factual

            return Factual.filled(vocabulary.facts, filling, seats)
    from whoknows.logic.diagram import Diagram
    from whoknows.logic.diagram_store import DiagramStore

    store = DiagramStore.sized(
        deal.nodes, len(deal.cards) * len(deal.places), _expected(deal, filling)
    )
    return Diagram.filled(vocabulary.facts, filling, seats, store)


def _listed(deal: "Deal", filling: Filling) -> NDArray[np.int32]:
    """All deals, one per row; of small ones the last are kept, since every round and every game at
    a table begins with the same."""
    is_small = multinomial(deal.places.values()) <= MOST_LISTED
    return _kept(filling) if is_small else filling.listed()


@lru_cache(maxsize=4)
def _kept(filling: Filling) -> NDArray[np.int32]:
    found = filling.listed()
    found.flags.writeable = False  # several models share it
    return found


def _engine(deal: "Deal", filling: Filling) -> str:
    """The engine that was asked for, if it can hold the deal, or else the most capable one that
    can."""
    if deal.engine not in ENGINES:
        raise Error(f"no engine {deal.engine!r}; engines are {', '.join(ENGINES)}")
    ways = multinomial(deal.places.values())
    drawable = deal.nodes is not None or _expected(deal, filling) <= MOST_EXPECTED
    if deal.engine == "auto":
        return "bitset" if ways <= MOST_LISTED else "diagram" if drawable else "factual"
    if deal.engine == "bitset" and ways > MOST_WAYS:
        raise Error(f'{ways:,} deals are too many to list; use engine="diagram"')
    if deal.engine == "diagram" and not drawable:
        raise Error(
            f"a deal to {len(deal.places)} places of these sizes is too large for a diagram "
            f"({_states(filling):,} ways to have room left); if you have plenty of memory "
            "and patience, give nodes="
        )
    return deal.engine


def _expected(deal: "Deal", filling: Filling) -> int:
    """At least as many nodes as the diagram of the deal will have."""
    return _states(filling) * len(deal.places) * (len(deal.places) + 1) // 2


def _states(filling: Filling) -> int:
    """In how many ways room may be left."""
    return prod(size + 1 for size in filling.rooms)


def _filling(deal: "Deal", vocabulary: DealVocabulary) -> Filling:
    """The rooms: one for each place, and one for each kind of card of which it holds a fixed
    number."""
    rooms: list[int] = []
    options: list[list[int]] = [[] for _ in deal.cards]
    for place in vocabulary.places:
        kinds = _kinds(deal, vocabulary, place)
        rest = place.size - sum(number for _, number in kinds)
        if rest < 0 or any(number < 0 for _, number in kinds):
            raise Error(f"{place.name} holds only {place.size} cards, fewer than it should contain")
        own = {card: n for n, (cards, _) in enumerate(kinds, len(rooms) + 1) for card in cards}
        for chosen, card in zip(options, vocabulary.world_facts, strict=True):
            chosen.append(own.get(card, len(rooms)))
        rooms += [rest, *(number for _, number in kinds)]
    return Filling(tuple(rooms), tuple(map(tuple, options)))


def _kinds(deal: "Deal", vocabulary: DealVocabulary, place: Place) -> list[tuple[list[str], int]]:
    """How many of which cards the place holds."""
    asked = {str(key): kinds for key, kinds in deal.contains.items()}
    for name in asked.keys() - {place.name for place in vocabulary.places}:
        raise Error(f"contains: no place {name}")
    kinds = [([vocabulary.card(c) for c in cards], n) for cards, n in asked.get(place.name, ())]
    _all_different("card", [card for cards, _ in kinds for card in cards])
    return kinds


def _all_different(kind: str, names: Iterable[Name]) -> None:
    seen: set[str] = set()
    for name in map(str, names):
        if name in seen:
            raise Error(f"{kind} {name} is named twice")
        seen.add(name)
