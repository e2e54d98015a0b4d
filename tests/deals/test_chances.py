"""Counts, odds and samples of deals are exact: whatever can be enumerated agrees."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
import randomly
from oracle import Many, Oracle, World, flat
from randomly import Trio

import whoknows as wk
from whoknows.core.error import Error
from whoknows.logic import deal_shares
from whoknows.logic.formula import Formula

SOURCES: dict[str, Callable[[int], Any]] = {"python": Random, "numpy": np.random.default_rng}


@pytest.fixture(params=randomly.ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=SOURCES)
def source(request: pytest.FixtureRequest) -> Callable[[int], Any]:
    return SOURCES[request.param]


# Random deals against enumeration


def random_deals(chunk: int, many: int, most: int = 200) -> list[tuple[Random, Trio]]:
    """Deals to which up to three things have happened, and sources of randomness."""
    found = []
    for number in range(many):
        rng = Random(f"deal {chunk}/{number}")
        trio = randomly.deal(rng, most)
        for _ in range(rng.randint(0, 3)):
            trio = randomly.happened(rng, trio, most)
        found.append((rng, trio))
    return found


def in_words(engine: Any, world: World) -> Mapping[Any, Any]:
    """The engine's way to write a world of the oracle."""
    return next(other for other in engine.worlds if flat(other) == flat(world))


def dealt(model: Oracle, worlds: Iterable[World]) -> dict[Hashable, list[World]]:
    """Worlds by deal: several where something was shown in private."""
    deals: dict[Hashable, list[World]] = {}
    for world in worlds:
        deals.setdefault(tuple(world[card] for card in model.world_facts), []).append(world)
    return deals


def share(
    model: Oracle, cell: Iterable[World], holds: Callable[[World], Fraction | int]
) -> Fraction:
    """Every deal is equally likely, and the worlds of one deal share its likelihood."""
    deals = dealt(model, cell)
    parts = (Fraction(sum(map(holds, some))) / len(some) for some in deals.values())
    return sum(parts, Fraction(0)) / len(deals)


def true_in(model: Oracle, formula: Formula) -> Callable[[World], int]:
    return lambda world: int(model.holds(formula, world))


@pytest.mark.parametrize("chunk", range(8))
def test_odds_are_shares_of_a_seats_deals(chunk: int) -> None:
    for rng, trio in random_deals(chunk, 12):
        world, seat = rng.choice(trio.oracle.worlds), rng.choice(trio.seats)
        cell = trio.oracle.cell([seat], world)
        for _ in range(4):
            formula = randomly.formula(rng, trio, rng.randint(1, 3))
            expected = share(trio.oracle, cell, true_in(trio.oracle, formula))
            for engine in trio.engines:
                at = in_words(engine, world)
                assert engine.odds(formula, seat=seat, at=at) == expected, (
                    trio.story,
                    str(formula),
                )
                knowledge = engine.seat(seat, at=at)
                assert knowledge.count() == len(cell)
                assert knowledge.knows(formula) == (expected == 1)
                assert knowledge.answer(formula).of == len(cell)


@pytest.mark.parametrize("chunk", range(4))
def test_one_who_sees_nothing_reckons_with_every_deal(chunk: int) -> None:
    for rng, trio in random_deals(chunk, 12):
        formula = randomly.formula(rng, trio, 2)
        expected = share(trio.oracle, trio.oracle.worlds, true_in(trio.oracle, formula))
        for engine in trio.engines:
            assert engine.odds(formula) == expected, (trio.story, str(formula))
            assert engine.count() == len(trio.oracle.worlds)


@pytest.mark.parametrize("chunk", range(4))
def test_ownership_has_the_odds_of_every_card(chunk: int) -> None:
    for rng, trio in random_deals(chunk, 12):
        world, seat = rng.choice(trio.oracle.worlds), rng.choice(trio.seats)
        expected = ownership(trio.oracle, trio.oracle.cell([seat], world))
        for engine in trio.engines:
            found = engine.seat(seat, at=in_words(engine, world)).ownership()
            assert {card: likely(row) for card, row in found.items()} == expected, trio.story


