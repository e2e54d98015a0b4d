"""Deals: who sees what, what a place may contain, and what is refused."""

import pickle
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

import whoknows as wk
from whoknows.deals.deal_model import DealModel
from whoknows.deals.split import Split
from whoknows.logic.bitset import Bitset
from whoknows.logic.diagram_pairs import by_cells, by_nodes

SIX = ["a", "b", "c", "d", "e", "f"]
WORLD = {0: ["c", "d"], 1: ["a", "e"], 2: ["b", "f"]}
ENGINES = pytest.mark.parametrize("engine", ["bitset", "diagram"])


def ninety(engine: Any = "auto", **options: Any) -> DealModel:
    return wk.deal({0: 2, 1: 2, 2: 2}, cards=SIX, engine=engine, **options)


@ENGINES
def test_the_public_contract(engine: str) -> None:
    m = ninety(engine)
    assert m.count() == 90
    assert m.pairs(0) == 540
    n = m.announce("has(1,a) | has(1,b)")
    assert n.where("K[0] has(1,a)").count() == 12
    assert n.valid("C[0,1,2] (has(1,a) | has(1,b))")
    k = n.seat(0, sees={0: ["c", "d"]})
    assert not k.knows("has(1,a)")
    assert k.odds("has(1,a)") == Fraction(3, 5)
    assert k.count() == 5
    assert k.sample(Random(1))[0] == ["c", "d"]
    assert not k.why("has(1,a)").holds
    assert not n.holds("K[0] has(1,a)", at=WORLD)
    assert n.odds("has(1,a)", seat=0, at=WORLD) == Fraction(3, 5)
    assert n.sample(Random(1), seat=0, at=WORLD)[0] == ["c", "d"]
    assert n.why("K[2] has(1,a)", at=WORLD).holds


def test_the_engine_is_chosen_by_size() -> None:
    assert isinstance(ninety().space, Bitset)
    assert not isinstance(wk.deal(dict.fromkeys(range(4), 4), cards=range(16)).space, Bitset)


@ENGINES
def test_before_anyone_has_looked_all_worlds_are_alike(engine: str) -> None:
    m = ninety(engine, looked=False)
    assert [m.pairs(seat) for seat in range(3)] == [8100] * 3
    m = m.look(0, 0)
    assert [m.pairs(seat) for seat in range(3)] == [540, 8100, 8100]
    assert m.valid("C[0,1,2] Kw[0] has(0,a)")
    assert not m.where("Kw[1] has(1,a)")


@ENGINES
def test_hands_that_all_but_the_owner_see(engine: str) -> None:
    m = wk.deal({0: 1, 1: 1, "stock": 2}, cards="abcd", seen="others", engine=engine)
    assert m.valid("K[0] has(1,a) | K[0] ~has(1,a)")
    assert not m.where("K[0] has(0,a)")


@ENGINES
def test_nobody_sees_a_stock(engine: str) -> None:
    m = wk.deal({0: 1, 1: 1, "stock": 1}, cards="abc", engine=engine)
    assert m.valid("in(stock,a) -> ~K[0] in(stock,a) & ~K[1] in(stock,a)")
    assert m.valid("in(stock,a) -> D[0,1] in(stock,a)")


@ENGINES
def test_an_envelope_contains_one_of_each_kind(engine: str) -> None:
    who, how = ["plum", "rose", "moss"], ["rope", "lamp", "fork"]
    m = wk.deal(
        {"envelope": 2, 0: 2, 1: 2},
        cards=[*who, *how],
        contains={"envelope": [(who, 1), (how, 1)]},
        engine=engine,
    )
    assert m.count() == 3 * 3 * 6
    assert m.seats == ("0", "1")
    assert m.valid("in(envelope,plum) -> ~in(envelope,rose)")
    k = m.seat(0, sees={0: ["plum", "rope"]})
    assert k.odds("in(envelope,rose)") == Fraction(1, 2)


@ENGINES
def test_a_law_is_known_from_the_start(engine: str) -> None:
    m = ninety(engine, law=["has(0,a) <-> has(0,b)"])
    assert m.count() == 6 + 36
    assert m.valid("C[0,1,2] (has(0,a) -> has(0,b))")


