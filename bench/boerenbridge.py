"""Boerenbridge against OpenSpiel's `oh_hell`, and what its experiment, solver and knowledge take.

The same settings on both sides: four players, the six highest ranks of each suit, five cards
each, one card turned up for trumps. Single thread, CPU time.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pyspiel

import whoknows as wk
from whoknows.bench import Clock, Figure
from whoknows.core import kernels
from whoknows.core.agent import Choice
from whoknows.core.match import step
from whoknows.games.boerenbridge.kernels import agents, compiled, whole_matches
from whoknows.search.solver import solve

OURS = "boerenbridge(ranks=6,rounds=5,trump=turned)"
THEIRS = (
    "oh_hell(players=4,num_suits=4,num_cards_per_suit=6,num_tricks_fixed=5,"
    "off_bid_penalty=true,points_per_trick=2)"
)


def rows() -> Iterator[Figure]:
    """Every figure of the suite."""
    yield whole_rounds()
    yield playouts()
    yield experiment()
    yield from solutions()
    yield from knowledge_of_52()
    yield second_process()


def quick() -> Iterator[Figure]:
    """Against the peer, and the experiment."""
    yield whole_rounds()
    yield playouts()
    yield experiment()


@kernels.entry
def _rounds(g: Any, start: Any, many: int, r: Any) -> int:
    """Deal and play so many rounds."""
    s, total = start.copy(), 0
    for _ in range(many):
        for number in range(start.shape[0]):
            s[number] = start[number]
        kernels.apply(g, s, kernels.chance(g, s, r))
        kernels.playout(g, s, r)
        total += s[0]
    return total


@kernels.entry
def _playouts(g: Any, start: Any, many: int, r: Any) -> int:
    """Play a dealt round to its end, so many times."""
    s, total = start.copy(), 0
    for _ in range(many):
        for number in range(start.shape[0]):
            s[number] = start[number]
        kernels.playout(g, s, r)
        total += s[0]
    return total


def whole_rounds() -> Figure:
    """Deals, bids and cards at random, against OpenSpiel's loop in Python."""
    game = wk.game(OURS)
    start, random = row(game, game.start()), np.array([1], np.uint64)
    _rounds(compiled(game).tables, start, 10, random)
    with Clock() as ours:
        _rounds(compiled(game).tables, start, 200_000, random)
    peer, random_number = pyspiel.load_game(THEIRS), Random(1).random
    check_that_chance_is_fair(peer.new_initial_state())
    with Clock() as theirs:
        for _ in range(3_000):
            random_round(peer.new_initial_state(), random_number)
    mine, others = 200_000 / ours.ms * 1000, 3_000 / theirs.ms * 1000
    about = "its loop in Python, one call a move"
    return Figure("boerenbridge.round.vs_openspiel_python", mine, others, "rounds/s", about)


def random_round(state: Any, random_number: Callable[[], float]) -> None:
    """As its best user would write it: chance is fair too, so everybody draws from a list."""
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(random_number() * len(actions))])


def check_that_chance_is_fair(state: Any) -> None:
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert len({round(odds, 12) for _, odds in outcomes}) == 1
        assert sorted(action for action, _ in outcomes) == sorted(state.legal_actions())
        state.apply_action(outcomes[0][0])


def playouts() -> Figure:
    """From one deal to the end of the round, against OpenSpiel's own rollouts in C++."""
    game = wk.game(OURS)
    dealt = game.apply(game.start(), game.chance(game.start()).sample(Random(1)))
    start, random = row(game, dealt), np.array([1], np.uint64)
    _playouts(compiled(game).tables, start, 10, random)
    with Clock() as ours:
        _playouts(compiled(game).tables, start, 300_000, random)
    state = after_the_deal(pyspiel.load_game(THEIRS).new_initial_state())
    # A search of three simulations whose leaves are valued by so many rollouts each.
    evaluator = pyspiel.RandomRolloutEvaluator(20_000, 1)
    bot = pyspiel.MCTSBot(state.get_game(), evaluator, 0.7, 3, 1000, False, 1, False)
    with Clock() as theirs:
        bot.step(state)
    mine, others = 300_000 / ours.ms * 1000, 60_000 / theirs.ms * 1000
    return Figure("boerenbridge.playout.vs_openspiel_cpp", mine, others, "rounds/s")


