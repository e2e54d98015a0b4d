"""Frozen values with some fields changed: what `dataclasses.replace` makes, and faster."""

import dataclasses

import pytest

from whoknows.core.frozen import replace
from whoknows.core.registry import game


@pytest.mark.parametrize("spec", ["tickets(board=usa)", "tickets", "boerenbridge"])
def test_each_field_is_changed_and_the_others_stay(spec):
    state = game(spec).start()
    for one in dataclasses.fields(state):
        new = {one.name: "something else"}
        assert replace(state, **new) == dataclasses.replace(state, **new) != state
    assert replace(state) == state


def test_several_are_changed_at_once():
    state = game("boerenbridge").start()
    changes = {"dealer": 2, "points": (3, 1, 4, 1)}
    assert replace(state, **changes) == dataclasses.replace(state, **changes)


def test_a_field_that_is_not_there_is_refused():
    with pytest.raises(KeyError, match="colour"):
        replace(game("boerenbridge").start(), colour="red")