@ENGINES
def test_others_learn_only_how_many_cards_are_drawn(engine: str) -> None:
    m = wk.deal({0: 1, 1: 1, "stock": 3}, cards="abcde", engine=engine)
    m = m.announce("~has(0,e)").split("stock", {"stock": 2, "drawn": 1}, owner={"drawn": 0})
    at = {0: "a", 1: "b", "stock": "cd", "drawn": "e"}
    assert m.holds("has(0,e) & K[0] has(0,e)", at=at)
    assert m.seat(1, at=at).odds("has(0,e)") == Fraction(1, 3)  # it could only be drawn


def test_a_model_that_outgrows_its_list_is_drawn() -> None:
    m = wk.deal({0: 1, "stock": 18}, cards=range(19)).announce("~has(0,3)")
    assert isinstance(m.space, Bitset)
    m = m.split("stock", {"stock": 9, "drawn": 9}, owner={"drawn": 0})
    assert not isinstance(m.space, Bitset)
    assert m.count() == 18 * 48620
    assert m.valid("K[0] ~in(0,3)")


@ENGINES
def test_a_card_is_shown_in_private(engine: str) -> None:
    m = ninety(engine).show(0, 1, "abc")
    at = {0: "ab", 1: "cd", 2: "ef", "shown1": "a"}
    assert m.holds("K[1] has(0,a) & ~K[1] has(0,b)", at=at)
    assert m.valid("C[0,1,2] (has(0,a) | has(0,b) | has(0,c))")
    assert m.holds(
        "~K[2] K[1] has(0,a) & K[2] (K[1] has(0,a) | K[1] has(0,b) | K[1] has(0,c))", at=at
    )


@ENGINES
def test_a_model_travels_as_its_history(engine: str) -> None:
    m = ninety(engine).announce("has(1,a) | has(1,b)").tell([0, 2], "has(1,c)")
    copy = pickle.loads(pickle.dumps(m))
    assert copy.count() == m.count()
    assert copy.where("K[0] has(1,c)").count() == m.where("K[0] has(1,c)").count()


def test_an_explanation_tells_what_was_shown() -> None:
    m = wk.deal({0: 1, 1: 1, 2: 1, "stock": 1}, cards="abcd", seats=[0, 1, 2]).show(1, 0, "bc")
    at = {0: "a", 1: "b", 2: "c", "stock": "d", "shown1": "b"}
    why = m.seat(0, at=at).why("has(1,b)")
    assert why.happened == ("1 shows 0 one of b, c: b",)
    assert str(why).endswith("what happened (1 shows 0 one of b, c: b).")


@pytest.mark.parametrize("engine", ["bitset", "diagram"])
def test_an_explanation_tells_of_no_more_showings_than_it_needs(engine: str) -> None:
    places = {"Ann": 1, "Ben": 2, "Cas": 2, "Dan": 1}
    m = wk.deal(places, cards=["knife", "rope", "hall", "attic", "plum", "mint"], engine=engine)
    m = m.show("Ben", "Cas", ["knife", "rope"]).show("Cas", "Ann", ["hall", "rope"])
    m = m.announce("~has(Dan,attic)").show("Ben", "Ann", ["attic", "rope"])
    at = {"Ann": ["mint"], "Ben": ["knife", "attic"], "Cas": ["hall", "rope"], "Dan": ["plum"]}
    at |= {"shown1": ["knife"], "shown2": ["rope"], "shown3": ["attic"]}
    ann = m.seat("Ann", at=at)
    assert ann.why("has(Ann,mint)").happened == ()
    assert ann.why("has(Cas,rope)").happened == ("Cas shows Ann one of hall, rope: rope",)
    assert ann.why("has(Ben,attic)").because == ()
    # To others it is one of two.
    known = m.seat("Dan", at=at).why("has(Ben,attic) | has(Ben,rope)")
    assert known.happened == ("Ben shows Ann one of attic, rope",)
    assert ann.why("shown2 = rope").holds  # what was shown may itself be asked for


def test_a_failed_announcement_leaves_the_models_before_it_usable() -> None:
    m = wk.deal(dict.fromkeys(range(4), 4), cards=range(16), nodes=6_000)
    large = " & ".join(f"(has({c % 4},{c}) | has({(c + 1) % 4},{15 - c}))" for c in range(8))
    with pytest.raises(wk.Error, match="outgrew its memory"):
        m.announce(large)
    assert m.count() == 63_063_000
    assert m.announce("has(0,1)").count() == 63_063_000 // 4


