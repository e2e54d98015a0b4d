"""Boerenbridge compiled: its rules, its scripted agents, whole matches."""

from whoknows.core import kernels
from whoknows.games.boerenbridge.kernels.guided import advised, guided, utility
from whoknows.games.boerenbridge.kernels.observation import redeal, seen, sight
from whoknows.games.boerenbridge.kernels.playout import playout
from whoknows.games.boerenbridge.kernels.rules import (
    Tables,
    actions,
    apply,
    chance,
    compiled,
    outcomes,
    scores,
    stage,
    tables,
    to_move,
)
from whoknows.games.boerenbridge.kernels.solving import choices, key

__all__ = ["Tables", "compiled", "tables"]

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
    key=key,
    choices=choices,
    advised=advised,
    guided=guided,
    utility=utility,
    stage=stage,
    sight=sight,
)
