"""Train cards drawn blind: what everybody knows of them, and what their owner remembers.

The cards of a pile that were not turned up are its *pool*: each was drawn blind by somebody or lies
in the pile still. When the discard becomes a new pile an *epoch* begins, and a hidden card belongs
to the epoch it was drawn in. What a seat pays leaves the pool as if it were turned up; if it may
belong to more than one epoch, the payment stays unsettled until that is clear.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import TypeVar

from whoknows.core.frozen import replace
from whoknows.games.tickets.hidden_cards import Memory, Unseen, less, trimmed
from whoknows.games.tickets.settlements import Counts, Payment

Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class Ledger:
    """What everyone knows about the hidden cards: pools, who drew how many, what is unsettled."""

    pools: tuple[Counts, ...]  # by epoch
    drawn: tuple[Counts, ...]  # by epoch: how many cards of its pool each seat drew
    unsettled: tuple[Payment, ...] = ()  # oldest first
    now: int = 0  # the epoch of the present pile

    @classmethod
    def start(cls, deck: Counts, seats: int) -> Ledger:
        """Before a card is drawn the pool is the deck."""
        return cls((deck,), ((0,) * seats,))

    @property
    def left(self) -> int:
        """How many cards the pile holds."""
        return self.piles[self.now]

    @property
    def piles(self) -> Counts:
        """How many cards of each pool nobody drew: zero except for the present one."""
        return tuple(sum(p) - sum(d) for p, d in zip(self.pools, self.drawn, strict=True))

    def hidden(self, seat: int) -> int:
        """How many hidden cards a seat holds."""
        paid = sum(payment.number for payment in self.unsettled if payment.seat == seat)
        return sum(drawn[seat] for drawn in self.drawn) - paid

    def turned(self, cards: Iterable[int]) -> Ledger:
        """Cards of these colours leave the pile for everyone to see."""
        pool = list(self.pools[self.now])
        for colour in cards:
            pool[colour] -= 1
        return replace(self, pools=_put(self.pools, self.now, tuple(pool)))._checked()

    def drew(self, seat: int, number: int = 1) -> Ledger:
        """A seat draws this many cards blind."""
        drawn = _more(self.drawn[self.now], seat, number)
        return replace(self, drawn=_put(self.drawn, self.now, drawn))._checked()

    def reshuffled(self, counts: Counts) -> Ledger:
        """The pile is empty, and these cards are shuffled into a new one.

        An epoch with nothing left hidden gives its place to the new one.
        """
        if self.left:
            raise ValueError(f"a new pile while the old one has {self.left} cards")
        free = next((e for e, drawn in enumerate(self.drawn) if not any(drawn)), None)
        if free is not None:
            return replace(self, pools=_put(self.pools, free, counts), now=free)
        drawn = (*self.drawn, (0,) * len(self.drawn[0]))
        unsettled = tuple(replace(p, drawn=(*p.drawn, 0)) for p in self.unsettled)
        return Ledger((*self.pools, counts), drawn, unsettled, len(self.pools))

    def paid(self, seat: int, counts: Counts, epoch: int | None = None) -> Ledger:
        """A seat pays these of its hidden cards, from that epoch if everyone may see which it
        is."""
        if sum(counts) > self.hidden(seat):
            raise ValueError(f"seat {seat} pays {counts} out of {self.hidden(seat)} hidden cards")
        drawn = tuple(d[seat] if epoch in (None, e) else 0 for e, d in enumerate(self.drawn))
        new = (Payment(seat, colour, n, drawn) for colour, n in enumerate(counts) if n)
        return replace(self, unsettled=(*self.unsettled, *new))._settled(seat)

    # what a seat remembers

    def drew_card(self, memory: Memory, colour: int) -> Memory:
        """The memory of a seat that drew this card blind from the present pile."""
        epochs = self._whole(memory)
        epochs[self.now] = _more(epochs[self.now], colour, 1)
        return trimmed(epochs)

    def remembered(
        self, memory: Memory, seat: int, counts: Counts, epoch: int | None = None
    ) -> Memory:
        """The memory of a seat that now pays this: it loses what leaves the pools."""
        gone = map(less, self.pools, self.paid(seat, counts, epoch).pools)
        return trimmed(map(less, self._whole(memory), gone))

    def hand(self, seat: int, memory: Memory) -> Counts:
        """The hidden cards of a seat with this memory."""
        hand = list(map(sum, zip(*self._whole(memory), strict=True)))
        for payment in self.unsettled:
            if payment.seat == seat:
                hand[payment.colour] -= payment.number
        return tuple(hand)

    def others(self, seat: int, memory: Memory) -> Ledger:
        """The ledger of the other seats, for one that remembers this."""
        return Ledger(
            tuple(map(less, self.pools, self._whole(memory))),
            tuple(_put(drawn, seat, 0) for drawn in self.drawn),
            tuple(payment for payment in self.unsettled if payment.seat != seat),
            self.now,
        )

    def unseen(self, seat: int | None = None, memory: Memory = ()) -> Unseen:
        """What is hidden from a seat with this memory, or from an outsider."""
        return Unseen(self, seat, memory)

    def _whole(self, memory: Memory) -> list[Counts]:
        nothing = (0,) * len(self.pools[0])
        return [*memory, *[nothing] * (len(self.pools) - len(memory))]

    # numbers

    def codes(self) -> Counts:
        """As whole numbers that say where they end."""
        payments = ((p.seat, p.colour, p.number, *p.drawn) for p in self.unsettled)
        tables = chain(*self.pools, *self.drawn)
        return (len(self.pools), self.now, *tables, len(self.unsettled), *chain(*payments))

    @classmethod
    def decoded(cls, codes: Iterable[int], seats: int, colours: int) -> Ledger:
        """The ledger that these codes begin with."""
        numbers = iter(codes)
        epochs, now = next(numbers), next(numbers)
        pools = _rows(numbers, epochs, colours)
        drawn = _rows(numbers, epochs, seats)
        payments = _rows(numbers, next(numbers), 3 + epochs)
        unsettled = tuple(Payment(s, c, n, tuple(d)) for s, c, n, *d in payments)
        return cls(pools, drawn, unsettled, now)

    # settling

    def _settled(self, seat: int) -> Ledger:
        """What this seat paid, taken off if it can belong to only one epoch."""
        for at, payment in enumerate(self.unsettled):
            if payment.seat == seat and (epoch := self._home(at)) is not None:
                return self._without(at, epoch)._settled(seat)
        return self

    def _home(self, at: int) -> int | None:
        """The epoch of a payment, if that is clear whatever was paid before."""
        payment = self.unsettled[at]
        homes = [e for e, n in enumerate(payment.drawn) if n and self.pools[e][payment.colour]]
        if len(homes) != 1:
            return None
        # Two payments out of the same cards may change places. If the earlier one had fewer
        # cards of the epoch to choose from, what it took of them weighs on the later one.
        before = {p.drawn[homes[0]] for p in self.unsettled[:at] if p.seat == payment.seat}
        return homes[0] if before <= {0, payment.drawn[homes[0]]} else None

    def _without(self, at: int, epoch: int) -> Ledger:
        gone = self.unsettled[at]
        rest = (*self.unsettled[:at], *self.unsettled[at + 1 :])
        return Ledger(
            _put(self.pools, epoch, _more(self.pools[epoch], gone.colour, -gone.number)),
            _put(self.drawn, epoch, _more(self.drawn[epoch], gone.seat, -gone.number)),
            tuple(_out_of_fewer(p, gone, epoch) if p.seat == gone.seat else p for p in rest),
            self.now,
        )._checked()

    def _checked(self) -> Ledger:
        if self.left < 0 or min(chain(*self.pools, *self.drawn)) < 0:
            raise ValueError("more cards than there are")
        return self


def _out_of_fewer(payment: Payment, gone: Payment, epoch: int) -> Payment:
    if not payment.drawn[epoch]:
        return payment
    return replace(payment, drawn=_more(payment.drawn, epoch, -gone.number))


def _more(counts: Counts, at: int, number: int) -> Counts:
    return _put(counts, at, counts[at] + number)


def _put(entries: tuple[Entry, ...], at: int, entry: Entry) -> tuple[Entry, ...]:
    return (*entries[:at], entry, *entries[at + 1 :])


def _rows(numbers: Iterator[int], rows: int, length: int) -> tuple[Counts, ...]:
    return tuple(tuple(islice(numbers, length)) for _ in range(rows))
