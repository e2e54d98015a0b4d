"""Worlds are drawn as they should be, and solving them all is what brute force finds."""

from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

from whoknows.core.agent import Choice, View
from whoknows.core.error import Error
from whoknows.core.kernels import utility
from whoknows.core.legal_actions import legal
from whoknows.core.match import step, view
from whoknows.core.registry import agent, game
from whoknows.games.boerenbridge import cards
from whoknows.search.compiled_rules import compiled
from whoknows.search.determinization import states
from whoknows.search.pimc_search import everything, played, replies, values
from whoknows.search.solver import (
    DEEPEST,
    EVERYONE,
    MAX_N,
    ROOM,
    TOO_DEEP,
    Stacks,
    empty_memo,
    empty_stacks,
    explore,
    no_luck,
    solve,
)

MANY = 10_000


def positions(spec: str, seed: int) -> Any:
    """A random match: a view of the seat to move, and the model."""
    rules, rng = game(spec), Random(seed)
    state, model = rules.start(), None
    while (seat := rules.to_move(state)) != -2:
        if seat < 0:
            action = rules.chance(state).sample(rng)
        else:
            yield view(rules, state, model, seat), model
            action = rng.choice(legal(rules, state, model))
        turn = step(rules, state, model, Choice(action))
        state, model = turn.after, turn.model


def possible(seen: View[Any, Any]) -> list[Any]:
    """The states of all deals that the seat does not know to be false, by trying every deal."""
    rules, veiled = seen.game, seen.state
    found = []
    for world in deals(rules, veiled):
        facts = (f"has({place},{card})" for place, pile in world.items() for card in pile)
        if seen.knowledge.odds(" & ".join(facts)):
            found.append(rules.redeal(veiled, world, Random(0)))
    return found


def deals(rules: Any, veiled: Any) -> Any:
    if rules.name == "threecards":
        yield from (
            {seat: [card] for seat, card in enumerate(deal)} for deal in permutations("abc")
        )
        return
    seen = {card for pile in veiled.dealt for card in pile}
    rest = [card for card in rules.pack(veiled.round) if card not in seen]
    tried = set()
    for order in permutations(rest):
        left = iter(order)
        piles = tuple(
            tuple(sorted(next(left) if card == cards.HIDDEN else card for card in pile))
            for pile in veiled.dealt
        )
        if piles not in tried:
            tried.add(piles)
            yield dict(
                zip(rules.seats, ([cards.text(c) for c in pile] for pile in piles), strict=True)
            )


def solved(rules: Any, state: Any, model: Any, against: int = -1) -> tuple[float, ...]:
    """Plain max^n, or all others against one."""
    seat = rules.to_move(state)
    if seat < 0:
        return tuple(rules.scores(state))
    after = [step(rules, state, model, Choice(action)) for action in legal(rules, state, model)]
    found = [solved(rules, turn.after, turn.model, against) for turn in after]
    if against in (-1, seat):
        return max(found, key=lambda value: value[seat])
    return min(found, key=lambda value: value[against])


def by_brute_force(seen: View[Any, Any], model: Any, paranoid: bool = False) -> list[float]:
    """The mean of each action over all worlds."""
    means = []
    for action in seen.actions:
        total = 0.0
        for state in (states := possible(seen)):
            turn = step(seen.game, state, model, Choice(action))
            against = seen.seat if paranoid else -1
            total += solved(seen.game, turn.after, turn.model, against)[seen.seat]
        means.append(total / len(states))
    return means


def codes(seen: View[Any, Any]) -> list[int]:
    return [seen.game.encode(action) for action in seen.actions]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("paranoid", [False, True])
def test_solving_all_worlds_of_threecards_is_brute_force(seed: int, paranoid: bool) -> None:
    for seen, model in positions("threecards", seed):
        rules = compiled(seen.game)
        rows = everything(seen, rules, 6)
        assert rows is not None
        found = values(rules, rows, codes(seen), paranoid=paranoid)
        assert found == pytest.approx(by_brute_force(seen, model, paranoid))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("paranoid", [False, True])
def test_solving_all_worlds_of_two_cards_is_brute_force(seed: int, paranoid: bool) -> None:
    for seen, model in positions("boerenbridge(rounds=2)", seed):
        if seen.state.is_bidding or len(seen.actions) == 1:
            continue
        rules = compiled(seen.game)
        rows = everything(seen, rules, 90)
        assert rows is not None
        found = values(rules, rows, codes(seen), paranoid=paranoid)
        assert found == pytest.approx(by_brute_force(seen, model, paranoid))


def test_the_best_reply_to_the_guide_is_brute_force() -> None:
    for seen, model in positions("boerenbridge(rounds=2)", 3):
        if seen.state.is_bidding or len(seen.actions) == 1:
            continue
        rules, luck = compiled(seen.game), np.zeros(1, np.uint64)
        rows = everything(seen, rules, 90)
        assert rows is not None
        found = replies(rules, rows, codes(seen), luck)
        assert found == pytest.approx([
            np.mean([reply(seen, state, model, action) for state in possible(seen)])
            for action in seen.actions
        ])  # fmt: skip


