"""How the engine for large models keeps its diagrams small, and that nobody can tell."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
import randomly
from oxidd.bcdd import BCDDFunction

import whoknows as wk
from whoknows.core.error import Error
from whoknows.logic import diagram_store as stores
from whoknows.logic.diagram import Diagram
from whoknows.logic.diagram_store import DiagramStore
from whoknows.logic.filling import Filling
from whoknows.logic.flat_sets import from_nodes
from whoknows.logic.room_chances import RoomChances
from whoknows.logic.vocabulary import Fact
from whoknows.logic.worlds import make_room

FOUR_EACH = dict.fromkeys(range(4), 4)


def dealt(cards: int = 16, places: dict[int, int] = FOUR_EACH, **options: Any) -> Any:
    return wk.deal(places, cards=range(cards), engine="diagram", **options)


# drawn whole


def random_filling(rng: Random) -> Filling:
    """Rooms for as many facts, of whose values some may take no place."""
    rooms = tuple(rng.randint(0, 3) for _ in range(rng.randint(1, 4)))
    places = [*range(len(rooms)), None] if rng.random() < 0.5 else [*range(len(rooms))]
    width = rng.randint(1, 4)
    options = [tuple(rng.choice(places) for _ in range(width)) for _ in range(sum(rooms))]
    return Filling(rooms, tuple(options))


@pytest.mark.parametrize("seed", range(200))
def test_a_diagram_drawn_whole_is_the_one_drawn_node_by_node(seed: int) -> None:
    filling = random_filling(Random(seed))
    facts = [Fact(f"f{n}", tuple(range(len(o)))) for n, o in enumerate(filling.options)]
    store = DiagramStore(1 << 14, 1 << 10)
    space = Diagram.filled(facts, filling, 1, store)

    def node(number: int, branches: list[BCDDFunction]) -> BCDDFunction:
        return store.one_of(space.numbers(facts[number]), branches)

    assert space.all == filling.drawn(node, store.true, store.false)
    assert space.count(space.all) == len(filling.listed())


def test_a_deal_that_does_not_fit_its_nodes_says_so() -> None:
    with pytest.raises(Error, match="outgrew its memory"):
        dealt(nodes=1_000)


# what is spoken of comes first


def test_cards_far_apart_cost_no_more_than_neighbours() -> None:
    def nodes(*cards: int) -> int:
        a, b, c, d = cards
        said = dealt().announce(f"has(0,{a}) | has(1,{b})").announce(f"has(2,{c}) -> has(0,{d})")
        return int(said.space.all.node_count())

    assert nodes(0, 6, 11, 15) == nodes(0, 1, 2, 3) == nodes(15, 14, 13, 12)


def test_what_was_said_first_does_not_change_which_worlds_are_left() -> None:
    said = ["has(0,3) | has(1,12)", "~has(2,7)", "~K[1] has(0,3)", "in(3,15) -> has(0,1)"]
    counts = set()
    for seed in range(6):
        model = dealt()
        for formula in Random(seed).sample(said[:2], 2) + said[2:]:
            model = model.announce(formula)
        counts.add(model.count())
    assert len(counts) == 1


def test_who_saw_a_place_before_it_was_parted_still_can_tell_its_cards() -> None:
    for engine in "bitset", "diagram":
        m = wk.deal({0: 2, 1: 2, "stock": 4}, cards="abcdefgh", seen={"stock": [1]}, engine=engine)
        m = m.split("stock", {2: 2, "stock": 2}, owner={2: 0}, seen={2: [0], "stock": []})
        m = m.announce("has(1,h) | in(2,g)")
        assert m.where("K[1] (has(0,g) -> in(2,g))").count() == 900, engine


@pytest.mark.parametrize("seed", range(30))
def test_worlds_left_are_the_same_worlds(seed: int) -> None:
    rng = Random(f"left {seed}")
    trio = randomly.deal(rng, 300)
    fact, said = randomly.formula(rng, trio, 3), randomly.formula(rng, trio, 2)
    for before in trio.engines:
        if before.where(said):
            after = before.announce(said)
            left = before.where(fact).left_in(after)
            assert set(map(str, left)) == set(map(str, before.where(fact) & before.where(said)))


@pytest.mark.parametrize("engine", ["bitset", "diagram"])
def test_a_card_named_after_its_place_has_been_spoken_of(engine: str) -> None:
    m = wk.deal({0: 1, 1: 1, "stock": 1}, cards="abc", engine=engine)
    m = m.announce("stock = a").announce("~in(0,b)")
    assert (m.count(), m.where("in(stock,a)").count(), m.where("in(stock,b)").count()) == (1, 1, 0)


@pytest.mark.parametrize("engine", ["bitset", "diagram"])
def test_worlds_left_are_the_same_worlds_where_a_place_was_parted(engine: str) -> None:
    """What lay there has variables without a name, which a card cannot take along."""
    before = wk.deal({0: 1, "stock": 1}, cards="ab", engine=engine).split(0, {"x": 1})
    after = before.announce("in(x,b)")
    sets = [before.worlds, before.where("K[0] in(x,b)"), before.where("K[0] in(x,a)")]
    assert [worlds.left_in(after).count() for worlds in sets] == [1, 1, 0]


def test_worlds_are_left_only_in_what_was_made_of_their_model() -> None:
    m, other = (wk.deal(dict.fromkeys(range(3), 1), cards="abc", engine="diagram") for _ in "mo")
    with pytest.raises(Error, match="does not come from"):
        m.where("has(0,a)").left_in(other)
    with pytest.raises(Error, match="does not come from"):
        m.where("has(0,a)").left_in(m.split(0, {"x": 1}))
    with pytest.raises(Error, match="does not come from"):
        m.tell([0], "has(1,b)").where("K[0] has(1,b)").left_in(m.tell([1], "has(2,c)"))


def test_without_a_folder_for_temporary_files_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", "nowhere/at/all")
    with pytest.raises(Error, match="needs a folder for temporary files"):
        dealt()


@pytest.mark.parametrize("seed", range(20))
def test_some_world_of_a_set_is_one_of_its_worlds(seed: int) -> None:
    rng = Random(f"some {seed}")
    trio = randomly.model(rng, 300)
    for engine in trio.engines:
        worlds = engine.where(randomly.formula(rng, trio, 3))
        if worlds:
            found = engine.vocabulary.world(engine.space.some(worlds.held))
            assert found in worlds


# the end of a diagram


@pytest.mark.parametrize("seed", range(60))
def test_the_end_of_a_diagram_read_off_is_the_one_gone_through(seed: int) -> None:
    rng = Random(f"end {seed}")
    trio = randomly.deal(rng, 300)
    for _ in range(rng.randint(0, 2)):
        trio = randomly.happened(rng, trio, 300)
    model, words = trio.diagram, trio.diagram.vocabulary
    world = rng.choice(list(model.worlds))
    cells = [model.seat(seat, at=world) for seat in model.seats]
    for knowledge in [] if words.has_past else [model.outsider(), *cells]:
        plain = from_nodes(model.space, knowledge.held, words.world_facts)
        assert knowledge.chances.marginals == plain.marginals
        assert list(map(len, knowledge.chances.layers)) == list(map(len, plain.layers))
        assert knowledge.chances.sample(Random(seed)) == plain.sample(Random(seed))


@pytest.mark.parametrize("seed", range(80))
def test_cards_told_of_one_by_one_are_tied_by_room_alone(seed: int) -> None:
    """Whether all that was said is single facts, or something else before or among them."""
    rng = Random(f"one by one {seed}")
    model = dealt(9, dict.fromkeys(range(3), 3))
    world = rng.choice(list(model.worlds))
    only_single = seed % 2 == 0
    for _ in range(rng.randint(1, 6)):
        if not only_single and rng.random() < 0.3:
            model = something_else(rng, model, world)
        model = model.announce(single_fact(rng, world))
    for knowledge in [model.outsider(), *(model.seat(seat, at=world) for seat in model.seats)]:
        gone_through = from_nodes(model.space, knowledge.held, model.vocabulary.world_facts)
        found = knowledge.chances
        assert isinstance(found, RoomChances) or not only_single
        assert (found.total, found.marginals) == (gone_through.total, gone_through.marginals)
        assert list(map(len, found.layers)) == list(map(len, gone_through.layers))
        assert found.sample(Random(seed)) == gone_through.sample(Random(seed))


def single_fact(rng: Random, world: Any) -> str:
    """That a card lies, or does not lie, with somebody."""
    owner, card = rng.choice([(seat, card) for seat, cards in world.items() for card in cards])
    other = rng.choice([seat for seat in world if seat != owner])
    return f"has({owner},{card})" if rng.random() < 0.3 else f"~has({other},{card})"


def something_else(rng: Random, model: Any, world: Any) -> Any:
    """Something true that ties cards to each other, or that only some are told."""
    one, other = rng.sample(range(9), 2)
    tying = f"has(0,{one}) | has(1,{other})"
    knowing = f"K[{rng.randrange(3)}] ~has({rng.randrange(3)},{one})"
    said = rng.choice([tying, knowing])
    if rng.random() < 0.5:
        return model.tell([rng.randrange(3)], said)
    return model.announce(said if model.holds(said, at=world) else f"~({said})")


def test_numbers_of_deals_may_be_larger_than_machine_words() -> None:
    """The spades are with nobody but 0 and 1: then 2 has thirteen of the 39 others."""
    model = dealt(52, dict.fromkeys(range(4), 13))
    for card in range(13):
        model = model.announce(f"~has(2,{card}) & ~has(3,{card})")
    odds = model.outsider().ownership()
    assert odds["0"] == {"0": Fraction(1, 2), "1": Fraction(1, 2), "2": 0, "3": 0}
    assert odds["51"] == {str(seat): Fraction((13, 13, 26, 26)[seat], 78) for seat in range(4)}
    assert model.outsider().chances.total == model.count() > 1 << 64


# one hidden proposition


@pytest.mark.parametrize("seed", range(40))
def test_who_misses_one_proposition_knows_whether(seed: int) -> None:
    rng = Random(f"one {seed}")
    names = [f"p{n}" for n in range(4)]
    sees = {n: [name for name in names if name != f"p{n}"] for n in range(4)}
    engines = [
        wk.model(names, seats=range(4), observes=sees, engine=engine)
        for engine in ("bitset", "diagram")
    ]
    said = f"p{rng.randrange(4)} | p{rng.randrange(4)}"
    seat, other = rng.sample(range(4), 2)
    asked = rng.choice([f"p{seat}", f"p{seat} & p{other}", f"p{other}", f"K[{other}] p{seat}"])
    for formula in f"Kw[{seat}] ({asked})", f"K[{seat}] ({asked}) | K[{seat}] ~({asked})":
        found = [set(map(str, model.announce(said).where(formula))) for model in engines]
        assert found[0] == found[1]


# memory


def test_the_cache_has_the_size_of_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes its memory at once, 20 bytes a result, whatever is asked of the model."""
    sizes: list[int] = []
    made = stores.BCDDManager

    def manager(nodes: int, cache: int, threads: int) -> Any:
        sizes.append(cache)
        return made(nodes, cache, threads)

    monkeypatch.setattr(stores, "BCDDManager", manager)
    dealt()
    dealt(20, dict.fromkeys(range(4), 5))  # a round of Boerenbridge
    wk.model([f"m{n}" for n in range(80)], seats=[0], engine="diagram")
    dealt(52, dict.fromkeys(range(4), 13))
    small, usual, muddy, large = sizes
    assert small < usual < 1 << 16 < muddy < large == 1 << 20


@pytest.mark.parametrize("engine", ["bitset", "diagram"])
def test_false_may_be_one_of_several_values(engine: str) -> None:
    m = wk.model({"x": [False, True, "maybe"]}, seats="a", engine=engine)
    assert m.where("x = False").count() == 1


def test_a_store_that_is_half_full_of_what_nobody_uses_makes_room() -> None:
    """In a copy of a process nobody else would do it."""
    store = DiagramStore(4_000, 1 << 12)
    numbers = list(store.manager.add_vars(200))
    kept = store.cube(numbers[:4])
    for end in range(65, 95):  # none of these has a node in common with another
        store.cube(numbers[:end])
    assert store.is_half_full
    make_room()
    assert not store.is_half_full
    assert kept == store.cube(numbers[:4])
