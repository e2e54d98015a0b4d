"""The logic as student programs write it: every world, every pair of worlds, one by one.

Worlds come from the permutations of the cards. A seat's relation is a stored list of ordered
pairs, found by comparing all worlds with all. A formula is evaluated at one world by recursion
over those pairs; an announcement filters worlds and pairs. `IndexedPairsModel` is the same
with the pairs grouped by their first world, as a better student would keep them.

Try it by hand: python -m bench.peers.pairs
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, pairwise, permutations, product
from time import process_time
from typing import Any, Self

from .announcements import COUNTS, TEN, Formula, all_know, muddy_announcements, muddy_counts

World = tuple[Any, ...]
Pair = tuple[int, int]


class PairsModel:
    """Worlds by number, and for every seat the pairs of worlds it cannot tell apart."""

    def __init__(self, worlds: dict[int, World], relations: list[list[Pair]]) -> None:
        self.worlds = worlds
        self.relations = relations

    @classmethod
    def deal(cls, sizes: list[int]) -> Self:
        """Cards 0, 1, ... dealt to seats with hands of these sizes; a seat sees its hand."""
        return cls.seen(all_deals(sizes), len(sizes), lambda seat, world: world[seat])

    @classmethod
    def muddy(cls, children: int) -> Self:
        """Each child is muddy or not, and sees the others."""
        worlds = list(product([False, True], repeat=children))
        return cls.seen(worlds, children, lambda i, world: world[:i] + world[i + 1 :])

    @classmethod
    def seen(cls, worlds: list[World], seats: int, view: Callable[[int, World], World]) -> Self:
        numbered = dict(enumerate(worlds))
        relations = [alike([view(seat, world) for world in worlds]) for seat in range(seats)]
        return cls(numbered, relations)

    def count(self) -> int:
        return len(self.worlds)

    def pairs(self, seat: int) -> int:
        return len(self.relations[seat])

    def where(self, formula: Formula) -> int:
        """In how many worlds the formula holds."""
        return sum(self.holds(formula, world) for world in self.worlds)

    def holds_everywhere(self, formula: Formula) -> bool:
        return all(self.holds(formula, world) for world in self.worlds)

    def announce(self, formula: Formula) -> Self:
        """The model of the worlds in which the formula holds."""
        kept = {n: world for n, world in self.worlds.items() if self.holds(formula, n)}
        if not kept:
            raise ValueError(f"false in every world: {formula}")
        relations = [
            [(u, v) for u, v in relation if u in kept and v in kept] for relation in self.relations
        ]
        return type(self)(kept, relations)

    def holds(self, formula: Formula, world: int) -> bool:
        match formula:
            case ("has", seat, card):
                return card in self.worlds[world][seat]
            case ("muddy", child):
                return bool(self.worlds[world][child])
            case ("not", f):
                return not self.holds(f, world)
            case ("and", *parts):
                return all(self.holds(f, world) for f in parts)
            case ("or", *parts):
                return any(self.holds(f, world) for f in parts)
            case ("K", seat, f):
                return all(self.holds(f, other) for other in self.neighbours(seat, world))
            case ("C", seats, f):
                return all(self.holds(f, other) for other in self.reachable(seats, world))
        raise ValueError(f"not a formula: {formula}")

    def reachable(self, seats: Iterable[int], world: int) -> set[int]:
        reached = new = {world}
        while new:
            new = set().union(*(self.step(seat, new) for seat in seats)) - reached
            reached = reached | new
        return reached

    def neighbours(self, seat: int, world: int) -> Iterator[int]:
        return (v for u, v in self.relations[seat] if u == world)

    def step(self, seat: int, worlds: set[int]) -> set[int]:
        return {v for u, v in self.relations[seat] if u in worlds}


class IndexedPairsModel(PairsModel):
    """The same, but a world's pairs are found without looking through all of them."""

    def __init__(self, worlds: dict[int, World], relations: list[list[Pair]]) -> None:
        super().__init__(worlds, relations)
        self.index = [by_first(relation) for relation in relations]

    def neighbours(self, seat: int, world: int) -> Iterator[int]:
        return iter(self.index[seat][world])

    def step(self, seat: int, worlds: set[int]) -> set[int]:
        return {v for u in worlds for v in self.index[seat][u]}


def all_deals(sizes: list[int]) -> list[World]:
    cuts = list(pairwise(accumulate(sizes, initial=0)))
    return sorted(
        {
            tuple(tuple(sorted(cards[start:end])) for start, end in cuts)
            for cards in permutations(range(sum(sizes)))
        }
    )


def alike(views: list[World]) -> list[Pair]:
    """All ordered pairs of worlds that look the same."""
    return [(u, v) for u, one in enumerate(views) for v, other in enumerate(views) if one == other]


def by_first(relation: list[Pair]) -> dict[int, list[int]]:
    index: dict[int, list[int]] = {}
    for u, v in relation:
        index.setdefault(u, []).append(v)
    return index


def announce_all(model: PairsModel, formulas: Iterable[Formula]) -> list[PairsModel]:
    """The model at first and after each announcement."""
    return list(accumulate(formulas, lambda m, f: m.announce(f), initial=model))


def main() -> None:
    for kind in (PairsModel, IndexedPairsModel):
        print(kind.__name__)
        for sizes in ([2, 2, 2], [3, 3, 3], [2, 2, 2, 2]):
            show_deal(kind, sizes)
        for children in range(5, 10):
            show_muddy(kind, children)


def show_deal(kind: type[PairsModel], sizes: list[int]) -> None:
    start = process_time()
    model = kind.deal(sizes)
    built = process_time()
    print(f"  deal {sizes}: {built - start:.3f} s, {model.count()} worlds, {model.pairs(0)} pairs")
    if expected := COUNTS.get(tuple(sizes)):
        models = announce_all(model, TEN)
        print(f"    ten announcements: {process_time() - built:.3f} s")
        assert tuple(m.count() for m in models) == expected


def show_muddy(kind: type[PairsModel], children: int) -> None:
    start = process_time()
    models = announce_all(kind.muddy(children), muddy_announcements(children))
    print(f"  muddy {children}: {process_time() - start:.3f} s")
    assert tuple(m.count() for m in models) == muddy_counts(children)
    assert models[-1].holds_everywhere(all_know(children))


if __name__ == "__main__":
    main()
