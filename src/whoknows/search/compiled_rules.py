"""The compiled rules of a game, made once."""

from functools import lru_cache

from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.core.kernels import Compiled


@lru_cache(maxsize=64)
def compiled(game: Game[State, Action]) -> Compiled:
    """The game compiled, for one thread; an `Error` where it cannot be."""
    if not game.is_compiled:
        raise Error(f"every search needs compiled rules, and {game.spec} has none")
    return game.compiled()
