"""The worlds as a picture, as their number allows.

Up to a dozen: every relation; up to a few hundred: the cells of one seat, with a dot for each
world; then tiles; beyond that, odds and some worlds picked at random. When a dozen are left of
more, both, with relations first. If you ask for a graph, you get one for a few hundred worlds too.
Worlds keep their places while others vanish. The model is public; the true world is marked for ALL
only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Literal

from whoknows.core.memo import once
from whoknows.deals.deal_model import DealModel
from whoknows.logic.card_letters import letters
from whoknows.logic.cell_boxes import Box, CellTile, box, box_size, boxed, tiles
from whoknows.logic.kripke_graph import KRIPKE_WORLDS
from whoknows.table.knowledge.amounts import bits, worlds_in_words
from whoknows.table.knowledge.chapter import Present, cases, counted, present
from whoknows.table.knowledge.notices import quiet
from whoknows.table.knowledge.sampled_worlds import sampled
from whoknows.table.knowledge.seat_badges import badge
from whoknows.table.knowledge.visible_moment import Moment
from whoknows.table.knowledge.world_graph import GRAPHS, Graph, circle, network
from whoknows.table.knowledge.world_layout import (
    CELL_WORLDS,
    GRAPH_WORLDS,
    MOST_TILES,
    TILE_WORLDS,
    Cell,
    ascending,
    base,
    earliest,
    layout,
)
from whoknows.table.knowledge.world_marks import WorldMarks, scene

Kind = Literal["auto", "graph", "lines", "pairs", "cells", "tiles", "odds"]
LIMITS = {**dict.fromkeys(GRAPHS, KRIPKE_WORLDS), "cells": 2_000, "tiles": TILE_WORLDS}


def worlds(
    moments: Sequence[Moment],
    step: int,
    stage: int | None = None,
    *,
    seat: int | None = None,
    world: str | None = None,
    formula: str | None = None,
    kind: Kind = "auto",
) -> str:
    """What is possible at this step, as a picture of the cells of `seat`."""
    here = present(moments, step, stage)
    if here is None:
        return quiet("No cards have been dealt yet.")
    whose = here.moment.viewer if isinstance(here.moment.viewer, int) else 0
    drawn = _drawn(here, whose if seat is None else seat, world, formula, kind)
    return f'<div class="k-worlds">{_heading(here)}{drawn}</div>'


def are_tiles(moments: Sequence[Moment], step: int, stage: int | None = None) -> bool:
    """Whether the picture that fits has tiles, which count worlds, and no dot for each."""
    here = present(moments, step, stage)
    model = None if here is None else base(here)
    return model is not None and _fitting(len(layout(model).keys)) == "tiles"


def are_sampled(moments: Sequence[Moment], step: int) -> bool:
    """Whether the picture that fits has worlds picked at random, others at each step."""
    here = present(moments, step)
    return here is not None and base(here) is None


def _drawn(here: Present, seat: int, world: str | None, formula: str | None, kind: Kind) -> str:
    note, model = "", None
    if kind != "odds":
        model = base(here) if kind == "auto" else earliest(here, LIMITS[kind])
    if kind not in ("auto", "odds") and model is None:
        note, kind = quiet(_too_many(here, kind)), "auto"
        model = base(here)
    if model is None:
        return note + once(_sampled, None, here)
    known = layout(model)
    if kind == "auto":
        kind = _fitting(len(known.keys))
    if kind == "tiles" and len(known.cells(model, seat)) > MOST_TILES:
        return note + quiet("Too many cells for tiles.") + once(_sampled, None, here)
    seen = scene(here, known, seat, world, formula)
    return note + _as(kind, here, model, seen) + _few(here, seen, world, formula)


def _sampled(_: None, here: Present) -> str:
    """The same whoever's cells are asked for."""
    return sampled(here)


def _as(kind: Kind, here: Present, model: DealModel, seen: WorldMarks) -> str:
    match kind:
        case "graph" | "lines" | "pairs":
            return _graph(here, model, seen, kind)
        case "tiles":
            return _tiles(here, model, seen)
    return _cells(here, model, seen)


def _too_many(here: Present, kind: Kind) -> str:
    name = "a graph" if kind in GRAPHS else kind
    many = worlds_in_words(counted(here.model))
    most = f"{LIMITS[kind]:,}"
    return f"{many} are too many for {name} (at most {most}), so here is a picture that fits."


def _fitting(many: int) -> Literal["graph", "cells", "tiles"]:
    return "graph" if many <= GRAPH_WORLDS else "cells" if many <= CELL_WORLDS else "tiles"


def _few(here: Present, seen: WorldMarks, world: str | None, formula: str | None) -> str:
    """When a dozen worlds are left of more, every relation between them as well."""
    model = earliest(here, GRAPH_WORLDS)
    if model is None or len(seen.layout.keys) <= GRAPH_WORLDS:
        return ""
    drawn = circle(here.model, scene(here, layout(model), seen.seat, world, formula), "graph")
    return f'<div class="inset">{drawn}</div>'


def _heading(here: Present) -> str:
    """How many worlds there are, at first and now, and how many the viewer considers possible."""
    many, first = cases(here.model), cases(here.first)
    of = f' <span class="faint">of {first:,}</span>' if many != first < 10**9 else ""
    said = [f"<b>{worlds_in_words(many)}</b>{of}", f"{bits(many)} bits"]
    if isinstance(here.moment.viewer, int) and here.moment.mine is not None:
        mine = cases(here.moment.mine)
        said.append(f"<b>{worlds_in_words(mine)}</b> for you, {bits(mine)} bits")
    return f'<p class="counted">{" · ".join(said)}</p>'


# every relation


