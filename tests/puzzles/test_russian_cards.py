"""Russian cards: all of Alice's announcements of hands that pairwise share one card at most."""

from collections import Counter
from functools import lru_cache
from itertools import combinations

import pytest

import whoknows as wk
from whoknows.logic.formula import Atom, Not, all_of, any_of
from whoknows.logic.modal_operators import Knows, KnowsValue

CARDS = range(7)
HANDS = list(combinations(CARDS, 3))
DEAL = {"Alice": [0, 1, 2], "Bob": [3, 4, 5], "Cath": [6]}
FIVE = ((0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (2, 4, 6))

BOB_KNOWS = KnowsValue("Bob", "world")
CATH_IS_IGNORANT = all_of(
    *(Atom("has", ("Cath", card)) | Not(KnowsValue("Cath", card)) for card in CARDS)
)


def has(seat, hand):
    return all_of(*(Atom("has", (seat, card)) for card in hand))


def says_one_of(hands):
    """Alice says that her hand is one of these."""
    return Knows("Alice", any_of(*(has("Alice", hand) for hand in hands)))


@lru_cache
def dealt():
    return wk.deal({"Alice": 3, "Bob": 3, "Cath": 1}, cards=CARDS)


def lists(least=5, most=7):
    """Lists of so many hands of which any two share one card at most."""

    def grown(chosen, start):
        if len(chosen) >= least:
            yield chosen
        if len(chosen) < most:
            for number in range(start, len(HANDS)):
                hand = HANDS[number]
                if all(len({*hand} & {*other}) <= 1 for other in chosen):
                    yield from grown((*chosen, hand), number + 1)

    return grown((), 0)


def solves(hands):
    """Whether Bob learns the deal and Cath nothing, and all may know it."""
    if tuple(DEAL["Alice"]) not in hands:
        return False  # Alice would not tell the truth
    model = dealt().announce(says_one_of(hands))
    return model.holds(f"C[Alice,Bob] ({BOB_KNOWS})", at=DEAL) and model.holds(
        f"C[Alice,Bob,Cath] ({CATH_IS_IGNORANT})", at=DEAL
    )


def test_the_deal_and_what_each_can_tell_apart():
    model = dealt()
    assert model.count() == 140
    assert [len(list(model.cells(seat))) for seat in DEAL] == [35, 35, 7]
    assert [model.pairs(seat) for seat in DEAL] == [35 * 4**2, 35 * 4**2, 7 * 20**2]


def test_there_are_102_solutions_among_1290_lists():
    found = list(lists())
    assert len(found) == 1290
    assert Counter(len(hands) for hands in found if solves(hands)) == {5: 60, 6: 36, 7: 6}


def test_the_published_announcement_is_one_of_them():
    assert FIVE in set(lists())
    assert solves(FIVE)


def test_in_a_solution_alice_and_bob_can_then_tell_each_other_everything():
    for hands in list(lists())[::100]:
        if solves(hands):
            model = dealt().announce(says_one_of(hands)).says("Bob", "has(Cath,6)")
            assert model.valid("C[Alice,Bob] (Kv[Alice] world & Kv[Bob] world)")
            assert model.valid(f"C[Alice,Bob,Cath] ({CATH_IS_IGNORANT})")


@pytest.mark.parametrize("engine", ["bitset", "diagram"])
def test_the_published_dialogue(engine):
    model = wk.deal({"Alice": 3, "Bob": 3, "Cath": 1}, cards=CARDS, engine=engine)
    told = model.announce(says_one_of(FIVE))
    assert told.count() == 20
    assert told.valid(BOB_KNOWS)
    answered = told.says("Bob", "has(Cath,6)")
    assert answered.count() == 3
    assert answered.valid(CATH_IS_IGNORANT)


def test_to_say_is_to_let_know_that_one_knows():
    """ "I have 012 or Bob has 012" is harmless as a fact, and fatal as what Alice knows."""
    either = has("Alice", (0, 1, 2)) | has("Bob", (0, 1, 2))
    fact, said = dealt().announce(either), dealt().says("Alice", either)
    assert (fact.count(), said.count()) == (8, 4)
    assert fact.holds(CATH_IS_IGNORANT, at=DEAL)
    assert not said.holds(CATH_IS_IGNORANT, at=DEAL)
