"""Models from their histories: each update made in the model left by the one before."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from whoknows.core.error import Error
from whoknows.logic.model import Model

if TYPE_CHECKING:
    from whoknows.core.game import Update


def replayed(history: Iterable["Update"]) -> Model:
    """The model that a history of updates makes."""
    model: Model | None = None
    for update in history:
        model = updated(model, update)
    if model is None:
        raise Error("a model begins with a deal or a situation")
    return model


def updated(model: Model | None, update: "Update") -> Model:
    """The model that an update makes of this one (None: of nothing yet)."""
    made = update.to(model)
    if not isinstance(made, Model):
        raise TypeError(f"not a model: {made!r}")
    return made
