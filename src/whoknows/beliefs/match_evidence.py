"""What was done in a match as evidence: each move, and how likely it was in every deal by a style.

A deal is put in place of the true one in the state before the move, and the style is asked what it
would do there with the cards that its seat would then have. Of a mixture, each style is as likely
as it makes all that the same player did before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Generic

import numpy as np

from whoknows.beliefs.style import Anything, Share
from whoknows.beliefs.suited_style import SuitedStyle
from whoknows.core.agent import PastAct
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, Action, Game, State
from whoknows.core.match import Turn, view
from whoknows.deals.places import DealVocabulary
from whoknows.logic.evidence import Act, Evidence
from whoknows.logic.model import Model
from whoknows.logic.vocabulary import Vocabulary, World
from whoknows.logic.weights import Number


def evidence(
    game: Game[State, Action], turns: Sequence[Turn[State, Action]], styles: Sequence[Share]
) -> Evidence:
    """All moves of seats since the last deal."""
    acts, players = [], dict[int, _Player[State, Action]]()
    for turn, model in acts_since_the_deal(game, turns):
        kind = _Suited if game.tells_style_options else _Player
        player = players.setdefault(turn.by, kind(game, tuple(styles)))
        if player.tells(turn):
            acts.append(player.act(turn, model))
    return Evidence(tuple(acts))


def acts_since_the_deal(
    game: Game[State, Action], turns: Sequence[Turn[State, Action]]
) -> Iterator[tuple[Turn[State, Action], Model]]:
    """The moves of seats, each with the model before it."""
    now = turns[-1].model if turns else None
    if not isinstance(now, Model):
        raise Error("only deals of our own logic can be believed")
    for number in _since_the_deal(turns):
        turn, model = turns[number], turns[number - 1].model
        if turn.by == CHANCE or not isinstance(model, Model):
            continue
        if model.vocabulary != now.vocabulary and not game.tells_style_options:
            raise Error(f"{game.spec}: no beliefs yet where cards move or are shown after the deal")
        yield turn, model


def sees_own_cards_alone(words: Vocabulary, seat: int) -> bool:
    """Whether what a seat sees of a deal is its own cards and nothing else."""
    if not isinstance(words, DealVocabulary) or len(words.facts) > len(words.cards):
        return False
    return all((seat in place.seen) == (place.owner == seat) for place in words.places)


def told_of(styles: Sequence[Share]) -> str:
    """These styles in words."""
    return styles[0].style.name if len(styles) == 1 else "a mixture of styles"


def _since_the_deal(turns: Sequence[Turn[State, Action]]) -> range:
    """The numbers of the turns after the one that dealt."""
    last = len(turns) - 1
    model = turns[last].model
    assert isinstance(model, Model)
    dealt = model.history[0]
    while last > 0:
        before = turns[last - 1].model
        if not isinstance(before, Model) or before.history[0] is not dealt:
            break
        last -= 1
    return range(last + 1, len(turns))


@dataclass(slots=True)
class _Player(Generic[State, Action]):
    """What one seat has done so far, and how likely each style made that, deal by deal."""

    game: Game[State, Action]
    styles: tuple[Share, ...]
    done: list[tuple[Turn[State, Action], Model]] = field(default_factory=list)
    asked: dict[tuple[int, object], tuple[Number, ...]] = field(default_factory=dict)

    def tells(self, turn: Turn[State, Action]) -> bool:
        """Whether the move may tell anything."""
        return True

    def act(self, turn: Turn[State, Action], model: Model) -> Act:
        """The next of its moves."""
        number, name = len(self.done), self.game.seats[turn.by]
        self.done.append((turn, model))
        alone = self.alone(turn, model)
        return Act(
            words=self._public(turn.before, turn.choice.action),
            chance=lambda world: self._chance(number, world),
            of=name if alone else None,
            by=name,
            style=told_of(self.styles),
        )

    def alone(self, turn: Turn[State, Action], model: Model) -> bool:
        """Whether how likely a move was depends on the seat's own cards and nothing else."""
        return sees_own_cards_alone(model.vocabulary, turn.by)

    def _chance(self, number: int, world: World) -> Number:
        """How likely a move was after those before it."""
        before, after = self._upto(number, world), self._upto(number + 1, world)
        return sum(after, Fraction(0)) / whole if (whole := sum(before, Fraction(0))) else whole

    def _upto(self, number: int, world: World) -> tuple[Number, ...]:
        """How likely each style is and makes the first moves."""
        if number == 0:
            return tuple(one.share for one in self.styles)
        key = number, self._key(number, world)
        if key not in self.asked:
            before = self._upto(number - 1, world)
            chances = self._chances(number - 1, world)
            self.asked[key] = tuple(a * b for a, b in zip(before, chances, strict=True))
        return self.asked[key]

    def _key(self, number: int, world: World) -> object:
        return tuple((str(place), str(cards)) for place, cards in world.items())

    def _chances(self, number: int, world: World) -> list[Number]:
        """How likely each style makes this move in this deal."""
        turn, model = self.done[number]
        state = self.game.redeal(self.game.veil(turn.before, None), world, Random(0))
        seen = view(self.game, state, model, turn.by)
        public = self._public(turn.before, turn.choice.action)
        alike = [action for action in seen.actions if self._public(state, action) == public]
        told = [one.style.chances(seen) for one in self.styles]
        return [sum((chances.get(a, 0) for a in alike), Fraction(0)) for chances in told]

    def _public(self, state: State, action: Action) -> str:
        """What everyone sees of a move: what else it was may not tell anything."""
        return self.game.shown(state, action, to=None)


@dataclass(slots=True)
class _Suited(_Player[State, Action]):
    """The same where a game tells how a move suits a hand: whatever else is hidden plays no part,
    and cards that came later do not count."""

    def alone(self, turn: Turn[State, Action], model: Model) -> bool:
        return True

    def tells(self, turn: Turn[State, Action]) -> bool:
        own = self.game.style_hand(turn.before, turn.by)
        if not own:
            return False
        public, hand = self.game.veil(turn.before, None), np.array([own], np.int64)
        found = self.game.style_options(public, turn.by, hand)
        made = self.game.style_choice(turn.choice.action)
        return found is not None and made in found.choices and len(found.choices) > 1

    def _key(self, number: int, world: World) -> object:
        return tuple(self._hand(number, world))

    def _hand(self, number: int, world: World) -> list[int]:
        """The cards that the seat had by then."""
        turn, model = self.done[number - 1]
        assert isinstance(model.vocabulary, DealVocabulary)
        there = {place.name for place in model.vocabulary.places if place.owner == turn.by}
        return self.game.style_cards(
            card for name, cards in world.items() if str(name) in there for card in cards
        )

    def _chances(self, number: int, world: World) -> list[Number]:
        turn, _ = self.done[number]
        hand = np.array([self._hand(number + 1, world)], np.int64)
        act = PastAct(turn.by, self.game.veil(turn.before, None), self._made(turn))
        return [float(suitable(one).likelihoods(self.game, act, hand)[0]) for one in self.styles]

    def _made(self, turn: Turn[State, Action]) -> str:
        return self.game.style_choice(turn.choice.action)


def suitable(one: Share) -> SuitedStyle | Anything:
    """The style, if it goes by what suits a hand."""
    if isinstance(one.style, SuitedStyle | Anything):
        return one.style
    raise Error(
        f"the style {one.style.name}: where cards are drawn later only learned styles tell anything"
    )
