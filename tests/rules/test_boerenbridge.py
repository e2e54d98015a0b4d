"""The rules of Boerenbridge, paragraph by paragraph of `whoknows.games.boerenbridge.rules`."""

from collections import Counter
from fractions import Fraction
from math import comb
from random import Random

import pytest
from boeren import after, bids, may, plays, texts

from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END
from whoknows.core.registry import game
from whoknows.games.boerenbridge.cards import HIDDEN, SUITS
from whoknows.games.boerenbridge.rules import Boerenbridge, round_points

RULES = Boerenbridge()
DEAL = "deal QC KC AC | QD KD QH | AD KH QS | AH KS AS, trump D"  # the first round: three each


# The deal


@pytest.mark.parametrize(
    ("number", "ranks"), [(0, "Q K A"), (1, "J Q K A"), (2, "10 J Q K A"), (3, "J Q K A")]
)
def test_a_round_of_n_cards_uses_the_n_highest_ranks_of_each_suit(number, ranks):
    wanted = [rank + suit for suit in SUITS for rank in ranks.split()]
    assert texts(RULES.pack(number)) == wanted


def test_all_cards_are_out():
    state = after(DEAL)
    assert [texts(hand) for hand in state.hands] == [
        ["QC", "KC", "AC"],
        ["QD", "KD", "QH"],
        ["AD", "KH", "QS"],
        ["AH", "KS", "AS"],
    ]
    assert state.stock == ()


def test_with_the_whole_pack_the_rest_is_a_stock_that_nobody_sees():
    rules = game("boerenbridge(deck=52,rounds=13-1)")
    assert len(rules.pack(0)) == len(rules.pack(1)) == 52
    rules = game("boerenbridge(deck=52)")
    deal = rules.chance(rules.start()).sample(Random(1))
    state = rules.apply(rules.start(), deal)
    assert [len(hand) for hand in state.hands] == [3, 3, 3, 3]
    assert len(state.stock) == 40
    for seat in (None, 0, 1, 2, 3):
        assert set(rules.veil(state, seat).stock) == {HIDDEN}
        assert rules.shown(rules.start(), deal, to=seat).count("?") == 40 + 9 + 3 * (seat is None)


def test_other_decks_have_so_many_of_the_highest_ranks():
    rules = game("boerenbridge(ranks=6,rounds=1-6)")
    assert texts(rules.pack(0))[:7] == ["9C", "10C", "JC", "QC", "KC", "AC", "9D"]
    assert rules.pack(0) == rules.pack(1)
    assert len(rules.pack(0)) == 24


def test_each_seat_sees_its_own_hand():
    deal = RULES.parse(DEAL)
    shown = "deal ? ? ? | QD KD QH | ? ? ? | ? ? ?, trump D"
    assert RULES.shown(RULES.start(), deal, to=1) == shown
    veiled = RULES.veil(after(DEAL), 1)
    assert [texts(hand) for hand in veiled.hands][:2] == [["?", "?", "?"], ["QD", "KD", "QH"]]


def test_every_deal_is_equally_likely():
    chance = game("boerenbridge(rounds=1)").chance(RULES.start())
    deals = list(chance.outcomes())
    assert len(set(deals)) == chance.count() == 24 * 4
    assert {chance.odds(deal) for deal in deals} == {Fraction(1, 96)}
    assert RULES.chance(RULES.start()).count() == 4 * comb(12, 3) * comb(9, 3) * comb(6, 3)
    drawn = Counter(chance.sample(Random(seed)) for seed in range(4800))
    assert set(drawn) == set(deals)
    assert max(drawn.values()) < 100  # of 50 expected


def test_the_deal_passes_to_the_left():
    rules = game("boerenbridge(rounds=1-1-1-1-1)")
    state, dealers = rules.start(), []
    while rules.to_move(state) != END:
        if rules.to_move(state) == CHANCE:
            dealers.append(rules.seats[state.dealer])
            state = rules.apply(state, rules.chance(state).sample(Random(0)))
        else:
            state = rules.apply(state, rules.actions(state)[0])
    assert dealers == ["W", "N", "E", "S", "W"]


def test_three_leave_a_stock():
    rules = game("boerenbridge(players=3)")
    state = rules.apply(rules.start(), rules.chance(rules.start()).sample(Random(0)))
    assert [len(pile) for pile in (*state.hands, state.stock)] == [3, 3, 3, 3]


@pytest.mark.parametrize("players", [5, 6])
def test_five_and_six_need_a_larger_deck(players):
    with pytest.raises(Error, match=r"3 cards .* but the deck of that round has 12 \(deck=52 has"):
        game(f"boerenbridge(players={players})")
    assert len(game(f"boerenbridge(players={players},deck=52)").seats) == players


# Trumps


def test_trumps_are_a_random_suit_from_a_separate_card():
    suits = {RULES.chance(RULES.start()).sample(Random(seed)).trump for seed in range(40)}
    assert suits == {0, 1, 2, 3}
    state = after(DEAL)
    assert SUITS[state.trump] == "D"
    assert state.turned == HIDDEN


