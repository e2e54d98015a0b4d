"""Deals too large to draw: facts are exact, as listing the worlds of small deals shows."""

import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from math import prod
from random import Random
from typing import Any

import pytest
import randomly
from oracle import flat
from randomly import number
from test_chances import assert_in_proportion, equally

import whoknows as wk
from whoknows import formulas as f
from whoknows.core.law_positions import Position
from whoknows.core.match import deal_of, play
from whoknows.core.record import replay
from whoknows.core.recorder import Tape
from whoknows.deals.factual.contingency import Contingency
from whoknows.deals.factual.factual_space import Factual
from whoknows.deals.factual.room_groups import fits, grouped, quickest, ways
from whoknows.logic.announcements import Announce
from whoknows.logic.formula import Formula, all_of, any_of

PACK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
CROWDED = "boerenbridge(players=6,deck=52,rounds=8)"


def crowd() -> Any:
    """Six players with eight cards each."""
    return wk.deal({**dict.fromkeys(range(6), 8), "stock": 4}, cards=PACK, seats=range(6))


# Small deals, listed and not


def pair(rng: Random, most: int = 200) -> tuple[Any, Any, Any]:
    """One deal twice, listed and by facts alone, after some announcements; and its names."""
    names = randomly.deal(rng, most)
    born = replace(names.bitset.history[0], law=())
    listed, factual = (replace(born, engine=engine).to(None) for engine in ("bitset", "factual"))
    for _ in range(rng.randint(0, 4)):
        if rng.random() < 0.15:
            seen = number(rng.choice(names.seats)), number(rng.choice(list(names.places)))
            listed, factual = listed.look(*seen), factual.look(*seen)
            continue
        said = of_single_cards(rng, names)
        if listed.where(said):
            listed, factual = listed.announce(said), factual.announce(said)
    assert isinstance(factual.space, Factual)
    return names, listed, factual


def of_single_cards(rng: Random, names: Any) -> Formula:
    """Something about this card and that: here or there, or not there."""
    parts = []
    for card in rng.sample(names.cards, rng.randint(1, 2)):
        places = rng.sample(list(names.places), rng.randint(1, 2))
        lies = any_of(*(f.Atom("in", (number(place), number(card))) for place in places))
        parts.append(lies if rng.random() < 0.3 else ~lies)
    return all_of(*parts)


def pairs(name: str, many: int = 12) -> Iterator[tuple[Random, Any, Any, Any]]:
    for n in range(many):
        rng = Random(f"{name} {n}")
        yield rng, *pair(rng)


@pytest.mark.parametrize("chunk", range(6))
def test_facts_hold_in_as_many_worlds_as_are_listed(chunk: int) -> None:
    for rng, names, listed, factual in pairs(f"count {chunk}"):
        assert factual.count() == listed.count()
        for _ in range(12):
            asked = randomly.factual(rng, names, rng.randint(1, 4))
            assert factual.where(asked).count() == listed.where(asked).count(), str(asked)
            assert bool(factual.where(asked)) == bool(listed.where(asked)), str(asked)
            assert factual.valid(asked) == listed.valid(asked), str(asked)
            assert factual.odds(asked) == listed.odds(asked), str(asked)


@pytest.mark.parametrize("chunk", range(2))
def test_the_worlds_can_be_listed_after_all(chunk: int) -> None:
    for rng, names, listed, factual in pairs(f"list {chunk}", 8):
        for asked in (f.Truth(True), randomly.factual(rng, names, 3)):
            found = Counter(map(flat, factual.where(asked)))
            assert found == Counter(map(flat, listed.where(asked)))


@pytest.mark.parametrize("chunk", range(6))
def test_a_seat_knows_what_it_knows_where_worlds_are_listed(chunk: int) -> None:
    for rng, names, listed, factual in pairs(f"seat {chunk}"):
        world, seat = listed.sample(rng), rng.choice(names.seats)
        mine, theirs = (model.seat(seat, at=world) for model in (factual, listed))
        assert mine.count() == theirs.count()
        assert mine.ownership() == theirs.ownership()
        for _ in range(8):
            asked = randomly.factual(rng, names, rng.randint(1, 4))
            assert mine.odds(asked) == theirs.odds(asked), str(asked)
            assert mine.knows(asked) == theirs.knows(asked), str(asked)
            assert mine.possible(asked) == theirs.possible(asked), str(asked)
            assert str(mine.answer(asked)) == str(theirs.answer(asked)), str(asked)
            weights = {asked: 3, randomly.factual(rng, names, 2): Fraction(1, 2)}
            other = randomly.factual(rng, names, 2)
            assert mine.odds(other, weights=weights) == theirs.odds(other, weights=weights)


