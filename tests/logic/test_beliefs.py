"""Beliefs are Bayes' rule over what is known: compared with the sum over all worlds, one by one."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import inf, log2, prod
from random import Random
from typing import Any

import numpy as np
import pytest

import whoknows as wk
from whoknows.core.error import Error
from whoknows.deals.updates import Show
from whoknows.logic import cases, weighed_diagram
from whoknows.logic.evidence import Act, Evidence
from whoknows.logic.resampling import effective, resampled

ENGINES = ["bitset", "diagram"]
VALUES = dict(zip("abcdefgh", range(8), strict=True))
FORMULAS = [
    "has(1,c)",
    "has(1,c) & ~has(2,d) | has(1,e)",
    "K[1] has(2,a)",
    "M[2] (has(1,f) & has(0,a))",
    "Kw[2] has(1,f)",
    "has(0,a)",
    "has(0,b)",
]


def dealt(engine: str) -> Any:
    model = wk.deal({0: 2, 1: 2, 2: 2}, cards="abcdef", engine=engine)
    return model.announce("has(1,c) | has(2,c) | has(1,d)")


def mine(engine: str) -> Any:
    """What seat 0 knows, who has a and b."""
    return dealt(engine).seat(0, sees={0: ["a", "b"]})


def bids(seat: int, high: bool, *, of: int | None = None) -> Act:
    """A seat that says its hand is high mostly does so if it is."""

    def chance(world: Any) -> Fraction:
        rightly = (sum(VALUES[card] for card in world[seat]) > 6) == high
        return Fraction(9, 10) if rightly else Fraction(1, 10)

    return Act(f"{seat} says {'high' if high else 'low'}", chance, of=of, by=seat, style="honest")


def by_hand(seat: int, high: bool) -> Act:
    """The same, asked of each hand once."""
    return bids(seat, high, of=seat)


EVIDENCE = [
    Evidence(),
    Evidence((bids(1, True),)),
    Evidence((by_hand(1, True), by_hand(2, False))),
    Evidence((by_hand(1, False), bids(2, False), by_hand(1, False))),
]


@pytest.fixture
def no_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """All deals are too many to list."""
    monkeypatch.setattr(cases, "MOST_LISTED", 0)
    monkeypatch.setattr(weighed_diagram, "MOST_HANDS", 0)


def one_by_one(knowledge: Any, evidence: Evidence, formula: str) -> Fraction:
    """Bayes' rule, a world at a time."""
    total, held, inside = Fraction(0), Fraction(0), knowledge.model.where(formula)
    for world in knowledge.worlds:
        weight = prod((told(act, world) for act in evidence), start=Fraction(1))
        total += weight
        held += weight * (world in inside)
    return held / total


def told(act: Act, world: Any) -> Fraction:
    return Fraction(act.chance(world))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("evidence", EVIDENCE)
def test_odds_are_the_sum_over_all_worlds(engine: str, evidence: Evidence) -> None:
    knowledge = mine(engine)
    belief = knowledge.given(evidence)
    assert belief.is_exact
    for formula in FORMULAS:
        assert belief.odds(formula) == one_by_one(knowledge, evidence, formula)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_table_of_odds_is_what_each_card_is_asked_for(engine: str) -> None:
    belief = mine(engine).given(EVIDENCE[2])
    for card, owners in belief.ownership().items():
        for owner, odds in owners.items():
            assert odds == belief.odds(f"has({owner},{card})")


# Laws


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("evidence", EVIDENCE)
def test_what_is_known_is_believed(engine: str, evidence: Evidence) -> None:
    knowledge = mine(engine)
    known = [formula for formula in FORMULAS if knowledge.knows(formula)]
    assert known
    for formula in known:
        assert knowledge.given(evidence).odds(formula) == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_who_plays_anything_tells_nothing(engine: str) -> None:
    knowledge = mine(engine)
    anything = Evidence((Act("1 does this", lambda world: Fraction(1, 3), of=1, by=1),))
    belief = knowledge.given(anything)
    assert belief.ownership() == knowledge.ownership()
    assert [belief.odds(f) for f in FORMULAS] == [knowledge.odds(f) for f in FORMULAS]
    assert belief.count() == pytest.approx(knowledge.count())
    assert belief.surprise[0].bits == pytest.approx(log2(3))


