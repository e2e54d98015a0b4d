"""Exact counts, odds and uniform samples of a set of worlds.

The set becomes a flat multi-valued diagram: a layer for each fact, a node for each distinct rest of
the worlds, a branch for each value. One backward pass gives the counts, one forward pass every
marginal. A draw walks down from the root, taking each branch by its share of the worlds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from whoknows.core.extras import compiles
from whoknows.core.uniform import Rng, below, bits
from whoknows.logic.vocabulary import Fact, Value

Layer = NDArray[np.int32]
Counts = NDArray[Any]  # int64, or objects where the numbers are too large for that


class Flat(NamedTuple):
    """Plain arrays that compiled code can draw from, see `kernels.draw`.

    A row for each node, the root first, and a column for each value. `child` is the next node (-1:
    none). A random word below `cut` chooses this value or one before it; the last one takes the
    rest.
    """

    child: NDArray[np.int32]
    cut: NDArray[np.uint64]
    depth: int


class Uniform(Protocol):
    """Worlds that are all equally likely: `Chances`, or what an engine has instead."""

    @property
    def facts(self) -> tuple[Fact, ...]: ...

    @property
    def total(self) -> int: ...

    @property
    def marginals(self) -> dict[tuple[str, Value], int]: ...

    @property
    def flat(self) -> Flat: ...

    def sample(self, rng: Rng) -> dict[str, Value]: ...

    def samples(self, rng: Rng, many: int) -> NDArray[np.int32]: ...

    def worlds(self, drawn: NDArray[np.int32]) -> Iterator[dict[str, Value]]: ...


@dataclass(frozen=True, eq=False)
class Chances:
    """Worlds as layers of branches: each layer has a row for each node and a column for each
    value."""

    facts: tuple[Fact, ...]
    layers: tuple[Layer, ...]
    most: int  # no fewer than there are worlds: it chooses the type of the numbers
    word: int = 64  # bits of a random word in a compiled draw; fewer only to test what is rare

    @cached_property
    def counts(self) -> tuple[Counts, ...]:
        """How many worlds lie below each node, layer by layer; the child -1 finds a last 0."""
        number = np.int64 if self.most < 1 << 62 else object
        counts = [np.array([1, 0], dtype=number)]
        for layer in reversed(self.layers):
            counts.append(np.append(counts[-1][layer].sum(axis=1), 0))
        return tuple(reversed(counts))

    @property
    def total(self) -> int:
        """How many worlds there are."""
        return int(self.counts[0][0])

    @cached_property
    def marginals(self) -> dict[tuple[str, Value], int]:
        """In how many worlds each fact has each value: all in one pass."""
        found: dict[tuple[str, Value], int] = {}
        ways = np.ones(1, self.counts[0].dtype)
        for fact, layer, lower in zip(self.facts, self.layers, self.counts[1:], strict=True):
            through = ways[:, None] * lower[layer]
            for value, many in zip(fact.values, through.sum(axis=0).tolist(), strict=True):
                found[fact.name, value] = many
            ways = _ways_down(ways, layer, len(lower) - 1)
        return found

    def sample(self, rng: Rng) -> dict[str, Value]:
        """One world, each equally likely, by whole numbers alone."""
        codes = self._codes(below(rng, self.total), 0, 0)
        return {fact.name: fact.values[code] for fact, code in zip(self.facts, codes, strict=True)}

    def samples(self, rng: Rng, many: int) -> NDArray[np.int32]:
        """Many worlds, each drawn uniformly: one per row, with value codes by fact. Compiled
        where something compiles; the same worlds either way."""
        if compiles():
            from whoknows.logic.draw_kernels import draw
        else:
            from whoknows.logic.plain_draws import draw

        state = np.array([bits(rng, 64)], np.uint64)
        drawn = np.empty((many, len(self.facts)), np.int32)
        words = np.empty(many, np.uint64)
        draw(self.flat.child, self.flat.cut, self.word, state, drawn, words)
        for row in np.flatnonzero(drawn[:, -1] < 0):
            self._finish(drawn[row], int(words[row]), rng)
        return drawn

    @cached_property
    def flat(self) -> Flat:
        """The same as plain arrays."""
        width = max(len(fact.values) for fact in self.facts)
        start, children, cuts = 0, [], []
        for layer, lower in zip(self.layers, self.counts[1:], strict=True):
            wide = np.full((len(layer), width), -1, np.int32)
            wide[:, : layer.shape[1]] = layer
            cuts.append(_cuts(lower[wide], self.word))
            start += len(layer)
            children.append(np.where(wide < 0, -1, wide + start))
        return Flat(np.concatenate(children), np.concatenate(cuts), len(self.layers))

    def worlds(self, drawn: NDArray[np.int32]) -> Iterator[dict[str, Value]]:
        """What `samples` drew, as values of facts."""
        for row in drawn.tolist():
            yield {f.name: f.values[code] for f, code in zip(self.facts, row, strict=True)}

    def _codes(self, number: int, depth: int, node: int) -> Iterator[int]:
        """The value codes, from this depth on, of the world of that number below a node."""
        for layer, lower in zip(self.layers[depth:], self.counts[depth + 1 :], strict=True):
            # A node has few children: to go through them is faster than to sum up a row.
            for code, child in enumerate(layer[node].tolist()):
                many = int(lower[child])
                if number < many:
                    node = child
                    yield code
                    break
                number -= many

    def _finish(self, drawn: NDArray[np.int32], word: int, rng: Rng) -> None:
        """Complete a draw whose word fell on a cut: further bits tell on which side it is."""
        depth, node = int(np.argmax(drawn < 0)), 0
        for layer, code in zip(self.layers, drawn[:depth].tolist(), strict=False):
            node = int(layer[node, code])
        edges = np.cumsum(self.counts[depth + 1][self.layers[depth][node]].astype(object))
        code = _on_side(word, self.word, list(edges), rng)
        node = int(self.layers[depth][node, code])
        number = below(rng, int(self.counts[depth + 1][node]))
        drawn[depth:] = [code, *self._codes(number, depth + 1, node)]


def _on_side(word: int, size: int, edges: list[int], rng: Rng) -> int:
    """Which branch the number 0.word (binary), drawn on as long as need be, falls into."""
    total = edges[-1]
    while any(word * total < edge << size < (word + 1) * total for edge in edges):
        word, size = word << 8 | bits(rng, 8), size + 8
    return next(code for code, edge in enumerate(edges) if word * total < edge << size)


def _ways_down(ways: Counts, layer: Layer, nodes: int) -> Counts:
    """In how many ways each node of the next layer is reached."""
    reached = np.zeros(nodes + 1, ways.dtype)
    np.add.at(reached, layer.ravel(), ways.repeat(layer.shape[1]))
    return reached[:-1]  # the last is what the child -1 was given


def _cuts(lower: Counts, word: int) -> NDArray[np.uint64]:
    """For each node the words at which one value ends and the next begins."""
    upto = np.cumsum(lower.astype(object), axis=1)
    cuts = (upto << word) // np.maximum(upto[:, -1:], 1)
    whole: NDArray[np.uint64] = np.minimum(cuts, (1 << word) - 1).astype(np.uint64)
    return whole