def ownership(model: Oracle, cell: Many) -> dict[str, dict[str, Fraction]]:
    """For every card and owner, or place that is nobody's, the share of the deals."""
    deals = [some[0] for some in dealt(model, cell).values()]
    odds: dict[str, dict[str, Fraction]] = {}
    for card in model.world_facts:
        owners = Counter(model.owner.get(deal[card], deal[card]) for deal in deals)
        odds[card] = {owner: Fraction(many, len(deals)) for owner, many in owners.items()}
    return odds


def likely(row: Mapping[str, Fraction]) -> dict[str, Fraction]:
    return {owner: odds for owner, odds in row.items() if odds}


@pytest.mark.parametrize("chunk", range(4))
def test_what_a_seat_sees_is_its_cell(chunk: int) -> None:
    for rng, trio in random_deals(chunk, 10, most=90):
        seat = rng.choice(trio.seats)
        cells = trio.oracle.cells(seat)
        for engine in trio.engines:
            assert sorted(cell.count() for cell in engine.cells(seat)) == sorted(map(len, cells))
            assert engine.pairs(seat) == sum(len(cell) ** 2 for cell in cells)
            for cell in cells:
                found = engine.cell(seat, at=in_words(engine, cell[0]))
                assert set(map(flat, found)) == set(map(flat, cell)), trio.story


# Weights


@pytest.mark.parametrize("chunk", range(4))
def test_a_weight_for_each_formula_multiplies(chunk: int) -> None:
    for rng, trio in random_deals(chunk, 10):
        world, seat = rng.choice(trio.oracle.worlds), rng.choice(trio.seats)
        formula = randomly.formula(rng, trio, 2)
        weights = {randomly.formula(rng, trio, 2): factor(rng) for _ in range(3)}

        def weight(world: World, trio: Trio = trio, weights: Any = weights) -> Fraction:
            factors = (w for f, w in weights.items() if trio.oracle.holds(f, world))
            return prod(Fraction(w) for w in factors)

        expected = weighted(trio.oracle, trio.oracle.cell([seat], world), formula, weight)
        for engine in trio.engines:
            at = in_words(engine, world)
            assert engine.odds(formula, seat=seat, at=at, weights=weights) == expected, trio.story
            texts = {str(f): w for f, w in weights.items()}
            assert engine.seat(seat, at=at).odds(formula, weights=texts) == expected


@pytest.mark.parametrize("chunk", range(4))
def test_a_weight_for_each_world(chunk: int) -> None:
    for rng, trio in random_deals(chunk, 10):
        world, seat = rng.choice(trio.oracle.worlds), rng.choice(trio.seats)
        formula = randomly.formula(rng, trio, 2)
        weights = {flat(world): Fraction(factor(rng)) for world in trio.oracle.worlds}

        def weight(world: Mapping[Any, Any], weights: Any = weights) -> Any:
            return weights[flat(world)]

        expected = weighted(trio.oracle, trio.oracle.cell([seat], world), formula, weight)
        for engine in trio.engines:
            at = in_words(engine, world)
            assert engine.odds(formula, seat=seat, at=at, weights=weight) == expected, trio.story


def factor(rng: Random) -> int | float | Fraction:
    return rng.choice((2, 3, 0.5, 0.1, Fraction(1, 3), 1))


def prod(factors: Iterable[Fraction]) -> Fraction:
    product = Fraction(1)
    for one in factors:
        product *= one
    return product


def weighted(
    model: Oracle, cell: Iterable[World], formula: Formula, weight: Callable[[World], Fraction]
) -> Fraction:
    worlds = list(cell)
    whole = share(model, worlds, weight)
    return share(model, worlds, lambda w: weight(w) * int(model.holds(formula, w))) / whole


def test_weighted_samples_come_in_proportion(engine: str, source: Callable[[int], Any]) -> None:
    model = wk.deal({0: 2, 1: 1, 2: 1}, cards="abcd", engine=engine)
    weights = {"has(0,a)": Fraction(3), "has(1,b)": 0.5}
    rng = source(1)
    drawn = Counter(flat(model.sample(rng, weights=weights)) for _ in range(1_500))
    expected = {
        flat(world): Fraction(3 if ("a", "0") in flat(world) else 1)
        * Fraction(1 if ("b", "1") in flat(world) else 2)
        for world in model.worlds
    }
    assert_in_proportion(drawn, expected)


