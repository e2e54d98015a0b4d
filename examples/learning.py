"""How fast seats learn in a plain match of the knowledge game of tickets, claim by claim.

A claim here is any move that says something: a claim or a block, with what it completes and what
its silence says. What is left to learn is counted in bits, the logarithm of the number of worlds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log2
from typing import Any

from whoknows.core.match import play
from whoknows.core.registry import agent
from whoknows.games.tickets.rules import Tickets


@dataclass(frozen=True, slots=True)
class Lesson:
    """What was learnt in a match; the lists begin before the first claim."""

    bits: list[float]  # of the worlds that are left for somebody who sees no ticket
    seats: list[float]  # of the worlds that a seat considers possible, mean over the seats
    deal: tuple[int | None, ...]  # for each seat, after which claim it knew all hands
    hands: tuple[int | None, ...]  # for each seat and each other, after which it knew that hand


def lesson(rules: Tickets, spec: str, seed: int) -> Lesson:
    """A match of these agents, which must not draw tickets: the hands stay as they are dealt."""
    bits, seats, deals, hands = [], [], [], []
    for model, world in _models(rules, spec, seed):
        knowing = [model.seat(seat, at=world) for seat in range(rules.players)]
        counts = [knowledge.count() for knowledge in knowing]
        bits.append(log2(model.count()))
        seats.append(sum(map(log2, counts)) / rules.players)
        deals.append([count == 1 for count in counts])
        hands.append(list(_hands_known(knowing, world)))
    return Lesson(bits, seats, _since(deals), _since(hands))


def at(values: list[float], number: int) -> float:
    """After this many claims; what is left at the end of a match stays."""
    return values[min(number, len(values) - 1)]


def _models(rules: Tickets, spec: str, seed: int) -> Iterator[tuple[Any, Any]]:
    """The model and the true deal, when the tickets are dealt and after each claim."""
    for turn in play(rules, [agent(spec)] * rules.players, seed=seed):
        if turn.said:
            yield turn.model, rules.world(turn.after)


def _hands_known(knowing: list[Any], world: Any) -> Iterator[bool]:
    """Of each seat and each other, whether it knows that hand."""
    for seat, knowledge in enumerate(knowing):
        for other in range(len(knowing)):
            if other != seat:
                held = (f'has({other},"{ticket}")' for ticket in world[str(other)])
                yield knowledge.knows(" & ".join(held))


def _since(known: list[list[bool]]) -> tuple[int | None, ...]:
    """Of each column the first row in which it is true, if there is one."""
    return tuple(
        next((n for n, it in enumerate(some) if it), None) for some in zip(*known, strict=True)
    )
