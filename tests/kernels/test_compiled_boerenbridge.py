"""Compiled Boerenbridge is plain Boerenbridge: rules, agents, knowledge, solutions."""

from random import Random
from typing import Any

import numpy as np
import pytest

from whoknows.core.agent import Choice
from whoknows.core.match import step, view
from whoknows.core.registry import agent, game
from whoknows.games.boerenbridge.bidding import strength, wished
from whoknows.games.boerenbridge.kernels import agents, compiled, rules, whole_matches
from whoknows.games.boerenbridge.kernels.graphs import AS_ORIGINAL, CONCLUDES
from whoknows.games.boerenbridge.kernels.known_cards import may_hold, must_hold
from whoknows.games.boerenbridge.state import State
from whoknows.search.solver import solve

SPECS = [
    "boerenbridge",
    "boerenbridge(players=3,ranks=6,rounds=5-2,trump=turned)",
    "boerenbridge(deck=52,rounds=13-1)",
    "boerenbridge(players=6,deck=52,rounds=8)",
    "boerenbridge(players=2,rounds=2-1)",
]
SPECIMENS = {
    "greedy": (agents.GREEDY, CONCLUDES),
    "greedy-kripke": (agents.GREEDY_KRIPKE, CONCLUDES),
    "greedy-kripke(knowledge=off)": (agents.GREEDY_KRIPKE, 0),
    "full-kripke": (agents.FULL_KRIPKE, CONCLUDES),
    "full-kripke(knowledge=off)": (agents.FULL_KRIPKE, 0),
    "full-kripke(as_original=on)": (agents.FULL_KRIPKE, CONCLUDES | AS_ORIGINAL),
    "full-kripke(knowledge=off,as_original=on)": (agents.FULL_KRIPKE, AS_ORIGINAL),
}


def row(rules: Any, state: State) -> Any:
    return np.array(rules.encode_state(state), np.int64)


@pytest.mark.parametrize("spec", SPECS)
def test_the_rules_are_the_plain_rules(spec: str) -> None:
    plain = game(spec)
    tables, rng, out = compiled(plain).tables, Random(5), np.zeros(70, np.int64)
    points = np.zeros(plain.players)
    for _ in range(8):
        state = plain.start()
        s = row(plain, state)
        while (seat := plain.to_move(state)) >= -1:
            assert rules.to_move(tables, s) == seat
            if seat < 0:
                state = plain.apply(state, plain.chance(state).sample(rng))
                s = row(plain, state)
                continue
            options = plain.actions(state)
            many = rules.actions(tables, s, out)
            assert [plain.encode(action) for action in options] == out[:many].tolist()
            action = rng.choice(options)
            state = plain.apply(state, action)
            rules.apply(tables, s, plain.encode(action))
            rules.scores(tables, s, points)
            assert tuple(s.tolist()) == plain.encode_state(state)
            assert tuple(points) == plain.scores(state)


@pytest.mark.parametrize("spec", SPECS[:2])
def test_compiled_deals_are_fair(spec: str) -> None:
    plain = game(spec)
    tables, random = compiled(plain).tables, np.array([7], np.uint64)
    first = np.zeros(52)
    for _ in range(4000):
        s = row(plain, plain.start())
        rules.apply(tables, s, rules.chance(tables, s, random))
        state = plain.decode_state(tuple(s.tolist()))
        assert plain.chance(plain.start()).odds(dealt(state)) > 0
        first[list(state.hands[0])] += 1
    pack = list(plain.pack(0))
    expected = 4000 * plain.schedule[0] / len(pack)
    assert ((first[pack] - expected) ** 2 / expected).sum() < 2.5 * len(pack)


def dealt(state: State) -> Any:
    from whoknows.games.boerenbridge.state import DealRound

    return DealRound(state.hands, state.stock, state.trump, state.turned)


@pytest.mark.parametrize("seed", range(4))
def test_the_scripted_agents_are_the_plain_ones(seed: int) -> None:
    plain, rng = game("boerenbridge"), Random(seed)
    tables, random = compiled(plain).tables, np.array([1], np.uint64)
    for state, model in positions(plain, rng):
        seat = plain.to_move(state)
        if state.is_bidding:
            ratio = strength(state.hands[seat], plain.pack(state.round), state.trump)
            for code, rule in enumerate(("scaled", "original", "text")):
                wish = agents.wished(tables, row(plain, state), seat, code)
                assert wish == wished(rule, ratio, len(state.hands[seat]))  # type: ignore[arg-type]
            continue
        seen = view(plain, state, model, seat)
        for spec, (kind, ways) in SPECIMENS.items():
            chosen = agents.choose(tables, row(plain, state), kind, 0, 0, ways, random)
            assert plain.decode(int(chosen)) == agent(spec).choose(seen, rng).action


def test_as_original_a_forbidden_bid_is_raised_compiled_too() -> None:
    """Wherever the wish is forbidden, the same bid as the plain agent's, without a coin."""
    plain, forbidden = game("boerenbridge(rounds=3)"), 0
    tables, random = compiled(plain).tables, np.array([1], np.uint64)
    spec = agent("full-kripke(as_original=on)")
    for seed in range(120):
        for state, model in positions(plain, Random(seed)):
            if not state.is_bidding:
                break
            wanted = spec.choose(view(plain, state, model, plain.to_move(state)), Random(0))
            s, ways = row(plain, state), CONCLUDES | AS_ORIGINAL
            chosen = agents.choose(tables, s, agents.FULL_KRIPKE, 0, 0, ways, random)
            assert plain.decode(int(chosen)) == wanted.action
            forbidden += len(wanted.reasons) == 2
    assert forbidden >= 5