def test_weighted_samples_by_world(engine: str) -> None:
    model = wk.deal({0: 1, 1: 1, 2: 1}, cards="abc", engine=engine)
    knowledge = model.seat(0, sees={0: "a"})
    drawn = Counter(
        flat(knowledge.sample(Random(seed), weights=lambda w: 3 if w[1] == ["b"] else 1))
        for seed in range(800)
    )
    expected = {flat(w): Fraction(3 if w[1] == ["b"] else 1) for w in knowledge.worlds}
    assert_in_proportion(drawn, expected)


def test_evidence_rules_nothing_out(engine: str) -> None:
    model = wk.deal({0: 1, 1: 1}, cards="ab", engine=engine)
    for wrong in (0, -1, Fraction(-1, 2), float("nan"), float("inf"), "many"):
        with pytest.raises(Error, match="the weight of has"):
            model.odds("has(0,a)", weights={"has(0,a)": wrong})
    with pytest.raises(Error, match="above 0"):
        model.odds("has(0,a)", weights=lambda world: 0)
    assert model.odds("has(0,a)", weights={"has(0,a)": 10**-9}) > 0


# Samples


def assert_in_proportion(drawn: Counter[Any], expected: Mapping[Any, Fraction]) -> None:
    """A chi-square test at five sigma; the draws are seeded, so it fails always or never."""
    assert drawn.keys() <= expected.keys()
    many, whole = sum(drawn.values()), sum(expected.values(), Fraction(0))
    due = {world: float(many * weight / whole) for world, weight in expected.items()}
    chi = sum((drawn[world] - mean) ** 2 / mean for world, mean in due.items())
    freedom = len(expected) - 1
    assert chi <= freedom + 5 * sqrt(2 * freedom) + 5, (chi, freedom)


def equally(worlds: Iterable[Any]) -> dict[Any, Fraction]:
    return {flat(world): Fraction(1) for world in worlds}


def lopsided(engine: str) -> Any:
    """Deals whose branches are of very different weight, and Eve, who sees nothing."""
    model = wk.deal({0: 2, 1: 2, "stock": 1}, cards="abcde", seats=[0, 1, "Eve"], engine=engine)
    return model.announce("has(0,a) -> in(stock,b)").announce("has(1,c) | has(0,d) | has(1,e)")


def eve(model: Any) -> Any:
    return model.seat("Eve", at=model.worlds.first())


def test_every_deal_is_drawn_equally_often(engine: str, source: Callable[[int], Any]) -> None:
    model, rng = lopsided(engine), source(2)
    knowledge = eve(model)
    drawn = Counter(flat(knowledge.sample(rng)) for _ in range(5_000))
    assert_in_proportion(drawn, equally(model.worlds))


def test_a_seat_draws_from_its_cell(engine: str, source: Callable[[int], Any]) -> None:
    model, rng = lopsided(engine), source(3)
    world = model.worlds.first()
    cell = model.cell(1, at=world)
    assert 1 < cell.count() < model.count()
    drawn = Counter(flat(model.sample(rng, seat=1, at=world)) for _ in range(500))
    assert_in_proportion(drawn, equally(cell))


def test_one_who_sees_nothing_draws_from_all(engine: str, source: Callable[[int], Any]) -> None:
    model, rng = lopsided(engine), source(3)
    drawn = Counter(flat(model.sample(rng)) for _ in range(500))
    assert_in_proportion(drawn, equally(model.worlds))


def test_compiled_draws_are_uniform(engine: str, source: Callable[[int], Any]) -> None:
    model = lopsided(engine)
    drawn = Counter(map(flat, eve(model).samples(source(4), 20_000)))
    assert_in_proportion(drawn, equally(model.worlds))


@pytest.mark.parametrize("word", [1, 2, 3, 5])
def test_draws_that_fall_on_a_cut_are_completed_uniformly(
    engine: str, source: Callable[[int], Any], word: int
) -> None:
    model = lopsided(engine)
    short = replace(eve(model).chances, word=word)
    worlds = short.worlds(short.samples(source(word), 10_000))
    drawn = Counter(flat(model.vocabulary.world(values)) for values in worlds)
    assert_in_proportion(drawn, equally(model.worlds))


