"""Random formulas, and random models made three times: by the oracle and by both engines."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import factorial, prod
from random import Random
from typing import Any

from oracle import Oracle, World, dealt, flat, observe, situation

import whoknows as wk
from whoknows import formulas as f
from whoknows.logic.formula import Arithmetic, Formula, Group, Name, Term, all_of
from whoknows.logic.parser import parse_term

ENGINES = ("bitset", "diagram")
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
NODES = 1 << 18


@dataclass(frozen=True)
class Trio:
    """One model three times, and the story of how it was made."""

    oracle: Oracle
    bitset: Any
    diagram: Any
    story: tuple[str, ...]

    @property
    def engines(self) -> tuple[Any, Any]:
        return self.bitset, self.diagram

    @property
    def seats(self) -> list[str]:
        return list(self.oracle.keys)

    @property
    def is_deal(self) -> bool:
        return hasattr(self.bitset, "split")

    @property
    def places(self) -> dict[str, int]:
        """How many cards each place holds."""
        world = self.oracle.worlds[0]
        lies = [world[card] for card in self.oracle.world_facts]
        return {place: lies.count(place) for place in self.oracle.values[self.cards[0]]}

    @property
    def cards(self) -> list[str]:
        return self.oracle.world_facts

    def updated(self, word: str, *args: Any, **named: Any) -> "Trio":
        """The same update made in all three."""
        told = [*map(str, args), *(f"{name}={value}" for name, value in named.items())]
        return Trio(
            getattr(self.oracle, word)(*args, **named),
            *(getattr(engine, word)(*args, **named) for engine in self.engines),
            (*self.story, f"{word}({', '.join(told)})"),
        )

    def same_worlds(self, formula: Formula) -> bool:
        """Whether all three find the formula true in the same worlds."""
        true = {id(world) for world in self.oracle.where(formula)}
        sides: tuple[list[World], list[World]] = ([], [])
        for world in self.oracle.worlds:
            sides[id(world) in true].append(world)
        return all(_is_set(engine.where(formula), *sides) for engine in self.engines)


def _is_set(found: Any, false: list[World], true: list[World]) -> bool:
    """Whether the engine's set has just these worlds and counts them rightly. Of the worlds in it
    and those outside, the fewer are listed: that says the same, and most formulas hold in nearly
    all worlds or in hardly any."""
    listed, expected = (found, true) if len(true) <= len(false) else (~found, false)
    return bool(
        found.count() == len(true) and Counter(map(flat, listed)) == Counter(map(flat, expected))
    )


# Formulas


def atom(rng: Random, trio: Trio) -> Formula:
    """A random sentence about the world alone."""
    if rng.random() < 0.03:
        return f.Truth(rng.random() < 0.5)
    return _deal_atom(rng, trio) if trio.is_deal else _fact_atom(rng, trio)


def _deal_atom(rng: Random, trio: Trio) -> Formula:
    card, kind = rng.choice(trio.cards), rng.random()
    if trio.oracle.shown and kind < 0.2:
        name = rng.choice(trio.oracle.shown)
        return f.Compare(name, rng.choice(("=", "!=")), rng.choice(trio.oracle.values[name]))
    if kind < 0.6:
        return f.Atom("has", (number(rng.choice(trio.seats)), number(card)))
    if kind < 0.8:
        return f.Atom("in", (number(rng.choice(list(trio.places))), number(card)))
    if card.isdecimal():
        return f.Atom("has", (number(rng.choice(trio.seats)), number(card)))
    sides = [card, rng.choice([*trio.places, *trio.cards])]
    rng.shuffle(sides)
    return f.Compare(sides[0], rng.choice(("=", "!=")), sides[1])


def _fact_atom(rng: Random, trio: Trio) -> Formula:
    name = rng.choice(list(trio.oracle.values))
    values = trio.oracle.values[name]
    if values == [False, True]:
        return f.Atom(name)
    if isinstance(values[0], str) or rng.random() < 0.4:
        pair = [name, rng.choice(values)]
        rng.shuffle(pair)
        return f.Compare(pair[0], rng.choice(("=", "!=")), pair[1])
    left, right = term(rng, trio, 1), term(rng, trio, 1)
    return f.Compare(left, rng.choice(COMPARISONS), right)


def term(rng: Random, trio: Trio, depth: int) -> Term:
    """A random term over the numbers of the model, a fact at least in it."""
    numbers = [n for n, known in trio.oracle.values.items() if type(known[0]) is int]
    fact = rng.choice(numbers)
    if not depth or rng.random() < 0.5:
        return fact
    other = term(rng, trio, depth - 1) if rng.random() < 0.6 else rng.randrange(4)
    return Arithmetic(fact, rng.choice(("+", "-", "*")), other)


def formula(rng: Random, trio: Trio, depth: int) -> Formula:
    """A random formula with at most this many operators above one another."""
    if not depth or rng.random() < 0.08:
        return knows_value(rng, trio) if rng.random() < 0.12 else atom(rng, trio)

    def inner() -> Formula:
        return formula(rng, trio, depth - 1)

    def seat() -> Name:
        return number(rng.choice(trio.seats))

    def group() -> Group:
        some = rng.sample(trio.seats, rng.randint(1, len(trio.seats)))
        return tuple(map(number, some))

    makers: list[tuple[int, Callable[[], Formula]]] = [
        (3, lambda: f.Not(inner())),
        (3, lambda: f.And(tuple(inner() for _ in range(rng.choice((2, 2, 3)))))),
        (3, lambda: f.Or(tuple(inner() for _ in range(rng.choice((2, 2, 3)))))),
        (1, lambda: f.Implies(inner(), inner())),
        (1, lambda: f.Iff(inner(), inner())),
        (4, lambda: f.Knows(seat(), inner())),
        (4, lambda: f.Possible(seat(), inner())),
        (3, lambda: f.KnowsWhether(seat(), inner())),
        (2, lambda: f.Everyone(group(), inner())),
        (2, lambda: f.Common(group(), inner())),
        (2, lambda: f.Distributed(group(), inner())),
        (2, lambda: f.After(inner(), inner())),
        (2, lambda: f.AndAfter(inner(), inner())),
        (2, lambda: f.After(inner(), inner(), group())),
        (2, lambda: f.AndAfter(inner(), inner(), group())),
    ]
    weights, made = zip(*makers, strict=True)
    return rng.choices(made, weights)[0]()


def knows_value(rng: Random, trio: Trio) -> Formula:
    """`Kv` of a random fact, or of the whole world."""
    fact = rng.choice([*trio.oracle.values, "world"])
    return f.KnowsValue(number(rng.choice(trio.seats)), number(fact))


def factual(rng: Random, trio: Trio, depth: int) -> Formula:
    """A random formula that speaks of the world alone."""
    if not depth or rng.random() < 0.2:
        return atom(rng, trio)
    parts = tuple(factual(rng, trio, depth - 1) for _ in range(2))
    return rng.choice((f.And(parts), f.Or(parts), f.Not(parts[0]), f.Implies(*parts)))


def number(name: str) -> Name:
    """A name as the parser reads it: a number where it looks like one."""
    return int(name) if name.isdecimal() else name


# Models


def model(rng: Random, most: int) -> Trio:
    """A random model of up to so many worlds, to which something has happened already."""
    trio = (deal if rng.random() < 0.6 else general)(rng, most)
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        trio = happened(rng, trio, most)
    return trio


def deal(rng: Random, most: int) -> Trio:
    """Cards dealt to hands, perhaps with a stock, an envelope, a second place of somebody."""
    sizes = _sizes(rng, most)
    seats = [place for place in sizes if place.isdecimal()]
    many = sum(sizes.values())
    cards: list[Any] = list(range(many)) if rng.random() < 0.2 else list("abcdefghij"[:many])
    owner = {place: place for place in seats}
    named = {"aside": rng.choice(seats)} if "aside" in sizes else {}
    owner |= named
    seen, sees = _sight(rng, sizes, seats, owner)
    looked = rng.random() < 0.85
    contains = _contains(rng, sizes, cards)
    oracle = dealt(sizes, cards, seats, owner, sees if looked else {})
    oracle = oracle.only(lambda world: _fits(world, contains))
    given: Any = {"owner": named, "seen": seen, "contains": contains, "looked": looked}
    places = {number(place): size for place, size in sizes.items()}

    def made(law: Iterable[Formula]) -> list[Any]:
        more = {**given, "law": law, "nodes": NODES}
        return [wk.deal(places, cards=cards, engine=engine, **more) for engine in ENGINES]

    story = f"deal({places}, cards={cards}, {given})"
    trio = Trio(oracle, *made([]), (story,))
    law = factual(rng, trio, 1)
    if rng.random() < 0.8 or not oracle.where(law):
        return trio
    return Trio(oracle.announce(law), *made([law]), (f"{story} law {law}",))


def _fits(world: World, contains: dict[str, Any]) -> bool:
    """Whether each place contains what it should."""
    return all(
        sum(world[str(card)] == place for card in cards) == many
        for place, kinds in contains.items()
        for cards, many in kinds
    )


def _sizes(rng: Random, most: int) -> dict[str, int]:
    """Places with sizes, of which there are not too many deals."""
    while True:
        sizes = {str(seat): rng.randint(1, 3) for seat in range(rng.randint(2, 4))}
        for place, share in (("stock", 0.5), ("envelope", 0.3), ("aside", 0.3)):
            if rng.random() < share:
                sizes[place] = rng.randint(0 if place == "stock" else 1, 3)
        ways = factorial(sum(sizes.values())) // prod(map(factorial, sizes.values()))
        if 3 <= ways <= most and sum(sizes.values()) <= 10:
            return sizes


def _sight(
    rng: Random, sizes: dict[str, int], seats: list[str], owner: dict[str, str]
) -> tuple[Any, dict[str, list[str]]]:
    """Who sees which place: as `deal` is told it, and the places that each seat sees."""
    match rng.choice(("own", "own", "others", "some")):
        case "own":
            return "own", {s: [p for p in sizes if owner.get(p) == s] for s in seats}
        case "others":
            return "others", {s: [p for p in sizes if owner.get(p, s) != s] for s in seats}
    seen = {p: rng.sample(seats, rng.randint(0, 2)) for p in sizes if rng.random() < 0.6}
    seers = {p: seen.get(p, [owner[p]] if p in owner else []) for p in sizes}
    told = {number(place): list(map(number, some)) for place, some in seen.items()}
    return told, {seat: [p for p in sizes if seat in seers[p]] for seat in seats}


def _contains(rng: Random, sizes: dict[str, int], cards: list[Any]) -> dict[str, Any]:
    """Half of the envelope's cards, rounded down, are of the first half of the cards."""
    if "envelope" not in sizes or rng.random() < 0.3:
        return {}
    half, many = len(cards) // 2, sizes["envelope"] // 2
    return {"envelope": [(cards[:half], many), (cards[half:], sizes["envelope"] - many)]}


