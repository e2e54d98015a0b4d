"""Actions as one table: text, parsing and codes follow from what each action says of itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest

from whoknows.core.action_fields import Listed, Marked, Maybe, NamedThing
from whoknows.core.actions import Actions, Pattern, Written, word
from whoknows.core.error import Error

CARDS = ("ace", "king", "queen")


def number(game: tuple[str, ...], name: str) -> int:
    if name not in game:
        raise Error(f"no card {name}")
    return game.index(name)


CARD: NamedThing[tuple[str, ...]] = NamedThing(number, lambda game, n: game[n], 2, r"\w+")
Card = Annotated[str, CARD]
Cards = Annotated[tuple[str, ...], Listed(CARD, ", ", count=3)]


@dataclass(frozen=True, slots=True)
class Play(Written):
    text = "play {card}[ for {other}][, 100% showing {shown}]"
    label = "Play {card}{loud}"
    card: Card
    other: Annotated[str | None, Maybe(CARD)] = None
    shown: Annotated[tuple[str, ...], Marked(CARD, " and ")] = ()


@dataclass(frozen=True, slots=True)
class Swap(Written):
    text = "swap {mine}[, keep {kept}]"
    code = "2 #mine #kept mine kept"
    mine: Cards
    kept: Cards = ()


@dataclass(frozen=True, slots=True)
class Toss(Written):
    text = "play {thrown}"
    thrown: Card


TABLE: Actions[tuple[str, ...], Play | Swap] = Actions("toy", "play ace", Play, Swap, bits=1)
TEXTS = {
    Play("king"): "play king",
    Play("king", "ace"): "play king for ace",
    Play("ace", None, ("ace", "queen")): "play ace, 100% showing ace and queen",
    Swap(("queen", "ace")): "swap queen, ace",
    Swap(("queen",), ("king", "ace")): "swap queen, keep king, ace",
}


@pytest.mark.parametrize("action", TEXTS)
def test_text_and_code_lead_back_to_the_action(action):
    assert str(action) == TEXTS[action]
    assert TABLE.parse(CARDS, str(action)) == action
    assert TABLE.decode(CARDS, TABLE.encode(CARDS, action)) == action


def test_a_code_has_its_fields_from_the_lowest_bit_up():
    # which action, the card, no other one (all bits), and a bit for each that is shown
    assert TABLE.encode(CARDS, Play("king", None, ("queen",))) == 0b100_11_01_0
    # which action, two empty bits, how many and how many, then the cards themselves
    assert TABLE.encode(CARDS, Swap(("queen",), ("king", "ace"))) == 0b00_01_10_010_001_00_1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("pray", "'pray' is not an action of toy, like 'play ace'"),
        ("play ten", "'play ten': no card ten"),
        ("swap ace, keep ten", "'swap ace, keep ten': no card ten"),
        ("play ace\n", r"'play ace\n' is not an action of toy, like 'play ace'"),
    ],
)
def test_what_is_no_action_is_refused_in_one_line(text, line):
    with pytest.raises(Error) as caught:
        TABLE.parse(CARDS, text)
    assert str(caught.value) == line


def test_two_actions_that_share_a_text_are_refused_when_the_table_is_made():
    with pytest.raises(Error, match=r"^toy: Play and Toss can both be written 'play x'$"):
        Actions("toy", "play ace", Play, Toss, bits=1)


def test_a_field_without_a_sort_is_refused_when_the_table_is_made():
    @dataclass(frozen=True, slots=True)
    class Say(Written):
        text = "say {what}"
        what: str

    with pytest.raises(Error, match=r"^Say\.what has no sort"):
        Actions("toy", "say it", Say, bits=1)


def test_a_label_may_ask_for_words_that_are_no_fields():
    action = Play("king")
    label = Pattern(action.label).write(lambda n: "!" if n == "loud" else word(action, n))
    assert label == "Play king!"
