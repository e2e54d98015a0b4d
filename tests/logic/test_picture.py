"""Models show themselves: what is drawn depends on their size, and nothing breaks the markup."""

from itertools import combinations
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import whoknows as wk
from whoknows.deals.deal_model import DealModel
from whoknows.logic.cell_boxes import Box
from whoknows.logic.model_picture import _told_apart
from whoknows.logic.svg import Dot, graph

SVG = "{http://www.w3.org/2000/svg}"
DEAL = {"Anna": "cd", "Bram": "ae", "Cleo": "bf"}


def ninety() -> DealModel:
    return wk.deal(dict.fromkeys(DEAL, 2), cards="abcdef")


def drawn(html: str) -> ElementTree.Element:
    """The picture, which must be well-formed."""
    return ElementTree.fromstring(html.replace("&nbsp;", " ").replace("<br>", "<br/>"))


def shapes(html: str, kind: str) -> list[ElementTree.Element]:
    return list(drawn(html).iter(SVG + kind))


def test_a_dozen_worlds_are_drawn_with_every_relation() -> None:
    hexa = wk.deal({0: 1, 1: 1, 2: 1}, cards=["red", "white", "blue"])
    assert len(shapes(hexa.picture().html, "line")) == 9  # three cells of two for three seats


def test_long_names_become_letters_that_the_legend_tells() -> None:
    cards = ["Madrid-Zurich", "Berlin-Palermo", "Amsterdam-Lisbon", "Frankfurt-Warsaw"]
    model = wk.deal({"Anna": 2, "Bram": 1, "Cleo": 1}, cards=cards)
    found = model.picture("Anna", kind="graph")
    assert ">ab</text>" in found.svg
    assert "a Madrid-Zurich, b Berlin-Palermo" in found.svg
    assert "a Madrid-Zurich, b Berlin-Palermo" in found.html
    assert ">Anna" in wk.deal({"Anna": 1, "Bram": 1}, cards="ab").picture(0, kind="graph").svg


def test_worlds_of_facts_do_not_lie_on_each_other() -> None:
    """Three hats of two colours, of which not all are blue."""
    hats = {name: ["red", "blue"] for name in "abc"}
    model = wk.model(
        hats, seats=["Ann", "Ben", "Cas"], observes={"Ann": "bc", "Ben": "ca", "Cas": "ab"}
    )
    page = model.announce("a=red | b=red | c=red").picture(kind="graph").svg
    nodes = [
        [float(box.attrib[name]) for name in ("x", "y", "width", "height")]
        for box in ElementTree.fromstring(page).iter(SVG + "rect")
    ]
    assert len(nodes) >= 8
    for (x, y, wide, high), (other_x, other_y, *_) in combinations(nodes, 2):
        assert abs(x - other_x) >= wide or abs(y - other_y) >= high


def test_no_two_cells_have_the_same_label() -> None:
    """What Bram was shown tells his cells apart, and not his hand alone."""
    model = wk.deal({"Anna": 2, "Bram": 1, "Cleo": 1}, cards="abcd").show("Anna", "Bram", "ab")
    told = model.picture("Bram", kind="cells").html
    labels = [text.text for text in shapes(told, "text") if text.attrib.get("font-size") == "13"]
    assert len(labels) == len({*labels}) == 6
    assert "c · shown1 a" in labels


def test_cells_that_are_called_alike_are_numbered() -> None:
    cells = [Box(label, ()) for label in ("a", "a", "b")]
    assert [cell.label for cell in _told_apart(cells)] == ["a (1)", "a (2)", "b"]


@pytest.mark.parametrize("many", range(1, 13))
@pytest.mark.parametrize("letters", [1, 12, 30, 80])
def test_nodes_never_lie_on_each_other_nor_outside(many: int, letters: int) -> None:
    nodes = [Dot("w", rows=((0, "x" * letters), (1, "y"), (2, "z"))) for _ in range(many)]
    page = ElementTree.fromstring(graph(nodes, {"Anna": []}))
    boxes = [
        [float(box.attrib[name]) for name in ("x", "y", "width", "height")]
        for box in page.iter(SVG + "rect")
    ]
    assert len(boxes) == many
    for (x, y, wide, high), (other_x, other_y, *_) in combinations(boxes, 2):
        assert abs(x - other_x) >= wide or abs(y - other_y) >= high
    for x, y, wide, high in boxes:
        assert min(x, y) >= 0
        assert x + wide <= float(page.attrib["width"])
        assert y + high <= float(page.attrib["height"])


def test_ninety_worlds_are_cells_of_dots() -> None:
    html = ninety().picture("Anna").html
    assert len(shapes(html, "circle")) == 90
    assert len(shapes(html, "rect")) == 15


