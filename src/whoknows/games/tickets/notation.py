"""Actions as text: `1 claims Madrid-Barcelona with 2 yellow`, `0 takes joker`, `0 gets pink`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from whoknows.core import names
from whoknows.core.error import Error
from whoknows.core.strict import short
from whoknows.games.tickets.moves import (
    Action,
    Blind,
    Block,
    Claim,
    DealTickets,
    Draw,
    Extra,
    Gets,
    Keep,
    Names,
    Offer,
    Pass,
    Pay,
    Station,
    Take,
    TurnUp,
    Withdraw,
    called,
)

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets

Read = Callable[["Tickets", re.Match[str]], Action]
PAY = re.compile(r"(?:([1-9]) (\w+))?(?: \+ )?(?:([1-9]) joker)?")


def parse(rules: Tickets, text: str) -> Action:
    """The action of that text."""
    for pattern, read in FORMS.items():
        if found := re.fullmatch(pattern, text):
            try:
                action = read(rules, found)
            except Error as fault:
                raise Error(f"{short(text)}: {fault}") from None
            if text not in (str(action), str(called(action, rules.seats, rules.own_names))):
                raise Error(f"{short(text)} is written {str(action)!r}")
            return action
    raise Error(
        f"{short(text)} is not an action of tickets, such as '{rules.seats[0]} draws blind'"
    )


def _claim(rules: Tickets, found: re.Match[str]) -> Action:
    connection = rules.map.connection(found[2]).name
    return Claim(
        _seat(rules, found[1]), connection, _pay(rules, found[3]), _tickets(rules, found[4])
    )


def _block(rules: Tickets, found: re.Match[str]) -> Action:
    seat, target = _seat(rules, found[1]), _seat(rules, found[2])
    ticket = rules.map.ticket(found[3]).name if found[3] else None
    connection = rules.map.connection(found[4]).name
    pay, completes = _pay(rules, found[5]), _tickets(rules, found[6])
    return Block(seat, target, ticket, connection, pay, completes)


def _keep(rules: Tickets, found: re.Match[str]) -> Action:
    return Keep(_seat(rules, found[1]), *(_tickets(rules, found[n]) for n in (2, 3, 4)))


def _station(rules: Tickets, found: re.Match[str]) -> Action:
    names = [city.name for city in rules.map.cities]
    if found[2] not in names:
        raise Error(f"no city {found[2]}")
    return Station(_seat(rules, found[1]), found[2], _pay(rules, found[3]))


def _deal(rules: Tickets, found: re.Match[str]) -> Action:
    hands = tuple(_tickets(rules, hand) for hand in found[1].split(" | "))
    if len(hands) != rules.many:
        raise Error(f"expected {rules.many} hands")
    return DealTickets(hands)


def _simple(make: Callable[[str], Action]) -> Read:
    return lambda rules, found: make(_seat(rules, found[1]))


COMPLETING = r"(?:, completing (.+))?"
FORMS: dict[str, Read] = {
    r"(\w+) takes (\w+)": lambda rules, f: Take(_seat(rules, f[1]), _card(rules, f[2])),
    r"(\w+) draws blind": _simple(Blind),
    r"(\w+) draws tickets": _simple(Draw),
    r"(\w+) withdraws": _simple(Withdraw),
    r"(\w+) passes": _simple(Pass),
    r"(\w+) claims (.+?) with ([\w +]+)" + COMPLETING: _claim,
    r"(\w+) blocks (\w+)(?: holding (.+?))? at (.+?) with ([\w +]+)" + COMPLETING: _block,
    r"(\w+) keeps (.+?)(?:, puts back (.+?))?" + COMPLETING: _keep,
    r"(\w+) builds a station in (.+) with ([\w +]+)": _station,
    r"(\w+) adds ([\w +]+)": lambda rules, f: Extra(_seat(rules, f[1]), _pay(rules, f[2])),
    r"deal (.+)": _deal,
    r"(\w+) gets ([\w ]+)": lambda rules, f: Gets(_seat(rules, f[1]), _cards(rules, f[2])),
    r"turned up ([\w ]+)": lambda rules, f: TurnUp(_cards(rules, f[1])),
    r"(\w+) is offered (.+)": lambda rules, f: Offer(_seat(rules, f[1]), _tickets(rules, f[2])),
}


def _seat(rules: Tickets, name: str) -> str:
    return rules.seats[names.number(rules.seats, name)]


def _card(rules: Tickets, name: str) -> str:
    if name not in rules.card_names:
        raise Error(f"no train card {name}; there are {', '.join(rules.card_names)}")
    return name


def _cards(rules: Tickets, names: str) -> Names:
    return tuple(_card(rules, name) for name in names.split(" "))


def _tickets(rules: Tickets, names: str | None) -> Names:
    return tuple(rules.map.ticket(name).name for name in names.split(", ")) if names else ()


def _pay(rules: Tickets, text: str) -> Pay:
    found = PAY.fullmatch(text)
    if not found or not text:
        raise Error(f"{short(text)} is not a payment, such as '2 red + 1 joker'")
    if found[2] == "joker":  # the pattern takes jokers alone for a colour
        return Pay("joker", 0, int(found[1]))
    colour = _card(rules, found[2]) if found[2] else "joker"
    return Pay(colour, int(found[1] or 0), int(found[3] or 0))
