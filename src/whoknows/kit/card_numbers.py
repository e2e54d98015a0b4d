"""Games of the kit in numbers, which follow from what they declare: see `core.game_numbers`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from whoknows.core.action_fields import Sort
from whoknows.core.actions import KINDS, Written
from whoknows.core.error import Error
from whoknows.core.game_numbers import after, marks, squeezed
from whoknows.kit.card_state import BLANK, CardState
from whoknows.kit.words import CARD, PLACE, SEAT, Number, Secret

if TYPE_CHECKING:
    from whoknows.kit.words import AnyGame

LONGEST = 10_000  # no author says how long a game may take
PUBLIC = 64  # of what is public so many numbers, if an author lets it grow


@dataclass(frozen=True)
class CardNumbers:
    """A kind of move with a value for each of its fields; seats are told by how much further they
    sit than the one who moves."""

    game: AnyGame
    longest = LONGEST

    @cached_property
    def choices(self) -> tuple[str, ...]:
        named = (_written(kind, values) for kind in self.game.moves for values in self._all(kind))
        return tuple(named)

    @property
    def cards(self) -> tuple[str, ...]:
        return self.game.cards

    @property
    def points(self) -> tuple[float, float]:
        return self.game.point_range

    @property
    def outcomes(self) -> int:
        return self.game.chance(self.game.start()).count()

    def choice(self, state: CardState[Any], action: Written) -> str:
        mover, kind = self.game.to_move(state), KINDS[type(action)]
        values = {name: getattr(action, name) for name in kind.sorts}
        further = {
            name: after(mover, self.game.seat(values[name]), self.game.players)
            for name, sort in kind.sorts.items()
            if sort is SEAT
        }
        return _written(type(action), (values | further).values())

    def seen(self, veiled: CardState[Any], seat: int) -> list[float]:
        """Where the cards lie that it sees, who showed it which, and what is public."""
        players, places = self.game.players, len(self.game.places)
        lies = veiled.lies or (BLANK,) * len(self.game.cards)
        row = [mark for place in lies for mark in marks([self._further(seat, place)], places)]
        for other in range(1, players):
            by = [s.card for s in veiled.shown if s.by == (seat + other) % players and s.to == seat]
            row += marks(by, len(self.game.cards))
        return [*row, *marks([self.game.to_move(veiled)], players), *self._public(veiled, seat)]

    def _public(self, veiled: CardState[Any], seat: int) -> list[float]:
        """As many numbers as it always takes, or of what may grow the first."""
        row, size = self.game.public_row(veiled.public)
        room = PUBLIC if size is None else size
        numbers = [squeezed(number) for number in row[:room]]
        return [*marks([seat], self.game.players), *numbers, *[0.0] * (room - len(numbers))]

    def _further(self, seat: int, place: int) -> int:
        """A place by its number, the hands of the seats told from the own one on."""
        names, seats = self.game.places, self.game.seats
        if place == BLANK or names[place] not in seats:
            return place
        there = seats[(seats.index(names[place]) - seat) % len(seats)]
        return names.index(there)

    def _all(self, kind: type[Written]) -> Iterator[tuple[object, ...]]:
        sorts = KINDS[kind].sorts
        return product(*(self._possible(kind, name, sort) for name, sort in sorts.items()))

    def _possible(self, kind: type[Written], name: str, sort: Sort[Any, Any]) -> Sequence[object]:
        """All values that a field may have; `seat` is always the one who moves."""
        if sort is SEAT:
            return range(1 if name == "seat" else self.game.players)
        if isinstance(sort, Number):
            return range(1 << sort.bits)
        plain = sort.of if isinstance(sort, Secret) else sort
        if plain is CARD:
            return self.game.named_by(kind, name)
        if plain is PLACE:
            return self.game.places
        raise Error(f"{self.game.name}: {kind.__name__}.{name} has too many values to number them")


def _written(kind: type[Written], values: Iterable[object]) -> str:
    return " ".join([kind.__name__, *map(str, values)])
