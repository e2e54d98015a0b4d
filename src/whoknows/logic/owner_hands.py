"""All hands that one owner may have in a set of deals, without listing the deals.

The layers of the set are followed with one question for each card, whether it is the owner's: where
the other cards may lie is kept as the set of nodes where one may then be. Each hand comes with one
deal in which it is held, of which the chance of an act can be asked.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whoknows.logic.chances import Chances, Layer

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
MOST_SETS = 4_000  # of nodes, in all layers


class Step(NamedTuple):
    """From the hands told up to a card to those told with it."""

    before: Numbers  # the number of the hand that each was
    own: Numbers  # 1 if the card was added to it
    asked: bool  # whether the card matters


@dataclass(frozen=True, eq=False)
class OwnerHands:
    """The hands, as steps from card to card, and a deal with each: a row of value codes."""

    steps: tuple[Step, ...]
    table: NDArray[np.int16]


def owner_hands(
    found: Chances, owned: list[Flags], asked: list[bool], most: int
) -> OwnerHands | None:
    """The hands, told apart by the cards that are asked for; None if they are more than `most`.

    `owned` says for each fact which of its values are the owner's.
    """
    questions = [_question(*each) for each in zip(owned, asked, strict=True)]
    followed = _followed(found, questions)
    if followed is None or _many(followed) > most:
        return None
    at, steps, places = np.zeros(1, np.int64), list[Step](), [np.zeros(1, np.int64)]
    for level, matters in zip(followed, asked, strict=True):
        before, own = np.nonzero(level.ahead[at] >= 0)
        steps.append(Step(before, own, matters))
        at = level.ahead[at[before], own]
        places.append(at)
    return OwnerHands(tuple(steps), _deals(found, followed, steps, places))


class _Level(NamedTuple):
    """Sets of nodes of one layer; by the two answers to the question about its card, which values
    go with each, and the number of the set to which it leads (-1: it cannot be)."""

    sets: list[Numbers]
    may: Flags
    ahead: Numbers


def _question(owned: Flags, asked: bool) -> Flags:
    """The values that go with no and with yes; nothing asked is always answered by no."""
    return np.stack([~owned, owned] if asked else [np.ones_like(owned), np.zeros_like(owned)])


def _followed(found: Chances, questions: list[Flags]) -> list[_Level] | None:
    """All levels; None if they are too many sets."""
    sets, levels, many = [np.zeros(1, np.int64)], list[_Level](), 0
    for layer, may in zip(found.layers, questions, strict=True):
        numbers, following = dict[bytes, int](), list[Numbers]()
        ahead = np.full((len(sets), 2), -1, np.int64)
        for row, nodes in enumerate(sets):
            for answer in (0, 1):
                children = np.unique(layer[nodes][:, may[answer]]).astype(np.int64)
                children = children[children >= 0]
                if not len(children):
                    continue
                ahead[row, answer] = numbers.setdefault(children.tobytes(), len(numbers))
                if len(numbers) > len(following):
                    following.append(children)
        levels.append(_Level(sets, may, ahead))
        sets, many = following, many + len(following)
        if many > MOST_SETS:
            return None
    return levels


def _many(followed: list[_Level]) -> int:
    """How many hands there are."""
    below: NDArray[Any] = np.array([1, 0], object)
    for level in reversed(followed):
        below = np.append(below[level.ahead].sum(axis=1), 0)
    return int(below[0])


def _deals(
    found: Chances, followed: list[_Level], steps: list[Step], places: list[Numbers]
) -> NDArray[np.int16]:
    """A deal with each hand, found from the last card up."""
    many = len(places[-1])
    hand, node = np.arange(many), np.zeros(many, np.int64)
    table = np.zeros((many, len(steps)), np.int16)
    for depth in range(len(steps) - 1, -1, -1):
        step, level, layer = steps[depth], followed[depth], found.layers[depth]
        own, hand = step.own[hand], step.before[hand]
        width = int(layer.max()) + 1
        came = (places[depth][hand] * 2 + own) * width + node
        ways, which = np.unique(came, return_inverse=True)
        up = [_way_up(layer, level, *_parted(way, width)) for way in ways.tolist()]
        node, table[:, depth] = np.array(up, np.int64)[which].T
    return table


def _parted(way: int, width: int) -> tuple[int, int, int]:
    before, child = divmod(way, width)
    return *divmod(before, 2), child


def _way_up(layer: Layer, level: _Level, number: int, answer: int, child: int) -> tuple[int, int]:
    """A node of the set, and a value with which it leads to the child."""
    nodes = level.sets[number]
    rows, codes = np.nonzero((layer[nodes] == child) & level.may[answer])
    return int(nodes[rows[0]]), int(codes[0])
