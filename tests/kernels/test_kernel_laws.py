"""The laws of kernels, on a game that obeys them and on one whose plain rules are others."""

from dataclasses import dataclass, replace

import pytest

from whoknows.core import kernel_laws
from whoknows.core.kernel_laws import KERNEL_LAWS
from whoknows.games.threecards import Deny, ThreeCards


@pytest.mark.parametrize("law", KERNEL_LAWS, ids=lambda law: law.__name__)
def test_threecards_obeys(law):
    law(ThreeCards(2))


# Plain rules that were changed, and kernels that were forgotten.


@dataclass(frozen=True)
class Turned(ThreeCards):
    """The next one moves."""

    def to_move(self, state):
        by = super().to_move(state)
        return by if by < 0 else (by + 1) % 3


@dataclass(frozen=True)
class Fewer(ThreeCards):
    """One action less is legal."""

    def actions(self, state):
        return super().actions(state)[1:]


@dataclass(frozen=True)
class Paid(ThreeCards):
    """Each move earns a point."""

    def apply(self, state, action):
        after = super().apply(state, action)
        return replace(after, points=tuple(points + 1 for points in after.points))


@dataclass(frozen=True)
class Gift(ThreeCards):
    """Everyone has five points more."""

    def scores(self, state):
        return tuple(points + 5 for points in state.points)


@dataclass(frozen=True)
class Whisper(ThreeCards):
    """Nobody hears what is denied."""

    def shown(self, state, action, *, to):
        return "?" if isinstance(action, Deny) else super().shown(state, action, to=to)


@pytest.mark.parametrize(
    ("law", "broken"),
    list(zip(KERNEL_LAWS, [Turned(), Fewer(), Paid(), Gift(), Whisper()], strict=True)),
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_kernels_that_play_by_other_rules_are_caught(law, broken):
    with pytest.raises(AssertionError, match=r"compiled .*, plain "):
        law(broken)


def test_a_message_says_what_differs():
    with pytest.raises(AssertionError, match=r"the points: compiled .0.0, 0.0, 0.0., plain .5.0"):
        kernel_laws.points_are_the_same(Gift())
