"""What moves name: seats, cards and places of a game, numbers, and what only some may see.

class ShowCard(Move):
    text = "{seat} shows {to} {card}"
    seat: Seat
    to: Seat
    card: Annotated[str, Secret(CARD, "seat", "to")]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from whoknows.core import names
from whoknows.core.action_fields import BitField, NamedThing, Sort
from whoknows.core.error import Error

if TYPE_CHECKING:
    from whoknows.kit.card_game import CardGame

    AnyGame = CardGame[Any, Any]  # of the kit

HIDDEN = "?"  # what is written for what one may not see
BITS = 8  # of a name in a code


def _numbered(kind: str, among: tuple[str, ...], name: str) -> int:
    if name == HIDDEN:
        raise Error(f"no {kind} {HIDDEN}: that is what others see of a secret")
    if name not in among:
        raise Error(f"no {kind} {name}; there are {', '.join(among)}")
    return among.index(name)


def _place(game: AnyGame, told: str) -> int:
    return _numbered("place", game.places, str(names.called(game.seats, told)))


SEAT: NamedThing[AnyGame] = NamedThing(
    lambda game, name: names.number(game.seats, name), lambda game, n: game.seats[n], BITS, r"\w+"
)
CARD: NamedThing[AnyGame] = NamedThing(
    lambda game, name: _numbered("card", game.cards, name), lambda game, n: game.cards[n], BITS
)
PLACE: NamedThing[AnyGame] = NamedThing(_place, lambda game, n: game.places[n], BITS)

Seat = Annotated[str, SEAT]
Card = Annotated[str, CARD]
Place = Annotated[str, PLACE]


@dataclass(frozen=True)
class Number(Sort[object, int]):
    """A whole number from 0 up, below two to the power of so many bits."""

    bits: int = BITS
    letters: str = r"\d+"
    example: str = "0"

    def read(self, game: object, text: str) -> int:
        number = int(text)
        if number >> self.bits:
            raise Error(f"{text} is more than {(1 << self.bits) - 1}")
        return number

    def put(self, game: object, value: int, bits: BitField) -> None:
        bits.put(value, self.bits)

    def take(self, game: object, bits: BitField, many: int) -> int:
        return bits.take(self.bits)


class Secret(Sort["AnyGame", str]):
    """A card that only some see: the seats that these fields of the move name."""

    def __init__(self, of: NamedThing[AnyGame], *seen_by: str) -> None:
        self.of, self.seen_by = of, seen_by
        self.letters = of.letters

    def seers(self, action: object) -> list[str]:
        """The seats that see it in this move."""
        return [getattr(action, field) for field in self.seen_by]

    def read(self, game: AnyGame, text: str) -> str:
        return self.of.read(game, text)

    def put(self, game: AnyGame, value: str, bits: BitField) -> None:
        self.of.put(game, value, bits)

    def take(self, game: AnyGame, bits: BitField, many: int) -> str:
        return self.of.take(game, bits, many)
