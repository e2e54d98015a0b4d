"""The railway game compiled: its rules, its agents, whole games.

A kernel lives in the file of the same name as the plain rule that it repeats. `T` are the numbers
of `tables`, `R` those of a row; `g` is a game, `s` a state, `r` the random state.
"""

from collections.abc import Callable

from whoknows.core import kernels
from whoknows.core.kernels import Int, Row
from whoknows.games.tickets.kernels import (
    classic_game,
    greedy_policy,
    guided_play,
    knowledge_game,
    racer_policy,
    supposed_play,
    variant,
)
from whoknows.games.tickets.kernels.card_chances import chance, outcomes
from whoknows.games.tickets.kernels.compilation import compiled
from whoknows.games.tickets.kernels.legal import actions
from whoknows.games.tickets.kernels.observation import redeal, seen, sight
from whoknows.games.tickets.kernels.playout import playout
from whoknows.games.tickets.kernels.rules import apply, key, scores, stage, to_move
from whoknows.games.tickets.kernels.sensible import sensible
from whoknows.games.tickets.kernels.tables import (
    ClassicTables,
    GreedyTables,
    KnowledgeTables,
    Tables,
)
from whoknows.games.tickets.kernels.utilities import utility
from whoknows.games.tickets.kernels.variant import G

__all__ = ["Tables", "compiled"]


def _define(
    tables: type[G],
    advised: Callable[[G, Row, Row], Int],
    guided: Callable[[G, Row, Row], None],
) -> None:
    """The rules of all these games, and who guides in one of them."""
    kernels.define(
        tables,
        to_move=to_move,
        actions=actions,
        apply=apply,
        chance=chance,
        outcomes=outcomes,
        seen=seen,
        redeal=redeal,
        playout=playout,
        scores=scores,
        key=key,
        sensible=sensible,
        advised=advised,
        guided=guided,
        utility=utility,
        stage=stage,
        sight=sight,
    )


variant.define(ClassicTables, classic_game.CLASSIC)
guided_play.guided_by(ClassicTables, racer_policy.choose)
_define(ClassicTables, guided_play.advised, guided_play.guided)
variant.define(GreedyTables, classic_game.CLASSIC)
guided_play.guided_by(GreedyTables, greedy_policy.choose)
_define(GreedyTables, guided_play.advised, guided_play.guided)
variant.define(KnowledgeTables, knowledge_game.KNOWLEDGE)
_define(KnowledgeTables, supposed_play.advised, supposed_play.guided)
