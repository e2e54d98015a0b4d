"""One compiled search plays every game: it draws worlds from knowledge, and finds good moves."""

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

from whoknows.core.agent import Choice
from whoknows.core.match import step
from whoknows.core.registry import game
from whoknows.games.boerenbridge import kernels as boerenbridge
from whoknows.games.threecards import kernels as threecards
from whoknows.search.draw import draw, worlds
from whoknows.search.ismcts import search


def position(spec: str, moves: list[str]) -> tuple[Any, Any, Any]:
    """The game, state and model after these moves."""
    rules = game(spec)
    state, model = rules.start(), None
    for move in moves:
        turn = step(rules, state, model, Choice(rules.parse(move)))
        state, model = turn.after, turn.model
    return rules, state, model


LAST_TWO_WITH_STOCK = [
    "deal JC AC | QD KD | JD AD | JH JS | QC KC QH KH AH QS KS AS, trump D",
    "N bids 1",
    "E bids 1",
    "S bids 1",
    "W bids 0",
]


def test_the_search_takes_a_sure_trick() -> None:
    rules, state, model = position("boerenbridge(rounds=2,ranks=4)", LAST_TWO_WITH_STOCK)
    found = searched(rules, boerenbridge.compiled(rules), state, model, 3000)
    assert str(rules.decode(found.best)) == "N: AC"


def test_the_search_declares_when_it_knows() -> None:
    moves = ["deal a b c", "0: not c"]
    rules, state, model = position("threecards", moves)
    found = searched(rules, threecards.compiled(rules), state, model, 500)
    assert str(rules.decode(found.best)) == "1 declares"


def searched(rules: Any, compiled: Any, state: Any, model: Any, iterations: int) -> Any:
    seat = rules.to_move(state)
    knowledge = model.seat(seat, at=rules.world(state))
    row = np.array(rules.encode_state(rules.veil(state, seat)), np.int64)
    return search(
        compiled, row, seat, worlds(knowledge, compiled), iterations=iterations, c=0.7, seed=1
    )


def test_the_same_seed_finds_the_same() -> None:
    rules, state, model = position("boerenbridge(rounds=2,ranks=4)", LAST_TWO_WITH_STOCK)
    compiled = boerenbridge.compiled(rules)
    assert searched(rules, compiled, state, model, 200) == searched(
        rules, compiled, state, model, 200
    )


@pytest.mark.parametrize("seed", range(3))
def test_drawn_worlds_are_possible_and_uniform(seed: int) -> None:
    rules, rng = game("boerenbridge(rounds=2)"), Random(seed)
    state, model = rules.start(), None
    while rules.to_move(state) == -1 or state.is_bidding or len(state.trick) < 3:
        options = [rules.chance(state).sample(rng)] if rules.to_move(state) < 0 else None
        action = rng.choice(options or rules.actions(state))
        turn = step(rules, state, model, Choice(action))
        state, model = turn.after, turn.model
    knowledge: Any = model.seat(rules.to_move(state), at=rules.world(state))  # type: ignore[union-attr]
    compiled = boerenbridge.compiled(rules)
    found: dict[tuple[int, ...], int] = {}
    owners, random = np.full(52, -1, np.int64), np.array([seed], np.uint64)
    several = worlds(knowledge, compiled)
    many = 400 * knowledge.count()
    for _ in range(many):
        draw(several, owners, random)
        found[tuple(owners.tolist())] = found.get(tuple(owners.tolist()), 0) + 1
    assert len(found) == knowledge.count()
    assert sum((n - 400) ** 2 / 400 for n in found.values()) < 3 * len(found) + 20


def test_deals_too_large_to_draw_are_searched_too() -> None:
    rules, rng = game("boerenbridge(players=5,deck=52,rounds=10)"), Random(1)
    deal = rules.chance(rules.start()).sample(rng)
    rules, state, model = position(rules.spec, [str(deal), *(f"{n} bids 0" for n in range(5))])
    played = rng.choice(rules.actions(state))
    turn = step(rules, state, model, Choice(played))
    compiled, knowledge = boerenbridge.compiled(rules), turn.model.seat(1, at=rules.world(state))
    owners, random = np.full(52, -1, np.int64), np.array([1], np.uint64)
    several = worlds(knowledge, compiled)
    for _ in range(50):
        draw(several, owners, random)
        assert np.bincount(owners).tolist() == [10, 10, 10, 10, 10, 2]
        assert owners[played.card] == 0
        assert {card for card in range(52) if owners[card] == 1} == set(deal.hands[1])
    found = searched(rules, compiled, turn.after, turn.model, 200)
    assert rules.decode(found.best) in rules.actions(turn.after)


def test_a_second_process_uses_what_the_first_has_compiled() -> None:
    code = (
        "import numpy as np, time; t = time.time();"
        "from whoknows.core.registry import game;"
        "from whoknows.games.boerenbridge.kernels import compiled;"
        "from whoknows.search.solve import solve;"
        "g = game('boerenbridge(rounds=2)');"
        "s = g.apply(g.start(), g.chance(g.start()).sample(__import__('random').Random(1)));"
        "\nwhile s.is_bidding: s = g.apply(s, g.actions(s)[0])\n"
        "print(solve(compiled(g).tables, np.array(g.encode_state(s)), 4, 14))"
    )
    told = [subprocess.run([sys.executable, "-c", code], capture_output=True) for _ in "ab"]
    assert told[0].stdout == told[1].stdout != b""
