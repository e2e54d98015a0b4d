"""Deals that are never listed, weighed hand by hand: the same beliefs as those of every deal."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import inf, log2
from random import Random
from typing import Any

import numpy as np
import pytest

import whoknows as wk
from whoknows.core.error import Error
from whoknows.logic import cases, weighed_diagram, weighed_layers
from whoknows.logic.evidence import Act, Evidence
from whoknows.logic.hand_weights import _kinds
from whoknows.logic.weighed_cases import ListedDeals
from whoknows.logic.weighed_diagram import DiagramDeals

CARDS = "abcdefgh"
SAID = [
    "has(1,c) | has(2,d)",
    "~has(3,e)",
    "has(1,c) -> has(2,f) | has(3,g)",
    "K[1] has(1,d) | has(2,h) | has(3,a)",
]
FORMULAS = ["has(1,c)", "has(2,d) & ~has(1,e)", "K[1] ~has(2,c)", "has(0,a)", "has(1,a)"]


def some_knowledge(rng: Random, engine: str) -> Any:
    """What seat 0 knows, who has a and b, after some things were said; some cards may be left."""
    stock = {"stock": 2} if rng.random() < 0.4 else {}
    hands = {0: 2, 1: 2, 2: 2, 3: 2} if not stock else {0: 2, 1: 2, 2: 2}
    model = wk.deal(hands | stock, cards=CARDS, engine=engine)
    for said in rng.sample(SAID, 2):
        if "3" not in said or not stock:
            model = model.announce(f"{said} | has(1,h)")
    return model.seat(0, sees={0: "ab"})


def some_act(rng: Random, number: int, *, exact: bool = True, never: float = 0.0) -> Act:
    """Somebody's act, whose chance depends on its hand in no simple way."""
    seat, seed = rng.choice([1, 1, 2, 2]), rng.random()
    on = rng.sample(CARDS, 4) if rng.random() < 0.3 else None

    def chance(world: Any) -> Any:
        hand = [card for card in sorted(map(str, world[seat])) if on is None or card in on]
        luck = Random(f"{seed}{hand}")
        if luck.random() < never:
            return 0
        return Fraction(luck.randint(1, 7), 9) if exact else luck.random() / 2 + 0.1

    return Act(f"act {number}", chance, of=seat, by=seat, style=f"style {seat}", on=on)


def both(knowledge: Any, evidence: Evidence, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """The belief by listing all deals, and the same without."""
    listed = knowledge.given(evidence)
    with monkeypatch.context() as patch:
        patch.setattr(cases, "MOST_LISTED", 0)
        drawn = knowledge.given(evidence)
    assert isinstance(listed.deals, ListedDeals)
    assert isinstance(drawn.deals, DiagramDeals)
    return listed, drawn


@pytest.fixture
def unlisted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "MOST_LISTED", 0)


