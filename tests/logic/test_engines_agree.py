"""Both engines find every formula true in the same worlds as the oracle does.

The models are random: deals with a stock, an envelope, open hands, nobody having looked yet;
facts under laws, terms and formulas observed; and whatever a few random updates make of them.
"""

import pickle
from random import Random

import oracle
import pytest
import randomly

import whoknows as wk
from whoknows.core.error import Error
from whoknows.logic.formula import And, Formula, parts

CHUNKS = 40
MODELS = 10  # a chunk
FORMULAS = 10  # a model
SIZES = (60, 300, 300, 300, 2_000)  # at most so many worlds


def trios(chunk: int, most: tuple[int, ...] = SIZES) -> list[tuple[Random, randomly.Trio]]:
    """The models of a chunk, each with the source of randomness for what is asked of it."""
    sources = [Random(f"{chunk}/{number}") for number in range(MODELS)]
    return [(rng, randomly.model(rng, rng.choice(most))) for rng in sources]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_formulas_hold_in_the_same_worlds(chunk: int) -> None:
    for rng, trio in trios(chunk):
        for _ in range(FORMULAS):
            formula = randomly.formula(rng, trio, rng.randint(1, 5))
            assert trio.same_worlds(formula), (trio.story, str(formula))


@pytest.mark.parametrize("chunk", range(8))
def test_random_formulas_where_cards_were_put_back_and_drawn_again(chunk: int) -> None:
    rng, gathered = Random(f"put back {chunk}"), 0
    while gathered < MODELS // 2:
        trio = randomly.deal(rng, 60)
        for happen in (randomly.looking, randomly.gathering, randomly.telling, randomly.gathering):
            trio = randomly.stepped(trio, happen(rng, trio))
        if len(trio.oracle.worlds) > 2_000 or not trio.oracle.shown:
            continue
        gathered += 1
        for _ in range(FORMULAS):
            formula = randomly.formula(rng, trio, rng.randint(1, 4))
            assert trio.same_worlds(formula), (trio.story, str(formula))


@pytest.mark.parametrize("chunk", range(4))
def test_seats_have_the_same_cells(chunk: int) -> None:
    for _, trio in trios(chunk, (60, 300)):
        for seat in trio.seats:
            cells = {frozenset(map(oracle.flat, cell)) for cell in trio.oracle.cells(seat)}
            for engine in trio.engines:
                found = [frozenset(map(oracle.flat, cell)) for cell in engine.cells(seat)]
                assert len(found) == len(cells), trio.story
                assert set(found) == cells, trio.story
                assert engine.pairs(seat) == sum(len(cell) ** 2 for cell in cells), trio.story


@pytest.mark.parametrize("chunk", range(4))
def test_a_world_is_a_member_exactly_where_the_formula_holds_at_it(chunk: int) -> None:
    for rng, trio in trios(chunk, (60, 300)):
        formula = randomly.formula(rng, trio, 4)
        for engine in trio.engines:
            worlds = {oracle.flat(world): world for world in engine.worlds}
            for world in rng.sample(trio.oracle.worlds, min(10, len(trio.oracle.worlds))):
                at = worlds[oracle.flat(world)]
                expected = trio.oracle.holds(formula, world)
                assert engine.holds(formula, at=at) == expected, (trio.story, str(formula))
                assert (at in engine.where(formula)) == expected
                assert (at in ~engine.where(formula)) != expected
        everywhere = len(trio.oracle.where(formula)) == len(trio.oracle.worlds)
        assert all(engine.valid(formula) == everywhere for engine in trio.engines)


@pytest.mark.parametrize("chunk", range(2))
def test_a_model_travels_as_its_history(chunk: int) -> None:
    for rng, trio in trios(chunk, (60,)):
        arrived = [pickle.loads(pickle.dumps(engine)) for engine in trio.engines]
        travelled = randomly.Trio(trio.oracle, *arrived, trio.story)
        for _ in range(3):
            formula = randomly.formula(rng, trio, 3)
            assert travelled.same_worlds(formula), (trio.story, str(formula))


def test_the_random_formulas_are_worth_asking() -> None:
    asked, contingent, kinds = 0, 0, set()
    for rng, trio in (pair for chunk in range(3) for pair in trios(chunk, (60,))):
        for _ in range(FORMULAS):
            formula = randomly.formula(rng, trio, rng.randint(1, 5))
            asked, kinds = asked + 1, kinds | set(map(type, everything_in(formula)))
            contingent += 0 < len(trio.oracle.where(formula)) < len(trio.oracle.worlds)
    assert contingent > asked / 3
    assert len(kinds) == 17  # all kinds of formulas that there are


def everything_in(formula: Formula) -> list[Formula]:
    return [formula, *(inner for part in parts(formula) for inner in everything_in(part))]


# The smallest cases of what random formulas found