def knowledge(rng: Random, names: Any, depth: int) -> Formula:
    """A sentence of facts and of what somebody knows of facts."""
    if depth:
        parts = tuple(knowledge(rng, names, depth - 1) for _ in range(2))
        return rng.choice((f.And(parts), f.Or(parts), f.Not(parts[0]), f.Iff(*parts)))
    fact = randomly.factual(rng, names, rng.randint(0, 2))
    seat = number(rng.choice(names.seats))
    group = tuple(map(number, rng.sample(names.seats, rng.randint(1, len(names.seats)))))
    return rng.choice(
        (
            fact,
            f.Knows(seat, fact),
            f.Possible(seat, fact),
            f.KnowsWhether(seat, fact),
            f.KnowsValue(seat, rng.choice([*map(number, names.cards), "world"])),
            f.Everyone(group, fact),
            f.Distributed(group, fact),
        )
    )


@pytest.mark.parametrize("chunk", range(6))
def test_in_one_world_all_that_is_known_of_facts_is_answered(chunk: int) -> None:
    for rng, names, listed, factual in pairs(f"known {chunk}"):
        for _ in range(12):
            world, asked = listed.sample(rng), knowledge(rng, names, rng.randint(0, 2))
            assert factual.holds(asked, at=world) == listed.holds(asked, at=world), str(asked)


@pytest.mark.parametrize("chunk", range(4))
def test_a_reason_is_as_short_as_where_worlds_are_listed(chunk: int) -> None:
    for rng, names, listed, factual in pairs(f"why {chunk}"):
        world, seat = listed.sample(rng), number(rng.choice(names.seats))
        for _ in range(4):
            asked = f.Knows(seat, randomly.factual(rng, names, 1))
            mine, theirs = (model.why(asked, at=world) for model in (factual, listed))
            assert (mine.holds, len(mine.because)) == (theirs.holds, len(theirs.because))
            if mine.holds:
                enough = only_said(listed, {reason.number for reason in mine.because})
                assert enough.holds(asked, at=world)
            else:
                assert mine.counterexample in listed.cell(seat, at=world)
                assert not listed.holds(asked.inner, at=mine.counterexample)


def only_said(model: Any, numbers: set[int]) -> Any:
    """The model if of all announcements only those with these numbers had been made."""
    made, said = None, 0
    for update in model.history:
        said += isinstance(update, Announce)
        if not isinstance(update, Announce) or said in numbers:
            made = update.to(made)
    return made


@pytest.mark.parametrize("chunk", range(3))
def test_what_a_seat_says_that_it_sees_singles_out_its_cell(chunk: int) -> None:
    for rng, names, listed, factual in pairs(f"sees {chunk}"):
        world, seat = listed.sample(rng), rng.choice(names.seats)
        shown = {p.key for p in listed.vocabulary.places if names.seats.index(seat) in p.seen}
        sees = {key: world[key] for key in shown}
        assert factual.seat(seat, sees=sees).count() == listed.seat(seat, at=world).count()
        for cell in islice(factual.cells(seat), 4):
            assert set(map(flat, cell)) == set(map(flat, listed.cell(seat, at=cell.first())))


# Draws


@pytest.mark.parametrize("seed", range(10))
def test_every_deal_of_a_seat_is_drawn_equally_often(seed: int) -> None:
    rng = Random(f"draw {seed}")
    names, listed, factual = pair(rng, 60)
    world, seat = listed.sample(rng), rng.choice(names.seats)
    mine, cell = factual.seat(seat, at=world), listed.cell(seat, at=world)
    many = 60 * cell.count()
    assert_in_proportion(Counter(flat(mine.sample(rng)) for _ in range(many)), equally(cell))
    assert_in_proportion(Counter(map(flat, mine.samples(rng, many))), equally(cell))


@pytest.mark.parametrize("seed", range(6))
def test_weighted_deals_are_drawn_in_proportion(seed: int) -> None:
    rng = Random(f"weights {seed}")
    names, listed, factual = pair(rng, 60)
    weights = {randomly.factual(rng, names, 3): Fraction(3), randomly.factual(rng, names, 2): 0.5}
    held = [({flat(world) for world in listed.where(w)}, w) for w in weights]
    expected = {
        flat(world): prod(
            (Fraction(weights[asked]) for true, asked in held if flat(world) in true),
            start=Fraction(1),
        )
        for world in listed.worlds
    }
    many = 40 * len(expected)
    drawn = Counter(flat(factual.sample(rng, weights=weights)) for _ in range(many))
    assert_in_proportion(drawn, expected)


