"""Worlds in which cards were shown, all at once, against the same world by world."""

from random import Random

import numpy as np
import pytest

import whoknows as wk
from whoknows.deals.factual.large import TooLargeError
from whoknows.deals.hands.world_table import WorldTable, world_table
from whoknows.logic.space import assigned, neighbours

SEATS = ("Ann", "Ben", "Cas")


def told(seed):
    """A deal of which some cards were shown, and before it each model with as many showings."""
    rng = Random(seed)
    places = {"Ann": 2, "Ben": 2, "Cas": 2, "den": 1}
    models = [wk.deal(places, cards="abcdefg", seats=SEATS, engine="factual")]
    world = models[0].outsider().sample(rng)
    for _ in range(rng.randrange(1, 4)):
        by, to = rng.sample(SEATS, 2)
        among = {rng.choice(world[by]), *rng.sample("abcdefg", 2)}
        models = [models[-1].show(by, to, sorted(among))]
    for _ in range(3):
        seat, card = rng.choice(SEATS), rng.choice("abcdefg")
        has = "" if card in world[seat] else "~"
        models.append(models[-1].announce(f"{has}has({seat},{card})"))
    return models


def codes(model, held):
    """The worlds of a set, one by one."""
    facts = model.vocabulary.facts
    listed = model.space.assignments(held)
    return [[fact.codes[str(world[fact.name])] for fact in facts] for world in listed]


@pytest.mark.parametrize("seed", range(12))
def test_all_worlds_are_listed_in_their_order(seed):
    for model in told(seed):
        assert world_table(model.space, model.space.all).tolist() == codes(model, model.space.all)


@pytest.mark.parametrize("seed", range(12))
def test_a_set_is_found_among_the_worlds_of_before(seed):
    first, *_, last = told(seed)
    table = world_table(first.space, first.space.all)
    chosen = f"shown1 = {first.vocabulary.fact('shown1').values[0]}"
    every = codes(last, last.space.all)
    for formula in ("true", "has(Ann,a)", "~has(Ben,b) | in(den,c)", chosen):
        held = last.extension(formula)
        found = table[WorldTable(last.space, table).held(held)].tolist()
        assert sorted(found) == sorted(codes(last, held))
        others = table[WorldTable(last.space, table).held(~held)].tolist()
        assert sorted(others) == sorted(world for world in every if world not in found)


def test_what_speaks_of_knowledge_is_left_to_who_looks_at_each_world():
    model = told(1)[-1]
    table = WorldTable(model.space, world_table(model.space, model.space.all))
    with pytest.raises(TooLargeError):
        table.held(model.extension("K[Ann] has(Ben,a)"))


@pytest.mark.parametrize("seed", range(6))
def test_worlds_look_alike_to_a_seat_as_one_by_one(seed):
    model = told(seed)[-1]
    space, rows = model.space, world_table(model.space, model.space.all)
    values = [
        {f.name: f.values[code] for f, code in zip(model.vocabulary.facts, row, strict=True)}
        for row in rows.tolist()
    ]
    for seat in range(3):
        cells = WorldTable(space, rows).alike(seat)
        assert (np.sum(cells, axis=0) == 1).all()
        firsts = [int(np.argmax(cell)) for cell in cells]
        assert firsts == sorted(firsts)
        for cell, first in zip(cells, firsts, strict=True):
            alike = neighbours(space, seat, assigned(space, values[first]))
            assert sorted(rows[cell].tolist()) == sorted(codes(model, alike))


def test_no_world_has_no_rows():
    model = told(2)[-1]
    assert world_table(model.space, model.space.none).shape == (0, len(model.vocabulary.facts))
