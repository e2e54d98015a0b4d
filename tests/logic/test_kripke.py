"""Kripke graphs of many worlds: joined is what a seat cannot tell apart, and nothing else."""

import re
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest

import whoknows as wk
from whoknows.logic.graph_layout import PITCH, spread
from whoknows.logic.graphviz import COLOURS, indistinguishable
from whoknows.logic.kripke_graph import KRIPKE_LINES, KRIPKE_WORLDS
from whoknows.logic.kripke_lines import CLEAR, run, spanning
from whoknows.logic.model import Model

SVG = "{http://www.w3.org/2000/svg}"
MOVE = re.compile(r"M([-\d.]+) ([-\d.]+)(?:L|Q[-\d.]+ [-\d.]+ )([-\d.]+) ([-\d.]+)")
Spot = tuple[str, str]


def ninety() -> Model:
    return wk.deal({"Anna": 2, "Bram": 2, "Cleo": 2}, cards="abcdef")


def nodes(svg: str) -> dict[Spot, str]:
    """Which world stands where."""
    found = {}
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        title, circle = group.find(f"{SVG}title"), group.find(f"{SVG}circle")
        if title is not None and circle is not None:
            found[circle.get("cx", ""), circle.get("cy", "")] = str(title.text)
    return found


def lines(svg: str, seat: int) -> list[tuple[str, str]]:
    """The pairs of worlds that this seat's lines join."""
    there = nodes(svg)
    paths = ElementTree.fromstring(svg).iter(f"{SVG}path")
    own = [path for path in paths if path.get("stroke") == COLOURS[seat]]
    moves = [MOVE.findall(path.get("d", "")) for path in own]
    return [(there[a, b], there[c, d]) for some in moves for a, b, c, d in some]


def joined(worlds: list[str], pairs: list[tuple[str, str]]) -> set[frozenset[str]]:
    """What hangs together by these lines."""
    parts = {world: {world} for world in worlds}
    for one, other in pairs:
        whole = parts[one] | parts[other]
        for world in whole:
            parts[world] = whole
    return {frozenset(part) for part in parts.values()}


def some_model(rng: Random) -> Model:
    """A deal with a stock, or facts that some see; something was announced, and told to some."""
    if rng.random() < 0.7:
        sizes: dict[object, int] = {n: rng.randint(1, 2) for n in range(rng.randint(2, 4))}
        stock = rng.randint(0, 1)
        cards = "abcdefgh"[: sum(sizes.values()) + stock]
        model: Model = wk.deal({**sizes, "stock": stock} if stock else sizes, cards=cards)
        said = [f"has({n},{card})" for n in sizes for card in cards]
    else:
        facts, seats = "pqrstuv"[: rng.randint(4, 7)], ("x", "y", "z")
        sees = {seat: rng.sample(facts, rng.randint(0, 4)) for seat in seats}
        model, said = wk.model(list(facts), seats=seats, observes=sees), list(facts)
    while model.count() > KRIPKE_WORLDS or rng.random() < 0.5:
        large, fact = model.count() > KRIPKE_WORLDS, rng.choice(said)
        formula = fact if large else f"{fact} | ~{rng.choice(said)}"
        if not large and rng.random() < 0.4:
            model = model.tell([rng.choice(model.seats)], formula)
        elif model.where(formula):
            model = model.announce(formula)
    return model


@pytest.mark.parametrize("seed", range(60))
def test_lines_hold_together_each_cell_and_nothing_else(seed: int) -> None:
    model = some_model(Random(seed))
    words = model.vocabulary.words
    worlds = [words(world) for world in model.worlds]
    if len(worlds) <= 12:
        return
    svg = model.picture(seed % len(model.seats), kind="graph").svg
    for number, seat in enumerate(model.seats):
        cells = {frozenset(words(world) for world in cell) for cell in model.cells(seat)}
        drawn = lines(svg, number)
        assert joined(worlds, drawn) == cells
        assert len(drawn) == len(worlds) - len(cells)  # no line too many


@pytest.mark.parametrize("seed", range(60))
def test_every_pair_is_drawn_on_request(seed: int) -> None:
    model = some_model(Random(seed))
    seat = seed % len(model.seats)
    many = (model.pairs(seat) - model.count()) // 2
    if model.count() <= 12 or many > KRIPKE_LINES:
        return
    svg = model.picture(kind="pairs", lines=[seat]).svg
    drawn = lines(svg, seat)
    assert len(drawn) == many
    expected = indistinguishable(model, model.seats[seat])
    assert {*map(frozenset, drawn)} == {*map(frozenset, expected)}


def test_random_models_are_worth_drawing() -> None:
    sizes = [some_model(Random(seed)).count() for seed in range(60)]
    assert sum(size > 12 for size in sizes) > 25
    assert max(sizes) > 100


def test_ninety_worlds_are_a_graph_for_who_asks() -> None:
    picture = ninety().picture(kind="graph")
    assert len(nodes(picture.svg)) == 90
    assert [len(lines(picture.svg, seat)) for seat in range(3)] == [75, 75, 75]
    assert "rows are cells of ● Anna, columns of ▲ Bram" in picture.html
    assert len(lines(ninety().picture(kind="pairs").svg, 2)) == 225


def test_one_seats_lines_alone() -> None:
    svg = ninety().picture("Bram", kind="graph", lines="Bram").svg
    assert [len(lines(svg, seat)) for seat in range(3)] == [0, 75, 0]
    assert [len(lines(ninety().picture(kind="graph", lines=[0, 2]).svg, n)) for n in range(3)] == [
        75, 0, 75,
    ]  # fmt: skip


