"""Why a seat believes something: the acts that moved its odds most; and what it believes that
another seat believes."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from whoknows.core.error import Error
from whoknows.core.notebook_box import sentence
from whoknows.core.plural import some
from whoknows.logic.english import words
from whoknows.logic.evidence import Act
from whoknows.logic.formula import Formula, Name
from whoknows.logic.weights import Number

if TYPE_CHECKING:
    from whoknows.logic.belief import Belief
    from whoknows.logic.knowledge import Knowledge


LEAST_MOVED = 0.0005  # of the odds, to be told in words


@dataclass(frozen=True)
class Moved:
    """An act, and the odds before it and after it."""

    act: Act
    before: Number
    after: Number

    @property
    def by(self) -> Fraction:
        """How far it moved the odds."""
        return Fraction(self.after) - Fraction(self.before)

    def __str__(self) -> str:
        return f"{self.act} (from {_percent(self.before)} to {_percent(self.after)})"


@dataclass(frozen=True)
class BelievedWhy:
    """An explanation in words (`str`) and as data."""

    formula: Formula
    odds: Number
    known: Number  # the odds by knowledge alone
    moved: tuple[Moved, ...]  # what moved them most comes first
    unexplained: tuple[Act, ...] = ()

    def __str__(self) -> str:
        known = f"{_percent(self.known)} by what is known"
        told = f"{words(self.formula)}: {_percent(self.odds)} believed, {known}."
        moved = [str(one) for one in self.moved if abs(one.by) >= LEAST_MOVED]
        if moved:
            told += f" What moved it: {'; '.join(moved)}."
        for act in self.unexplained:
            style = act.style or "the style given"
            told += f" {style} never does this: {act}; from there it counts as playing anything."
        return told

    def _repr_html_(self) -> str:
        return sentence(str(self), "#56b4e9")

    def data(self) -> dict[str, object]:
        """The same for machines."""
        moved = [
            {"act": str(one.act), "before": float(one.before), "after": float(one.after)}
            for one in self.moved
        ]
        return {
            "formula": str(self.formula),
            "odds": float(self.odds),
            "known": float(self.known),
            "moved": moved,
            "unexplained": [str(act) for act in self.unexplained],
        }


@dataclass(frozen=True)
class Expectation:
    """What another seat is believed to think: the mean of its odds, the least and the most."""

    mean: Number
    least: Number
    most: Number
    cells: int  # of the other seat that were looked at
    is_all: bool  # whether these are all

    def __str__(self) -> str:
        over = some(self.cells, "case") if self.is_all else f"{self.cells:,} cases drawn"
        between = f"between {_percent(self.least)} and {_percent(self.most)}"
        return f"{_percent(self.mean)} on average over {over}, {between}"


def why_believed(belief: "Belief", formula: Formula) -> BelievedWhy:
    """The acts are taken into account one after the other, so that what each moves adds up."""
    acts = belief.explained
    befores = (belief.deals.weighed(acts[:many]) for many in range(len(acts)))
    odds = [*(before.share(formula) for before in befores), belief.odds(formula)]
    moved = [Moved(*each) for each in zip(acts, odds[:-1], odds[1:], strict=True)]
    order = sorted(moved, key=lambda one: -abs(one.by))
    known = belief.knowledge.odds(formula)
    return BelievedWhy(formula, odds[-1], known, tuple(order), belief.unexplained)


def expected(belief: "Belief", seat: Name, formula: Formula, most: int) -> Expectation:
    """Over all cells of the other seat if they are few, otherwise over some that are drawn."""
    if most < 1:
        raise Error(f"cells must be at least 1, not {most}")
    listed = _all_cells(belief, seat, most)
    cells = _drawn_cells(belief, seat, most) if listed is None else listed
    found = [(weight, k.given(belief.evidence).odds(formula)) for weight, k in cells if weight]
    whole = sum((weight for weight, _ in found), Fraction(0))
    mean = sum((weight * odds for weight, odds in found), Fraction(0)) / whole
    several = [odds for _, odds in found]
    return Expectation(mean, min(several), max(several), len(found), listed is not None)


def _all_cells(belief: "Belief", seat: Name, most: int) -> list[tuple[Number, "Knowledge"]] | None:
    """What the seat may know, each with its weight; None if there is too much of it."""
    model, left, found = belief.knowledge.model, belief.knowledge.worlds, list["Knowledge"]()
    while belief.deals.is_all and (world := left.first()) is not None:
        if len(found) == most:
            return None
        found.append(model.seat(seat, at=world))
        left = left - found[-1].worlds
    return [(belief.weighed.within(other.worlds), other) for other in found] or None


def _drawn_cells(belief: "Belief", seat: Name, many: int) -> list[tuple[Number, "Knowledge"]]:
    model = belief.knowledge.model
    drawn = belief.samples(Random(0), many)
    return [(Fraction(1), model.seat(seat, at=world)) for world in drawn]


def _percent(odds: Number) -> str:
    return f"{100 * float(odds):.3g} %"
