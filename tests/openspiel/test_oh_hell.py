"""Boerenbridge with a card turned up for trumps is OpenSpiel's `oh_hell`, round by round.

Random games of ours are replayed there, and at every step who moves and what is legal, and at the
end the scores, must be the same. How the two settings map:

    ours                                   oh_hell
    players=4, ranks=6 (deck=52)           players=4, num_suits=4, num_cards_per_suit=6 (13)
    trump=turned                           always: the card after the hands
    one round of n cards                   one game, num_tricks_fixed=n
    the dealer of that round               its second chance move, after the number of tricks
    hands, then the card turned up         single cards, round the table from player 0, trump last
    the k-th lowest rank of a suit         card 4 * k + suit, suits in the order C D S H
    a bid                                  as many cards as there are in the deck, plus the bid
    10 and 2 a trick, -2 a trick off       off_bid_penalty=true, points_per_trick=2: the same points
"""

from math import factorial, prod
from random import Random

import pytest

from whoknows.core.game import CHANCE, END
from whoknows.core.registry import game
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.state import Bid

pyspiel = pytest.importorskip("pyspiel")

SUITS = "CDSH"
SCORING = {"off_bid_penalty": True, "points_per_trick": 2}
SPECS = {  # and how many games of each
    "boerenbridge(rounds=5-3-1,ranks=6,trump=turned)": 150,
    "boerenbridge(players=3,rounds=3-4-5-4-3,ranks=6,trump=turned)": 60,
    "boerenbridge(players=3,rounds=2-2,ranks=2,trump=turned)": 60,
    "boerenbridge(players=5,rounds=4-2,ranks=6,trump=turned)": 60,
    "boerenbridge(players=6,rounds=3-3,ranks=6,trump=turned)": 30,
    "boerenbridge(rounds=12-7,deck=52,trump=turned)": 20,
    "boerenbridge(players=6,rounds=8,deck=52,trump=turned)": 20,
}


@pytest.mark.parametrize("spec", SPECS)
def test_legal_actions_and_scores_are_those_of_openspiel(spec):
    for seed in range(SPECS[spec]):
        play_both(game(spec), Random(seed), SCORING)


@pytest.mark.parametrize("change", [{"off_bid_penalty": False}, {"points_per_trick": 1}])
def test_with_other_scoring_the_difference_is_noticed(change):
    with pytest.raises(AssertionError):
        play_both(game("boerenbridge(rounds=5,ranks=6,trump=turned)"), Random(1), SCORING | change)


def test_the_deal_is_as_likely_as_in_openspiel():
    rules = game("boerenbridge(rounds=5,ranks=6,trump=turned)")
    start = rules.start()
    deal = rules.chance(start).sample(Random(1))
    peer, odds = new_peer(rules, start, SCORING), []
    for outcome in outcomes(rules, start, deal):
        odds.append(dict(peer.chance_outcomes())[outcome])
        peer.apply_action(outcome)
    orders = factorial(5) ** 4  # in which these hands may be dealt
    assert orders * prod(odds[2:]) == pytest.approx(float(rules.chance(start).odds(deal)))


def play_both(rules, rng, scoring):
    """A random game of ours, each round of which is also a game of theirs."""
    state = rules.start()
    while rules.to_move(state) != END:
        before, deal = state.points, rules.chance(state).sample(rng)
        peer = new_peer(rules, state, scoring)
        for outcome in outcomes(rules, state, deal):
            peer.apply_action(outcome)
        state = play_round(rules, rules.apply(state, deal), peer, rng)
        assert peer.is_terminal()
        assert peer.returns() == [b - a for a, b in zip(before, state.points, strict=True)]


def play_round(rules, state, peer, rng):
    """To the end of the round, with the same seat to move and the same actions at each step."""
    while rules.to_move(state) not in (CHANCE, END):
        options = {code(rules, state, action): action for action in rules.actions(state)}
        assert peer.current_player() == rules.to_move(state)
        assert peer.legal_actions() == sorted(options)
        chosen = rng.choice(list(options))
        peer.apply_action(chosen)
        state = rules.apply(state, options[chosen])
    return state


def new_peer(rules, state, scoring):
    """Their game for the round that is to be dealt."""
    size = {
        "players": rules.players,
        "num_cards_per_suit": len(rules.pack(state.round)) // 4,
        "num_tricks_fixed": rules.schedule[state.round],
    }
    return pyspiel.load_game("oh_hell", size | scoring).new_initial_state()


def outcomes(rules, state, deal):
    """What their chance does: how many tricks, who deals, card by card, the one turned up."""
    yield from (rules.schedule[state.round], state.dealer)
    for row in zip(*deal.hands, strict=True):
        yield from (card_code(rules, state, card) for card in row)
    yield card_code(rules, state, deal.turned)


def code(rules, state, action):
    if isinstance(action, Bid):
        return len(rules.pack(state.round)) + action.tricks
    return card_code(rules, state, action.card)


def card_code(rules, state, card):
    lowest = cards.rank(rules.pack(state.round)[0])
    return 4 * (cards.rank(card) - lowest) + SUITS.index(cards.SUITS[cards.suit(card)])
