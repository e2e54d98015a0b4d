"""The lose graph, branch by branch. Hearts are trumps, North leads (see `seated`)."""

import pytest
from seated import Branch, at, led_to, path, paths

from whoknows.games.boerenbridge.graphs.lose_graph import LOSE

RUFF = "a card of a plain suit that somebody surely can ruff?"

BRANCHES = {
    "leads a card that somebody surely can ruff": Branch(
        "AC KC AH QH | JH KH JD QD | JC QC JS KD | QS KS AS AD",
        "KC",
        (f"{RUFF} yes, KC (E has no clubs left, and E must hold a trump)",),
        played="AC JD JC QS AH JH JS KS",
        ranks=4,
    ),
    "leads its lowest card": Branch(
        "9C 10D AH | 10C JD QS | JC QD KS | QC KD 9S",
        "9C",
        (f"{RUFF} no",),
    ),
    "follows high when the trick is ruffed": Branch(
        "9C JD QS | KD 9H 10S | 10C AC QD | JC QC KS",
        "AC",
        ("a trump on the table, another suit led? yes",),
        played="9C 9H",
    ),
    "follows with the highest card that stays below": Branch(
        "QC JD QS | 10C JC AC | KC KD QD | 9C 9D KS",
        "JC",
        ("a card of the suit below the best on the table? yes, JC",),
        played="QC",
    ),
    "takes the trick last with the highest card when it must": Branch(
        "10C JD QS | 9C KD 10S | JC AH QD | QC AC 9D",
        "AC",
        ("a card of the suit below the best on the table? no", "last to play? yes"),
        played="10C 9C JC",
    ),
    "goes above with the lowest card while others have yet to play": Branch(
        "10C JD QS | QC AC 9D | JC AH QD | 9C KD 10S",
        "QC",
        ("a card of the suit below the best on the table? no", "last to play? no"),
        played="10C",
    ),
    "gets rid of the highest trump below the one on the table": Branch(
        "9C JD QS | KD JH 10S | 9H 10H QH | JC QC KS",
        "10H",
        ("a trump on the table and a lower one in hand? yes, 10H",),
        played="9C JH",
    ),
    "throws its highest plain card": Branch(
        "9C JD QS | AD 9H KS | JC QC QD | KC AC KD",
        "AD",
        ("a trump on the table and a lower one in hand? no", "a card that is not a trump? yes, AD"),
        played="9C",
    ),
    "with trumps only, plays the lowest": Branch(
        "9C JD QS | 9H 10H AH | JC QC QD | KC AC KD",
        "9H",
        ("a trump on the table and a lower one in hand? no", "a card that is not a trump? no"),
        played="9C",
    ),
}


@pytest.mark.parametrize("name", BRANCHES)
def test_lose_graph(name):
    branch = BRANCHES[name]
    card, reasons = branch.walk(LOSE)
    assert card == branch.card
    assert set(branch.answers) <= set(reasons)


def test_no_branch_is_left_out():
    walked = [path(branch.walk(LOSE)[1]) for branch in BRANCHES.values()]
    assert sorted(walked) == sorted(paths(LOSE))


# Where the facts leave a choice, and what is easily got wrong.


def test_of_several_trumps_on_the_table_the_highest_counts():
    position = at("9C JD QS | KD 9H 10S | QD JH AS | 10H QH KH", played="9C 9H JH")
    assert led_to(LOSE, position)[0] == "10H"


def test_trumps_above_the_one_on_the_table_are_kept():
    position = at("9C JD QS | KD 9H 10S | 9D JH QH | 10C QC KC", played="9C 9H")
    assert led_to(LOSE, position)[0] == "9D"


def test_a_trump_led_is_followed_like_any_suit():
    position = at("QH JD QS | 10H JH AH | KC KD QD | 9C 9D KS", played="QH")
    assert led_to(LOSE, position)[0] == "JH"


def test_who_cannot_follow_a_trump_throws_the_highest_card_of_the_higher_suit():
    position = at("QH JD QS | KC KD 9S | JC QC QD | AC 9D KS", played="QH")
    assert led_to(LOSE, position)[0] == "KD"
