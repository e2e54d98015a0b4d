"""Learning a style from records: multinomial regression on the numbers that a game declares.

Every fifth record is held out, and tells how good the style is on games that it was not fitted on;
where there are few records, every fifth choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from whoknows.beliefs.calibration import told_tenths
from whoknows.beliefs.games_played import GamePlayed
from whoknows.beliefs.learned_style import LearnedStyle
from whoknows.beliefs.suited_style import SuitedStyle
from whoknows.core.choice_weights import nearest
from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.core.match import Turn
from whoknows.core.plural import some

Numbers = NDArray[np.float64]
HELD_OUT = 5  # one of so many
LEAST = 20  # choices to learn from
ROUNDS = 3_000  # of fitting: weights that would grow for ever stop there
# On squares of weights, against that of all choices together: what was never seen stays finite, and
# rules that go by thresholds can be told all the more sharply the more of their choices are seen.
PENALTY = 5e-4
SHARPNESS = 2.0 ** (np.arange(-8, 13) / 4)  # times the weights: what suits games not fitted on
ERROR = 0.01  # of the odds goes to anything, as in a style


class Seen(NamedTuple):
    """A choice that somebody made."""

    features: dict[str, float]
    made: str
    legal: tuple[str, ...]
    record: int


def learned(
    name: str, records: Sequence[GamePlayed], agent: str | None = None
) -> LearnedStyle | SuitedStyle:
    """The style of all players of these games, or of those that are this agent."""
    games = {one.game.name for one in records}
    if len(games) != 1:
        raise Error(f"one style is of one game, not of {', '.join(sorted(games)) or 'none'}")
    if records[0].game.tells_style_options:
        return _suited(name, records, agent)
    seen = [one for n, record in enumerate(records) for one in _choices(record, n, agent)]
    _check_enough(len(seen), len(records), agent)
    by_record = len(records) >= HELD_OUT
    held_out = [(one.record if by_record else n) % HELD_OUT == 0 for n, one in enumerate(seen)]
    fitted = Fit.of(seen, np.array(held_out))
    (game,) = games
    on = f"{some(held_out.count(False), 'choice')} of {agent or 'all players'}"
    told = f"fitted on {on}, {some(len(records), 'record')} of {game}"
    return LearnedStyle(name, game, **fitted.parts(), fitted=(told, *fitted.told()))


def _suited(name: str, games: Sequence[GamePlayed], agent: str | None) -> SuitedStyle:
    from whoknows.beliefs.suited_learning import learned_suited

    if len(games) < HELD_OUT:
        raise Error(f"{some(len(games), 'game')} to learn from; it takes at least {HELD_OUT}")
    return learned_suited(name, games, agent, HELD_OUT)


def _check_enough(many: int, records: int, agent: str | None) -> None:
    if many < LEAST:
        of = f" of {agent}" if agent else ""
        told = f"{some(many, 'choice')}{of} to learn from in {some(records, 'record')}"
        raise Error(f"{told}; it takes at least {LEAST}")


def _choices(one: GamePlayed, number: int, agent: str | None) -> Iterable[Seen]:
    for turn in one.choices_of(agent):
        yield from _choice(one.game, turn, number)


def _choice(game: Game[object, object], turn: Turn[object, object], number: int) -> Iterable[Seen]:
    """The choice of a turn, if there was one of which the game tells."""
    found = game.style_features(game.veil(turn.before, turn.by), turn.by)
    legal = tuple(map(game.style_choice, game.actions(turn.before)))
    if found is not None and len(legal) > 1:
        yield Seen(dict(found), game.style_choice(turn.choice.action), legal, number)


@dataclass(frozen=True, eq=False)
class Fit:
    """Choices as arrays, and the weights that make them likeliest."""

    names: tuple[str, ...]
    choices: tuple[str, ...]
    x: Numbers  # with a column of ones
    made: NDArray[np.int64]
    closed: NDArray[np.bool_]  # which choices were not legal
    means: Numbers
    spreads: Numbers
    weights: Numbers
    held_out: NDArray[np.bool_]

    @classmethod
    def of(cls, seen: Sequence[Seen], held_out: NDArray[np.bool_]) -> Fit:
        names, groups = tuple(seen[0].features), np.array([one.record for one in seen])
        choices = tuple(sorted({one for s in seen for one in s.legal}, key=lambda c: (len(c), c)))
        raw = np.array([[one.features[name] for name in names] for one in seen])
        fit = ~held_out
        means, spreads = raw[fit].mean(axis=0), raw[fit].std(axis=0)
        spreads[spreads == 0] = 1.0
        x = np.column_stack([np.ones(len(raw)), (raw - means) / spreads])
        made = np.array([choices.index(one.made) for one in seen])
        closed = np.array([[c not in one.legal for c in choices] for one in seen])
        weights = _fitted(x[fit], made[fit], _ends(choices, closed[fit]))
        part = (
            groups % HELD_OUT == 1 if len(set(groups)) > 1 else np.arange(len(seen)) % HELD_OUT == 1
        )
        weights *= _sharpness(x[fit], made[fit], _ends(choices, closed[fit]), part[fit])
        return cls(names, choices, x, made, closed, means, spreads, weights, held_out)

    def parts(self) -> dict[str, Any]:
        """As a `LearnedStyle` has them."""
        return {
            "choices": self.choices,
            "features": self.names,
            "means": tuple(self.means.tolist()),
            "spreads": tuple(self.spreads.tolist()),
            "weights": tuple(tuple(row) for row in self.weights.round(6).tolist()),
            "nearest": _are_numbers(self.choices),
        }

    def told(self) -> tuple[str, ...]:
        """How good it is where it was not fitted."""
        out = self.held_out
        odds = _odds(self.weights, self.x[out], _ends(self.choices, self.closed[out]))
        made = self.made[out]
        rows = np.arange(len(made))
        right = float((odds.argmax(axis=1) == made).mean())
        bits = float(-np.log2(np.maximum(odds[rows, made], 1e-12)).mean())
        share = np.bincount(made, minlength=len(self.choices)) / len(made)
        entropy = float(-sum(p * np.log2(p) for p in share if p))
        return (
            f"held out: {some(len(made), 'choice')}, of which {right:.1%} are predicted",
            f"held out: {bits:.2f} bits a choice; {entropy:.2f} if nothing but how often is known",
            _tenths(odds, made),
        )


class Ends(NamedTuple):
    """What choices come to: in each kind of situation, which share of each choice ends up as which,
    and which kind each situation is."""

    shares: Numbers  # by kind, choice wanted, choice made
    kind: NDArray[np.int64]


def _ends(choices: Sequence[str], closed: NDArray[np.bool_]) -> Ends:
    """Where choices are numbers, those that are closed end up as the nearest that are open;
    otherwise as nothing."""
    kinds, which = np.unique(closed, axis=0, return_inverse=True)
    shares = np.zeros((len(kinds), len(choices), len(choices)))
    for one, kind in zip(shares, kinds, strict=True):
        open_ = np.flatnonzero(~kind)
        if _are_numbers(choices):
            one[:, open_] = nearest(choices, open_.tolist())
        else:
            one[open_, open_] = 1
    return Ends(shares, which.reshape(-1))


def _are_numbers(choices: Sequence[str]) -> bool:
    return all(choice.isdecimal() for choice in choices)


def _fitted(x: Numbers, made: NDArray[np.int64], ends: Ends) -> Numbers:
    """The weights of each choice: the constant, then each feature's."""
    to = ends.shares[ends.kind, :, made]  # of each choice, what ends up as the one made
    there = ends.shares.sum(axis=2)[ends.kind]
    shape, penalty = (to.shape[1], x.shape[1]), PENALTY / len(x)

    def loss(flat: Numbers) -> tuple[float, Numbers]:
        weights = flat.reshape(shape)
        odds = _wanted(weights, x, there)
        right = np.maximum((odds * to).sum(axis=1), 1e-300)
        off = odds - odds * to / right[:, None]
        value = -float(np.log(right).mean()) + penalty * float((weights**2).sum())
        return value, (off.T @ x / len(x) + 2 * penalty * weights).ravel()

    most = {"maxiter": ROUNDS, "maxfun": 2 * ROUNDS}
    found = minimize(loss, np.zeros(shape).ravel(), jac=True, method="L-BFGS-B", options=most)
    weights: Numbers = found.x.reshape(shape)
    return weights