def test_the_next_card_of_the_stock_may_be_turned_up_for_trumps():
    rules = game("boerenbridge(players=3,rounds=1,ranks=2,trump=turned)")
    deal = "deal KC | AC | KD | AD KH KS AS, trump AH"
    state = after(deal, rules=rules)
    assert SUITS[state.trump] == "H"
    assert texts([state.turned]) == ["AH"]
    assert "AH" not in [card for pile in rules.world(state).values() for card in pile]
    for seat in (None, 0, 1, 2):
        assert rules.veil(state, seat).turned == state.turned
        assert "trump AH" in rules.shown(rules.start(), rules.parse(deal), to=seat)


def test_the_card_turned_up_settles_trumps():
    rules = game("boerenbridge(players=3,rounds=1,ranks=1,trump=turned)")
    chance = rules.chance(rules.start())
    assert chance.count() == len(list(chance.outcomes())) == 24
    assert chance.odds(rules.parse("deal AC | AD | AH, trump AS")) == Fraction(1, 24)
    assert chance.odds(rules.parse("deal AC | AD | AH | AS, trump S")) == 0


# Bids


def test_left_of_the_dealer_begins_to_bid_from_0_to_n():
    state = after(DEAL)
    assert RULES.seats[RULES.to_move(state)] == "N"
    assert may(RULES, state) == ["0", "1", "2", "3"]
    assert RULES.seats[RULES.to_move(after(DEAL, "N bids 3"))] == "E"


@pytest.mark.parametrize(
    ("others", "left"),
    [((0, 0, 0), "012"), ((1, 0, 1), "023"), ((1, 1, 1), "123"), ((2, 2, 0), "0123")],
)
def test_the_bids_may_not_add_up_to_n(others, left):
    state = after(DEAL, *bids(*others, seats="NES"))
    assert RULES.seats[RULES.to_move(state)] == "W"
    assert may(RULES, state) == list(left)


# Play


def test_left_of_the_dealer_leads_any_card():
    state = after(DEAL, *bids(1, 1, 1, 1))
    assert RULES.seats[RULES.to_move(state)] == "N"
    assert may(RULES, state) == ["QC", "KC", "AC"]


def test_follow_suit_if_you_can():
    rules = game("boerenbridge(rounds=3)")
    deal = "deal QC KC QD | AC KD QH | AD KH QS | AH KS AS, trump D"
    state = after(deal, *bids(1, 1, 1, 1), "N: QC", rules=rules)
    assert may(rules, state) == ["AC"]


def test_who_cannot_follow_plays_anything():
    state = after(DEAL, *bids(1, 1, 1, 1), "N: QC")
    assert may(RULES, state) == ["QD", "KD", "QH"]  # a trump is not asked for


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("N: KC KD KH AS", "E"),  # the only trump
        ("N: KC QH AD AS", "S"),
        ("N: KC KD AD AH", "S"),  # the higher of two trumps
        ("N: KC QH KH AS", "N"),  # no trump: higher cards of other suits do not win
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(trick, winner):
    state = after(DEAL, *bids(1, 1, 1, 1), *plays(trick))
    assert RULES.seats[state.won.index(1)] == winner
    assert state.trick == ()


def test_the_highest_card_of_the_suit_led_wins():
    deal = "deal QC QD QH | AC KD QS | KC AD KH | AH KS AS, trump S"
    assert after(deal, *bids(1, 1, 1, 1), *plays("N: QC AC KC AH")).won == (0, 1, 0, 0)


def test_the_winner_of_a_trick_leads_the_next():
    state = after(DEAL, *bids(1, 1, 1, 1), *plays("N: KC QH AD AS"))
    assert RULES.seats[RULES.to_move(state)] == "S"
    assert may(RULES, state) == ["KH", "QS"]


# Score


@pytest.mark.parametrize(
    ("bid", "tricks", "points"),
    [(0, 0, 10), (1, 1, 12), (3, 3, 16), (13, 13, 36), (0, 1, -2), (3, 1, -4), (0, 3, -6)],
)
def test_a_bid_made_earns_ten_and_two_a_trick_and_each_trick_off_costs_two(bid, tricks, points):
    assert round_points(bid, tricks) == points


def test_a_round_is_scored_when_its_last_trick_is_taken():
    tricks = plays("N: KC QH AD AS", "S: QS KS QC QD", "E: KD KH AH AC")
    start = [DEAL, *bids(0, 2, 3, 0)]
    assert after(*start, *tricks[:-1]).points == (0, 0, 0, 0)
    state = after(*start, *tricks)  # East takes two tricks, South one
    assert RULES.scores(state) == (10, 14, -4, 10)
    assert RULES.to_move(state) == CHANCE


