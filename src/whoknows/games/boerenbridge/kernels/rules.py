"""The rules compiled: the verbs of `core.kernels` over the row that `codes` describes.

Cards in a hand are bits of one number. A deal is drawn from a seed, which is the outcome of
chance here: there are more deals than an int64 can number.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from whoknows.core.kernels import (
    CHANCE,
    END,
    GOLDEN,
    Compiled,
    Int,
    Row,
    how_many,
    kernel,
    lowest,
    mix,
    word,
)
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

HALF, LOW, SPAN = np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(0x100000000)
SUIT = (1 << 13) - 1  # the thirteen bits of clubs; other suits are shifted
POINTS, BID, WON, VOIDS, HANDS, DEALT = range(1, 7)  # blocks after the trick, one number a seat

UTILITIES = ("score", "round")  # see `guided`


class Tables(NamedTuple):
    """What the rules need to know of a game's options."""

    players: int
    sizes: Row  # cards each, round by round
    packs: Row  # the cards of each round, as bits
    turned: bool


def compiled(game: "Boerenbridge") -> Compiled:
    """A game compiled."""
    places = {name: seat for seat, name in enumerate((*game.seats, "stock"))}
    names = {cards.text(card): card for card in range(cards.PACK)}
    length = TRICK + (1 + DEALT) * game.players
    return Compiled(
        tables(game), game.players, BIDS, cards.PACK, names, places, length, UTILITIES, True
    )  # fmt: skip


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


@kernel
def at(g: Tables, block: Int, seat: Int) -> Int:
    """Where in the row a block has the number of a seat."""
    return TRICK + block * g.players + seat


@kernel
def to_move(g: Tables, s: Row) -> Int:
    if s[ROUND] == g.sizes.shape[0]:
        return END
    if s[TRUMP] < 0:
        return CHANCE
    if not bidding(g, s):
        return around(g, s[LEADER] + s[IN_TRICK])
    made = 0
    for seat in range(g.players):
        made += s[at(g, BID, seat)] >= 0
    return around(g, s[DEALER] + 1 + made)


@kernel
def around(g: Tables, seat: Int) -> Int:
    """A seat counted on from another, round the table; a division would take longer."""
    return np.int64(seat - g.players if seat >= g.players else seat)


@kernel
def bidding(g: Tables, s: Row) -> Int:
    """The dealer bids last."""
    return s[at(g, BID, s[DEALER])] < 0


@kernel
def forbidden(g: Tables, s: Row) -> Int:
    """The bid that the seat to move may not make, or -1."""
    total, made = 0, 0
    for seat in range(g.players):
        bid = s[at(g, BID, seat)]
        if bid >= 0:
            total += bid
            made += 1
    return np.int64(g.sizes[s[ROUND]] - total) if made == g.players - 1 else np.int64(-1)


@kernel
def suit_of(card: Int) -> Int:
    """A 13th, without a division."""
    return card * 79 >> 10


@kernel
def playable(g: Tables, s: Row, seat: Int) -> Int:
    """The cards that the seat may play, as bits."""
    hand = s[at(g, HANDS, seat)]
    if s[IN_TRICK] == 0:
        return hand
    following = hand & (SUIT << (13 * suit_of(s[TRICK])))
    return following if following else hand


@kernel
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


@kernel
def apply(g: Tables, s: Row, a: Int) -> None:
    if s[TRUMP] < 0:
        deal(g, s, a)
        return
    seat, number = a // PER_SEAT, a % PER_SEAT
    if number < BIDS:
        s[at(g, BID, seat)] = number
    else:
        play(g, s, seat, number - BIDS)


@kernel
def play(g: Tables, s: Row, seat: Int, card: Int) -> None:
    s[at(g, HANDS, seat)] &= ~(1 << card)
    if s[IN_TRICK] and suit_of(card) != suit_of(s[TRICK]):
        s[at(g, VOIDS, seat)] |= 1 << suit_of(s[TRICK])
    s[TRICK + s[IN_TRICK]] = card
    s[IN_TRICK] += 1
    if s[IN_TRICK] == g.players:
        take(g, s)


