"""Who wins: the most points, then what the rules say about a tie; a tie that remains is shared.

A tie-break is a few words, such as `more completed tickets`, and a number for each seat, the
highest of which wins. They are used in order, only as far as needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

TieBreak = tuple[str, Sequence[float]]


@dataclass(frozen=True, slots=True)
class Win:
    """The seats that win, and by which tie-breaks, if points did not decide.

    Nobody, if the rules let everybody lose: then `by` says how. A team wins together, and may have
    a name, such as `the village`.
    """

    seats: tuple[int, ...]
    by: tuple[str, ...] = ()
    together: bool | str = False

    def __post_init__(self) -> None:
        """Whoever writes a list, or one reason alone, is understood."""
        by: object = self.by
        object.__setattr__(self, "seats", tuple(self.seats))
        object.__setattr__(self, "by", (by,) if isinstance(by, str) else tuple(self.by))

    def words(self, names: Sequence[str], points: Sequence[float]) -> str:
        """For example `Anna wins with 24 points, by more completed tickets`."""
        if not self.seats:
            return f"nobody wins: {', then '.join(self.by)}" if self.by else "nobody wins"
        *others, last = (names[seat] for seat in self.seats)
        who = f"{', '.join(others)} and {last} share the win" if others else f"{last} wins"
        if self.together:
            who = f"{self.together if isinstance(self.together, str) else 'the team'} wins"
        most = points[self.seats[0]]
        how = f", by {', then '.join(self.by)}" if self.by else ""
        return f"{who} with {most:g} point{'s' * (most != 1)}{how}"


def win(points: Sequence[float], tie_breaks: Iterable[TieBreak] = ()) -> Win:
    """Who wins with these points."""
    best, by = _best(range(len(points)), points), list[str]()
    breaks = iter(tie_breaks)
    while len(best) > 1 and (found := next(breaks, None)) is not None:
        words, numbers = found
        before, best = best, _best(best, numbers)
        if len(best) < len(before):
            by.append(words)
    return Win(best, tuple(by))


def _best(seats: Iterable[int], numbers: Sequence[float]) -> tuple[int, ...]:
    among = tuple(seats)
    most = max(numbers[seat] for seat in among)
    return tuple(seat for seat in among if numbers[seat] == most)
