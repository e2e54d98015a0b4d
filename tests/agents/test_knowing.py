"""The graphs use all that follows from what was seen, and say what it rests on."""

from seated import at, led_to

from whoknows.games.boerenbridge.graphs.lose_graph import LOSE
from whoknows.games.boerenbridge.graphs.win_graph import WIN

SAFE = "a trump above the table and above all that later seats may hold?"
RUFF = "a card of a plain suit that somebody surely can ruff?"


def test_the_last_trump_must_be_with_the_one_who_has_not_shown_a_void():
    """Nobody saw KH, but South and West did not follow hearts: East can ruff the clubs."""
    hands = "KC AC QH AH | JD QD JH KH | JC QC KD JS | AD QS KS AS"
    position = at(hands, played="AC JD JC QS AH JH JS KS", ranks=4)
    assert position.knowledge.knows("has(E,KH)")
    assert led_to(LOSE, position) == (
        "KC",
        (
            "leading? yes",
            f"{RUFF} yes, KC (E has no clubs left, and E must hold a trump)",
            "plays it",
        ),
    )


def test_somebody_who_surely_can_ruff_must_be_known():
    """East or West has the last trump, and neither has clubs; but which of them is not known."""
    hands = "KC AC JD AH | QD KD JH KH | JC QC AD JS | QH QS KS AS"
    position = at(hands, played="AC QD JC QS AH JH JS QH", ranks=4)
    assert position.knowledge.knows("has(E,KH) | has(W,KH)")
    card, reasons = led_to(LOSE, position)
    assert card == "JD"
    assert f"{RUFF} no" in reasons


def test_who_must_hold_diamonds_only_cannot_overruff():
    """Nobody else followed the queen of diamonds, so that the other two are all North has left.

    West cannot tell whether East or South holds KC, but North, who plays last, does not.
    """
    hands = "QD KD AD | AC KC QH | AH QS KS | QC KH AS"
    position = at(hands, trump="C", played="QD AC AH KH QH KS", ranks=3)
    assert not position.knowledge.knows("has(E,KC)")
    card, reasons = led_to(WIN, position)
    assert card == "QC"
    assert f"{SAFE} yes, QC (by counting)" in reasons


def test_who_may_hold_the_last_trump_may_overruff():
    """The same, but West has followed: of North's two cards only one is a diamond."""
    hands = "KC QD AD | AC QH KS | AH QS AS | QC KD KH"
    position = at(hands, trump="C", played="QD AC AH KD KS QS", ranks=3)
    card, reasons = led_to(WIN, position)
    assert card == "KH"
    assert f"{SAFE} no" in reasons


def test_a_void_shown_by_the_last_to_play_makes_a_low_trump_safe():
    hands = "9C JD AH | 10C JC JH | KD 9H 10H | 9D 9S 10S"
    position = at(hands, played="AH JH 9H 9D 9C 10C")
    card, reasons = led_to(WIN, position)
    assert card == "10H"
    assert f"{SAFE} yes, 10H (W has no hearts left)" in reasons


def test_trumps_in_the_stock_are_not_with_others():
    """Nobody followed the ace of trumps; the other trumps must lie in the stock."""
    hands = "KC AC AH | 9C 10C 9D | JD QD KD | 9S 10S JS"
    position = at(hands, played="AH 9C JD 9S")
    voids = "E has no hearts left, S has no hearts left, W has no hearts left"
    assert f"may others hold trumps? no ({voids})" in led_to(WIN, position)[1]