def general(rng: Random, most: int) -> Trio:
    """Propositions, facts with names or numbers for values, a law, things observed."""
    while True:
        facts: dict[str, list[Any]] = {p: [False, True] for p in "pqrs"[: rng.randint(1, 4)]}
        facts |= {x: list(range(1, rng.randint(3, 6))) for x in "xyz"[: rng.randint(1, 3)]}
        if rng.random() < 0.5:
            facts["day"] = ["Mon", "Tue", "Sun-day", "1st"][: rng.randint(2, 4)]
        if prod(map(len, facts.values())) <= most:
            break
    seats = ["ann", "bob", "cy"][: rng.randint(1, 3)]

    def made(law: Iterable[Formula], observes: dict[str, list[str]]) -> list[Any]:
        given: Any = {name: bool if v == [False, True] else v for name, v in facts.items()}
        more: Any = {"law": law, "observes": observes, "nodes": NODES}
        return [wk.model(given, seats=seats, engine=engine, **more) for engine in ENGINES]

    blank = Trio(situation(facts, seats), *made([], {}), ())
    laws = [factual(rng, blank, 2) for _ in range(rng.choice((0, 1, 1, 2)))]
    if not blank.oracle.where(all_of(*laws)):
        laws = []
    oracle = situation(facts, seats, laws)
    observes = {seat: _observed(rng, blank) for seat in seats}
    for seat, texts in observes.items():
        for text in texts:
            oracle = observe(oracle, seat, text if text in facts else parse_term(text))
    story = f"model({facts}, law={list(map(str, laws))}, observes={observes})"
    return Trio(oracle, *made(laws, observes), (story,))