def test_the_points_of_all_rounds_are_added():
    rules = game("boerenbridge(rounds=1-1)")
    first = ["deal AC | AD | AH | AS, trump C", *bids(1, 1, 0, 0), *plays("N: AC AD AH AS")]
    assert after(*first, rules=rules).points == (12, -2, 10, 10)
    second = [first[0], *bids(0, 0, 0, 0, seats="ESWN"), *plays("E: AD AH AS AC")]
    assert after(*first, *second, rules=rules).points == (10, 8, 20, 20)


# Rounds


def test_there_are_rounds_of_3_4_5_4_and_3_cards():
    assert RULES.schedule == (3, 4, 5, 4, 3)
    assert sum(RULES.schedule) == 19


def test_rounds_may_be_others():
    rules = game("boerenbridge(rounds=1-2-3)")
    assert rules.schedule == (1, 2, 3)
    assert rules.spec == "boerenbridge(rounds=1-2-3)"


def test_the_game_ends_after_the_last_round():
    rules = game("boerenbridge(rounds=1)")
    moves = ["deal AC | AD | AH | AS, trump H", *bids(0, 0, 0, 0), *plays("N: AC AD AH AS")]
    assert rules.to_move(after(*moves[:-1], rules=rules)) == 3
    over = after(*moves, rules=rules)
    assert rules.to_move(over) == END
    assert rules.scores(over) == (10, 10, -2, 10)


def test_west_deals_first_and_north_begins():
    assert RULES.seats == ("N", "E", "S", "W")
    assert RULES.seats[RULES.start().dealer] == "W"
    assert RULES.to_move(after(DEAL)) == 0


@pytest.mark.parametrize("players", [3, 5, 6])
def test_three_five_and_six_play_with_names_for_seats(players):
    rules = game(f"boerenbridge(players={players},ranks=6,rounds=4-3-2)")
    assert rules.seats == ("Anna", "Bram", "Cleo", "Daan", "Emma", "Fien")[:players]
    rng, state = Random(players), rules.start()
    while rules.to_move(state) != END:
        chance = rules.to_move(state) == CHANCE
        state = rules.apply(
            state,
            rules.chance(state).sample(rng) if chance else rng.choice(rules.actions(state)),
        )
    assert len(rules.scores(state)) == players
    assert state.dealer == 2  # the last seat, then 0, 1 and 2


# Beyond the rules: how states and actions are seen, written and numbered.


def test_played_cards_are_seen_by_all_and_hands_by_their_owners():
    state = RULES.veil(after(DEAL, *bids(1, 1, 1, 1), "N: KC", "E: QH"), 1)
    assert [texts(pile) for pile in state.dealt] == [
        ["?", "?", "KC"],
        ["QD", "KD", "QH"],
        ["?", "?", "?"],
        ["?", "?", "?"],
    ]
    assert texts(state.hands[1]) == ["QD", "KD"]
    assert RULES.world(state) is None


def test_texts_of_bids_cards_and_deals():
    assert str(RULES.parse("W bids 0")) == "W bids 0"
    assert str(RULES.parse("W: 10S")) == "W: 10S"
    turned = game("boerenbridge(players=3,rounds=1,ranks=2,trump=turned)")
    for text in (DEAL, "deal AC | AD | AH | AS, trump C"):
        assert str(RULES.parse(text)) == text
    for text in (
        "deal KC | AC | KD | AD KH KS AS, trump AH",
        "deal ? | AC | ? | ? ? ? ?, trump AH",
    ):
        assert str(turned.parse(text)) == text


def test_codes_are_14_bids_and_52_cards_a_seat_then_deals():
    assert [RULES.encode(RULES.parse(text)) for text in ("N bids 0", "N: 2C", "E bids 3")] == [
        0,
        14,
        69,
    ]
    assert str(RULES.decode(4 * 66 - 1)) == "W: AS"
    deal = RULES.parse(DEAL)
    assert RULES.encode(deal) >= 4 * 66
    assert RULES.decode(RULES.encode(deal)) == deal


def test_a_state_is_a_row_of_numbers():
    rules = game("boerenbridge(rounds=1)")
    state = after("deal AC | AD | AH | AS, trump H", *bids(0, 1, 1, 1), "N: AC", rules=rules)
    aces = [1 << 12, 1 << 25, 1 << 38, 1 << 51]
    assert (
        rules.encode_state(state)
        == (
            *(
                0,
                3,
                2,
                -1,
                0,
                1,
                0,
            ),  # round, dealer, trump, turned, leader, cards in the trick, stock
            *(12, -1, -1, -1),  # the trick
            *(0, 0, 0, 0),  # points
            *(0, 1, 1, 1),  # bids
            *(0, 0, 0, 0),  # tricks won
            *(0, 0, 0, 0),  # suits shown to be void, a bit each
            *(0, *aces[1:]),  # hands, a bit a card
            *aces,  # as dealt
        )
    )
    assert rules.decode_state(rules.encode_state(state)) == state
