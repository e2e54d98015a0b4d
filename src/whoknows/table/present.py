"""Which moment is looked at, and what was made known about the same worlds before it.

A chapter begins when worlds come into being: by a deal, or when places are parted so that worlds
tell something else than before. Within it worlds can be compared, and keep their places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from whoknows.core.game import World
from whoknows.core.once import once
from whoknows.table.moment import ALL, Moment, Stage


class Told(NamedTuple):
    """One thing that was made known: at which step, as which of the things said there."""

    step: int
    number: int
    stage: Stage
    is_last: bool  # of its step


@dataclass(frozen=True, slots=True)
class Present:
    """What is looked at: a moment, as it was after one stage of its move or after all."""

    moment: Moment
    before: Any  # the model before this move or stage, if it has the same worlds
    chapter: tuple[Told, ...]  # all that was made known about these worlds so far
    first: Any  # the model with which this chapter began, all having looked at their cards

    @property
    def model(self) -> Any:
        return self.moment.model


def present(moments: Sequence[Moment], step: int, stage: int | None = None) -> Present:
    """The moment of that step; `stage` None is after the whole move."""
    return once(_present, (step, stage), moments)


def _present(at: tuple[int, int | None], moments: Sequence[Moment]) -> Present:
    step, stage = at
    moment = at_stage(moments[step], stage)
    if moment.model is None:
        return Present(moment, None, (), None)
    story = list(told(moments[: step + 1], stage))
    chapter = _comparable(story, moment.model)
    return Present(moment, _before(moments, step, stage), chapter, _first(moments, chapter))


def at_stage(moment: Moment, stage: int | None) -> Moment:
    """The moment as it was after one stage of its move."""
    if stage is None or not 0 <= stage < len(moment.stages):
        return moment
    then = moment.stages[stage]
    return replace(moment, model=then.model, mine=then.mine, world=then.world)


def told(moments: Sequence[Moment], stage: int | None = None) -> Iterator[Told]:
    """All that was made known, in order; of the last moment's move up to this stage."""
    for moment in moments:
        shown = len(moment.stages)
        if moment is moments[-1] and stage is not None and 0 <= stage < shown:
            shown = stage + 1
        for number, made in enumerate(moment.stages[:shown]):
            yield Told(moment.step, number, made, number == len(moment.stages) - 1)


def same_worlds(one: Any, other: Any) -> bool:
    """Whether two models speak of the same facts, so that their worlds can be compared."""
    return one is not None and bool(one.vocabulary.facts == other.vocabulary.facts)


def counted(those: Any) -> int:
    """How many worlds a model has, or somebody considers possible; counted once."""
    if those not in _COUNTS:
        _COUNTS[those] = those.count()
    return _COUNTS[those]


_COUNTS: WeakKeyDictionary[Any, int] = WeakKeyDictionary()


def considered(moment: Moment, seat: int | None = None) -> Any:
    """Whose knowledge counts here: the viewer's own; for ALL, that of a seat if one is given."""
    if moment.viewer == ALL and seat is not None and moment.world is not None:
        return once(_known, seat, moment.model, moment.world)
    return moment.mine


def _known(seat: int, model: Any, world: World) -> Any:
    return model.seat(seat, at=world)


def _before(moments: Sequence[Moment], step: int, stage: int | None) -> Any:
    stages, model = moments[step].stages, at_stage(moments[step], stage).model
    if not stages:
        return model
    inside = stage is not None and 0 < stage < len(stages) - 1  # the last tells of the whole move
    earlier = stages[stage - 1].model if inside and stage else moments[step - 1].model
    if inside or not _is_born(stages):
        return earlier if same_worlds(earlier, model) else None
    return None  # dealt anew: what was before has nothing to do with it


def _is_born(stages: Sequence[Stage]) -> bool:
    return stages[0].model.before is None


def _comparable(story: list[Told], model: Any) -> tuple[Told, ...]:
    """The latest part of the story that is about the worlds of this model."""
    kept: list[Told] = []
    for part in reversed(story):
        if not same_worlds(part.stage.model, model):
            break
        kept.append(part)
        if part.stage.model.before is None:
            break
    return tuple(reversed(kept))


def _first(moments: Sequence[Moment], chapter: tuple[Told, ...]) -> Any:
    """The model that places are taken from: looks tell worlds apart, but remove none."""
    begun = chapter[0]
    model = begun.stage.model
    for stage in moments[begun.step].stages[begun.number :]:
        if same_worlds(stage.model, model) and counted(stage.model) == counted(model):
            model = stage.model
    return model
