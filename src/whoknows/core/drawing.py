"""A position as one viewer may see it, and what in its picture can be clicked.

Games draw themselves for the table from what is `Seen` and from nothing else. The page is
generic: what can be clicked says in its attributes what it does.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import Any, Protocol


class Seen(Protocol):
    """What a picture may use from a moment of a match."""

    @property
    def game(self) -> Any: ...

    @property
    def viewer(self) -> int | str | None:
        """A seat, "all", or None for an onlooker."""

    @property
    def step(self) -> int: ...

    @property
    def state(self) -> Any:
        """Veiled for the viewer."""

    @property
    def by(self) -> str: ...

    @property
    def move(self) -> str:
        """The last move as the viewer saw it."""

    @property
    def stages(self) -> Sequence[Any]:
        """What it made known, each with an `update`."""

    @property
    def model(self) -> Any:
        """What is possible for all that is public; None before the first deal."""

    @property
    def mine(self) -> Any:
        """What the viewer knows; None before the first deal, and while cards are divided."""

    @property
    def world(self) -> Any:
        """The true deal, if the viewer may see it; otherwise None."""

    @property
    def reasons(self) -> tuple[str, ...]: ...

    @property
    def actions(self) -> tuple[Any, ...]:
        """What the viewer may do now, if it is their turn."""


def own_seat(moment: Seen) -> int:
    """The seat of a viewer who is to move."""
    if not isinstance(moment.viewer, int):
        raise AssertionError("only a seat has moves to make")
    return moment.viewer


def fitting(name: str, letters: int) -> str:
    """A name for a small plate: cut if it has more than this many letters."""
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


def clickable(actions: Sequence[object], label: str, *, asks: bool = False) -> str:
    """The attributes of something that does one of these actions when it is clicked. Where there
    are several, or `asks`, the page asks which before anything is done."""
    texts = list(map(str, actions))
    what = f'data-action="{escape(texts[0])}"'
    if asks or len(texts) > 1:
        what = f'data-actions="{escape(json.dumps(texts, ensure_ascii=False))}"'
    return f'role="button" tabindex="0" aria-label="{escape(label)}" {what}'
