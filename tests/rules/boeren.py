"""Positions of Boerenbridge after some moves, for tests: the state alone, or with its model."""

from random import Random

from whoknows.core.agent import Choice
from whoknows.core.game import CHANCE
from whoknows.core.legal_actions import objection
from whoknows.core.match import step
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.rules import Boerenbridge


def after(*moves, rules=None):
    """The state after these moves, each of which must be legal; models are left out."""
    rules = rules or Boerenbridge()
    state = rules.start()
    for move in moves:
        action = rules.parse(move)
        if rules.to_move(state) == CHANCE:
            assert rules.chance(state).odds(action) > 0, move
        else:
            assert action in rules.actions(state), move
        state = rules.apply(state, action)
    return state


class At:
    """The position after these moves, with what is known there."""

    def __init__(self, *moves, rules=None):
        self.rules = rules or Boerenbridge()
        self.state, self.model = self.rules.start(), None
        for move in moves:
            self.move(move)

    def move(self, move):
        """Makes a legal move; what it says, in words."""
        action = self.rules.parse(move)
        assert objection(self.rules, self.state, self.model, action) is None
        turn = step(self.rules, self.state, self.model, Choice(action))
        self.state, self.model = turn.after, turn.model
        return [update.sentence for update in turn.said]

    def knows(self, seat, formula):
        return self.model.seat(seat, at=self.rules.world(self.state)).knows(formula)

    def holds(self, formula):
        return self.model.holds(formula, at=self.rules.world(self.state))


def bids(*tricks, seats="NESW"):
    """The bids of a round in which the first seat begins."""
    return [f"{seat} bids {number}" for seat, number in zip(seats, tricks, strict=True)]


def plays(*texts, seats="NESW"):
    """Tricks such as `N: KH QH 2C AH`, the leader first, as single moves."""
    moves = []
    for text in texts:
        leader, _, played = text.partition(": ")
        first = seats.index(leader)
        order = seats[first:] + seats[:first]
        moves += [f"{s}: {card}" for s, card in zip(order, played.split(), strict=False)]
    return moves


def may(rules, state):
    """What the seat to move may do, without its name: bids as numbers, cards by their text."""
    return [str(action).split()[-1] for action in rules.actions(state)]


def texts(pile):
    return [cards.text(card) for card in pile]


def dealt(rules, seed):
    """A deal of the first round."""
    return rules.chance(rules.start()).sample(Random(seed))


def a_round(rules, seed):
    """A random round, and after every move of it the states that would look the same to all.

    This is the other reading of what a move says: the deals in which the same moves would have
    been legal, each of them simply played out. Yields the move, the true state, all such states.
    """
    start, deal, rng = rules.start(), dealt(rules, seed), Random(seed)
    look = rules.shown(start, deal, to=None)
    every = rules.chance(start).outcomes()
    alike = [rules.apply(start, d) for d in every if rules.shown(start, d, to=None) == look]
    state, action = rules.apply(start, deal), deal
    while state.is_dealt:
        yield action, state, alike
        action = rng.choice(rules.actions(state))
        alike = [rules.apply(other, action) for other in alike if action in rules.actions(other)]
        state = rules.apply(state, action)


def pile_texts(world):
    """A world as a value that can be compared: the cards of each place."""
    return tuple(tuple(pile) for pile in world.values())
