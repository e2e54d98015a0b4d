"""The rules compiled: the verbs of `core.kernels` over the row that `codes` describes.

Cards in a hand are bits of one number. A deal is drawn from a seed, which is the outcome of
chance here: there are more deals than an int64 can number.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import njit

from whoknows.core import kernels
from whoknows.core.kernels import CHANCE, END, Compiled, Int, Row, below, how_many, lowest, word
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.codes import (
    BIDS,
    DEALER,
    IN_TRICK,
    LEADER,
    PER_SEAT,
    ROUND,
    STOCK,
    TRICK,
    TRUMP,
    TURNED,
)

if TYPE_CHECKING:
    from whoknows.games.boerenbridge.rules import Boerenbridge

SUIT = (1 << 13) - 1  # the thirteen bits of clubs; other suits are shifted
POINTS, BID, WON, VOIDS, HANDS, DEALT = range(1, 7)  # blocks after the trick, one number a seat


class Tables(NamedTuple):
    """What the rules need to know of a game's options."""

    players: int
    sizes: Any  # cards each, round by round
    packs: Any  # the cards of each round, as bits
    turned: bool


def compiled(game: "Boerenbridge") -> Compiled:
    """A game compiled."""
    places = {name: seat for seat, name in enumerate((*game.seats, "stock"))}
    names = {cards.text(card): card for card in range(cards.PACK)}
    return Compiled(tables(game), game.players, BIDS, cards.PACK, names, places)


def tables(game: "Boerenbridge") -> Tables:
    """The tables of a game."""
    rounds = range(len(game.schedule))
    packs = [sum(1 << card for card in game.pack(number)) for number in rounds]
    return Tables(
        game.players,
        np.array(game.schedule, np.int64),
        np.array(packs, np.int64),
        game.trump == "turned",
    )


@njit(cache=True)
def at(g: Tables, block: Int, seat: Int) -> Int:
    """Where in the row a block has the number of a seat."""
    return TRICK + block * g.players + seat


@njit(cache=True)
def to_move(g: Tables, s: Row) -> Int:
    if s[ROUND] == g.sizes.shape[0]:
        return END
    if s[TRUMP] < 0:
        return CHANCE
    if not bidding(g, s):
        return np.int64((s[LEADER] + s[IN_TRICK]) % g.players)
    made = 0
    for seat in range(g.players):
        made += s[at(g, BID, seat)] >= 0
    return np.int64((s[DEALER] + 1 + made) % g.players)


@njit(cache=True)
def bidding(g: Tables, s: Row) -> Any:
    """The dealer bids last."""
    return s[at(g, BID, s[DEALER])] < 0


@njit(cache=True)
def forbidden(g: Tables, s: Row) -> Int:
    """The bid that the seat to move may not make, or -1."""
    total, made = 0, 0
    for seat in range(g.players):
        bid = s[at(g, BID, seat)]
        if bid >= 0:
            total += bid
            made += 1
    return np.int64(g.sizes[s[ROUND]] - total) if made == g.players - 1 else np.int64(-1)


