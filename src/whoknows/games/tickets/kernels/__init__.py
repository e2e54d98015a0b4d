"""The railway game compiled: its rules, its greedy agent, whole games."""

import numpy as np

from whoknows.core import kernels
from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.chances import chance, outcomes
from whoknows.games.tickets.kernels.compiling import compiled
from whoknows.games.tickets.kernels.greed import advised, guided
from whoknows.games.tickets.kernels.happening import apply
from whoknows.games.tickets.kernels.may import actions
from whoknows.games.tickets.kernels.playout import playout, to_move
from whoknows.games.tickets.kernels.redealing import redeal
from whoknows.games.tickets.kernels.sensible import sensible
from whoknows.games.tickets.kernels.sight import seen, sight
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.utilities import utility

__all__ = ["Tables", "compiled"]


@kernel
def scores(g: Tables, s: Row, u: Row) -> None:
    for seat in range(g.players):
        u[seat] = s[g.at[T.POINTS] + seat]


@kernel
def key(g: Tables, s: Row, out: Row) -> Int:
    return np.int64(0)


@kernel
def stage(g: Tables, s: Row) -> Int:
    return np.int64(0)


kernels.define(
    Tables,
    kernels.Rules(
        to_move, actions, apply, chance, outcomes, seen, redeal, playout, scores, key, actions,
        sensible, advised, guided, utility, stage, sight,
    ),
)  # fmt: skip
