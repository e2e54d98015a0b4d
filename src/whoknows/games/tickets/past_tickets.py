"""Who had which tickets earlier, in many states of compiled rules at once.

A seat never gives a ticket away that it kept, so those it had are those of draws before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whoknows.core.style_options import Exchange
from whoknows.games.tickets.rows import ABSENT, HAND, layout, place_code
from whoknows.games.tickets.state import HIDDEN, State

if TYPE_CHECKING:
    from whoknows.core.kernels import Ints
    from whoknows.games.tickets.rules import Tickets

POSITIONS = 64  # in a pile
LONG_DRAW = 63  # the draw of a long ticket, which is dealt at the start


def past_tickets(rules: Tickets, rows: Ints, seat: int, before: State) -> Ints:
    """The tickets that the seat had in that state, in each of these; a row each."""
    at = layout(rules.map, rules.players)
    kind, owner, draw = _places(rows[:, at.where : at.end])
    had = {_number_of_draw(pile.place) for pile in before.piles if pile.owner == seat}
    theirs = (kind == HAND) & (owner == seat) & np.isin(draw, list(had))
    many = int(theirs[0].sum())
    return np.nonzero(theirs)[1].reshape(len(rows), many)


def exchange(rules: Tickets, veiled: State, row: Ints) -> Exchange | None:
    """The tickets that are hidden, in classic rules, where nothing is said about tickets. Long ones
    lie apart and are left alone."""
    if rules.variant.is_spoken:
        return None
    at = layout(rules.map, rules.players)
    hidden = [pile for pile in veiled.piles if HIDDEN in pile.tickets]
    owner = {place_code(p) + n: p.owner for p in hidden for n in range(len(p.tickets))}
    where = row[at.where : at.end].tolist()
    moved = [t.number for t in rules.map.tickets if not t.long and where[t.number] in owner]
    places = [where[ticket] for ticket in moved]
    owners = [owner[place] for place in places]
    cards, lies = np.array(moved, int), np.array(places, int)
    return Exchange(cards, cards + at.where, lies, np.array(owners, int), lies // POSITIONS)


def _number_of_draw(place: str) -> int:
    count = place.partition(".")[2]
    return LONG_DRAW if count == "long" else int(count or 0)


def _places(where: Ints) -> tuple[Ints, Ints, Ints]:
    """The kind of place of each ticket, its seat and its number; see `rows.place_code`."""
    code = np.where(where < 0, ABSENT * POSITIONS, where) // POSITIONS
    return code % 8, code // 8 % 8, code // 64