def _graph(here: Present, model: DealModel, seen: WorldMarks, kind: Graph) -> str:
    if len(seen.layout.keys) <= GRAPH_WORLDS:
        return circle(here.model, seen, kind) + _legend(seen)
    return network(here.model, model, seen, kind) + _legend(seen)


# the cells of one seat


def _cells(here: Present, model: DealModel, seen: WorldMarks) -> str:
    now, cells = _alike_now(here.model, seen), seen.cells(model)
    shown = [_labelled(cell, now) for cell in cells]
    across, wide = box_size(
        [(label, len(cell.numbers)) for label, cell in zip(shown, cells, strict=True)]
    )
    drawn = (
        _box_drawn(seen.within(cell.held), cell.numbers, label, across, wide)
        for label, cell in zip(shown, cells, strict=True)
    )
    return _what(here, seen, now) + boxed(drawn, page=True) + _legend(seen)


def _labelled(cell: Cell, now: list[int]) -> str:
    """What a cell shows, and into how many it has split if the seat has been told more since."""
    held = cell.held
    apart = sum(1 for alike in now if alike & held)
    return f"{cell.label}, {apart} parts" if apart > 1 else cell.label


@lru_cache(maxsize=1_000)  # most cells are as they were at the last step: some 2 MB in all
def _box_drawn(
    marks: WorldMarks, numbers: tuple[int, ...], label: str, across: int, wide: float
) -> str:
    return box(_box(marks, numbers, label), marks.seat, across, wide, page=True)


def _box(seen: WorldMarks, numbers: tuple[int, ...], label: str) -> Box:
    """The cell of these worlds, and their marks."""
    note = f"{seen.alive.bit_count()} worlds left"
    return Box(label, tuple(seen.dot(n) for n in numbers), bool(seen.mine), note)


def _alike_now(model: DealModel, seen: WorldMarks) -> list[int]:
    """The cells of the seat as they now are."""
    return seen.layout.parted(model, seen.seat)


def _what(here: Present, seen: WorldMarks, now: list[int]) -> str:
    who = badge(here.model.seats, seen.seat)
    if len(now) == 1 and len(seen.layout.keys) > 1 and now[0].bit_count() == len(seen.layout.keys):
        text = f"{who} has seen nothing yet, and cannot tell any worlds apart."
    else:
        text = f"A box for each hand of {who}, a dot for each world; in a box they all look alike."
    return f'<p class="said">{text}</p>'


# tiles with zoom


def _tiles(here: Present, model: DealModel, seen: WorldMarks) -> str:
    cells = seen.cells(model)
    stressed = seen.stressed
    drawn = tiles([_tile(cell, seen, stressed) for cell in cells], seen.seat, page=True)
    who = badge(here.model.seats, seen.seat)
    title = f'<p class="said">A tile for each hand of {who}, with the number of worlds left.</p>'
    return _zoom(cells, seen) + title + drawn + _legend(seen)


def _tile(cell: Cell, seen: WorldMarks, stressed: Mapping[str, int]) -> CellTile:
    held = cell.held
    left = (held & seen.alive).bit_count()
    fits = None if seen.holds is None else (held & seen.holds & seen.alive).bit_count()
    marks = [name for name, some in stressed.items() if held & some]
    first = next(ascending(held & seen.alive or held))
    removed = (held & seen.removed).bit_count()
    size, opens = len(cell.numbers), seen.layout.keys[first]
    return CellTile(cell.label, left, removed, size, tuple(marks), opens, fits)


def _zoom(cells: list[Cell], seen: WorldMarks) -> str:
    """The cell that is looked at, with its dots."""
    for cell in cells:
        if seen.focus in cell.numbers:
            many, few = len(cell.numbers), _some(cell, seen)
            told = f"{len(few.numbers):,} of its {many:,} worlds"
            note = quiet(f"The tile that is looked at: {told}.") if few != cell else ""
            across, wide = box_size([(few.label, len(few.numbers))])
            drawn = _box_drawn(seen.within(cell.held), few.numbers, few.label, across, wide)
            return f'<div class="zoom">{note}{boxed([drawn], page=True)}</div>'
    return quiet("Choose a tile to see its worlds.")


def _some(cell: Cell, seen: WorldMarks) -> Cell:
    """As many worlds of a cell as can be told apart: the one to look at, then those left."""
    if len(cell.numbers) <= CELL_WORLDS:
        return cell

    def key(number: int) -> tuple[bool, bool]:
        return number != seen.focus, not seen.alive >> number & 1

    return cell._replace(numbers=tuple(sorted(sorted(cell.numbers, key=key)[:CELL_WORLDS])))


# what the marks mean


def _legend(seen: WorldMarks) -> str:
    said = [
        ("true", "★ the true world", seen.true is not None),
        ("removed", "ruled out just now", bool(seen.removed)),
        ("mine", seen.mine_words, bool(seen.mine)),
        ("holds", "the formula is true", seen.holds is not None),
        ("witness", "counterexample or witness", seen.witness is not None),
        ("chosen", "selected; marks: who cannot tell it from this one", seen.chosen is not None),
    ]
    shown = "".join(f'<li class="{name}">{text}</li>' for name, text, used in said if used)
    names = letters(seen.layout.vocabulary)
    keys = "".join(
        f'<li data-card="{escape(card)}" tabindex="0" role="button"><b>{letter}</b> '
        f"{escape(card)}</li>"
        for card, letter in names.items()
        if card != letter
    )
    meanings = f'<ul class="legend">{shown}</ul>' if shown else ""
    return meanings + (
        f'<ul class="letters" aria-label="Cards by letter">{keys}</ul>' if keys else ""
    )
