"""What a viewer is shown of a game: one dictionary, made from its moments and what is public.

    view(showing, look) -> dict

A `ShownGame` is a game as one viewer may know it, a `LookAt` says which part of it is looked at.
Nothing else goes in, so a page, a stored replay and a test see the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from typing import ParamSpec, TypedDict

from whoknows.core.error import Error
from whoknows.core.memo import once, remembering
from whoknows.core.winners import Win
from whoknows.logic.model_picture import MARKS
from whoknows.logic.worlds import OutgrownError, in_memory
from whoknows.table.knowledge.chapter import at_stage, cases
from whoknows.table.knowledge.discoveries import Discovery, discoveries, since
from whoknows.table.knowledge.example_questions import Example, examples
from whoknows.table.knowledge.mind_table import mind_table
from whoknows.table.knowledge.nested_knowledge import nested
from whoknows.table.knowledge.notices import plainly, quiet
from whoknows.table.knowledge.one_card import one_card
from whoknows.table.knowledge.ownership import ownership
from whoknows.table.knowledge.questions import asked
from whoknows.table.knowledge.shown_belief import because, ways_to_play
from whoknows.table.knowledge.timeline import timeline
from whoknows.table.knowledge.visible_moment import ALL, Dealt, Moment, Stage, Viewer
from whoknows.table.knowledge.what_if import what_if
from whoknows.table.knowledge.world_in_words import about_world
from whoknows.table.knowledge.world_picture import worlds
from whoknows.table.messages import Loss
from whoknows.table.page import game_board
from whoknows.table.page.better_move import better_move
from whoknows.table.page.game_titles import in_words
from whoknows.table.page.look_at import LookAt as LookAt
from whoknows.table.page.move_preview import preview
from whoknows.table.page.points_graph import points_graph
from whoknows.table.page.review import review

Given = ParamSpec("Given")
ONLOOKER = "onlooker"
HUMAN = "human"


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game so far, for one viewer; all that is here besides the moments is public."""

    id: str
    version: int
    agents: tuple[str, ...]  # a spec for each seat, or "human"
    moments: Sequence[Moment]  # of the viewer, from step 0 on
    moving: int | None  # the seat to move, None if the game is over
    over: bool  # also if it was stopped: everything may be seen
    viewers: tuple[str, ...] = (ONLOOKER,)  # that may be chosen here
    thinking: bool = False
    ended: str = ""  # why it was stopped before its end
    scores: tuple[float, ...] | None = None  # the final ones, once it is over
    win: Win | None = None  # likewise
    analysis: Sequence[Loss] | None = None
    seed: int | None = None  # once it is over, for anyone who wants to play it again
    log: Sequence[Mapping[str, object]] | None = None  # of the moments, if it was made before

    @property
    def viewer(self) -> Viewer:
        return self.moments[0].viewer


class KnowledgeParts(TypedDict):
    """Who knows what, as parts of a page; None for parts that were not asked for."""

    worlds: str
    about: str | None
    odds: str
    styles: list[tuple[str, str]]  # how the others may be taken to play, with words
    because: str | None
    onecard: str
    nested: str | None
    mind: str | None
    answer: dict[str, object] | None
    whatif: str | None
    examples: list[Example]
    cards: list[str]  # that can be asked about


@in_memory
def view(showing: ShownGame, look: LookAt) -> dict[str, object]:
    """All that the page shows."""
    _check_seats(showing, look)
    if look.preview is not None:
        with remembering():
            return {**preview(showing.moments[-1], look.preview)}
    if look.review:
        return {**review(_opened(showing).moments, showing.analysis or ())}
    with remembering():
        return {**playing(showing, look), **knowing(showing, look)}


def _opened(showing: ShownGame) -> ShownGame:
    """The game, if it is over and all of it is seen."""
    if not showing.over or showing.viewer != ALL:
        raise Error("what each move told is shown when the game is over, to who sees all")
    return showing


def playing(showing: ShownGame, look: LookAt) -> dict[str, object]:
    """How the game goes."""
    step, stage = _at(showing, look)
    moment, steps = showing.moments[step], len(showing.moments) - 1
    news = once(
        _news_of, step, showing
    )  # first: it asks for all odds, which tell how many worlds there are
    return {
        "id": showing.id,
        "version": showing.version,
        "game": _game(showing, moment, step == steps),
        "step": step,
        "steps": steps,
        "stage": stage,
        "stages": len(moment.stages),
        "live": step == steps and not showing.over,
        "over": showing.over,
        "ended": showing.ended,
        "viewer": named(showing.viewer),
        "viewers": list(showing.viewers),
        "moving": None if showing.moving is None else str(showing.moving),
        "thinking": showing.thinking,
        "log": showing.log or [entry(moment) for moment in showing.moments[1:]],
        "news": news,
        "counts": _counts(moment, stage),
        "scores": list(showing.scores or moment.game.scores(moment.state)),
        "win": _win(showing, moment) if step == steps else None,
        "analysis": showing.analysis,
        "better": better_move(moment.game, showing.analysis, step),
        "graph": points_graph(showing.analysis or (), moment.game.seats, steps),
        "seed": None if showing.seed is None else str(showing.seed),  # larger than a page's numbers
        "timeline": timeline(showing.moments, step, stage),
        **once(_board_of, step, showing),
    }


