"""What can happen to any model: something is said to everyone, or told to some.

Every update is a frozen value that makes a new model from a model. What it says must be true: one
that no world satisfies is an error, and the model stays as it was.
"""

from dataclasses import dataclass

from whoknows.core.error import Error
from whoknows.logic.english import words
from whoknows.logic.evaluation import extension, spoken_of
from whoknows.logic.formula import Formula, Name, Not, Or
from whoknows.logic.modal_operators import Knows, is_factual
from whoknows.logic.model import Model
from whoknows.logic.parser import parse
from whoknows.logic.vocabulary import World
from whoknows.logic.worlds import ImpossibleError, outgrown


@dataclass(frozen=True)
class Announce:
    """Everyone hears that the formula is true.

    >>> import whoknows as wk
    >>> m = wk.deal({"Anna": 1, "Bram": 1, "Cleo": 1}, cards="abc")

    >>> wk.Announce("~has(Anna,a)", "Anna: not a").to(m)
    4 worlds for seats Anna, Bram, Cleo
    """

    formula: str | Formula
    told: str = ""

    @property
    def sentence(self) -> str:
        """What was said, in words: those given, or the formula's own."""
        return self.told or words(parse(self.formula))

    def to(self, model: Model | None) -> Model:
        """Only the worlds in which it is true are left."""
        model = _born(model)
        formula, words = parse(self.formula), model.vocabulary
        with outgrown():
            space = model.space.about(spoken_of(formula, words))
            held = extension(space, words, formula)
            if space.is_empty(held):
                raise ImpossibleError(f"false in every world: {formula}")
            return model.after(self, space.restrict(held))

    def true_at(self, model: Model | None, world: World) -> bool:
        """Whether it may be said in this world."""
        return _born(model).holds(self.formula, at=world)

    def lesson(self, after: Model, seat: Name, at: World) -> tuple[Formula, str] | None:
        """What it told the seat, if that is a plain fact: the fact, and the sentence."""
        formula = parse(self.formula)
        return (formula, self.sentence) if is_factual(formula) else None

    def doubt(self, model: Model | None, world: World) -> str:
        """If it claims knowledge that the seat does not have, a deal that the seat cannot rule
        out."""
        said = parse(self.formula)
        claims = said.parts if isinstance(said, Or) else (said,)
        doubted = [claim for claim in claims if isinstance(claim, Knows)]
        if not doubted:
            return ""
        return str(_born(model).seat(doubted[0].seat, at=world).why(doubted[0].inner))

    @property
    def claims_knowledge(self) -> bool:
        """Whether it says what somebody knows: they may then be unable to say it."""
        return not is_factual(parse(self.formula))

    def notice(self, after: Model) -> str:
        """What is odd about it, if it is no longer true in the model that it made."""
        formula = parse(self.formula)
        left = 0 if is_factual(formula) else (~after.where(formula)).count()
        if not left:
            return ""
        return (
            f"unsuccessful: {formula} was true when it was announced, "
            f"and is now false in {left:,} of {after.count():,} worlds"
        )


@dataclass(frozen=True)
class Tell:
    """A group learns whether the formula is true; the others see that it does.

    >>> import whoknows as wk
    >>> m = wk.deal({"Anna": 1, "Bram": 1, "Cleo": 1}, cards="abc")

    >>> m = wk.Tell(("Anna", "Bram"), "has(Cleo,c)").to(m)
    >>> m.count(), m.where("Kv[Anna] world").count(), m.where("Kv[Cleo] world").count()
    (6, 4, 0)
    """

    group: tuple[Name, ...]
    formula: str | Formula
    told: str = ""

    def __post_init__(self) -> None:
        """One seat alone, or a list of them, is understood."""
        group: object = self.group
        seats = (group,) if isinstance(group, str | int) else tuple(self.group)
        object.__setattr__(self, "group", seats)

    @property
    def sentence(self) -> str:
        """What happened, in words."""
        named = ", ".join(map(str, self.group))
        learn = "learns" if len(self.group) == 1 else "learn"
        return self.told or f"{named} {learn} whether {words(parse(self.formula))}"

    def to(self, model: Model | None) -> Model:
        """The same worlds, but each member of the group can tell those where it is true from the
        rest."""
        model = _born(model)
        seats = [model.vocabulary.seat(name) for name in self.group]
        formula, words = parse(self.formula), model.vocabulary
        with outgrown():
            space = model.space.about(spoken_of(formula, words))
            space = space.refine(seats, extension(space, words, formula))
        return model.after(self, space)

    def true_at(self, model: Model | None, world: World) -> bool:
        """Whether the formula is true or not can always be told."""
        return True


@dataclass(frozen=True)
class AtOnce:
    """Several groups learn something at the same moment, each its own: one thing that happens, with
    one sentence. Who has a certain card learns something if every seat is told whether it has that
    card and what it may learn is true.

    >>> import whoknows as wk
    >>> m = wk.deal({"Anna": 1, "Bram": 1, "Cleo": 1}, cards="abc")

    >>> both = wk.Tell(("Anna",), "has(Bram,b)"), wk.Tell(("Bram",), "has(Cleo,c)")
    >>> wk.AtOnce(both, "Anna and Bram are told something").to(m).count()
    6
    """

    tells: tuple[Tell, ...]
    sentence: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "tells", tuple(self.tells))

    def to(self, model: Model | None) -> Model:
        """The same worlds, but each group can tell more of them apart."""
        before = after = _born(model)
        for tell in self.tells:
            after = tell.to(after)
        return before.after(self, after.space)

    def true_at(self, model: Model | None, world: World) -> bool:
        """Whether a formula is true or not can always be told."""
        return True


@dataclass(frozen=True)
class Reveal:
    """Everyone hears whether the formula is true: a referee's verdict, decided by the true deal.

    A match replaces it by what is then heard (`decided`), so whoever comes later finds an
    announcement. Whoever plays a game need not know the answer to ask.

    >>> import whoknows as wk
    >>> m = wk.deal({"Anna": 1, "Bram": 1, "Cleo": 1}, cards="abc")

    >>> asked = wk.Reveal("has(Anna,a)", "it is a", "it is not a")
    >>> asked.decided(m, {"Anna": "b", "Bram": "a", "Cleo": "c"}).sentence
    'it is not a'
    """

    formula: str | Formula
    yes: str = ""
    no: str = ""

    @property
    def sentence(self) -> str:
        """What happens, in words."""
        return f"everyone hears whether {words(parse(self.formula))}"

    def decided(self, model: Model | None, world: World) -> Announce:
        """What everyone hears if this is the true deal."""
        if _born(model).holds(self.formula, at=world):
            return Announce(self.formula, self.yes)
        return Announce(Not(parse(self.formula)), self.no)

    def to(self, model: Model | None) -> Model:
        raise Error(f"whether {self.formula} holds is decided by the true deal: `decided` tells it")

    def true_at(self, model: Model | None, world: World) -> bool:
        """Whether it is true or not can always be heard."""
        return True


def _born(model: Model | None) -> Model:
    if model is None:
        raise Error("nothing can be said before the cards are dealt")
    return model