@pytest.fixture(params=randomly.ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_who_was_told_knows_it_inside_a_formula(engine: str) -> None:
    model = wk.deal({0: 2, 1: 2, 2: 2}, cards="abcdef", engine=engine)
    assert model.valid("[!0: has(1,a)] K[0] has(1,a)")
    assert model.where("<!0,1: has(2,a)> C[0,1] has(2,a)").count() == 30
    assert model.where("<!0: has(1,a)> true").count() == 30
    assert not model.where("<!0: has(1,a)> K[2] has(1,a)")


def test_a_group_told_twice_inside_a_formula(engine: str) -> None:
    model = wk.model("pq", seats="ab", engine=engine)
    assert model.valid("[!a: p] [!b: K[a] p] K[b] p")
    assert model.valid("[!a: p] [!b: K[a] p] ~K[a] K[b] q")
    assert model.where("<!a: p> <!b: q> (K[a] p & K[b] q & ~K[a] q)").count() == 1


def test_what_is_told_inside_a_formula_is_forgotten_outside_it(engine: str) -> None:
    model = wk.model("p", seats="a", engine=engine)
    assert model.where("[!a: p] K[a] p & ~K[a] p").count() == 2
    assert not model.where("K[a] p")


def test_propositions_count_as_zero_and_one(engine: str) -> None:
    model = wk.model("pqr", seats="a", engine=engine)
    assert model.where("p + q + r = 2").count() == 3
    assert model.where("p - q = 1").count() == 2
    assert model.where("2 * p > 1").count() == 4


def test_a_fact_may_be_zero_or_one(engine: str) -> None:
    model = wk.model({"x": [0, 1], "y": [0, 1]}, seats="a", observes={"a": ["x"]}, engine=engine)
    assert model.where("x = 0").count() == 2
    assert model.where("x + y = 1 & K[a] x = 0").count() == 1
    assert [world["x"] for world in model.where("x = 0 & y = 1")] == [0]


def test_large_numbers_are_exact(engine: str) -> None:
    large = 3_037_000_500  # whose square is more than 64 bits hold with a sign
    model = wk.model({"x": [1, large], "y": [1, large]}, seats="a", engine=engine)
    assert model.where("x * y > x + y").count() == 1
    assert model.where(f"x * y = {large * large}").count() == 1


def test_names_and_numbers_may_be_mixed(engine: str) -> None:
    model = wk.model({"x": [1, 2, "many"], "y": [1, 2]}, seats="a", engine=engine)
    assert model.where("x = 2").count() == 2
    assert model.where("x = many").count() == 2
    assert model.where("x = y").count() == 2


def test_seats_go_by_number_or_by_name(engine: str) -> None:
    model = wk.model("pq", seats=["ann", "bob"], observes={"bob": ["p"]}, engine=engine)
    assert model.where("K[1] p").count() == model.where("K[bob] p").count() == 2
    assert model.where("C[0,1] p").count() == model.where("C[ann,bob] p").count() == 0
    with pytest.raises(Error, match="no seat 2; seats are ann, bob"):
        model.where("K[2] p")


ERRORS = {
    "q": "no fact q; facts are p, x, day",
    "day": "day has a value; compare it, as in day = Mon",
    "day = Sun": "day is never Sun; values are Mon, Tue",
    "p = maybe": "p is never maybe; values are False, True",
    "day < 3": "the values of day are not numbers",
    "x = day + 1": "the values of day are not numbers",
    "has(0,a)": "only models of deals have atoms with arguments",
    "Kv[a] q": "no fact q",
    "K[b] p": "no seat b; seats are a",
    "[!b: p] p": "no seat b; seats are a",
}


@pytest.mark.parametrize("text", ERRORS)
def test_what_has_no_meaning_is_an_error_in_words(engine: str, text: str) -> None:
    facts = {"p": bool, "x": [1, 2], "day": ["Mon", "Tue"]}
    model = wk.model(facts, seats="a", engine=engine)
    with pytest.raises(Error) as error:
        model.where(text)
    assert ERRORS[text] in str(error.value)


def test_what_cannot_be_observed_is_an_error_in_words(engine: str) -> None:
    for seen, message in {"y": "no fact y", "day + 1": "not numbers", "x +": "column 4"}.items():
        with pytest.raises(Error, match=message):
            wk.model(
                {"x": [1, 2], "day": ["Mon", "Tue"]},
                seats="a",
                observes={"a": [seen]},
                engine=engine,
            )


def test_no_two_seats_have_one_name(engine: str) -> None:
    with pytest.raises(Error, match="seat a is named twice"):
        wk.model("p", seats="aa", engine=engine)


def test_a_world_that_was_ruled_out_is_in_no_set(engine: str) -> None:
    model = wk.deal({0: 1, 1: 1}, cards="ab", engine=engine).announce("has(0,a)")
    assert {0: ["a"], 1: ["b"]} in model.worlds
    assert {0: ["b"], 1: ["a"]} not in model.worlds


def test_a_long_conjunction_is_no_deeper_than_a_short_one(engine: str) -> None:
    model = wk.model("pq", seats="a", engine=engine)
    assert model.where(And((wk.parse("p | q"),) * 500)).count() == 3


@pytest.mark.parametrize("engine", ["bitset", "diagram"])
@pytest.mark.parametrize("formula", ["x * x * x * x * x > 0", "x + 9223372036854775807 > 0"])
def test_terms_never_overflow(engine, formula):
    model = wk.model({"x": [1, 9999]}, seats=["a"], engine=engine)
    assert model.valid(formula)
