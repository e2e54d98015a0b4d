"""Hidden cards that were paid and may be from several piles: every way to settle that, counted.

Payments are settled one after the other. What matters of those before is what they leave of each
pool and how many cards they took from the same seat: ways that agree in this meet in a node.
Worlds are counted forwards and found by their number backwards.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb, perm, prod
from typing import NamedTuple

from whoknows.core.error import Error

Counts = tuple[int, ...]
"""Cards by colour, jokers last; or numbers of cards by seat or by epoch."""
MOST = 40_000  # nodes: some seconds, some 100 MB


@dataclass(frozen=True, slots=True)
class Payment:
    """Hidden cards of one colour that a seat paid, and out of how many, by epoch."""

    seat: int
    colour: int
    number: int
    drawn: Counts  # what it paid before is still among these, while that is unsettled


class SettlementNode(NamedTuple):
    """What the payments so far may leave."""

    pools: tuple[Counts, ...]  # by epoch
    taken: Counts  # by epoch, from the seat that paid last


class SettlementStep(NamedTuple):
    """How a payment may have led to a node."""

    before: SettlementNode
    parts: Counts  # what it took, by epoch
    ways: int  # to choose just which cards


@dataclass(frozen=True)
class Settlings:
    """Every way to settle payments; `piles` is how many cards of each pool nobody drew."""

    piles: Counts
    payments: tuple[Payment, ...]
    steps: tuple[
        dict[SettlementNode, list[SettlementStep]], ...
    ]  # of each payment, by the node they lead to
    ways: tuple[
        dict[SettlementNode, int], ...
    ]  # to each node: at first, after the first payment, ...

    @cached_property
    def worlds(self) -> dict[SettlementNode, int]:
        """How many worlds end in each node: its cards may lie in any order."""
        return {node: ways * self._deals(node) for node, ways in self.ways[-1].items()}

    def found(self, number: int) -> tuple[SettlementNode, int, list[tuple[Payment, Counts]]]:
        """The world of that number: its node, its number among the deals there, what was paid."""
        nodes, upto = self._ends
        at = bisect_right(upto, number)
        way, deal = divmod(number - (upto[at - 1] if at else 0), self._deals(nodes[at]))
        return nodes[at], deal, list(self._back(nodes[at], way))

    @cached_property
    def count(self) -> int:
        """How many worlds there are."""
        return sum(self.worlds.values())

    @cached_property
    def _ends(self) -> tuple[list[SettlementNode], list[int]]:
        return list(self.worlds), list(accumulate(self.worlds.values()))

    def _deals(self, node: SettlementNode) -> int:
        pools = zip(map(sum, node.pools), self.piles, strict=True)
        return prod(perm(cards, cards - pile) for cards, pile in pools)

    def _back(self, node: SettlementNode, way: int) -> Iterator[tuple[Payment, Counts]]:
        """The payments on one of the ways to a node, the last one first."""
        past = zip(self.payments, self.steps, self.ways[:-1], strict=True)
        for payment, steps, ways in reversed(list(past)):
            for step in steps[node]:
                if way < step.ways * ways[step.before]:
                    break
                way -= step.ways * ways[step.before]
            yield payment, step.parts
            node, way = step.before, way // step.ways


@lru_cache(maxsize=8)
def settlings(
    pools: tuple[Counts, ...], piles: Counts, payments: tuple[Payment, ...], most: int = MOST
) -> Settlings:
    """The payments settled in every way; those of a seat are neighbours, the oldest first."""
    nodes = {SettlementNode(pools, (0,) * len(pools)): 1}
    steps, ways, payer = [], [nodes], -1
    for payment in payments:
        into = _steps(nodes, payment, payment.seat == payer)
        if not into:
            raise ValueError(f"no cards of colour {payment.colour} for seat {payment.seat} to pay")
        if sum(map(len, ways)) + len(into) > most:
            raise Error(
                f"the cards paid may come from {len(pools)} piles in too many ways to count"
            )
        nodes = {node: sum(s.ways * nodes[s.before] for s in into[node]) for node in into}
        steps.append(into)
        ways.append(nodes)
        payer = payment.seat
    return Settlings(piles, payments, tuple(steps), tuple(ways))


def _steps(
    nodes: Iterable[SettlementNode], payment: Payment, again: bool
) -> dict[SettlementNode, list[SettlementStep]]:
    """Where a payment leads to, perhaps by a seat that paid the time before."""
    into: dict[SettlementNode, list[SettlementStep]] = {}
    for node in nodes:
        taken = node.taken if again else (0,) * len(node.taken)
        held = [max(d - t, 0) for d, t in zip(payment.drawn, taken, strict=True)]
        there = [pool[payment.colour] for pool in node.pools]
        for parts in _parts(payment.number, tuple(map(min, held, there))):
            ways = prod(map(comb, held, parts)) * prod(map(perm, there, parts))
            after = SettlementNode(_without(node.pools, payment.colour, parts), _plus(taken, parts))
            into.setdefault(after, []).append(SettlementStep(node, parts, ways))
    return into


def _parts(number: int, most: Counts) -> Iterator[Counts]:
    """A number in parts, each up to its most."""
    if not most:
        yield from [()] if number == 0 else []
        return
    for part in range(max(0, number - sum(most[1:])), min(number, most[0]) + 1):
        yield from ((part, *rest) for rest in _parts(number - part, most[1:]))


def _without(pools: tuple[Counts, ...], colour: int, parts: Counts) -> tuple[Counts, ...]:
    return tuple(
        (*pool[:colour], pool[colour] - part, *pool[colour + 1 :]) if part else pool
        for pool, part in zip(pools, parts, strict=True)
    )


def _plus(one: Counts, other: Counts) -> Counts:
    return tuple(a + b for a, b in zip(one, other, strict=True))
