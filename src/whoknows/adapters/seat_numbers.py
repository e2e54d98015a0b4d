"""What a seat saw and what it knows, as rows of numbers: two forms of one observation.

`seen` is what lies before it, as `Game.in_numbers` tells it. `known` is what follows from all that
was ever said and done: for every card the odds of every owner, exact, and for each of its own cards
who of the others surely knows that it is there. Seats are told from the own one on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from whoknows.adapters.position import NumberedGame, Position
from whoknows.core.error import Error
from whoknows.core.game import SeatKnowledge
from whoknows.core.game_numbers import around
from whoknows.logic.formula import Atom, Formula, Not
from whoknows.logic.modal_operators import Knows

Row = NDArray[np.float32]
Form = Literal["seen", "known", "both"]
CANNOT_TELL = 0.5  # whether another knows, or the model is too large to be asked that


def checked(form: str) -> Form:
    """One of the forms; an `Error` if it is another."""
    for one in get_args(Form):
        if one == form:
            found: Form = one
            return found
    raise Error(f"no observation {form!r}; there are {', '.join(get_args(Form))}")


def shapes(rules: NumberedGame, form: Form) -> dict[str, tuple[int, ...]]:
    """The parts of an observation, each with its shape."""
    start, cards = rules.start(), len(rules.numbers.cards)
    parts = {
        "seen": seen(start, 0).shape,
        "odds": (cards, rules.seats + 1),  # the last column: not in a hand
        "surely_known": (rules.seats - 1, cards),
    }
    return {name: parts[name] for name in _PARTS[form]}


def observed(position: Position, seat: int, form: Form) -> dict[str, Row]:
    """What a seat observes, part by part."""
    veiled = position.rules.game.veil(position.state, seat)
    known = None if form == "seen" else position.knowledge(seat)
    return observed_from(position.rules, seat, veiled, known, form)


def observed_from(
    rules: NumberedGame, seat: int, veiled: object, known: SeatKnowledge | None, form: Form
) -> dict[str, Row]:
    """The same for whoever has no position, only what the seat sees and knows: an agent."""
    made: dict[str, Callable[[], Row]] = {
        "seen": lambda: _seen(rules, seat, veiled),
        "odds": lambda: _odds(rules, seat, known),
        "surely_known": lambda: _surely_known(rules, seat, known),
    }
    return {name: made[name]() for name in _PARTS[form]}


def seen(position: Position, seat: int) -> Row:
    """What lies before a seat."""
    return _seen(position.rules, seat, position.rules.game.veil(position.state, seat))


def odds(position: Position, seat: int) -> Row:
    """For every card how likely each seat has it, and how likely none."""
    return _odds(position.rules, seat, position.knowledge(seat))


def surely_known(position: Position, seat: int) -> Row:
    """For each other seat and each own card whether it knows that the card is there: 1 if that is
    sure, 0 if it surely does not, and a half if the seat cannot tell."""
    return _surely_known(position.rules, seat, position.knowledge(seat))


def _seen(rules: NumberedGame, seat: int, veiled: object) -> Row:
    return np.array(rules.numbers.seen(veiled, seat), np.float32)


def _odds(rules: NumberedGame, seat: int, known: SeatKnowledge | None) -> Row:
    cards, seats = rules.numbers.cards, around(rules.game.seats, seat)
    table = np.zeros((len(cards), len(seats) + 1), np.float32)
    owners = {} if known is None else known.ownership()
    for number, card in enumerate(cards):
        for owner, share in owners.get(card, {}).items():
            table[number, seats.index(owner) if owner in seats else -1] += float(share)
    return table


def _surely_known(rules: NumberedGame, seat: int, known: SeatKnowledge | None) -> Row:
    cards, (me, *others) = rules.numbers.cards, around(rules.game.seats, seat)
    table = np.zeros((len(others), len(cards)), np.float32)
    owners = {} if known is None else known.ownership()
    for number, card in enumerate(cards):
        if owners.get(card, {}).get(me) == 1:
            mine = Atom("has", (me, card))
            table[:, number] = [_whether(known, Knows(other, mine)) for other in others]
    return table


def _whether(known: Any, formula: Formula) -> float:
    """Known true, known false, or neither."""
    for wanted, worth in ((formula, 1.0), (Not(formula), 0.0)):
        try:
            if known.knows(wanted):
                return worth
        except Error:  # of very large deals not everything can be asked
            continue
    return CANNOT_TELL


_PARTS: dict[Form, tuple[str, ...]] = {
    "seen": ("seen",),
    "known": ("odds", "surely_known"),
    "both": ("seen", "odds", "surely_known"),
}
