"""Many texts that are much alike, stored as runs of shared pieces.

A drawing differs from the one before it in a few elements. So texts are cut at their elements,
each piece is kept once, and a text is told by runs of pieces: where a run begins, how long it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

ELEMENTS = "g|svg|path|rect|circle|line|polygon|text|use|div|section|p|ul|ol|li|table|tr|td|button"
CUT = re.compile(rf'(?=<(?:{ELEMENTS})\b)|(?=\{{")')


class Pieces:
    """The pieces, and every text as its runs, by number."""

    def __init__(self) -> None:
        self.pieces: dict[str, int] = {}
        self.runs: list[list[int]] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """The number under which this text is kept."""
        if text not in self._numbers:
            self._numbers[text] = len(self.runs)
            self.runs.append([*self._runs(text)])
        return self._numbers[text]

    def text(self, number: int) -> str:
        """The text of that number, as the page puts it together."""
        pieces, runs = list(self.pieces), self.runs[number]
        pairs = zip(runs[::2], runs[1::2], strict=True)
        return "".join(piece for start, many in pairs for piece in pieces[start : start + many])

    def _runs(self, text: str) -> Iterator[int]:
        start = many = 0
        for piece in CUT.split(text):
            at = self.pieces.setdefault(piece, len(self.pieces))
            if many and at == start + many:
                many += 1
                continue
            if many:
                yield from (start, many)
            start, many = at, 1
        yield from (start, many)
