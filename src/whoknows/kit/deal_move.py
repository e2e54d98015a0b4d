"""A deal described once: the chance move that makes it, its text and its code.

The description is the update itself (`deals.updates.Deal`). Every deal that fits it is equally
likely; a text tells what lies in each place, such as `deal Anna: a, b | Bram: c, d | stock: e`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Annotated

from whoknows.core import names
from whoknows.core.action_fields import BitField, Names, Sort
from whoknows.core.actions import Written
from whoknows.core.error import Error
from whoknows.deals.deal_model import DealModel
from whoknows.deals.updates import Deal
from whoknows.kit.words import CARD, HIDDEN
from whoknows.logic.vocabulary import World

if TYPE_CHECKING:
    from whoknows.kit.words import AnyGame

Pile = tuple[str, Names]  # a place, and its cards in the order in which the game names them


class Piles(Sort["AnyGame", tuple[Pile, ...]]):
    """The cards of each place."""

    def write(self, value: tuple[Pile, ...]) -> str:
        return " | ".join(f"{place}: {', '.join(cards)}" for place, cards in value)

    def read(self, game: AnyGame, text: str) -> tuple[Pile, ...]:
        told = [pile.partition(": ") for pile in text.split(" | ")]
        places = tuple(str(names.called(game.seats, place)) for place, _, _ in told)
        if places != game.places:
            raise Error(f"expected the places {', '.join(game.places)}")
        piles = [
            [CARD.read(game, name) for name in cards.split(", ") if name] for *_, cards in told
        ]
        return tuple(zip(places, map(tuple, piles), strict=True))

    def as_told(self, value: tuple[Pile, ...], text: str) -> str:
        places = [pile.partition(": ")[0] for pile in text.split(" | ")]
        return self.write(tuple((told, pile[1]) for told, pile in zip(places, value, strict=True)))

    def put(self, game: AnyGame, value: tuple[Pile, ...], bits: BitField) -> None:
        """One number, a digit for the place of each card: it is the last in a code."""
        code, many = 0, len(game.places)
        for place in reversed(lies(game, value)):
            code = code * many + place
        bits.put(code, 0)

    def take(self, game: AnyGame, bits: BitField, many: int) -> tuple[Pile, ...]:
        code, found = bits.rest(), []
        for _ in game.cards:
            code, place = divmod(code, len(game.places))
            found.append(place)
        return piles(game, found)


@dataclass(frozen=True, slots=True)
class DealCards(Written):
    """Chance deals the cards."""

    text = "deal {piles}"
    piles: Annotated[tuple[Pile, ...], Piles()]

    def seen(self, visible: tuple[bool, ...]) -> DealCards:
        """With what lies in the other places hidden."""
        return DealCards(
            tuple(
                (place, cards if sees else (HIDDEN,) * len(cards))
                for sees, (place, cards) in zip(visible, self.piles, strict=True)
            )
        )


def lies(game: AnyGame, dealt: tuple[Pile, ...]) -> tuple[int, ...]:
    """For each card the number of its place."""
    found = {card: number for number, (_, cards) in enumerate(dealt) for card in cards}
    return tuple(found[card] for card in game.cards)


def piles(game: AnyGame, where: list[int]) -> tuple[Pile, ...]:
    """The cards of each place."""
    pairs = list(zip(game.cards, where, strict=True))
    return tuple(
        (place, tuple(card for card, lie in pairs if lie == number))
        for number, place in enumerate(game.places)
    )


@dataclass(frozen=True, slots=True)
class Dealing:
    """The deals that fit a description, all equally likely."""

    deal: Deal
    purpose: str = "deal"

    def sample(self, rng: Random) -> DealCards:
        return self._move(_all_deals(_key(self.deal)).outsider().sample(rng))

    def odds(self, action: object) -> Fraction:
        if not isinstance(action, DealCards):
            return Fraction(0)
        model = _all_deals(_key(self.deal))
        try:
            world = model.world(dict(action.piles))
        except Error:
            return Fraction(0)
        return Fraction(self._move(world) == action, model.count())

    def count(self) -> int:
        return _all_deals(_key(self.deal)).count()

    def outcomes(self) -> Iterator[DealCards]:
        return map(self._move, _all_deals(_key(self.deal)).worlds)

    def _move(self, world: World) -> DealCards:
        order = {str(card): number for number, card in enumerate(self.deal.cards)}
        return DealCards(
            tuple(
                (str(place), tuple(sorted(map(str, cards), key=order.__getitem__)))
                for place, cards in world.items()
            )
        )


def _key(deal: Deal) -> Key:
    return Key(deal, repr(deal))


@dataclass(frozen=True)
class Key:
    """A deal that can be remembered: two that are described alike are one."""

    deal: Deal
    told: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self.told == other.told

    def __hash__(self) -> int:
        return hash(self.told)


@lru_cache(maxsize=64)
def _all_deals(key: Key) -> DealModel:
    """All deals that fit, before anybody has looked; where only rooms count, without listing."""
    plain = not key.deal.law and not key.deal.even
    engine = "factual" if plain else key.deal.engine
    return replace(key.deal, engine=engine, looked=False).to(None)
