"""How a question suits the cards of whoever asks it, in numbers for a learned style.

Who asks for a card of their own learns nothing by it, unless they want to know about the others: so
a question tells of the hand. What was shown to the asker is known to two, but which questions were
answered is known to all.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from whoknows.core.style_options import StyleOptions

if TYPE_CHECKING:
    from whoknows.core.kernels import Ints
    from whoknows.games.cluedo import Cluedo, Public
    from whoknows.kit.card_state import CardState

OWN = ("one card of its own", "two cards of its own", "three cards of its own")
NAMES = (*OWN, "cards of questions that were answered")


def suited_questions(
    game: Cluedo, state: CardState[Public], seat: int, hands: Ints
) -> StyleOptions | None:
    """All that may be asked, with numbers for each hand; None where somebody answers."""
    if state.public.asked or not hands.shape[1]:
        return None
    numbers = {card: number for number, card in enumerate(game.cards)}
    questions = [*product(*game.kinds)]
    cards = np.array([[numbers[card] for card in three] for three in questions])
    held = np.zeros((len(hands), len(numbers)), bool)
    held[np.arange(len(hands))[:, None], hands] = True
    own = held[:, cards].sum(axis=2)
    answered = np.zeros(len(numbers))
    for one in state.shown:
        if one.to == seat:
            answered[[n for n in range(len(numbers)) if one.among >> n & 1]] = 1
    told = np.broadcast_to(answered[cards].sum(axis=1), own.shape)
    found = np.stack([own == 1, own == 2, own == 3, told], axis=2).astype(float)
    return StyleOptions(tuple(map(", ".join, questions)), NAMES, found)