def _observed(rng: Random, trio: Trio) -> list[str]:
    """What a seat observes: some facts, perhaps a term and whether a formula holds."""
    facts = list(trio.oracle.values)
    seen = rng.sample(facts, rng.randint(0, len(facts) - 1))
    if rng.random() < 0.4:
        seen.append(str(f.Compare(term(rng, trio, 2), "=", 0)).removesuffix(" = 0"))
    if rng.random() < 0.4:
        seen.append(str(f.Or((factual(rng, trio, 1), factual(rng, trio, 1)))))
    return seen


# What happens to them


Step = tuple[str, tuple[Any, ...], dict[str, Any]]  # a word of the models, and what it is given


def happened(rng: Random, trio: Trio, most: int) -> Trio:
    """The model after something random that can happen to it."""
    others = [looking, parting, showing] if trio.is_deal else []
    after = stepped(trio, rng.choice([announcing, announcing, telling, *others])(rng, trio))
    return after if len(after.oracle.worlds) <= most else trio


def stepped(trio: Trio, step: Step | None) -> Trio:
    """The model after a step, if there is one."""
    if step is None:
        return trio
    word, args, named = step
    return trio.updated(word, *args, **named)


def announcing(rng: Random, trio: Trio) -> Step | None:
    said = formula(rng, trio, rng.randint(1, 3))
    return ("announce", (said,), {}) if trio.oracle.where(said) else None


