"""One world as users meet it: a plain mapping that can show itself.

It equals the dictionary that you would write down; `str` puts it in one line, and a notebook draws
it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Self

Key = int | str  # a place, by name or by the number of its seat; or a fact


class ShownWorld(dict[Key, Any]):
    """Places with their cards, or facts with their values."""

    __slots__ = ("place", "words")

    def __init__(
        self,
        content: Mapping[Any, Any],
        words: Callable[[Mapping[Key, Any]], str],
        place: Callable[[Key], Key | None] | None = None,
    ) -> None:
        super().__init__(content)
        self.words, self.place = words, place

    def __missing__(self, key: Key) -> Any:
        """A seat's place may be given by the number of the seat."""
        found = self.place(key) if self.place else None
        if found is None or found not in self:
            raise KeyError(key)
        return self[found]

    def __str__(self) -> str:
        return self.words(self)

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (dict(self), self.words, self.place)

    def _repr_html_(self) -> str:
        from whoknows.logic.svg import world_svg

        piles = {
            str(key): [str(card) for card in value] if isinstance(value, list) else [str(value)]
            for key, value in self.items()
        }
        return world_svg(piles)
