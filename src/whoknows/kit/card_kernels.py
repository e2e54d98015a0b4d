"""What kernels of any game of the kit need: where cards lie, who was shown what, compiled.

The row of a state is that of `CardGame.encode_state`: whether cards are dealt, what is public, the
place of each card, who sees each place, and for each seat the cards that it was shown. The showings
follow one by one, for `redeal` alone. `offsets` tells kernels where what is public stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from whoknows.core.error import Error
from whoknows.core.kernels import Compiled, Int, Ints, Row, Tables, below, how_many, kernel, spun
from whoknows.kit.card_state import Showing
from whoknows.kit.state_row import offsets as offsets

if TYPE_CHECKING:
    from whoknows.kit.words import AnyGame

DEALT = 0
BY, TO, CARD, AMONG, SHOWING = range(len(Showing._fields) + 1)  # the numbers of a showing
MOST_CARDS = 62  # that bits of a number stand for


class CardRow(NamedTuple):
    """Where the parts of a row begin, the place that is each seat's hand, and who sees what is
    dealt to each place."""

    lies: int
    seen: int
    met: int
    end: int
    hands: Ints
    seers: Ints  # for each place a bit for every seat


def card_row(game: AnyGame) -> CardRow:
    """The parts of the rows of a game."""
    cards, places = len(game.cards), len(game.places)
    if cards > MOST_CARDS:
        raise Error(f"{game.name}: kernels have bits for {MOST_CARDS} cards, not {cards}")
    lies = offsets(type(game.begin()))[-1]
    met = lies + cards + places
    hands = np.array([game.places.index(seat) for seat in game.seats], np.int64)
    seers = np.array(game.seers, np.int64)
    return CardRow(lies, lies + cards, met, met + game.players, hands, seers)


def compiled_cards(game: AnyGame, tables: Tables, row: CardRow, width: int) -> Compiled:
    """A game of the kit compiled, whose seats never have more than `width` actions."""
    cards = {card: number for number, card in enumerate(game.cards)}
    places = {place: number for number, place in enumerate(game.places)}
    return Compiled(tables, game.players, width, len(cards), cards, places, row.end, ("score",))


@kernel
def hand(row: CardRow, s: Row, seat: Int) -> Int:
    """A bit for each card in a seat's hand."""
    found, place = np.int64(0), row.hands[seat]
    for card in range(row.seen - row.lies):
        found |= np.int64(s[row.lies + card] == place) << card
    return found


@kernel
def deal(row: CardRow, s: Row, places: Int) -> None:
    """Cards are dealt: a digit for the place of each, the first the lowest."""
    many = row.met - row.seen
    s[DEALT] = 1
    for card in range(row.seen - row.lies):
        s[row.lies + card] = places % many
        places //= many
    for place in range(many):
        s[row.seen + place] = row.seers[place]
    for seat in range(row.end - row.met):
        s[row.met + seat] = 0


@kernel
def show(row: CardRow, s: Row, to: Int, card: Int) -> None:
    """A seat is shown a card."""
    s[row.met + to] |= np.int64(1) << card


@kernel
def redeal(row: CardRow, s: Row, seat: Int, owners: Row, r: Row) -> None:
    """Cards lie where these owners have them. What was shown out of sight is any card that was
    there to be shown, each equally likely."""
    for card in range(row.seen - row.lies):
        s[row.lies + card] = owners[card]
    for other in range(row.end - row.met):
        s[row.met + other] = 0
    for at in range(row.end, s.shape[0], SHOWING):
        card = s[at + CARD]
        if card < 0:
            there = s[at + AMONG] & hand(row, s, s[at + BY])
            card = bit(there, below(r, how_many(there)))
        show(row, s, s[at + TO], card)


@kernel
def bit(mask: Int, number: Int) -> Int:
    """The so-manieth bit of a mask that is set."""
    for place in range(MOST_CARDS + 1):
        if mask >> place & 1:
            if number == 0:
                return np.int64(place)
            number -= 1
    return np.int64(-1)


@kernel
def sight(row: CardRow, s: Row, seat: Int) -> Int:
    """What a seat sees, mixed into one number: what is public, the cards in sight, what it was
    shown, and who was shown its own."""
    look, own = np.uint64(seat), hand(row, s, seat)
    for place in range(row.lies):
        look = spun(look, s[place])
    for card in range(row.seen - row.lies):
        place = s[row.lies + card]
        sees = place >= 0 and s[row.seen + place] >> seat & 1
        look = spun(look, place if sees else np.int64(-1))
    for place in range(row.seen, row.met):
        look = spun(look, s[place])
    for other in range(row.end - row.met):
        mine = np.int64(-1) if other == seat else own
        look = spun(look, s[row.met + other] & mine)
    return np.int64(look >> np.uint64(1))
