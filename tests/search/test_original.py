"""Tree searches as the original programs do them: each option does what it says, honestly."""

from math import log, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
from pointed import points

from whoknows.core.error import Error
from whoknows.core.kernels import copy, outer
from whoknows.core.law_positions import seat_positions
from whoknows.core.match import play, view
from whoknows.core.registry import agent, game
from whoknows.games.tickets import codes
from whoknows.games.tickets.state import Phase
from whoknows.search.compiled_rules import compiled
from whoknows.search.decision import Thought, thought
from whoknows.search.determinization import random, states
from whoknows.search.original_tree import by_odds, hold, original, payable
from whoknows.search.tree import UCT, Walk, _scales, best, grown, tried
from whoknows.search.tree_nodes import CODE, MOVER, PARENT, TOTAL, UNIT, VISITS, WIDTH, Tree
from whoknows.search.tried_moves import Tried
from whoknows.search.uct import Uct

SMALL = game("tickets(board=small,names=0-1)")
OBSERVER = 0


def turns() -> list[Any]:
    """What the first seat sees wherever it has a turn, in some random matches."""
    found = (at for at in seat_positions(SMALL) if at.state.phase == Phase.TURN)
    return [view(SMALL, at.state, at.model, OBSERVER) for at in found if at.by == OBSERVER]


def searched(
    here: Any, first: Any, iterations: int, *, hands: bool = False, each: bool = False,
    every: bool = False, worlds: int = 1, seed: int = 1,
) -> Tree:  # fmt: skip
    """A tree from these first moves over so many worlds, valued by points."""
    start = thought(here, worlds, Random(seed))
    assert isinstance(start, Thought)
    so = original(start.rules, here.seat, every=every, each=each, hands=hands)
    walk = Walk(here.seat, 1.0, UCT, False, False)
    goal = points(start.rules)
    search = start.search(goal)._replace(first=np.array(first))
    return grown(search, walk, iterations, random(Random(seed)), None, so)


def below(tree: Tree, node: int) -> Any:
    """The nodes below a node."""
    nodes = tree.nodes[1 : tree.used]
    return nodes[nodes[:, PARENT] == node]


@pytest.mark.parametrize("scaled", [True, False])
def test_selection_is_by_mean_and_doubt(scaled: bool) -> None:
    """Unscaled it is the formula of the originals, mean + sqrt(2 ln N / n), with N + 1 for N."""
    rng, rules = np.random.default_rng(1), compiled(SMALL)
    for _ in range(50):
        visits, means = rng.integers(1, 30, 6), rng.normal(0, 2, 6)
        nodes = np.zeros((7, WIDTH), np.int64)
        nodes[0, VISITS], nodes[1:, VISITS] = visits.sum() + 1, visits
        nodes[1:, TOTAL] = np.round(means * visits * UNIT)
        bounds = np.array([-7.0, 9.0])
        walk, so = Walk(0, sqrt(2), UCT, False, False), original(rules, 0, scaled=scaled)
        scales = _scales(int(nodes[0, VISITS]).bit_length() + 1)
        chosen = best(nodes, 0, np.arange(1, 7), 6, walk, so, bounds, scales)
        values = (means + 7) / 16 if scaled else means
        doubt = [sqrt(2 * log(visits.sum() + 2) / n) for n in visits]
        assert chosen == np.argmax(values + doubt)


def test_the_final_choice_is_by_mean_or_by_visits() -> None:
    here = turns()[0]
    start = thought(here, 1, Random(1))
    assert isinstance(start, Thought)
    often, good = start.moves[:2].tolist()
    found = (Tried(often, 90, 1.0), Tried(good, 10, 2.0))

    def chosen(spec: str) -> int:
        player = agent(spec)
        assert isinstance(player, Uct)
        return SMALL.encode(player._chosen(start, found).action)

    for name in ("mcts", "uf-mcts"):
        assert chosen(name) == often
        assert chosen(f"{name}(final=mean)") == good


def test_every_action_is_tried_before_any_is_tried_twice() -> None:
    for here in turns()[:5]:
        first = [SMALL.encode(action) for action in here.actions]
        found = tried(searched(here, first, len(first)))
        assert sorted(one.code for one in found) == sorted(first)


@pytest.mark.parametrize("each", [True, False])
def test_every_outcome_is_tried_before_any_is_tried_twice(each: bool) -> None:
    """A card drawn blind is of one of three colours: three iterations find all of them, or not."""
    complete = []
    for here in turns()[:3]:
        blind = next(a for a in here.actions if str(a).endswith("draws blind"))
        for seed in range(5):
            tree = searched(here, [SMALL.encode(blind)], 1 + 3, each=each, seed=seed)
            complete.append(len(below(tree, 1)) == 3)
    assert all(complete) == each


