"""The compiled rules of a game, made once."""

from functools import lru_cache

from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.core.kernels import Compiled, is_defined


@lru_cache(maxsize=64)
def compiled(game: Game[State, Action]) -> Compiled:
    """The game compiled, for one thread; an `Error` where it cannot be."""
    if not game.is_compiled:
        raise Error(f"{game.spec} has no compiled rules")
    found = game.compiled()
    if not is_defined(found.tables):
        tables = type(found.tables)
        told = f"{tables.__qualname__} of {tables.__module__}"
        raise Error(f"{game.spec}: no kernels are defined for {told}: call kernels.define for it")
    return found
