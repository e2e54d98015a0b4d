"""Deals of which cards are shown and hands spoken of, against a slow twin that lists all worlds."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import factorial
from random import Random

import numpy as np
import pytest

import whoknows as wk
from whoknows.core.error import Error
from whoknows.deals.hands.hand_counts import HandCounts, Hands, possible_hands
from whoknows.deals.hands.hand_space import HandSpace
from whoknows.deals.hands.lattice import Lattice

SEATS = ("Ann", "Ben", "Cas")


def dealt(engine, suspects="abc", weapons="uvw", hands=(2, 1, 1)):
    return wk.deal(
        {**dict(zip(SEATS, hands, strict=True)), "envelope": 2},
        cards=[*suspects, *weapons],
        seats=SEATS,
        contains={"envelope": [(suspects, 1), (weapons, 1)]},
        engine=engine,
    )


def anything(rng, world):
    """Something true that may happen: said of one hand or of several, or shown; and the world."""
    cards = [card for pile in world.values() for card in pile if len(pile) > 0]
    kind, seat = rng.randrange(5), rng.choice(SEATS)
    some = rng.sample(cards, 2)
    if kind == 0:
        held = [card for card in some if card in world[seat]]
        told = [f"{'' if held else '~'}has({seat},{card})" for card in some]
        return ("announce", (" | " if held else " & ").join(told)), None
    if kind == 1:
        here = all(card in world["envelope"] for card in some)
        told = " & ".join(f"in(envelope,{card})" for card in some)
        return ("announce", told if here else f"~({told})"), None
    if kind == 2:
        other = rng.choice(SEATS)
        told = f"has({seat},{some[0]}) | has({other},{some[1]})"
        true = some[0] in world[seat] or some[1] in world[other]
        return ("announce", told if true else f"~({told})"), None
    if kind == 3 and rng.random() < 0.2:
        return ("look", seat, rng.choice(SEATS)), None
    to = rng.choice([other for other in SEATS if other != seat])
    among = rng.sample(cards, 3)
    held = [card for card in among if card in world[seat]]
    return (("show", seat, to, among), rng.choice(held)) if held else anything(rng, world)


def histories(seed):
    """A random deal with what happened, on both engines, and the true world."""
    rng = Random(seed)
    slow, quick = dealt("bitset"), dealt("factual")
    world = dict(slow.sample(rng))
    full = dict(world)
    for _ in range(rng.randrange(1, 9)):
        (verb, *told), shown = anything(rng, world)
        slow, quick = getattr(slow, verb)(*told), getattr(quick, verb)(*told)
        if shown:
            full[f"shown{sum(str(key).startswith('shown') for key in full) + 1}"] = shown
    return slow, quick, full


FACTS = [f"has({seat},{card})" for seat in SEATS for card in "abcuvw"]
FACTS += [f"in(envelope,{card})" for card in "abcuvw"]


@pytest.mark.parametrize("seed", range(60))
def test_both_engines_agree(seed):
    slow, quick, world = histories(seed)
    assert quick.count() == slow.count()
    assert quick.outsider().ownership() == slow.outsider().ownership()
    rng = Random(seed)
    some = rng.sample(FACTS, 4)
    tied = [f"{some[0]} & {some[1]}", f"{some[2]} | ~{some[3]}", f"{some[0]} <-> {some[2]}"]
    for seat in SEATS:
        mine, theirs = quick.seat(seat, at=world), slow.seat(seat, at=world)
        for formula in (*tied, *some):  # first without, then with what is counted once
            assert mine.knows(formula) == theirs.knows(formula)
        assert mine.count() == theirs.count()
        assert mine.ownership() == theirs.ownership()
        for formula in (*tied, *FACTS):
            assert mine.odds(formula) == theirs.odds(formula)
            assert mine.knows(formula) == theirs.knows(formula)
            assert mine.answer(formula) == theirs.answer(formula)
            rest = mine.worlds - (mine.worlds & quick.where(formula))
            assert rest.count() == (theirs.worlds - slow.where(formula)).count()
            asked = f"K[{seat}] ({formula})"
            assert quick.holds(asked, at=world) == slow.holds(asked, at=world)
        assert told(mine.worlds) == told(theirs.worlds)


def told(worlds):
    return sorted(repr(sorted((str(k), v) for k, v in world.items())) for world in worlds)


@pytest.mark.parametrize("seed", range(10))
def test_samples_are_uniform_over_deals_and_then_over_what_was_shown(seed):
    slow, quick, world = histories(seed)
    mine = quick.seat("Ann", at=world)
    worlds = list(slow.seat("Ann", at=world).worlds)
    deals = Counter(repr([world[key] for key in (*SEATS, "envelope")]) for world in worlds)
    odds = {
        repr(dict(w)): Fraction(1, len(deals) * deals[repr([w[k] for k in (*SEATS, "envelope")])])
        for w in worlds
    }
    rng, many = Random(seed), 4000
    drawn = Counter(repr(dict(mine.sample(rng))) for _ in range(many // 2))
    drawn += Counter(repr(dict(world)) for world in mine.samples(rng, many // 2))
    assert drawn.keys() <= odds.keys()
    for key, share in odds.items():
        spread = 5 * (many * float(share)) ** 0.5
        assert abs(drawn[key] - many * float(share)) <= spread


@pytest.mark.parametrize("at_once", [False, True])
def test_of_several_cards_that_may_have_been_shown_each_is_drawn_as_often(at_once):
    model = wk.deal({0: 2, 1: 1, 2: 1}, cards="abcd", engine="factual").show(0, 1, "ab")
    mine = model.seat(2, at={0: ["a", "b"], 1: ["c"], 2: ["d"], "shown1": "a"})
    rng, many = Random(3), 900
    drawn = mine.samples(rng, many) if at_once else (mine.sample(rng) for _ in range(many))
    both = Counter(str(world["shown1"]) for world in drawn if world[0] == ["a", "b"])
    assert sum(both.values()) == pytest.approx(many / 3, abs=75)
    assert both["a"] == pytest.approx(many / 6, abs=60)


@pytest.mark.parametrize("seed", range(30))
def test_reasons_are_those_of_the_slow_twin(seed):
    slow, quick, world = histories(seed)
    mine, theirs = quick.seat("Ann", at=world), slow.seat("Ann", at=world)
    for formula in FACTS[::3]:
        why, wanted = mine.why(formula), theirs.why(formula)
        assert why.holds == wanted.holds
        if why.holds and why.smallest and wanted.smallest:
            assert len(why.because) == len(wanted.because)


@pytest.mark.parametrize("seed", range(25))
def test_a_seat_is_sure_of_what_others_know_as_on_the_slow_twin(seed):
    slow, quick, world = histories(seed)
    rng = Random(seed)
    for seat, other in permutations(SEATS, 2):
        mine, theirs = quick.seat(seat, at=world), slow.seat(seat, at=world)
        for fact in rng.sample(FACTS, 5):
            for asked in (f"K[{other}] {fact}", f"K[{other}] ~{fact}", f"Kw[{other}] {fact}"):
                assert mine.knows(asked) == theirs.knows(asked)
                assert mine.possible(f"~{asked}") == theirs.possible(f"~{asked}")
                if theirs.knows(asked):
                    assert str(mine.answer(asked)) == "known true"


def test_what_one_has_shown_the_other_surely_knows():
    shown = dealt("factual").show("Ann", "Ben", "abu")
    mine = shown.seat("Ann", sees={"Ann": ["a", "u"], "shown1": "u"})
    assert mine.knows("K[Ben] has(Ann,u)")
    assert not mine.knows("K[Ben] has(Ann,a)")
    assert not mine.knows("K[Cas] has(Ann,u)")
    with pytest.raises(Error, match="nested questions are not answered"):
        mine.answer("K[Ben] has(Ann,a)")  # in how many worlds he does


def test_what_one_knows_of_what_another_knows_is_refused():
    shown = dealt("factual").show("Ann", "Ben", "abu")
    assert isinstance(shown.space, HandSpace)
    with pytest.raises(Error, match="nested questions are not answered"):
        shown.valid("K[Ann] K[Ben] has(Cas,a)")
    with pytest.raises(Error, match="cannot be announced"):
        shown.announce("K[Ann] has(Cas,a)")


def test_what_nobody_can_have_shown_is_refused():
    model = dealt("factual").announce("~has(Cas,a) & ~has(Cas,b)")
    with pytest.raises(Error, match="false in every world: Cas shows Ann one of a, b"):
        model.show("Cas", "Ann", "ab")


def test_a_world_tells_what_was_shown():
    shown = dealt("factual").show("Ann", "Ben", "abu")
    deal = {"Ann": ["a", "b"], "Ben": ["c"], "Cas": ["v"], "envelope": ["u", "w"]}
    with pytest.raises(Error):
        shown.seat("Ben", at=deal | {"envelope": ["c", "w"], "Ben": ["u"]})
    deal = {"Ann": ["a", "b"], "Ben": ["u"], "Cas": ["v"], "envelope": ["c", "w"]}
    assert shown.seat("Ben", at=deal | {"shown1": "a"}).knows("has(Ann,a)")
    assert not shown.seat("Ben", at=deal | {"shown1": "a"}).knows("has(Ann,b)")
    assert shown.seat("Ann", at=deal | {"shown1": "a"}).count() == 2 * 3


def test_hands_of_the_classic_game_are_counted_as_in_the_books():
    """18 unknown cards, five hands of three and an envelope with one of each kind."""
    lattice = Lattice((1,) * 18)
    hands = possible_hands(lattice, [(range(18), 3)])
    envelope = possible_hands(lattice, [(range(5), 1), (range(5, 10), 1), (range(10, 18), 1)])
    ones = [np.ones(len(sets), np.int64) for sets in (hands, envelope)]
    places = (*[Hands(hands, ones[0])] * 5, Hands(envelope, ones[1]))
    counts = HandCounts(tuple((card,) for card in range(18)), places)
    assert counts.total == 5 * 5 * 8 * factorial(15) // 6**5
    assert counts.lying(5, 0) * 5 == counts.total
    alike = HandCounts(
        (tuple(range(5)), tuple(range(5, 10)), tuple(range(10, 18))), _by_kind((5, 5, 8), 5)
    )
    assert alike.total == counts.total
    assert alike.lying(0, 2) == counts.lying(0, 17)


def _by_kind(sizes, many):
    lattice = Lattice(sizes)
    hands = possible_hands(lattice, [(range(3), 3)])
    envelope = possible_hands(lattice, [((0,), 1), ((1,), 1), ((2,), 1)])
    place = Hands(hands, np.ones(len(hands), np.int64))
    return (*[place] * many, Hands(envelope, np.ones(1, np.int64)))


def test_what_is_larger_than_a_machine_word_is_counted_exactly():
    """Two places of two cards each out of four, with weights far beyond."""
    lattice = Lattice((1,) * 4)
    sets = possible_hands(lattice, [(range(4), 2)])
    heavy = np.full(len(sets), 10**17, np.int64)
    counts = HandCounts(tuple((card,) for card in range(4)), (Hands(sets, heavy),) * 2)
    assert counts.total == 6 * 10**34


def test_one_may_be_asked_for_the_same_cards_a_hundred_times():
    """Then a deal is as many worlds as there were ways to show them."""
    places = {"Ann": 3, "Ben": 2, "Cas": 1}
    quick = wk.deal(places, cards="abcdef", seats=SEATS, engine="factual")
    for _ in range(100):
        quick = quick.show("Ann", "Ben", "abc")
    hands = [set(hand) for hand in combinations("abcdef", 3)]
    assert quick.count() == sum(3 * len(hand & set("abc")) ** 100 for hand in hands)
    assert quick.outsider().odds("has(Ann,a)") == Fraction(10, 19)


def test_a_lattice_parts_what_it_gathered():
    rng = np.random.default_rng(1)
    lattice = Lattice((2, 1, 3, 1))
    values = rng.integers(0, 100, lattice.many)
    gathered = lattice.gathered(values.copy())
    sets = list(product(*(range(size + 1) for size in reversed(lattice.sizes))))
    whole = tuple(reversed(lattice.sizes))
    assert gathered[-1] == sum(
        int(value) * _ways(whole, some) for value, some in zip(values, sets, strict=True)
    )
    assert (lattice.parted(gathered) == values).all()


@pytest.mark.parametrize("share", [1, 8, 1000], ids=["most near", "some near", "none near"])
def test_a_lattice_of_few_sets_is_gathered_and_summed_as_one_of_all(share, monkeypatch):
    monkeypatch.setattr("whoknows.deals.hands.lattice.SHARE", share)
    rng = np.random.default_rng(2)
    for sizes in ((1,) * 8, (2, 1, 3, 1, 1, 2), (1,), ()):
        lattice = Lattice(sizes)
        sets = rng.permutation(lattice.many)[:9]
        weights, values = rng.integers(1, 9, len(sets)), np.zeros(lattice.many, np.int64)
        values[sets] = weights
        few = lattice.gathered_from(sets, weights, np.int64)
        assert few.tolist() == lattice.gathered(values).tolist()
        values = rng.integers(-99, 99, lattice.many)
        above = lattice.above(values.copy())[sets]
        assert lattice.above_at(values, sets).tolist() == above.tolist()
        assert not lattice.gathered_from(sets[:0], weights[:0], np.int64).any()
        assert lattice.above_at(values, sets[:0]).tolist() == []


def _ways(whole, some):
    many = 1
    for size, part in zip(whole, some, strict=True):
        many *= len(list(combinations(range(size), part)))
    return many
