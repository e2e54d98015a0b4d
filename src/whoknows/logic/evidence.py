"""What was done, and how likely it was in every deal: what play gives away about hidden cards.

An act has its chances from a style, which is a model of whoever did it. Evidence is never
knowledge: a seat that takes it into account has a `Belief`, and what it knows stays as it was.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from whoknows.core.error import Error
from whoknows.core.schema import short
from whoknows.logic.formula import Name
from whoknows.logic.vocabulary import Fact, World
from whoknows.logic.weights import Number

if TYPE_CHECKING:
    from whoknows.logic.knowledge import Knowledge


Chanced = tuple[NDArray[np.int64], Sequence[Number]]  # the number of a chance for each, and these


@dataclass(frozen=True, slots=True, eq=False)
class Act:
    """Something that was done.

    words    in words, such as "East bids 2"
    chance   how likely it was, given a deal
    of       the seat or place on whose cards alone that depends: it is then asked of one deal for
             each hand, which makes beliefs exact in far larger deals
    by       who did it: what one does oneself tells one nothing
    style    what the chances come from, in words
    on       the cards of these on which alone it depends: hands are then told apart by them alone
    at_once  the same for many deals, which are rows of value codes, a column for each fact: the
             number of a chance for each, and the chances

    >>> import whoknows as wk
    >>> act = wk.Act("Bram smiles", lambda deal: 0.9 if "a" in deal["Bram"] else 0.3, by="Bram")
    >>> act.likelihood({"Anna": ["b"], "Bram": ["a"], "Cleo": ["c"]})
    0.9
    """

    words: str
    chance: Callable[[World], Number]
    of: Name | None = None
    by: Name | None = None
    style: str = ""
    on: Collection[str] | None = None
    at_once: Callable[[tuple[Fact, ...], NDArray[Any]], Chanced] | None = None

    def __str__(self) -> str:
        return self.words

    def likelihood(self, world: World) -> Number:
        """How likely it was: an exact fraction, or a float if the style has only that."""
        return self.checked(self.chance(world))

    def checked(self, found: object) -> Number:
        """A chance of it, if it is one."""
        if isinstance(found, bool) or not isinstance(found, int | float | Fraction):
            raise Error(f"the chance of '{self}' is not a number: {short(found)}")
        if not 0 <= found <= 1:
            raise Error(f"the chance of '{self}' must be from 0 to 1, not {short(found)}")
        return float(found) if isinstance(found, float) else Fraction(found)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was done, in order.

    >>> import whoknows as wk
    >>> smile = wk.Act("Bram smiles", lambda deal: 0.9)
    >>> passing = wk.Act("Cleo passes", lambda deal: 0.5)
    >>> acts = wk.Evidence((smile, passing))
    >>> len(acts), [str(act) for act in acts]
    (2, ['Bram smiles', 'Cleo passes'])
    """

    acts: tuple[Act, ...] = ()

    def __iter__(self) -> Iterator[Act]:
        return iter(self.acts)

    def __len__(self) -> int:
        return len(self.acts)

    def to(self, knowledge: "Knowledge") -> "Evidence":
        """What it is to this seat: all that others did."""
        seat = knowledge.model.vocabulary.seat
        return Evidence(
            tuple(a for a in self.acts if a.by is None or seat(a.by) != knowledge.number)
        )
