"""The graphs of the scripted agents, compiled: how to win a trick, and how to lose one.

The ways of an agent are bits. It may *conclude* from voids and hand sizes who may hold what;
otherwise anybody may hold any card that is out. It may play *as the original* program does where
that departs from its own figures.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, how_many, kernel, lowest
from whoknows.games.boerenbridge.codes import IN_TRICK, TRICK, TRUMP
from whoknows.games.boerenbridge.kernels.known_cards import may_hold, must_hold, unseen
from whoknows.games.boerenbridge.kernels.rules import HANDS, SUIT, Tables, at, winner

CONCLUDES, AS_ORIGINAL = 1, 2
NOTHING = -1
LONGEST = 1 << 20


@kernel
def win(g: Tables, s: Row, seat: Int, may: Int, ways: Int) -> Int:
    """The win graph."""
    if s[IN_TRICK] == 0:
        return win_leading(g, s, seat, may, ways)
    led, trumps = s[TRICK] // 13, SUIT << (13 * s[TRUMP])
    hand = s[at(g, HANDS, seat)]
    if hand & (SUIT << (13 * led)):
        if led != s[TRUMP] and on_table(s) & trumps:
            return low(s, may)
        best = remaining(g, s, seat, led)
        return best if best >= 0 else low(s, may)
    if hand & trumps == 0:
        return low(s, may)
    last, ruffed = s[IN_TRICK] == g.players - 1, on_table(s) & trumps != 0
    if ways & AS_ORIGINAL and last and not ruffed:
        return low(s, may)
    ruff = ruffing(g, s, seat, hand & trumps, ways)
    return ruff if ruff >= 0 else low(s, may)


@kernel
def win_leading(g: Tables, s: Row, seat: Int, may: Int, ways: Int) -> Int:
    trumps, others = SUIT << (13 * s[TRUMP]), g.players - 1
    plain = remaining_plain(g, s, seat)
    if not ways & AS_ORIGINAL and others_may_hold(g, s, seat, others, trumps, ways):
        best = remaining(g, s, seat, s[TRUMP])
        if best >= 0:
            return best
        if plain >= 0:
            its_suit = SUIT << (13 * (plain // 13))
            follow = others_may_hold(g, s, seat, others, its_suit, ways)
            return plain if follow else low(s, may)
    elif plain >= 0:
        return plain
    return from_length(g, s, seat, may)


@kernel
def from_length(g: Tables, s: Row, seat: Int, may: Int) -> Int:
    """The lowest card of the plain suits of which there are two or more; otherwise the lowest."""
    paired = 0
    for suit in range(4):
        own = s[at(g, HANDS, seat)] & (SUIT << (13 * suit))
        if suit != s[TRUMP] and how_many(own) >= 2:
            paired |= own
    return low(s, paired if paired else may)


@kernel
def ruffing(g: Tables, s: Row, seat: Int, trumps: Int, ways: Int) -> Int:
    """The lowest trump that beats the table and all that later seats may hold, or NOTHING."""
    best = s[TRICK + winner(g, s)]
    later = g.players - 1 - s[IN_TRICK]
    while trumps:
        card = lowest(trumps)
        trumps &= trumps - 1
        if order(s, card) > order(s, best):
            above = (SUIT << (13 * s[TRUMP])) & ~((1 << (card + 1)) - 1)
            if not others_may_hold(g, s, seat, later, above, ways):
                return card
    return np.int64(NOTHING)


@kernel
def lose(g: Tables, s: Row, seat: Int, may: Int, ways: Int) -> Int:
    """The lose graph."""
    if s[IN_TRICK] == 0:
        ruffed = to_be_ruffed(g, s, seat) if ways & CONCLUDES else np.int64(NOTHING)
        return ruffed if ruffed >= 0 else low(s, may)
    led, trumps = s[TRICK] // 13, SUIT << (13 * s[TRUMP])
    hand, table = s[at(g, HANDS, seat)], on_table(s)
    if hand & (SUIT << (13 * led)):
        if led != s[TRUMP] and table & trumps:
            return high(s, may)
        below_best = below_card(s, may, s[TRICK + winner(g, s)])
        if below_best >= 0:
            return below_best
        return high(s, may) if s[IN_TRICK] == g.players - 1 else low(s, may)
    top_trump = top(table & trumps)
    if top_trump >= 0:
        under = top(hand & trumps & ((1 << top_trump) - 1))
        if under >= 0:
            return under
    if ways & AS_ORIGINAL:
        return high(s, may)
    plain = high(s, hand & ~trumps)
    return plain if plain >= 0 else low(s, may)


@kernel
def below_card(s: Row, cards: Int, best: Int) -> Int:
    """The highest of the cards that stays below the best, or NOTHING."""
    under = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if order(s, card) < order(s, best):
            under |= 1 << card
    return high(s, under)


@kernel
def to_be_ruffed(g: Tables, s: Row, seat: Int) -> Int:
    """The highest card of a plain suit that somebody surely can ruff, or NOTHING."""
    tops = 0
    for suit in range(4):
        own = s[at(g, HANDS, seat)] & (SUIT << (13 * suit))
        if suit != s[TRUMP] and own:
            tops |= 1 << top(own)
    while tops:
        card = high(s, tops)
        tops &= ~(1 << card)
        for step in range(1, g.players):
            other = (seat + step) % g.players
            if surely_ruffs(g, s, seat, other, card // 13):
                return card
    return np.int64(NOTHING)


@kernel
def surely_ruffs(g: Tables, s: Row, seat: Int, other: Int, suit: Int) -> Int:
    if may_hold(g, s, seat, other, SUIT << (13 * suit)):
        return False
    return must_hold(g, s, seat, other, s[TRUMP])


@kernel
def order(s: Row, card: Int) -> Int:
    """The place of a card among all: its value in play, then its suit."""
    suit = card // 13
    if suit == s[TRUMP]:
        return (card % 13 + 26) * 4 + suit
    led = s[IN_TRICK] and suit == s[TRICK] // 13
    return (card % 13 + (13 if led else 0)) * 4 + suit


@kernel
def low(s: Row, cards: Int) -> Int:
    """The lowest of some cards, or NOTHING."""
    found, least = NOTHING, LONGEST
    while cards:
        one = lowest(cards)
        cards &= cards - 1
        if order(s, one) < least:
            found, least = one, order(s, one)
    return found


@kernel
def high(s: Row, cards: Int) -> Int:
    """The highest of some cards, or NOTHING."""
    found, most = NOTHING, -1
    while cards:
        one = lowest(cards)
        cards &= cards - 1
        if order(s, one) > most:
            found, most = one, order(s, one)
    return found


@kernel
def top(cards: Int) -> Int:
    """The highest bit of some cards of one suit, or NOTHING."""
    found = NOTHING
    while cards:
        found = lowest(cards)
        cards &= cards - 1
    return found


@kernel
def on_table(s: Row) -> Int:
    """The cards of the trick, as bits."""
    cards = 0
    for number in range(s[IN_TRICK]):
        cards |= 1 << s[TRICK + number]
    return cards


@kernel
def remaining(g: Tables, s: Row, seat: Int, suit: Int) -> Int:
    """The own card of a suit that nothing unseen or on the table is above, or NOTHING."""
    of_suit = SUIT << (13 * suit)
    own = top(s[at(g, HANDS, seat)] & of_suit)
    out = (unseen(g, s, seat) | on_table(s)) & of_suit
    return own if own > top(out) else NOTHING


@kernel
def remaining_plain(g: Tables, s: Row, seat: Int) -> Int:
    """The highest of the highest remaining cards of the plain suits, or NOTHING."""
    tops = 0
    for suit in range(4):
        if suit != s[TRUMP]:
            card = remaining(g, s, seat, suit)
            if card >= 0:
                tops |= 1 << card
    return high(s, tops)


@kernel
def others_may_hold(g: Tables, s: Row, seat: Int, many: Int, some: Int, ways: Int) -> bool:
    """Whether one of the next seats (this many) may hold one of these cards of one suit."""
    if not ways & CONCLUDES:
        return bool(many > 0 and some & unseen(g, s, seat) != 0)
    found = False
    for step in range(1, many + 1):
        found = found or may_hold(g, s, seat, (seat + step) % g.players, some)
    return found