def test_any_card_will_do_once_the_bid_is_reached_compiled_too() -> None:
    """Before it the agent's own card, after it every legal one, of greedy as of greedy-kripke."""
    plain, seen = game("boerenbridge"), {True: 0, False: 0}
    tables, random = compiled(plain).tables, np.array([1], np.uint64)
    for state, model in positions(plain, Random(7)):
        seat = plain.to_move(state)
        options = {plain.encode(action) for action in plain.actions(state)}
        if state.is_bidding or len(options) < 3:
            continue
        reached = state.won[seat] >= state.bids[seat]
        for kind, name in ((agents.GREEDY, "greedy"), (agents.GREEDY_KRIPKE, "greedy-kripke")):
            own = agent(name).choose(view(plain, state, model, seat), Random()).action
            s = row(plain, state)
            found = {int(agents.choose(tables, s, kind, 0, 1, 1, random)) for _ in range(100)}
            assert found == (options if reached else {plain.encode(own)})
        seen[reached] += 1
    assert min(seen.values()) > 5


@pytest.mark.parametrize("spec", ["boerenbridge(rounds=4)", "boerenbridge(ranks=5,rounds=3)"])
def test_compiled_knowledge_is_the_models(spec: str) -> None:
    plain = game(spec)
    tables = compiled(plain).tables
    for state, model in positions(plain, Random(3)):
        if state.is_bidding:
            continue
        seat = plain.to_move(state)
        knowledge: Any = model.seat(seat, at=plain.world(state))
        for other in range(4):
            for suit in range(4 if other != seat else 0):
                left = cards_left(plain, state, seat, suit)
                fact = " | ".join(f"has({plain.seats[other]},{card})" for card in left) or "false"
                s = row(plain, state)
                suited = rules.SUIT << (13 * suit)
                assert may_hold(tables, s, seat, other, suited) == knowledge.possible(fact)
                assert must_hold(tables, s, seat, other, suit) == knowledge.knows(fact)


def cards_left(plain: Any, state: State, seat: int, suit: int) -> list[str]:
    """The unplayed cards of a suit that the seat does not hold."""
    from whoknows.games.boerenbridge import cards

    seen = {card for pile in plain.veil(state, seat).dealt for card in pile}
    pack = plain.pack(state.round)
    return [cards.text(c) for c in pack if cards.suit(c) == suit and c not in seen]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_solver_finds_what_brute_force_finds(size: int) -> None:
    plain = game(f"boerenbridge(rounds={size})")
    rng = Random(size)
    for _ in range(6):
        state = bid_round(plain, rng)
        for against in (-1, 0, 2):
            value, first = solve(compiled(plain).tables, row(plain, state), 4, 14, against)
            wanted = brute_force(plain, state, against)
            if against < 0:
                assert tuple(value) == wanted
                after = brute_force(plain, plain.apply(state, plain.decode(first)), against)
                assert after[plain.to_move(state)] == wanted[plain.to_move(state)]
            else:
                assert value[against] == wanted[against]


def brute_force(plain: Any, state: State, against: int) -> tuple[float, ...]:
    seat = plain.to_move(state)
    if seat < 0:
        return tuple(plain.scores(state))
    values = [brute_force(plain, plain.apply(state, a), against) for a in plain.actions(state)]
    if against in (-1, seat):
        return max(values, key=lambda value: value[seat])
    return min(values, key=lambda value: value[against])


def test_matches_do_not_depend_on_how_they_are_cut_into_batches() -> None:
    plain = game("boerenbridge(rounds=3-2)")
    tables, start = compiled(plain).tables, row(plain, plain.start())
    players = np.array([[kind, 0, 0, 1] for kind in range(4)])
    whole, parts = np.zeros((10, 4, 4, 3), np.int64), np.zeros((10, 4, 4, 3), np.int64)
    whole_matches.matches(tables, start, players, 9, 0, 4, whole)
    for first in range(0, 10, 3):
        whole_matches.matches(tables, start, players, 9, first, 4, parts[first : first + 3])
    assert (whole == parts).all()
    assert (whole[..., whole_matches.TRICKS].sum(axis=2) == 5).all()


def test_equal_agents_share_duplicate_deals_evenly() -> None:
    plain = game("boerenbridge")
    tables, start = compiled(plain).tables, row(plain, plain.start())
    players = np.array([[agents.FULL_KRIPKE, 1, 0, 1]] * 4)
    out = np.zeros((50, 4, 4, 3), np.int64)
    whole_matches.matches(tables, start, players, 2, 0, 4, out)
    assert (out[:, 0].sum(axis=1) == out[:, 1].sum(axis=1)).mean() > 0.5


def positions(plain: Any, rng: Random) -> Any:
    """The positions of a random match, with their models."""
    state, model = plain.start(), None
    while (seat := plain.to_move(state)) >= -1:
        if seat < 0:
            action = plain.chance(state).sample(rng)
        else:
            yield state, model
            action = rng.choice(plain.actions(state))
        turn = step(plain, state, model, Choice(action))
        state, model = turn.after, turn.model


def bid_round(plain: Any, rng: Random) -> State:
    state = plain.apply(plain.start(), plain.chance(plain.start()).sample(rng))
    while state.is_bidding:
        state = plain.apply(state, rng.choice(plain.actions(state)))
    made: State = state
    return made
