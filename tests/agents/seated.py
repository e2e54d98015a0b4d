"""Positions of one round of Boerenbridge, as the seat to move sees them.

    at("9C JD QS | 9H KD 10S | AC 10C QD | JC QC KS", played="9C 9H")

The hands are North's, East's, South's and West's; the other cards of the deck are the stock, which
is empty if there are as many ranks as cards in a hand. Hearts are trumps unless said otherwise.
North leads, and whose card is whose in `played` follows from the rules.
"""

import re
from random import Random
from typing import NamedTuple

from whoknows.core.agent import Choice
from whoknows.core.legal_actions import objection
from whoknows.core.match import step, view
from whoknows.core.registry import agent
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.graphs.decision_graph import Ask, decide
from whoknows.games.boerenbridge.graphs.round_view import seen
from whoknows.games.boerenbridge.rules import Boerenbridge
from whoknows.games.boerenbridge.state import Bid, DealRound, Play


def at(hands, *, trump="H", bids="0 0 0 0", played="", ranks=6):
    """The view of the seat to move after these bids and cards; all must be legal."""
    rules, deal = dealt(hands, trump, ranks)
    turn = step(rules, rules.start(), None, Choice(deal))
    for text in (*bids.split(), *played.split()):
        name = rules.seats[rules.to_move(turn.after)]
        action = Bid(name, int(text)) if turn.after.is_bidding else Play(name, cards.card(text))
        assert objection(rules, turn.after, turn.model, action) is None
        turn = step(rules, turn.after, turn.model, Choice(action))
    return view(rules, turn.after, turn.model, rules.to_move(turn.after))


def dealt(hands, trump, ranks):
    """A game of one round, and its deal."""
    piles = [tuple(sorted(map(cards.card, hand.split()))) for hand in hands.split("|")]
    rules = Boerenbridge(rounds=str(len(piles[0])), ranks=ranks)
    stock = sorted(set(rules.pack(0)).difference(*piles))
    deal = DealRound(tuple(piles), tuple(stock), cards.SUITS.index(trump))
    assert rules.chance(rules.start()).odds(deal) > 0
    return rules, deal


def chosen(spec, position, seed=0):
    """What an agent does, without the name of its seat, and the reasons."""
    return _told(agent(spec).choose(position, Random(seed)))


def led_to(graph, position):
    """The card to which a graph leads, and the reasons."""
    return _told(decide(graph, seen(position, "a test")))


class Branch(NamedTuple):
    """A position, the card that a graph plays in it, and the last answers on the way there."""

    hands: str
    card: str
    answers: tuple[str, ...]
    played: str = ""
    ranks: int = 6

    def walk(self, graph):
        """The card and the reasons."""
        return led_to(graph, at(self.hands, played=self.played, ranks=self.ranks))


def paths(graph, before=()):
    """The questions and answers of every way through a graph."""
    if not isinstance(graph, Ask):
        yield before
        return
    yield from paths(graph.yes, (*before, f"{graph.text} yes"))
    yield from paths(graph.no, (*before, f"{graph.text} no"))


def path(reasons):
    """The way that these reasons tell, without what explains an answer."""
    return tuple(re.match(r".*\? (yes|no)", reason)[0] for reason in reasons[:-1])


def _told(choice):
    return str(choice.action).split()[-1], choice.reasons
