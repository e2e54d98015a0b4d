"""What players complain about in other programs, and pimc does not do. Hearts are trumps.

Positions are set up as in `seated`: North leads, and cards not named are in the stock.
"""

import pytest
from seated import at, chosen

from whoknows.core.error import Error
from whoknows.core.match import play
from whoknows.core.registry import agent, game

SEEDS = range(3)


def played(position, spec="pimc"):
    """What it does, whatever its luck."""
    found = {chosen(spec, position, seed)[0] for seed in SEEDS}
    assert len(found) == 1
    return found.pop()


def test_needing_every_trick_it_does_not_lead_a_low_trump():
    hands = "AH 9H AS | 10C JD QS | JC QD KS | QC KD 9S"
    assert played(at(hands, bids="3 0 0 1")) == "AH"


def test_the_dealer_does_not_bid_nothing_with_the_ace_of_trumps():
    """One more trick would make the sum, so its natural bid is forbidden."""
    hands = "QC KC KD | AC AD AS | KS QS KH | AH QD QH"
    assert played(at(hands, bids="0 1 1", ranks=3)) == "2"


def test_it_bids_nothing_with_nothing():
    hands = "9C 10D 9S | AC AD AS | KS QS KH | AH QD QH"
    assert played(at(hands, bids="")) == "0"


def test_it_does_not_ruff_early_when_its_trick_is_safe():
    """The ace of trumps will do later; the king of spades might be one trick too many."""
    hands = "AC 9C 10D | AH KS 9D | 10C JD QS | JC QD 9S"
    assert played(at(hands, bids="1 1 0 0", played="AC")) == "KS"


def test_it_does_not_throw_a_winner_away_when_it_needs_tricks():
    hands = "AC 9C 10D | AS KS 9D | 10C JD QS | JC QD 9S"
    assert played(at(hands, bids="1 2 0 1", played="AC")) == "9D"


def test_it_does_not_win_an_unwanted_trick_when_a_lower_card_is_legal():
    hands = "QC 9H 10D | KC 9C JD | 10C JS QS | JC QD 9S"
    assert played(at(hands, bids="1 0 1 0", played="QC")) == "9C"


@pytest.mark.parametrize("others", ["advised", "best", "both"])
def test_whatever_it_takes_the_others_for_it_keeps_its_bid_of_nothing(others):
    hands = "QC 9H 10D | KC 9C JD | 10C JS QS | JC QD 9S"
    assert played(at(hands, bids="1 0 1 0", played="QC"), f"pimc(others={others})") == "9C"


def test_a_reason_for_every_action():
    position = at("QC KC AH | QD AD KH | QH QS KS | AC KD AS", ranks=3, bids="1 1 1 1", played="QC")
    choice, reasons = chosen("pimc(believe=off)", position)
    assert [reason.split(" gains ")[0] for reason in reasons] == [f"E: {choice}", *(
        f"E: {card}" for card in ("QD", "AD", "KH") if card != choice
    )]  # fmt: skip
    assert all("on average over 200 worlds" in reason for reason in reasons)


def test_few_worlds_are_weighed_each_once():
    hands = "QC KC AH | QD AD KH | QH QS KS | AC KD AS"
    position = at(hands, ranks=3, bids="1 1 1 1", played="AH KH QH KD QC")
    many = position.knowledge.count()
    assert 1 < many < 200
    assert all(
        f"over {many} worlds" in reason for reason in chosen("pimc(believe=off)", position)[1]
    )


def test_hands_too_large_to_solve_are_played_out():
    rules = game("boerenbridge(rounds=7)")
    *_, last = play(rules, [agent("pimc(worlds=5)"), *[agent("greedy")] * 3], seed=1)
    assert rules.to_move(last.after) == -2


def test_it_refuses_what_makes_no_sense():
    with pytest.raises(Error, match="pimc: worlds must be at least 1, not 0"):
        agent("pimc(worlds=0)")
    with pytest.raises(Error, match="pimc: there is no others called fools"):
        agent("pimc").__class__(others="fools")
    with pytest.raises(Error, match="pimc: paranoid needs others=best or others=both"):
        agent("pimc(paranoid=on)")
    with pytest.raises(Error, match="pimc plays games that can be solved, not tickets"):
        list(play(game("tickets"), [agent("pimc")] * len(game("tickets").seats)))


def test_it_says_when_it_cheats():
    assert not agent("pimc").cheats
    assert agent("pimc(cheat=on)").cheats
    assert agent("pimc(worlds=3,cheat=on)").name == "pimc(cheat=on,worlds=3)"


def test_it_plays_threecards():
    rules = game("threecards")
    *_, last = play(rules, [agent("pimc"), agent("random"), agent("random")], seed=2)
    assert rules.to_move(last.after) == -2
