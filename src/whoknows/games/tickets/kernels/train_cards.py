"""Train cards that change hands, compiled: paying, taking, drawing, and the face-up row."""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.code_bits import CARDS_AT, JOKERS_AT
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.state import Phase
from whoknows.games.tickets.train_cards import FEWEST_PLAIN


@kernel
def hand_of(g: Tables, seat: Int) -> Int:
    """Where the train cards of a seat are counted."""
    return g.at[T.HANDS] + seat * g.colours


@kernel
def most_held(g: Tables, s: Row, seat: Int) -> Int:
    """The colour of which a seat has most, the first of these; jokers do not count."""
    hand, best = hand_of(g, seat), np.int64(0)
    for colour in range(1, g.colours - 1):
        if s[hand + colour] > s[hand + best]:
            best = np.int64(colour)
    return best


@kernel
def given(g: Tables, s: Row, colour: Int, many: Int, to: Int) -> None:
    """The mover lays down cards, those known to all first, where `to` counts them by colour."""
    at = s[R.MOVER] * g.colours + colour
    s[g.at[T.HANDS] + at] -= many
    s[g.at[T.OPEN] + at] -= min(many, s[g.at[T.OPEN] + at])
    s[to + colour] += many


@kernel
def move(g: Tables, s: Row, source: Int, to: Int) -> None:
    """All cards that are counted in one place go to another."""
    for colour in range(g.colours):
        s[to + colour] += s[source + colour]
        s[source + colour] = 0


@kernel
def in_row(g: Tables, s: Row) -> Int:
    """How many cards lie face up."""
    many = g.board[T.FACE_UP]
    while many > 0 and s[g.at[T.ROW] + many - 1] < 0:
        many -= 1
    return np.int64(many)


@kernel
def taken(g: Tables, s: Row, colour: Int) -> None:
    """The mover takes a card from the row; the others move up."""
    place, last = g.at[T.ROW], g.at[T.ROW] + g.board[T.FACE_UP] - 1
    while s[place] != colour:
        place += 1
    while place < last:
        s[place] = s[place + 1]
        place += 1
    s[last] = -1
    at = s[R.MOVER] * g.colours + colour
    s[g.at[T.HANDS] + at] += 1
    s[g.at[T.OPEN] + at] += 1


@kernel
def any_plain(g: Tables, s: Row) -> bool:
    """Whether a card that is no joker lies face up."""
    plain = 0
    for place in range(g.at[T.ROW], g.at[T.ROW] + in_row(g, s)):
        plain += s[place] != g.colours - 1
    return plain > 0


@kernel
def can_draw(g: Tables, s: Row) -> bool:
    """Whether the closed pile has a card, now or after shuffling."""
    left = s[R.CLOSED]
    for colour in range(g.at[T.DISCARD], g.at[T.DISCARD] + g.colours if left == 0 else 0):
        left += s[colour]
    return bool(left > 0)


@kernel
def needing_cards(g: Tables, s: Row) -> None:
    """A card is needed: where the closed pile is empty the discard is shuffled into it."""
    if s[R.CLOSED] == 0:
        for colour in range(g.colours):
            s[R.CLOSED] += s[g.at[T.DISCARD] + colour]
        move(g, s, g.at[T.DISCARD], g.at[T.PILE])


@kernel
def refilled(g: Tables, s: Row) -> None:
    """The row should be full: cards are to be turned up, or it goes on with THEN."""
    many = in_row(g, s)
    short = many < g.board[T.FACE_UP] and can_draw(g, s)
    if not short and too_many_jokers(g, s):
        for place in range(g.at[T.ROW], g.at[T.ROW] + many):
            s[g.at[T.DISCARD] + s[place]] += 1
            s[place] = -1
        short = True
    if short:
        needing_cards(g, s)
        s[R.PHASE] = Phase.FILL
    else:
        s[R.PHASE] = s[R.THEN]


@kernel
def too_many_jokers(g: Tables, s: Row) -> bool:
    """Whether the row has to be redealt, and there are other cards for it."""
    joker, jokers = g.colours - 1, 0
    for place in range(g.at[T.ROW], g.at[T.ROW] + g.board[T.FACE_UP]):
        jokers += s[place] == joker
    if jokers < g.board[T.RESET_JOKERS]:
        return False
    plain = g.board[T.PLAIN_CARDS]
    for seat in range(g.players):
        for colour in range(joker):
            plain -= s[hand_of(g, seat) + colour]
    return bool(plain >= FEWEST_PLAIN)


@kernel
def ways(
    g: Tables, s: Row, seat: Int, colour: Int, cost: Int, ferry: Int, rest: Int, shift: Int,
    out: Row, count: Int,
) -> Int:  # fmt: skip
    """How the seat can pay a cost: by colour, fewest jokers first, jokers alone last.

    Writes codes from `count` on, and gives the number after the last; `rest` is all but the
    payment, whose bits begin at `shift`.
    """
    hand, joker = hand_of(g, seat), g.colours - 1
    first, last = (0, joker) if colour == GRAY else (colour, min(colour + 1, joker))
    for paid in range(first, last):
        fewest = max(ferry, cost - s[hand + paid])
        for jokers in range(fewest, min(s[hand + joker], cost - 1) + 1):
            pay = paid | (cost - jokers) << CARDS_AT | jokers << JOKERS_AT
            out[count] = rest | pay << shift
            count += 1
    if s[hand + joker] >= cost:
        out[count] = rest | (joker | cost << JOKERS_AT) << shift
        count += 1
    return np.int64(count)
