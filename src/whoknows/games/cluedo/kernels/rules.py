"""The rules of Cluedo compiled: who may do what, what follows, and who sees what of it."""

import numpy as np

from whoknows.core.kernels import CHANCE, END, Int, Row, below, how_many, kernel
from whoknows.games.cluedo import FEW
from whoknows.games.cluedo.kernels.tables import (
    ACCUSE,
    ANSWERS,
    ASK,
    ASKED,
    ASKER,
    BYTE,
    DEAL,
    FIRST,
    HIDDEN,
    KIND,
    LOOK,
    NONE,
    OUT,
    QUESTIONS,
    SHOW,
    WINNER,
    Tables,
    field,
    kind_of,
    showing,
    three,
)
from whoknows.kit.card_kernels import DEALT, deal, hand, show
from whoknows.kit.card_kernels import redeal as redeal_cards
from whoknows.kit.card_kernels import sight as sight_of_cards


@kernel
def to_move(g: Tables, s: Row) -> Int:
    if not s[DEALT]:
        return CHANCE
    if s[ASKED]:
        return np.int64(s[ANSWERS])
    over = s[WINNER] or s[OUT] == g.players or s[QUESTIONS] == g.most
    return END if over else np.int64(s[ASKER])


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
    inside, taken = np.int64(0), np.int64(0)  # of each hand a byte says how much of it is dealt
    for number in range(3):
        inside |= np.int64(1) << g.kinds[number] + below(r, g.kinds[number + 1] - g.kinds[number])
    code, digit, rest = np.int64(0), np.int64(1), g.kinds[3] - 3
    for card in range(g.kinds[3]):
        place: Int = g.players
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
def scores(g: Tables, s: Row, u: Row) -> None:
    for seat in range(g.players):
        u[seat] = np.float64(s[WINNER] and s[WINNER + 1] == seat)


@kernel
def sight(g: Tables, s: Row, seat: Int) -> Int:
    return sight_of_cards(g.row, s, seat)
