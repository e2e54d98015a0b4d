"""Expectiminimax that looks at only some random outcomes of chance, and so looks further.

It draws `breadth` outcomes at a chance node, fewer by the factor `narrow` with every move, and
looks at every action of the players. Otherwise it is like `expectiminimax`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from whoknows.agents.expectiminimax import Expectiminimax
from whoknows.core.error import Error
from whoknows.search.searcher import above_zero, at_least

if TYPE_CHECKING:
    from whoknows.search.belief_branches import LookAhead


@dataclass(frozen=True, slots=True)
class McExpectiminimax(Expectiminimax):
    """The agent above."""

    called: ClassVar[str] = "mc-expectiminimax"

    depth: int = 5
    worlds: int = 4
    breadth: int = 10
    narrow: float = 1.0

    def __post_init__(self) -> None:
        Expectiminimax.__post_init__(self)
        at_least("mc-expectiminimax", 1, breadth=self.breadth)
        above_zero("mc-expectiminimax", narrow=self.narrow)
        if self.narrow > 1:
            raise Error(f"mc-expectiminimax: narrow must be at most 1, not {self.narrow:g}")

    def _look(self, seat: int) -> LookAhead:
        from whoknows.search.belief_branches import LookAhead

        return LookAhead(seat, self.assume, self.breadth, self.narrow)


agent = McExpectiminimax
