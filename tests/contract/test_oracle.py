"""What a move says equals the other reading: where would it have been legal and looked the same?

Three cards is small enough to ask this of every deal after every history, for an outsider and for
each seat. (Here nothing is hidden but the deal. Where more is hidden, this reading asks for more
than the deal, and the two are compared for the public part alone.)
"""

from collections import defaultdict

import pytest

from whoknows.core.agent import Choice
from whoknows.core.game import CHANCE, END
from whoknows.core.legal_actions import legal
from whoknows.core.match import step
from whoknows.core.registry import game

OUTSIDER = None


def histories(rules, state, model, seen=((),) * 4):
    """Every position of the whole tree: state, model, and what an outsider and each seat saw."""
    yield state, model, seen
    by = rules.to_move(state)
    if by == END:
        return
    chance = by == CHANCE
    for action in rules.chance(state).outcomes() if chance else legal(rules, state, model):
        turn = step(rules, state, model, Choice(action))
        looks = (rules.shown(state, action, to=OUTSIDER), *turn.shown)
        longer = tuple((*old, look) for old, look in zip(seen, looks, strict=True))
        yield from histories(rules, turn.after, turn.model, longer)


@pytest.fixture(scope="module")
def tree():
    rules = game("threecards")
    dealt = [at for at in histories(rules, rules.start(), None) if at[1] is not None]
    return rules, dealt


def test_an_outsider_rules_out_the_deals_that_would_have_looked_different(tree):
    _, dealt = tree
    looks_like = defaultdict(set)
    for state, _, seen in dealt:
        looks_like[seen[0]].add(state.hands)
    for _, model, seen in dealt:
        assert model.count() == len(looks_like[seen[0]])


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_considers_possible_just_the_deals_that_would_have_looked_the_same(tree, seat):
    rules, dealt = tree
    looks_like = defaultdict(set)
    for state, _, seen in dealt:
        looks_like[seen[seat + 1]].add(state.hands)
    for state, model, seen in dealt:
        knowledge = model.seat(seat, at=rules.world(state))
        deals = looks_like[seen[seat + 1]]
        assert knowledge.count() == len(deals)
        for other in range(3):
            for card, letter in enumerate("abc"):
                certain = all(hands[other] == card for hands in deals)
                assert knowledge.knows(f"has({other},{letter})") == certain


def test_views_are_the_same_exactly_where_histories_look_the_same(tree):
    rules, dealt = tree
    views = defaultdict(set)
    for state, _, seen in dealt:
        for seat in range(3):
            views[seat, seen[seat + 1]].add(rules.veil(state, seat))
    assert all(len(same) == 1 for same in views.values())
