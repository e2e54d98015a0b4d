"""Searches: simulations against OpenSpiel's, decisions on the small board, playouts on USA.

Single thread, CPU time. What a seat knows is drawn from anew for every decision, and counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from random import Random
from typing import Any

import numpy as np
import pyspiel

import whoknows as wk
from boerenbridge import OURS, THEIRS, after_the_deal, row
from whoknows.bench import Clock, Figure
from whoknows.core import kernels
from whoknows.core.agent import Choice
from whoknows.core.match import play, step, view
from whoknows.core.registry import agent
from whoknows.search.compiled_rules import compiled
from whoknows.search.decision import MOST_WORLDS

SIMULATIONS = 5_000  # of one decision, on both sides; the fastest of some is taken


def rows() -> Iterator[Figure]:
    """Every figure of the suite."""
    yield simulations()
    yield from decisions()
    yield playouts()


def quick() -> Iterator[Figure]:
    """Against the peer alone."""
    yield simulations()


def simulations() -> Figure:
    """Decisions by ISMCTS with random playouts at the first card of five, against OpenSpiel's."""
    here = first_card()
    player = agent(f"ismcts(iterations={SIMULATIONS},guided=off,want=points)")
    player.choose(here, Random(0))
    mine = fastest(lambda: player.choose(here, Random(1)), 20)
    return Figure("search.ismcts.vs_openspiel", mine, openspiel_simulations(), "simulations/s")


def fastest(decide: Callable[[], object], times: int) -> float:
    """Simulations a second in the fastest of some decisions."""
    least = inf
    for _ in range(times):
        with Clock() as clock:
            decide()
        least = min(least, clock.ms)
    return SIMULATIONS / least * 1000


def first_card() -> Any:
    """What the leader of a round of five cards sees after random bids, in the same game."""
    game, rng = wk.game(OURS), Random(4)
    state, model = game.start(), None
    while game.to_move(state) < 0 or state.is_bidding:
        first = game.to_move(state) < 0
        action = game.chance(state).sample(rng) if first else rng.choice(game.actions(state))
        turn = step(game, state, model, Choice(action))
        state, model = turn.after, turn.model
    return view(game, state, model, game.to_move(state))


def openspiel_simulations() -> float:
    """The same of OpenSpiel's bot in C++; it draws no more worlds than we do, which is faster."""
    state = after_the_deal(pyspiel.load_game(THEIRS).new_initial_state())
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.ISMCTSBot(1, evaluator, 0.7, SIMULATIONS, MOST_WORLDS)
    return fastest(lambda: bot.step(state), 6)


def decisions() -> Iterator[Figure]:
    """The mean decision in twenty games of the small board, at the originals' parameters."""
    for name, spec in (
        ("uf_mcts_1000", "uf-mcts"),
        ("mcts_200", "mcts"),
        ("shaped_mcts_1000", "shaped-mcts"),
        ("expectiminimax_3", "expectiminimax"),
        ("mc_expectiminimax_5", "mc-expectiminimax"),
    ):
        about = "the original: 980 ms" if name == "uf_mcts_1000" else ""
        yield Figure(f"search.small.{name}_ms", mean_decision(spec), about=about)


def mean_decision(spec: str) -> float:
    game, player, spent, times = wk.game("tickets(board=small)"), agent(spec), 0.0, 0
    for seed in range(20):
        model = None
        for turn in play(game, [agent("random"), agent("random")], seed=seed):
            if turn.by >= 0:
                here = view(game, turn.before, model, turn.by)
                with Clock() as clock:
                    player.choose(here, Random(1))
                if seed:  # in the first game it may have to compile
                    spent, times = spent + clock.ms, times + 1
            model = turn.model
    return spent / times


@kernels.entry
def _guided(g: Any, start: Any, many: int, r: Any) -> int:
    """Whole guided games, so many."""
    s, total = start.copy(), 0
    for _ in range(many):
        for number in range(start.shape[0]):
            s[number] = start[number]
        kernels.guided(g, s, r)
        total += s[0]
    return total


def playouts() -> Figure:
    """A thousand ticket-directed games of full length on USA with two players."""
    game = wk.game("tickets(board=usa)")
    start, random = row(game, game.start()), np.array([1], np.uint64)
    _guided(compiled(game).tables, start, 2, random)
    with Clock() as clock:
        _guided(compiled(game).tables, start, 1000, random)
    return Figure("search.usa.guided_1000_ms", clock.ms, about="1,000 whole games")