@pytest.mark.parametrize("engine", ENGINES)
def test_the_mean_of_all_beliefs_is_what_was_thought_before(engine: str) -> None:
    """Whatever it is that will be done, on average it moves nothing."""
    knowledge, before = mine(engine), (by_hand(2, True),)
    prior = knowledge.given(Evidence(before))
    for formula in FORMULAS:
        mean = Fraction(0)
        for high in (True, False):
            act = bids(1, high)
            after, likely = knowledge.given(Evidence((*before, act))), prior.weighed.chance(act)
            assert after.surprise[-1].bits == pytest.approx(-log2(likely))
            mean += likely * after.odds(formula)
        assert mean == prior.odds(formula)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_order_of_acts_does_not_matter(engine: str) -> None:
    knowledge = mine(engine)
    acts = (by_hand(1, True), bids(2, False), by_hand(2, True))
    found = {
        tuple(knowledge.given(Evidence(order)).odds(formula) for formula in FORMULAS)
        for order in permutations(acts)
    }
    assert len(found) == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_deals_that_a_seat_cannot_tell_apart_give_it_the_same_belief(engine: str) -> None:
    model = dealt(engine)
    told = set()
    for world in model.cell(0, at={0: "ab", 1: "cd", 2: "ef"}):
        belief = model.seat(0, at=world).given(EVIDENCE[3])
        drawn = [str(belief.sample(Random(3))), *map(str, belief.samples(Random(4), 5))]
        odds = [belief.odds(formula) for formula in FORMULAS]
        told.add((repr(belief), *odds, *drawn, str(belief.why("has(1,c)")), belief.count()))
    assert len(told) == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_what_one_does_oneself_tells_one_nothing(engine: str) -> None:
    belief = mine(engine).given(Evidence((bids(0, True), by_hand(1, True))))
    assert [act.by for act in belief.others] == [1]
    assert belief.odds("has(1,c)") == mine(engine).given(EVIDENCE[1]).odds("has(1,c)")


@pytest.mark.usefixtures("no_lists")
def test_so_do_deals_that_are_drawn() -> None:
    model = dealt("bitset")
    cell = model.cell(0, at={0: "ab", 1: "cd", 2: "ef"})
    told = [model.seat(0, at=world).given(EVIDENCE[3], draws=99).ownership() for world in cell]
    assert all(one == told[0] for one in told)


def test_what_was_known_is_as_it_was() -> None:
    knowledge = mine("bitset")
    before = knowledge.ownership(), knowledge.count()
    knowledge.given(EVIDENCE[3]).ownership()
    assert (knowledge.ownership(), knowledge.count()) == before


# Styles that do not fit


def test_what_a_style_never_does_is_named_and_from_there_it_plays_anything() -> None:
    wrong = Act("1 sings", lambda world: 0, by=1, style="the silent")
    after = Act(
        "1 hums", lambda world: Fraction(1 + ("c" in world[1]), 5), by=1, style="the silent"
    )
    belief = mine("bitset").given(Evidence((by_hand(2, True), wrong, after)))
    assert belief.unexplained == (wrong,)
    assert [one.bits for one in belief.surprise[1:]] == [inf, 0]
    assert belief.odds("has(1,c)") == mine("bitset").given(Evidence((by_hand(2, True),))).odds(
        "has(1,c)"
    )
    told = "the silent never does this: 1 sings; from there it counts as playing anything"
    assert told in str(belief.why("has(1,c)"))


@pytest.mark.parametrize("wrong", [2, -0.1, float("nan"), float("inf"), "often", None, True])
def test_a_chance_that_is_none_is_refused_with_the_act(wrong: Any) -> None:
    with pytest.raises(Error, match=r"^the chance of '1 sings' ") as caught:
        mine("bitset").given(Evidence((Act("1 sings", lambda world: wrong),))).odds("has(1,c)")
    assert "\n" not in str(caught.value)


# Draws


def test_samples_come_in_proportion() -> None:
    belief = mine("bitset").given(EVIDENCE[2])
    drawn = Counter(str(belief.sample(Random(seed))) for seed in range(3_000))
    for world in belief.knowledge.worlds:
        hands = " & ".join(f"has({s},{c})" for s in (1, 2) for c in world[s])
        due = 3_000 * float(belief.odds(hands))
        assert abs(drawn[str(world)] - due) < 5 * due**0.5 + 5


def test_systematic_draws_differ_from_their_due_by_less_than_one() -> None:
    rng, weights = Random(1), np.array([0.0, 1.5, 0.0, 3.25, 0.1, 0.0])
    for many in (1, 2, 7, 100, 1_000):
        found = np.bincount(resampled(weights, many, rng), minlength=6)
        due = many * weights / weights.sum()
        assert found.sum() == many
        assert (abs(found - due) < 1).all()
        assert not found[due == 0].any()


