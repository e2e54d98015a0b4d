"""Who knows what in Boerenbridge: from cards played, suits not followed, and counting."""

import pytest
from boeren import At, a_round, bids, pile_texts, plays

from whoknows.core.error import Error
from whoknows.core.registry import game

THREE = "deal QC KC QH | AC QD KD | AD QS KS | KH AH AS, trump D"
STOCK = "deal KC AC | QC QD | JH QH | JS QS | JC JD KD AD KH AH KS AS, trump C"
RANKS4 = game("boerenbridge(rounds=2,ranks=4)")
ONE = game("boerenbridge(rounds=1)")
SMALL = [
    "boerenbridge(rounds=1)",
    "boerenbridge(rounds=2)",
    "boerenbridge(rounds=1,ranks=2)",
    "boerenbridge(players=3,rounds=2)",
    "boerenbridge(players=3,rounds=2,ranks=2,trump=turned)",
    "boerenbridge(players=3,rounds=1,ranks=1,trump=turned)",
]


def test_the_deal_tells_each_seat_its_own_hand():
    at = At(THREE)
    assert at.model.count() == 369_600
    assert at.holds("K[N] has(N,QH) & ~Kw[N] has(W,KH)")
    assert at.model.seat("N", at=at.rules.world(at.state)).count() == 1_680


def test_bids_rule_nothing_out():
    at = At(THREE)
    assert at.move("N bids 3") == ["N bids 3"]
    assert at.model.count() == 369_600


def test_a_card_played_is_known_to_have_been_the_players():
    at = At(THREE, *bids(1, 1, 1, 1))
    assert at.move("N: QH") == ["N plays QH"]
    assert at.holds("C[N,E,S,W] has(N,QH)")
    assert not at.knows("E", "has(N,KC)")


def test_following_suit_tells_no_more_than_the_card():
    at = At(THREE, *bids(1, 1, 1, 1), "N: KC")
    assert at.move("E: AC") == ["E plays AC"]
    assert at.model.where("has(E,QC)").count() > 0


def test_not_following_suit_announces_a_void():
    at = At(THREE, *bids(1, 1, 1, 1), "N: QH")
    assert at.move("E: QD") == ["E plays QD", "E has no hearts left"]
    assert at.holds("C[N,E,S,W] (~has(E,KH) & ~has(E,AH))")
    assert at.model.where("has(E,KD)").count() > 0


def test_a_void_is_of_the_cards_not_yet_played():
    at = At(STOCK, *bids(1, 1, 1, 1), *plays("N: AC QC JH JS", "N: KC"), rules=RANKS4)
    assert at.move("E: QD") == ["E plays QD", "E has no clubs left"]
    assert at.holds("C[N,E,S,W] (has(E,QC) & ~has(E,JC))")


def test_a_void_is_announced_once():
    at = At(STOCK, *bids(1, 1, 1, 1), *plays("N: AC QC"), rules=RANKS4)
    assert at.move("S: JH") == ["S plays JH", "S has no clubs left"]
    for move in plays("W: JS", "N: KC QD"):
        at.move(move)
    assert at.move("S: QH") == ["S plays QH"]


def test_of_a_suit_that_is_all_on_the_table_nothing_is_said():
    at = At("deal AC | AD | AH | AS, trump H", *bids(0, 0, 0, 0), "N: AC", rules=ONE)
    assert at.move("E: AD") == ["E plays AD"]


def test_the_last_unseen_heart_must_be_with_west():
    at = At(THREE, *bids(1, 1, 1, 1), "N: QH", "E: QD")
    assert not at.knows("N", "has(W,AH)")
    at.move("S: QS")
    assert at.knows("N", "has(W,AH) & has(W,KH)")
    assert not at.knows("E", "has(W,AH)")  # North may have it
    why = str(at.model.seat("N", at=at.rules.world(at.state)).why("has(W,AH)"))
    assert "E has no hearts left" in why
    assert "S has no hearts left" in why


