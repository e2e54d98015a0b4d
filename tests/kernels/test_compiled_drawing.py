"""Compiled odds of drawing cards are the exact ones: any deck, any hand, jokers included."""

from random import Random
from typing import Any

import numpy as np
import pytest

from whoknows.core import kernels
from whoknows.core.registry import game
from whoknows.games.tickets import draw_odds
from whoknows.games.tickets.kernels import compiled
from whoknows.games.tickets.kernels.draw_odds import odds
from whoknows.games.tickets.kernels.tables import ASKED, DISCARD, HANDS, LAID, PILE, ROW


@kernels.outer
def compiled_odds(g: Any, s: Any, seat: int, draws: int) -> float:
    return odds(g, s, np.int64(seat), np.int64(draws))


@pytest.mark.parametrize(("spec", "most"), [("tickets(board=small)", 6), ("tickets(board=usa)", 5)])
def test_compiled_odds_are_the_exact_ones(spec: str, most: int) -> None:
    plain, rng, between = game(spec), Random(3), 0
    g = compiled(plain).tables
    s = np.array(plain.encode_state(plain.start()), np.int64)
    for part in (PILE, DISCARD, LAID):
        s[g.at[part] : g.at[part] + g.colours] = 0
    s[g.at[ROW] : g.at[ROW] + plain.map.parameters.face_up] = -1
    for _ in range(500):
        hand, wanted = (tuple(rng.randrange(most) for _ in plain.map.deck) for _ in range(2))
        deck = tuple(
            rng.randint(0, max(0, n - h)) for n, h in zip(plain.map.deck, hand, strict=True)
        )
        draws = rng.randrange(-1, 2 + sum(deck) // rng.randint(1, 4))
        s[g.at[PILE] : g.at[PILE] + g.colours] = deck
        s[g.at[HANDS] : g.at[HANDS] + g.colours] = hand
        g.room[ASKED : ASKED + g.colours] = wanted
        exact = draw_odds.odds(deck, draws, wanted, hand) if draws >= 0 else 0
        assert compiled_odds(g, s, 0, draws) == pytest.approx(float(exact), rel=0, abs=1e-9)
        between += 0 < exact < 1
    assert between > 50
