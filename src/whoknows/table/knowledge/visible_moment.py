"""What a viewer may know of a match, moment by moment: the one place where secrets are kept.

A viewer is a seat, an onlooker (None) or ALL, who sees everything. All pages, pictures, logs and
answers are made from moments alone, and a moment for a seat is the same in all deals that the seat
cannot tell apart: so nothing drawn from it can say more than the seat knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary, WeakValueDictionary

from whoknows.beliefs.suited_evidence import SuitedAct, seen_act
from whoknows.core.game import Game, PublicModel, Update, World
from whoknows.core.legal_actions import legal
from whoknows.core.match import Turn, deal_of, who
from whoknows.deals.deal_model import DealModel, dealt
from whoknows.logic.knowledge import Knowledge
from whoknows.logic.space import Set

ALL = "all"
Viewer = int | str | None  # a seat, ALL, or None: an onlooker


@dataclass(frozen=True, slots=True)
class Stage:
    """One thing that a move made known, and what is possible after it, to all and to the viewer."""

    update: Update  # its sentence, and its formula if it has one: public
    model: DealModel  # of all: public
    mine: (
        Knowledge | None
    )  # the viewer's (ALL and onlookers: what is public); None half-way a split
    world: World | None  # the true deal, for ALL only


@dataclass(frozen=True, slots=True)
class Moment:
    """A match after `step` moves, as one viewer may see it; step 0 is before anything happened."""

    game: Game[object, object]
    viewer: Viewer
    step: int
    state: object  # veiled for the viewer
    by: str  # who made the last move; "" at step 0
    move: str  # that move as the viewer saw it
    stages: tuple[Stage, ...]  # what the move made known; empty if nothing
    model: DealModel | None  # what is possible for all that is public; None before the first deal
    mine: Knowledge | None  # what the viewer knows; None before the first deal, half-way a split
    world: World | None  # the true deal, for ALL only
    reasons: tuple[str, ...]  # of the agent that moved, for ALL only
    actions: tuple[object, ...]  # what the viewer may do now, if it is its turn
    acts: tuple[SuitedAct, ...] = ()  # what seats did, as everyone saw it, if it suits some hands


@dataclass(frozen=True, slots=True)
class Dealt(Moment):
    """A moment after cards were dealt, so that somebody may know something about them."""

    model: DealModel
    mine: Knowledge


def moments(
    game: Game[object, object], turns: Iterable[Turn[object, object]], viewer: Viewer
) -> list[Moment]:
    """All moments of a match so far, from step 0 on."""
    found, state = [first(game, viewer)], game.start()
    for turn in turns:
        found.append(following(found[-1], turn))
        state = turn.after
    return [*found[:-1], to_move(found[-1], state)]


def first(game: Game[object, object], viewer: Viewer) -> Moment:
    """Before anything happened."""
    state = _veiled(game, game.start(), viewer)
    return Moment(game, viewer, 0, state, "", "", (), None, None, None, (), ())


def following(last: Moment, turn: Turn[object, object]) -> Moment:
    """The moment after this one's next turn."""
    return _moment(last, turn)


def to_move(last: Moment, state: object) -> Moment:
    """The last moment, with what the viewer may do now."""
    game = last.game
    if last.model is None or game.to_move(state) != last.viewer:
        return last
    return replace(last, actions=legal(game, state, last.model))


def at_stage(moment: Moment, stage: int | None) -> Moment:
    """The moment as it was after one stage of its move."""
    if stage is None or not 0 <= stage < len(moment.stages):
        return moment
    then = moment.stages[stage]
    return _kind(then.model, then.mine)(
        game=moment.game,
        viewer=moment.viewer,
        step=moment.step,
        state=moment.state,
        by=moment.by,
        move=moment.move,
        stages=moment.stages,
        model=then.model,
        mine=then.mine,
        world=then.world,
        reasons=moment.reasons,
        actions=moment.actions,
        acts=moment.acts,
    )


def _kind(model: DealModel | None, mine: Knowledge | None) -> type[Moment]:
    return Moment if model is None or mine is None else Dealt