@pytest.mark.parametrize("seed", range(12))
def test_samples_of_random_models_are_uniform(seed: int) -> None:
    ((rng, trio),) = random_deals(100 + seed, 1, most=60)
    world, seat = rng.choice(trio.oracle.worlds), rng.choice(trio.seats)
    deals = dealt(trio.oracle, trio.oracle.cell([seat], world)).values()
    cards = set(trio.cards)
    expected = {frozenset((card, some[0][card]) for card in cards): Fraction(1) for some in deals}
    for engine in trio.engines:
        knowledge = engine.seat(seat, at=in_words(engine, world))
        whole = [knowledge.sample(rng) for _ in range(1_000)]
        assert all(one in knowledge.worlds for one in whole[:20])  # it tells what was shown, too
        drawn = Counter(frozenset(pair for pair in flat(w) if pair[0] in cards) for w in whole)
        assert_in_proportion(drawn, expected)
        for word in (3, 64):
            chances = replace(knowledge.chances, word=word)
            values = chances.worlds(chances.samples(rng, 4_000))
            drawn = Counter(flat(engine.vocabulary.world(one)) for one in values)
            assert_in_proportion(drawn, expected)


def test_the_same_seed_draws_the_same(engine: str, source: Callable[[int], Any]) -> None:
    knowledge = eve(lopsided(engine))
    assert knowledge.sample(source(5)) == knowledge.sample(source(5))
    assert list(knowledge.samples(source(5), 20)) == list(knowledge.samples(source(5), 20))
    assert list(knowledge.samples(source(5), 20)) != list(knowledge.samples(source(6), 20))


def test_one_deal_is_always_drawn(engine: str) -> None:
    model = wk.deal({0: 1, 1: 1, 2: 1}, cards="abc", engine=engine)
    knowledge = model.announce("has(1,b)").seat(0, sees={0: "a"})
    assert knowledge.sample(Random(1)) == {0: ["a"], 1: ["b"], 2: ["c"]}
    assert list(knowledge.samples(Random(1), 3)) == [{0: ["a"], 1: ["b"], 2: ["c"]}] * 3


def test_chances_of_other_models_than_deals() -> None:
    for number in range(10):
        rng = Random(f"general {number}")
        trio = randomly.happened(rng, randomly.general(rng, 60), 60)
        world, seat = rng.choice(trio.oracle.worlds), rng.choice(trio.seats)
        cell = trio.oracle.cell([seat], world)
        for engine in trio.engines:
            knowledge = engine.seat(seat, at=world)
            odds = {fact: likely(row) for fact, row in knowledge.ownership().items()}
            assert odds == {
                fact: {
                    str(value): Fraction(sum(other[fact] == value for other in cell), len(cell))
                    for value in {other[fact] for other in cell}
                }
                for fact in trio.oracle.values
            }, trio.story
            drawn = Counter(map(flat, knowledge.samples(rng, 2_000)))
            assert_in_proportion(drawn, equally(cell))


# A card shown in private


def test_showing_makes_a_world_of_each_choice(engine: str) -> None:
    model = wk.deal({0: 2, 1: 1, 2: 1}, cards="abcd", engine=engine).show(0, 1, "ab")
    # With both a and b there are two choices (2 deals), with one of them one (8 deals).
    assert model.count() == 2 * 2 + 8
    assert model.valid("C[0,1,2] (has(0,a) | has(0,b))")
    assert model.valid("C[0,1,2] (Kv[0] shown1 & Kv[1] shown1)")
    assert model.valid("shown1 = a -> K[1] has(0,a) & K[0] K[1] has(0,a)")
    assert not model.where("K[2] shown1 = a & ~has(2,b) & ~has(1,b)")
    assert model.where("K[2] shown1 = a").count() == model.where("has(2,b)").count()


