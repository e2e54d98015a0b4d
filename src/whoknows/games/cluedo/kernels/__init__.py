"""Cluedo compiled: the verbs of `core.kernels`, over the rows of the kit."""

from typing import TYPE_CHECKING

import numpy as np

from whoknows.core import kernels
from whoknows.core.kernels import Compiled
from whoknows.games.cluedo.kernels.playout import advised, guided, playout
from whoknows.games.cluedo.kernels.rules import (
    actions,
    apply,
    chance,
    outcomes,
    redeal,
    scores,
    seen,
    sensible,
    sight,
    to_move,
)
from whoknows.games.cluedo.kernels.tables import Tables
from whoknows.kit.card_kernels import card_row, compiled_cards

if TYPE_CHECKING:
    from whoknows.games.cluedo import Cluedo


def compiled(game: "Cluedo") -> Compiled:
    """A game compiled."""
    row, kinds = card_row(game), np.cumsum([0, *map(len, game.kinds)])
    sizes = np.array(list(game.deal.places.values())[:-1], np.int64)
    tables = Tables(row, game.players, game.most, kinds, sizes)
    return compiled_cards(game, tables, row, 2 * game.suspects * game.weapons * game.rooms)


kernels.define(
    Tables,
    to_move=to_move,
    actions=actions,
    apply=apply,
    chance=chance,
    outcomes=outcomes,
    seen=seen,
    redeal=redeal,
    playout=playout,
    scores=scores,
    sensible=sensible,
    advised=advised,
    guided=guided,
    sight=sight,
)
