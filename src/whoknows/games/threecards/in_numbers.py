"""threecards in numbers: see `core.game_numbers`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from whoknows.core.game_numbers import after, around, marks, squeezed

if TYPE_CHECKING:
    from whoknows.games.threecards import Action, State, ThreeCards

CARDS = ("a", "b", "c")
SHOWN_TO = ("", "show the next", "show the one before")  # by how many seats further they sit
BLANK = -1


@dataclass(frozen=True)
class ThreeCardsNumbers:
    """Three denials, two showings, a declaration."""

    game: ThreeCards
    choices = (*(f"not {card}" for card in CARDS), *SHOWN_TO[1:], "declare")
    cards = CARDS
    outcomes = 6

    @property
    def points(self) -> tuple[float, float]:
        return -1.0 - self.game.rounds, 2.0

    @property
    def longest(self) -> int:
        return 1 + 3 * self.game.rounds

    def choice(self, state: State, action: Action) -> str:
        card, to = getattr(action, "card", BLANK), getattr(action, "to", None)
        if to is not None:
            return SHOWN_TO[after(self.game.to_move(state), to, 3)]
        return "declare" if card == BLANK else f"not {CARDS[card]}"

    def seen(self, veiled: State, seat: int) -> list[float]:
        """Cards seen, cards denied, who was shown whose card, points, how many turns were taken."""
        hands = [marks([card], 3) for card in around(veiled.hands, seat)]
        denied = [marks(_bits(mask), 3) for mask in around(veiled.denied, seat)]
        shown = [
            marks([after(seat, other, 3) for other in _bits(mask)], 3)
            for mask in around(veiled.seen, seat)
        ]
        rest = [squeezed(number) for number in (*around(veiled.points, seat), veiled.turn + 1)]
        return [number for row in (*hands, *denied, *shown, rest) for number in row]


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(3) if mask >> bit & 1]
