"""The compiled rules of a game, made once."""

from functools import lru_cache

from whoknows.core import registry
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.core.kernels import Compiled, is_defined
from whoknows.search.searcher import no_guide


@lru_cache(maxsize=64)
def compiled(game: Game[State, Action], guide: str = "") -> Compiled:
    """The game compiled, for one thread, with this agent as the guide or its usual one; an `Error`
    where it cannot be."""
    if not game.is_compiled:
        raise Error(f"{game.spec} has no compiled rules")
    if why := no_guide(game, guide):
        raise Error(why)
    found = game.guided_by(registry.agent(guide).policy(game)) if guide else game.compiled()
    if not is_defined(found.tables):
        tables = type(found.tables)
        told = f"{tables.__qualname__} of {tables.__module__}"
        raise Error(f"{game.spec}: no kernels are defined for {told}: call kernels.define for it")
    return found
