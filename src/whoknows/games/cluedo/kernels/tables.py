"""What compiled Cluedo is told of a game's options, where things stand in a row, and its codes."""

from typing import NamedTuple

import numpy as np

from whoknows.core.kernels import Int, Ints, kernel
from whoknows.games.cluedo import Public
from whoknows.kit.card_kernels import CardRow, offsets

ASKER, ASKED, ANSWERS, OUT, WINNER, QUESTIONS, _ = offsets(Public)
# A code says which move it is, in the lowest bits, and then names seats and cards by bytes.
DEAL, ASK, SHOW, NONE, ACCUSE, LOOK = range(6)
KIND, FIRST, BYTE = 7, 3, 8
HIDDEN = 255  # instead of a card


class Tables(NamedTuple):
    """What the rules need to know of a game's options."""

    row: CardRow
    players: int
    most: int
    kinds: Ints  # where each kind of card begins; then how many cards there are
    sizes: Ints  # of the hands


@kernel
def field(a: Int, number: Int) -> Int:
    """What a code names: seats or cards."""
    return a >> FIRST + BYTE * number & 255


@kernel
def three(kind: Int, seat: Int, suspect: Int, weapon: Int, room: Int) -> Int:
    """The code of a question or an accusation."""
    cards = suspect | weapon << BYTE | room << 2 * BYTE
    return np.int64(kind | seat << FIRST | cards << FIRST + BYTE)


@kernel
def showing(seat: Int, to: Int, card: Int) -> Int:
    return np.int64(SHOW | seat << FIRST | to << FIRST + BYTE | card << FIRST + 2 * BYTE)


@kernel
def kind_of(g: Tables, number: Int) -> Int:
    """A bit for each card of a kind."""
    return (np.int64(1) << g.kinds[number + 1]) - (np.int64(1) << g.kinds[number])
