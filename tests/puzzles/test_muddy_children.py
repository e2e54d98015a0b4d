"""Muddy children: every number of children and of muddy ones, and eighty children at once."""

from math import comb

import pytest

import whoknows as wk
from whoknows.logic.formula import Atom, Not, all_of, any_of
from whoknows.logic.modal_operators import KnowsWhether

SOME = "at least one child is muddy"
NOBODY = "nobody knows"


class Children:
    """Children 1 to n, of whom the first k are muddy."""

    def __init__(self, n, k, engine="auto"):
        self.names = range(1, n + 1)
        self.muddy = {f"m{child}": child <= k for child in self.names}
        seen = {child: [m for m in self.muddy if m != f"m{child}"] for child in self.names}
        self.model = wk.model(list(self.muddy), seats=self.names, observes=seen, engine=engine)
        self.some = any_of(*map(Atom, self.muddy))
        self.nobody = all_of(*(Not(self.knows(child)) for child in self.names))

    def knows(self, child):
        return KnowsWhether(child, Atom(f"m{child}"))

    def who_know(self, model):
        return [c for c in self.names if model.holds(self.knows(c), at=self.muddy)]


SIZES = [(n, k) for n in range(1, 9) for k in range(1, n + 1)]


@pytest.mark.parametrize("engine", ["bitset", "diagram"])
@pytest.mark.parametrize(("n", "k"), SIZES)
def test_after_k_less_one_rounds_exactly_the_muddy_know(n, k, engine):
    children = Children(n, k, engine)
    model = children.model
    assert model.count() == 2**n
    model = model.announce(children.some, SOME)
    for rounds in range(k - 1):
        assert model.count() == sum(comb(n, j) for j in range(rounds + 1, n + 1))
        assert children.who_know(model) == []
        model = model.announce(children.nobody, NOBODY)
    assert model.count() == sum(comb(n, j) for j in range(k, n + 1))
    assert children.who_know(model) == list(range(1, k + 1))


@pytest.mark.parametrize(("n", "k"), [(n, k) for n, k in SIZES if k < n])
def test_once_the_muddy_raise_their_hands_everyone_knows(n, k):
    children = Children(n, k)
    model = children.model.announce(children.some)
    for _ in range(k - 1):
        model = model.announce(children.nobody)
    knowers = all_of(*map(children.knows, range(1, k + 1)))
    others = all_of(*(Not(children.knows(child)) for child in range(k + 1, n + 1)))
    assert list(model.announce(knowers & others).worlds) == [children.muddy]


def group(n):
    return ",".join(str(child) for child in range(1, n + 1))


@pytest.mark.parametrize("n", range(1, 9))
def test_that_some_child_is_muddy_is_common_knowledge_only_when_the_father_has_said_so(n):
    children = Children(n, n)
    common = f"C[{group(n)}] ({children.some})"
    assert not children.model.where(common)
    assert children.model.announce(children.some).valid(common)


@pytest.mark.parametrize("n", range(2, 9))
def test_without_the_father_nobody_ever_learns_anything(n):
    children = Children(n, n)
    assert children.model.valid(children.nobody)
    assert children.model.announce(children.nobody).count() == 2**n


@pytest.mark.parametrize("n", range(2, 9))
def test_everyone_knows_that_everyone_knows_as_often_as_children_are_muddy_less_one(n):
    """With k muddy, E^(k-1) holds of "some child is muddy" and E^k does not."""
    children = Children(n, n)
    for k in range(1, n + 1):
        world = {name: number <= k for number, name in enumerate(children.muddy, 1)}
        often = f"E[{group(n)}] " * (k - 1) + f"({children.some})"
        assert children.model.holds(often, at=world)
        assert not children.model.holds(f"E[{group(n)}] {often}", at=world)


def test_eighty_children_of_whom_forty_are_muddy():
    children = Children(80, 40)
    model = children.model
    assert model.count() == 2**80
    model = model.announce(children.some, SOME)
    for rounds in range(1, 40):
        model = model.announce(children.nobody, NOBODY)
        assert model.count() == sum(comb(80, j) for j in range(rounds + 1, 81))
    assert children.who_know(model) == list(range(1, 41))
