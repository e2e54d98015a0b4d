"""What was done in a match as evidence, where a game tells how a move suits a hand: from what
everyone saw of each move, for many hands at once.

It is the same evidence as `match_evidence` has, and needs no turns: what everyone sees is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whoknows.beliefs.match_evidence import suitable, told_of
from whoknows.beliefs.style import Anything, Share
from whoknows.beliefs.suited_style import SuitedStyle
from whoknows.core.agent import PastAct
from whoknows.core.game import Action, Game, State
from whoknows.core.match import Turn
from whoknows.deals.places import DealVocabulary
from whoknows.logic.evidence import Act, Chanced, Evidence
from whoknows.logic.model import Model
from whoknows.logic.vocabulary import Fact, World

if TYPE_CHECKING:
    from whoknows.core.kernels import Floats, Ints

FEW = 1_000  # hands whose chances are remembered from page to page


class SuitedAct(NamedTuple):
    """A move as everyone saw it, and where the cards lay that its seat had."""

    act: PastAct
    words: str
    places: frozenset[str]
    cards: int


def seen_act(
    game: Game[State, Action], turn: Turn[State, Action], model: object
) -> SuitedAct | None:
    """The move of a turn, if the game tells how moves suit a hand; `model` is that before it."""
    if turn.by < 0 or not game.tells_style_options or not isinstance(model, Model):
        return None
    words = model.vocabulary
    if not isinstance(words, DealVocabulary):
        return None
    own = [place for place in words.places if place.owner == turn.by]
    made = game.style_choice(turn.choice.action)
    return SuitedAct(
        PastAct(turn.by, game.veil(turn.before, None), made),
        game.shown(turn.before, turn.choice.action, to=None),
        frozenset(str(place.name) for place in own),
        sum(place.size for place in own),
    )


def suited_evidence(
    game: Game[State, Action], acts: Sequence[SuitedAct], styles: Sequence[Share]
) -> Evidence:
    """All of these that tell anything."""
    found, players = [], dict[int, _Player[State, Action]]()
    for act in acts:
        if _tells(game, act):
            player = players.setdefault(act.act.by, _Player(game, tuple(styles)))
            found.append(player.next(act))
    return Evidence(tuple(found))


@lru_cache(maxsize=1_024)
def _tells(game: Game[Any, Any], done: SuitedAct) -> bool:
    """Whether more than one thing might have been done, and what was done is one of them."""
    any_hand = np.arange(done.cards)[None, :]
    found = game.style_options(done.act.before, done.act.by, any_hand)
    return found is not None and done.act.made in found.choices and len(found.choices) > 1


@dataclass
class _Player(Generic[State, Action]):
    """What one seat did, and how likely each style made that."""

    game: Game[State, Action]
    styles: tuple[Share, ...]
    done: list[SuitedAct] = field(default_factory=list)
    known: dict[tuple[int, bytes], Floats] = field(default_factory=dict)

    def next(self, done: SuitedAct) -> Act:
        """One more act."""
        number, name = len(self.done), self.game.seats[done.act.by]
        self.done.append(done)
        return Act(
            words=done.words,
            chance=lambda world: self._of_one(number, world),
            of=name,
            by=name,
            style=told_of(self.styles),
            at_once=lambda facts, table: self._at_once(number, facts, table),
        )

    def _at_once(self, number: int, facts: tuple[Fact, ...], table: NDArray[Any]) -> Chanced:
        """How likely an act was after those before it, in many deals."""
        logs = self._upto(number + 1, facts, table) - self._upto(number, facts, table)
        chances, which = np.unique(np.minimum(np.exp(logs), 1.0), return_inverse=True)
        return which.reshape(-1), chances.tolist()

    def _upto(self, many: int, facts: tuple[Fact, ...], table: NDArray[Any]) -> Floats:
        """The logarithm of how likely the first acts were, whichever of the styles it is."""
        shares = np.log([float(one.share) for one in self.styles])
        found: Floats = np.logaddexp.reduce(shares[:, None] + self._logs(many, facts, table))
        return found

    def _logs(self, many: int, facts: tuple[Fact, ...], table: NDArray[Any]) -> Floats:
        """The same by each style."""
        if many == 0:
            return np.zeros((len(self.styles), len(table)))
        key = many, table.tobytes()
        if key not in self.known:
            done = self.done[many - 1]
            hands, which = self._hands(done, facts, table)
            each = [_chances(self.game, suitable(one), done.act, hands) for one in self.styles]
            self.known[key] = self._logs(many - 1, facts, table) + np.log(each)[:, which]
        return self.known[key]

    def _hands(
        self, done: SuitedAct, facts: tuple[Fact, ...], table: NDArray[Any]
    ) -> tuple[Ints, Ints]:
        """The hands that its seat would have had then, and which it is in each deal."""
        dealt = [n for n, fact in enumerate(facts) if not done.places.isdisjoint(fact.codes)]
        there = np.zeros((len(table), len(dealt)), bool)
        for column, number in enumerate(dealt):
            codes = [code for place, code in facts[number].codes.items() if place in done.places]
            there[:, column] = np.isin(table[:, number], codes)
        cards = np.array(self.game.style_cards(facts[number].name for number in dealt))
        hands = cards[np.nonzero(there)[1]].reshape(len(table), done.cards)
        alike, which = np.unique(hands, axis=0, return_inverse=True)
        return alike, which.reshape(-1)

    def _of_one(self, number: int, world: World) -> float:
        there = [self._hand(one, world) for one in self.done[: number + 1]]
        logs, before = np.log([float(one.share) for one in self.styles]), 0.0
        for done, hand in zip(self.done, there, strict=False):
            before = np.logaddexp.reduce(logs)
            told = [_chances(self.game, suitable(one), done.act, hand)[0] for one in self.styles]
            logs = logs + np.log(told)
        return float(min(1.0, np.exp(np.logaddexp.reduce(logs) - before)))

    def _hand(self, done: SuitedAct, world: World) -> Ints:
        """The cards that its seat would have had then."""
        cards = (
            card for name, cards in world.items() if str(name) in done.places for card in cards
        )
        return np.array([sorted(self.game.style_cards(cards))])


def _chances(
    game: Game[Any, Any], style: SuitedStyle | Anything, act: PastAct, hands: Ints
) -> Floats:
    """How likely each of these hands makes what was done."""
    if len(hands) > FEW:
        return style.likelihoods(game, act, hands)
    return _noted(game, style, act, hands.tobytes(), hands.shape)


@lru_cache(maxsize=512)
def _noted(
    game: Game[Any, Any], style: SuitedStyle | Anything, act: PastAct, hands: bytes,
    shape: tuple[int, ...],
) -> Floats:  # fmt: skip
    """The same, remembered: the next page asks the same of all acts but the last."""
    return style.likelihoods(game, act, np.frombuffer(hands, np.int64).reshape(shape))