def test_numbers_may_be_numpys() -> None:
    assert wk.deal({0: np.int64(2), 1: 2}, cards="abcd").count() == 6


def test_worlds_of_two_models_do_not_mix() -> None:
    big = dict.fromkeys(range(4), 4)
    one, other = (wk.deal(big, cards=range(16)) for _ in range(2))
    with pytest.raises(wk.Error, match="two different models"):
        one.where("has(0,1)") & other.where("has(0,1)")


def test_the_model_says_what_ruled_a_world_out() -> None:
    m = ninety().announce("has(1,b)", "Bram has b").announce("has(0,a) | has(0,c)")
    with pytest.raises(wk.Error, match="ruled out by: Bram has b"):
        m.holds("has(1,a)", at=WORLD)


def test_outgrowing_the_memory_is_said_in_words() -> None:
    with pytest.raises(wk.Error, match="outgrew its memory"):
        wk.deal(dict.fromkeys(range(4), 4), cards=range(16), nodes=2_000)


def too_large(**options: Any) -> Any:
    return wk.deal({**dict.fromkeys(range(6), 8), "stock": 4}, cards=range(52), **options)


BAD: list[tuple[Callable[[], Any], str]] = [
    (lambda: wk.deal({0: 2, 1: 3}, cards="abcd"), r"2 \+ 3 = 5, but there are 4 cards"),
    (lambda: wk.deal({0: -1, 1: 3}, cards="ab"), "place 0 cannot hold -1 cards"),
    (lambda: wk.deal({0: 1, 1: 1}, cards="aa"), "card a is named twice"),
    (lambda: wk.deal({0: 1, 1: 1}, cards="ab", engine="magic"), "no engine 'magic'"),  # type: ignore[arg-type]
    (lambda: wk.deal({0: 1, 1: 1}, cards="ab", seen="all"), "seen: expected"),  # type: ignore[arg-type]
    (lambda: wk.deal({0: 1, 1: 1}, cards="ab", seen={2: [0]}), "seen: no place 2"),
    (lambda: wk.deal({0: 1, 1: 1}, cards="ab", seen={1: ["Zoe"]}), "no seat Zoe"),
    (lambda: wk.deal({0: 1, 1: 1}, cards="ab", owner={"x": 0}), "owner: no place x"),
    (lambda: wk.deal({0: 1, 1: 1}, cards="ab", law=["has(0,z)"]), "no card z"),
    (lambda: wk.deal({0: 1, 1: 1}, cards="ab", law=["false"]), "no world obeys the law: false"),
    (lambda: wk.deal({0: 9, 1: 9}, cards=range(18), contains={2: []}), "contains: no place 2"),
    (lambda: wk.deal(dict.fromkeys(range(4), 13), cards=range(52), engine="bitset"), "too many"),
    (lambda: too_large(engine="diagram"), "too large"),
    (lambda: wk.deal(dict.fromkeys(range(4), 4), cards=range(16), nodes=10**12), "nodes must be"),
    (lambda: wk.deal({0: 1, 1: 1}, cards="ab", contains={0: [("a", -1)]}), "fewer than"),
    (lambda: ninety().seat(0, at=WORLD, sees={0: "cd"}), "not both"),
    (lambda: ninety().odds("has(0,a)", at=WORLD), "say for which seat"),
    (lambda: ninety().show(0, 1, "ab").where("has(0,shown1)"), "no card shown1"),
    (lambda: ninety().where("has(3,a)"), "no seat 3; seats are 0, 1, 2"),
    (lambda: ninety().where("has(0,z)"), "no card z; cards are a, b"),
    (lambda: ninety().where("in(attic,a)"), "no place attic"),
    (lambda: ninety().where("p"), "p: the atoms of a deal are"),
    (lambda: ninety().announce("has(0,a) & has(1,a)"), "false in every world"),
    (lambda: ninety().seat(0, sees={0: ["a", "b", "c"]}), "no world is left in which seat 0"),
    (
        lambda: ninety().seat(0, sees={1: ["a", "b"]}),
        "seat 0 sees something other than what you gave",
    ),
    (lambda: ninety().holds("has(0,a)", at={0: "ab", 1: "cd"}), "does not say where e lies"),
    (lambda: ninety().holds("has(0,a)", at={0: "ab", 1: "bc", 2: "de"}), "b twice"),
    (lambda: ninety().odds("has(0,a)", seat=0), "say in which world"),
    (lambda: ninety().split(0, {0: 1, "x": 2}), "0 holds 2 cards; its parts hold 3"),
    (lambda: ninety().split(0, {1: 1, "x": 1}), "there is already a place 1"),
    (lambda: ninety().split(0, {0: 1, "x": 1}, owner={"y": 1}), "y is not a part of 0"),
    (lambda: ninety().announce("~has(0,a)").show(0, 1, "a"), "false in every world"),
    (lambda: ninety().odds("has(0,a)", weights={"has(0,a)": 0}), "must be above 0"),
]