def telling(rng: Random, trio: Trio) -> Step:
    group = tuple(rng.sample(trio.seats, rng.randint(1, len(trio.seats))))
    return "tell", (group, formula(rng, trio, rng.randint(1, 3))), {}


def looking(rng: Random, trio: Trio) -> Step:
    return "look", (rng.choice(trio.seats), rng.choice(list(trio.places))), {}


def parting(rng: Random, trio: Trio) -> Step | None:
    """Cards of a place are drawn, put aside, or seen by somebody else."""
    places = [place for place, size in trio.places.items() if size]
    place = rng.choice(places)
    left = place if rng.random() < 0.7 else f"rest{len(trio.story)}"
    return _parted(rng, trio, place, trio.places[place], left)


def gathering(rng: Random, trio: Trio) -> Step | None:
    """Single cards that were seen are put to those of a place that nobody has seen, and parted."""
    hidden = [place for place in trio.places if not trio.oracle.seers.get(place)]
    alone = [p for p, n in trio.places.items() if n == 1 and p not in (*hidden, *trio.cards)]
    if not hidden or not alone:
        return None
    some = (rng.choice(hidden), *rng.sample(alone, rng.randint(1, min(2, len(alone)))))
    left = some[0] if rng.random() < 0.7 else f"rest{len(trio.story)}"
    return _parted(rng, trio, some, sum(trio.places[place] for place in some), left)


def _parted(rng: Random, trio: Trio, place: Any, many: int, left: str) -> Step | None:
    if len(trio.oracle.worlds) * factorial(many) > 4_000:
        return None
    new, drawn = f"part{len(trio.story)}", rng.randint(0, many)
    owner = {new: rng.choice(trio.seats)} if rng.random() < 0.7 else {}
    seen = {new: rng.sample(trio.seats, rng.randint(0, 2))} if rng.random() < 0.3 else {}
    return "split", (place, {left: many - drawn, new: drawn}), {"owner": owner, "seen": seen}


def showing(rng: Random, trio: Trio) -> Step | None:
    by, to = rng.sample(trio.seats, 2)
    among = rng.sample(trio.cards, rng.randint(1, min(4, len(trio.cards))))
    some = f.Or((f.Truth(False), *(f.Atom("has", (number(by), number(c))) for c in among)))
    return ("show", (by, to, among), {}) if trio.oracle.where(some) else None
