"""Hidden train cards: exact odds, and worlds drawn uniformly.

A world says which card each blind draw was, and which of its cards a seat laid down at each
unsettled payment. All worlds that look alike are equally likely: a card that was paid says as much
as a hidden card turned over would, and nothing about how it was chosen. The worlds are numbered, so
that a fair sample is the world of a fair number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product, zip_longest
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from whoknows.core.uniform import Rng, below
from whoknows.games.tickets.settlements import MOST, Counts, Settlings, settlings

if TYPE_CHECKING:
    from whoknows.games.tickets.card_ledger import Ledger

Memory = tuple[Counts, ...]
"""What a seat drew blind and is not settled as paid, by epoch, up to the last that has any."""
NONE, SURE = Fraction(0), Fraction(1)


class Hidden(NamedTuple):
    """All that is hidden, in one world."""

    memories: tuple[Memory, ...]  # by seat
    hands: tuple[Counts, ...]  # by seat, without the cards known to all
    pile: Counts


@dataclass(frozen=True)
class Unseen:
    """What is hidden from a seat with its memory, or from an outsider, who has no seat."""

    ledger: Ledger
    seat: int | None = None
    memory: Memory = ()
    most: int = MOST  # nodes that settling payments may take

    def count(self) -> int:
        """How many worlds there are; two cards of one colour are still two cards."""
        return self._settlings.count

    def sample(self, rng: Rng) -> Hidden:
        """A world, each equally likely."""
        return self.world(below(rng, self.count()))

    def world(self, number: int) -> Hidden:
        """The world of that number, from 0 up to the count."""
        node, deal, paid = self._settlings.found(number)
        memories = [[[0] * len(pool) for pool in node.pools] for _ in self._others.drawn[0]]
        for payment, parts in paid:
            for cards, part in zip(memories[payment.seat], parts, strict=True):
                cards[payment.colour] += part
        piles = []
        for pool, drawn, *hands in zip(node.pools, self._others.drawn, *memories, strict=True):
            pile, deal = _dealt(pool, drawn, hands, deal)
            piles.append(pile)
        return self._hidden(memories, piles[self.ledger.now])

    def odds(self, seat: int, colour: int, at_least: int = 1) -> Fraction:
        """The odds that a seat hides at least this many cards of that colour."""
        return sum(self.spread(seat, colour)[at_least:], NONE)

    def expected(self, seat: int) -> tuple[Fraction, ...]:
        """How many cards of each colour a seat hides on average."""
        spreads = (self.spread(seat, colour) for colour in range(len(self.ledger.pools[0])))
        return tuple(sum((n * odds for n, odds in enumerate(s)), NONE) for s in spreads)

    def spread(self, seat: int, colour: int) -> list[Fraction]:
        """How likely it is that a seat hides 0, 1, 2, ... cards of that colour."""
        if seat == self.seat:
            return [NONE] * self.ledger.hand(seat, self.memory)[colour] + [SURE]
        cases: Counter[tuple[Share, ...]] = Counter()
        for pools, held, worlds in self._cases(seat):
            case = (Share(held[e], pool[colour], sum(pool)) for e, pool in enumerate(pools))
            cases[tuple(case)] += worlds
        spreads = (_spread(case, worlds) for case, worlds in cases.items())
        return [sum(odds, NONE) / self.count() for odds in zip_longest(*spreads, fillvalue=NONE)]

    def pile_odds(self) -> tuple[Fraction, ...]:
        """The odds of each colour for the next blind card; nothing while the pile is empty."""
        if not self.ledger.left:
            return (NONE,) * len(self.ledger.pools[0])
        pools: Counter[Counts] = Counter()
        for node, worlds in self._settlings.worlds.items():
            pools[node.pools[self.ledger.now]] += worlds
        shares = ([Fraction(n * worlds, sum(pool)) for n in pool] for pool, worlds in pools.items())
        return tuple(sum(share, NONE) / self.count() for share in zip(*shares, strict=True))

    @cached_property
    def _others(self) -> Ledger:
        return self.ledger if self.seat is None else self.ledger.others(self.seat, self.memory)

    @cached_property
    def _settlings(self) -> Settlings:
        return self._settled(None)

    def _settled(self, last: int | None) -> Settlings:
        ledger = self._others
        payments = sorted(ledger.unsettled, key=lambda p: (p.seat == last, p.seat))
        return settlings(ledger.pools, ledger.piles, tuple(payments), self.most)

    def _cases(self, seat: int) -> Iterator[tuple[tuple[Counts, ...], Counts, int]]:
        """What a seat may hold: pools, how many of each, and how many worlds that has."""
        ways = self._settled(seat)
        drawn = tuple(drawn[seat] for drawn in self._others.drawn)
        paid = bool(ways.payments) and ways.payments[-1].seat == seat
        for node, worlds in ways.worlds.items():
            yield node.pools, less(drawn, node.taken) if paid else drawn, worlds

    def _hidden(self, memories: Iterable[Iterable[Iterable[int]]], pile: Counts) -> Hidden:
        whole = [trimmed(map(tuple, memory)) for memory in memories]
        if self.seat is not None:
            whole[self.seat] = self.memory
        hands = tuple(self.ledger.hand(seat, memory) for seat, memory in enumerate(whole))
        return Hidden(tuple(whole), hands, pile)


class Share(NamedTuple):
    """How many cards are held out of a pool, and how many of a colour it has among all its
    cards."""

    held: int
    good: int
    cards: int


def _spread(shares: Iterable[Share], worlds: int) -> list[Fraction]:
    """In how many worlds there are 0, 1, 2, ... good cards among those held of several pools."""
    spread, every = [worlds], 1
    for held, good, cards in shares:
        ways = [comb(good, n) * comb(cards - good, held - n) for n in range(min(held, good) + 1)]
        more = [0] * (len(spread) + len(ways) - 1)
        for n, m in product(range(len(spread)), range(len(ways))):
            more[n + m] += spread[n] * ways[m]
        spread, every = more, every * comb(cards, held)
    return [Fraction(number, every) for number in spread]


def _dealt(
    pool: Counts, drawn: Counts, hands: Sequence[list[int]], deal: int
) -> tuple[Counts, int]:
    """Fills hands from a pool up to the number drawn; what is left of the pool and the deal.

    The digits of a deal, to a base that shrinks with the cards, say which card comes next.
    """
    cards = [colour for colour, number in enumerate(pool) for _ in range(number)]
    left = list(pool)
    for hand, number in zip(hands, drawn, strict=True):
        for _ in range(number - sum(hand)):
            deal, at = divmod(deal, len(cards))
            colour, cards[at] = cards[at], cards[-1]
            cards.pop()
            hand[colour] += 1
            left[colour] -= 1
    return tuple(left), deal


def less(one: Counts, other: Counts) -> Counts:
    """What is left when the other is taken off."""
    return tuple(a - b for a, b in zip(one, other, strict=True))


def trimmed(memory: Iterable[Counts]) -> Memory:
    """The memory without empty epochs at the end."""
    epochs = list(memory)
    while epochs and not any(epochs[-1]):
        epochs.pop()
    return tuple(epochs)