def test_on_average_systematic_draws_are_just_their_due() -> None:
    weights = np.array([1.0, 2.0, 4.0])
    found = sum(np.bincount(resampled(weights, 4, Random(n)), minlength=3) for n in range(4_000))
    assert found / 16_000 == pytest.approx(weights / 7, abs=0.01)


def test_the_effective_number_is_all_if_they_weigh_the_same_and_one_if_one_weighs_all() -> None:
    assert effective(np.full(50, 0.3)) == pytest.approx(50)
    assert effective(np.array([0.0, 0.0, 2.0])) == 1


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.usefixtures("no_lists")
def test_drawn_deals_tell_nearly_the_same(engine: str) -> None:
    knowledge, evidence = mine(engine), EVIDENCE[2]
    belief = knowledge.given(evidence, draws=4_000)
    assert not belief.is_exact
    assert "effective of 4,000 draws" in repr(belief)
    for formula in FORMULAS:
        exact = float(one_by_one(knowledge, evidence, formula))
        spread = 5 * (exact * (1 - exact) / belief.count()) ** 0.5
        assert abs(belief.odds(formula) - exact) <= spread
    known = [formula for formula in FORMULAS if knowledge.knows(formula)]
    assert [belief.odds(formula) for formula in known] == [1] * len(known)


@pytest.mark.usefixtures("no_lists")
def test_too_few_draws_that_carry_the_weight_are_refused() -> None:
    rare = Act("1 bids 7", lambda world: 1 if world[1] == ["c", "d"] else Fraction(1, 10**6), of=1)
    with pytest.raises(
        Error, match=r"only \d\.\d of 20 deals drawn carry .*: 1 bids 7\); draw more"
    ):
        mine("bitset").given(Evidence((rare,)), draws=20)
    assert mine("bitset").given(Evidence((rare,)), draws=400).odds("has(1,d)") > 0.99


def test_deals_too_many_to_list_are_drawn() -> None:
    pack = [f"{suit}{rank}" for suit in "CDHS" for rank in range(13)]
    model = wk.deal(dict.fromkeys(range(4), 13), cards=pack)
    knowledge = model.seat(0, sees={0: pack[::4]})
    strong = Act("1 is strong", lambda world: 0.9 if "H12" in world[1] else 0.1, of=1, by=1)
    belief = knowledge.given(Evidence((strong,)))
    assert belief.odds("has(1,H12)") == pytest.approx(9 / 11, abs=0.04)
    assert belief.odds("has(0,C0)") == 1
    assert 500 < belief.count() < 2_000
    assert belief.why("has(1,H12)").known == Fraction(1, 3)  # which needs no draws


def test_deals_of_which_only_facts_are_kept_are_drawn_too() -> None:
    pack = [f"c{number}" for number in range(48)]
    model = wk.deal(dict.fromkeys(range(6), 8), cards=pack)
    knowledge = model.seat(0, sees={0: pack[:8]})
    strong = Act("1 is strong", lambda world: 0.9 if "c47" in world[1] else 0.1, of=1, by=1)
    belief = knowledge.given(Evidence((strong,)))
    assert belief.odds("has(1,c47)") == pytest.approx(9 / 13, abs=0.05)
    assert (belief.odds("has(0,c0)"), belief.odds("has(1,c0)")) == (1, 0)


def test_a_middling_deal_is_exact() -> None:
    """Fifteen hidden cards are 756,756 deals, whose chances depend on one hand each."""
    pack = "ABCDEFGHIJKLMNOPQRST"
    model = wk.deal(dict.fromkeys(range(4), 5), cards=pack)
    knowledge = model.seat(0, sees={0: pack[:5]})
    belief = knowledge.given(Evidence((has_t(1), has_t(2))))
    assert belief.is_exact
    # T is with 1, 2 or 3: 9, 9 and 1 times 1 of 100.
    assert belief.odds("has(1,T)") == Fraction(9, 19)
    assert belief.odds("has(3,T)") == Fraction(1, 19)


def has_t(seat: int) -> Act:
    return Act("plays high", lambda world: Fraction(9 if "T" in world[seat] else 1, 10), of=seat)


# Reasons