@njit(cache=True)
def playable(g: Tables, s: Row, seat: Int) -> Int:
    """The cards that the seat may play, as bits."""
    hand = s[at(g, HANDS, seat)]
    if s[IN_TRICK] == 0:
        return hand
    following = hand & (SUIT << (13 * (s[TRICK] // 13)))
    return following if following else hand


@njit(cache=True)
def actions(g: Tables, s: Row, out: Row) -> Int:
    seat = to_move(g, s)
    count = 0
    if bidding(g, s):
        not_this = forbidden(g, s)
        for bid in range(g.sizes[s[ROUND]] + 1):
            if bid != not_this:
                out[count] = seat * PER_SEAT + bid
                count += 1
        return np.int64(count)
    left = playable(g, s, seat)
    while left:
        out[count] = seat * PER_SEAT + BIDS + lowest(left)
        left &= left - 1
        count += 1
    return np.int64(count)


@njit(cache=True)
def apply(g: Tables, s: Row, a: Int) -> None:
    if s[TRUMP] < 0:
        deal(g, s, a)
        return
    seat, number = a // PER_SEAT, a % PER_SEAT
    if number < BIDS:
        s[at(g, BID, seat)] = number
    else:
        play(g, s, seat, number - BIDS)


@njit(cache=True)
def play(g: Tables, s: Row, seat: Int, card: Int) -> None:
    s[at(g, HANDS, seat)] &= ~(1 << card)
    if s[IN_TRICK] and card // 13 != s[TRICK] // 13:
        s[at(g, VOIDS, seat)] |= 1 << (s[TRICK] // 13)
    s[TRICK + s[IN_TRICK]] = card
    s[IN_TRICK] += 1
    if s[IN_TRICK] == g.players:
        take(g, s)


@njit(cache=True)
def worth(card: Int, led: Int, trump: Int) -> Int:
    """What a card is worth in a trick."""
    if card // 13 == trump:
        return card % 13 + 26
    return card % 13 + 13 * (card // 13 == led // 13)


@njit(cache=True)
def winner(g: Tables, s: Row) -> Int:
    """The position in the trick of the card that is winning it."""
    best, most = 0, -1
    for number in range(s[IN_TRICK]):
        its = worth(s[TRICK + number], s[TRICK], s[TRUMP])
        if its > most:
            best, most = number, its
    return best


@njit(cache=True)
def take(g: Tables, s: Row) -> None:
    """A full trick goes to its winner, and a full round to the scores."""
    seat = (s[LEADER] + winner(g, s)) % g.players
    s[LEADER] = seat
    s[at(g, WON, seat)] += 1
    for number in range(g.players):
        s[TRICK + number] = -1
    s[IN_TRICK] = 0
    if s[at(g, HANDS, seat)] == 0:
        score(g, s)


@njit(cache=True)
def score(g: Tables, s: Row) -> None:
    for seat in range(g.players):
        bid, won = s[at(g, BID, seat)], s[at(g, WON, seat)]
        s[at(g, POINTS, seat)] += 10 + 2 * won if bid == won else -2 * abs(bid - won)
        for block in (BID, WON, VOIDS, HANDS, DEALT):
            s[at(g, block, seat)] = 0
    s[ROUND] += 1
    s[DEALER] = (s[DEALER] + 1) % g.players
    s[TRUMP] = s[TURNED] = -1
    s[LEADER] = s[STOCK] = 0


@njit(cache=True)
def deal(g: Tables, s: Row, seed: Int) -> None:
    """The deal that a seed stands for."""
    r = np.empty(1, np.uint64)
    r[0] = np.uint64(seed)
    pack = np.empty(52, np.int64)
    count, left = 0, g.packs[s[ROUND]]
    while left:
        pack[count] = lowest(left)
        left &= left - 1
        count += 1
    for number in range(count - 1, 0, -1):
        other = below(r, number + 1)
        pack[number], pack[other] = pack[other], pack[number]
    lay(g, s, pack, count, r)


@njit(cache=True)
def lay(g: Tables, s: Row, pack: Row, count: Int, r: Row) -> None:
    """Deal from a shuffled pack: the turned card first, then hand by hand, the rest is stock."""
    start = 0
    if g.turned:
        s[TURNED] = pack[0]
        s[TRUMP] = pack[0] // 13
        start = 1
    else:
        s[TRUMP] = below(r, 4)
    size = g.sizes[s[ROUND]]
    for seat in range(g.players):
        hand = 0
        for number in range(start + seat * size, start + (seat + 1) * size):
            hand |= 1 << pack[number]
        s[at(g, HANDS, seat)] = hand
        s[at(g, DEALT, seat)] = hand
        s[at(g, BID, seat)] = -1
    for number in range(start + g.players * size, count):
        s[STOCK] |= 1 << pack[number]
    s[LEADER] = (s[DEALER] + 1) % g.players


@njit(cache=True)
def chance(g: Tables, s: Row, r: Row) -> Int:
    return np.int64(word(r) >> np.uint64(1))


@njit(cache=True)
def outcomes(g: Tables, s: Row, out: Row, w: Row) -> Int:
    return np.int64(-1)


@njit(cache=True)
def seen(g: Tables, s: Row, seat: Int, a: Int) -> Int:
    """Bids and cards are public; of a deal a seat sees its hand and the trumps."""
    if s[TRUMP] >= 0:
        return a
    after = s.copy()
    deal(g, after, a)
    return np.int64((after[at(g, HANDS, seat)] * 5 + after[TRUMP]) * 64 + after[TURNED])


@njit(cache=True)
def redeal(g: Tables, s: Row, seat: Int, owners: Row, r: Row) -> None:
    """`owners` has for each of the 52 cards a seat, the number of players for the stock, or -1."""
    for other in range(g.players):
        played = s[at(g, DEALT, other)] & ~s[at(g, HANDS, other)]
        s[at(g, HANDS, other)] = ~played
        s[at(g, DEALT, other)] = 0
    s[STOCK] = 0
    for card in range(52):
        if 0 <= owners[card] < g.players:
            s[at(g, DEALT, owners[card])] |= 1 << card
        elif owners[card] == g.players:
            s[STOCK] |= 1 << card
    for other in range(g.players):
        s[at(g, HANDS, other)] &= s[at(g, DEALT, other)]


@njit(cache=True)
def playout(g: Tables, s: Row, r: Row) -> None:
    """Any legal bids and cards to the end of the round."""
    now = s[ROUND]
    while bidding(g, s):
        seat, size = to_move(g, s), g.sizes[now]
        not_this = forbidden(g, s)
        allowed = size + 1 - (0 <= not_this <= size)
        bid = below(r, allowed)
        s[at(g, BID, seat)] = bid + (0 <= not_this <= bid)
    while s[ROUND] == now:
        seat = (s[LEADER] + s[IN_TRICK]) % g.players
        play(g, s, seat, any_of(playable(g, s, seat), r))


@njit(cache=True)
def any_of(mask: Int, r: Row) -> Int:
    """A card of a mask, each equally likely."""
    number = below(r, how_many(mask))
    for _ in range(number):
        mask &= mask - 1
    return lowest(mask)


@njit(cache=True)
def scores(g: Tables, s: Row, u: Row) -> None:
    for seat in range(g.players):
        u[seat] = s[at(g, POINTS, seat)]


@njit(cache=True)
def key(g: Tables, s: Row, out: Row) -> Int:
    """Between tricks: who leads, how far each is from its bid, and suit by suit who holds the
    cards left in the order of their ranks; which ranks are gone does not matter."""
    if s[IN_TRICK] or s[TRUMP] < 0 or bidding(g, s):
        return np.int64(0)
    all_left = np.int64(0)
    head = s[LEADER]
    for seat in range(g.players):
        head = head << 5 | (s[at(g, BID, seat)] - s[at(g, WON, seat)] + 13)
        all_left |= s[at(g, HANDS, seat)]
    length, room = 1, 0
    out[1] = 0
    for suit in range(4):
        left = all_left & (SUIT << (13 * suit))
        head = head << 4 | how_many(left)
        while left:
            bit = left & -left
            left ^= bit
            if room == 20:
                length, room = length + 1, 0
                out[length] = 0
            holder = 0
            while not s[at(g, HANDS, holder)] & bit:
                holder += 1
            out[length] = out[length] << 3 | holder
            room += 1
    out[0] = head
    return np.int64(length + 1)


@njit(cache=True)
def choices(g: Tables, s: Row, out: Row) -> Int:
    """Of cards between which nobody else's lie, only the lowest."""
    if bidding(g, s):
        return actions(g, s, out)
    seat = np.int64((s[LEADER] + s[IN_TRICK]) % g.players)
    others = np.int64(0)
    for other in range(g.players):
        others |= s[at(g, HANDS, other)]
    others &= ~s[at(g, HANDS, seat)]
    for number in range(s[IN_TRICK]):
        others |= 1 << s[TRICK + number]
    left, count, last = playable(g, s, seat), 0, np.int64(-1)
    while left:
        card = lowest(left)
        left &= left - 1
        between = ((1 << card) - 1) & ~((1 << (last + 1)) - 1)
        if last < 0 or card // 13 != last // 13 or others & between:
            out[count] = seat * PER_SEAT + BIDS + card
            count += 1
        last = card
    return np.int64(count)


kernels.define(
    Tables,
    kernels.Rules(
        to_move, actions, apply, chance, outcomes, seen, redeal, playout, scores, key, choices
    ),
)  # fmt: skip
