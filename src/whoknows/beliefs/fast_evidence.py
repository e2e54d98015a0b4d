"""What was done in a match as evidence, at full speed: by the compiled rules of a game that can
tell how likely past acts were (`Features.past_acts`).

It is the same evidence as `match_evidence` has, of those acts alone: all hands are asked at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from whoknows.beliefs.match_evidence import acts_since_the_deal, sees_own_cards_alone, told_of
from whoknows.beliefs.style import AsAgent, Share
from whoknows.core.game import Action, Game, State
from whoknows.core.kernels import Ints
from whoknows.core.match import Turn
from whoknows.core.past_acts import PastActs
from whoknows.logic.evidence import Act, Evidence
from whoknows.logic.model import Model
from whoknows.logic.vocabulary import Fact
from whoknows.logic.weights import Number
from whoknows.search.compiled_rules import compiled
from whoknows.search.determinization import redealt

NOBODY = -1  # a seat that sees nothing
MOST_PARTS = 1_000  # a float that is a fraction of so few parts is meant to be it


def fast_evidence(
    game: Game[State, Action], turns: Sequence[Turn[State, Action]], styles: Sequence[Share]
) -> Evidence:
    """The moves since the last deal that the compiled rules speak of."""
    done = _Done(game, turns[-1].after, tuple(styles))
    names, acts = dict[int, int](), list[Act]()
    moves = {seat: iter(told) for seat, told in _by_seat(game, turns).items()}
    for seat in done.by:
        number = names.get(seat, 0)
        names[seat] = number + 1
        turn, model = next(moves[seat])
        acts.append(done.act(turn, model, number))
    return Evidence(tuple(acts))


def _by_seat(
    game: Game[State, Action], turns: Sequence[Turn[State, Action]]
) -> dict[int, list[tuple[Turn[State, Action], Model]]]:
    """What each seat has done since the deal, in order."""
    found = dict[int, list[tuple[Turn[State, Action], Model]]]()
    for turn, model in acts_since_the_deal(game, turns):
        found.setdefault(turn.by, []).append((turn, model))
    return found


@dataclass(frozen=True)
class _Done(Generic[State, Action]):
    """All that was done up to a state."""

    game: Game[State, Action]
    state: State
    styles: tuple[Share, ...]

    @property
    def by(self) -> tuple[int, ...]:
        """Who did what the compiled rules speak of, in order."""
        return self._past(self._row[None, :], self.styles[0]).by

    def act(self, turn: Turn[State, Action], model: Model, number: int) -> Act:
        """One move, the so manyth of its seat."""
        name = self.game.seats[turn.by]
        return Act(
            words=self.game.shown(turn.before, turn.choice.action, to=None),
            chance=lambda world: self._at_once(turn.by, number, *_of_one(model, world))[0],
            of=name if sees_own_cards_alone(model.vocabulary, turn.by) else None,
            by=name,
            style=told_of(self.styles),
            at_once=lambda facts, table: self._at_once(turn.by, number, facts, table),
        )

    def _at_once(
        self, seat: int, number: int, facts: tuple[Fact, ...], table: NDArray[Any]
    ) -> list[Number]:
        """How likely the move was after those of the same seat before it, in many deals."""
        told = [self._past(self._rows(facts, table), style) for style in self.styles]
        own = [n for n, by in enumerate(told[0].by) if by == seat][: number + 1]
        options = [told[0].options[n] for n in own]
        chances = np.concatenate([past.chances[own] for past in told])
        kinds, which = np.unique(chances, axis=1, return_inverse=True)
        values = [self._chance(kind, options) for kind in kinds.T.tolist()]
        return [values[kind] for kind in which.reshape(-1).tolist()]

    def _chance(self, kind: list[float], options: list[int]) -> Number:
        """From the chances of each style, of one act after the other."""
        before = after = Fraction(0)
        for number, one in enumerate(self.styles):
            own = kind[number * len(options) : (number + 1) * len(options)]
            error = one.style.error if isinstance(one.style, AsAgent) else Fraction(0)
            each = [
                (1 - error) * _meant(chance) + error / many
                for chance, many in zip(own, options, strict=True)
            ]
            upto = one.share * prod(each[:-1])
            before, after = before + upto, after + upto * each[-1]
        return after / before if before else before

    def _past(self, rows: Ints, one: Share) -> PastActs:
        style = one.style
        policy = style.agent.policy(self.game) if isinstance(style, AsAgent) else None
        found = self.game.past_acts(rows, NOBODY, policy)
        assert found is not None
        return found

    def _rows(self, facts: tuple[Fact, ...], table: NDArray[Any]) -> Ints:
        return redealt(compiled(self.game), self._row, facts, table)

    @cached_property
    def _row(self) -> Ints:
        return np.array(self.game.encode_state(self.game.veil(self.state, None)), np.int64)


def _of_one(model: Model, world: Any) -> tuple[tuple[Fact, ...], NDArray[Any]]:
    facts, values = model.vocabulary.facts, model.vocabulary.assignment(world)
    return facts, np.array([[fact.codes[str(values[fact.name])] for fact in facts]])


def _meant(chance: float) -> Fraction:
    near = Fraction(chance).limit_denominator(MOST_PARTS)
    return near if float(near) == chance else Fraction(chance)
