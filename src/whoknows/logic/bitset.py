"""The engine for small models: a set of worlds is one big integer, with a bit for each world.

Worlds are the rows of a table of value codes. A seat's knowledge is a partition of the rows: a
label for each row and, if there are few cells, the cells as integers. Announcing only clears bits
of `all`; no relation is ever stored.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from operator import and_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.core.error import Error
from whoknows.logic.filling import Filling
from whoknows.logic.formula import Compare, Term
from whoknows.logic.partition import Column, Partition, bits, numbered, rows, unpacked
from whoknows.logic.vocabulary import Fact, Value, compared, largest, names_in, term_value

Table = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Bitset:
    """A space whose worlds are listed."""

    facts: tuple[Fact, ...]
    table: Table
    partitions: tuple[Partition, ...]
    all: int
    none: int = 0
    _memo: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, facts: Sequence[Fact], table: Table, seats: int) -> "Bitset":
        """These worlds, before anyone has seen anything."""
        blind = Partition(np.zeros(len(table), np.int64), min(1, len(table)))
        return cls(tuple(facts), table, (blind,) * seats, (1 << len(table)) - 1)

    def is_value(self, fact: str, value: Value) -> int:
        key = (fact, value)
        if key not in self._memo:
            index = self._columns[fact]
            self._memo[key] = bits(self.table[:, index] == self.facts[index].codes[str(value)])
        held: int = self._memo[key]
        return held

    def joined(self, sets: Sequence[int]) -> int:
        return reduce(and_, sets)

    def compare(self, formula: Compare, facts: set[str]) -> int:
        values = _valued(self._facts(facts), formula.left, formula.right)
        return bits(np.broadcast_to(compared(formula, values), len(self.table)))

    def knows(self, seat: int, held: int) -> int:
        return self.partitions[seat].untouched(self.all & ~held)

    def knows_whether(self, seat: int, held: int) -> int:
        return self.knows(seat, held) | self.knows(seat, ~held)

    def knows_together(self, seats: frozenset[int], held: int) -> int:
        if seats not in self._memo:
            self._memo[seats] = self._together(sorted(seats))
        joint: Partition = self._memo[seats]
        return joint.untouched(self.all & ~held)

    def knows_value(self, seat: int, fact: str) -> int:
        partition = self.partitions[seat]
        codes, labels = self.table[self._rows, self._columns[fact]], partition.labels[self._rows]
        one = np.zeros(partition.size, codes.dtype)
        one[labels] = codes  # of any world in the cell: the others have it too, or it is not known
        doubted = np.zeros(partition.size, bool)
        doubted[labels[codes != one[labels]]] = True
        return bits(~doubted[partition.labels])

    def about(self, facts: Iterable[str]) -> "Bitset":
        return self

    def since(self, before: "Bitset", held: int) -> int:
        return held

    def restrict(self, held: int) -> "Bitset":
        # Everything but `all` stays, the memo of atoms and joint partitions included.
        left = self.all & held
        return Bitset(self.facts, self.table, self.partitions, left, _memo=self._memo)

    def refine(self, seats: Iterable[int], held: int) -> "Bitset":
        return self._refined(seats, [(unpacked(held & self.all, len(self.table)), 2)])

    def observe(self, seat: int, facts: Iterable[str], value: Value | None = None) -> "Bitset":
        if value is None:
            return self._refined((seat,), [self._column(fact) for fact in facts])
        return self._refined((seat,), self._whether(list(facts), value))

    def settled(self, after: "Bitset", held: int) -> int:
        return held

    def observe_term(self, seat: int, term: Term) -> "Bitset":
        values = _valued(self._facts(names_in(term)), term)
        shown = np.broadcast_to(term_value(term, values), len(self.table))
        return self._refined((seat,), [numbered(shown)])

    def is_empty(self, held: int) -> bool:
        return not held & self.all

    def count(self, held: int) -> int:
        return (held & self.all).bit_count()

    def pairs(self, seat: int) -> int:
        sizes = np.bincount(self.partitions[seat].labels[rows(self.all, len(self.table))])
        return int((sizes.astype(object) ** 2).sum())

    def some(self, held: int) -> Mapping[str, Value]:
        return next(self.assignments(held))

    def assignments(self, held: int) -> Iterator[Mapping[str, Value]]:
        for row in rows(held & self.all, len(self.table)):
            yield {
                fact.name: fact.values[code]
                for fact, code in zip(self.facts, self.table[row].tolist(), strict=True)
            }

    def compact(self) -> "Bitset":
        """The same without the rows that were ruled out."""
        here = rows(self.all, len(self.table))
        return self._grown(self.facts, self.table[here], here)

    def split(
        self,
        places: Collection[str],
        parts: Mapping[str, int],
        cards: Collection[str],
        forget: Collection[str] = (),
    ) -> "Bitset":
        facts = tuple(f.parted(places, parts) if f.name in cards else f for f in self.facts)
        rooms = tuple(parts.values())
        ways = Filling(rooms, (tuple(range(len(rooms))),) * sum(rooms)).listed()
        origin = np.repeat(rows(self.all, len(self.table)), len(ways))
        table = self._recoded(facts)[origin]
        row, column = np.nonzero(self._lying_in(places, cards)[origin])
        part = np.tile(ways, (len(origin) // len(ways), 1)).ravel()
        codes = np.array([[fact.codes.get(name, -1) for name in parts] for fact in facts])
        table[row, column] = codes[column, part]
        return self._grown(facts, table, origin)

    def choose(self, fact: Fact, allowed: Mapping[Value, int]) -> "Bitset":
        chosen = [rows(allowed[value] & self.all, len(self.table)) for value in fact.values]
        row = np.concatenate(chosen)
        code = np.repeat(np.arange(len(chosen), dtype=np.int32), [len(some) for some in chosen])
        order = np.lexsort((code, row))
        table = np.column_stack([self.table[row[order]], code[order]])
        return self._grown((*self.facts, fact), table, row[order])

    def remember(self, fact: Fact, place: str) -> "Bitset":
        return self.choose(fact, {card: self.is_value(str(card), place) for card in fact.values})

    def project(self, held: int, facts: tuple[str, ...]) -> int:
        blind = Partition(np.zeros(len(self.table), np.int64), 1)
        seen = blind.refined(self._column(fact) for fact in facts)
        return self.all & ~seen.untouched(held & self.all)

    @cached_property
    def _rows(self) -> NDArray[np.int64]:
        """The rows of all worlds that are left."""
        return rows(self.all, len(self.table))

    @cached_property
    def _columns(self) -> dict[str, int]:
        return {fact.name: index for index, fact in enumerate(self.facts)}

    def _column(self, fact: str) -> tuple[Column, int]:
        """The codes of a fact, and how many different ones there may be."""
        index = self._columns[fact]
        return self.table[:, index], len(self.facts[index].values)

    def _whether(self, facts: list[str], value: Value) -> list[tuple[Column, int]]:
        """Which of the facts have this value: one bit each, sixteen bits per column."""
        columns = [self._columns[fact] for fact in facts]
        wanted = np.array([self.facts[column].codes[str(value)] for column in columns])
        has_it = self.table[:, columns] == wanted
        parts = (has_it[:, start : start + 16] for start in range(0, len(facts), 16))
        return [(part @ (1 << np.arange(part.shape[1])), 1 << part.shape[1]) for part in parts]

    def _facts(self, names: set[str]) -> dict[str, tuple[Fact, Column]]:
        """These facts with their columns; other names are ignored."""
        there = {name: self._columns[name] for name in names if name in self._columns}
        return {name: (self.facts[n], self.table[:, n]) for name, n in there.items()}

    def _lying_in(self, places: Collection[str], cards: Collection[str]) -> NDArray[np.bool_]:
        """Which cards of which rows have one of these values."""
        lying = np.zeros(self.table.shape, bool)
        for place in places:
            code = [f.codes.get(place, -1) if f.name in cards else -1 for f in self.facts]
            lying |= self.table == np.array(code)
        return lying

    def _recoded(self, facts: Sequence[Fact]) -> Table:
        """The table in the codes of facts that have lost some of their values."""
        table = self.table.copy()
        for column, (old, new) in enumerate(zip(self.facts, facts, strict=True)):
            codes = np.array([new.codes.get(str(value), -1) for value in old.values], np.int32)
            table[:, column] = codes[table[:, column]]
        return table

    def _grown(self, facts: tuple[Fact, ...], table: Table, origin: NDArray[np.int64]) -> "Bitset":
        """A space with a row for each number in `origin`: the row that it comes from."""
        return Bitset(
            facts,
            table,
            tuple(Partition(seen.labels[origin], seen.size) for seen in self.partitions),
            bits(unpacked(self.all, len(self.table))[origin]),
        )

    def _together(self, seats: Sequence[int]) -> Partition:
        joint = self.partitions[seats[0]]
        for seat in seats[1:]:
            joint = joint.refined([(self.partitions[seat].labels, self.partitions[seat].size)])
        return joint

    def _refined(self, seats: Iterable[int], columns: list[tuple[Column, int]]) -> "Bitset":
        partitions = list(self.partitions)
        for seat in seats:
            partitions[seat] = partitions[seat].refined(columns)
        memo: dict[object, Any] = {
            key: held for key, held in self._memo.items() if isinstance(key, tuple)
        }
        return replace(self, partitions=tuple(partitions), _memo=memo)


def enumerated(
    facts: Sequence[Fact], laws: Iterable[tuple[Compare, set[str]]], limit: int
) -> Table:
    """All value codes that obey the comparisons, each applied as soon as its facts are set."""
    table = np.zeros((1, 0), np.int32)
    waiting = list(laws)
    for number, fact in enumerate(facts, 1):
        size = len(fact.values)
        if len(table) * size > limit:
            raise Error(f'more than {limit:,} combinations of values; use engine="diagram"')
        codes = np.tile(np.arange(size, dtype=np.int32), len(table))
        table = np.column_stack([np.repeat(table, size, axis=0), codes])
        table, waiting = _obeying(table, facts[:number], waiting)
    return table


def _obeying(
    table: Table, facts: Sequence[Fact], laws: list[tuple[Compare, set[str]]]
) -> tuple[Table, list[tuple[Compare, set[str]]]]:
    """The rows that obey the laws whose facts are all set, and the laws that have to wait."""
    known = {fact.name: (number, fact) for number, fact in enumerate(facts)}
    waiting = []
    for law, names in laws:
        if not names <= known.keys():
            waiting.append((law, names))
            continue
        columns = {name: (known[name][1], table[:, known[name][0]]) for name in names}
        values = _valued(columns, law.left, law.right)
        table = table[np.broadcast_to(compared(law, values), len(table))]
    return table, waiting


def _valued(columns: Mapping[str, tuple[Fact, Column]], *terms: Term) -> dict[str, Column]:
    """The values that codes stand for, as numbers in which these terms cannot overflow."""
    most: dict[str, int] = {}
    small = True
    for name, (fact, _) in columns.items():
        numbers = [abs(value) for value in fact.values if isinstance(value, int)]
        small = small and len(numbers) == len(fact.values)
        most[name] = max(numbers, default=0)
    small = small and all(largest(term, most) < 1 << 62 for term in terms)
    kind: Any = np.int64 if small else object
    return {name: np.array(fact.values, kind)[codes] for name, (fact, codes) in columns.items()}
