"""What share of each deal's worlds lies in a set, when something was shown in private.

A deal is then several worlds, one for each way in which the choices may have been made. Deals are
sorted by how many of their worlds are possible, and how many of those are in the set: so a deal
with more choices is no likelier than another.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from whoknows.logic.bitset import Bitset
from whoknows.logic.flat_sets import chances
from whoknows.logic.partition import rows, unpacked
from whoknows.logic.space import Set, Space
from whoknows.logic.vocabulary import Fact, Vocabulary

if TYPE_CHECKING:
    from oxidd.bcdd import BCDDFunction

    from whoknows.logic.diagram import Diagram


def share(space: Space, words: Vocabulary, among: Set, held: Set) -> Fraction:
    """The share of `held` among these worlds, every deal equally likely."""
    find = _from_rows if isinstance(space, Bitset) else _from_sets
    shares = find(space, words, among, held)  # type: ignore[arg-type]
    deals = sum(many for _, many in shares)
    return sum((one * many for one, many in shares), Fraction(0)) / deals


def _from_rows(
    space: Bitset, words: Vocabulary, among: int, held: int
) -> list[tuple[Fraction, int]]:
    """How many deals have which share of their worlds in `held`: the rows of each are counted."""
    here = rows(among & space.all, len(space.table))
    names = set(words.world_facts)
    columns = [number for number, fact in enumerate(space.facts) if fact.name in names]
    _, deal = np.unique(space.table[here][:, columns], axis=0, return_inverse=True)
    possible = np.bincount(deal)
    held_here = unpacked(held & space.all, len(space.table))[here]
    inside = np.bincount(deal, weights=held_here).astype(np.int64)
    kinds, many = np.unique(np.stack([inside, possible]), axis=1, return_counts=True)
    return [
        (Fraction(int(in_held), int(of)), int(deals))
        for in_held, of, deals in zip(*kinds, many, strict=True)
    ]


def _from_sets(
    space: "Diagram", words: Vocabulary, among: "BCDDFunction", held: "BCDDFunction"
) -> list[tuple[Fraction, int]]:
    """The same from sets of worlds that are too many to list."""
    among = space.all & among
    held = among & held
    deals = words.world_facts
    inside, outside = space.project(held, deals), space.project(among & ~held, deals)
    if not (inside & outside).satisfiable():  # no deal is divided: what was chosen does not matter
        return [
            (Fraction(1), chances(space, inside, words).total),
            (Fraction(0), chances(space, outside, words).total),
        ]
    chosen = [fact for fact in words.facts if fact.name not in set(deals)]
    for fact in tuple(chosen):
        others = (*deals, *(other.name for other in chosen if other is not fact))
        if _is_apart(space, among, held, fact, deals, others):
            among, held = space.project(among, others), space.project(held, others)
            chosen.remove(fact)
    return _sorted(space, words, among, held, chosen)


def _is_apart(
    space: "Diagram",
    among: "BCDDFunction",
    held: "BCDDFunction",
    fact: Fact,
    deals: tuple[str, ...],
    others: tuple[str, ...],
) -> bool:
    """Whether a choice was made without regard to the others, and the set does not depend on it.

    Then it multiplies a deal's worlds inside and outside the set alike, and may be left out.
    """
    alone = space.project(among, (*deals, fact.name))
    if (space.project(among, others) & alone & ~among).satisfiable():
        return False
    inside, outside = space.project(held, others), space.project(among & ~held, others)
    return not (inside & outside).satisfiable()


def _sorted(
    space: Space, words: Vocabulary, among: Set, held: Set, chosen: Sequence[Fact]
) -> list[tuple[Fraction, int]]:
    """Goes through everything that may have been chosen, and sorts the deals again by each
    choice."""
    deals = {(0, 0): space.project(among, words.world_facts)}
    for values in product(*(fact.values for fact in chosen)):
        worlds = among
        for fact, value in zip(chosen, values, strict=True):
            worlds = worlds & space.is_value(fact.name, value)
        inside = space.project(worlds & held, words.world_facts)
        outside = space.project(worlds & ~held, words.world_facts)
        deals = _resorted(space, deals, inside, outside)
    counted = ((key, chances(space, some, words).total) for key, some in deals.items())
    return [(Fraction(in_held, possible), many) for (possible, in_held), many in counted]


def _resorted(
    space: Space, deals: dict[tuple[int, int], Set], inside: Set, outside: Set
) -> dict[tuple[int, int], Set]:
    found: dict[tuple[int, int], Set] = {}
    for (possible, in_held), some in deals.items():
        for key, part in (
            ((possible + 1, in_held + 1), some & inside),
            ((possible + 1, in_held), some & outside),
            ((possible, in_held), some & ~inside & ~outside),
        ):
            if not space.is_empty(part):
                found[key] = found[key] | part if key in found else part
    return found
