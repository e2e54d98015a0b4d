"""The viewer as `you`: whoever sits at the table is spoken to, all others are spoken of."""

from __future__ import annotations

from whoknows.logic.english import YOU, named, words
from whoknows.logic.formula import Formula, Name
from whoknows.table.knowledge.visible_moment import Dealt


def in_words(moment: Dealt, formula: Formula) -> str:
    """The formula as an English clause for the viewer."""
    return words(addressed(moment, formula))


def addressed(moment: Dealt, formula: Formula) -> Formula:
    """The formula with seats by their names, and the viewer as `you`."""
    vocabulary, me = moment.model.vocabulary, own_seat(moment)

    def name(told: Name) -> Name:
        called = vocabulary.called(told)
        return YOU if str(called) == me else called

    return named(formula, name)


def own_seat(moment: Dealt) -> str | None:
    """The viewer's seat by its name; None for those who have none."""
    return moment.model.seats[moment.viewer] if isinstance(moment.viewer, int) else None
