"""Learning a style from how well choices suited the hand: conditional regression.

The weights make the choices of the games likeliest; `trust` makes the true hands likeliest among
others drawn at random, from all that was done up to a quarter, a half and three quarters of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from whoknows.beliefs.calibration import told_tenths
from whoknows.beliefs.games_played import GamePlayed
from whoknows.beliefs.suited_style import SuitedStyle
from whoknows.core.agent import PastAct
from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.core.plural import some

Numbers = NDArray[np.float64]
PENALTY = 1e-4  # on squares of weights
OTHERS = 60  # hands that the true one is told from
PARTS = (0.25, 0.5, 0.75)  # of a game


class Suited(NamedTuple):
    """A choice that somebody made: the numbers of each, and which it was."""

    numbers: Numbers
    made: int
    game: int


class Player(NamedTuple):
    """All that one seat did in a game, and its hand in the end: those before are its beginnings."""

    game: Game[object, object]
    acts: tuple[PastAct, ...]
    sizes: tuple[int, ...]  # of the hand at each act
    hand: tuple[int, ...]


def learned_suited(
    name: str, games: Sequence[GamePlayed], agent: str | None, held_out: int
) -> SuitedStyle:
    """The style of all players of these games, or of those that are this agent."""
    seen, players = _seen(games, agent)
    if not any(one.game % held_out for one in seen):
        raise Error(f"no choice of {agent or 'anybody'} to learn from")
    fitted = [one for one in seen if one.game % held_out]
    names = _names(games[0].game, players)
    weights = tuple(_fitted(fitted).round(6).tolist())
    style = SuitedStyle(name, games[0].game.name, names, weights)
    trust = _trust(style, [p for n, p in players if n % held_out])
    on = f"{some(len(fitted), 'choice')} of {agent or 'all players'}"
    told = f"fitted on {on}, {some(len(games), 'game')} of {games[0].game.spec}"
    style = replace(style, trust=trust)
    out = [one for one in seen if one.game % held_out == 0]
    hands = [p for n, p in players if n % held_out == 0]
    return replace(style, fitted=(told, *_told(style, out), _told_hands(style, hands)))


def trusted(style: SuitedStyle, games: Sequence[GamePlayed]) -> SuitedStyle:
    """The same style, trusted as far as these games of others bear out."""
    if {one.game.name for one in games} != {style.game}:
        raise Error(f"the style {style.name} is of {style.game}: trust it by games of that")
    _, players = _seen(games, None)
    found = _trust(replace(style, trust=1.0), [player for _, player in players])
    who = ", ".join(sorted({agent for one in games for agent in one.agents}))
    told = f"trust fitted on {some(len(games), 'game')} of {who}"
    return replace(style, trust=found, fitted=(*style.fitted, told))


def _seen(
    games: Sequence[GamePlayed], agent: str | None
) -> tuple[list[Suited], list[tuple[int, Player]]]:
    seen, players = [], []
    for number, one in enumerate(games):
        acts: dict[int, list[tuple[PastAct, int]]] = {}
        last: dict[int, tuple[int, ...]] = {}
        for turn in one.choices_of(agent):
            game, state, seat = one.game, one.game.veil(turn.before, turn.by), turn.by
            hand, made = game.style_hand(state, seat), game.style_choice(turn.choice.action)
            found = game.style_options(state, seat, np.array([hand], np.int64))
            if found is None or made not in found.choices:
                continue
            if len(found.choices) > 1:
                seen.append(Suited(found.numbers[0], found.choices.index(made), number))
            acts.setdefault(seat, []).append((PastAct(seat, state, made), len(hand)))
            last[seat] = hand
        for seat, done in acts.items():
            told, sizes = zip(*done, strict=True)
            players.append((number, Player(one.game, told, sizes, last[seat])))
    return seen, players


def _names(game: Game[object, object], players: Sequence[tuple[int, Player]]) -> tuple[str, ...]:
    act, hand = players[0][1].acts[0], players[0][1].hand
    found = game.style_options(act.before, act.by, np.array([hand]))
    assert found is not None  # as when the choice was seen
    return found.names


def _fitted(seen: Sequence[Suited]) -> Numbers:
    """The weights that make these choices likeliest."""
    rows = np.concatenate([one.numbers for one in seen])
    sizes = np.array([len(one.numbers) for one in seen])
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    made = first + np.array([one.made for one in seen])

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        scores = rows @ weights
        scores -= np.repeat(np.maximum.reduceat(scores, first), sizes)
        whole = np.repeat(np.add.reduceat(np.exp(scores), first), sizes)
        odds = np.exp(scores) / whole
        value = -float(np.log(odds[made]).mean()) + PENALTY * float((weights**2).sum())
        slope = (odds @ rows - rows[made].sum(axis=0)) / len(sizes) + 2 * PENALTY * weights
        return value, slope

    found: Numbers = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B").x
    return found


def _trust(style: SuitedStyle, players: Sequence[Player]) -> float:
    """How much each act counts, so that the true hands are least surprising."""
    told = [sums for player in players for sums in _sums(style, player)]
    grid = np.arange(1, 21) / 20
    return float(grid[np.argmin([_surprise(told, trust) for trust in grid])])


def _surprise(told: Sequence[Numbers], trust: float) -> float:
    """The mean bits of the true hand, which is the first."""
    logs = [trust * (sums - sums[0]) for sums in told]
    return float(np.mean([np.logaddexp.reduce(one) for one in logs]) / np.log(2))


def _sums(style: SuitedStyle, player: Player) -> list[Numbers]:
    """How likely the true hand and others make what was done up to each part of the game."""
    pack = np.random.default_rng(len(player.acts))
    game, size = player.game, len(player.hand)
    cards = game.style_pack
    others = [pack.permutation(cards)[:size] for _ in range(OTHERS)]
    hands = np.array([player.hand, *others], np.int64)
    logs = [
        np.log(style.likelihoods(game, act, hands[:, :had]))
        for act, had in zip(player.acts, player.sizes, strict=True)
    ]
    sums: Numbers = np.cumsum(logs, axis=0)
    return [sums[int(part * (len(sums) - 1))] for part in PARTS]


def _told(style: SuitedStyle, out: Sequence[Suited]) -> tuple[str, ...]:
    """How well choices are predicted where it was not fitted."""
    weights, odds, made = np.array(style.weights), [], []
    right = bits = even = 0.0
    for one in out:
        scores = one.numbers @ weights
        chances = np.exp(scores - np.logaddexp.reduce(scores))
        right += chances.argmax() == one.made
        bits -= np.log2(chances[one.made])
        even += np.log2(len(scores))
        odds.extend(chances)
        made.extend(np.arange(len(scores)) == one.made)
    many = len(out)
    return (
        f"held out: {some(many, 'choice')}, of which {right / many:.1%} are predicted",
        f"held out: {bits / many:.2f} bits a choice; {even / many:.2f} if all are as likely",
        told_tenths(np.array(odds), np.array(made)),
    )


def _told_hands(style: SuitedStyle, players: Sequence[Player]) -> str:
    """How well hands are told apart. The style already counts acts with its trust."""
    told = [sums for player in players for sums in _sums(style, player)]
    bits, even = _surprise(told, 1.0), np.log2(OTHERS + 1)
    return f"held out: the true hand among {OTHERS} others at {bits:.2f} bits, {even:.2f} unknown"
