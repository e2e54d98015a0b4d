"""`rival` compiled does what the plain `rival` does, whatever its numbers: in whole games, where
it goes by what it knows, and where searches play on, by what it is taken to know."""

from random import Random
from typing import Any

import numpy as np
import pytest

from whoknows.core.agent import Choice
from whoknows.core.bulk_play import bulk
from whoknows.core.error import Error
from whoknows.core.game import END
from whoknows.core.kernels import Int, Row, advised, apply, chance, guided, outer, scores
from whoknows.core.match import step, view
from whoknows.core.registry import agent, game
from whoknows.games.tickets import supposed_play
from whoknows.games.tickets.kernels.compilation import compiled
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.moves import Block
from whoknows.games.tickets.policy import Rivalling
from whoknows.games.tickets.rival_numbers import NAMES, USUAL, Habits
from whoknows.games.tickets.rows import PHASE
from whoknows.games.tickets.state import Phase
from whoknows.search.determinization import random

SPECS = ["tickets", "tickets(seats=2,hand=3,block=agent)", "tickets(seats=4,as_original=on)"]


def strayed(rng: Random) -> Habits:
    """Numbers far from the usual ones: what good numbers never do is compared too."""
    usual = USUAL.told()
    return USUAL.changed({n: usual[n] + rng.gauss(0, max(1, abs(usual[n]))) for n in NAMES})


@pytest.mark.parametrize("spec", SPECS)
def test_compiled_rivals_choose_as_plain_ones(spec: str) -> None:
    rules: Any = game(spec)
    rng = Random(spec)
    agents = [agent(f"rival(numbers={strayed(rng).spelled()!r})") for _ in rules.seats]
    agents[0] = agent("rival(knowledge=off)")
    table = bulk(rules, agents)
    assert table is not None
    state, model, turns = rules.start(), None, 0
    for move in table.moves(3, 1):
        seat = rules.to_move(state)
        if seat >= 0:
            seen = view(rules, state, model, seat)
            assert agents[seat].choose(seen, Random(1)).action == move
            turns += 1
        turn = step(rules, state, model, Choice(move))
        state, model = turn.after, turn.model
    assert turns > 20
    assert table.play(3, 1, 1).points[0].tolist() == list(rules.scores(state))


@pytest.mark.parametrize("spec", [*SPECS, "tickets(draw=on)"])
def test_searches_play_on_as_plain_rivals_would(spec: str) -> None:
    """From a random state on, by what the plain `next_action` says, with the same luck."""
    rules: Any = game(spec)
    rng, habits = Random(spec), strayed(Random(spec))
    g = compiled(rules, Rivalling(habits)).tables
    state = after(rules, rng, 60)
    s, luck = row(rules, state), random(Random(1))
    points, other = np.zeros(rules.players), luck.copy()
    _guided(g, s.copy(), luck, points)
    turns = 0
    while rules.to_move(state) != END:
        code = _advice(g, s.copy(), other)  # by chance, or by the seat to move
        if rules.to_move(state) >= 0:
            action = supposed_play.next_action(rules, state, habits)
            assert rules.decode(int(code)) == action
            turns += 1
        _apply(g, s, code)
        state = rules.apply(state, rules.decode(int(code)))
    assert turns > 5
    assert points.tolist() == list(rules.scores(state))


def after(rules: Any, rng: Random, moves: int) -> Any:
    """The state after that many random moves, of which none is a block."""
    state = rules.start()
    for _ in range(moves):
        if rules.to_move(state) < 0:
            action = rules.chance(state).sample(rng)
        else:
            action = rng.choice([a for a in rules.actions(state) if not isinstance(a, Block)])
        state = rules.apply(state, action)
    return state


def row(rules: Any, state: Any) -> Any:
    return np.array(rules.encode_state(state), np.int64)


@outer
def _guided(g: Tables, s: Row, r: Row, points: Row) -> None:
    guided(g, s, r)
    scores(g, s, points)


@outer
def _advice(g: Tables, s: Row, r: Row) -> Int:
    """What comes next: by chance, or as the guide would go on."""
    return chance(g, s, r) if s[PHASE] <= Phase.TUNNEL else advised(g, s, r)


@outer
def _apply(g: Tables, s: Row, a: Int) -> None:
    apply(g, s, a)


def test_only_agents_of_the_knowledge_game_guide_it() -> None:
    assert game("tickets").can_guide(agent("rival").policy(game("tickets")))
    assert not game("tickets(board=usa)").can_guide(agent("rival").policy(game("tickets")))


def test_a_number_that_there_is_not_is_named() -> None:
    with pytest.raises(Error, match=r"no number called 'claim\.luck'"):
        agent("rival(numbers='claim.luck=1')")
    with pytest.raises(Error, match=r"claim\.base must be a number"):
        agent("rival(numbers='claim.base=much')")