def test_worlds_keep_their_places_while_others_vanish() -> None:
    before = shapes(ninety().picture("Anna").html, "circle")
    after = shapes(ninety().announce("has(Bram,a)").picture("Anna").html, "circle")
    assert [(c.get("cx"), c.get("cy")) for c in before] == [
        (c.get("cx"), c.get("cy")) for c in after
    ]
    assert sum(c.get("stroke-dasharray") is not None for c in after) == 60  # ruled out just now


def test_the_true_world_is_starred_and_where_a_formula_holds_is_filled() -> None:
    html = ninety().picture("Anna", at=DEAL, formula="has(Bram,a)").html
    assert html.count("★") == 2  # in its place, and in the legend
    assert sum(c.get("fill") == "#0072b2" for c in shapes(html, "circle")) == 29


def test_the_star_is_seen_on_its_dot_whether_the_formula_holds_there_or_not() -> None:
    for formula in ("has(Bram,a)", "has(Bram,b)"):
        html = ninety().picture("Anna", at=DEAL, formula=formula).html
        (inside,) = (g for g in shapes(html, "g") if "★" in "".join(g.itertext()))
        circle, star = inside.find(f"{SVG}circle"), inside.find(f"{SVG}text")
        assert circle is not None
        assert star is not None
        assert circle.get("fill") != star.get("fill")
        assert (circle.get("fill") == "#fff") == (formula == "has(Bram,b)")


def test_1680_worlds_are_tiles() -> None:
    html = wk.deal({0: 3, 1: 3, 2: 3}, cards="abcdefghi").picture(1).html
    assert not shapes(html, "circle")
    assert html.count(">20<") == 84  # worlds in each cell


def test_the_table_of_odds_is_always_there() -> None:
    pack = [rank + suit for suit in "SHDC" for rank in "89TJQKA"]
    html = wk.deal({0: 7, 1: 7, 2: 7, 3: 7}, cards=pack)._repr_html_()
    assert "Too many worlds to draw" in html
    assert html.count("25%") == 4 * 28


def test_names_cannot_break_the_markup() -> None:
    nasty = ["<b>", '"&"', "'</svg>'"]
    model = wk.deal({"<i>": 1, "&": 1, '"': 1}, cards=nasty)
    assert drawn(model.picture().html) is not None


def test_an_unsuccessful_announcement_is_noticed() -> None:
    model = wk.model(["p"], seats=["a"]).announce("p & ~K[a] p")
    assert "unsuccessful" in repr(model)
    assert "unsuccessful" in model._repr_html_()


def test_a_small_model_is_a_graph_for_graphviz() -> None:
    dot = wk.deal({0: 1, 1: 1}, cards="ab").dot()
    assert dot.startswith("graph model {")
    assert 'w0 [label="0: a | 1: b"]' in dot


def test_a_large_model_is_no_graph() -> None:
    with pytest.raises(wk.Error, match="too many for a graph"):
        wk.deal({0: 3, 1: 3, 2: 3}, cards="abcdefghi").dot()


def test_a_world_shows_itself_and_is_a_plain_mapping() -> None:
    world = ninety().sample(Random(1))
    assert world == {seat: list(cards) for seat, cards in world.items()}
    assert str(world).startswith("Anna: ")
    assert len(shapes(world._repr_html_(), "rect")) == 6


def test_knowledge_shows_itself() -> None:
    knowledge = ninety().seat("Anna", at=DEAL)
    assert repr(knowledge) == "Anna considers 6 worlds possible"
    assert "How likely, to Anna" in knowledge._repr_html_()


def test_who_names_lines_gets_a_graph_of_them() -> None:
    model = wk.deal({0: 1, 1: 1, 2: 1}, cards="abc")
    assert "tell two worlds apart: " in model.picture(lines=[1]).html
    assert model.picture(lines=1).svg == model.picture(lines=[1], kind="graph").svg
    assert model.picture(lines=1).svg != model.picture().svg
    assert len(shapes(ninety().picture(lines="Anna").svg, "circle")) == 90
    with pytest.raises(wk.Error, match="tiles have no lines; lines= is for a graph"):
        model.picture(kind="tiles", lines=[1])


@pytest.mark.parametrize("world", ["nonsense", 7, ["a", "b"], {0: None, 1: "b", 2: "c"}])
def test_what_is_no_world_is_told_in_one_line(world: Any) -> None:
    dealt = wk.deal({0: 1, 1: 1, 2: 1}, cards="abc")
    general = wk.model("pq", seats="a")
    for model in (dealt, general):
        with pytest.raises(wk.Error) as caught:
            model.picture(at=world)
        assert "\n" not in str(caught.value)
        with pytest.raises(wk.Error):
            model.seat(model.seats[0], sees=world)
    with pytest.raises(wk.Error, match="a world must be a mapping like"):
        dealt.holds("has(0,a)", at="nonsense")
