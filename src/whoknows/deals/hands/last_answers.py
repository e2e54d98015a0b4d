"""Answers that are remembered, up to so many: what was found long ago is forgotten."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Key = TypeVar("Key")
Found = TypeVar("Found")
KEPT = 64  # answers of a kind


class Answers(dict[Key, Found]):
    """The answer to each question, in the order in which they were found."""

    def once(self, key: Key, find: Callable[[], Found]) -> Found:
        """What was found before, or is found now."""
        if key not in self:
            if len(self) >= KEPT:
                del self[next(iter(self))]
            self[key] = find()
        return self[key]
