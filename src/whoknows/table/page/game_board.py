"""A game on the page: its own drawing if it has one, or a plain one that works for any game.

A game brings its drawing by `Features.page`: a module with `board`, `labels` and `rules` as here,
and `in_words` if its moves do not read as words.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from importlib import import_module
from pathlib import Path
from traceback import extract_tb

from whoknows.core.drawing import clickable
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END, Action, Game, State
from whoknows.core.match import who
from whoknows.logic.model_picture import MARKS
from whoknows.table.knowledge.visible_moment import Moment


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


def in_words(moment: Moment) -> str:
    """The last move in plain words, as the viewer saw it."""
    words = getattr(moment.game.page(), "in_words", None)
    if words is None or not moment.move:
        return moment.move
    with _drawing(moment.game, "in_words"):
        return str(words(moment))


def rules(game: Game[object, object]) -> str:
    """The rules as they are played with these options, as HTML."""
    own = game.page()
    if own is None:
        return _told(game)
    with _drawing(game, "rules"):
        return str(own.rules(game))


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
