"""Where decision diagrams live: a manager of oxidd, its variables and their order.

Whatever is made in one store may be combined; functions of two stores must never meet.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from time import sleep
from weakref import WeakSet

from oxidd.bcdd import BCDDFunction, BCDDManager

from whoknows.core.error import Error
from whoknows.logic.filling import Filling
from whoknows.logic.vocabulary import Fact

MOST_NODES = 1 << 30
NODE, RESULT = 32, 20  # bytes
LEAST_CACHE, MOST_CACHE = 1 << 12, 1 << 20  # results
STORES: WeakSet["DiagramStore"] = WeakSet()


class DiagramStore:
    """One manager of diagrams; whatever is made in it may be combined."""

    def __init__(self, nodes: int, cache: int) -> None:
        STORES.add(self)
        self.manager, self.nodes, self.cache = BCDDManager(nodes, cache, 1), nodes, cache
        self.true, self.false = self.manager.true(), self.manager.false()
        self.told: list[int] = []  # variables for what a group was told, used again and again

    @classmethod
    def sized(cls, nodes: int | None, variables: int, expected: int) -> "DiagramStore":
        """A store for this many variables, and for sets of worlds with about this many nodes.

        Nodes take memory when they are made. The cache of results takes all of its own at once:
        four results per node are as fast as more, but with a quarter of that muddy children take
        five times as long, and common knowledge of 52 cards more than twice.
        """
        many = (1 << 20 if variables < 100 else 1 << 24) if nodes is None else nodes
        if not isinstance(many, int) or not 1 <= many <= MOST_NODES:
            raise Error(f"nodes must be a whole number from 1 to {MOST_NODES:,}, not {many!r}")
        return cls(many, max(LEAST_CACHE, min(MOST_CACHE, many, 4 * expected)))

    @property
    def bytes(self) -> int:
        """How much memory it takes, about: its nodes, and its cache at once."""
        return NODE * int(self.manager.num_inner_nodes()) + RESULT * self.cache

    @property
    def is_half_full(self) -> bool:
        """Whether half of the nodes that there may be are there, used or not."""
        return 2 * int(self.manager.num_inner_nodes()) > self.nodes

    def tidy(self) -> None:
        """Drop what nobody uses any more, and wait until there is room again.

        oxidd frees nodes in a thread of its own: for some milliseconds there may be none.
        """
        self.manager.gc()
        for _ in range(100):
            try:
                self.cube(range(min(8, self.manager.num_vars())))
            except MemoryError:
                sleep(0.01)
            else:
                return

    def add(self, facts: Iterable[Fact]) -> dict[tuple[str, str], int]:
        """Variables for these facts, at the bottom of the order."""
        added = {}
        for fact in facts:
            values = fact.values[1:] if fact.is_proposition else fact.values
            for value, number in zip(values, self.manager.add_vars(len(values)), strict=True):
                added[fact.name, str(value)] = number
        return added

    def fresh(self, used: frozenset[int]) -> int:
        """A variable with no meaning yet wherever these are used; one from another model will
        do."""
        free = next((number for number in self.told if number not in used), None)
        if free is None:
            free = self.manager.add_vars(1)[0]
            self.told.append(free)
        return free

    def cube(self, variables: Iterable[int]) -> BCDDFunction:
        """The conjunction of the variables, which is how oxidd takes a set of them."""
        from_below = sorted(variables, key=self.manager.var_to_level, reverse=True)
        return reduce(lambda cube, number: self.manager.var(number) & cube, from_below, self.true)

    def one_of(self, numbers: Sequence[int], branches: Sequence[BCDDFunction]) -> BCDDFunction:
        """Exactly one of the variables is true, and then its branch holds (as a diagram:
        the branches speak of variables further down only)."""
        chain, others = self.false, self.true
        for number, branch in zip(reversed(numbers), reversed(branches), strict=True):
            chain = self.manager.var(number).ite(others & branch, chain)
            others = self.manager.not_var(number) & others
        return chain

    def put_beside(self, numbers: Mapping[int, Sequence[int]]) -> None:
        """Reorder: the variables given for another follow it directly."""
        moved = {number for beside in numbers.values() for number in beside}
        levels = map(self.manager.level_to_var, range(self.manager.num_vars()))
        order = [number for number in levels if number not in moved]
        self.manager.set_var_order(n for old in order for n in (old, *numbers.get(old, ())))

    def parted(
        self, lay: Sequence[Sequence[int]], parts: Sequence[Sequence[int]], sizes: tuple[int, ...]
    ) -> BCDDFunction:
        """What lay in some places (a variable each) lies in exactly one of the parts, which are
        full; what did not lies in none."""
        by_level = sorted(range(len(lay)), key=lambda i: self.manager.var_to_level(lay[i][0]))
        elsewhere = len(sizes)
        ways = Filling((*sizes, len(lay) - sum(sizes)), (tuple(range(elsewhere + 1)),) * len(lay))

        def node(number: int, branches: list[BCDDFunction]) -> BCDDFunction:
            there = reduce(or_, map(self.manager.var, lay[by_level[number]]))
            into = parts[by_level[number]]
            nowhere = reduce(and_, map(self.manager.not_var, into), branches[elsewhere])
            return there.ite(self.one_of(into, branches[:elsewhere]), nowhere)

        return ways.drawn(node, self.true, self.false)
