"""Cluedo played on, compiled: at random, and by a policy that knows what its seat has seen."""

import numpy as np

from whoknows.core.kernels import Int, Row, below, how_many, kernel
from whoknows.games.cluedo import FEW
from whoknows.games.cluedo.kernels.rules import apply, combinations, held, to_move, unseen
from whoknows.games.cluedo.kernels.tables import (
    ACCUSE,
    ANSWERS,
    ASK,
    ASKED,
    ASKER,
    BYTE,
    FIRST,
    NONE,
    Tables,
    kind_of,
    showing,
)
from whoknows.kit.card_kernels import bit


@kernel
def playout(g: Tables, s: Row, r: Row) -> None:
    """Any sensible moves."""
    while to_move(g, s) >= 0:
        if s[ASKED]:
            apply(g, s, answer(g, s, r, False))
            continue
        cards = unseen(g, s, s[ASKER])
        accuses = combinations(g, cards) <= FEW and below(r, 2) == 0
        apply(g, s, any_three(g, s, ACCUSE if accuses else ASK, cards, r))


@kernel
def advised(g: Tables, s: Row, r: Row) -> Int:
    """Asks for what it has not seen, and accuses once that leaves one answer; shows what the
    asker has seen already."""
    if s[ASKED]:
        return answer(g, s, r, True)
    cards = unseen(g, s, s[ASKER])
    return any_three(g, s, ACCUSE if combinations(g, cards) == 1 else ASK, cards, r)


@kernel
def guided(g: Tables, s: Row, r: Row) -> None:
    while to_move(g, s) >= 0:
        apply(g, s, advised(g, s, r))


@kernel
def any_three(g: Tables, s: Row, kind: Int, cards: Int, r: Row) -> Int:
    """A question for any of these cards, or an accusation."""
    found = np.int64(kind | s[ASKER] << FIRST)
    for number in range(3):
        those = cards & kind_of(g, number)
        card = bit(those, below(r, how_many(those)))
        found |= card << FIRST + BYTE * (number + 1)
    return found


@kernel
def answer(g: Tables, s: Row, r: Row, again: bool) -> Int:
    """Shows any card of those that are asked for: with `again` one that the asker has seen, if
    there is one. Or has none."""
    cards = held(g, s)
    if cards == 0:
        return np.int64(NONE | s[ANSWERS] << FIRST)
    known = cards & s[g.row.met + s[ASKER]]
    those = known if again and known else cards
    return showing(s[ANSWERS], s[ASKER], bit(those, below(r, how_many(those))))
