"""A game inside a notebook: step through it, choose whose eyes you look through, ask.

    from whoknows.notebook import show
    show("game.jsonl")

The pictures are those of the page. Needs the extra `notebook`, which brings anywidget.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING

from whoknows.core.game import Action, Game, State
from whoknows.core.match import Turn
from whoknows.core.record import read
from whoknows.core.record_text import Record
from whoknows.core.recorder import Tape
from whoknows.notebook.game_steps import GameSteps

if TYPE_CHECKING:
    from whoknows.notebook.game_widget import GameWidget

__all__ = ["GameSteps", "show"]


def show(
    match: Record | str | PathLike[str] | Iterable[Turn[State, Action]],
    game: Game[State, Action] | None = None,
    *,
    viewer: str = "all",
    step: int = 0,
) -> GameWidget:
    """A match to step through: a record, the file of one, or the turns of a game.

    match   a `Record`, a path, or what `whoknows.play` gives
    game    of such turns, or of a record whose game cannot be found by its name
    viewer  "onlooker", the name of a seat, or "all"
    step    where it opens
    """
    from whoknows.notebook.game_widget import GameWidget

    return GameWidget(GameSteps(_record(match, game), game), viewer, step)


def _record(
    match: Record | str | PathLike[str] | Iterable[Turn[State, Action]],
    game: Game[State, Action] | None,
) -> Record:
    if isinstance(match, Record):
        return match
    if isinstance(match, str | PathLike) or game is None:
        return read(match)  # type: ignore[arg-type]
    tape = Tape(game, ["somebody"] * len(game.seats), None)
    for turn in match:
        tape.add(turn)
    return tape.record()
