"""The rules compiled: the verbs of `core.kernels` over the row that `codes` describes.

Cards in a hand are bits of one number. A deal is drawn from a seed, which is the outcome of
chance here: there are more deals than an int64 can number.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from whoknows.core import kernels
from whoknows.core.kernels import (
    CHANCE,
    END,
    GOLDEN,
    Compiled,
    Int,
    Row,
    below,
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
        return np.int64((s[LEADER] + s[IN_TRICK]) % g.players)
    made = 0
    for seat in range(g.players):
        made += s[at(g, BID, seat)] >= 0
    return np.int64((s[DEALER] + 1 + made) % g.players)


@kernel
def bidding(g: Tables, s: Row) -> Any:
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
def playable(g: Tables, s: Row, seat: Int) -> Int:
    """The cards that the seat may play, as bits."""
    hand = s[at(g, HANDS, seat)]
    if s[IN_TRICK] == 0:
        return hand
    following = hand & (SUIT << (13 * (s[TRICK] // 13)))
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
    if s[IN_TRICK] and card // 13 != s[TRICK] // 13:
        s[at(g, VOIDS, seat)] |= 1 << (s[TRICK] // 13)
    s[TRICK + s[IN_TRICK]] = card
    s[IN_TRICK] += 1
    if s[IN_TRICK] == g.players:
        take(g, s)


@kernel
def worth(card: Int, led: Int, trump: Int) -> Int:
    """What a card is worth in a trick."""
    if card // 13 == trump:
        return card % 13 + 26
    return card % 13 + 13 * (card // 13 == led // 13)


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
    seat = (s[LEADER] + winner(g, s)) % g.players
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
def drawn(left: Int, many: Int, counter: Any) -> Any:
    """So many of the cards left, each set of them equally likely; what is then left."""
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
def seen(g: Tables, s: Row, seat: Int, a: Int) -> Int:
    """Bids and cards are public; of a deal a seat sees its hand and the trumps."""
    if s[TRUMP] >= 0:
        return a
    counter, left, turned = np.uint64(a), g.packs[s[ROUND]], np.int64(0)
    if g.turned:
        turned, left, counter = drawn(left, 1, counter)
        trump = lowest(turned)
    else:
        counter += GOLDEN
        trump = np.int64(mix(counter) >> np.uint64(62))
    hand = np.int64(0)
    for _ in range(seat + 1):
        hand, left, counter = drawn(left, g.sizes[s[ROUND]], counter)
    return hand << 6 | trump


@kernel
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


@kernel
def playout(g: Tables, s: Row, r: Row) -> None:
    """Any legal bids and cards to the end of the round."""
    now, players = s[ROUND], g.players
    if s[TRICK + BID * players + s[DEALER]] < 0:
        bid_out(s, players, g.sizes[now], r)
    if s[IN_TRICK]:
        finish_trick(g, s, r)
    if s[ROUND] == now:
        play_out(s, players, r)
        score(s, players)


@kernel
def finish_trick(g: Tables, s: Row, r: Row) -> None:
    while s[IN_TRICK]:
        seat = to_move(g, s)
        play(g, s, seat, any_of(playable(g, s, seat), r))


@kernel
def bid_out(s: Row, players: Int, size: Int, r: Row) -> None:
    """The bids that are still to be made, at random."""
    bids, total = TRICK + BID * players, 0
    seat = s[DEALER] + 1 if s[DEALER] + 1 < players else 0
    for number in range(players):
        if s[bids + seat] < 0:
            not_this = size - total if number == players - 1 else -1
            barred = 0 <= not_this <= size
            bid = below(r, size + 1 - barred)
            s[bids + seat] = bid + (barred and bid >= not_this)
        total += s[bids + seat]
        seat = seat + 1 if seat + 1 < players else 0


@kernel
def play_out(s: Row, players: Int, r: Row) -> None:
    """The tricks that are still to be played, at random, from the beginning of one.

    What only a later position would need (cards on the table, voids) is not kept. Numbers that
    index are unsigned, so that they are not checked for being negative: this loop is hot.
    """
    first, wins = np.uint64(TRICK + HANDS * players), np.uint64(TRICK + WON * players)
    seats, counter = np.uint64(players), r[0]
    seat, trump = np.uint64(s[LEADER]), s[TRUMP]
    while s[first + seat]:
        most, taker, suited, led = np.int64(-1), seat, np.int64(0), np.int64(0)
        for number in range(players):
            hand = s[first + seat]
            may = hand & suited
            may = may if may else hand
            many = how_many(may)
            if many > 1:
                counter += GOLDEN
                scaled = (mix(counter) >> HALF) * np.uint64(many)
                while scaled & LOW < np.uint64(many) and scaled & LOW < SPAN % np.uint64(many):
                    counter += GOLDEN  # as in `below`, with the counter at hand
                    scaled = (mix(counter) >> HALF) * np.uint64(many)
                chosen = np.int64(scaled >> HALF)
                for skipped in range(many - 1):  # not `chosen` times: no branch on luck
                    may = may & (may - 1) if skipped < chosen else may
            card = lowest(may)
            s[first + seat] = hand & ~(np.int64(1) << card)
            suit = card * 79 >> 10  # a 13th, without a division
            if number == 0:
                led, suited = suit, np.int64(SUIT) << (13 * suit)
            its = card - 13 * suit
            if suit == trump:
                its += 26
            elif suit == led:
                its += 13
            if its > most:
                most, taker = its, seat
            seat += np.uint64(1)
            if seat == seats:
                seat = np.uint64(0)
        s[wins + taker] += 1
        seat = taker
    r[0] = counter


@kernel
def any_of(mask: Int, r: Row) -> Int:
    """A card of a mask, each equally likely."""
    many = how_many(mask)
    if many > 1:
        for _ in range(below(r, many)):
            mask &= mask - 1
    return lowest(mask)


@kernel
def scores(g: Tables, s: Row, u: Row) -> None:
    for seat in range(g.players):
        u[seat] = s[at(g, POINTS, seat)]


@kernel
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


@kernel
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
