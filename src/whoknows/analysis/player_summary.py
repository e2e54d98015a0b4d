"""How each player did: how many decisions, how many of them mistakes, and what those lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whoknows.analysis.game_analysis import Verdict


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """Of one player; what mistakes lost is their sum, and at least the sum of their least."""

    seat: str
    decisions: int
    mistakes: int
    lost: float
    low: float


def summaries(verdicts: Sequence[Verdict]) -> list[PlayerSummary]:
    """For each player who decided anything, in the order in which they first did."""
    return [_summary(seat, verdicts) for seat in dict.fromkeys(one.seat for one in verdicts)]


def _summary(seat: str, verdicts: Sequence[Verdict]) -> PlayerSummary:
    own = [one for one in verdicts if one.seat == seat]
    losses = [one.loss for one in own if one.loss.is_mistake]
    lost, low = (
        round(sum(points), 2) for points in ([x.lost for x in losses], [x.low for x in losses])
    )
    return PlayerSummary(seat, len(own), len(losses), lost, low)
