"""The laws of kernels, on a game that obeys them and on one whose plain rules are others."""

from dataclasses import dataclass, replace

import pytest

from whoknows.core import kernel_laws
from whoknows.core.kernel_laws import KERNEL_LAWS
from whoknows.games.threecards import ThreeCards


@pytest.mark.parametrize("law", KERNEL_LAWS, ids=lambda law: law.__name__)
def test_threecards_obeys(law):
    law(ThreeCards(2))


@dataclass(frozen=True)
class Changed(ThreeCards):
    """Its plain rules were changed, and its kernels forgotten."""

    def to_move(self, state):
        return super().to_move(replace(state, turn=max(state.turn, 1)))

    def actions(self, state):
        return super().actions(state)[1:]

    def apply(self, state, action):
        after = super().apply(state, action)
        return replace(after, points=tuple(points + 1 for points in after.points))

    def scores(self, state):
        return tuple(points + 5 for points in state.points)

    def shown(self, state, action, *, to):
        return str(action)


@pytest.mark.parametrize("law", KERNEL_LAWS, ids=lambda law: law.__name__)
def test_kernels_that_play_by_other_rules_are_caught(law):
    with pytest.raises(AssertionError, match=r"compiled .*, plain "):
        law(Changed())


def test_a_message_says_what_differs():
    with pytest.raises(AssertionError, match=r"the points: compiled .0.0, 0.0, 0.0., plain .5.0"):
        kernel_laws.points_are_the_same(Changed())