def test_a_deal_with_more_choices_is_not_more_likely(engine: str) -> None:
    model = wk.deal({0: 2, 1: 1, 2: 1}, cards="abcd", engine=engine).show(0, 1, "ab")
    at = {0: ["a", "b"], 1: ["c"], 2: ["d"], "shown1": "a"}
    # Seat 2 holds d; it reckons with 0: ab, ac and bc, each equally likely.
    assert model.odds("has(0,a)", seat=2, at=at) == Fraction(2, 3)
    # In the deal ab, a was shown with odds 1/2; in ac surely, in bc surely not.
    assert model.odds("shown1 = a", seat=2, at=at) == (Fraction(1, 2) + 1) / 3
    knowledge = model.seat(2, at=at)
    assert knowledge.ownership()["a"] == {"0": Fraction(2, 3), "1": Fraction(1, 3), "2": 0}
    assert knowledge.count() == 4
    drawn = [knowledge.sample(Random(seed)) for seed in range(900)]
    deals = Counter(flat({key: one[key] for key in (0, 1, 2)}) for one in drawn)
    assert_in_proportion(deals, dict.fromkeys(deals, Fraction(1)))
    # Of the deal ab either card was shown as often; many worlds drawn at once tell it too.
    either = Counter(str(one["shown1"]) for one in drawn if one[0] == ["a", "b"])
    assert_in_proportion(either, {"a": Fraction(1), "b": Fraction(1)})
    many = list(knowledge.samples(Random(7), 900))
    assert all(one in knowledge.worlds for one in many)
    either = Counter(str(one["shown1"]) for one in many if one[0] == ["a", "b"])
    assert_in_proportion(either, {"a": Fraction(1), "b": Fraction(1)})


def test_odds_after_many_showings(engine: str) -> None:
    """Choices that do not matter to a question cost next to nothing, however many they are."""
    model = wk.deal({0: 2, 1: 2, 2: 1}, cards="abcde", engine=engine).announce("has(0,a)")
    for number in range(7):
        model = model.show(0, 1 + number % 2, "abc")
    at = {0: "ab", 1: "cd", 2: "e"} | {f"shown{n}": "a" for n in range(1, 8)}
    assert model.odds("has(0,b)", seat=2, at=at) == Fraction(1, 3)
    # Seat 2 saw a three times; of the first choice it knows that a, b or c was there for it.
    assert model.odds("shown1 = a", seat=2, at=at) == (Fraction(1, 2) + Fraction(1, 2) + 1) / 3
    # Of choices that depend on each other, all are reckoned with.
    told = model.announce("shown1 = a <-> shown3 = a")
    assert told.odds("shown1 = a", seat=2, at=at) == share_of_first_choice()


def test_choices_that_do_not_matter_are_not_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """To go through all that may have been chosen would take 3^n steps after n showings."""
    model = wk.deal({0: 2, 1: 2, 2: 1}, cards="abcde", engine="diagram").announce("has(0,a)")
    for number in range(6):
        model = model.show(0, 1 + number % 2, "abc")
    at = {0: "ab", 1: "cd", 2: "e"} | {f"shown{n}": "a" for n in range(1, 7)}
    mine, steps = model.seat(2, at=at), list[object]()
    sort = deal_shares._resorted
    monkeypatch.setattr(deal_shares, "_resorted", lambda *args: steps.append(1) or sort(*args))
    assert mine.odds("has(0,b)") == Fraction(1, 3)
    assert steps == []
    assert mine.odds("shown1 = a") == Fraction(2, 3)
    assert len(steps) == 3  # one for each card that may have been shown first


def share_of_first_choice() -> Fraction:
    """The same by listing: 0 has a with b, c or d; it chose the first and the third card alike."""
    deals = [("a", "b"), ("a", "c"), ("a",)]
    parts = []
    for can in deals:
        both = [(x, y) for x in can for y in can if (x == "a") == (y == "a")]
        parts.append(Fraction(sum(x == "a" for x, _ in both), len(both)))
    return sum(parts, Fraction(0)) / len(parts)


def test_nobody_can_show_what_it_does_not_have(engine: str) -> None:
    model = wk.deal({0: 1, 1: 1, 2: 1}, cards="abc", engine=engine).announce("has(2,a)")
    with pytest.raises(Error, match="false in every world: 0 shows 1 one of a"):
        model.show(0, 1, "a")


def test_who_was_shown_a_card_says_so(engine: str) -> None:
    model = wk.deal({0: 2, 1: 1, 2: 1}, cards="abcd", engine=engine).show(0, 1, "ab")
    assert model.seat(1, sees={1: ["c"], "shown1": "a"}).count() == 2


def test_one_of_no_cards_cannot_be_shown(engine: str) -> None:
    with pytest.raises(Error):
        wk.deal({0: 1, 1: 1}, cards="ab", engine=engine).show(0, 1, [])


