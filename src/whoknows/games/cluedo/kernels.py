"""Cluedo compiled: the verbs of `core.kernels`, over the rows of the kit."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from whoknows.core import kernels
from whoknows.core.kernels import CHANCE, END, Compiled, Int, Ints, Row, below, how_many, kernel
from whoknows.games.cluedo import FEW, Public
from whoknows.kit.kernels import (
    DEALT,
    CardRow,
    bit,
    card_row,
    compiled_cards,
    deal,
    hand,
    offsets,
    show,
)
from whoknows.kit.kernels import redeal as redeal_cards
from whoknows.kit.kernels import sight as sight_of_cards

if TYPE_CHECKING:
    from whoknows.games.cluedo import Cluedo

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


def compiled(game: "Cluedo") -> Compiled:
    """A game compiled."""
    row, kinds = card_row(game), np.cumsum([0, *map(len, game.kinds)])
    sizes = np.array(list(game.deal.places.values())[:-1], np.int64)
    tables = Tables(row, game.players, game.most, kinds, sizes)
    return compiled_cards(game, tables, row, 2 * game.suspects * game.weapons * game.rooms)


@kernel
def to_move(g: Tables, s: Row) -> Int:
    if not s[DEALT]:
        return CHANCE
    if s[ASKED]:
        return np.int64(s[ANSWERS])
    over = s[WINNER] or s[OUT] == g.players or s[QUESTIONS] == g.most
    return END if over else np.int64(s[ASKER])


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


@kernel
def held(g: Tables, s: Row) -> Int:
    """Of what is asked, what the seat has that answers."""
    found = np.int64(0)
    for number in range(3):
        card = s[ASKED + 1 + number]
        found |= np.int64(s[g.row.lies + card] == g.row.hands[s[ANSWERS]]) << card
    return found


@kernel
def unseen(g: Tables, s: Row, seat: Int) -> Int:
    """A bit for each card that a seat has not seen."""
    seen = hand(g.row, s, seat) | s[g.row.met + seat]
    return (np.int64(1) << g.kinds[3]) - 1 & ~seen


@kernel
def answers(g: Tables, s: Row, out: Row) -> Int:
    """Writes what the seat may do that answers."""
    many, cards = 0, held(g, s)
    for number in range(3):
        card = s[ASKED + 1 + number]
        if cards >> card & 1:
            out[many] = showing(s[ANSWERS], s[ASKER], card)
            many += 1
    if many == 0:
        out[0] = NONE | s[ANSWERS] << FIRST
        many = 1
    return np.int64(many)


@kernel
def threes(g: Tables, s: Row, cards: Int, accuses: bool, out: Row) -> Int:
    """Writes all questions for these cards, and all accusations of them."""
    many = 0
    for kind in range(ASK, ACCUSE + 1 if accuses else ASK + 1, ACCUSE - ASK):
        for suspect in range(g.kinds[0], g.kinds[1]):
            for weapon in range(g.kinds[1], g.kinds[2]):
                for room in range(g.kinds[2], g.kinds[3]):
                    if cards >> suspect & cards >> weapon & cards >> room & 1:
                        out[many] = three(kind, s[ASKER], suspect, weapon, room)
                        many += 1
    return np.int64(many)


@kernel
def actions(g: Tables, s: Row, out: Row) -> Int:
    if s[ASKED]:
        return answers(g, s, out)
    return threes(g, s, np.int64(-1), True, out)


@kernel
def combinations(g: Tables, cards: Int) -> Int:
    """In how many ways a card of each kind can be among these."""
    many = np.int64(1)
    for number in range(3):
        many *= how_many(cards & kind_of(g, number))
    return many


@kernel
def sensible(g: Tables, s: Row, out: Row) -> Int:
    if s[ASKED]:
        return answers(g, s, out)
    cards = unseen(g, s, s[ASKER])
    return threes(g, s, cards, combinations(g, cards) <= FEW, out)


@kernel
def apply(g: Tables, s: Row, a: Int) -> None:
    kind = a & KIND
    if kind == DEAL:
        deal(g.row, s, a >> FIRST)
    elif kind == ASK:
        s[ASKED], s[ANSWERS] = 3, (s[ASKER] + 1) % g.players
        s[QUESTIONS] += 1
        for number in range(3):
            s[ASKED + 1 + number] = field(a, number + 1)
    elif kind == NONE and (s[ANSWERS] + 1) % g.players != s[ASKER]:
        s[ANSWERS] = (s[ANSWERS] + 1) % g.players
    elif kind == ACCUSE and is_right(g, s, a):
        s[WINNER], s[WINNER + 1] = 1, s[ASKER]
    else:
        if kind == SHOW:
            show(g.row, s, s[ASKER], field(a, 2))
        elif kind == ACCUSE:
            s[OUT] += 1
            s[OUT + s[OUT]] = s[ASKER]
        go_on(g, s)


@kernel
def is_right(g: Tables, s: Row, a: Int) -> bool:
    """Whether these three are in the envelope."""
    inside = True
    for number in range(1, 4):
        inside = inside and s[g.row.lies + field(a, number)] == g.players
    return inside


@kernel
def go_on(g: Tables, s: Row) -> None:
    """The next one who is not out asks."""
    for number in range(ASKED, ASKED + 4):
        s[number] = 0
    s[ANSWERS] = 0
    s[ASKER] = (s[ASKER] + 1) % g.players
    while is_out(s, s[ASKER]) and s[OUT] < g.players:
        s[ASKER] = (s[ASKER] + 1) % g.players


@kernel
def is_out(s: Row, seat: Int) -> bool:
    found = False
    for number in range(s[OUT]):
        found = found or s[OUT + 1 + number] == seat
    return found


@kernel
def chance(g: Tables, s: Row, r: Row) -> Int:
    """One card of each kind goes into the envelope; the others are dealt one by one."""
    inside, left = np.int64(0), np.int64(0)
    for number in range(3):
        inside |= np.int64(1) << g.kinds[number] + below(r, g.kinds[number + 1] - g.kinds[number])
    code, digit, rest = np.int64(0), np.int64(1), g.kinds[3] - 3
    taken = np.int64(0)  # a byte for each hand: how much of it is dealt
    for card in range(g.kinds[3]):
        place = g.players
        if not inside >> card & 1:
            left, place = below(r, rest), np.int64(0)
            while left >= g.sizes[place] - (taken >> BYTE * place & 255):
                left -= g.sizes[place] - (taken >> BYTE * place & 255)
                place += 1
            taken += np.int64(1) << BYTE * place
            rest -= 1
        code += digit * place
        digit *= g.players + 1
    return np.int64(code << FIRST)


@kernel
def outcomes(g: Tables, s: Row, out: Row, w: Row) -> Int:
    return np.int64(-1)


@kernel
def seen(g: Tables, s: Row, seat: Int, a: Int) -> Int:
    if a & KIND == SHOW and field(a, 0) != seat and field(a, 1) != seat:
        return np.int64(a | HIDDEN << FIRST + 2 * BYTE)
    if a & KIND != DEAL:
        return np.int64(a)
    places, own = a >> FIRST, np.int64(0)
    for card in range(g.kinds[3]):
        own |= np.int64(places % (g.players + 1) == seat) << card
        places //= g.players + 1
    return np.int64(LOOK | own << FIRST)


@kernel
def redeal(g: Tables, s: Row, seat: Int, owners: Row, r: Row) -> None:
    redeal_cards(g.row, s, seat, owners, r)


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
def scores(g: Tables, s: Row, u: Row) -> None:
    for seat in range(g.players):
        u[seat] = np.float64(s[WINNER] and s[WINNER + 1] == seat)


@kernel
def sight(g: Tables, s: Row, seat: Int) -> Int:
    return sight_of_cards(g.row, s, seat)


kernels.define(
    Tables,
    to_move=to_move,
    actions=actions,
    apply=apply,
    chance=chance,
    outcomes=outcomes,
    seen=seen,
    redeal=redeal,
    playout=playout,
    scores=scores,
    sensible=sensible,
    advised=advised,
    guided=guided,
    sight=sight,
)