def _wanted(weights: Numbers, x: Numbers, there: Numbers) -> Numbers:
    """How likely each choice is wanted, of those that end up as any."""
    scores = np.where(there > 0, x @ weights.T, -np.inf)
    worth = np.exp(scores - scores.max(axis=1, keepdims=True))
    found: Numbers = worth / worth.sum(axis=1, keepdims=True)
    return found


def _odds(weights: Numbers, x: Numbers, ends: Ends) -> Numbers:
    """How likely each choice is made."""
    there = ends.shares.sum(axis=2)[ends.kind]
    found: Numbers = np.einsum("nj,njk->nk", _wanted(weights, x, there), ends.shares[ends.kind])
    return found


def _sharpness(x: Numbers, made: NDArray[np.int64], ends: Ends, part: NDArray[np.bool_]) -> float:
    """What to multiply weights by, so that a part on which they were not fitted is least
    surprising: a penalty makes them too small, few games too large."""
    if part.sum() < LEAST or (~part).sum() < LEAST:
        return 1.0
    weights = _fitted(x[~part], made[~part], Ends(ends.shares, ends.kind[~part]))
    bits = [_bits(weights * by, x[part], made[part], Ends(ends.shares, ends.kind[part]))
            for by in SHARPNESS]  # fmt: skip
    return float(SHARPNESS[np.argmin(bits)])


def _bits(weights: Numbers, x: Numbers, made: NDArray[np.int64], ends: Ends) -> float:
    """The mean bits of a choice, with a share of error."""
    odds = _odds(weights, x, ends)[np.arange(len(made)), made]
    return -float(np.log2((1 - ERROR) * odds + ERROR / ends.shares.shape[1]).mean())


def _tenths(odds: Numbers, made: NDArray[np.int64]) -> str:
    true = np.zeros(odds.shape, bool)
    true[np.arange(len(made)), made] = True
    return told_tenths(odds.ravel(), true.ravel())
