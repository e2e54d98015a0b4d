"""How likely bids were by a learned style, in many deals at once: `bid_features` over whole arrays.

The plain features of one hand are the definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from whoknows.core.choice_weights import ChoiceWeights, nearest
from whoknows.games.boerenbridge import cards

if TYPE_CHECKING:
    from whoknows.core.kernels import Floats, Ints

Held = NDArray[np.bool_]  # by hand and card


def bid_chances(
    learned: ChoiceWeights, hands: Ints, trump: int, before: Sequence[int], options: Sequence[int]
) -> Floats:
    """For each hand (cards as bits) how likely each of these bids is, after those before."""
    size = int(hands[0]).bit_count()
    found: dict[str, Floats | float] = {
        **dict(_told(hands, trump)),
        "cards": float(size),
        "bids before": float(len(before)),
        "sum of bids before": float(sum(before)),
        "what is left for the last to bid": float(size - sum(before)),
    }
    x = np.ones((len(hands), len(learned.features) + 1))
    columns = zip(learned.features, learned.means, learned.spreads, strict=True)
    for column, (name, mean, spread) in enumerate(columns, 1):
        x[:, column] = (found[name] - mean) / spread
    known = [
        learned.choices.index(str(bid)) if str(bid) in learned.choices else -1 for bid in options
    ]
    if learned.nearest:
        return _of_nearest(learned, x, known)
    rows = np.array([learned.weights[place] for place in known])
    scores = x @ rows.T
    odds = np.exp(scores - scores.max(axis=1, keepdims=True)) * (np.array(known) >= 0)
    whole: Floats = odds / odds.sum(axis=1, keepdims=True)
    return whole


def _of_nearest(learned: ChoiceWeights, x: Floats, known: Sequence[int]) -> Floats:
    """Where a bid that may not be made goes to the nearest that may."""
    scores = x @ np.array(learned.weights).T
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares = np.zeros((len(learned.choices), len(known)))
    open_ = [place for place in known if place >= 0]
    shares[:, [n for n, place in enumerate(known) if place >= 0]] = nearest(learned.choices, open_)
    whole: Floats = odds @ shares / odds.sum(axis=1, keepdims=True)
    return whole


def _told(hands: Ints, trump: int) -> Iterator[tuple[str, Floats]]:
    """What the cards of a hand are, by the names of `bid_features`."""
    held: Held = (hands[:, None] >> np.arange(cards.PACK) & 1).astype(bool)
    suits = held.reshape(len(hands), len(cards.SUITS), len(cards.RANKS))
    plain = [suit for suit in range(len(cards.SUITS)) if suit != trump]
    high = suits[:, trump] if trump >= 0 else np.zeros((len(hands), len(cards.RANKS)), bool)
    for rank, name in enumerate(cards.RANKS):
        yield f"trump {name}", high[:, rank].astype(float)
        yield f"plain {name}s", suits[:, plain, rank].sum(axis=1).astype(float)
    lengths = suits[:, plain].sum(axis=2)
    values = held @ (np.arange(cards.PACK) % len(cards.RANKS))
    yield "trumps", high.sum(axis=1).astype(float)
    yield "plain suits without a card", (lengths == 0).sum(axis=1).astype(float)
    yield "plain suits with one card", (lengths == 1).sum(axis=1).astype(float)
    yield "mean value of a card", (values + 13 * high.sum(axis=1)) / np.maximum(1, held.sum(axis=1))
