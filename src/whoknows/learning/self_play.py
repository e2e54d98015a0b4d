"""Games that a network plays against itself, as what it can learn from: decisions and their ends.

Every game has random streams of its own, by the seed and its number, so the same games are played
however many processes share them, and runs that observe differently get the same deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil
from time import process_time

import numpy as np
from numpy.typing import NDArray

from whoknows.adapters.position import NumberedGame
from whoknows.adapters.seat_numbers import Form, observed
from whoknows.adapters.utility import Utility, bounds, worth
from whoknows.core.chance import stream
from whoknows.learning.learning_plan import LearningPlan, Run
from whoknows.networks.network import Floats, Network, flat

PIECES = 4  # in which a worker gets its games, so that none waits long for another


@dataclass(frozen=True, slots=True)
class Decisions:
    """What was observed, what was allowed, what was chosen, and what the game was worth in the end
    to whoever chose: a row for each decision."""

    rows: Floats
    allowed: NDArray[np.bool_]
    chosen: NDArray[np.int64]
    worths: Floats
    seconds: float  # of a processor

    def __len__(self) -> int:
        return len(self.chosen)


@dataclass(slots=True)
class _Taken:
    """One decision while its game goes on."""

    row: Floats
    numbers: list[int]
    chosen: int
    seat: int


def self_play(
    plan: LearningPlan, run: Run, network: Network, games: range, where: Mapping[str, object]
) -> Decisions:
    """The decisions of these games, in their order, whoever plays them."""
    task = plan.game, run.observe, plan.wants, network, run.seed
    if where["n_jobs"] == 1:
        return played(*task, games)
    from joblib import Parallel, delayed, parallel_config

    many = where["n_jobs"]
    size = max(1, ceil(len(games) / (PIECES * (many if isinstance(many, int) and many > 0 else 4))))
    parts = [games[first : first + size] for first in range(0, len(games), size)]
    with parallel_config(**where):
        return _joined(Parallel(batch_size=1)(delayed(played)(*task, part) for part in parts))


def played(
    spec: str, form: Form, utility: Utility, network: Network, seed: int, games: range
) -> Decisions:
    """The same here, one game after another."""
    began = process_time()
    rules = _rules(spec)
    most = max(map(abs, bounds(rules, utility)))
    rows: list[Floats] = []
    allowed, chosen, worths = [], [], []
    for number in games:
        taken, ends = _game(rules, form, utility, network, seed, number)
        for one in taken:
            mask = np.zeros(len(rules.choices), np.bool_)
            mask[one.numbers] = True
            rows.append(one.row)
            allowed.append(mask)
            chosen.append(one.chosen)
            worths.append(ends[one.seat] / most)
    shape = len(rows), network.sizes[0]
    return Decisions(
        np.array(rows).reshape(shape),
        np.array(allowed, np.bool_).reshape(len(rows), len(rules.choices)),
        np.array(chosen, np.int64),
        np.array(worths, np.float64),
        process_time() - began,
    )


def _game(
    rules: NumberedGame, form: Form, utility: Utility, network: Network, seed: int, number: int
) -> tuple[list[_Taken], list[float]]:
    """The decisions of one game, and what it was worth to each seat."""
    deal, draw = stream(seed, "self-play", number), stream(seed, "choices", number)
    taken: list[_Taken] = []
    here = rules.start()
    while not here.is_over:
        if here.is_chance:
            here = here.drawn(deal)
            continue
        numbers = [*here.actions]
        chosen = numbers[0]
        if len(numbers) > 1:  # there is nothing to learn where nothing is to be chosen
            row = flat(observed(here, here.by, form).values())
            odds, _ = network.opinion(row, numbers)
            (chosen,) = draw.choices(numbers, odds.tolist())
            taken.append(_Taken(row, numbers, chosen, here.by))
        here = here.chosen(chosen)
    return taken, worth(here, utility)


def _joined(parts: Sequence[Decisions]) -> Decisions:
    return Decisions(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.allowed for part in parts]),
        np.concatenate([part.chosen for part in parts]),
        np.concatenate([part.worths for part in parts]),
        sum(part.seconds for part in parts),
    )


@cache
def _rules(spec: str) -> NumberedGame:
    return NumberedGame.of(spec)
