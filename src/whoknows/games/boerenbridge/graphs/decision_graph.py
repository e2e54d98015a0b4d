"""A decision graph: questions that lead to a card.

A graph is a value: `Ask` is a question with two ways on, `Pick` a card by a rule, `IT` the card
that a question on the way has found. To decide is to walk through it; the answers met are the
reasons.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from whoknows.core.agent import Choice
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.graphs.round_view import RoundView
from whoknows.games.boerenbridge.state import Action, Play


@dataclass(frozen=True, slots=True)
class GraphAnswer:
    """Yes or no; if it rests on knowledge, also why; if it is about a card, also which."""

    yes: bool
    because: str = ""
    card: int | None = None

    def __str__(self) -> str:
        card = "" if self.card is None else f", {cards.text(self.card)}"
        why = f" ({self.because})" if self.because else ""
        return f"{'yes' if self.yes else 'no'}{card}{why}"


@dataclass(frozen=True, slots=True)
class Ask:
    """A question, and where each answer leads."""

    text: str
    question: Callable[[RoundView], GraphAnswer]
    yes: Graph
    no: Graph


@dataclass(frozen=True, slots=True)
class Pick:
    """The end: a card by a rule that always finds one."""

    which: str
    rule: Callable[[RoundView], int | None]


@dataclass(frozen=True, slots=True)
class Found:
    """The end: the card that the latest question with a card has found."""


Graph = Ask | Pick | Found
IT = Found()
LOWEST = Pick("the lowest card", lambda sight: sight.lowest(sight.playable))
HIGHEST = Pick("the highest card", lambda sight: sight.highest(sight.playable))


def decide(graph: Graph, sight: RoundView) -> Choice[Action]:
    """The card to which the graph leads, and the answers on the way."""
    if len(sight.playable) == 1:  # nothing to decide: knowledge need not be asked
        return play(sight, sight.playable[0], "no other card may be played")
    found: int | None = None
    reasons: list[str] = []
    while isinstance(graph, Ask):
        answer = graph.question(sight)
        reasons.append(f"{graph.text} {answer}")
        found = found if answer.card is None else answer.card
        graph = graph.yes if answer.yes else graph.no
    if isinstance(graph, Pick):
        return play(sight, graph.rule(sight), *reasons, f"plays {graph.which}")
    return play(sight, found, *reasons, "plays it")


def play(sight: RoundView, card: int | None, *reasons: str) -> Choice[Action]:
    """The choice of a card, for these reasons."""
    if card is None:
        raise AssertionError(f"the graph ends without a card: {'; '.join(reasons)}")
    return Choice(Play(sight.name, card), reasons)


def any_card(sight: RoundView, rng: Random) -> Choice[Action]:
    """Any legal card, once the bid is reached (`after_bid=random`)."""
    return play(sight, rng.choice(sight.playable), "the bid is reached: any legal card")
