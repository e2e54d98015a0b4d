"""A small model written out: its worlds, numbered, and the cells of each seat as numbers.

What other programs can read is made from it (`model_export.py`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whoknows.core.error import Error
from whoknows.logic.vocabulary import Value, Vocabulary

if TYPE_CHECKING:
    from whoknows.logic.model import Model

Facts = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class ListedModel:
    """The value of each fact in every world, and which worlds each seat cannot tell apart."""

    vocabulary: Vocabulary
    worlds: tuple[Facts, ...]
    words: tuple[str, ...]  # each world in words
    cells: Mapping[str, tuple[tuple[int, ...], ...]]  # by seat, numbers of worlds

    def json(self) -> str:
        """With the facts and their possible values."""
        facts = {fact.name: fact.values for fact in self.vocabulary.facts}
        told = {"seats": list(self.cells), "facts": facts, "worlds": self.worlds}
        return json.dumps({**told, "cells": self.cells}, ensure_ascii=False)


def listed(model: Model, most: int) -> ListedModel:
    """All of it, if there are at most this many worlds."""
    if model.count() > most:
        raise Error(f"{model.count():,} worlds are too many to write out (at most {most:,})")
    words = model.vocabulary.words
    worlds = tuple(model.worlds)
    numbers = {words(world): number for number, world in enumerate(worlds)}
    cells = {
        seat: tuple(tuple(sorted(numbers[words(world)] for world in cell)) for cell in cells)
        for seat, cells in ((seat, model.cells(seat)) for seat in model.seats)
    }
    assigned = tuple(dict(model.vocabulary.assignment(world)) for world in worlds)
    return ListedModel(model.vocabulary, assigned, tuple(numbers), cells)
