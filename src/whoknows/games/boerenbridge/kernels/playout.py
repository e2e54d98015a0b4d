"""Rounds played to their end at random, as fast as can be: what a search does most."""

import numpy as np

from whoknows.core.kernels import GOLDEN, Int, Row, below, how_many, kernel, lowest, mix
from whoknows.games.boerenbridge.codes import DEALER, IN_TRICK, LEADER, ROUND, TRICK, TRUMP
from whoknows.games.boerenbridge.kernels.rules import (
    BID,
    HALF,
    HANDS,
    LOW,
    SPAN,
    SUIT,
    WON,
    Tables,
    play,
    playable,
    score,
    to_move,
)


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
def play_out(s: Row, players: Int, r: Row) -> None:  # noqa: C901 (one loop: it is hot)
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