def after_the_deal(state: Any) -> Any:
    rng = np.random.default_rng(2)
    while state.is_chance_node():
        actions = [action for action, _ in state.chance_outcomes()]
        state.apply_action(actions[rng.integers(len(actions))])
    return state


def experiment() -> Figure:
    """Whole games with one of each of the four agents, seats rotated."""
    game = wk.game("boerenbridge")
    players = np.array([[kind, agents.ORIGINAL, 0, 1] for kind in range(4)])
    start, out = row(game, game.start()), np.zeros((5_000, 4, 4, 3), np.int64)
    whole_matches.matches(compiled(game).tables, start, players, 1, 0, 4, out[:2])
    with Clock() as clock:
        whole_matches.matches(compiled(game).tables, start, players, 1, 0, 4, out)
    rate = 20_000 / clock.ms * 1000
    about = "published: 231"
    return Figure("boerenbridge.experiment.games_per_s", rate, unit="games/s", about=about)


def solutions() -> Iterator[Figure]:
    """The mean time of an exact max^n solution after random bids."""
    for size, times in ((3, 200), (4, 100), (5, 60)):
        game, rng, spent = wk.game(f"boerenbridge(rounds={size})"), Random(size), 0.0
        for number in range(times + 1):
            start = row(game, bid_round(game, rng))
            with Clock() as clock:
                solve(compiled(game).tables, start, 4, 14)
            spent += clock.ms if number else 0.0  # the first may have to compile
        yield Figure(f"boerenbridge.solve{size}_ms", spent / times, about="max^n, open hands")


def knowledge_of_52() -> Iterator[Figure]:
    """Thirteen cards each, after five tricks: one more trick, then all odds of a seat."""
    game, rng = wk.game("boerenbridge(deck=52,rounds=13)"), Random(3)
    state, model = game.start(), None
    updates, asked, trick = [], [], 0.0
    for number in range(1 + 4 + 7 * 4):
        actions = [game.chance(state).sample(rng)] if number == 0 else game.actions(state)
        with Clock() as clock:
            turn = step(game, state, model, Choice(rng.choice(actions)))
        state, model = turn.after, turn.model
        trick += clock.ms
        if number > 4 + 4 * 4 and not state.trick:
            updates.append(trick)
            seat: Any = model.seat(game.to_move(state), at=game.world(state))
            with Clock() as clock:
                seat.ownership()
            asked.append(clock.ms)
        if not state.trick:
            trick = 0.0
    mean = [sum(times) / len(times) for times in (updates, asked)]
    yield Figure("boerenbridge.deal_52.trick_ms", mean[0], about="the model after one more trick")
    yield Figure("boerenbridge.deal_52.odds_ms", mean[1], about="all ownership odds of a seat")


def second_process() -> Figure:
    """From a new process to its first compiled game, everything being compiled already."""
    code = (
        "import numpy as np; import whoknows as wk;"
        "from whoknows.games.boerenbridge.kernels import compiled, whole_matches;"
        "game = wk.game('boerenbridge'); out = np.zeros((1, 1, 4, 3), np.int64);"
        "start = np.array(game.encode_state(game.start()), np.int64);"
        "players = np.array([[kind, 1, 0, 1] for kind in range(4)]);"
        "whole_matches.matches(compiled(game).tables, start, players, 1, 0, 1, out)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    spent = 1000 * (time.perf_counter() - begun)
    return Figure("boerenbridge.second_process", spent, about="wall time to the first game")


def row(game: Any, state: Any) -> Any:
    return np.array(game.encode_state(state), np.int64)


def bid_round(game: Any, rng: Random) -> Any:
    state = game.apply(game.start(), game.chance(game.start()).sample(rng))
    while state.is_bidding:
        state = game.apply(state, rng.choice(game.actions(state)))
    return state
