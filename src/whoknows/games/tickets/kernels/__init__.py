"""The railway game compiled: its rules, its agents, whole games.

A kernel lives in the file of the same name as the plain rule that it repeats. `T` are the numbers
of `tables`, `R` those of a row; `g` is a game, `s` a state, `r` the random state.
"""

from whoknows.core import kernels
from whoknows.games.tickets.kernels.card_chances import chance, outcomes
from whoknows.games.tickets.kernels.compilation import compiled
from whoknows.games.tickets.kernels.greedy_policy import advised, guided
from whoknows.games.tickets.kernels.legal import actions
from whoknows.games.tickets.kernels.observation import redeal, seen, sight
from whoknows.games.tickets.kernels.playout import playout
from whoknows.games.tickets.kernels.rules import apply, key, scores, stage, to_move
from whoknows.games.tickets.kernels.sensible import sensible
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.utilities import utility

__all__ = ["Tables", "compiled"]
kernels.define(
    Tables,
    kernels.Rules(
        to_move, actions, apply, chance, outcomes, seen, redeal, playout, scores, key, actions,
        sensible, advised, guided, utility, stage, sight,
    ),
)  # fmt: skip