def test_weights_of_private_choices_are_refused_whatever_is_drawn(engine: str) -> None:
    model = wk.deal({0: 2, 1: 1, 2: 1}, cards="abcd", engine=engine).show(0, 1, "ab")
    weights = {"shown1 = a & has(0,b)": 2, "has(2,a)": 3}
    for seed in range(20):
        with pytest.raises(Error, match="shown in private"):
            model.sample(Random(seed), weights=weights)


def test_a_world_says_what_was_shown(engine: str) -> None:
    model = wk.deal({0: 2, 1: 1, 2: 1}, cards="abcd", engine=engine).show(0, 1, "ab")
    deal = {0: ["a", "b"], 1: ["c"], 2: ["d"]}
    with pytest.raises(Error, match=r"2 worlds fit; say what was shown as well: shown1$"):
        model.holds("has(0,a)", at=deal)
    with pytest.raises(Error, match="no place shown0; places are 0, 1, 2, shown1"):
        model.holds("has(0,a)", at={**deal, "shown0": "b"})
    assert model.holds("K[1] has(0,b)", at={**deal, "shown1": "b"})
    assert not model.holds("K[1] has(0,b)", at={**deal, "shown1": "a"})


def test_counts_and_odds_are_told_in_the_same_unit(engine: str) -> None:
    """Where a seat chose what to show, a deal is several worlds and still one case."""
    model = wk.deal({0: 2, 1: 1, 2: 1}, cards="abcd", engine=engine).show(0, 1, "ab")
    knowledge = model.seat(2, at={0: ["a", "b"], 1: ["c"], 2: ["d"], "shown1": "a"})
    assert (knowledge.count(), knowledge.deals(), knowledge.worlds.deals()) == (4, 3, 3)
    assert knowledge.odds("has(1,c)") == Fraction(1, 3)
    assert str(knowledge.answer("has(1,c)")) == "unknown (1 of 3)"
    assert str(knowledge.answer("shown1 = a")) == "unknown (1 of 2)"  # no whole number of deals
    assert str(knowledge.answer("has(0,a) | has(0,b)")) == "known true"
    assert (model.count(), model.deals()) == (12, 10)
    bare = wk.deal({0: 2, 1: 1, 2: 1}, cards="abcd", engine=engine)
    assert bare.deals() == bare.count()


def test_cells_that_differ_by_what_was_shown_have_different_labels(engine: str) -> None:
    model = wk.deal({0: 2, 1: 1, 2: 1}, cards="abcd", engine=engine).show(0, 1, "ab")
    cells = [list(cell) for cell in model.cells(1)]
    labels = [model.vocabulary.label(1, cell) for cell in cells]
    assert len({*labels}) == len(labels) == 6
    assert "c · shown1 a" in labels


def test_showing_twice(engine: str) -> None:
    model = wk.deal({0: 2, 1: 1, 2: 1}, cards="abcd", engine=engine)
    model = model.show(0, 1, "abc").show(0, 2, "abc")
    assert model.valid("Kv[1] shown1 & Kv[2] shown2")
    assert model.where("shown1 != shown2 & K[0] has(0,a)").count() == 2 * 2 * 2
    assert {flat(world) for world in model.where("has(0,d)")} == {
        frozenset({("d", "0"), (c, "0"), (x, "1"), (y, "2"), ("shown1", c), ("shown2", c)})
        for c in "abc"
        for x in set("abc") - {c}
        for y in set("abc") - {c, x}
    }


def test_cards_may_be_named_like_seats_when_they_are_shown(engine: str) -> None:
    model = wk.deal({0: 2, 1: 1}, cards=range(3), engine=engine).show(0, 1, [0, 1])
    parted = model.split(0, {0: 1, "put down": 1})
    assert parted.count() == 2 * model.count()
    assert parted.valid("shown1 = 0 | shown1 = 1")
    assert parted.where('shown1 = 0 & in("put down",0)').count() == 2


# Drawing from a stock


