"""Which worlds are marked in a picture, and how: sets of worlds as bits.

Alive, removed by this move, the viewer's own, where a formula and its parts hold, the one that was
chosen and who cannot tell others from it. The true world is known here for ALL only.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import NamedTuple

from whoknows.core.error import Error
from whoknows.core.memo import once
from whoknows.deals.deal_model import DealModel
from whoknows.logic.knowledge import Knowledge
from whoknows.logic.svg import Dot
from whoknows.table.knowledge.answers import holding, parts, read, witness
from whoknows.table.knowledge.chapter import Present, considered
from whoknows.table.knowledge.naming import key
from whoknows.table.knowledge.visible_moment import ALL, Dealt
from whoknows.table.knowledge.world_layout import CELL_WORLDS, Cell, WorldLayout

Row = tuple[int | None, str]


class WorldMarks(NamedTuple):
    """Everything that marks worlds in one picture; thousands are made, and looked up by value."""

    layout: WorldLayout
    seat: int
    alive: int
    removed: int
    mine: int  # considered possible by the viewer; for ALL by the seat that is drawn
    mine_words: str
    true: int | None
    chosen: int | None
    witness: int | None
    holds: int | None
    parts: tuple[int, ...]
    alike: tuple[int, ...]  # for each seat, what it cannot tell from the world looked at

    def dot(self, number: int, rows: tuple[Row, ...] = (), label: str = "") -> Dot:
        """How a world is drawn."""
        held = 1 << number
        alive = bool(self.alive & held)
        state = "alive" if alive else "removed" if self.removed & held else "gone"
        inside = " ".join(f"part{n}" for n, part in enumerate(self.parts) if part & held)
        others = (n for n in range(len(self.alike)) if n != self.seat)  # its own cell is its box
        alike = tuple(seat for seat in others if self.alike[seat] & held and alive)
        return Dot(
            self.layout.words(number),
            (state, *self._marks(number, alive)),
            self.layout.keys[number],
            inside,
            alike if number != self.centre else (),
            rows,
            label,
        )

    def within(self, held: int) -> WorldMarks:
        """The marks of these worlds alone: two that are equal are drawn alike."""

        def inside(number: int | None) -> int | None:
            return number if number is not None and held >> number & 1 else None

        return WorldMarks(
            self.layout,
            self.seat,
            self.alive & held,
            self.removed & held,
            self.mine & held,
            "",
            inside(self.true),
            inside(self.chosen),
            inside(self.witness),
            None if self.holds is None else self.holds & held,
            tuple(part & held for part in self.parts),
            tuple(alike & held for alike in self.alike),
        )

    @property
    def unmarked(self) -> WorldMarks:
        """What everyone sees of these worlds: which are left."""
        return WorldMarks(
            self.layout, self.seat, self.alive, self.removed, 0, "", None, None, None, None, (), ()
        )

    @property
    def marked(self) -> int:
        """The worlds that are marked beside that."""
        single = (self.true, self.chosen, self.witness)
        asked = (0 if self.holds is None else self.alive, *self.parts, *self.alike)
        found = self.mine | sum(1 << n for n in {*single} if n is not None)
        return reduce(or_, asked, found)

    def cells(self, model: DealModel) -> list[Cell]:
        """The cells of the seat that is drawn."""
        return self.layout.cells(model, self.seat)

    @property
    def focus(self) -> int | None:
        """The world to look at: the selected one, or the one that shows most."""
        mine = (self.mine & -self.mine).bit_length() - 1 if self.mine else None
        those = (self.chosen, self.witness, self.true, mine)
        return next((number for number in those if number is not None), None)

    @property
    def stressed(self) -> dict[str, int]:
        """Sets that stress a whole cell."""
        single = {"true": self.true, "chosen": self.chosen, "witness": self.witness}
        found = {name: 1 << number for name, number in single.items() if number is not None}
        return {"mine": self.mine, **found}

    @property
    def centre(self) -> int | None:
        """The world that others are compared with: the selected one, or the true one."""
        return self.true if self.chosen is None else self.chosen

    def _marks(self, number: int, alive: bool) -> list[str]:
        held = 1 << number
        marks = ["mine"] if alive and self.mine & held else []
        if alive and self.holds is not None:
            marks.append("holds" if self.holds & held else "fails")
        names = (("true", self.true), ("chosen", self.chosen), ("witness", self.witness))
        return [*marks, *(name for name, one in names if one == number)]


def scene(
    here: Present, known: WorldLayout, seat: int, world: str | None, formula: str | None
) -> WorldMarks:
    """What is marked at this moment, in a picture with these places."""
    model, moment = here.model, here.moment
    alive = known.alive(model)
    before = alive if here.before is None else known.alive(here.before)
    true = None if moment.world is None else known.number(model, moment.world)
    chosen = known.numbers.get(world) if world else None
    asked = _asked(here, known, seat, formula)
    centre = true if chosen is None else chosen
    return WorldMarks(
        known,
        seat,
        alive,
        before & ~alive,
        _mine(here, known, seat),
        f"possible to {model.seats[seat]}" if moment.viewer == ALL else "possible to you",
        true,
        chosen,
        *asked,
        alike=once(_alike, centre, model, known) if centre is not None else (),
    )


def _mine(here: Present, known: WorldLayout, seat: int) -> int:
    moment = here.moment
    if isinstance(moment, Dealt) and moment.viewer == ALL and moment.world is not None:
        return once(_possible, None, known, here.model, considered(moment, seat))
    if isinstance(moment.viewer, int) and moment.mine is not None:
        return once(_possible, None, known, here.model, moment.mine)
    return 0


def _possible(_: None, known: WorldLayout, model: DealModel, to: Knowledge) -> int:
    return known.bits(model, to.held)


def _asked(
    here: Present, known: WorldLayout, seat: int, text: str | None
) -> tuple[int | None, int | None, tuple[int, ...]]:
    """The witness, where the formula holds, and where its parts do; nothing if it is wrong."""
    if not text or not isinstance(here.moment, Dealt):
        return None, None, ()
    try:
        formula = read(text, known.vocabulary)
        shown = witness(here.moment, formula)
        holds = known.bits(here.model, here.model.extension(formula))
        few = len(known.keys) <= CELL_WORLDS * 5
        inside = [holding(here.model, part).held for part in parts(str(formula))] if few else []
        number = None if shown is None else known.numbers.get(key(known.vocabulary, shown))
    except Error:
        return None, None, ()  # the answer says what is wrong
    return number, holds, tuple(known.bits(here.model, held) for held in inside)


def _alike(number: int, model: DealModel, known: WorldLayout) -> tuple[int, ...]:
    """For each seat, the worlds that it cannot tell from this one; none if it is ruled out."""
    if not known.alive(model) >> number & 1:
        return ()
    world = model.vocabulary.world(known.values(number))
    cells = (model.cell(seat, at=world) for seat in range(len(model.seats)))
    return tuple(known.bits(model, cell.held) for cell in cells)