def test_why_tells_the_acts_that_moved_the_odds_most_first() -> None:
    belief = mine("bitset").given(Evidence((by_hand(1, True), by_hand(2, False))))
    why = belief.why("has(1,f)")  # few hands are low, so it tells more
    assert [str(moved.act) for moved in why.moved] == ["2 says low", "1 says high"]
    assert why.known == mine("bitset").odds("has(1,f)")
    first = mine("bitset").given(Evidence((by_hand(1, True),))).odds("has(1,f)")
    assert (why.moved[1].before, why.moved[1].after) == (why.known, first)
    assert sum(moved.by for moved in why.moved) == why.odds - why.known
    assert str(why).startswith("1 has f: ")
    assert "What moved it: 2 says low (from " in str(why)
    assert why.data()["odds"] == float(belief.odds("has(1,f)"))


def test_what_moved_nothing_is_not_told() -> None:
    why = mine("bitset").given(Evidence((by_hand(1, True),))).why("has(0,a)")
    assert str(why) == "0 has a: 100 % believed, 100 % by what is known."


# What another believes


@pytest.mark.parametrize("engine", ENGINES)
def test_what_another_is_believed_to_believe_is_the_mean_over_what_it_may_see(engine: str) -> None:
    knowledge, evidence = (
        mine(engine),
        Evidence((by_hand(1, True), by_hand(2, False), bids(0, False))),
    )
    mean = Fraction(0)
    for world in knowledge.worlds:
        weight = prod((told(act, world) for act in evidence), start=Fraction(1))
        other = dealt(engine).seat(1, at=world)
        own = Evidence(tuple(act for act in evidence if act.by != 1))
        mean += weight * one_by_one(other, own, "has(2,e)")
    total = sum(prod((told(a, w) for a in evidence), start=Fraction(1)) for w in knowledge.worlds)
    found = knowledge.given(evidence).expects(1, "has(2,e)")
    assert found.mean == mean / total
    assert found.is_all
    assert found.least <= found.mean <= found.most


def test_of_many_hands_that_another_may_have_some_are_drawn() -> None:
    belief = mine("bitset").given(EVIDENCE[2])
    some, all_of_them = belief.expects(1, "has(2,e)", cells=4), belief.expects(1, "has(2,e)")
    assert (some.cells, some.is_all) == (4, False)
    assert abs(some.mean - all_of_them.mean) < 0.4
    assert "over 4 cases drawn" in str(some)


# Worlds that say more than a deal


@pytest.mark.parametrize("engine", ENGINES)
def test_a_deal_in_which_more_could_be_shown_is_no_likelier(engine: str) -> None:
    model = wk.deal({0: 1, 1: 2, 2: 1}, cards="abcd", engine=engine)
    shown = Show(1, 0, ("a", "b")).to(model)
    knowledge = shown.seat(2, at={0: "c", 1: "ab", 2: "d", "shown1": "a"})
    anything = Evidence((Act("2 waits", lambda world: Fraction(1, 2)),))
    formulas = ("has(1,a) & has(1,b)", "has(1,a)", "has(0,c)", "K[0] has(1,a)")
    assert knowledge.count() > knowledge.deals()
    for formula in formulas:
        assert knowledge.given(anything).odds(formula) == knowledge.odds(formula)
    telling = Evidence((Act("1 grins", lambda world: Fraction(1 + 2 * ("a" in world[1]), 4)),))
    both, one = Fraction(3), Fraction(3) + Fraction(1)  # by a and b, by a or b alone with c
    assert knowledge.given(telling).odds("has(1,a) & has(1,b)") == both / (both + one)


def test_hands_that_lie_otherwise_in_two_places_of_a_seat_are_not_the_same() -> None:
    """Bram kept one card and drew another later: what he did before tells of the first alone."""
    places = {"Anna": 1, "Bram": 1, "Bram.later": 1, "stock": 2}
    own = {"Bram.later": "Bram"}
    m = wk.deal(places, cards="abcde", seats=("Anna", "Bram"), owner=own)
    k = m.seat("Anna", sees={"Anna": "e"})

    def humming(world: Any) -> Fraction:
        return Fraction(9 if "a" in world["Bram"] else 1, 10)

    belief = k.given(wk.Evidence((wk.Act("Bram hums", humming, of="Bram", by="Bram"),)))
    # Of four cards that are as likely, a is nine times as likely to be the first; and then the
    # second is any of the others.
    assert belief.is_exact
    assert belief.odds("has(Bram,a)") == Fraction(9, 12) + Fraction(3, 12) * Fraction(1, 3)
