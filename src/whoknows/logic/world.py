"""One world as users meet it: a plain mapping that can show itself.

It equals the dictionary that one would write down; `str` is its line of words, and a notebook
draws it.
"""

from collections.abc import Callable
from typing import Any, Self


class ShownWorld(dict[Any, Any]):
    """Places with their cards, or facts with their values."""

    __slots__ = ("words",)

    def __init__(self, content: dict[Any, Any], words: Callable[[Any], str]) -> None:
        super().__init__(content)
        self.words = words

    def __str__(self) -> str:
        return self.words(self)

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (dict(self), self.words)

    def _repr_html_(self) -> str:
        from whoknows.logic.svg import world_svg

        piles = {
            str(key): [str(card) for card in value] if isinstance(value, list) else [str(value)]
            for key, value in self.items()
        }
        return world_svg(piles)
