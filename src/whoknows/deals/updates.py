"""What happens to a deal besides announcements: it is made, looked at, shown, or divided (`split`).

Each is a frozen value that makes a new model from a model, as in `logic.announcements`.
"""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from itertools import count

from whoknows.core.error import Error
from whoknows.deals.deal_model import DealModel, dealt
from whoknows.deals.places import DealVocabulary, Shows
from whoknows.deals.split import Split as Split
from whoknows.logic.announcements import Announce as Announce
from whoknows.logic.announcements import AtOnce as AtOnce
from whoknows.logic.announcements import Reveal as Reveal
from whoknows.logic.announcements import Tell as Tell
from whoknows.logic.formula import Atom, Formula, Name, Named, any_of
from whoknows.logic.vocabulary import Fact, World
from whoknows.logic.worlds import ImpossibleError, outgrown


@dataclass(frozen=True)
class Deal:
    """A model is born: cards are dealt to places (see `deals.deal` for what the fields mean).

    >>> import whoknows as wk
    >>> wk.Deal({"Anna": 1, "Bram": 1}, ("a", "b")).to(None)
    2 worlds for seats Anna, Bram
    """

    places: Named[int]
    cards: tuple[Name, ...]
    seats: tuple[Name, ...] | None = None
    owner: Named[Name] = field(default_factory=dict)
    seen: Named[Collection[Name]] | str = "own"
    contains: Named[Collection[tuple[Collection[Name], int]]] = field(default_factory=dict)
    law: tuple[str | Formula, ...] = ()
    looked: bool = True
    engine: str = "auto"
    nodes: int | None = None
    even: Named[int] = field(default_factory=dict)
    sentence: str = "the cards are dealt"

    def to(self, model: object) -> DealModel:
        """A new model, whatever was before."""
        from whoknows.deals.deal_builder import built

        return built(self)

    def true_at(self, model: object, world: World) -> bool:
        """A deal is always possible."""
        return True


@dataclass(frozen=True)
class Look:
    """A seat looks at the cards of a place; everyone sees that it does.

    >>> import whoknows as wk
    >>> m = wk.deal({"Anna": 1, "Bram": 1, "cup": 1}, cards="abc", seats=["Anna", "Bram"])
    >>> m = wk.Look("Anna", "cup").to(m)
    >>> m.valid("Kv[Anna] world"), m.valid("Kv[Bram] world"), m.history[-1].sentence
    (True, False, 'Anna looks at the cards of cup')
    """

    seat: Name
    place: Name
    told: str = ""

    @property
    def sentence(self) -> str:
        """What happened, in words."""
        whose = f"the cards of {self.place}"
        if self.is_usual:
            whose = "its cards" if str(self.seat).isdecimal() else "their cards"
        return self.told or f"{self.seat} looks at {whose}"

    @property
    def is_usual(self) -> bool:
        """Whether it looks at its own cards, which goes without saying."""
        return str(self.seat) == str(self.place)

    def to(self, model: object) -> DealModel:
        """The seat can tell worlds apart by what lies in the place."""
        before = dealt(model)
        words = before.vocabulary
        number, place = words.seat(self.seat), words.place(self.place)
        space = before.space.observe(number, words.world_facts, place.name)
        seen = replace(place, seen=place.seen | {number})
        places = [seen if other == place else other for other in words.places]
        return before.after(self, space, words.with_places(words.facts, places))

    def true_at(self, model: object, world: World) -> bool:
        """Looking is always possible."""
        return True


@dataclass(frozen=True)
class Show:
    """A seat shows another one of these cards; the others see only that it does.

    Which one was chosen becomes a fact of the world, named `shown1`, `shown2`, ...

    >>> import whoknows as wk
    >>> m = wk.deal({"Anna": 1, "Bram": 2, "Cleo": 1}, cards="abcd")
    >>> m = wk.Show("Bram", "Anna", ("a", "b")).to(m)
    >>> m.valid("has(Bram,a) | has(Bram,b)"), m.valid("Kw[Cleo] has(Bram,a)")
    (True, False)
    """

    by: Name
    to_seat: Name
    among: tuple[Name, ...]
    told: str = ""

    @property
    def sentence(self) -> str:
        """What happened, in words."""
        cards = ", ".join(map(str, self.among))
        return self.told or f"{self.by} shows {self.to_seat} one of {cards}"

    def to(self, model: object) -> DealModel:
        """Each world becomes one for each card that may have been shown."""
        before = dealt(model)
        words = before.vocabulary
        by, to = words.seat(self.by), words.seat(self.to_seat)
        if not self.among:
            raise Error(f"{self.by} cannot show one of no cards")
        before = before.roomy(len(self.among))
        name = _free(words, len(words.facts) - len(words.cards) + 1)
        fact = Fact(name, tuple(dict.fromkeys(map(words.card, self.among))))
        allowed = {c: before.extension(Atom("has", (self.by, str(c)))) for c in fact.values}
        with outgrown():
            space = before.space.choose(fact, allowed)
            if space.is_empty(space.all):
                raise ImpossibleError(f"false in every world: {self.sentence}")
            for seat in {by, to}:
                space = space.observe(seat, [name])
        showings = (*words.showings, Shows(name, by, to))
        words = replace(words, facts=(*words.facts, fact), showings=showings)
        return before.after(self, space, words)

    def true_at(self, model: object, world: World) -> bool:
        """Whether the seat has one of the cards."""
        held = dealt(model)
        return any(held.holds(Atom("has", (self.by, card)), at=world) for card in self.among)

    def lesson(self, after: DealModel, seat: Name, at: World) -> tuple[Formula, str]:
        """What the seat learned: whoever was shown the card knows which one it is, the others that
        it is one of these."""
        words = after.vocabulary
        if words.seat(seat) not in {words.seat(self.by), words.seat(self.to_seat)}:
            has = (Atom("has", (self.by, card)) for card in self.among)
            return any_of(*has), self.sentence
        card = str(at[words.facts[-1].name])
        return Atom("has", (self.by, card)), f"{self.sentence}: {card}"


def _free(words: DealVocabulary, number: int) -> str:
    """A name for what is shown that no card and no place has."""
    places = {place.name for place in words.places}
    names = (f"shown{n}" for n in count(number))
    return next(name for name in names if name not in words.by_name and name not in places)