def _moment(last: Moment, turn: Turn[object, object]) -> Moment:
    game, viewer = last.game, last.viewer
    stages = tuple(_stages(game, turn, last.model, viewer))
    world, model = deal_of(game, turn), _ours(turn.model)
    act = seen_act(game, turn, last.model)
    if stages:
        mine = stages[-1].mine
    else:  # nothing was said, so it is what it was
        mine = last.mine if model is last.model else _knowledge(model, viewer, world)
    return _kind(model, mine)(
        game=game,
        viewer=viewer,
        step=last.step + 1,
        state=_veiled(game, turn.after, viewer),
        by=who(game, turn.by),
        move=_shown(game, turn, viewer),
        stages=stages,
        model=model,
        mine=mine,
        world=world if viewer == ALL else None,
        reasons=turn.choice.reasons if viewer == ALL else (),
        actions=(),
        acts=last.acts if act is None else (*last.acts, act),
    )


def _stages(
    game: Game[object, object], turn: Turn[object, object], before: DealModel | None, viewer: Viewer
) -> Iterator[Stage]:
    """A move may split places, so what comes first is about the deal before it, if there was
    one."""
    made = before
    for number, (update, known) in enumerate(zip(turn.said, _models(turn), strict=True)):
        is_last = number == len(turn.said) - 1
        model = made = known or dealt(update.to(made))
        world = deal_of(game, turn) if is_last else _dealt(game, turn, model)
        yield Stage(
            update, model, _knowledge(model, viewer, world), world if viewer == ALL else None
        )


def _models(turn: Turn[object, object]) -> list[DealModel | None]:
    """The model after each thing that was said, as the last one remembers it: what is found out
    about it for one viewer need not be found again for the next."""
    model, found = _ours(turn.model), list[DealModel | None]()
    for update in reversed(turn.said):
        if found and model is not None and model.history[-1] is not update:
            model = None
        found.append(model)
        model = None if model is None else _ours(model.before)
    return found[::-1]


def _ours(model: PublicModel | None) -> DealModel | None:
    """The model as the table asks it: of dealt cards."""
    if model is None or isinstance(model, DealModel):
        return model
    raise TypeError(f"not a model of dealt cards: {model!r}")


def _dealt(
    game: Game[object, object], turn: Turn[object, object], model: DealModel
) -> World | None:
    """The true deal in terms of the places of this model, and of what was shown by then; None while
    places are being split."""
    words = model.vocabulary
    dealt = {str(fact) for fact in words.world_facts}
    wanted = {place.name for place in words.places} | (words.by_name.keys() - dealt)
    for world in (game.world(turn.after), game.world(turn.before)):
        told = {key: cards for key, cards in (world or {}).items() if str(key) in wanted}
        if world is not None and len(told) == len(wanted):
            return told
    return None


def _knowledge(model: DealModel | None, viewer: Viewer, world: World | None) -> Knowledge | None:
    if model is None or world is None:
        return None
    return known_to(model, viewer if isinstance(viewer, int) else None, world)


def known_to(model: DealModel, seat: int | None, world: World | None) -> Knowledge:
    """What a seat knows in this world, or an onlooker (None) in any. Those who look at the same
    worlds share it, so that their odds are found once, as long as one of them is there."""
    found = model.outsider() if seat is None else model.seat(seat, at=world)
    shared = _SHARED.setdefault(model, WeakValueDictionary())
    return shared.setdefault((seat, found.held), found)


_SHARED: WeakKeyDictionary[DealModel, WeakValueDictionary[tuple[int | None, Set], Knowledge]] = (
    WeakKeyDictionary()
)


def _veiled(game: Game[object, object], state: object, viewer: Viewer) -> object:
    return state if viewer == ALL else game.veil(state, viewer if isinstance(viewer, int) else None)


def _shown(game: Game[object, object], turn: Turn[object, object], viewer: Viewer) -> str:
    if viewer == ALL:
        return str(turn.choice.action)
    return game.shown(
        turn.before, turn.choice.action, to=viewer if isinstance(viewer, int) else None
    )
