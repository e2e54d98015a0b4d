"""A game on the page: its own drawing if it has one, or a plain one that works for any game.

A game brings its drawing by `Features.page`: a module with `board`, `labels` and `rules` as here,
and, if it can, `in_words` (a move in plain words), `pays` (what a move costs), `purpose` (what it
is for) and `spots` (where it is done).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import TypeVar

from whoknows.core.drawing import clickable
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END, Action, Game, State
from whoknows.core.match import who
from whoknows.logic.model_picture import MARKS
from whoknows.table.knowledge.visible_moment import Moment

Told = TypeVar("Told")


def board(moments: Sequence[Moment], step: int, front: int | None = None) -> str:
    """The playing area after this many moves, as HTML: what can be done can be clicked.

    A viewer at the table is drawn nearest; for anyone else, `front` is.
    """
    own = moments[step].game.page()
    if own is None:
        return _plain(moments[step])
    with _drawing(moments[step].game, "board"):
        return str(own.board(moments, step, front=front))


def labels(moment: Moment) -> list[tuple[str, str]]:
    """Each legal action's text and a short label, in an order that makes sense."""
    own = moment.game.page()
    if own is not None:
        with _drawing(moment.game, "labels"):
            return list(own.labels(moment))
    return [(str(action), str(action)) for action in moment.actions]


def offers(moment: Moment) -> list[dict[str, object]]:
    """The moves that the viewer may make now: the text of each, its label, and what it costs, as
    things of the board (by their `data-thing`) and how many."""
    if not moment.actions:
        return []
    pays: dict[str, list[tuple[str, int]]] = _of_its_own(moment, "pays", {})
    return [
        {"text": text, "label": label, **({"pays": pays[text]} if text in pays else {})}
        for text, label in labels(moment)
    ]


def in_words(moment: Moment) -> str:
    """The last move in plain words, as the viewer saw it."""
    if not moment.move:
        return moment.move
    return str(_of_its_own(moment, "in_words", moment.move))


def purpose(moment: Moment, text: str) -> str:
    """What a move that the viewer may make is for, in words; nothing if the game cannot say."""
    own = getattr(moment.game.page(), "purpose", None)
    action = next((action for action in moment.actions if str(action) == text), None)
    if own is None or action is None:
        return ""
    with _drawing(moment.game, "purpose"):
        return str(own(moment, action))


def spots(game: Game[object, object], text: str) -> list[tuple[str, str]]:
    """The things on the board that a move is about, each by the kind and the name that it has in
    its `data-KIND="NAME"`."""
    own = getattr(game.page(), "spots", None)
    if own is None:
        return []
    with _drawing(game, "spots"):
        return list(own(game, game.parse(text)))


def did(moment: Moment) -> list[tuple[str, str]]:
    """The same for the last move of a seat, as the viewer saw it."""
    if moment.by not in moment.game.seats:
        return []
    try:
        return spots(moment.game, moment.move)
    except Error:  # what was seen of it is not a whole move
        return []


def rules(game: Game[object, object]) -> str:
    """The rules as they are played with these options, as HTML."""
    own = game.page()
    if own is None:
        return _told(game)
    with _drawing(game, "rules"):
        return str(own.rules(game))


def _of_its_own(moment: Moment, what: str, otherwise: Told) -> Told:
    """What a game says of a moment, if it has anything to say."""
    own = getattr(moment.game.page(), what, None)
    if own is None:
        return otherwise
    with _drawing(moment.game, what):
        told: Told = own(moment)
        return told


@contextmanager
def _drawing(game: Game[State, Action], what: str) -> Iterator[None]:
    """Other people draw too: whatever goes wrong is told in one line, with its place."""
    try:
        yield
    except Error:
        raise
    except Exception as fault:
        place = extract_tb(fault.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        said = f"{type(fault).__name__}: {fault}"
        raise Error(f"{game.name} cannot be drawn: {what} raised {said} ({where})") from fault


def _plain(moment: Moment) -> str:
    """Who is to move, the points, the state as text, and a button for each action."""
    game, state = moment.game, moment.state
    mover = game.to_move(state)
    scores = "".join(
        f'<li class="player{" moving" if seat == mover else ""}"><span class="who">'
        f'<span class="seat{seat % 7}">{MARKS[seat % 7]}</span> {escape(name)}</span>'
        f'<b class="points">{points:g}</b></li>'
        for seat, (name, points) in enumerate(zip(game.seats, game.scores(state), strict=True))
    )
    now = {END: "The game is over.", CHANCE: "Chance is to move."}
    told = now.get(mover) or f"{who(game, mover)} is to move."
    last = f"<p>{escape(moment.by)}: {escape(moment.move)}</p>" if moment.move else ""
    acts = "".join(
        f'<span class="act can" {clickable([text], name)}>{escape(name)}</span>'
        for text, name in labels(moment)
    )
    return (
        f'<div class="area plain"><ul class="players">{scores}</ul>{last}'
        f'<pre class="state">{escape(str(state))}</pre>'
        f'<div class="now"><p>{escape(told)}</p>{acts}</div></div>'
    )


def _told(game: Game[object, object]) -> str:
    """What the game's module says of itself."""
    module = import_module(type(game).__module__)
    paragraphs = (module.__doc__ or game.name).strip().split("\n\n")
    return f"<h2>{escape(game.name)}</h2>" + "".join(f"<p>{escape(p)}</p>" for p in paragraphs)
