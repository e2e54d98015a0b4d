"""Deals as decision diagrams of the package `dd`, in pure Python ("autoref") or with "cudd".

One variable a card and place, card-major; the set of all deals is built by dynamic programming
over the room left in the hands. Reordering is off: with CUDD's own the ten announcements about
cards far apart take minutes instead of seconds. A seat knows what holds however the
variables it does not see are set. CUDD counts in floats, right to sixteen digits: exact counts
need a walk over the nodes, which for all marginals is also faster than a count for each.

Try it by hand: python -m bench.peers.dd_deal [autoref 4 4 4 4]
"""

import sys
from collections.abc import Callable, Iterable
from copy import copy
from functools import partial, reduce
from importlib import import_module
from itertools import accumulate
from operator import and_, or_
from time import process_time
from typing import Any, Self

from .announcements import COMMON, COUNTS, KNOWS, NESTED, SEAT_2_HAS_ONE, TEN, Formula, ten

Node = Any  # each back end has a type of its own
Room = tuple[int, ...]
Row = tuple[str, int, int]  # a variable, and the numbers of the nodes where it is false and true


class DDDeal:
    """All deals of cards 0, 1, ... to seats with hands of these sizes; a seat sees its hand."""

    def __init__(self, backend: str, sizes: list[int]) -> None:
        self.backend, self.package = backend, import_module(f"dd.{backend}")
        self.bdd = self.package.BDD()
        self.bdd.configure(reordering=False)
        self.seats, self.cards = range(len(sizes)), range(sum(sizes))
        self.bdd.declare(*(name(card, seat) for card in self.cards for seat in self.seats))
        self.has = {(c, s): self.bdd.var(name(c, s)) for c in self.cards for s in self.seats}
        self.hidden = [{name(c, s) for c, s in self.has if s != seat} for seat in self.seats]
        self.law = self.all_deals(tuple(sizes))

    def count(self) -> int | float:
        return self.count_of(self.law)

    def count_of(self, node: Node) -> int | float:
        """The package's own count: exact with autoref, a float with CUDD."""
        count: int | float = self.bdd.count(node, len(self.has))
        return count

    def exact_count_of(self, node: Node) -> int:
        return 0 if node == self.bdd.false else counts_of(rows(node))[-1]

    def marginals(self) -> dict[tuple[int, int], int]:
        """For every card and seat the number of worlds in which the seat has the card."""
        table = rows(self.law)
        through = worlds_through(table, counts_of(table))
        return {(c, s): through.get(name(c, s), 0) for c, s in self.has}

    def where(self, formula: Formula) -> Node:
        """The worlds in which the formula holds."""
        return self.law & self.sense(formula)

    def holds_everywhere(self, formula: Formula) -> bool:
        return bool(self.where(formula) == self.law)

    def announce(self, formula: Formula) -> Self:
        """The model of the worlds in which the formula holds."""
        law = self.where(formula)
        if law == self.bdd.false:
            raise ValueError(f"false in every world: {formula}")
        model = copy(self)
        model.law = law
        return model

    def sense(self, formula: Formula) -> Node:
        """A function that equals the formula on the worlds of the model, and is free elsewhere."""
        match formula:
            case ("has", seat, card):
                return self.has[card, seat]
            case ("not", f):
                return ~self.sense(f)
            case ("and", *parts):
                return reduce(and_, map(self.sense, parts))
            case ("or", *parts):
                return reduce(or_, map(self.sense, parts))
            case ("K", seat, f):
                return ~self.possible(seat, ~self.sense(f))
            case ("C", seats, f):
                return ~self.reachable(seats, ~self.sense(f))
        raise ValueError(f"not a formula: {formula}")

    def possible(self, seat: int, node: Node) -> Node:
        """The hands of the seat with which it considers the node possible."""
        if self.backend == "cudd":
            return self.package.and_exists(self.law, node, self.hidden[seat])
        # autoref's product in one step, `image`, pays only on diagrams of millions of nodes.
        return self.bdd.exist(self.hidden[seat], self.law & node)

    def reachable(self, seats: Iterable[int], node: Node) -> Node:
        """From where the node can be reached by steps that one of the seats cannot notice.

        What a round leaves is a set of hands of its last seat, so equal ends mean equal worlds.
        """
        before = None
        while node != before:
            before = node
            for seat in seats:
                node = self.possible(seat, node)
        return node

    def all_deals(self, sizes: Room) -> Node:
        layer = {tuple(0 for _ in sizes): self.bdd.true}
        for card in reversed(self.cards):
            below = {room: self.unclaimed(card, node) for room, node in layer.items()}
            layer = {room: self.given(card, room, below) for room in one_more(layer, sizes)}
        return layer[sizes]

    def unclaimed(self, card: int, node: Node) -> list[Node]:
        """At position i: the node, and none of the seats from i on has the card."""
        nodes = [node]
        for seat in reversed(self.seats):
            nodes.append(self.branch(card, seat, nodes[-1], self.bdd.false))
        return nodes[::-1]

    def given(self, card: int, room: Room, below: dict[Room, list[Node]]) -> Node:
        """Exactly one seat with room has the card, and the cards after it fill what is left."""
        node = self.bdd.false
        for seat in reversed(self.seats):
            left = below.get(changed(room, seat, -1))
            then = left[seat + 1] if left else self.bdd.false
            node = self.branch(card, seat, node, then)
        return node

    def branch(self, card: int, seat: int, low: Node, high: Node) -> Node:
        """The node low if the seat does not have the card, high if it has; both lie below."""
        if self.backend == "cudd":  # its find_or_add takes no complemented edge for high
            return self.bdd.ite(self.has[card, seat], high, low)
        return self.bdd.find_or_add(name(card, seat), low, high)