def test_outcomes_that_were_all_tried_are_drawn_by_their_odds() -> None:
    rules = thought(turns()[0], 1, Random(1)).rules  # type: ignore[union-attr]
    so, luck = original(rules, 0, hands=False, each=True), random(Random(1))
    so.odds[:3] = 0.5, 0.3, 0.2
    drawn = np.bincount([by_odds(so, 3, luck) for _ in range(10_000)])
    assert drawn / 10_000 == pytest.approx([0.5, 0.3, 0.2], abs=0.02)


def others_claims(tree: Tree) -> set[int]:
    nodes = tree.nodes[1 : tree.used]
    found = nodes[nodes[:, MOVER] == 1, CODE].tolist()
    return {code for code in found if code & (1 << codes.KIND_BITS) - 1 == codes.CLAIM}


def test_others_may_pay_for_what_one_world_does_not_allow() -> None:
    """But for nothing that no world allows: only what the seat sees decides."""
    more = 0
    for here in turns()[::2]:
        blind = [SMALL.encode(a) for a in here.actions if str(a).endswith("draws blind")]
        if blind:
            one = others_claims(searched(here, blind, 600, every=True))
            seen = others_claims(searched(here, blind, 600, every=True, hands=True))
            all_worlds = others_claims(
                searched(here, blind, 20_000, every=True, worlds=1000, each=True)
            )
            assert seen <= all_worlds
            more += len(seen - one)
    assert more > 10


def test_the_mover_holds_what_it_pays_with_and_no_card_is_lost() -> None:
    """Whatever hands are drawn, by the plain rules the mover may do what it does with its own."""
    for at in seat_positions(SMALL):
        if at.by != OBSERVER and at.state.phase == Phase.TURN:
            here, rules = view(SMALL, at.state, at.model, OBSERVER), compiled(SMALL)
            s, tail = states(here, rules, 1, Random(1))[0], SMALL.encode_state(here.state)
            so, luck = original(rules, OBSERVER, hands=True, each=False), random(Random(1))
            moves, held = np.empty(rules.width, np.int64), np.empty((100, len(s)), np.int64)
            for number in range(each_hand(rules.tables, s, so, at.by, moves, luck, held)):
                state = SMALL.decode_state((*held[number].tolist(), *tail[len(s) :]))
                assert SMALL.decode(int(moves[number])) in SMALL.actions(state)
                assert cards(state) == cards(at.state)
                assert state.hands[OBSERVER] == at.state.hands[OBSERVER]
                assert state.open == at.state.open


@outer
def each_hand(g: Any, s: Any, so: Any, seat: int, moves: Any, r: Any, held: Any) -> int:
    """Writes what may be done, and for each of it the state in which it is done."""
    many = payable(g, s, so, True, moves, r)
    for number in range(many):
        hold(g, s, so, seat, number, r)
        copy(s, held[number])
    return many


def cards(state: Any) -> list[int]:
    """How many cards there are of each colour in the hands and the closed pile."""
    return [sum(counts) for counts in zip(state.pile, *state.hands, strict=True)]


def test_defaults_play_as_they_always_did() -> None:
    """What was found before there were these options."""
    table = [agent("mcts"), agent("uf-mcts(utility=score)")]
    turns = [turn for turn in play(SMALL, table, seed=5) if turn.by >= 0]
    assert [turn.choice.reasons[0] for turn in turns] == BEFORE


BEFORE = [
    "0 keeps C-D, puts back E-F: 0.81 in 84 tries",
    "1 keeps A-F, puts back C-F: -0.25 in 335 tries",
    "0 draws blind: 0.85 in 31 tries",
    "0 takes blue: 0.87 in 110 tries",
    "1 draws tickets: -0.44 in 121 tries",
    "1 keeps A-E, puts back B-D: -1.40 in 339 tries",
    "0 draws blind: 1.00 in 24 tries",
    "0 draws blind: 0.92 in 104 tries",
    "1 claims D-F with 1 joker: -0.57 in 121 tries",
    "0 claims A-E with 2 blue: 1.00 in 26 tries",
    "1 takes blue: -8.25 in 381 tries",
    "1 takes blue: -9.64 in 517 tries",
    "0 claims A-C with 1 joker: 1.00 in 23 tries",
]


def test_what_makes_no_sense_is_refused_in_one_line() -> None:
    with pytest.raises(Error, match="hands=seen does not go with cheat"):
        agent("mcts(hands=seen,cheat=on)")
    with pytest.raises(
        Error, match="hands=seen is for games in which players draw cards, not for b"
    ):
        list(play(game("boerenbridge(rounds=2)"), [agent("mcts(hands=seen)")] * 4, seed=1))