def test_who_draws_sees_the_card_and_others_see_how_many(engine: str) -> None:
    model = wk.deal({0: 1, 1: 1, "stock": 3}, cards="abcde", engine=engine)
    drawn = model.split("stock", {"stock": 2, "drawn": 1}, owner={"drawn": 0})
    assert model.count() == 20
    assert drawn.count() == 60
    at = {0: ["a"], 1: ["b"], "stock": ["d", "e"], "drawn": ["c"]}
    assert drawn.holds("K[0] has(0,c)", at=at)
    assert drawn.seat(0, at=at).count() == 3
    assert drawn.seat(1, at=at).count() == 4 * 3
    assert drawn.odds("has(0,c)", seat=1, at=at) == Fraction(1, 2)
    assert drawn.odds("in(stock,c)", seat=1, at=at) == Fraction(1, 2)


def test_others_learn_nothing_of_the_hands_by_a_draw() -> None:
    for rng, trio in random_deals(7, 12, most=90):
        place = rng.choice([place for place, size in trio.places.items() if size])
        parts = {place: trio.places[place] - 1, "drawn": 1}
        by, fact = rng.choice(trio.seats), rng.choice([p for p in trio.places if p != place])
        after = trio.updated("split", place, parts, owner={"drawn": by})
        others = [seat for seat in trio.seats if seat not in (by, trio.oracle.owner.get(place))]
        for seat in (seat for seat in others if seat not in trio.oracle.seers.get(place, ())):
            for card in trio.cards:
                asked = f'K[{seat}] in("{fact}","{card}")'
                for before, now in zip(trio.engines, after.engines, strict=True):
                    ways = trio.places[place]
                    assert now.where(asked).count() == ways * before.where(asked).count()


@pytest.mark.parametrize("chunk", range(4))
def test_knowledge_after_drawing_and_announcing_is_that_of_enumeration(chunk: int) -> None:
    for rng, trio in random_deals(200 + chunk, 8, most=60):
        drawn = randomly.stepped(trio, randomly.parting(rng, trio))
        drawn = randomly.stepped(drawn, randomly.announcing(rng, drawn))
        drawn = randomly.stepped(drawn, randomly.parting(rng, drawn))
        if len(drawn.oracle.worlds) <= 500:
            for _ in range(5):
                formula = randomly.formula(rng, drawn, 3)
                assert drawn.same_worlds(formula), (drawn.story, str(formula))


def test_what_was_announced_before_a_draw_keeps_its_meaning(engine: str) -> None:
    model = wk.deal({0: 1, 1: 1, "stock": 2}, cards="abcd", engine=engine)
    drawn = model.announce("in(stock,a)").split(
        "stock", {"stock": 1, "drawn": 1}, owner={"drawn": 1}
    )
    assert drawn.valid("C[0,1] (in(stock,a) | in(drawn,a))")
    assert drawn.where("has(1,a)").count() == drawn.count() // 2
    # "0 does not know where a is" was true before 0 drew it, and rules out nothing later.
    unknown = model.announce("~has(0,a) & ~K[0] in(stock,a)")
    later = unknown.split("stock", {"stock": 1, "drawn": 1}, owner={"drawn": 0})
    assert later.where("K[0] has(0,a)").count() == 6


def test_what_a_group_was_told_before_a_draw_keeps_its_meaning(engine: str) -> None:
    model = wk.deal({0: 1, 1: 1, "stock": 2}, cards="abcd", engine=engine)
    told = model.tell([1], "in(stock,a)").split(
        "stock", {"stock": 1, "drawn": 1}, owner={"drawn": 0}
    )
    assert told.valid("(in(stock,a) | in(drawn,a)) -> K[1] (in(stock,a) | in(drawn,a))")
    assert not told.where("K[1] in(drawn,a)")


def test_a_hand_that_is_put_down_was_seen_by_its_owner(engine: str) -> None:
    model = wk.deal({0: 2, 1: 2}, cards="abcd", engine=engine)
    parted = model.split(0, {0: 1, "table": 1})
    assert parted.count() == 12
    assert parted.valid("Kv[0] world")
    assert parted.valid("~Kv[1] world")
    shown = model.split(0, {0: 1, "table": 1}, seen={"table": [0, 1]})
    assert shown.valid("C[0,1] Kv[1] world")


def test_a_look_is_kept_after_a_split(engine: str) -> None:
    model = wk.deal({0: 2, 1: 2}, cards="abcd", engine=engine, looked=False)
    assert model.valid("~Kw[0] has(0,a)")
    looked = model.look(0, 0).split(0, {0: 1, "table": 1})
    assert looked.valid("Kv[0] a")
    assert looked.valid("~Kv[1] a")


