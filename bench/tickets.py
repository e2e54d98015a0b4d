"""The railway game: whole games of compiled rules against the plain ones of the same package.

Two players on the board USA; seats that play at random, seats that join their tickets greedily, and
`racer`, which guides searches there. Single thread, CPU time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from random import Random
from typing import Any

import numpy as np

import whoknows as wk
from whoknows.bench import Clock, Figure
from whoknows.core.match import play
from whoknows.core.registry import agent
from whoknows.games.tickets import greedy_policy, racer_numbers, racer_policy
from whoknows.games.tickets.kernels import compiled, knowledge_games, whole_games
from whoknows.games.tickets.knowledge_policy import SeatSight

Chooser = Callable[[Any, Any, int, Random], Any]
USA = "tickets(board=usa)"
RUNS = 5  # of other games each


def rows() -> Iterator[Figure]:
    """Every figure of the suite."""
    yield games("random", whole_games.RANDOM, 4_000, at_random, 20)
    yield games("greedy", whole_games.GREEDY, 2_000, greedily, 6)
    yield games("racer", whole_games.RACER, 2_000, racing, 2)
    yield knowledge()
    yield from many_worlds()


def quick() -> Iterator[Figure]:
    """Random games."""
    yield games("random", whole_games.RANDOM, 2_000, at_random, 5)


def games(name: str, kind: int, many: int, choose: Chooser, few: int) -> Figure:
    """Many compiled games of two seats of this kind, the fastest of some runs, and a few plain
    ones."""
    game = wk.game(USA)
    with Clock() as theirs:
        for number in range(few):
            plain_game(game, choose, Random(number))
    tables, agents = compiled(game).tables, np.array([kind, kind])
    start, out = np.array(game.encode_state(game.start())), np.zeros((many, 4), np.int64)
    whole_games.games(tables, start, agents, 1, 0, out[:10])
    least = inf
    for run in range(RUNS):
        with Clock() as ours:
            whole_games.games(tables, start, agents, 1, run * many, out)
        least = min(least, ours.ms)
    mine, others = many / least * 1000, few / theirs.ms * 1000
    about = f"plain rules; {out[:, 2].mean():.0f} turns a game"
    return Figure(f"tickets.usa.{name}_games_per_s", mine, others, "games/s", about)


def knowledge() -> Figure:
    """The knowledge game of three kripke agents, against the plain match with its models."""
    game: Any = wk.game("tickets")
    with Clock() as theirs:
        for number in range(20):
            for _ in play(game, [agent("kripke")] * 3, seed=number):
                pass
    knowledge_games.games(game, 10)
    with Clock() as ours:
        out = knowledge_games.games(game, 10_000)
    mine, others = 10_000 / ours.ms * 1000, 20 / theirs.ms * 1000
    about = f"plain match; {out.turns.mean():.0f} turns, {out.told.mean():.0f} announcements a game"
    return Figure("tickets.knowledge.games_per_s", mine, others, "games/s", about)


def many_worlds() -> Iterator[Figure]:
    """Four seats with four tickets each: the model of 63,063,000 worlds, and whole turns in it."""
    game = wk.game("tickets(seats=4,hand=4)")
    turns, said, deal = 0.0, 0, 0.0
    for seed in range(3):
        clock = Clock()
        played = play(game, [agent("kripke") for _ in game.seats], seed=seed)
        while True:
            with clock:
                turn = next(played, None)
            if turn is None:
                break
            if turn.said and turn.by < 0:
                deal = clock.ms
            elif turn.said:
                turns, said = turns + clock.ms, said + len(turn.said)
    yield Figure("tickets.4x4.build_ms", deal, about="63,063,000 worlds; the original cannot")
    about = "a whole turn: legality of every block, choice and update"
    yield Figure("tickets.4x4.announcement_ms", turns / said, about=about)


def plain_game(game: Any, choose: Chooser, rng: Random) -> None:
    state = game.start()
    while (seat := game.to_move(state)) >= -1:
        drawn = seat < 0
        action = game.chance(state).sample(rng) if drawn else choose(game, state, seat, rng)
        state = game.apply(state, action)


def at_random(game: Any, state: Any, seat: int, rng: Random) -> Any:
    return rng.choice(game.actions(state))


def greedily(game: Any, state: Any, seat: int, rng: Random) -> Any:
    sight = SeatSight(game, seat, game.veil(state, seat), tuple(game.actions(state)))
    return greedy_policy.choose(sight).action


def racing(game: Any, state: Any, seat: int, rng: Random) -> Any:
    sight = SeatSight(game, seat, game.veil(state, seat), tuple(game.actions(state)))
    return racer_policy.choose(sight, racer_numbers.asked("", game)).action
