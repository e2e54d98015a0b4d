"""Liar's dice, written with the kit from the documents alone: dice are cards, rounds are deals."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from liars_dice import LiarsDice

from whoknows.core.agent import Choice
from whoknows.core.laws import LAWS
from whoknows.core.match import step

ROOT = Path(__file__).parents[2]
TINY = LiarsDice(names="Ann-Ben", dice=1, faces=3, most=2)
ROLL = "deal Ann: a2 | Ben: b3 | down: a1, a3, b1, b2"


def after(*moves):
    """The state and the model after these moves."""
    state, model = TINY.start(), None
    for move in moves:
        turn = step(TINY, state, model, Choice(TINY.parse(move)))
        state, model = turn.after, turn.model
    return state, model


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_it_obeys(law):
    law(TINY)


def test_a_roll_is_fair():
    rolls = LiarsDice(dice=2, faces=4).chance(None)
    assert rolls.count() == 4**4
    assert TINY.chance(None).odds(TINY.parse(ROLL)) == Fraction(1, 9)


def test_a_bid_tells_nothing_and_a_doubt_everything():
    state, model = after(ROLL, "Ann bids 1 of 1")
    assert model.seat("Ben", at=TINY.world(state)).count() == 3
    state, model = after(ROLL, "Ann bids 1 of 1", "Ben doubts it")
    assert model.seat("Ben", at=TINY.world(state)).knows("has(Ann,a2)")
    assert TINY.scores(state) == (0, 1)


def test_another_round_is_rolled_anew():
    state, model = after(ROLL, "Ann bids 1 of 1", "Ben doubts it", ROLL)
    assert model.count() == 9
    assert TINY.seats[TINY.to_move(state)] == "Ben"
    assert list(TINY.lines(state.public)) == ["nothing is bid"]


def test_what_the_documents_offer_for_drawings_is_there():
    """Every class and colour of the table in the tutorial is one that the page's style knows."""
    told = (ROOT / "docs/your-game.md").read_text().partition("## On the page")[2]
    style = (ROOT / "src/whoknows/table/static/table.css").read_text()
    drawing = (ROOT / "src/whoknows/kit/page.py").read_text()
    classes = {one for some in re.findall(r'class="([^"]+)"', told) for one in some.split()}
    colours = set(re.findall(r"--[a-z]+", told))
    assert len(classes) >= 9
    assert len(colours) >= 9
    assert [one for one in sorted(classes) if f".{one}" not in style and one not in drawing] == []
    assert [one for one in sorted(colours) if f"{one}:" not in style] == []
