"""Where the worlds of a large graph stand: in a table of one seat's cells by another's.

A row is a cell of the first, a column a cell of the second: so the lines of two seats run straight,
and only those of the others cross them. Rows and columns are ordered so that the lines of the
others are short. Parts of the table that share no row and no column stand side by side. Everything
is computed in whole numbers, so that it is the same on every machine.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

PITCH = 30  # from world to world
APART = 16  # between blocks
WIDE = 17 * PITCH  # of all blocks together, unless one of them is wider
LETTERS = 10  # of a head; where one would be longer there are none
LEVEL = 4  # letters above a column up to this many stand upright, more are turned
SHARE = 5_040  # what a cell's worlds share, how strongly they are tied: whole numbers mostly

Cells = Sequence[Sequence[int]]  # of one seat; worlds are numbers
Spot = tuple[float, float]
Lines = NDArray[np.int64]  # for each world, in which row or column it stands
Ties = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Head:
    """What stands before a row or above a column: what its seat sees there."""

    x: float
    y: float
    label: str


@dataclass(frozen=True, slots=True)
class Spread:
    """A spot for each world, and the heads of rows and columns."""

    spots: Mapping[int, Spot]
    rows: tuple[Head, ...]
    columns: tuple[Head, ...]
    size: Spot
    across: int | None = None  # the seat whose cells the columns are

    def moved(self, x: float, y: float) -> Spread:
        """The same elsewhere."""
        spots = {world: (x + at[0], y + at[1]) for world, at in self.spots.items()}
        rows, columns = (
            tuple(Head(x + head.x, y + head.y, head.label) for head in heads)
            for heads in (self.rows, self.columns)
        )
        return replace(self, spots=spots, rows=rows, columns=columns)


def spread(parts: Sequence[Cells], home: int, labels: Callable[[int], Sequence[str]]) -> Spread:
    """The worlds in rows, the cells of the seat `home`; `labels` are those of a seat's cells."""
    across = _crossing(parts, home)
    rows = _lines(parts[home])
    columns = rows * 0 if across is None else _lines(parts[across])
    others = (cells for seat, cells in enumerate(parts) if seat not in (home, across))
    tied = _ties(len(rows), others)
    heads = Heads(_labelled(labels, home, rows), _labelled(labels, across, columns))
    blocks = _blocks(_ordered(rows, tied).tolist(), _ordered(columns, tied).tolist())
    return replace(_side_by_side([_block(block, heads) for block in blocks]), across=across)


def _crossing(parts: Sequence[Cells], home: int) -> int | None:
    """The seat for the columns: fewest worlds share a place with it, and places are few."""
    others = (seat for seat in range(len(parts)) if seat != home)
    return min(others, key=lambda seat: _room(parts[home], parts[seat]), default=None)


def _room(rows: Cells, columns: Cells) -> tuple[int, int]:
    places = Counter(zip(_lines(rows).tolist(), _lines(columns).tolist(), strict=True))
    return max(places.values()), len(rows) * len(columns)


def _lines(cells: Cells) -> Lines:
    found = np.zeros(sum(map(len, cells)), np.int64)
    for number, cell in enumerate(cells):
        found[list(cell)] = number
    return found


# the order of rows and columns


def _ties(many: int, parts: Iterable[Cells]) -> Ties:
    """How strongly two worlds belong together; large cells pull no more than small ones."""
    tied = np.zeros((many, many))
    for cells in parts:
        for cell in cells:
            tied[np.ix_(cell, cell)] += SHARE // len(cell)
    return tied


def _ordered(lines: Lines, tied: Ties) -> Lines:
    """Rows or columns in another order: two are swapped as long as that brings worlds together."""
    many = int(lines.max()) + 1
    inside = np.zeros((many, len(lines)))
    inside[lines, np.arange(len(lines))] = 1
    pull = inside @ tied @ inside.T
    np.fill_diagonal(pull, 0)
    order = np.arange(many)
    for _ in range(2 * many):
        apart = np.abs(order[:, None] - order[None, :]).astype(np.float64)
        there = pull @ apart  # how far from all it is tied to each one would be in another's place
        now = np.diag(there)
        gain = now[:, None] + now[None, :] - there - there.T - 2 * pull * apart
        one, other = divmod(int(gain.argmax()), many)
        if gain[one, other] <= 0:
            break
        order[[one, other]] = order[[other, one]]
    found: Lines = order[lines]
    return found


# from rows and columns to spots

Block = dict[tuple[int, int], list[int]]  # for rows and columns the worlds that stand there