def reply(seen: View[Any, Any], state: Any, model: Any, action: Any) -> float:
    """The best that the seat can do after this action if all others are full-kripke."""
    turn = step(seen.game, state, model, Choice(action))
    to_move = seen.game.to_move(turn.after)
    if to_move < 0:
        return float(seen.game.scores(turn.after)[seen.seat])
    now = view(seen.game, turn.after, turn.model, to_move)
    if to_move == seen.seat:
        return max(reply(seen, turn.after, turn.model, a) for a in now.actions)
    advised = agent("full-kripke").choose(now, Random(0)).action
    return reply(seen, turn.after, turn.model, advised)


@pytest.mark.parametrize("spec", ["boerenbridge(rounds=2)", "threecards(rounds=2)"])
def test_everything_is_every_world_once(spec: str) -> None:
    for seen, _ in positions(spec, 5):
        rules = compiled(seen.game)
        many = seen.knowledge.count()
        rows = everything(seen, rules, many)
        assert rows is not None
        imagined = {seen.game.decode_state(tuple(row)) for row in rows.tolist()}
        assert imagined == set(possible(seen))
        assert len(rows) == len(imagined) == many
        assert many == 1 or everything(seen, rules, many - 1) is None


def test_drawn_worlds_are_uniform() -> None:
    seen = next(seen for seen, _ in positions("boerenbridge(rounds=2)", 1) if seen.state.trick)
    rows = states(seen, compiled(seen.game), MANY, Random(2))
    counts = np.unique(rows, axis=0, return_counts=True)[1]
    expected = MANY / seen.knowledge.count()
    assert len(counts) == seen.knowledge.count()
    assert ((counts - expected) ** 2 / expected).sum() < len(counts) + 4 * np.sqrt(2 * len(counts))


def test_no_drawn_world_contradicts_a_shown_void() -> None:
    checked = 0
    for seen, _ in positions("boerenbridge(rounds=4)", 2):
        for row in states(seen, compiled(seen.game), 50, Random(1)).tolist():
            state = seen.game.decode_state(tuple(row))
            for voids, hand in zip(state.voids, state.hands, strict=True):
                assert not any(voids >> cards.suit(card) & 1 for card in hand)
                checked += voids > 0
    assert checked > 100


def test_undealt_cards_vary() -> None:
    seen, _ = next(positions("boerenbridge(ranks=6,rounds=3)", 4))
    rows = states(seen, compiled(seen.game), MANY, Random(3))
    stocks = [seen.game.decode_state(tuple(row)).stock for row in rows.tolist()]
    often = np.bincount([card for stock in stocks for card in stock], minlength=52)
    unseen = [card for card in seen.game.pack(0) if card not in seen.state.hands[seen.seat]]
    expected = MANY * 12 / 21
    assert set(np.flatnonzero(often)) == set(unseen)
    assert (abs(often[unseen] - expected) < 5 * np.sqrt(expected)).all()


def test_a_position_may_be_played_on_as_guided() -> None:
    for seen, _ in positions("boerenbridge(rounds=3)", 1):
        rules, luck = compiled(seen.game), np.zeros(1, np.uint64)
        found = played(rules, states(seen, rules, 20, Random(1)), codes(seen), luck)
        assert found.min() >= -6
        assert found.max() <= 16


def test_the_round_as_it_stands_becomes_the_score() -> None:
    rules = game("boerenbridge(rounds=3)")
    tables, worth, points = compiled(rules).tables, np.zeros(4), np.zeros(4)
    for seen, _ in positions(rules.spec, 6):
        row = np.array(rules.encode_state(seen.state), np.int64)
        utility(tables, row, 0, points)
        utility(tables, row, 1, worth)
        assert tuple(points) == seen.game.scores(seen.state)
        for seat, (bid, won) in enumerate(zip(seen.state.bids, seen.state.won, strict=True)):
            left = 3 - sum(seen.state.won)
            if not seen.state.is_bidding and not 0 <= bid - won <= left:
                assert worth[seat] == -2 * max(won - bid, bid - won - left)
            elif not seen.state.is_bidding:
                assert -2 <= worth[seat] <= 10 + 2 * bid


def test_what_is_too_deep_is_refused_before_the_stacks_run_over() -> None:
    """Thirty rounds of three: a choice at every level."""
    seen, _ = next(positions("threecards(rounds=30)", 1))
    rules = compiled(seen.game)
    rows = states(seen, rules, 2, Random(1))
    codes: Any = [seen.game.encode(action) for action in seen.actions]
    told = f"too deep to solve: more than {DEEPEST} choices"
    with pytest.raises(Error, match=told):
        solve(rules.tables, rows[0], rules.players, rules.width)
    with pytest.raises(Error, match=told):
        values(rules, rows, codes)


def test_as_deep_as_the_stacks_are_is_solved() -> None:
    """Two rounds are six choices; with room for so many and one less."""
    seen, _ = next(positions("threecards(rounds=2)", 1))
    rules = compiled(seen.game)
    (row,) = states(seen, rules, 1, Random(1))
    value = np.empty(rules.players)
    found = []
    for levels in (6, 7):
        whole = empty_stacks(len(row), rules.players, rules.width)
        stacks = Stacks(*(part[:levels] for part in whole))
        memo = empty_memo(rules.players, ROOM)
        nobody, everyone = np.int64(MAX_N), np.int64(EVERYONE)
        first, _ = explore(rules.tables, row, nobody, everyone, value, stacks, memo, no_luck())
        found.append(first)
    best, action = solve(rules.tables, row, rules.players, rules.width)
    assert found == [TOO_DEEP, action]
    assert (best == value).all()
