"""The logic as a careful programmer writes it in plain Python: sets of worlds, and cells.

Worlds come from combinations, each once. A seat's relation is never stored: worlds are grouped by
what the seat sees in them. A formula is evaluated once, bottom-up, to the set of the worlds in
which it holds; an announcement keeps these.

Try it by hand: python -m bench.peers.cells
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import reduce
from itertools import accumulate, combinations
from time import process_time
from typing import Any, Self

from .announcements import COUNTS, TEN, Formula, all_know, muddy_announcements, muddy_counts

World = Any  # a hand for each seat, or a bit for each child
Worlds = frozenset[int]
View = Callable[[int, World], Hashable]


class CellsModel:
    """Worlds by number, and what each seat sees in one."""

    def __init__(self, listed: list[World], views: list[list[Hashable]], left: Worlds) -> None:
        self.listed, self.views, self.left = listed, views, left

    @classmethod
    def deal(cls, sizes: list[int]) -> Self:
        """Cards 0, 1, ... dealt to seats with hands of these sizes; a seat sees its hand."""
        worlds = list(all_deals(tuple(sizes), frozenset(range(sum(sizes)))))
        return cls.seen(worlds, len(sizes), lambda seat, world: world[seat])

    @classmethod
    def muddy(cls, children: int) -> Self:
        """Each child is muddy or not, and sees the others."""
        return cls.seen(list(range(1 << children)), children, lambda i, world: world & ~(1 << i))

    @classmethod
    def seen(cls, worlds: list[World], seats: int, view: View) -> Self:
        views = [[view(seat, world) for world in worlds] for seat in range(seats)]
        return cls(worlds, views, frozenset(range(len(worlds))))

    def count(self) -> int:
        return len(self.left)

    def announce(self, formula: Formula) -> Self:
        """The model of the worlds in which the formula holds."""
        left = self.where(formula)
        if not left:
            raise ValueError(f"false in every world: {formula}")
        return type(self)(self.listed, self.views, left)

    def holds_everywhere(self, formula: Formula) -> bool:
        return self.where(formula) == self.left

    def where(self, formula: Formula) -> Worlds:
        """The worlds in which the formula holds."""
        match formula:
            case ("has", seat, card):
                return frozenset(n for n in self.left if card in self.listed[n][seat])
            case ("muddy", child):
                return frozenset(n for n in self.left if self.listed[n] >> child & 1)
            case ("not", f):
                return self.left - self.where(f)
            case ("and", *parts):
                return reduce(frozenset.__and__, map(self.where, parts))
            case ("or", *parts):
                return reduce(frozenset.__or__, map(self.where, parts))
            case ("K", seat, f):
                return self.left - self.possible(seat, self.left - self.where(f))
            case ("C", seats, f):
                return self.left - self.reachable(seats, self.left - self.where(f))
        raise ValueError(f"not a formula: {formula}")

    def possible(self, seat: int, worlds: Worlds) -> Worlds:
        """The worlds in which the seat considers one of these possible."""
        view = self.views[seat]
        seen = {view[n] for n in worlds}
        return frozenset(n for n in self.left if view[n] in seen)

    def reachable(self, seats: Iterable[int], worlds: Worlds) -> Worlds:
        before = None
        while worlds != before:
            before = worlds
            for seat in seats:
                worlds = self.possible(seat, worlds)
        return worlds


def all_deals(sizes: tuple[int, ...], cards: frozenset[int]) -> Iterator[World]:
    """Every deal once: a hand as a set, then the deals of what is left."""
    if not sizes:
        yield ()
        return
    for hand in map(frozenset, combinations(sorted(cards), sizes[0])):
        for rest in all_deals(sizes[1:], cards - hand):
            yield (hand, *rest)


def announce_cells(model: CellsModel, formulas: Iterable[Formula]) -> list[CellsModel]:
    """The model at first and after each announcement."""
    return list(accumulate(formulas, lambda m, f: m.announce(f), initial=model))


def main() -> None:
    start = process_time()
    models = announce_cells(CellsModel.deal([3, 3, 3]), TEN)
    print(f"deal and ten announcements: {1000 * (process_time() - start):.1f} ms")
    assert tuple(m.count() for m in models) == COUNTS[3, 3, 3]
    for children in (9, 12):
        start = process_time()
        models = announce_cells(CellsModel.muddy(children), muddy_announcements(children))
        print(f"muddy {children}: {1000 * (process_time() - start):.1f} ms")
        assert tuple(m.count() for m in models) == muddy_counts(children)
        assert models[-1].holds_everywhere(all_know(children))


if __name__ == "__main__":
    main()
