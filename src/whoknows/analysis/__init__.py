"""What each decision of a game was worth, told only as far as it can be supported.

`trials` tries moves in imagined worlds, `judgement` says which is best and what another one loses,
`game_analysis` does so for a whole game: `analysed(record)`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whoknows.analysis.game_analysis import Verdict as Verdict
    from whoknows.analysis.game_analysis import analysed as analysed

__all__ = ["Verdict", "analysed"]


def __getattr__(name: str) -> object:
    """Loaded when it is asked for: it needs what the extra `games` brings."""
    if name not in __all__:
        raise AttributeError(f"module 'whoknows.analysis' has no attribute {name!r}")
    from whoknows.analysis import game_analysis

    return getattr(game_analysis, name)