@pytest.mark.parametrize("seed", range(14))
def test_it_is_what_listing_all_deals_gives(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(seed)
    knowledge = some_knowledge(rng, ["bitset", "diagram"][seed % 2])
    never = 0.5 if seed % 3 == 0 else 0.0
    acts = tuple(some_act(rng, n, never=never) for n in range(rng.randint(0, 4)))
    listed, weighed = both(knowledge, Evidence(acts), monkeypatch)
    assert weighed.is_exact
    assert weighed.ownership() == listed.ownership()
    assert [weighed.odds(f) for f in FORMULAS] == [listed.odds(f) for f in FORMULAS]
    assert weighed.surprise == listed.surprise
    assert weighed.unexplained == listed.unexplained
    assert weighed.count() == pytest.approx(listed.count())
    assert repr(weighed) == repr(listed)
    assert str(weighed.why("has(1,c)")) == str(listed.why("has(1,c)"))
    if seed < 3:
        assert weighed.expects(1, "has(2,d)") == listed.expects(1, "has(2,d)")


@pytest.mark.parametrize("seed", range(3))
def test_with_floats_too(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(seed)
    knowledge = some_knowledge(rng, "diagram")
    acts = (some_act(rng, 1, exact=False), some_act(rng, 2), some_act(rng, 3, exact=False))
    listed, weighed = both(knowledge, Evidence(acts), monkeypatch)
    assert not weighed.is_exact
    for formula in FORMULAS:
        assert weighed.odds(formula) == pytest.approx(listed.odds(formula))
    assert weighed.count() == pytest.approx(listed.count())


def test_numbers_too_large_for_machine_words_stay_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(1)
    odd = Act("odd", lambda world: Fraction(10**40 + len(str(world[1])), 3**99), of=1, by=1)
    knowledge = some_knowledge(rng, "diagram")
    listed, weighed = both(knowledge, Evidence((odd, some_act(rng, 1))), monkeypatch)
    assert weighed.ownership() == listed.ownership()


# Laws


@pytest.mark.usefixtures("unlisted")
@pytest.mark.parametrize("seed", range(4))
def test_what_is_known_is_believed(seed: int) -> None:
    rng = Random(seed)
    knowledge = some_knowledge(rng, "diagram")
    belief = knowledge.given(Evidence((some_act(rng, 1), some_act(rng, 2))))
    for card, owners in knowledge.ownership().items():
        for owner, odds in owners.items():
            if odds in (0, 1):
                assert belief.odds(f"in({owner},{card})") == odds
    assert belief.odds("K[0] has(0,a)") == 1


@pytest.mark.usefixtures("unlisted")
def test_who_plays_anything_tells_nothing() -> None:
    knowledge = some_knowledge(Random(0), "diagram")
    belief = knowledge.given(Evidence((Act("1 acts", lambda world: Fraction(1, 3), of=1, by=1),)))
    assert belief.ownership() == knowledge.ownership()
    assert [belief.odds(f) for f in FORMULAS] == [knowledge.odds(f) for f in FORMULAS]
    assert belief.surprise[0].bits == pytest.approx(log2(3))
    assert belief.count() == pytest.approx(knowledge.count())


@pytest.mark.usefixtures("unlisted")
@pytest.mark.parametrize("seed", range(3))
def test_the_mean_of_all_beliefs_is_what_was_thought_before(seed: int) -> None:
    rng = Random(seed)
    knowledge, first, act = some_knowledge(rng, "diagram"), some_act(rng, 1), some_act(rng, 2)
    other = Act("not act 2", lambda world: 1 - Fraction(act.chance(world)), of=act.of, by=act.by)
    prior = knowledge.given(Evidence((first,)))
    for formula in FORMULAS:
        mean = Fraction(0)
        for done in (act, other):
            after = knowledge.given(Evidence((first, done)))
            mean += Fraction(after.weighed.layers.total / prior.weighed.layers.total) * Fraction(
                after.odds(formula)
            )
        assert mean == prior.odds(formula)


@pytest.mark.usefixtures("unlisted")
def test_the_order_of_acts_does_not_matter() -> None:
    rng = Random(2)
    knowledge, acts = some_knowledge(rng, "diagram"), [some_act(rng, n) for n in range(3)]
    several = [knowledge.given(Evidence(order)).ownership() for order in permutations(acts)]
    assert all(one == several[0] for one in several)


@pytest.mark.usefixtures("unlisted")
def test_deals_that_a_seat_cannot_tell_apart_give_it_the_same_belief() -> None:
    rng = Random(3)
    model = wk.deal({0: 2, 1: 2, 2: 2}, cards="abcdef", engine="diagram").announce("~has(2,c)")
    evidence, told = Evidence((some_act(rng, 1), some_act(rng, 2))), set()
    for world in model.cell(0, at={0: "ab", 1: "cd", 2: "ef"}):
        belief = model.seat(0, at=world).given(evidence)
        drawn = [str(belief.sample(Random(3))), *map(str, belief.samples(Random(4), 5))]
        told.add((repr(belief), str(belief.ownership()), *drawn, str(belief.why("has(1,c)"))))
    assert len(told) == 1


# Draws


@pytest.mark.usefixtures("unlisted")
@pytest.mark.parametrize("exact", [True, False])
def test_samples_come_in_proportion(exact: bool) -> None:
    rng = Random(5)
    knowledge = some_knowledge(rng, "bitset")
    belief = knowledge.given(Evidence((some_act(rng, 1, exact=exact), some_act(rng, 2))))
    alone = Counter(str(belief.sample(Random(seed))) for seed in range(1_500))
    many = Counter(map(str, belief.samples(Random(1), 10_000)))
    for world in knowledge.worlds:
        hands = " & ".join(f"in({place},{card})" for place, held in world.items() for card in held)
        share = float(belief.odds(hands))
        assert abs(alone[str(world)] - 1_500 * share) < 5 * (1_500 * share) ** 0.5 + 1
        assert abs(many[str(world)] - 10_000 * share) <= 2  # one for each end, by rounding


# Where it ends


def test_a_whole_pack_is_exact_if_acts_depend_on_some_cards() -> None:
    pack = [f"{suit}{rank}" for suit in "CDHS" for rank in range(13)]
    model = wk.deal(dict.fromkeys(range(4), 13), cards=pack)
    knowledge, aces = model.seat(0, sees={0: pack[::4]}), ["H12", "D12"]

    def brags(seat: int) -> Act:
        def chance(world: Any) -> Fraction:
            return Fraction(9 if set(aces) & set(world[seat]) else 1, 10)

        return Act("brags", chance, of=seat, by=seat, on=aces)

    belief = knowledge.given(Evidence((brags(1),)))
    assert belief.is_exact
    assert belief.deals.many == 84_478_098_072_866_400
    # Of the two aces 1 has none in 26 * 25 of 39 * 38 deals.
    none = Fraction(26 * 25, 39 * 38)
    both_, whole = Fraction(13 * 12, 39 * 38), none + 9 * (1 - none)
    assert belief.odds("has(1,H12) & has(1,D12)") == 9 * both_ / whole
    assert belief.ownership()["H12"]["1"] == 9 * Fraction(1, 3) / whole


def test_too_many_hands_or_nodes_are_drawn_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(0)
    monkeypatch.setattr(cases, "MOST_LISTED", 0)
    knowledge, evidence = some_knowledge(rng, "diagram"), Evidence((some_act(rng, 1),))
    for home, name in ((weighed_diagram, "MOST_HANDS"), (weighed_layers, "MOST_NODES")):
        with monkeypatch.context() as patch:
            patch.setattr(home, name, 3)
            belief = knowledge.given(evidence, draws=100)
            assert not belief.deals.is_all
            assert "of 100 draws" in repr(belief)


def test_chances_of_many_hands_at_once_are_those_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    one = some_act(Random(7), 1)
    asked: list[int] = []

    def at_once(facts: Any, table: Any) -> tuple[Any, list[Any]]:
        asked.append(len(table))
        owner = str(one.of)
        hands = [
            [fact.name for fact, c in zip(facts, row, strict=True) if fact.values[c] == owner]
            for row in table.tolist()
        ]
        return np.arange(len(table)), [one.chance({one.of: hand}) for hand in hands]

    many = replace(one, at_once=at_once)
    knowledge = some_knowledge(Random(7), "diagram")
    for way in (0, 1):
        plain = both(knowledge, Evidence((one,)), monkeypatch)[way]
        fast = both(knowledge, Evidence((many,)), monkeypatch)[way]
        assert fast.ownership() == plain.ownership()
    assert len(asked) >= 2


def test_an_act_that_nothing_explains_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    knowledge = some_knowledge(Random(1), "diagram")
    never = Act("1 sings", lambda world: 0, of=1, by=1, style="the silent")
    listed, weighed = both(knowledge, Evidence((never, some_act(Random(1), 1))), monkeypatch)
    assert weighed.unexplained == (never,)
    assert weighed.surprise[0].bits == inf
    assert weighed.ownership() == listed.ownership()


def test_a_chance_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "MOST_LISTED", 0)
    wrong = Evidence((Act("1 sings", lambda world: 2, of=1, by=1),))
    with pytest.raises(Error, match=r"^the chance of '1 sings' must be from 0 to 1, not 2$"):
        some_knowledge(Random(1), "diagram").given(wrong)


def noting(asked: list[Any]) -> Any:
    def chance(world: Any) -> int:
        asked.append(world)
        return 1

    return chance


def test_hands_are_all_that_are_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is asked once, with a deal of the seat's own in which it is held."""
    monkeypatch.setattr(cases, "MOST_LISTED", 0)
    for seed in range(4):
        knowledge, asked = some_knowledge(Random(seed), "diagram"), list[Any]()
        knowledge.given(Evidence((Act("acts", noting(asked), of=1, by=1),)))
        assert all(world in knowledge.worlds for world in asked)
        hands = Counter(str(world[1]) for world in asked)
        assert set(hands) == {str(world[1]) for world in knowledge.worlds}
        assert np.max(list(hands.values())) == 1


@pytest.mark.parametrize("most", [1, 5, 900, 10**12])
def test_kinds_that_are_ticked_off_are_those_that_are_sorted(most: int) -> None:
    numbers = np.random.default_rng(1).integers(0, most, 50)
    found = _kinds(numbers, most)
    _, first, kinds = np.unique(numbers, return_index=True, return_inverse=True)
    assert [one.tolist() for one in found] == [first.tolist(), kinds.tolist()]
