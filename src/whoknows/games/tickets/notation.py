"""What actions name: seats, train cards, connections, cities and tickets, as texts and as bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from whoknows.core import names
from whoknows.core.action_fields import BitField, Listed, Marked, Maybe, NamedThing, Names, Sort
from whoknows.core.error import Error
from whoknows.games.tickets import codes

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets


def _seat(rules: Tickets, name: str) -> int:
    return names.number(rules.seats, name)


def _card(rules: Tickets, name: str) -> int:
    if name not in rules.card_names:
        raise Error(f"no train card {name}; there are {', '.join(rules.card_names)}")
    return rules.card(name)


def _city(rules: Tickets, name: str) -> int:
    for number, city in enumerate(rules.map.cities):
        if city.name == name:
            return number
    raise Error(f"no city {name}")


SEAT: NamedThing[Tickets] = NamedThing(
    _seat, lambda rules, n: rules.seats[n], codes.SEAT_BITS, r"\w+"
)
CARD: NamedThing[Tickets] = NamedThing(
    _card, lambda rules, n: rules.card_names[n], codes.COLOUR_BITS, r"\w+"
)
CITY: NamedThing[Tickets] = NamedThing(
    _city, lambda rules, n: rules.map.cities[n].name, codes.PLACE_BITS, ".+"
)
CONNECTION: NamedThing[Tickets] = NamedThing(
    lambda rules, name: rules.map.connection(name).number,
    lambda rules, number: rules.map.connections[number].name,
    codes.PLACE_BITS,
)
TICKET: NamedThing[Tickets] = NamedThing(
    lambda rules, name: rules.map.ticket(name).number,
    lambda rules, number: rules.map.tickets[number].name,
    codes.TICKET_BITS,
)
TICKETS = Listed(TICKET, ", ", count=codes.SEAT_BITS)


class DealtHands(Sort["Tickets", tuple[Names, ...]]):
    """As many tickets for each seat, hand by hand."""

    def write(self, value: tuple[Names, ...]) -> str:
        return " | ".join(map(TICKETS.write, value))

    def read(self, game: Tickets, text: str) -> tuple[Names, ...]:
        hands = tuple(TICKETS.read(game, hand) for hand in text.split(" | "))
        if len(hands) != game.players:
            raise Error(f"expected {game.players} hands")
        return hands

    def put(self, game: Tickets, value: tuple[Names, ...], bits: BitField) -> None:
        bits.put(len(value), codes.SEAT_BITS)
        bits.put(len(value[0]), codes.PLACE_BITS)
        TICKETS.put(game, sum(value, ()), bits)

    def take(self, game: Tickets, bits: BitField, many: int) -> tuple[Names, ...]:
        hands, size = bits.take(codes.SEAT_BITS), bits.take(codes.PLACE_BITS)
        return tuple(TICKETS.take(game, bits, size) for _ in range(hands))


Seat = Annotated[str, SEAT]
Card = Annotated[str, CARD]
Cards = Annotated[Names, Listed(CARD, " ", count=codes.CARDS_BITS, letters=r"[\w ]+")]
City = Annotated[str, CITY]
Connection = Annotated[str, CONNECTION]
Held = Annotated[str | None, Maybe(TICKET)]
Several = Annotated[Names, TICKETS]
Completed = Annotated[Names, Marked(TICKET, ", ")]
Dealt = Annotated[tuple[Names, ...], DealtHands()]
