"""The compiled rules of a game, found beside its plain ones: in `kernels` of the same package."""

import sys
from functools import lru_cache
from importlib import import_module
from typing import Any, cast

from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.core.kernels import Compiled


@lru_cache(maxsize=64)
def compiled(game: Game[Any, Any]) -> Compiled:
    """The game compiled, for one thread; an `Error` where it cannot be."""
    package = sys.modules[type(game).__module__].__package__ or ""
    try:
        kernels = import_module(f"{package}.kernels")
    except ModuleNotFoundError as missing:
        if missing.name != f"{package}.kernels":
            raise
        raise Error(f"{game.spec} has no compiled rules, which every search needs") from None
    return cast(Compiled, kernels.compiled(game))