def test_with_a_stock_counting_is_not_enough():
    rules = game("boerenbridge(rounds=2,ranks=3)")
    deal = "deal QC QH | QD KD | QS KS | KH AH | KC AC AD AS, trump D"
    at = At(deal, *bids(1, 1, 1, 1), "N: QH", "E: QD", "S: QS", rules=rules)
    assert not at.knows("N", "has(W,AH)")
    assert at.knows("N", "has(W,AH) | in(stock,AH)")


def test_what_one_knows_that_another_knows():
    at = At(THREE, *bids(1, 1, 1, 1), "N: QH", "E: QD")
    assert not at.holds("K[N] K[E] ~has(S,AH)")
    at.move("S: QS")
    assert at.holds("K[N] K[E] ~has(S,AH)")
    assert at.holds("K[E] (K[N] has(W,AH) | K[W] has(N,AH) | K[N] has(N,AH))")
    assert not at.holds("K[E] K[N] has(W,AH)")
    assert at.holds("~Kw[E] has(W,AH) & K[W] ~Kw[E] has(W,AH)")


def test_seats_and_cards_have_their_names_in_formulas():
    hands = " | ".join(f"10{suit} J{suit} Q{suit} K{suit} A{suit}" for suit in "CDHS")
    at = At(f"deal {hands}, trump H", rules=game("boerenbridge(rounds=5)"))
    assert at.knows("N", "has(N,10C) & ~has(N,10S)")
    assert at.knows(0, 'has(0,10C) & has("N","10C")')
    at = At("deal AC | AD | AH | AS, trump C", rules=game("boerenbridge(players=3,rounds=1)"))
    assert at.knows("1", "has(1,AD) & (in(stock,AC) | has(0,AC) | has(2,AC))")


def test_the_card_turned_up_is_nobodys():
    rules = game("boerenbridge(players=3,rounds=1,ranks=1,trump=turned)")
    at = At("deal AC | AD | AH, trump AS", rules=rules)
    assert at.model.count() == 6
    with pytest.raises(Error, match=r"no card AS; cards are AC, AD, AH \(in has\(0,AS\)\)"):
        at.knows("0", "has(0,AS)")


# The other reading, on rounds small enough to play out every deal: the worlds are those in which
# the same moves would have been legal and looked the same.


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("spec", SMALL)
def test_worlds_are_the_deals_in_which_the_same_moves_would_have_been_legal(spec, seed):
    at = At(rules=game(spec))
    for action, _, alike in a_round(at.rules, seed):
        at.move(str(action))
        possible = {pile_texts(at.rules.world(state)) for state in alike}
        assert set(map(pile_texts, at.model.worlds)) == possible


@pytest.mark.parametrize("spec", SMALL)
def test_a_seat_considers_possible_those_of_them_in_which_it_has_its_own_hand(spec):
    at = At(rules=game(spec))
    for action, state, alike in a_round(at.rules, seed=5):
        at.move(str(action))
        world = at.rules.world(state)
        for seat, name in enumerate(at.rules.seats):
            cell = {
                pile_texts(at.rules.world(other))
                for other in alike
                if other.dealt[seat] == state.dealt[seat]
            }
            assert set(map(pile_texts, at.model.cell(name, at=world))) == cell


@pytest.mark.parametrize("seed", range(3))
def test_what_one_knows_of_what_another_knows_follows_from_the_deals_left(seed):
    """`K[i] K[j] ~has(k,card)` by its definition, over all deals that are left."""
    at = At(rules=game("boerenbridge(rounds=2)"))
    for action, _, alike in a_round(at.rules, seed):
        at.move(str(action))
        deals = [pile_texts(at.rules.world(state)) for state in alike]
        for i, j, k, card in [(0, 1, 2, "AH"), (1, 3, 0, "KC"), (2, 0, 1, "AS")]:
            without = {deal for deal in deals if card not in deal[k]}
            wanted = knowing(i, deals, knowing(j, deals, without))
            found = at.model.where(f"K[{i}] K[{j}] ~has({k},{card})")
            assert set(map(pile_texts, found)) == wanted


def knowing(seat, deals, held):
    """The deals in which the seat, who sees its own hand, can exclude all outside the set."""
    doubtful = {deal[seat] for deal in deals if deal not in held}
    return {deal for deal in deals if deal[seat] not in doubtful}
