"""Odds and samples, plain or weighted.

Every deal of a set is equally likely; if something was shown in private, so that a deal is several
worlds, these share its likelihood. If a deal has several pasts (cards were put back and drawn
again), every past is equally likely. Weights multiply that: a factor for each formula that holds,
or a function of the world. They rule nothing out: all are above zero. What somebody did, and how
likely that was in each deal, is `evidence`.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from itertools import accumulate, starmap
from math import lcm
from operator import and_
from typing import TYPE_CHECKING

from whoknows.core.error import Error
from whoknows.core.uniform import Rng, below
from whoknows.logic.deal_shares import share
from whoknows.logic.flat_sets import HasChances, chances
from whoknows.logic.formula import Formula
from whoknows.logic.parser import parse
from whoknows.logic.past_chances import Counted
from whoknows.logic.space import Set
from whoknows.logic.vocabulary import Value, World
from whoknows.logic.worlds import outgrown

if TYPE_CHECKING:
    from whoknows.logic.model import Model

Number = int | float | Fraction
Weights = Mapping[str, Number] | Mapping[Formula, Number] | Callable[[World], Number]

MOST_WEIGHED = 100_000


def odds(model: "Model", among: Set, held: Set, weights: Weights | None = None) -> Fraction:
    """How likely `held` is among these worlds."""
    if weights is None:
        return _share(model, among, held)
    parts = _weighed(model, among, weights)
    whole = sum(weight * _share(model, among, part) for part, weight in parts)
    return (
        sum((weight * _share(model, among, part & held) for part, weight in parts), Fraction(0))
        / whole
    )


def deals(model: "Model", among: Set) -> int:
    """How many cases these worlds are, of which odds are shares: a deal in which somebody chose
    what to show is several worlds, and one case."""
    space, words = model.space, model.vocabulary
    if len(words.world_facts) == len(words.facts) or words.has_past:
        return space.count(among)
    if isinstance(space, HasChances):
        return space.chances(among).total
    return chances(space, among, words).total


def sample(model: "Model", among: Set, rng: Rng, weights: Weights) -> World:
    """A world, drawn in proportion to its weight."""
    parts = _weighed(model, among, weights)
    shares = [weight * _share(model, among, part) for part, weight in parts]
    for part, _ in parts:
        alike = model.space.project(part, model.vocabulary.world_facts)
        if not model.space.is_empty(among & alike & ~part):
            raise Error("cannot draw with weights that depend on what was shown in private")
    part = parts[chosen(shares, rng)][0]
    return whole(model, part, chances(model.space, part, model.vocabulary).sample(rng), rng)


def whole(model: "Model", among: Set, drawn: Mapping[str, Value], rng: Rng) -> World:
    """A deal with whatever else one of its worlds says, such as a card shown: each equally
    likely."""
    space, words = model.space, model.vocabulary
    untold = tuple(fact for fact in words.facts if fact.name not in drawn)
    if untold:
        with outgrown():
            held = reduce(and_, starmap(space.is_value, drawn.items()), among)
            drawn = {**drawn, **Counted(space, held, untold).sample(rng)}
    return words.world(drawn)


def _share(model: "Model", among: Set, held: Set) -> Fraction:
    """The share of `held` among these, every deal equally likely."""
    space, facts = model.space, model.vocabulary.world_facts
    bare = len(facts) == len(model.vocabulary.facts) or model.vocabulary.has_past
    if not bare and isinstance(space, HasChances):  # by deals, however much was shown in each
        return Fraction(space.chances(among & held).total, space.chances(among).total)
    if bare or isinstance(space, HasChances):
        return Fraction(space.count(among & held), space.count(among))
    return share(space, model.vocabulary, among, held)


def _weighed(model: "Model", among: Set, weights: Weights) -> list[tuple[Set, Fraction]]:
    """The worlds in parts of equal weight."""
    if callable(weights):
        return _weighed_one_by_one(model, among, weights)
    parts = [(among, Fraction(1))]
    for formula, factor in weights.items():
        held, above_zero = model.extension(formula), _positive(factor, str(parse(formula)))
        split = [(part & held, weight * above_zero) for part, weight in parts]
        split += [(part & ~held, weight) for part, weight in parts]
        parts = [(part, weight) for part, weight in split if not model.space.is_empty(part)]
    return parts


def _weighed_one_by_one(
    model: "Model", among: Set, weight: Callable[[World], Number]
) -> list[tuple[Set, Fraction]]:
    many = model.space.count(among)
    if many > MOST_WEIGHED:
        raise Error(
            f"{many:,} worlds are too many for one weight each (at most {MOST_WEIGHED:,}); "
            "give a factor for each formula instead"
        )
    parts: dict[Fraction, Set] = {}
    none: Set = model.space.none
    for values in model.space.assignments(among):
        world = model.vocabulary.world(values)
        its = _positive(weight(world), model.vocabulary.words(world))
        parts[its] = parts.get(its, none) | model.point(world)
    return [(part, its) for its, part in parts.items()]


def _positive(weight: Number, of: str) -> Fraction:
    try:
        exact = Fraction(weight)
    except (ValueError, OverflowError, TypeError):
        raise Error(f"the weight of {of} is not a number: {weight}") from None
    if exact <= 0:
        raise Error(f"the weight of {of} must be above 0, because evidence rules nothing out")
    return exact


def chosen(shares: list[Fraction], rng: Rng) -> int:
    """A number drawn in proportion to these shares."""
    scale = lcm(*(share.denominator for share in shares))
    whole = [int(share * scale) for share in shares]
    number = below(rng, sum(whole))
    return bisect_right(list(accumulate(whole)), number)
