"""The rules of a game without kernels, as the searches go by them.

A `Spot` is an imagined state and the way that led there. What may be done in it is what the rules
allow and what can truly be said: a seat that would claim knowledge is held to it. The model that
tells this is made only where somebody claims something, for it follows from the way alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic

from whoknows.core.agent import View
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END, Action, PublicModel, State, Update
from whoknows.core.legal_actions import decided, untrue
from whoknows.core.names import called
from whoknows.deals.split import Split
from whoknows.deals.updates import AtOnce, Deal, Look, Show, Tell

MOST_MODELS = 2000  # that are remembered

ALWAYS_TRUE = (AtOnce, Deal, Look, Split, Tell)


class TooManyError(Exception):
    """More positions or leaves than there is time for."""


@dataclass(frozen=True, slots=True)
class Spot(Generic[State, Action]):
    """Where a search has come to: a state, and the spot and the action from which it comes."""

    state: State
    before: Spot[State, Action] | None = None
    action: Action | None = None


class PlainRules(Generic[State, Action]):
    """What a search asks of a game, beginning with what one seat sees."""

    draws = False  # nobody can say how hidden hands would be drawn anew
    pack = width = 0  # nothing has a number
    utilities = ("score",)

    def __init__(self, view: View[State, Action]) -> None:
        self.game, self.players = view.game, len(view.game.seats)
        self.has_rounds = view.game.has_rounds
        self._model = view.knowledge.model
        self._models: dict[tuple[int, Update], PublicModel] = {}
        self._last: tuple[Spot[State, Action], State] | None = None

    def to_move(self, spot: Spot[State, Action]) -> int:
        """A seat, `CHANCE` or `END`; where cards would be redealt a search is at its end."""
        mover = self.game.to_move(spot.state)
        return END if mover == CHANCE and self._is_new_deal(spot) else mover

    def after(self, spot: Spot[State, Action], action: Action) -> Spot[State, Action]:
        return Spot(self.game.apply(spot.state, action), spot, action)

    def actions(self, spot: Spot[State, Action]) -> list[Action]:
        """All that the seat to move may do."""
        return self.legal(spot, self.game.actions(spot.state))

    def tried(self, spot: Spot[State, Action]) -> Sequence[Action]:
        """What the rules allow and the game calls sensible, as the seat to move sees it."""
        game = self.game
        if not game.tells_sensible:
            return game.actions(spot.state)
        veiled = game.veil(spot.state, game.to_move(spot.state))
        actions = game.actions(veiled)
        return game.sensible(veiled, actions) or actions

    def sensible(self, spot: Spot[State, Action]) -> list[Action]:
        """All of that which is legal; all that is legal if none of it is."""
        found = self.legal(spot, self.tried(spot))
        return found or (self.actions(spot) if self.game.tells_sensible else found)

    def legal(self, spot: Spot[State, Action], actions: Iterable[Action]) -> list[Action]:
        """Those of the game's actions that say nothing false."""
        return [action for action in actions if self.allows(spot, action)]

    def any_action(self, spot: Spot[State, Action], rng: Random) -> Action:
        """One of those that are tried, each equally likely; of all if none of them is legal."""
        found = self.any_of(spot, list(self.tried(spot)), rng)
        if found is None and self.game.tells_sensible:
            found = self.any_of(spot, list(self.game.actions(spot.state)), rng)
        if found is None:
            mover = self.game.seats[self.game.to_move(spot.state)]
            raise Error(f"{self.game.spec}: {mover} has no legal action")
        return found

    def any_of(self, spot: Spot[State, Action], left: list[Action], rng: Random) -> Action | None:
        """One of those among them that are legal; what is drawn and is not is taken out."""
        while left:
            number = rng.randrange(len(left))
            if self.allows(spot, left[number]):
                return left[number]
            del left[number]
        return None

    def allows(self, spot: Spot[State, Action], action: Action) -> bool:
        """Whether what this action says is true: nothing but claims of knowledge can be false."""
        public = self._public(spot)
        said = self.game.says(public, action)
        if all(self._is_surely_true(update, spot) for update in said):
            return True
        return untrue(self.game, spot.state, self._model_at(spot), action, public) is None

    def look(
        self, spot: Spot[State, Action], action: Action, observer: int, mover: int
    ) -> Action | str:
        """The action as the observer sees it: what looks the same is the same."""
        if mover == observer:
            return action
        return self.game.shown(spot.state, action, to=observer)

    def verdict(self, spot: Spot[State, Action]) -> str | None:
        """What everyone sees after an action of which everyone heard whether something is so; None
        after any other."""
        if not any(map(_is_verdict, self._said(spot))):
            return None
        return repr(self._public(spot))

    def drawn(self, spot: Spot[State, Action], rng: Random) -> Action:
        """An outcome of chance."""
        return self.game.chance(spot.state).sample(rng)

    def _is_new_deal(self, spot: Spot[State, Action]) -> bool:
        """Whether chance begins another round; all its outcomes say the same of that."""
        if not self.has_rounds:
            return False
        outcome = self.drawn(spot, Random(0))
        said = self.game.says(self._public(spot), outcome)
        return any(isinstance(update, Deal) for update in said)

    def _is_surely_true(self, update: Update, spot: Spot[State, Action]) -> bool:
        """Whether nothing has to be asked of the model to see that this is true."""
        if isinstance(update, Show):
            held = self._hand(update.by, spot)
            return any(str(card) in held for card in update.among)
        if isinstance(update, ALWAYS_TRUE) or _is_verdict(update):
            return True
        return not getattr(update, "claims_knowledge", True)

    def _hand(self, seat: int | str, spot: Spot[State, Action]) -> Sequence[str]:
        """The cards in the place that is called like this seat."""
        seats, world = self.game.seats, self.game.world(spot.state) or {}
        name = called(seats, seat)
        if name in world:
            return world[name]
        places = (place for place in world if str(called(seats, place)) == str(name))
        return next((world[place] for place in places), ())

    def _model_at(self, spot: Spot[State, Action]) -> PublicModel:
        """What is common to all here: what was known at first, and all that was said since."""
        way = []
        while spot.before is not None:
            way.append(spot)
            spot = spot.before
        model = self._model
        for step in reversed(way):
            for update in self._said(step):
                model = self._made(model, self._as_heard(update, model, step))
        return model

    def _said(self, spot: Spot[State, Action]) -> tuple[Update, ...]:
        """What was said by the action that led here."""
        if spot.before is None or spot.action is None:
            return ()
        return self.game.says(self._public(spot.before), spot.action)

    def _public(self, spot: Spot[State, Action]) -> State:
        """What everyone sees there; of the last spot it is remembered, for it is asked of every
        action."""
        if self._last is None or self._last[0] is not spot:
            self._last = spot, self.game.veil(spot.state, None)
        return self._last[1]

    def _as_heard(self, update: Update, model: PublicModel, spot: Spot[State, Action]) -> Update:
        """The update; of a verdict, what it is in this world."""
        if spot.before is None or not _is_verdict(update):
            return update
        return decided(update, model, self.game.world(spot.before.state))

    def _made(self, model: PublicModel, update: Update) -> PublicModel:
        """The model after an update, made once: many ways have the same beginning."""
        try:
            found = self._models.get((id(model), update))
        except TypeError:  # an update that is no value cannot be found again
            return update.to(model)
        if found is None:
            if len(self._models) >= MOST_MODELS:
                self._models.clear()
            found = self._models[id(model), update] = update.to(model)
        return found


def _is_verdict(update: object) -> bool:
    """Whether the true deal decides what is heard of it."""
    return hasattr(update, "decided")
