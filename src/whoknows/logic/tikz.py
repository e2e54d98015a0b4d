"""A small model as a TikZ picture for LaTeX: laid out like our own Kripke graphs, with a line style
for each seat, so that it reads in print too."""

from __future__ import annotations

from collections.abc import Iterator

from whoknows.logic.graph_layout import spread
from whoknows.logic.graphviz import COLOURS
from whoknows.logic.kripke_graph import ties
from whoknows.logic.kripke_lines import KripkeLine
from whoknows.logic.listed_model import ListedModel
from whoknows.logic.writer import LATEX_NAMES

SCALE = 0.05  # centimetres of one of our pixels
STYLES = ("solid", "dashed", "dotted", "densely dash dot")


def tikz(model: ListedModel) -> str:
    """A `tikzpicture`; worlds are numbered, and a comment says what each is."""
    parts = list(model.cells.values())
    spots = spread(parts, 0, lambda _: [""] * len(model.worlds)).spots
    lines = [rf"\definecolor{{{_colour(n)}}}{{HTML}}{{{COLOURS[n % 7][1:].upper()}}}"
             for n in range(len(parts))]  # fmt: skip
    lines.append(r"\begin{tikzpicture}[every node/.style={draw, circle, inner sep=1pt}]")
    for number, words in enumerate(model.words):
        x, y = spots[number]
        lines.append(rf"  \node (w{number}) at {_at(x, y)} {{{number}}}; % {words}")
    for tie in ties(dict(enumerate(parts)), spots, pairs=False):
        where = {spots[world]: world for world in tie.cell}
        style = f"{_colour(tie.seat)}, {STYLES[tie.seat % 4]}"
        lines += (_line(line, where, style) for line in tie.lines)
    lines += _legend(model, max(y for _, y in spots.values()))
    return "\n".join([*lines, r"\end{tikzpicture}", ""])


def _line(line: KripkeLine, where: dict[tuple[float, float], int], style: str) -> str:
    one, other = where[line.one], where[line.other]
    if line.towards is None:
        return rf"  \draw[{style}] (w{one}) -- (w{other});"
    return rf"  \draw[{style}] (w{one}) .. controls {_at(*line.towards)} .. (w{other});"


def _legend(model: ListedModel, foot: float) -> Iterator[str]:
    for number, seat in enumerate(model.cells):
        name = "".join(LATEX_NAMES.get(sign, sign) for sign in seat)
        y = foot + 30 + 14 * number
        yield rf"  \draw[{_colour(number)}, {STYLES[number % 4]}] {_at(0, y)} -- {_at(24, y)}"
        yield rf"    node[right, draw=none, rectangle] {{{name}}};"


def _colour(seat: int) -> str:
    return f"seat{chr(ord('a') + seat)}"


def _at(x: float, y: float) -> str:
    """Downwards is up there."""
    return f"({SCALE * x:.2f},{-SCALE * y:.2f})"