@kernel
def worth(card: Int, led: Int, trump: Int) -> Int:
    """What a card is worth in a trick."""
    suit = suit_of(card)
    if suit == trump:
        return card - 13 * suit + 26
    return card - 13 * suit + 13 * (suit == suit_of(led))


@kernel
def winner(g: Tables, s: Row) -> Int:
    """The position in the trick of the card that is winning it."""
    best, most = 0, -1
    for number in range(s[IN_TRICK]):
        its = worth(s[TRICK + number], s[TRICK], s[TRUMP])
        if its > most:
            best, most = number, its
    return best


@kernel
def take(g: Tables, s: Row) -> None:
    """A full trick goes to its winner, and a full round to the scores."""
    seat = around(g, s[LEADER] + winner(g, s))
    s[LEADER] = seat
    s[at(g, WON, seat)] += 1
    for number in range(g.players):
        s[TRICK + number] = -1
    s[IN_TRICK] = 0
    if s[at(g, HANDS, seat)] == 0:
        score(s, g.players)


@kernel
def score(s: Row, players: Int) -> None:
    points, bids, won = TRICK + POINTS * players, TRICK + BID * players, TRICK + WON * players
    for seat in range(players):
        off = abs(s[bids + seat] - s[won + seat])
        s[points + seat] += -2 * off if off else 10 + 2 * s[won + seat]
    for number in range(bids, s.shape[0]):  # all that follows belongs to the round
        s[number] = 0
    s[ROUND] += 1
    s[DEALER] = s[DEALER] + 1 if s[DEALER] + 1 < players else 0
    s[TRUMP] = s[TURNED] = -1
    s[LEADER] = s[STOCK] = 0


@kernel
def deal(g: Tables, s: Row, seed: Int) -> None:
    """The deal that a seed stands for: the turned card first, then hand by hand."""
    counter, left = np.uint64(seed), g.packs[s[ROUND]]
    if g.turned:
        turned, left, counter = drawn(left, 1, counter)
        s[TURNED] = lowest(turned)
        s[TRUMP] = s[TURNED] // 13
    else:
        counter += GOLDEN
        s[TRUMP] = np.int64(mix(counter) >> np.uint64(62))
    for seat in range(g.players):
        hand, left, counter = drawn(left, g.sizes[s[ROUND]], counter)
        s[at(g, HANDS, seat)] = s[at(g, DEALT, seat)] = hand
        s[at(g, BID, seat)] = -1
    s[STOCK] = left
    s[LEADER] = s[DEALER] + 1 if s[DEALER] + 1 < g.players else 0


@kernel
def drawn(left: Int, many: Int, counter: Int) -> Int:
    """This many of the cards left, each set of them equally likely; what is then left."""
    hand = np.int64(0)
    for _ in range(many):
        cards = np.uint64(how_many(left))
        counter += GOLDEN
        scaled = (mix(counter) >> HALF) * cards
        while scaled & LOW < cards and scaled & LOW < SPAN % cards:
            counter += GOLDEN  # as in `below`, with the counter at hand
            scaled = (mix(counter) >> HALF) * cards
        chosen = left
        for _ in range(np.int64(scaled >> HALF)):
            chosen &= chosen - 1
        hand |= chosen & -chosen
        left &= ~(chosen & -chosen)
    return hand, left, counter


@kernel
def chance(g: Tables, s: Row, r: Row) -> Int:
    return np.int64(word(r) >> np.uint64(1))


@kernel
def outcomes(g: Tables, s: Row, out: Row, w: Row) -> Int:
    return np.int64(-1)


@kernel
def scores(g: Tables, s: Row, u: Row) -> None:
    for seat in range(g.players):
        u[seat] = s[at(g, POINTS, seat)]


@kernel
def stage(g: Tables, s: Row) -> Int:
    return np.int64(s[ROUND])