def _blocks(rows: list[int], columns: list[int]) -> list[Block]:
    """Parts of the table that share no row and no column."""
    places: Block = defaultdict(list)
    for world, place in enumerate(zip(rows, columns, strict=True)):
        places[place].append(world)
    blocks: list[Block] = []
    for place, worlds in sorted(places.items()):
        touched = [block for block in blocks if _touches(block, place)]
        blocks = [block for block in blocks if block not in touched]
        blocks.append({at: there for block in touched for at, there in block.items()})
        blocks[-1][place] = worlds
    return sorted(blocks, key=min)


def _touches(block: Block, place: tuple[int, int]) -> bool:
    return any(row == place[0] or column == place[1] for row, column in block)


@dataclass(frozen=True, slots=True)
class Heads:
    """For every world the labels of its row and its column; none if they are too long."""

    rows: list[str]
    columns: list[str]

    @property
    def margins(self) -> Spot:
        """The room that they need, left and above."""
        left, above = (max(map(len, labels)) for labels in (self.rows, self.columns))
        high = 18 if above <= LEVEL else 8 * above + 6
        return 8 * left + 4 * bool(left), high * bool(above)


def _labelled(labels: Callable[[int], Sequence[str]], seat: int | None, lines: Lines) -> list[str]:
    told = [""] * len(lines) if seat is None else [labels(seat)[line] for line in lines.tolist()]
    return told if max(map(len, told)) <= LETTERS else [""] * len(lines)


def _block(block: Block, heads: Heads) -> Spread:
    """One block alone: a row is as high and a column as wide as its fullest place."""
    high, wide = Counter[int](), Counter[int]()
    for (row, column), worlds in block.items():
        across, down = _sides(len(worlds))
        high[row], wide[column] = max(high[row], down), max(wide[column], across)
    (left, top), (x, y) = heads.margins, (_starts(wide), _starts(high))
    spots = dict[int, Spot]()
    for (row, column), worlds in block.items():
        spots |= _cluster(worlds, (left + x[column], top + y[row]))
    rows = {row: heads.rows[worlds[0]] for (row, _), worlds in block.items()}
    columns = {column: heads.columns[worlds[0]] for (_, column), worlds in block.items()}
    return Spread(
        spots,
        tuple(Head(left, top + y[row], label) for row, label in rows.items() if label),
        tuple(Head(left + x[line], top, label) for line, label in columns.items() if label),
        (left + PITCH * wide.total(), top + PITCH * high.total()),
    )


def _starts(sizes: Mapping[int, int]) -> dict[int, float]:
    """Where the first worlds of each row or column stand, one line behind the other."""
    before = accumulate((sizes[line] for line in sorted(sizes)), initial=0)
    return {line: PITCH * (start + 0.5) for line, start in zip(sorted(sizes), before, strict=False)}


def _cluster(worlds: Sequence[int], first: Spot) -> dict[int, Spot]:
    """Worlds that share a place, close together."""
    across, _ = _sides(len(worlds))
    return {
        world: (first[0] + PITCH * (n % across), first[1] + PITCH * (n // across))
        for n, world in enumerate(worlds)
    }


def _sides(many: int) -> tuple[int, int]:
    """How many across and down: down if possible, because a page has more room there."""
    across = max(1, round(sqrt(many / 2)))
    return across, ceil(many / across)


def _side_by_side(blocks: Sequence[Spread]) -> Spread:
    """All blocks, in lines as the words of a text."""
    room = _fitting([block.size for block in blocks])
    x = y = high = 0.0
    put: list[Spread] = []
    for block in blocks:
        if x and x + block.size[0] > room:
            x, y, high = 0.0, y + high + APART, 0.0
        put.append(block.moved(x, y))
        x, high = x + block.size[0] + APART, max(high, block.size[1])
    spots: dict[int, Spot] = {}
    for block in put:
        spots |= block.spots
    rows = tuple(head for block in put for head in block.rows)
    columns = tuple(head for block in put for head in block.columns)
    wide = max(x for x, _ in spots.values()) + PITCH / 2
    return Spread(spots, rows, columns, (wide, y + high))


def _fitting(sizes: Sequence[Spot]) -> float:
    """How wide a line may be; blocks that are all alike fill their lines, if that is possible."""
    room = max(WIDE, *(wide for wide, _ in sizes))
    if len(set(sizes)) > 1:
        return room
    wide = sizes[0][0] + APART
    most = min(len(sizes), int((room + APART) // wide))
    even = (many for many in range(most, most // 2, -1) if len(sizes) % many == 0)
    return next(even, most) * wide - APART
