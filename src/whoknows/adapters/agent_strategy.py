"""What an agent would choose in a position, as odds: the strategy that solvers ask for.

An agent that tells its odds is taken at its word (`Agent.chances`). Any other is asked a few times,
each with a seed of its own; one that is always of the same mind plays that for sure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from whoknows.adapters.position import Position
from whoknows.core.agent import Agent
from whoknows.core.chance import stream
from whoknows.core.error import Error

DRAWS = 8


def strategy(agent: Agent, position: Position, draws: int = DRAWS) -> dict[int, float]:
    """How likely it chooses what, by the number of the choice; it remembers nothing of earlier
    turns."""
    if agent.cheats:
        raise Error(f"{agent.name} sees what its seat cannot see, which is no strategy")
    if len(position.actions) == 1:
        return dict.fromkeys(position.actions, 1.0)
    numbers = {action: number for number, action in position.actions.items()}
    return {numbers[action]: share for action, share in _odds(agent, position, draws).items()}


def _odds(agent: Agent, position: Position, draws: int) -> Mapping[object, float]:
    view = position.view()
    told = getattr(agent, "chances", None)  # whatever can choose is an agent
    if (found := told(view) if told else None) is not None:
        return {action: float(share) for action, share in found.items() if share}
    seeds = (stream(seed, "strategy") for seed in range(draws))
    chosen = Counter(agent.choose(view, rng).action for rng in seeds)
    return {action: times / draws for action, times in chosen.items()}
