"""What was done in a deal as evidence, at full speed: by the compiled rules of a game that can tell
how likely past acts were (`Features.past_acts`).

It needs no more than a state as anybody sees it, and asks of all hands at once. It is the same
evidence as `match_evidence` has, of the acts that the compiled rules speak of.
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

from whoknows.beliefs.match_evidence import sees_own_cards_alone, told_of
from whoknows.beliefs.style import AsAgent, Share
from whoknows.core.game import Action, Game, State
from whoknows.core.kernels import Ints
from whoknows.core.past_acts import PastActs
from whoknows.logic.evidence import Act, Chanced, Evidence
from whoknows.logic.vocabulary import Fact, Vocabulary, World
from whoknows.logic.weights import Number
from whoknows.search.compiled_rules import compiled
from whoknows.search.determinization import redealt

NOBODY = -1  # a seat that sees nothing
MOST_PARTS = 1_000  # a float that is a fraction of so few parts is meant to be it


def fast_evidence(
    game: Game[State, Action], state: State, words: Vocabulary, styles: Sequence[Share]
) -> Evidence:
    """What all seats have done in this deal; `words` is how the model of the deal speaks of it."""
    done = _Done(game, game.veil(state, None), words, tuple(styles))
    past = done.past(done.row[None, :], styles[0])
    acts = [done.act(number, by, past.words[number]) for number, by in enumerate(past.by)]
    return Evidence(tuple(acts))


@dataclass(frozen=True)
class _Done(Generic[State, Action]):
    """All that was done up to a state, which is seen as anybody sees it."""

    game: Game[State, Action]
    state: State
    words: Vocabulary
    styles: tuple[Share, ...]

    def act(self, number: int, by: int, words: str) -> Act:
        """One of the acts."""
        name = self.game.seats[by]
        return Act(
            words=words,
            chance=lambda world: self._at_once(number, *self._of_one(world))[1][0],
            of=name if sees_own_cards_alone(self.words, by) else None,
            by=name,
            style=told_of(self.styles),
            at_once=lambda facts, table: self._at_once(number, facts, table),
        )

    def past(self, rows: Ints, one: Share) -> PastActs:
        """What was done, and how likely it was in these states by a style without its errors."""
        style = one.style
        policy = style.agent.policy(self.game) if isinstance(style, AsAgent) else None
        found = self.game.past_acts(rows, NOBODY, policy)
        assert found is not None
        return found

    @cached_property
    def row(self) -> Ints:
        """The state, encoded."""
        return np.array(self.game.encode_state(self.state), np.int64)

    def _at_once(self, number: int, facts: tuple[Fact, ...], table: NDArray[Any]) -> Chanced:
        """How likely an act was after those of the same seat before it, in many deals."""
        rows = redealt(compiled(self.game), self.row, facts, table)
        told = [self.past(rows, style) for style in self.styles]
        seat = told[0].by[number]
        own = [n for n in range(number + 1) if told[0].by[n] == seat]
        options = [int(told[0].options[n, 0]) for n in own]
        chances = np.concatenate([past.chances[own] for past in told])
        kinds, which = np.unique(chances, axis=1, return_inverse=True)
        return which.reshape(-1), [self._chance(kind, options) for kind in kinds.T.tolist()]

    def _chance(self, kind: list[float], options: list[int]) -> Number:
        """From the chances by each style, of one act after the other."""
        before = after = Fraction(0)
        for number, one in enumerate(self.styles):
            own = kind[number * len(options) : (number + 1) * len(options)]
            error = one.style.error if isinstance(one.style, AsAgent) else Fraction(0)
            pairs = zip(map(_meant, own), options, strict=True)
            each = [(1 - error) * chance + error / many for chance, many in pairs]
            upto = one.share * prod(each[:-1])
            before, after = before + upto, after + upto * each[-1]
        return after / before if before else before

    def _of_one(self, world: World) -> tuple[tuple[Fact, ...], NDArray[Any]]:
        facts, values = self.words.facts, self.words.assignment(world)
        return facts, np.array([[fact.codes[str(values[fact.name])] for fact in facts]])


def _meant(chance: float) -> Fraction:
    near = Fraction(chance).limit_denominator(MOST_PARTS)
    return near if float(near) == chance else Fraction(chance)