def name(card: int, seat: int) -> str:
    return f"card {card} seat {seat}"


def changed(room: Room, seat: int, by: int) -> Room:
    return (*room[:seat], room[seat] + by, *room[seat + 1 :])


def one_more(rooms: Iterable[Room], sizes: Room) -> set[Room]:
    """The rooms that a card takes to one of these."""
    seats = range(len(sizes))
    return {changed(r, s, +1) for r in rooms for s in seats if r[s] < sizes[s]}


def rows(node: Node) -> list[Row]:
    """The diagram as a table, children first; row i is node i + 2, 0 is false and 1 is true."""
    table: list[Row] = []
    number: dict[int, int] = {}

    def visit(node: Node) -> int:
        key = int(node)
        if key not in number:
            number[key] = added(node)
        return number[key]

    def added(node: Node) -> int:
        low, high, negated = node.low, node.high, node.negated
        if low is None:
            return 0 if negated else 1
        if negated:
            low, high = ~low, ~high
        table.append((node.var, visit(low), visit(high)))
        return len(table) + 1

    visit(node)
    return table


def counts_of(table: list[Row]) -> list[int]:
    """The worlds below each node.

    No level needs a factor two: a deal with one variable flipped is not a deal, so every
    variable is met on every path to true.
    """
    counts = [0, 1]
    for _, low, high in table:
        counts.append(counts[low] + counts[high])
    return counts


def worlds_through(table: list[Row], counts: list[int]) -> dict[str, int]:
    """For every variable the worlds in which it is true."""
    paths = [0] * (len(counts) - 1) + [1]
    worlds: dict[str, int] = {}
    for at in reversed(range(len(table))):
        var, low, high = table[at]
        paths[low] += paths[at + 2]
        paths[high] += paths[at + 2]
        worlds[var] = worlds.get(var, 0) + paths[at + 2] * counts[high]
    return worlds


def main() -> None:
    """With arguments one back end and deal, else all; pure Python takes two minutes for 52."""
    backend, *hands = sys.argv[1:] or [""]
    deals = [[int(size) for size in hands]] if hands else [[3] * 3, [4] * 4, [13] * 4]
    for package in [backend] if backend else ["cudd", "autoref"]:
        DDDeal(package, [1, 1])  # so that no figure contains the loading of the package
        for sizes in deals:
            print(package, sizes)
            show(package, sizes)


def show(backend: str, sizes: list[int]) -> None:
    model = timed("build", lambda: DDDeal(backend, sizes))
    print(f"    {model.law.dag_size} nodes, {timed('count', model.count)} worlds")
    timed("exact count", lambda: model.exact_count_of(model.law))
    timed("marginals", model.marginals)
    show_questions(model)
    show_ten("ten announcements", DDDeal(backend, sizes), TEN, sizes)
    if sum(sizes) > 9:
        show_ten("ten, cards spread", DDDeal(backend, sizes), ten(sum(sizes)), sizes)


def show_questions(model: DDDeal) -> None:
    told = timed("announce", lambda: model.announce(SEAT_2_HAS_ONE))
    print(f"    {told.law.dag_size} nodes, {told.exact_count_of(told.law)} worlds")
    for label, formula in (("K", KNOWS), ("K not K", NESTED), ("C", COMMON)):
        node = timed(label, partial(told.where, formula))
        print(f"    {told.exact_count_of(node)} worlds")


def show_ten(label: str, model: DDDeal, formulas: Iterable[Formula], sizes: list[int]) -> None:
    def announce_all() -> list[DDDeal]:
        return list(accumulate(formulas, lambda m, f: m.announce(f), initial=model))

    models = timed(label, announce_all)
    print(f"    {models[-1].law.dag_size} nodes")
    if expected := COUNTS.get(tuple(sizes)):
        assert tuple(m.exact_count_of(m.law) for m in models) == expected


def timed(label: str, act: Callable[[], Any]) -> Any:
    start = process_time()
    result = act()
    print(f"  {label}: {1000 * (process_time() - start):.1f} ms", flush=True)
    return result


if __name__ == "__main__":
    main()