@pytest.mark.parametrize(("act", "says"), BAD, ids=[says for _, says in BAD])
def test_bad_input_is_one_line_that_names_what_and_where(act: Callable[[], Any], says: str) -> None:
    with pytest.raises(wk.Error, match=says) as caught:
        act()
    assert "\n" not in str(caught.value)


def test_a_false_announcement_leaves_the_model_as_it_was() -> None:
    m = ninety().announce("has(0,a)")
    with pytest.raises(wk.Error):
        m.announce("has(1,a)")
    assert m.count() == 30
    assert len(m.history) == 2


def test_pairs_count_what_lay_in_a_place_that_is_no_more():
    for places, parts, pairs in (
        ({0: 1, "stock": 2}, {"mix": 1, "back": 2}, 27),
        ({0: 1, 1: 1, "stock": 1}, {"stock": 1, "new": 1}, 48),
        ({0: 1, "stock": 3}, {"mix": 2, "back": 2}, 144),
    ):
        for engine in ("bitset", "diagram"):
            model = wk.deal(places, cards="abcd"[: sum(places.values())], engine=engine)
            assert Split(("stock", 0), parts).to(model).pairs(0) == pairs


def test_pairs_are_the_same_cell_by_cell_and_node_by_node():
    model = wk.deal({0: 2, 1: 2, 2: 2, "stock": 1}, cards="abcdefg", engine="diagram")
    for said in ("has(0,a) | has(1,b)", "~K[1] has(0,a)", "has(2,c) | in(stock,d)"):
        model = model.announce(said)
        for seat in range(3):
            cells = [cell.count() for cell in model.cells(seat)]
            assert by_cells(model.space, seat) == sum(size**2 for size in cells)
            assert by_nodes(model.space, seat) == model.pairs(seat) == model.pairs(str(seat))


# Names that what was shown or put back could bear


@pytest.mark.parametrize("engine", ["bitset", "diagram"])
def test_what_is_shown_never_bears_the_name_of_a_card_or_a_place(engine: str) -> None:
    places = {0: 2, 1: 1, "shown2": 1}
    model = wk.deal(places, cards=["shown1", "b", "c", "d"], engine=engine)
    told = model.show(0, 1, ["shown1", "b"])
    world = {0: ["shown1", "b"], 1: ["c"], "shown2": ["d"], "shown3": "b"}
    assert told.count() == 12  # six hands of 0, of which one has both cards and so shows either
    assert told.holds("K[1] has(0,b) & ~K[1] has(0,shown1)", at=world)


@pytest.mark.parametrize("engine", ["bitset", "diagram", "factual"])
def test_a_card_named_like_a_place_that_is_put_back_is_refused(engine: str) -> None:
    cards = ["under", "b", "c", "d"]
    model = wk.deal({0: 1, "under": 1, "stock": 2}, cards=cards, engine=engine)
    seen = model.look(0, "under")
    with pytest.raises(wk.Error, match="a card is called under too"):
        Split(("stock", "under"), {"pile": 3}).to(seen)
    assert Split("stock", {"pile": 2}).to(seen).count() == 12


@pytest.mark.parametrize("engine", ["bitset", "diagram", "factual"])
def test_of_places_put_together_only_one_may_be_unseen(engine: str) -> None:
    model = wk.deal({0: 1, "stock": 2, "well": 1}, cards="abcd", engine=engine)
    with pytest.raises(wk.Error, match="stock and well: only one of the merged places may be"):
        Split(("stock", "well"), {"pile": 3}).to(model)


@pytest.mark.parametrize("engine", ["auto", "bitset", "diagram", "factual"])
def test_a_deal_of_no_cards_is_refused(engine: Any) -> None:
    with pytest.raises(wk.Error, match="a deal needs at least one card"):
        wk.deal({0: 0, 1: 0}, cards="", engine=engine)