def knowing(showing: ShownGame, look: LookAt) -> KnowledgeParts:
    """Who knows what: as long as nothing is said or shown, it is the same at the next step."""
    step, stage = _at(showing, look)
    moments, moment = showing.moments, at_stage(showing.moments[step], stage)
    outer = showing.viewer if look.seat is None else look.seat
    return KnowledgeParts(
        worlds=drawn(
            worlds, moments, step, stage,
            seat=look.seat, world=look.world, formula=look.ask, kind=look.kind,
        ),
        about=drawn(about_world, moments, step, stage, look.world) if look.world else None,
        odds=drawn(ownership, moment, look.seat, look.card, look.believing),
        styles=ways_to_play(moment.game),
        because=drawn(because, moment, look.seat, look.believing, look.because)
        if look.believing and look.because
        else None,
        onecard=drawn(one_card, moment, look.card),
        nested=drawn(nested, moment, outer, look.inner)
        if look.inner is not None and isinstance(outer, int)
        else None,
        mind=drawn(mind_table, moment, look.mind) if look.mind else None,
        answer=asked(moment, look.ask, look.seat) if look.ask else None,
        whatif=what_if(moment, look.whatif) if look.whatif else None,
        examples=examples_of(moment),
        cards=list(moment.model.vocabulary.world_facts) if isinstance(moment, Dealt) else [],
    )  # fmt: skip


def _at(showing: ShownGame, look: LookAt) -> tuple[int, int]:
    """The step and the stage to look at, among those that exist."""
    steps = len(showing.moments) - 1
    step = steps if look.step is None else min(max(look.step, 0), steps)
    last = len(showing.moments[step].stages) - 1
    return step, max(0, last if look.stage is None else min(look.stage, last))


def named(viewer: Viewer) -> str:
    """A viewer as addresses and JSON write it."""
    return ONLOOKER if viewer is None else str(viewer)


def entry(moment: Moment) -> dict[str, object]:
    """A move as the viewer saw it, and what it made known: a line of the log."""
    return {
        "step": moment.step,
        "by": moment.by,
        "text": moment.move,
        "words": game_board.in_words(moment),
        "said": [_said(stage, number) for number, stage in enumerate(moment.stages)],
        "reasons": list(moment.reasons),
    }


def _news_of(step: int, showing: ShownGame) -> list[Discovery]:
    """Who now knows what, that did not before; the same for all stages of a move."""
    before = since(showing.moments, step)
    if before is None:
        return []
    between = showing.moments[before.step + 1 : step]
    try:
        return in_memory(discoveries)(before, showing.moments[step], between)
    except OutgrownError:
        return []


def _said(stage: Stage, number: int) -> dict[str, object]:
    formula = getattr(stage.update, "formula", None)
    return {
        "sentence": stage.update.sentence,
        "formula": None if formula is None else str(formula),
        "worlds": cases(stage.model),
        "stage": number,
    }


def _check_seats(showing: ShownGame, look: LookAt) -> None:
    many = len(showing.agents)
    for seat in (look.seat, look.inner):
        if seat is not None and not 0 <= seat < many:
            raise Error(f"there is no seat {seat}, only 0 to {many - 1}")


def _game(showing: ShownGame, moment: Moment, is_last: bool) -> dict[str, object]:
    game = moment.game
    points = game.scores(moment.state)
    if is_last and showing.scores is not None:
        points = showing.scores
    seats = [
        {
            "name": name,
            "mark": MARKS[seat % len(MARKS)],
            "agent": showing.agents[seat],
            "human": showing.agents[seat] == HUMAN,
            "points": points[seat],
            "to_move": is_last and showing.moving == seat,
        }
        for seat, name in enumerate(game.seats)
    ]
    words = in_words(game.spec)
    return {"spec": game.spec, "name": game.name, "words": words, "seats": seats}


def _win(showing: ShownGame, moment: Moment) -> dict[str, object] | None:
    """Who won and how, in words."""
    if showing.win is None or showing.scores is None:
        return None
    words = showing.win.words(moment.game.seats, showing.scores)
    return {"seats": list(showing.win.seats), "words": words}


def _counts(moment: Moment, stage: int) -> dict[str, object]:
    """How many worlds are left, in all and to the viewer, and how many bits the viewer lacks."""
    at = moment.stages[stage] if moment.stages else moment
    if at.model is None:
        return {"worlds": None, "mine": None, "bits": None}
    mine = None if at.mine is None else cases(at.mine)
    if moment.viewer == ALL:
        mine = 1
    return {"worlds": cases(at.model), "mine": mine, "bits": None if not mine else log2(mine)}


def _board_of(step: int, showing: ShownGame) -> dict[str, object]:
    moment = showing.moments[step]
    return {
        "board": game_board.board(showing.moments, step, front=_front(showing)),
        "did": game_board.did(moment),
        "rules": game_board.rules(moment.game),
        "actions": game_board.offers(moment),
    }


def _front(showing: ShownGame) -> int | None:
    """The only person's seat: the table does not turn around when the game is over."""
    people = [seat for seat, agent in enumerate(showing.agents) if agent == HUMAN]
    return people[0] if len(people) == 1 else None


def drawn(draw: Callable[Given, str], *of: Given.args, **how: Given.kwargs) -> str:
    """A part of the page, or why it is not there: if one takes too much memory, the others still
    appear."""
    try:
        return in_memory(draw)(*of, **how)
    except OutgrownError as fault:
        return quiet(plainly(fault))


def examples_of(moment: Moment) -> list[Example]:
    """Questions worth asking here; none if they take too much memory."""
    try:
        return in_memory(examples)(moment)
    except OutgrownError:
        return []
