"""Models as other programs read them: nothing is lost on the way."""

import json
from random import Random

import pytest

import whoknows as wk
from whoknows.core.error import Error
from whoknows.logic.model import Model
from whoknows.puzzle.smcdel_text import problem


def hexa() -> Model:
    return wk.deal({"Anna": 1, "Bram": 1, "Cleo": 1}, cards=["red", "white", "blue"])


def random_model(rng: Random) -> Model:
    """Some facts, a law, who sees what; then some hear things that the others do not."""
    facts = {"p": bool, "q": bool, "day": ["mon", "tue", "wed"]}
    sees = {seat: rng.sample(sorted(facts), rng.randrange(3)) for seat in ("Anna", "Bram", "0")}
    model = wk.model(facts, seats=list(sees), observes=sees, law="p | q | day = mon")
    for _ in range(rng.randrange(3)):
        said = rng.choice(["p <-> day = mon", "q & ~K[Anna] p", "day = tue", "p <-> q"])
        model = model.tell(rng.sample(["Anna", "Bram", "0"], 2), said)
    return model


def partition(cells: object, looks: object) -> set[frozenset[str]]:
    return {frozenset(looks(world) for world in cell) for cell in cells}  # type: ignore


@pytest.mark.parametrize("seed", range(60))
def test_a_problem_for_smcdel_has_the_same_worlds_and_tells_the_same_apart(seed: int) -> None:
    model = random_model(Random(seed))
    again = problem(model.export("smcdel"), "").model
    assert again.count() == model.count()
    values = [("p", True), ("q", True), *(("day", day) for day in ("mon", "tue", "wed"))]
    for seat, agent in zip(model.seats, again.seats, strict=True):
        before = partition(model.cells(seat), lambda w: str([w[f] == value for f, value in values]))
        after = partition(again.cells(agent), lambda w: str([w[f"p{n}"] for n in range(1, 6)]))
        assert after == before


def test_agents_have_names_that_smcdel_can_read() -> None:
    text = wk.model(["p"], seats=["Anna", "K", "1"], observes={"Anna": ["p"]}).export("smcdel")
    assert "Anna: 1\n" in text
    assert "agent1: 2\n" in text  # who sees nothing observes something that is always the same
    assert problem(text, "").model.seats == ("Anna", "agent1", "agent2")


def test_json_has_worlds_and_cells() -> None:
    told = json.loads(hexa().export("json"))
    assert told["worlds"][0] == {"red": "Anna", "white": "Bram", "blue": "Cleo"}
    assert sorted(map(sorted, told["cells"]["Anna"])) == [[0, 1], [2, 4], [3, 5]]
    assert told["seats"] == ["Anna", "Bram", "Cleo"]


def test_a_tikz_picture_has_a_node_for_each_world_and_joins_each_cell() -> None:
    text = hexa().export("tikz")
    assert text.count(r"\node (w") == 6
    assert text.count(r"] (w") == 9  # three cells of two worlds for each of three seats
    assert text.count("{") == text.count("}")
    assert "% Anna: red | Bram: white | Cleo: blue" in text


@pytest.mark.parametrize("form", ["json", "tikz", "smcdel", "dot"])
def test_what_is_too_large_is_refused(form: str) -> None:
    with pytest.raises(Error, match="34,650 worlds are too many"):
        wk.deal({0: 4, 1: 4, 2: 4}, cards="abcdefghijkl").export(form)  # type: ignore[arg-type]


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(Error, match="no form 'pdf'"):
        hexa().export("pdf")  # type: ignore[arg-type]
