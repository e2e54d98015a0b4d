"""What a notebook shows of a match at a step, to a viewer: the pictures of the page, and an answer.

Without the widget it is shown as it is: `GameSteps(record).html(step=12, viewer="Anna")`.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.core.names import number
from whoknows.core.record import replay, rules
from whoknows.core.record_text import Record
from whoknows.table.knowledge.visible_moment import ALL, Viewer
from whoknows.table.page.page_view import ONLOOKER, LookAt, ShownGame, view
from whoknows.table.page.replay_page import shown_game


class GameSteps:
    """A match, from its start (step 0) to its last move."""

    def __init__(self, record: Record, game: Game[Any, Any] | None = None) -> None:
        """The record of a match; of a game that nobody can find by its name, that game too."""
        self.record, self.game = record, rules(record) if game is None else game
        self._turns = list(replay(record, self.game))
        self._shown: dict[str, ShownGame] = {}

    @property
    def seats(self) -> tuple[str, ...]:
        return self.game.seats

    @property
    def last(self) -> int:
        return len(self.record.moves)

    @property
    def viewers(self) -> tuple[str, ...]:
        """Whose eyes can be chosen."""
        return (ONLOOKER, *self.seats, ALL)

    def html(self, step: int = 0, viewer: str = ALL, ask: str = "") -> str:
        """The board, what happened, the worlds, who has what, and the answer to a question."""
        look = LookAt(step=step, ask=ask or None)
        shown = view(self.seen(viewer), look)
        asked = shown["answer"]
        said = _answer(asked) if isinstance(asked, dict) else ""
        parts = (
            f'<p class="said"><b>{step} of {self.last}</b> {self._move(step, viewer)}</p>',
            said,
        )
        columns = f"<div>{shown['board']}</div><div>{shown['worlds']}{shown['odds']}</div>"
        return f'{"".join(parts)}<div class="sides">{columns}</div>'

    def seen(self, viewer: str) -> ShownGame:
        """The match as the page knows it, for a viewer."""
        if viewer not in self._shown:
            whose = self._viewer(viewer)
            self._shown[viewer] = shown_game(self.record, whose, self.game, self._turns)
        return self._shown[viewer]

    def _move(self, step: int, viewer: str) -> str:
        moment = self.seen(viewer).moments[step]
        return escape(moment.move) if step else "the start"

    def _viewer(self, name: str) -> Viewer:
        if name == ONLOOKER:
            return None
        if name == ALL:
            return ALL
        if name in self.seats:
            return number(self.seats, name)
        raise Error(f"nobody called {name} looks on; there are {', '.join(self.viewers)}")


def _answer(asked: dict[str, object]) -> str:
    words = " · ".join(escape(str(asked[part])) for part in ("words", "verdict") if asked.get(part))
    fault = asked.get("error")
    if isinstance(fault, dict):
        words = escape(f"column {fault['column']}: {fault['line']}")
    return f'<p class="answer">{words}</p>'


@cache
def style() -> str:
    """The style of the page, and of what a notebook puts around its parts."""
    page, own = files("whoknows.table") / "static", files("whoknows.notebook")
    sheets = page / "table.css", page / "minds.css", own / "notebook.css"
    return "".join(sheet.read_text("utf-8") for sheet in sheets)


@cache
def hosted_style() -> str:
    """The same inside an element of its own: what it says of all, it says of that."""
    text = re.sub(r":root\[data-theme=\"(\w+)\"\]", r':host([data-theme="\1"])', style())
    return re.sub(r"^body\b", ":host", text.replace(":root", ":host"), flags=re.M)
