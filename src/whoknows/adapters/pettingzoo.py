"""Every game of ours as a PettingZoo environment in which agents move in turn, with action masks.

    from whoknows.adapters.pettingzoo import env
    table = env("boerenbridge(rounds=3)", observe="known")

Agents are `seat_0`, `seat_1` and so on. An observation has the legal choices as a mask, and one row
of numbers: what the seat saw, what it knows, or both (see `seat_numbers`). Rewards come at the end.
With one seed the cards fall as in `whoknows play --seed`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

import numpy as np

from whoknows.adapters.position import NumberedGame, Position
from whoknows.adapters.seat_numbers import Row, checked, observed, shapes
from whoknows.adapters.utility import checked_utility, worth
from whoknows.core.chance import stream
from whoknows.core.error import Error

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise Error("PettingZoo is missing: pip install 'whoknows[pettingzoo]'") from None

__all__ = ["env", "raw_env"]

Observation = dict[str, object]


def env(spec: str, **options: Any) -> Any:
    """The environment as PettingZoo's own are: an illegal choice ends the game and costs its seat a
    point."""
    found = wrappers.TerminateIllegalWrapper(raw_env(spec, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(found))


def raw_env(spec: str, **options: Any) -> WhoknowsEnv:
    """The same without PettingZoo's wrappers: an illegal choice is an `Error`."""
    return WhoknowsEnv(spec, **options)


class WhoknowsEnv(AECEnv):  # type: ignore[misc]
    """A match of the game of a spec. `utility` is what a seat wants: `margin` (the own points less
    the mean of the others'), `points` or `win`."""

    metadata: ClassVar[dict[str, object]] = {
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "name": "whoknows_v0",
    }

    def __init__(
        self,
        spec: str,
        *,
        observe: str = "seen",
        utility: str = "margin",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules, self.form = NumberedGame.of(spec), checked(observe)
        self.utility, self.render_mode = checked_utility(utility), render_mode
        name = f"whoknows_{self.rules.game.name}_v0"
        self.metadata = self.metadata | {"name": name}  # type: ignore[misc]
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.seats)]
        choices = len(self.rules.choices)
        size = sum(int(np.prod(shape)) for shape in shapes(self.rules, self.form).values())
        self.action_spaces = {name: spaces.Discrete(choices) for name in self.possible_agents}
        self.observation_spaces = {name: _space(size, choices) for name in self.possible_agents}
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """A new match; without a seed the next of a row of random ones."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.seed = int(self._random.integers(1 << 62)) if seed is None else seed
        self._drawn: Counter[str] = Counter()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {name: {} for name in self.agents}
        self.position = self._dealt(self.rules.start())
        self.agent_selection = self.possible_agents[self.position.by]

    def observe(self, agent: str) -> Observation:
        """What lies before a seat or what it knows, and its legal choices: none unless it is to
        move."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.rules.choices), np.int8)
        if self.position.by == seat:
            mask[list(self.position.actions)] = 1
        return {"observation": self._row(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The seat to move chooses; then chance moves until somebody else is asked."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.position = self._dealt(self._chosen(action))
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.position.is_over:
            self.rewards = dict(zip(self.agents, worth(self.position, self.utility), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self._after_the_last()
        else:
            self.agent_selection = self.possible_agents[self.position.by]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """What lies before the seat to move, as text."""
        seat = self.possible_agents.index(self.agent_selection)
        game, state = self.rules.game, self.position.state
        text = "\n".join(game.position(game.veil(state, seat), seat))
        if self.render_mode != "human":
            return text
        print(text)
        return None

    def close(self) -> None:
        """There is nothing to close."""

    def _chosen(self, action: int | None) -> Position:
        if action is None or int(action) not in self.position.actions:
            choices = self.rules.numbers.choices
            listed = action is not None and 0 <= action < len(choices)
            told = choices[int(action)] if action is not None and listed else action
            seat = self.rules.game.seats[self.position.by]
            raise Error(f"{self.rules.game.name}: seat {seat} may not choose {told!r} here")
        return self.position.chosen(int(action))

    def _dealt(self, position: Position) -> Position:
        """The position after all that chance does next."""
        while position.is_chance:
            purpose = self.rules.game.chance(position.state).purpose
            position = position.drawn(stream(self.seed, purpose, self._drawn[purpose]))
            self._drawn[purpose] += 1
        return position

    def _row(self, seat: int) -> Row:
        parts = observed(self.position, seat, self.form)
        return np.concatenate([part.ravel() for part in parts.values()])

    def _after_the_last(self) -> str:
        """Who hears first that it is over: the seat after the one that moved."""
        at = self.agents.index(self.agent_selection) + 1
        return self.agents[at % len(self.agents)]


def _space(size: int, choices: int) -> Any:
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (choices,), np.int8),
        }
    )