def test_lines_are_of_the_worlds_that_are_left_which_keep_their_places() -> None:
    before, after = ninety(), ninety().announce("has(Bram,a)")
    first, then = (model.picture("Cleo", kind="graph").svg for model in (before, after))
    assert nodes(first) == nodes(then)
    left = {after.vocabulary.words(world) for world in after.worlds}
    assert {world for pair in lines(then, 0) for world in pair} <= left
    assert then.count('stroke="#c62828"') == 60  # ruled out just now


def test_the_worlds_of_a_row_are_alike_to_one_seat_and_of_a_column_to_another() -> None:
    model = ninety()
    there = nodes(model.picture("Anna", kind="graph").svg)
    for at, seat in ((1, "Anna"), (0, "Bram")):
        parts: dict[str, set[str]] = {}
        for spot, world in there.items():
            parts.setdefault(spot[at], set()).add(world)
        words = model.vocabulary.words
        assert {frozenset(part) for part in parts.values()} == {
            frozenset(words(world) for world in cell) for cell in model.cells(seat)
        }


def test_rows_and_columns_without_a_world_in_common_stand_apart() -> None:
    children = [f"c{n}" for n in range(6)]
    sees = {child: [other for other in children if other != child] for child in children}
    model = wk.model(children, seats=children, observes=sees)
    there = list(nodes(model.picture(kind="graph").svg))
    assert len(there) == len(set(there)) == 64
    across = sorted({float(x) for x, _ in there})
    gaps = [b - a for a, b in pairwise(across)]
    assert min(gaps) == PITCH < max(gaps)  # blocks of two by two


def test_no_two_worlds_share_a_spot_where_seats_know_nothing() -> None:
    blind = wk.model(list("pqrstu"), seats=["x", "y"])
    assert len(nodes(blind.picture(kind="graph").svg)) == 64


def test_lines_keep_clear_of_worlds_that_they_do_not_join() -> None:
    row = {n: (30.0 * n, 0.0) for n in range(4)}
    straight, bent = run([(0, 1), (0, 3)], row)
    assert straight.towards is None
    assert bent.towards is not None
    assert abs(bent.middle[1]) >= CLEAR


def test_lines_of_two_seats_between_the_same_worlds_run_apart() -> None:
    both = run([(0, 1), (1, 0)], {0: (0.0, 0.0), 1: (60.0, 0.0)})
    assert len({line.middle for line in both}) == 2


def test_spanning_lines_are_as_short_as_can_be() -> None:
    spots = {0: (0.0, 0.0), 5: (10.0, 0.0), 7: (20.0, 0.0), 9: (20.0, 30.0)}
    assert sorted(map(sorted, spanning([9, 7, 0, 5], spots))) == [[0, 5], [5, 7], [7, 9]]


def test_rows_are_ordered_so_that_the_third_seats_lines_are_short() -> None:
    """Four worlds on a diagonal: the first and the last are alike to a third seat."""
    alone = [[0], [1], [2], [3]]
    parts = [alone, [[0, 1, 2, 3]], [[0, 3], [1], [2]]]
    spots = spread(parts, 0, lambda seat: [""] * 4).spots
    assert abs(spots[0][1] - spots[3][1]) == PITCH


def test_more_than_two_hundred_worlds_are_no_graph_and_that_is_said() -> None:
    picture = wk.deal({0: 3, 1: 3, 2: 3}, cards="abcdefghi").picture(kind="graph")
    assert (
        "1,680 worlds are too many for a graph (at most 200), so here is a picture that fits."
        in picture.html
    )
    assert not picture.svg
    assert picture.html.count(">20<") == 84  # tiles


def test_too_many_pairs_are_said_and_fewer_lines_drawn() -> None:
    blind = wk.model(list("pqrstuv"), seats=["x"])
    picture = blind.picture(kind="pairs")
    assert "every pair would be 8,128 lines (at most 3,000)" in picture.html
    assert len(lines(picture.svg, 0)) == 127


@pytest.mark.parametrize(
    ("wish", "words"),
    [({"kind": "web"}, "no kind of picture web"), ({"lines": ["Zoe"]}, "no seat Zoe")],
)
def test_wrong_wishes_are_one_line(wish: dict[str, object], words: str) -> None:
    with pytest.raises(wk.Error, match=words):
        ninety().picture(**wish)  # type: ignore[arg-type]


def test_long_names_are_letters_in_a_graph() -> None:
    cards = ["Madrid-Zurich", "Paris-Roma", "Wien-Essen", "Brest-Berlin", "Cadiz-Lisboa"]
    html = wk.deal({0: 2, 1: 2, 2: 1}, cards=cards).picture(kind="graph").html
    assert "a Madrid-Zurich, b Paris-Roma" in html
    assert ">ab</text>" in html


def test_what_a_seat_is_shown_is_the_same_in_every_world_of_its_cell() -> None:
    model, compared = ninety().announce("has(Anna,a) | has(Anna,c)"), 0
    for cell in model.cells("Bram"):
        pictures = {
            model.seat("Bram", at=world).picture(formula="K[Anna] has(Bram,e)", kind="graph")
            for world in cell
        }
        assert len(pictures) == 1
        assert "★" not in pictures.pop().html
        compared += cell.count() > 1
    assert compared > 5
    assert len({model.picture(at=world, kind="graph").svg for world in cell}) == cell.count() > 1


def test_a_seat_sees_its_own_cell_in_bold() -> None:
    deal = {"Anna": "cd", "Bram": "ae", "Cleo": "bf"}
    picture = ninety().seat("Anna", at=deal).picture(kind="graph")
    assert picture.svg.count('stroke-width="2.8"') == 6
    assert "bold: possible to Anna" in picture.html
