"""Small models as graphs: worlds as nodes, a coloured line for each seat that cannot tell."""

from itertools import combinations
from typing import TYPE_CHECKING

from whoknows.core.error import Error

if TYPE_CHECKING:
    from whoknows.logic.model import Model

MOST_WORLDS = 100
# Colours that colour-blind people can tell apart; line styles tell them apart in print.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
STYLES = ("solid", "dashed", "dotted", "bold")


def dot(model: "Model") -> str:
    """The model in the language of Graphviz."""
    if model.count() > MOST_WORLDS:
        raise Error(
            f"{model.count():,} worlds are too many for a graph (at most {MOST_WORLDS}); "
            "picture() draws the cells of a seat"
        )
    names = {model.vocabulary.words(world): f"w{n}" for n, world in enumerate(model.worlds)}
    lines = [f"  {name} [label={_quoted(text)}];" for text, name in names.items()]
    for number, seat in enumerate(model.seats):
        look = f'color="{COLOURS[number % 7]}" style={STYLES[number % 4]} label={_quoted(seat)}'
        for one, other in indistinguishable(model, seat):
            lines.append(f"  {names[one]} -- {names[other]} [{look}];")
    return "\n".join(["graph model {", "  node [shape=box style=rounded];", *lines, "}"])


def indistinguishable(model: "Model", seat: str) -> list[tuple[str, str]]:
    """The pairs of different worlds, in words, that the seat cannot tell apart."""
    cells = ([model.vocabulary.words(world) for world in cell] for cell in model.cells(seat))
    return [pair for cell in cells for pair in combinations(cell, 2)]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
