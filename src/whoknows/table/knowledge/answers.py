"""What a viewer may be told about a formula: the verdict, where its parts hold, a world to show it.

ALL hears whether it is true in the true world. A seat hears known true, known false, or in how many
of the worlds that it considers possible it is true; an onlooker hears the same about all worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from whoknows.core.error import Error
from whoknows.deals.deal_model import DealModel
from whoknows.deals.places import DealVocabulary
from whoknows.logic.card_letters import spelled_out
from whoknows.logic.formula import Formula, Group, Not
from whoknows.logic.knowledge import Answer
from whoknows.logic.modal_operators import AndAfter, Common, Everyone, Knows, KnowsWhether, Possible
from whoknows.logic.parser import Span, parse, spans
from whoknows.logic.space import neighbours
from whoknows.logic.vocabulary import Value, World
from whoknows.logic.worlds import Worlds
from whoknows.table.knowledge.chapter import considered
from whoknows.table.knowledge.visible_moment import ALL, Dealt

LONGEST = 2_000  # letters of a formula
MOST_PARTS = 40  # whose worlds are told


def read(text: str, vocabulary: DealVocabulary) -> Formula:
    """The formula that somebody typed; the letters of pictures stand for their cards."""
    if len(text) > LONGEST:
        raise Error(f"a question has at most {LONGEST:,} characters")
    return spelled_out(parse(text), vocabulary)


def verdict(moment: Dealt, formula: Formula, seat: int | None = None) -> bool | Answer:
    """Whether it is true, or what a seat may be told of it; ALL may also ask as a seat would."""
    if moment.viewer == ALL and seat is None and moment.world is not None:
        return moment.model.holds(formula, at=moment.world)
    return considered(moment, seat).answer(formula)


def witness(moment: Dealt, formula: Formula, seat: int | None = None) -> Mapping[str, Value] | None:
    """A world that shows why the answer is as it is: values of facts, or None."""
    model = moment.model
    if moment.viewer == ALL and seat is None and moment.world is not None:
        found = next(filter(None, _shown(model, formula, moment.world)), None)
    else:
        knowledge = considered(moment, seat)
        holding = knowledge.worlds & model.where(formula)
        found = knowledge.worlds - holding if holding else None
    return None if found is None else next(model.space.assignments(found.held), None)


def _shown(model: DealModel, formula: Formula, world: World) -> Iterator[Worlds]:
    """Sets of worlds, each of them a witness or a counterexample in this world."""
    true = model.holds(formula, at=world)
    match formula:
        case Not(inner):
            yield from _shown(model, inner, world)
        case Possible(seat, inner) if true:
            yield model.cell(seat, at=world) & model.where(inner)
        case Knows(seat, inner) if not true:
            yield model.cell(seat, at=world) - model.where(inner)
        case KnowsWhether(seat, inner) if not true:
            here = model.where(inner if model.holds(inner, at=world) else Not(inner))
            yield model.cell(seat, at=world) - here
        case Everyone(group, inner) if not true:
            yield from (model.cell(seat, at=world) - model.where(inner) for seat in group)
        case Common(group, inner) if not true:
            yield _reached(model, group, world) - model.where(inner)


def _reached(model: DealModel, group: Group, world: World) -> Worlds:
    """All worlds that somebody considers possible for somebody to consider possible, and so on."""
    held, seats = model.point(world), [model.vocabulary.seat(name) for name in group]
    while True:
        more = held
        for seat in seats:
            more = more | neighbours(model.space, seat, more)
        if model.space.is_empty(more & ~held):
            return Worlds(model, held)
        held = more


def parts(text: str) -> list[Span]:
    """The parts of a formula as it is written, up to the number that is shown."""
    return spans(text)[:MOST_PARTS]


def holding(model: DealModel, part: Span) -> Worlds:
    """Where a part holds; for a part after announcements, where it holds once they are made."""
    formula = part.formula
    for said, to in reversed(part.after):
        formula = AndAfter(said, formula, to)
    return model.where(spelled_out(formula, model.vocabulary))