@pytest.mark.parametrize("seed", range(10))
def test_compiled_code_can_draw_every_deal_equally_often(seed: int) -> None:
    rng = Random(f"flat {seed}")
    names, listed, factual = pair(rng)
    world, seat = listed.sample(rng), rng.choice(names.seats)
    chances = factual.seat(seat, at=world).chances
    facts = chances.facts
    ends = {
        frozenset(
            (fact.name, fact.values[code]) for fact, code in zip(facts, codes, strict=True)
        ): p
        for codes, p in paths(chances.flat, 0, ())
    }
    assert ends.keys() == {flat(world) for world in listed.cell(seat, at=world)}
    assert all(share == pytest.approx(1 / len(ends), rel=1e-12) for share in ends.values())


def test_compiled_code_never_runs_into_a_dead_end() -> None:
    model = wk.deal({0: 1, 1: 1, 2: 1}, cards="abc", engine="factual")
    model = model.announce("~has(2,a) & ~has(0,b) & ~has(1,c)")  # with a to 0, b cannot be with 2
    assert len(list(paths(model.outsider().chances.flat, 0, ()))) == model.count() == 2


def paths(flat: Any, node: int, codes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every way down the plain arrays, and how likely it is taken."""
    if len(codes) == flat.depth:
        yield codes, 1.0
        return
    before = 0
    for code, child in enumerate(flat.child[node].tolist()):
        cut = int(flat.cut[node, code])
        if child >= 0:
            assert cut > before, "a branch that leads nowhere"
            for path, share in paths(flat, child, (*codes, code)):
                yield path, share * (cut - before) / (1 << 64)
        before = cut


# Groups of cards


def rooms_and_masks(rng: Random) -> tuple[tuple[int, ...], list[int]]:
    rooms = tuple(rng.randint(0, 3) for _ in range(rng.randint(1, 4)))
    kinds = [rng.randrange(1, 1 << len(rooms)) for _ in range(3)]
    return rooms, [rng.choice(kinds) for _ in range(sum(rooms))]


def listed_ways(rooms: tuple[int, ...], masks: list[int]) -> list[tuple[int, ...]]:
    """Every way to put the cards into rooms of their masks that fills the rooms."""
    return [
        lie
        for lie in product(range(len(rooms)), repeat=len(masks))
        if all(mask >> room & 1 for mask, room in zip(masks, lie, strict=True))
        and all(lie.count(room) == size for room, size in enumerate(rooms))
    ]


def test_groups_of_cards_are_counted_as_listing_them_would() -> None:
    turned = 0
    for seed in range(300):
        rooms, masks = rooms_and_masks(Random(f"groups {seed}"))
        if len(masks) <= 7:
            found = len(listed_ways(rooms, masks))
            assert ways(grouped(masks), rooms) == found
            assert fits(grouped(masks), rooms) == (found > 0)
            turned += quickest(grouped(masks), rooms)[1]
    assert turned > 20


@pytest.mark.parametrize("seed", range(8))
def test_a_table_is_drawn_as_often_as_there_are_ways_to_deal_by_it(seed: int) -> None:
    rng = Random(f"table {seed}")
    rooms, masks = rooms_and_masks(rng)
    while len(masks) > 6 or not 2 <= len(listed_ways(rooms, masks)) <= 60:
        rooms, masks = rooms_and_masks(rng)
    groups = grouped(masks)
    cards = [[n for n, mask in enumerate(masks) if mask == group] for group, _ in groups]
    places = [[room] * size for room, size in enumerate(rooms)]
    expected = dict.fromkeys(listed_ways(rooms, masks), Fraction(1))
    drawn: Counter[Any] = Counter()
    for _ in range(60 * len(expected)):
        lie = dict(Contingency(groups, rooms).draw(cards, places, rng))
        drawn[tuple(lie[card] for card in range(len(masks)))] += 1
    assert_in_proportion(drawn, expected)


# Deals that are truly large


def test_a_deal_too_large_to_draw_is_kept_by_its_facts() -> None:
    model = crowd()
    assert isinstance(model.space, Factual)
    assert model.count() == 782193152770283133363720225432192750000
    world = model.sample(Random(1))
    mine = model.seat(0, at=world)
    assert mine.count() == model.count() * 8 * 7 * 6 * 5 * 4 * 3 * 2 // prod(range(45, 53))
    assert mine.odds(f"has(1,{world[2][0]})") == Fraction(8, 44)
    assert model.holds(f"K[0] has(0,{world[0][0]}) & ~K[1] has(0,{world[0][0]})", at=world)


def test_an_engine_that_is_asked_for_is_taken_or_refused() -> None:
    places = {**dict.fromkeys(range(6), 8), "stock": 4}
    with pytest.raises(
        wk.Error, match="a deal to 7 places of these sizes is too large for a diagram"
    ):
        wk.deal(places, cards=PACK, engine="diagram")
    assert isinstance(wk.deal({0: 1, 1: 1}, cards="ab", engine="factual").space, Factual)
    assert not isinstance(wk.deal(dict.fromkeys(range(4), 13), cards=PACK).space, Factual)


def test_odds_of_a_hand_are_those_of_combinatorics() -> None:
    hearts = [f"has(1,{card})" for card in PACK if card[1] == "H"]
    some, none = crowd().odds(" | ".join(hearts)), crowd().odds(" & ".join(f"~{h}" for h in hearts))
    assert none == Fraction(prod(range(32, 40)), prod(range(45, 53)))  # 8 of the 39 others
    assert some + none == 1
    each = ("(" + " | ".join(f"has(1,{c})" for c in PACK if c[1] == s) + ")" for s in "CDHS")
    # Hands without one of some suits, by inclusion and exclusion.
    missing = [prod(range(44 - 13 * n + 1, 52 - 13 * n + 1)) for n in range(4)]
    whole = missing[0] - 4 * missing[1] + 6 * missing[2] - 4 * missing[3]
    assert crowd().odds(" & ".join(each)) == Fraction(whole, missing[0])


def test_it_shows_itself_like_any_other_model() -> None:
    model = crowd().announce("has(0,2C)", "0 plays 2C")
    assert repr(model).endswith("worlds for seats 0, 1, 2, 3, 4, 5")
    html = model.picture(1, at=model.sample(Random(1)))._repr_html_()
    assert "Too many worlds to draw" in html
    assert "How likely, to 1" in html
    copy = pickle.loads(pickle.dumps(model))
    assert copy.count() == model.count() == crowd().count() * 8 // 52


WORLD = crowd().sample(Random(1))
REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: crowd().holds("K[0] K[1] has(1,2C)", at=WORLD), "nested questions are not answered"),
    (lambda: crowd().holds("K[0] Kw[1] has(1,2C)", at=WORLD), "nested questions"),
    (lambda: crowd().holds("C[0,1] has(1,2C)", at=WORLD), "nested questions"),
    (lambda: crowd().holds("[! has(1,2C)] has(1,2C)", at=WORLD), "nested questions"),
    (lambda: crowd().seat(0, at=WORLD).knows("K[1] has(1,2C)"), "nested questions"),
    (lambda: crowd().seat(0, at=WORLD).odds("K[1] has(1,2C)"), "nested questions"),
    (lambda: crowd().where("K[0] has(0,2C)").count(), "in one world"),
    (lambda: crowd().announce("K[0] has(0,2C)"), "cannot be announced"),
    (lambda: crowd().says(0, "has(0,2C)"), "cannot be announced"),
    (lambda: crowd().announce("has(0,2C) | has(1,3C)"), "tie 2C and 3C together"),
    (lambda: crowd().announce("has(0,2C) & (has(1,4C) <-> has(2,5C))"), "tie 4C and 5C together"),
    (lambda: crowd().announce("2C = 3C"), "tie 2C and 3C together"),
    (lambda: crowd().tell([0, 1], "has(2,2C)"), "nothing can be told to some seats only"),
    (lambda: crowd().show(0, 1, ["2C"]), "no card can be shown in private"),
    (lambda: crowd().pairs(0), "too many worlds to count the pairs"),
    (lambda: crowd().outsider().chances.flat, "too many for a search to draw from"),
    (lambda: crowd().announce("has(0,2C) & has(1,2C)"), "false in every world: has"),
    (lambda: crowd().announce(" & ".join(f"has(0,{c})" for c in PACK[:9])), "false in every"),
    (lambda: crowd().where("has(0,1C)"), "no card 1C"),
    (lambda: crowd().holds("has(0,2C)", at={**WORLD, 0: WORLD[1]}), "twice"),
]


@pytest.mark.parametrize(("act", "says"), REFUSED, ids=[says for _, says in REFUSED])
def test_what_cannot_be_kept_is_refused_in_one_line(act: Callable[[], Any], says: str) -> None:
    with pytest.raises(wk.Error, match=says) as caught:
        act()
    assert "\n" not in str(caught.value)


def test_a_law_of_single_cards_is_kept_and_any_other_refused() -> None:
    places: Any = {0: 2, 1: 2, 2: 2}
    model = wk.deal(places, cards="abcdef", law="~has(0,a) & has(1,b)", engine="factual")
    assert model.count() == wk.deal(places, cards="abcdef", law="~has(0,a) & has(1,b)").count()
    with pytest.raises(wk.Error, match="tie a and b together"):
        wk.deal(places, cards="abcdef", law="has(0,a) | has(0,b)", engine="factual")
    with pytest.raises(wk.Error, match="no world obeys the law"):
        wk.deal(places, cards="abcdef", law="false", engine="factual")


def test_what_is_refused_leaves_the_model_as_it_was() -> None:
    model = crowd().announce("has(0,2C)")
    for said in ("has(1,2C)", "has(1,3C) | has(2,4C)", "K[0] has(0,3C)"):
        with pytest.raises(wk.Error):
            model.announce(said)
    assert model.count() == crowd().count() * 8 // 52
    assert len(model.history) == 2


def test_the_model_says_what_ruled_a_world_out() -> None:
    card = WORLD[1][0]
    with pytest.raises(wk.Error, match="ruled out by: 0 plays it"):
        crowd().announce(f"has(0,{card})", "0 plays it").holds("has(0,2C)", at=WORLD)


# Whole games


@pytest.mark.parametrize("seed", range(2))
def test_a_game_of_four_is_the_same_where_it_is_drawn(seed: int) -> None:
    rules, factual, rng = wk.game("boerenbridge(deck=52,rounds=5)"), None, Random(seed)
    for n, turn in enumerate(play(rules, [wk.agent("random")] * 4, seed=seed)):
        for update in turn.said:
            large = replace(update, engine="factual") if factual is None else update
            factual = large.to(factual)
        if n % 6 == 5:
            drawn: Any = turn.model
            world, seat = deal_of(rules, turn), rng.choice(rules.seats)
            mine, theirs = factual.seat(seat, at=world), drawn.seat(seat, at=world)
            assert factual.count() == drawn.count()
            assert mine.count() == theirs.count()
            assert mine.ownership() == theirs.ownership()


@pytest.fixture(scope="module")
def game_of_six() -> tuple[Any, list[Any]]:
    """A game of six, played by all kinds of agents."""
    rules = wk.game(CROWDED)
    names = ["random", "greedy", "greedy-kripke", "full-kripke", "full-kripke", "boeren-random"]
    return rules, list(play(rules, [wk.agent(name) for name in names], seed=4))


def test_six_play_with_the_whole_pack(game_of_six: tuple[Any, list[Any]]) -> None:
    rules, turns = game_of_six
    assert len(turns) == 1 + 6 + 48
    counts = [turn.model.count() for turn in turns]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == 1  # the stock is what nobody has played
    voids = 0
    for turn in turns:
        world = deal_of(rules, turn)
        for update in turn.said[1:]:
            mine = turn.model.seat(2, at=world)
            assert mine.knows(update.formula)
            assert update.sentence in str(mine.why(update.formula)) or turn.by == 2
            voids += 1
    assert voids > 5


def test_a_record_of_six_replays(game_of_six: tuple[Any, list[Any]]) -> None:
    rules, turns = game_of_six
    tape = Tape(rules, ["any"] * 6, seed=None)
    for turn in turns:
        tape.add(turn)
    for now, then in zip(replay(tape.record()), turns, strict=True):
        assert now.model is not None
        assert now.model.count() == then.model.count()


def test_nothing_known_is_false_and_twins_look_the_same_to_a_seat(
    game_of_six: tuple[Any, list[Any]],
) -> None:
    rules, turns = game_of_six
    models = [None, *(turn.model for turn in turns)]
    for n in (7, 20, 33, 46):
        at = Position(rules, models[n], turns[n])
        for seat in (turns[n].by, (turns[n].by + 1) % 6):
            seen = at.seen(seat, at.state)
            for twin in at.twins(seat):
                assert at.seen(seat, twin) == seen
            mine = at.knowledge(seat)
            for atom in at.atoms():
                assert mine.knows(atom) == (mine.odds(atom) == 1)
                assert at.holds(atom) or not mine.knows(atom)


def test_a_deal_that_would_outgrow_its_diagram_in_a_match_is_kept_by_facts() -> None:
    rules = wk.game("boerenbridge(players=5,deck=52,rounds=6-6)")
    turns = list(wk.play(rules, [wk.agent("full-kripke") for _ in rules.seats], seed=1))
    assert isinstance(turns[0].model.space, Factual)
    assert turns[-1].model.count() == 1
