"""Many texts that are much alike, stored as runs of shared pieces.

A drawing differs from the one before it in a few elements. So texts are cut at their elements, each
piece is kept once, and a text is a list of runs of pieces: where each run begins, and how long it
is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

ELEMENTS = "g|svg|path|rect|circle|line|polygon|text|use|div|section|p|ul|ol|li|table|tr|td|button"
BEGINS = re.compile(rf'<(?:{ELEMENTS})\b|\{{"')


class Pieces:
    """The pieces, and every text as its runs, by number."""

    def __init__(self) -> None:
        self.pieces: dict[str, int] = {}
        self.runs: list[tuple[int, ...]] = []
        self._texts: dict[str, int] = {}
        self._known: dict[tuple[int, ...], int] = {}

    def number(self, text: str) -> int:
        """The number under which this text is kept."""
        if text not in self._texts:
            self._texts[text] = self._number(_cut(text))
        return self._texts[text]

    def text(self, number: int) -> str:
        """The text of that number, as the page puts it together."""
        return "".join(_pieces(list(self.pieces), self.runs[number]))

    def adopt(self, others: Pieces) -> list[int]:
        """The numbers here of all texts that are kept there."""
        there = list(others.pieces)
        return [self._number(_pieces(there, runs)) for runs in others.runs]

    def _number(self, pieces: Iterable[str]) -> int:
        runs = tuple(self._runs(pieces))
        if runs not in self._known:
            self._known[runs] = len(self.runs)
            self.runs.append(runs)
        return self._known[runs]

    def _runs(self, pieces: Iterable[str]) -> Iterator[int]:
        start = many = 0
        for piece in pieces:
            at = self.pieces.setdefault(piece, len(self.pieces))
            if many and at == start + many:
                many += 1
                continue
            if many:
                yield from (start, many)
            start, many = at, 1
        yield from (start, many)


def _cut(text: str) -> list[str]:
    """Three times as quick as a regular expression that splits."""
    begins = [found.start() for found in BEGINS.finditer(text)]
    return [text[a:b] for a, b in pairwise([0, *begins, len(text)])]


def _pieces(pieces: Sequence[str], runs: Sequence[int]) -> Iterator[str]:
    for start, many in zip(runs[::2], runs[1::2], strict=True):
        yield from pieces[start : start + many]
