"""What a seat knows of the others' cards, compiled: exact, from voids and hand sizes.

Everything that moves make public is about cards played and suits run out of. So it is enough to
know how many unseen cards each suit has, and who may hold which suits: there is a deal that fits
exactly if no set of suits has more cards than those who may hold one of them have room for.
"""

from whoknows.core.kernels import Int, Row, how_many, kernel
from whoknows.games.boerenbridge.codes import ROUND, STOCK, TURNED
from whoknows.games.boerenbridge.kernels.rules import DEALT, HANDS, SUIT, VOIDS, Tables, at

ALL_SUITS = 15


@kernel
def unseen(g: Tables, s: Row, seat: Int) -> Int:
    """The cards that are not played and not the seat's: with others, or in the stock."""
    seen = s[at(g, DEALT, seat)]
    for other in range(g.players):
        seen |= s[at(g, DEALT, other)] & ~s[at(g, HANDS, other)]
    if s[TURNED] >= 0:
        seen |= 1 << s[TURNED]
    return g.packs[s[ROUND]] & ~seen


@kernel
def may_hold(g: Tables, s: Row, seat: Int, other: Int, some: Int) -> bool:
    """Whether the other seat may hold one of these cards, all of one suit."""
    out = some & unseen(g, s, seat)
    if out == 0:
        return False
    suit = suit_of(out)
    if s[at(g, VOIDS, other)] >> suit & 1 or s[at(g, HANDS, other)] == 0:
        return False
    return fits(g, s, seat, other, suit, -1)


@kernel
def must_hold(g: Tables, s: Row, seat: Int, other: Int, suit: Int) -> bool:
    """Whether the other seat surely holds a card of the suit."""
    return not fits(g, s, seat, other, -1, suit)


@kernel
def suit_of(some: Int) -> Int:
    suit = 0
    while not some & (SUIT << (13 * suit)):
        suit += 1
    return suit


@kernel
def fits(g: Tables, s: Row, seat: Int, other: Int, given: Int, none: Int) -> bool:
    """Whether a deal fits in which the other seat has a card of one suit, or none of another."""
    out = unseen(g, s, seat)
    for suits in range(1, 16):
        cards = how_many(out & spread(suits)) - (given >= 0 and suits >> given & 1)
        places = how_many(s[STOCK])
        for who in range(g.players):
            may = ALL_SUITS & ~s[at(g, VOIDS, who)]
            if who == other and none >= 0:
                may &= ~(1 << none)
            if who != seat and may & suits:
                places += how_many(s[at(g, HANDS, who)]) - (given >= 0 and who == other)
        if cards > places:
            return False
    return True


@kernel
def spread(suits: Int) -> Int:
    """All cards of some suits."""
    cards = 0
    for suit in range(4):
        if suits >> suit & 1:
            cards |= SUIT << (13 * suit)
    return cards
