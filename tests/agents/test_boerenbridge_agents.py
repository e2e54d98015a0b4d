"""The scripted agents of Boerenbridge: which graph they follow when, and what they refuse."""

from collections import Counter

import pytest
from seated import at, chosen

from whoknows.core.error import Error
from whoknows.core.match import play, script
from whoknows.core.registry import agent, game

OTHERS = "10C JD QS | JC QD KS | QC KD 9S"


def east(*, bid):
    """East, who has bid so much, may follow with 10C or with the highest club."""
    hands = "9C JD QS | 10C AC KD | JC QC QD | KC 9D KS"
    return at(hands, bids=f"0 {bid} 0 0", played="9C")


def test_greedy_leads_any_trump_before_any_ace():
    assert chosen("greedy", at(f"AC 9H AS | {OTHERS}")) == ("9H", ("plays the highest card",))


def test_greedy_takes_the_higher_suit_between_equals():
    assert chosen("greedy", at(f"AC AD 10S | {OTHERS}"))[0] == "AD"


def test_greedy_follows_high_and_ruffs_high():
    assert chosen("greedy", east(bid=1))[0] == "AC"
    position = at("9C JD QS | 9H KH AD | JC QC QD | KC 9D KS", played="9C")
    assert chosen("greedy", position)[0] == "KH"


def test_full_kripke_wins_until_its_bid_is_reached_and_then_loses():
    assert chosen("full-kripke", east(bid=1))[0] == "AC"
    assert chosen("full-kripke", east(bid=0))[0] == "10C"


def test_full_kripke_still_loses_when_it_has_too_many():
    hands = "9C JD QS | 10C AC AD | JC QC QD | KC 9D KS"
    position = at(hands, bids="0 0 0 0", played="9C AC JC KC")
    assert position.state.won[position.seat] > position.state.bids[position.seat]
    assert chosen("greedy-kripke", position)[0] == "AD"
    assert chosen("full-kripke", position)[0] == "10C"


def test_greedy_kripke_wins_on():
    assert chosen("greedy-kripke", east(bid=1))[0] == "AC"
    assert chosen("greedy-kripke", east(bid=0))[0] == "AC"


@pytest.mark.parametrize("name", ["greedy", "greedy-kripke"])
def test_it_may_play_at_random_once_its_bid_is_reached(name):
    spec = f"{name}(after_bid=random)"
    behind, reached = east(bid=1), east(bid=0)
    assert {chosen(spec, behind, seed)[0] for seed in range(20)} == {"AC"}
    cards = Counter(chosen(spec, reached, seed)[0] for seed in range(400))
    assert set(cards) == {"10C", "AC"}
    assert all(150 < many < 250 for many in cards.values())
    assert chosen(spec, reached)[1] == ("the bid is reached: any legal card",)


def test_as_original_it_ruffs_a_trick_that_it_does_not_want():
    """East has its bid and no clubs: the figure throws the ace of diamonds, the program a trump."""
    position = at("9C JD QS | AD 9H KS | JC QC QD | KC AC KD", played="9C")
    assert chosen("full-kripke", position)[0] == "AD"
    card, reasons = chosen("full-kripke(as_original=on)", position)
    assert (card, reasons[-1]) == ("9H", "plays the highest card")


def test_as_original_it_does_not_ruff_as_the_last_to_play():
    """West wants a trick and has no clubs: the figure ruffs low, the program throws its lowest."""
    hands = "9C JD QS | 10C KD KS | JC QC QD | 9D 9H KH"
    position = at(hands, bids="0 0 0 1", played="9C 10C JC")
    assert chosen("full-kripke", position)[0] == "9H"
    card, reasons = chosen("full-kripke(as_original=on)", position)
    assert (card, reasons[-2]) == ("9D", "a trump on the table? no")


def test_as_original_it_still_overruffs_as_the_last_to_play():
    hands = "9C JD QS | 10C KD KS | 10H JS QD | 9D JH KH"
    position = at(hands, bids="0 0 0 1", played="9C 10C 10H")
    assert chosen("full-kripke(as_original=on)", position)[0] == "JH"


def test_as_original_it_leads_as_if_no_trumps_were_out():
    """North holds the two highest: the figure cashes the trump, the program the plain ace."""
    position = at("9C AH AS | 10C JD QS | JC QD KS | QC KD 9S", bids="1 0 0 0")
    assert chosen("full-kripke", position)[0] == "AH"
    assert chosen("full-kripke(as_original=on)", position)[0] == "AS"


def test_the_random_player_plays_any_legal_card():
    position = east(bid=0)
    assert {chosen("boeren-random", position, seed)[0] for seed in range(40)} == {"10C", "AC"}


@pytest.mark.parametrize(
    "name",
    [
        "greedy",
        "greedy(bids=text)",
        "greedy-kripke(after_bid=random,bids=original)",
        "full-kripke(bids=original)",
        "greedy(after_bid=random)",
        "full-kripke(bids=original,as_original=on)",
        "boeren-random",
    ],
)
def test_its_name_is_a_spec_that_makes_it_again(name):
    assert agent(name).name == name
    assert agent(agent(name).name) == agent(name)


@pytest.mark.parametrize("name", ["greedy", "greedy-kripke", "full-kripke", "boeren-random"])
def test_another_game_is_refused_in_one_line(name):
    rules, others = game("threecards"), [agent("random")] * 2
    with pytest.raises(Error, match=rf"^{name} (plays|does not play).*threecards.*$"):
        list(play(rules, [agent(name), *others], chance=script(["deal a b c"])))


def test_a_rule_of_bidding_that_is_not_there_is_refused():
    with pytest.raises(Error, match="bids takes scaled or original or text, not 'high'"):
        agent("full-kripke(bids=high)")
