"""A model as other programs read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from whoknows.core.error import Error
from whoknows.logic.graphviz import dot
from whoknows.logic.kripke_graph import KRIPKE_WORLDS
from whoknows.logic.listed_model import listed
from whoknows.logic.smcdel_writer import smcdel
from whoknows.logic.tikz import tikz

if TYPE_CHECKING:
    from whoknows.logic.model import Model

Form = Literal["json", "dot", "tikz", "smcdel"]
MOST_WORLDS = 2_000  # that are written out


def export(model: Model, form: Form) -> str:
    """The text of a file of this form."""
    match form:
        case "json":
            return listed(model, MOST_WORLDS).json()
        case "dot":
            return dot(model)
        case "tikz":
            return tikz(listed(model, KRIPKE_WORLDS))
        case "smcdel":
            return smcdel(listed(model, MOST_WORLDS))
    raise Error(f"no form {form!r}; there are json, dot, tikz, smcdel")
