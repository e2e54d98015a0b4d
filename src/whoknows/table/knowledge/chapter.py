"""Which moment is looked at, and what was made known about the same worlds before it.

A chapter begins when worlds come into being: by a deal, or when places are split so that worlds say
something different from before. Within it worlds can be compared, and keep their places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from weakref import WeakKeyDictionary

from whoknows.core.game import World
from whoknows.core.memo import once
from whoknows.deals.deal_model import DealModel
from whoknows.deals.factual.factual_space import Factual
from whoknows.deals.hands.hand_space import HandSpace
from whoknows.logic.knowledge import Knowledge
from whoknows.table.knowledge.visible_moment import ALL, Dealt, Moment, Stage, known_to
from whoknows.table.knowledge.visible_moment import at_stage as at_stage

LARGE = 20  # cards; with more, what is known of whole deals takes too long


class MadeKnown(NamedTuple):
    """One thing that was made known: at which step, as which of the things said there."""

    step: int
    number: int
    stage: Stage
    is_last: bool  # of its step


@dataclass(frozen=True, slots=True)
class Present:
    """What is looked at: a moment, as it was after one stage of its move or after all."""

    moment: Moment
    model: DealModel
    before: DealModel | None  # that before this move or stage, if it has the same worlds
    chapter: tuple[MadeKnown, ...]  # all that was made known about these worlds so far
    first: DealModel  # that with which this chapter began, all having looked at their cards


def present(moments: Sequence[Moment], step: int, stage: int | None = None) -> Present | None:
    """The moment of that step, if anything has been dealt; `stage` None is after the whole move."""
    return once(_present, (step, stage), moments)


def _present(at: tuple[int, int | None], moments: Sequence[Moment]) -> Present | None:
    step, stage = at
    moment = at_stage(moments[step], stage)
    model = moment.model
    if model is None:
        return None
    chapter = _comparable(list(told(moments[: step + 1], stage)), model)
    before, first = _before(moments, step, stage, model), _first(moments, chapter)
    return Present(moment, model, before, chapter, first)


def told(moments: Sequence[Moment], stage: int | None = None) -> Iterator[MadeKnown]:
    """Everything that was made known, in order; by the last moment's move up to this stage."""
    for moment in moments:
        shown = len(moment.stages)
        if moment is moments[-1] and stage is not None and 0 <= stage < shown:
            shown = stage + 1
        for number, made in enumerate(moment.stages[:shown]):
            yield MadeKnown(moment.step, number, made, number == len(moment.stages) - 1)


def same_worlds(one: DealModel | None, other: DealModel) -> bool:
    """Whether two models speak of the same facts, so that their worlds can be compared."""
    return one is not None and one.vocabulary.facts == other.vocabulary.facts


def counted(those: DealModel | Knowledge) -> int:
    """How many worlds a model has, or somebody considers possible; counted only once."""
    if those not in _COUNTS:
        _COUNTS[those] = those.count()
    return _COUNTS[those]


def cases(those: DealModel | Knowledge) -> int:
    """The same in the unit of odds, which is what is told: deals, whatever was shown in each."""
    if those not in _CASES:
        _CASES[those] = those.deals()
    return _CASES[those]


def at_most(those: DealModel | Knowledge, most: int) -> bool:
    """Whether there are no more worlds than this; of very many deals nobody has to count what was
    shown in each."""
    return cases(those) <= most and counted(those) <= most


def is_slow(model: DealModel) -> bool:
    """Whether what others know takes long to tell, since many cards are not listed: then it is
    found from deals side by side."""
    space, is_large = model.space, len(model.vocabulary.world_facts) > LARGE
    by_hands = isinstance(space, HandSpace) or (isinstance(space, Factual) and space.lists_hands)
    return is_large and by_hands


_CASES: WeakKeyDictionary[DealModel | Knowledge, int] = WeakKeyDictionary()
_COUNTS: WeakKeyDictionary[DealModel | Knowledge, int] = WeakKeyDictionary()


def considered(moment: Dealt, seat: int | None = None) -> Knowledge:
    """Whose knowledge counts here: the viewer's own; for ALL, that of a seat if one is given."""
    if moment.viewer == ALL and seat is not None and moment.world is not None:
        return once(_known, seat, moment.model, moment.world)
    return moment.mine


def _known(seat: int, model: DealModel, world: World) -> Knowledge:
    return known_to(model, seat, world)


def _before(
    moments: Sequence[Moment], step: int, stage: int | None, model: DealModel
) -> DealModel | None:
    stages = moments[step].stages
    if not stages:
        return model
    inside = stage is not None and 0 < stage < len(stages) - 1  # the last tells of the whole move
    earlier = stages[stage - 1].model if inside and stage else moments[step - 1].model
    if inside or not _is_born(stages):
        return earlier if same_worlds(earlier, model) else None
    return None  # a new deal: what was before has nothing to do with it


def _is_born(stages: Sequence[Stage]) -> bool:
    return stages[0].model.before is None


def _comparable(story: list[MadeKnown], model: DealModel) -> tuple[MadeKnown, ...]:
    """The latest part of the story that is about the worlds of this model."""
    kept: list[MadeKnown] = []
    for part in reversed(story):
        if not same_worlds(part.stage.model, model):
            break
        kept.append(part)
        if part.stage.model.before is None:
            break
    return tuple(reversed(kept))


def _first(moments: Sequence[Moment], chapter: tuple[MadeKnown, ...]) -> DealModel:
    """The model that places are taken from: looks tell worlds apart, but remove none."""
    begun = chapter[0]
    model = begun.stage.model
    for stage in moments[begun.step].stages[begun.number + 1 :]:
        if same_worlds(stage.model, model) and counted(stage.model) == counted(model):
            model = stage.model
    return model
