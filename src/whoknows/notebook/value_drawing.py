"""What a notebook shows of a game, a record, a turn or a view: the parts of the page.

A view shows what its seat may see and know. A record and a turn hold the whole truth, and show it.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from whoknows.core.agent import View
from whoknows.core.game import CHANCE, Game
from whoknows.core.match import Turn
from whoknows.core.names import person
from whoknows.core.notebook_box import boxed
from whoknows.core.plural import some
from whoknows.core.record_text import Record
from whoknows.notebook.game_steps import GameSteps, style
from whoknows.table.knowledge.visible_moment import ALL
from whoknows.table.page import game_board

OFFERED = 12  # actions that are listed


def html(value: object) -> str:
    """The value in a box of its own."""
    match value:
        case Game():
            parts = _game(value)
        case Record():
            parts = _record(value)
        case Turn():
            parts = _turn(value)
        case View():
            parts = _view(value)
        case _:
            raise TypeError(f"nothing is drawn of a {type(value).__name__}")
    return boxed(f'<div class="value">{"".join(parts)}</div>', style())


def _game(game: Game[object, object]) -> Iterable[str]:
    """Its board before the first move, and its rules."""
    nobody = ("",) * len(game.seats)
    steps = GameSteps(Record(game.spec, nobody, None, (), None, seats=game.seats), game)
    yield _head(game, ", ".join(map(person, game.seats)))
    yield f'<div class="alone">{game_board.board(steps.seen(ALL).moments, 0)}</div>'
    yield _folded("The rules", game_board.rules(game))


def _record(record: Record) -> Iterable[str]:
    """Who played, how it ended, the last position, and all moves."""
    steps = GameSteps(record)
    seen = steps.seen(ALL)
    pairs = zip(steps.seats, record.agents, strict=True)
    yield _head(steps.game, ", ".join(f"{person(seat)} ({agent})" for seat, agent in pairs))
    ended = seen.ended or "not over"
    if seen.win is not None and seen.scores is not None:
        ended = seen.win.words(steps.seats, seen.scores)
    yield f"<p>{some(steps.last, 'move')}: {escape(ended)}.</p>"
    yield steps.html(steps.last)
    moves = (f"{move.by}: {game_board.in_words(move)}" for move in seen.moments[1:])
    yield _folded(some(steps.last, "move"), f'<ol class="moves">{_items(moves)}</ol>')


def _turn(turn: Turn[object, object]) -> Iterable[str]:
    """Who did what and why, what that said, and what is possible after it."""
    by = "chance" if turn.by == CHANCE else f"seat {turn.by}"
    if turn.by != CHANCE and turn.model is not None:
        by = person(turn.model.seats[turn.by])
    yield f"<p><b>{escape(by)}</b>: {escape(str(turn.choice.action))}</p>"
    if turn.choice.reasons:
        yield f"<div>Because{_list(turn.choice.reasons)}</div>"
    if turn.said:
        yield f"<div>Everyone hears{_list(update.sentence for update in turn.said)}</div>"
    yield _own(turn.model)


def _view(view: View[object, object]) -> Iterable[str]:
    """What lies before the seat, what it may do, and what it knows."""
    seat = person(view.game.seats[view.seat])
    yield _head(view.game, f"{seat} is to move")
    lines = "\n".join(map(str, view.game.position(view.state, view.seat)))
    yield f"<pre>{escape(lines)}</pre>"
    more = len(view.actions) - OFFERED
    rest = [f"and {more} more"] if more > 0 else []
    offers = [*map(str, view.actions[:OFFERED]), *rest]
    yield _folded(some(len(view.actions), "action"), _list(offers))
    yield _own(view.knowledge)


def _head(game: Game[object, object], who: str) -> str:
    told = f"<code>{escape(game.spec)}</code> · {escape(who)}"
    return f'<div><h3 class="titled">{escape(game.title)}</h3><p class="faint">{told}</p></div>'


def _own(value: object) -> str:
    """A value as it shows itself."""
    if value is None:
        return ""
    found = getattr(value, "_repr_html_", None)
    return escape(str(value)) if found is None else str(found())


def _folded(title: str, inside: str) -> str:
    return f"<details><summary>{escape(title)}</summary><div>{inside}</div></details>"


def _items(lines: Iterable[str]) -> str:
    return "".join(f"<li>{escape(str(line))}</li>" for line in lines)


def _list(lines: Iterable[str]) -> str:
    return f'<ul class="listed">{_items(lines)}</ul>'
