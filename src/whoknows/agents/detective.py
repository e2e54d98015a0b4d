"""Plays Cluedo by exact knowledge: asks what tells most, and accuses when it knows.

What a question tells is the information, in bits, that its answer is expected to give about where
the cards lie: every deal that the seat considers possible is equally likely, and whoever can show
several cards shows any of them.

    information = entropy of the answers - expected entropy of the choice among cards

All questions are judged roughly, card by card; the best of these exactly. It shows what the asker
has seen already, or else what it has shown most often.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import log2
from random import Random
from typing import Any, cast

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, SeatKnowledge, State
from whoknows.core.spec import spell
from whoknows.games.cluedo import Accuse, Ask, Cluedo, ShowCard
from whoknows.logic.formula import And, Atom, Formula, Not

Odds = Mapping[str, Mapping[str, Fraction]]


@dataclass(frozen=True, slots=True)
class Detective(Agent):
    """The agent above; `exact` questions are judged exactly."""

    exact: int = 6

    def __post_init__(self) -> None:
        if self.exact < 1:
            raise Error(f"detective judges at least one question exactly, not {self.exact}")

    @property
    def name(self) -> str:
        return spell("detective", self)

    def refusal(self, game: Game[State, Action]) -> str:
        return "" if isinstance(game, Cluedo) else f"detective plays cluedo, not {game.spec}"

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Any]:
        if why := self.refusal(view.game):
            raise Error(why)
        if not isinstance(view.actions[0], Ask):
            return _answer(view)
        odds = view.knowledge.ownership()
        sure = [card for card, where in odds.items() if where.get("envelope") == 1]
        if len(sure) == 3:
            accusation = Accuse(view.game.seats[view.seat], *sure)
            told = f"{', '.join(sure)} must be in the envelope"
            inside = " & ".join(f"in(envelope,{card})" for card in sure)
            return Choice(accusation, (told, str(view.knowledge.why(inside))))
        return self._question(view, odds, rng)

    def _question(self, view: View[State, Action], odds: Odds, rng: Random) -> Choice[Ask]:
        asks = [action for action in view.actions if isinstance(action, Ask)]
        others = _others(view)
        rough = {ask: _roughly(odds, others, ask.cards) for ask in asks}
        rng.shuffle(asks)
        asks.sort(key=rough.__getitem__, reverse=True)
        told = {
            ask: _exactly(view.knowledge, odds, others, ask.cards) for ask in asks[: self.exact]
        }
        best = max(told, key=told.__getitem__)
        return Choice(best, (f"the answer is expected to tell {told[best]:.2f} bits",))


def agent(exact: int = 6) -> Detective:
    return Detective(exact)


def _others(view: View[State, Action]) -> list[str]:
    """Who answers, in order."""
    many = len(view.game.seats)
    return [view.game.seats[(view.seat + step) % many] for step in range(1, many)]


def _exactly(
    knowledge: SeatKnowledge, odds: Odds, others: Sequence[str], three: Sequence[str]
) -> float:
    """What the answer tells: each who may answer has some of the cards, those before have none.

    Nothing is asked of cards that a seat surely has not, or that lie elsewhere for sure.
    """
    answers, before = defaultdict[object, float](float), list[Formula]()
    choosing, left = 0.0, 1.0
    for seat in others:
        may = [card for card in three if odds[card].get(seat)]
        for held, formula in _held(seat, may):
            likely = float(knowledge.odds(_all(*before, formula)))  # type: ignore[arg-type]
            choosing += likely * log2(len(held))
            left -= likely
            for card in held:
                answers[seat, card] += likely / len(held)
        before += [Not(Atom("has", (seat, card))) for card in may]
        if any(odds[card].get(seat) == 1 for card in may):
            break  # nobody after that one is asked
    answers["nobody"] = max(left, 0.0)
    return _entropy(answers) - choosing


def _held(seat: str, cards: Sequence[str]) -> Iterator[tuple[tuple[str, ...], Formula]]:
    """Each way for a seat to have some of the cards."""
    for many in range(1, len(cards) + 1):
        for held in combinations(cards, many):
            has = (Atom("has", (seat, card)) for card in cards)
            parts = (a if card in held else Not(a) for a, card in zip(has, cards, strict=True))
            yield held, _all(*parts)


def _roughly(odds: Odds, others: Sequence[str], three: Sequence[str]) -> float:
    """The same as if cards lay where they lie without regard to each other."""
    answers, choosing, left = defaultdict[object, float](float), 0.0, 1.0
    for seat in others:
        chances = {card: float(odds[card].get(seat, 0)) for card in three}
        none = 1.0
        for many in range(1, len(three) + 1):
            for held in combinations(three, many):
                likely = left
                for card, chance in chances.items():
                    likely *= chance if card in held else 1 - chance
                choosing += likely * log2(many)
                for card in held:
                    answers[seat, card] += likely / many
        for chance in chances.values():
            none *= 1 - chance
        left *= none
    answers["nobody"] = left
    return _entropy(answers) - choosing


def _entropy(answers: Mapping[object, float]) -> float:
    return -sum(likely * log2(likely) for likely in answers.values() if likely > 0)


def _answer(view: View[Any, Any]) -> Choice[Any]:
    """Shows what tells least."""
    game, shown = cast(Cluedo, view.game), Counter[str]()
    told: set[tuple[str, str]] = set()
    for by, to, card, _ in view.state.shown:
        if by == view.seat:
            shown[game.cards[card]] += 1
            told.add((game.seats[to], game.cards[card]))
    cards = [action for action in view.actions if isinstance(action, ShowCard)]
    if not cards:
        return Choice(view.actions[0], ("it has none of these",))
    best = max(cards, key=lambda show: ((show.to, show.card) in told, shown[show.card]))
    again = (best.to, best.card) in told
    why = f"{best.to} has seen it" if again else f"{best.to} has not seen any of these"
    return Choice(best, (f"it shows {best.card}: {why}",))


def _all(*parts: Formula) -> Formula:
    return And(parts) if len(parts) > 1 else parts[0]
