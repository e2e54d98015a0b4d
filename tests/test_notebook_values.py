"""Games, records, turns, views and beliefs show themselves in a notebook, light and dark."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import whoknows as wk
from whoknows.core.match import view
from whoknows.core.notebook_box import boxed
from whoknows.core.record_text import Move

RULES: Any = wk.game("threecards")
MOVES = (Move("chance", "deal a b c"), Move("Anna", "Anna: not b"))
RECORD = wk.Record("threecards", ("random",) * 3, None, MOVES, None, seats=RULES.seats)
TURNS = list(wk.replay(RECORD))


def anna(deal: str) -> str:
    turn = wk.step(RULES, RULES.start(), None, wk.Choice(RULES.parse(deal)))
    return view(RULES, turn.after, turn.model, 0)._repr_html_() or ""


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (RULES, ["Three cards", 'class="felt"', "The rules"]),
        (RECORD, ["Anna (random)", "2 moves: the match was stopped here", "Anna: not b"]),
        (TURNS[1], ["Anna</b>: Anna: not b", "Everyone hears", "4 of 6 worlds"]),
    ],
    ids=["game", "record", "turn"],
)  # fmt: skip
def test_a_value_shows_itself(value: Any, told: list[str]) -> None:
    html = value._repr_html_()
    assert [text for text in told if text not in html] == []
    assert "<script" not in html


def test_a_view_shows_what_its_seat_may_know_and_nothing_else() -> None:
    assert anna("deal a b c") == anna("deal a c b") != anna("deal b a c")
    assert "Anna is to move" in anna("deal a b c")
    assert "Anna considers 2 worlds possible" in anna("deal a b c")


def test_a_record_that_was_made_up_is_shown_as_text() -> None:
    assert replace(RECORD, moves=(Move("Anna", "Anna: not b"),))._repr_html_() is None


def test_a_belief_stands_beside_what_is_known() -> None:
    m = wk.deal({"Anna": 1, "Bram": 1, "Cleo": 1}, cards="abc")
    smile = wk.Act("Bram smiles", lambda deal: Fraction("b" in deal["Bram"], 2) + Fraction(1, 4))
    belief = m.seat("Anna", sees={"Anna": "a"}).given(wk.Evidence((smile,)))
    html = belief._repr_html_()
    assert html.index("75%") < html.index("50%")
    assert "75 % believed, 50 % by what is known" in belief.why("has(Bram,b)")._repr_html_()


def test_the_style_of_a_box_holds_inside_it_alone() -> None:
    css = """
    :root { --ink: light-dark(#000, #fff); }   body, .b { margin: 0 }
    .a { color: var(--ink); &.b { color: red } }   /* .c { } */
    .a:not(.c, .d) { left: 0 }   @media (max-width: 9px) { .a { top: 0 } }   .c { right: 0 }
    """
    html = boxed('<p class="a">x</p><svg class="z" height="20"></svg>', css)
    name = html.split('"')[1]
    inside = html[html.index("{") + 1 : html.index("\n}\n")]
    assert html.count(f".{name}.{name} {{\n") == 1
    for kept in (
        "& { --ink",
        "& { margin: 0 }",
        "&.b { color: red }",
        "left: 0",
        "{ height: 20px }",
    ):
        assert kept in inside
    for other in ("top: 0", "right: 0", ":root", "body"):
        assert other not in inside
    assert f'body[data-jp-theme-light="false"] .{name}' in html  # dark in a light system