def test_parts_must_make_up_the_place(engine: str) -> None:
    model = wk.deal({0: 1, "stock": 2}, cards="abc", engine=engine)
    for parts, message in (
        ({"stock": 1}, "stock holds 2 cards; its parts hold 1"),
        ({"stock": 3, "drawn": -1}, "stock holds 2 cards"),
        ({0: 1, "stock": 1}, "there is already a place 0"),
    ):
        with pytest.raises(Error, match=message):
            model.split("stock", parts)
    with pytest.raises(Error, match="drawn is not a part of stock"):
        model.split("stock", {"stock": 1, "taken": 1}, owner={"drawn": 0})
    with pytest.raises(Error, match="no place deck; places are 0, stock"):
        model.split("deck", {"deck": 1})


# Known numbers


@pytest.mark.parametrize(
    ("hands", "size", "count", "pairs"),
    [(3, 2, 90, 540), (3, 3, 1_680, 33_600), (4, 2, 2_520, 226_800)],
)
def test_small_deals(engine: str, hands: int, size: int, count: int, pairs: int) -> None:
    model = wk.deal(dict.fromkeys(range(hands), size), cards=range(hands * size), engine=engine)
    assert model.count() == count
    assert [model.pairs(seat) for seat in range(hands)] == [pairs] * hands


def test_six_cards_have_fifteen_cells_of_six(engine: str) -> None:
    model = wk.deal({0: 2, 1: 2, 2: 2}, cards="abcdef", engine=engine)
    assert [cell.count() for cell in model.cells(0)] == [6] * 15


@pytest.mark.parametrize(
    ("hands", "size", "count"),
    [
        (3, 4, 34_650),
        (4, 3, 369_600),
        (3, 5, 756_756),
        (4, 4, 63_063_000),
        (3, 13, 84_478_098_072_866_400),
        (4, 13, 53_644_737_765_488_792_839_237_440_000),
    ],
)
def test_large_deals(hands: int, size: int, count: int) -> None:
    model = wk.deal(dict.fromkeys(range(hands), size), cards=pack(hands * size), engine="diagram")
    assert model.count() == count


def test_middling_deals_are_listed_too() -> None:
    model = wk.deal(dict.fromkeys(range(3), 4), cards=pack(12), engine="bitset")
    assert model.count() == 34_650
    assert wk.deal(dict.fromkeys(range(4), 3), cards=pack(12), engine="bitset").count() == 369_600


def test_sixteen_cards() -> None:
    model = wk.deal(dict.fromkeys(range(4), 4), cards=range(16))
    assert model.announce("has(2,3) | has(2,5) | has(2,7)").count() == 38_288_250
    told = model.announce("has(2,3) | has(2,5) | has(2,7)")
    assert told.where("K[1] (has(2,3) | has(2,5))").count() == 7_507_500


def test_a_hand_of_thirteen() -> None:
    model = wk.deal(dict.fromkeys(range(4), 13), cards=pack(52))
    hand = pack(52)[:13]
    knowledge = model.seat(0, sees={0: hand})
    assert knowledge.count() == 84_478_098_072_866_400
    assert knowledge.odds(f"has(1,{pack(52)[20]})") == Fraction(1, 3)
    odds = knowledge.ownership()
    assert odds[hand[0]]["0"] == 1
    assert all(odds[card] == thirds() for card in pack(52)[13:])
    for world in (knowledge.sample(Random(1)), *knowledge.samples(Random(1), 100)):
        assert sorted(world[0]) == sorted(hand)
        assert sorted(card for cards in world.values() for card in cards) == sorted(pack(52))
    void = model.announce(" & ".join(f"~has(1,{card})" for card in pack(52)[39:]))
    odds = void.seat(0, sees={0: hand}).ownership()
    assert odds[pack(52)[40]] == {"0": 0, "1": 0, "2": Fraction(1, 2), "3": Fraction(1, 2)}
    assert odds[pack(52)[20]]["1"] == Fraction(1, 2)


def pack(cards: int) -> list[str]:
    return [f"c{number:02}" for number in range(cards)]


def thirds() -> dict[str, Fraction]:
    return {"0": Fraction(0), **{seat: Fraction(1, 3) for seat in "123"}}
