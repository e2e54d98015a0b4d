"""States that a search imagines: drawn from knowledge, possible, uniform, and whole."""

import subprocess
import sys
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from whoknows.core.agent import Choice
from whoknows.core.law_positions import seat_positions
from whoknows.core.match import step, view
from whoknows.core.registry import agent, game
from whoknows.games.tickets.rows import layout
from whoknows.search.compiled_rules import compiled
from whoknows.search.determinization import states


def drawn(rules: Any, here: Any, many: int, seed: int = 1) -> list[Any]:
    """The deals of so many states imagined in a view."""
    rows = states(here, compiled(rules), many, Random(seed))
    tail = rules.encode_state(here.state)[rows.shape[1] :]
    return [rules.world(rules.decode_state((*row.tolist(), *tail))) for row in rows]


def after(rules: Any, moves: int, seed: int) -> tuple[Any, Any]:
    """State and model after so many random moves of seats."""
    rng = Random(seed)
    state, model, made = rules.start(), None, 0
    while made < moves or rules.to_move(state) < 0:
        by = rules.to_move(state)
        options = [rules.chance(state).sample(rng)] if by < 0 else rules.actions(state)
        turn = step(rules, state, model, Choice(rng.choice(options)))
        state, model, made = turn.after, turn.model, made + (by >= 0)
    return state, model


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("spec", ["boerenbridge(rounds=2)", "boerenbridge(rounds=2,ranks=4)"])
def test_imagined_deals_are_all_that_is_possible_and_equally_frequent(spec, seed) -> None:
    """The second game has a stock: the cards that nobody holds vary as well."""
    rules = game(spec)
    state, model = after(rules, 6, seed)
    here = view(rules, state, model, rules.to_move(state))
    count: Any = here.knowledge.count()
    rows = states(here, compiled(rules), 40 * count, Random(1))
    found = Counter(row.tobytes() for row in rows)
    assert len(found) == count
    # Chi-square with count - 1 degrees of freedom: five standard deviations.
    distance = sum((n - 40) ** 2 / 40 for n in found.values())
    assert abs(distance - (count - 1)) < 5 * (2 * count) ** 0.5 + 1
    if "ranks" in spec:
        assert len({str(deal["stock"]) for deal in drawn(rules, here, 100)}) > 20


def test_no_imagined_deal_contradicts_a_shown_void() -> None:
    rules, shown = game("boerenbridge(rounds=4)"), 0
    for seed in range(20):
        state, model = after(rules, 10, seed)
        here = view(rules, state, model, rules.to_move(state))
        for row in states(here, compiled(rules), 50, Random(seed)):
            imagined = rules.decode_state(tuple(row.tolist()))
            assert imagined.hands[here.seat] == state.hands[here.seat]
            for hand, voids in zip(imagined.hands, state.voids, strict=True):
                shown += voids > 0
                assert not any(voids >> card // 13 & 1 for card in hand)
    assert shown > 100


def test_no_imagined_deal_contradicts_a_known_ticket() -> None:
    """In the knowledge game what is known of others' tickets holds in every state imagined."""
    rules: Any = game("tickets")
    known, where = 0, layout(rules.map, rules.players).where
    for at in list(seat_positions(rules))[10::6]:
        here = view(rules, at.state, at.model, at.by)
        rows = states(here, compiled(rules), 30, Random(1))
        for seat in set(range(3)) - {at.by}:
            for ticket in [name for names in at.world.values() for name in names]:
                if here.knowledge.knows(f'has({seat},"{ticket}")'):
                    known += 1
                    places = rows[:, where + rules.map.ticket(ticket).number] >> 6
                    assert set((places >> 3 & 7).tolist()) == {seat}
    assert known > 10


@pytest.mark.parametrize("spec", ["tickets(board=usa)", "tickets(board=europe,seats=5)"])
def test_states_imagined_on_full_boards_look_like_the_true_one(spec: str) -> None:
    rules = game(spec)
    for at in list(seat_positions(rules))[5::40]:
        here = view(rules, at.state, at.model, at.by)
        rows = states(here, compiled(rules), 5, Random(1))
        true = np.array(rules.encode_state(at.state))[: rows.shape[1]]
        tail = rules.encode_state(at.state)[rows.shape[1] :]
        for row in rows:
            imagined = rules.decode_state((*row.tolist(), *tail))
            assert imagined.hands[at.by] == at.state.hands[at.by]
            assert list(map(sum, imagined.hands)) == list(map(sum, at.state.hands))
            cards = np.add.reduce([*imagined.hands, imagined.pile])
            assert cards.tolist() == np.add.reduce([*at.state.hands, at.state.pile]).tolist()
        assert any((row != true).any() for row in rows)


def test_deals_too_large_to_list_are_imagined_too() -> None:
    rules = game("boerenbridge(players=5,deck=52,rounds=10)")
    state, model = after(rules, 6, 1)
    here = view(rules, state, model, 1)
    for deal in drawn(rules, here, 50):
        sizes = [len(cards) for cards in deal.values()]
        assert sizes == [10, 10, 10, 10, 10, 2]
    assert agent("ismcts(iterations=200)").choose(here, Random(1)).action in here.actions


def test_who_cheats_gets_the_true_state() -> None:
    rules = game("boerenbridge(rounds=3)")
    state, model = after(rules, 5, 1)
    here = view(rules, state, model, rules.to_move(state), cheats=True)
    assert all(deal == rules.world(state) for deal in drawn(rules, here, 3))


SOLVED = """
from random import Random
import numpy as np
from whoknows.core.registry import game
from whoknows.games.boerenbridge.kernels import compiled
from whoknows.search.solver import solve

rules = game("boerenbridge(rounds=2)")
state = rules.apply(rules.start(), rules.chance(rules.start()).sample(Random(1)))
while state.is_bidding:
    state = rules.apply(state, rules.actions(state)[0])
found = solve(compiled(rules).tables, np.array(rules.encode_state(state)), 4, 14)
"""
TOLD = "from whoknows.core.compiling import progress; print(progress.parts, repr(found))"


def test_a_second_process_uses_what_the_first_has_compiled() -> None:
    here: dict[str, Any] = {}
    exec(SOLVED, here)
    second = subprocess.run([sys.executable, "-c", SOLVED + TOLD], capture_output=True, text=True)
    assert second.stdout.rstrip() == f"0 {here['found']!r}", second.stderr
