"""Cards are divided, as when some are drawn from a stock or two piles become one.

A new world says where each card now lies. What somebody saw before it stays known, so a world that
would no longer tell it gets a fact that does.
"""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from whoknows.core.error import Error
from whoknows.deals.deal_model import DealModel, dealt
from whoknows.deals.places import DealVocabulary, Place, multinomial
from whoknows.logic.formula import Name, Named
from whoknows.logic.space import Space
from whoknows.logic.vocabulary import Fact, World
from whoknows.logic.worlds import outgrown


@dataclass(frozen=True)
class Split:
    """The cards of a place are divided; everyone sees how many go where.

    The cards of several places are put together first. Whoever has seen one of these places still
    knows what lay there, so a world must say so too: as a fact with the name of the place.

    >>> import whoknows as wk
    >>> m = wk.deal({"Anna": 1, "Bram": 1, "stock": 2}, cards="abcd", seats=["Anna", "Bram"])
    >>> m = wk.Split("stock", {"drawn": 1, "stock": 1}, owner={"drawn": "Anna"}).to(m)
    >>> m.count(), m.valid("Kv[Anna] a | has(Bram,a) | in(stock,a)")
    (24, True)
    """

    place: Name | tuple[Name, ...]
    parts: Named[int]
    owner: Named[Name] = field(default_factory=dict)
    seen: Named[Collection[Name]] = field(default_factory=dict)
    told: str = ""

    @property
    def sentence(self) -> str:
        """What happened, in words."""
        parted = ", ".join(f"{part} {size}" for part, size in self.parts.items())
        return self.told or f"{self._named} is split into {parted}"

    def to(self, model: object) -> DealModel:
        """Each world becomes one for each way to divide the cards."""
        before = dealt(model)
        words = before.vocabulary
        old = [words.place(name) for name in self._places]
        new = [self._part(before, old[0], key, size) for key, size in self.parts.items()]
        self._check(before, old, new)
        before = before.roomy(multinomial(place.size for place in new))
        with outgrown():
            space, words = self._remembered(before, old)
            space = self._parted(space, words, old, new)
        gone = {place.name: new if place == old[0] else [] for place in old}
        places = [part for p in words.places for part in gone.get(p.name, [p])]
        facts = tuple(words.facts_parted(list(gone), [place.name for place in new]))
        return before.after(self, space, words.with_places(facts, places))

    def _parted(
        self, space: Space, words: DealVocabulary, old: list[Place], new: list[Place]
    ) -> Space:
        """The space with the cards in the parts, after those who see a part have looked at it."""
        to_all = frozenset.intersection(*(place.seen for place in new))
        told = len(old) > 1  # then a world tells what lay in the places that somebody saw
        idle = [place.name for place in old if place.seen <= to_all and not (place.seen and told)]
        sizes = {place.name: place.size for place in new}
        space = space.split([place.name for place in old], sizes, words.world_facts, idle)
        for place in new:
            for seat in place.seen:
                space = space.observe(seat, words.world_facts, place.name)
        return space

    def true_at(self, model: object, world: World) -> bool:
        """How many cards go where does not depend on which cards they are."""
        return True

    @property
    def _places(self) -> tuple[Name, ...]:
        return self.place if isinstance(self.place, tuple) else (self.place,)

    @property
    def _named(self) -> str:
        return " and ".join(map(str, self._places))

    def _remembered(self, before: DealModel, old: list[Place]) -> tuple[Space, DealVocabulary]:
        """The space in which a world also says what lies in the places that somebody sees."""
        space, words = before.space, before.vocabulary
        for place in old if len(old) > 1 else []:
            if place.seen:
                lie = [f.name for f in words.facts if place.name in f.codes]
                fact = Fact(place.name, tuple(lie))
                space = space.remember(fact, place.name)
                past = (*words.past, place.name)
                words = replace(words, facts=(*words.facts, fact), past=past)
        return space, words

    def _part(self, before: DealModel, old: Place, key: Name, size: int) -> Place:
        seat, owners = before.vocabulary.seat, {str(k): v for k, v in self.owner.items()}
        seers = {str(k): v for k, v in self.seen.items()}
        owner, seen = (old.owner, old.seen) if str(key) == old.name else (None, frozenset())
        if str(key) in owners:
            owner = seat(owners[str(key)])
            seen = frozenset({owner})
        if str(key) in seers:
            seen = frozenset(map(seat, seers[str(key)]))
        return Place(key, size, owner, seen)

    def _check(self, before: DealModel, old: list[Place], new: list[Place]) -> None:
        total, held = sum(place.size for place in new), sum(place.size for place in old)
        if total != held or any(place.size < 0 for place in new):
            raise Error(f"{self._named} holds {held} cards; its parts hold {total}")
        if len(old) > 1:
            self._check_together(before.vocabulary, old)
        self._check_names(before.vocabulary, old, new)

    def _check_together(self, words: DealVocabulary, old: list[Place]) -> None:
        """An `Error` unless whoever saw what is put together can still tell it apart."""
        seen = [place for place in old if place.seen]
        unseen = [place for place in old if place.size and not place.seen]
        if any(place.size != 1 for place in seen):
            raise Error(f"{self._named}: merged places may be seen only if they hold one card")
        if len(unseen) > 1:
            raise Error(f"{self._named}: only one of the merged places may be unseen")
        for place in seen:
            if place.name in words.by_name:
                raise Error(
                    f"a card is called {place.name} too, so a world could not say what lay in "
                    "that place"
                )

    def _check_names(self, words: DealVocabulary, old: list[Place], new: list[Place]) -> None:
        """An `Error` if a part has a name that is taken, or if something is said of what is not a
        part."""
        taken = {place.name for place in words.places} - {place.name for place in old}
        taken |= {fact.name for fact in words.facts if words.is_shown(fact.name)}
        if len(old) > 1:
            taken |= {place.name for place in old if place.seen}
        parts = [place.name for place in new]
        for name in parts:
            if name in taken:
                raise Error(f"there is already a place {name}; give the part another name")
        for key in (*self.owner, *self.seen):
            if str(key) not in parts:
                raise Error(f"{key} is not a part of {self._named}")
