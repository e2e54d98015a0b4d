"""The learner: proximal policy optimization (PPO), the plain kind, in torch.

What is chosen more often is what did better than the network expected. For each decision

    gain   = what the game was worth - what the network had expected, on the scale of all decisions
    change = the odds of what was chosen now / then
    loss   = - min(change * gain, change within 0.8 to 1.2 * gain)
             + half the squared error of what is expected - entropy * how undecided it is

Everything is seeded and runs on one thread, in double precision as the network is evaluated later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from whoknows.core.error import Error
from whoknows.learning.learner import Kept
from whoknows.learning.learning_plan import LearningPlan
from whoknows.learning.self_play import Decisions
from whoknows.networks.network import Network

Tensor = Any  # of torch, which need not be installed where types are checked
CLIP = 0.2  # how far the odds of a choice may be drawn in one iteration
BATCH = 256  # decisions in a step
STEEPEST = 0.5  # a gradient longer than this is shortened
STATE = ("exp_avg", "exp_avg_sq", "step")  # what Adam remembers of each parameter


class TorchLearner:
    """See above."""

    def __init__(self, plan: LearningPlan, start: Network, seed: int) -> None:
        self.torch = torch = imported()
        torch.set_num_threads(1)
        self.plan, self.seed = plan, seed
        self.parameters = [
            torch.tensor(array, dtype=torch.float64, requires_grad=True)
            for layer in start.layers
            for array in layer
        ]
        self.adam = torch.optim.Adam(self.parameters, lr=plan.rate)

    def network(self) -> Network:
        arrays = [one.detach().numpy().copy() for one in self.parameters]
        return Network(tuple(zip(arrays[::2], arrays[1::2], strict=True)))

    def learn(self, decisions: Decisions, number: int) -> Mapping[str, float]:
        if not len(decisions):
            return {}
        torch = self.torch
        rows, allowed = torch.from_numpy(decisions.rows), torch.from_numpy(decisions.allowed)
        chosen, worths = torch.from_numpy(decisions.chosen), torch.from_numpy(decisions.worths)
        with torch.no_grad():
            scores, expected = self._said(rows, allowed)
            then = scores.gather(1, chosen[:, None])[:, 0]
            gains = worths - expected
            gains = (gains - gains.mean()) / (gains.std(correction=0) + 1e-8)
        told = []
        shuffled = np.random.default_rng([self.seed, number])
        for _ in range(self.plan.passes):
            order = torch.from_numpy(shuffled.permutation(len(decisions)))
            for at in order.split(BATCH):
                batch = (one[at] for one in (rows, allowed, chosen, worths, then, gains))
                told.append(self._step(*batch))
        error, undecided = np.mean(told, axis=0).tolist()
        return {"error": error, "undecided": undecided}

    def _step(
        self,
        rows: Tensor,
        allowed: Tensor,
        chosen: Tensor,
        worths: Tensor,
        then: Tensor,
        gains: Tensor,
    ) -> tuple[float, float]:
        """One step downhill."""
        torch = self.torch
        scores, expected = self._said(rows, allowed)
        change = (scores.gather(1, chosen[:, None])[:, 0] - then).exp()
        policy = -torch.min(change * gains, change.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
        error = (expected - worths).square().mean()
        undecided = -(scores.exp() * scores.masked_fill(~allowed, 0.0)).sum(1).mean()
        loss = policy + 0.5 * error - self.plan.entropy * undecided
        self.adam.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, STEEPEST)
        self.adam.step()
        return error.item(), undecided.item()

    def _said(self, rows: Tensor, allowed: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithms of the odds of all choices, and what is expected: `Network.opinion`."""
        *hidden, (weights, biases) = zip(self.parameters[::2], self.parameters[1::2], strict=True)
        for inner, its_biases in hidden:
            rows = (rows @ inner + its_biases).relu()
        out = rows @ weights + biases
        scores = out[:, :-1].masked_fill(~allowed, -self.torch.inf)
        return scores.log_softmax(1), out[:, -1]

    def kept(self) -> Kept:
        found = {f"parameter {n}": one.detach() for n, one in enumerate(self.parameters)}
        for number, state in self.adam.state_dict()["state"].items():
            found |= {f"{name} {number}": state[name] for name in STATE}
        return {name: one.numpy().copy() for name, one in found.items()}  # Adam changes its own

    def take(self, kept: Kept) -> None:
        torch = self.torch
        try:
            states = {
                number: {name: torch.from_numpy(kept[f"{name} {number}"]) for name in STATE}
                for number in range(len(self.parameters))
                if f"step {number}" in kept
            }
            with torch.no_grad():
                for number, one in enumerate(self.parameters):
                    one.copy_(torch.from_numpy(kept[f"parameter {number}"]))
        except (KeyError, RuntimeError):
            raise Error("this was kept by a learner of another kind or size") from None
        groups = self.adam.state_dict()["param_groups"]
        self.adam.load_state_dict({"state": states, "param_groups": groups})


def imported() -> Any:
    """torch; an `Error` if it is not installed."""
    try:
        import torch
    except ImportError:
        raise Error("learning needs one more package: pip install 'whoknows[learn]'") from None
    return torch
