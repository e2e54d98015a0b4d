"""The win graph, branch by branch. Hearts are trumps, North leads (see `seated`)."""

import pytest
from seated import Branch, at, led_to, path, paths

from whoknows.games.boerenbridge.graphs.win_graph import WIN

SAFE = "a trump above the table and above all that later seats may hold?"
OTHERS = "10C JD QS | JC QD KS | QC KD 9S"

BRANCHES = {
    "leads the highest remaining trump": Branch(
        f"9C AH AS | {OTHERS}",
        "AH",
        ("may others hold trumps? yes", "the highest remaining trump in hand? yes, AH"),
    ),
    "leads the highest card of a plain suit that others may have to follow": Branch(
        f"9C KH AS | {OTHERS}",
        "AS",
        (
            "the highest remaining card of a plain suit in hand? yes, AS",
            "may others hold that suit? yes",
        ),
    ),
    "keeps the highest card of a plain suit that nobody can follow": Branch(
        "QS KS AS | QC QD QH | KC KD KH | AC AD AH",
        "QS",
        (
            "the highest remaining card of a plain suit in hand? yes, AS",
            "may others hold that suit? no (none is out)",
        ),
        ranks=3,
    ),
    "leads from two of a plain suit": Branch(
        f"9D 10D KH | {OTHERS}",
        "9D",
        (
            "the highest remaining card of a plain suit in hand? no",
            "two or more cards of a plain suit? yes, 9D",
        ),
    ),
    "leads its lowest card for want of anything better": Branch(
        "10C 9H 10S | JC JD QS | QC QD KS | KC KD 9S",
        "10C",
        ("may others hold trumps? yes", "two or more cards of a plain suit? no"),
    ),
    "trumps gone, leads the highest card of a plain suit": Branch(
        "KC AD AH | QC QD KH | QH QS KS | AC KD AS",
        "AD",
        (
            "may others hold trumps? no (none is out)",
            "the highest remaining card of a plain suit in hand? yes, AD",
        ),
        played="AH KH QH KD",
        ranks=3,
    ),
    "trumps gone, leads from two of a plain suit": Branch(
        "QC KC AH | QD AD KH | QH QS KS | AC KD AS",
        "QC",
        (
            "may others hold trumps? no (none is out)",
            "two or more cards of a plain suit? yes, QC",
        ),
        played="AH KH QH KD",
        ranks=3,
    ),
    "trumps gone, leads its lowest card": Branch(
        "QC QD AH | KC AD KH | QH QS KS | AC KD AS",
        "QC",
        ("may others hold trumps? no (none is out)", "two or more cards of a plain suit? no"),
        played="AH KH QH KD",
        ranks=3,
    ),
    "follows low when the trick is ruffed": Branch(
        "9C JD QS | KD 9H 10S | 10C AC QD | JC QC KS",
        "10C",
        ("able to follow suit? yes", "a trump on the table, another suit led? yes"),
        played="9C 9H",
    ),
    "takes the trick with the highest remaining card of the suit": Branch(
        "9C JD QS | 10C AC KD | JC QC QD | KC 9D KS",
        "AC",
        (
            "a trump on the table, another suit led? no",
            "the highest remaining card of the suit in hand? yes, AC",
        ),
        played="9C",
    ),
    "follows low when a higher card may still come": Branch(
        "9C JD QS | 10C KC 9D | JC QC QD | KD AH KS",
        "10C",
        (
            "a trump on the table, another suit led? no",
            "the highest remaining card of the suit in hand? no",
        ),
        played="9C",
    ),
    "throws its lowest card when it can neither follow nor ruff": Branch(
        "9C JD QS | 10D KD 9S | JC QC QD | KC AC KS",
        "9S",
        ("able to follow suit? no", "trumps in hand? no"),
        played="9C",
    ),
    "ruffs last with the lowest trump that wins": Branch(
        "9C JD QS | KD 10H 10S | JC QC QD | 9D JH KH",
        "JH",
        ("last to play? yes", "a trump that wins? yes, JH"),
        played="9C 10H JC",
    ),
    "throws its lowest card last when no trump wins": Branch(
        "9C JD QS | KD QH 10S | JC QC QD | 9D 9H JH",
        "9D",
        ("last to play? yes", "a trump that wins? no"),
        played="9C QH JC",
    ),
    "ruffs with the lowest trump that no later seat can beat": Branch(
        "9C JD QS | QH KH AH | JC QC QD | KC 9D KS",
        "QH",
        (
            "last to play? no",
            f"{SAFE} yes, QH (none is out)",
        ),
        played="9C",
    ),
    "keeps a trump that a later seat may beat": Branch(
        "9C JD QS | 9D 9H KH | JC QC QD | KC AC KS",
        "9D",
        (
            "last to play? no",
            f"{SAFE} no",
        ),
        played="9C",
    ),
}


@pytest.mark.parametrize("name", BRANCHES)
def test_win_graph(name):
    branch = BRANCHES[name]
    card, reasons = branch.walk(WIN)
    assert card == branch.card
    assert set(branch.answers) <= set(reasons)


def test_no_branch_is_left_out():
    walked = [path(branch.walk(WIN)[1]) for branch in BRANCHES.values()]
    assert sorted(walked) == sorted(paths(WIN))


# Where the facts leave a choice, and what is easily got wrong.


def test_of_several_highest_cards_the_highest_is_led():
    assert led_to(WIN, at(f"AC AD KH | {OTHERS}"))[0] == "AD"


def test_of_several_highest_cards_only_the_highest_is_asked_about():
    """KC and AS are the highest left of their suits. Others may have clubs, but AS is higher."""
    hands = "KC AC QS KS AS | 10C JC QC 10D JD | QD KD AD 10H JS | JH QH KH AH 10S"
    card, reasons = led_to(WIN, at(hands, played="AC QC JS 10S", ranks=5))
    assert "the highest remaining card of a plain suit in hand? yes, AS" in reasons
    assert "may others hold that suit? no (none is out)" in reasons
    assert card == "QS"


def test_of_several_suits_with_two_cards_the_lowest_card_is_led():
    hands = "10C JC 9D KD | QC KC QD AD | 9C AC 10D JD | 9S 10S JS QS"
    assert led_to(WIN, at(hands))[0] == "9D"


def test_two_trumps_are_not_two_cards_of_a_plain_suit():
    assert led_to(WIN, at(f"9H 10H KC | {OTHERS}"))[0] == "KC"


def test_a_trump_led_is_followed_like_any_suit():
    position = at("9H JD QS | 10H AH KD | JC QC QD | KC 9D KS", played="9H")
    assert led_to(WIN, position)[0] == "AH"


def test_a_card_is_not_the_highest_remaining_when_the_trick_has_a_higher_one():
    position = at("AC JD QS | 10C KC 9D | JC QC QD | KD AH KS", played="AC")
    assert led_to(WIN, position)[0] == "10C"


def test_a_lone_card_needs_no_question():
    position = at("9C JD QS | KC 9D 10D | JC QC QD | KD AH KS", played="9C")
    assert led_to(WIN, position) == ("KC", ("no other card may be played",))
