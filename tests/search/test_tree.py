"""Tree searches: right where the answer is known, the same for a seed, and able to go on."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from whoknows.core.agent import Choice
from whoknows.core.law_positions import seat_positions
from whoknows.core.legal_actions import legal
from whoknows.core.match import play, step, view
from whoknows.core.registry import agent, game
from whoknows.search import tree_search
from whoknows.search.compiled_rules import compiled
from whoknows.search.decision import Thought, thought
from whoknows.search.determinization import random
from whoknows.search.flat_search import weighed
from whoknows.search.kept_tree import foreseen
from whoknows.search.leaf_values import TO_THE_END, Search, aim
from whoknows.search.solver import solve
from whoknows.search.tree import UCT, Walk, grown, tried
from whoknows.search.tree_nodes import PARENT, POSSIBLE, SIGHT, VISITS, Tree

LAST_TWO_WITH_STOCK = [
    "deal JC AC | QD KD | JD AD | JH JS | QC KC QH KH AH QS KS AS, trump D",
    "N bids 1",
    "E bids 1",
    "S bids 1",
    "W bids 0",
]
TREES = ["mcts", "uf-mcts", "shaped-mcts", "ismcts"]


def position(spec: str, moves: list[str]) -> Any:
    """The view of the seat to move after these moves."""
    rules = game(spec)
    state, model = rules.start(), None
    for move in moves:
        turn = step(rules, state, model, Choice(rules.parse(move)))
        state, model = turn.after, turn.model
    return view(rules, state, model, rules.to_move(state))


@pytest.mark.parametrize("name", ["mcts(iterations=3000)", "ismcts", "flat-mc"])
def test_a_sure_trick_is_taken(name: str) -> None:
    here = position("boerenbridge(rounds=2,ranks=4)", LAST_TWO_WITH_STOCK)
    assert str(agent(name).choose(here, Random(1)).action) == "N: AC"


@pytest.mark.parametrize("name", [*TREES, "flat-mc", "expectiminimax", "mc-expectiminimax"])
def test_who_knows_declares(name: str) -> None:
    here = position("threecards", ["deal a b c", "0: not c"])
    assert str(agent(name).choose(here, Random(1)).action) == "Bram declares"


@pytest.mark.parametrize("seed", range(3))
def test_an_open_game_is_solved_in_the_long_run(seed: int) -> None:
    """With all hands open and enough iterations a tree comes to the exact max^n solution."""
    rules, rng = game("boerenbridge(rounds=2,ranks=4)"), Random(seed)
    state = rules.apply(rules.start(), rules.chance(rules.start()).sample(rng))
    while state.is_bidding:
        state = rules.apply(state, rng.choice(rules.actions(state)))
    kernel, seat = compiled(rules), rules.to_move(state)
    row = np.array(rules.encode_state(state), np.int64)
    value, _ = solve(kernel.tables, row, kernel.players, kernel.width)
    moves = np.array([rules.encode(a) for a in rules.actions(state)])
    goal = aim(kernel, play="random", want="points")
    search = Search(kernel.tables, row[None], moves, goal, np.zeros(4), kernel.width)
    tree = grown(search, Walk(seat, 1.0, UCT, False, True), 20_000, random(Random(1)))
    best = max(tried(tree), key=lambda one: one.visits)
    after = rules.apply(state, rules.decode(best.code))
    reached, _ = solve(
        kernel.tables, np.array(rules.encode_state(after), np.int64), kernel.players, kernel.width
    )
    assert reached[seat] == pytest.approx(value[seat])


@pytest.mark.parametrize("name", [*TREES, "flat-mc"])
def test_the_same_seed_finds_the_same(name: str) -> None:
    here = position("boerenbridge(rounds=2,ranks=4)", LAST_TWO_WITH_STOCK)
    assert agent(name).choose(here, Random(7)) == agent(name).choose(here, Random(7))


def test_a_limit_of_time_is_told_and_kept() -> None:
    player = agent("mcts(seconds=0.05)")
    assert player.timed
    assert not agent("mcts").timed
    here = position("boerenbridge(rounds=2,ranks=4)", LAST_TWO_WITH_STOCK)
    player.choose(here, Random(1))  # what has to be compiled is not the search's time
    tries = [
        sum(int(reason.split(" in ")[1].split()[0].replace(",", "")) for reason in reasons[:-1])
        for reasons in (
            agent(f"mcts(seconds={t})").choose(here, Random(1)).reasons for t in (0.01, 0.5)
        )
    ]
    assert tries[1] > 3 * tries[0]


def searched(here: Any, iterations: int, tree: Tree | None = None) -> Tree:
    start = thought(here, 50, Random(1))
    assert isinstance(start, Thought)
    search = start.search(aim(start.rules, play="random", want="points"))
    walk = Walk(here.seat, 0.7, UCT, True, False)
    return grown(search, walk, iterations, random(Random(2)), tree)


@pytest.mark.parametrize("spec", ["boerenbridge(rounds=3)", "tickets(board=small)"])
def test_a_kept_tree_is_found_again_later_in_a_match(spec: str) -> None:
    """Where a seat sees what it foresaw its tree goes on, with all that was tried there."""
    kept, again = None, 0
    for here in views_of_one_seat(spec, matches=4):
        start = thought(here, 50, Random(1))
        if isinstance(start, Thought):
            part = foreseen(kept, start.sight) if kept else None
            if part:
                again += 1
                assert searched(here, 10, part).nodes[0, VISITS] == part.nodes[0, VISITS] + 10
                assert {one.code for one in tried(part)} <= set(start.moves.tolist())
            kept = searched(here, 3000)
    assert again > 0


def views_of_one_seat(spec: str, matches: int) -> Iterator[Any]:
    """What the first seat sees in some random matches whenever it is to move."""
    rules = game(spec)
    for seed in range(matches):
        model = None
        for turn in play(rules, [agent("random") for _ in rules.seats], seed=seed):
            if turn.by == 0:
                yield view(rules, turn.before, model, 0)
            model = turn.model


def test_a_sight_that_was_not_foreseen_begins_anew() -> None:
    tree = searched(position("boerenbridge(rounds=2,ranks=4)", LAST_TWO_WITH_STOCK), 100)
    assert foreseen(tree, 12345) is None


def test_a_match_with_reuse_is_the_same_again() -> None:
    rules = game("tickets(board=small)")

    def moves() -> list[str]:
        player = agent("ismcts(iterations=300,reuse=on)")
        return [str(turn.choice.action) for turn in play(rules, [player, agent("greedy")], seed=3)]

    assert moves() == moves()


@pytest.mark.parametrize(
    "spec", ["threecards(rounds=2)", "boerenbridge(rounds=3-2)", "tickets(board=small)", "tickets"]
)
def test_what_a_seat_sees_is_one_number_in_all_worlds_it_cannot_tell_apart(spec: str) -> None:
    rules = game(spec)
    sights: dict[Any, int] = {}
    for at in list(seat_positions(rules))[::3]:
        for state in (at.state, *at.twins(at.by)):
            start = thought(view(rules, state, at.model, at.by), 3, Random(1))
            if isinstance(start, Thought):
                veiled = repr(rules.veil(state, at.by)), at.by
                assert sights.setdefault(veiled, start.sight) == start.sight
    assert len(set(sights.values())) == len(sights)


@pytest.mark.parametrize("spec", ["boerenbridge(rounds=2)", "tickets(board=small)", "tickets"])
def test_sensible_moves_are_legal_and_never_none(spec: str) -> None:
    rules = game(spec)
    for at in list(seat_positions(rules))[::2]:
        start = thought(view(rules, at.state, at.model, at.by), 3, Random(1))
        if isinstance(start, Thought):
            options = {rules.encode(action) for action in legal(rules, at.state, at.model)}
            assert set(start.moves.tolist()) <= options


def test_a_node_is_possible_once_an_iteration_whatever_looks_like_it() -> None:
    """Which tickets another keeps looks the same to a seat: one node, counted once."""
    for here in views_of_one_seat("tickets(board=small)", matches=2):
        if isinstance(thought(here, 50, Random(1)), Thought):
            tree = searched(here, 500)
            assert tree.nodes[: tree.used, POSSIBLE].max() <= tree.nodes[0, VISITS]


@pytest.mark.parametrize("steps", [TO_THE_END, 10])
def test_no_search_plays_on_into_the_next_round(steps: int) -> None:
    """The last card of a round is worth what the round brings, whatever a playout would do."""
    rules, rng = game("boerenbridge(rounds=2-2)"), Random(1)
    state, kernel = rules.start(), compiled(rules)
    while state.round == 0:
        last, luck = state, rules.to_move(state) < 0
        action = rules.chance(state).sample(rng) if luck else rng.choice(rules.actions(state))
        state = rules.apply(state, action)
    row, seat = np.array(rules.encode_state(last), np.int64), rules.to_move(last)
    goal = aim(kernel, play="random", steps=steps, want="points")
    first = np.array([rules.encode(action)])
    search = Search(kernel.tables, row[None], first, goal, np.zeros(4), kernel.width)
    _, found = weighed(search, seat, 20, random(Random(1)))
    assert found[0].value == rules.scores(state)[seat]


def test_of_a_kept_tree_only_legal_moves_are_told() -> None:
    """What it imagined of the future may have had other moves."""
    here = position("boerenbridge(rounds=2,ranks=4)", LAST_TWO_WITH_STOCK)
    start = thought(here, 20, Random(1))
    assert isinstance(start, Thought)
    walk, goal = Walk(0, 0.7, UCT, True, False), aim(start.rules, play="random", want="points")
    tree = searched(here, 300)
    tree.nodes[0, SIGHT], tree.nodes[0, PARENT] = start.sight, 0
    root = Tree(
        np.concatenate([tree.nodes[:1], tree.nodes[: tree.used]]), tree.used + 1, tree.bounds
    )
    root.nodes[2:, PARENT] += 1
    start.view.memory["tree"] = root
    fewer = replace(start, moves=start.moves[:1])
    found = tree_search.searched(fewer, walk, goal, tree_search.Limit(50), Random(1), reuse=True)
    assert [one.code for one in found] == fewer.moves.tolist()
