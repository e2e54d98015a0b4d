"""A slow and obvious model checker, which the engines must agree with.

A model is a list of worlds (plain dicts) and, for each seat, a function that gives what the
seat has seen of a world: worlds with the same key look the same to it. Truth at a world is a
recursion straight from the definitions. Nothing of the engines is used, only the formulas.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

from whoknows.logic.formula import (
    And,
    Arithmetic,
    Atom,
    Compare,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Term,
    Truth,
)
from whoknows.logic.modal_operators import (
    After,
    AndAfter,
    Common,
    Distributed,
    Everyone,
    Knows,
    KnowsValue,
    KnowsWhether,
    Possible,
)

World = dict[str, Any]
Key = Callable[[World], Hashable]
Many = tuple[World, ...]


@dataclass(eq=False)
class Oracle:
    """Worlds, what each seat sees of them, and whose the places are and who sees them."""

    worlds: list[World]
    keys: dict[str, Key]
    owner: dict[str, str] = field(default_factory=dict)
    seers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    values: dict[str, list[Any]] = field(default_factory=dict)
    shown: tuple[str, ...] = ()
    _truth: dict[Any, bool] = field(default_factory=dict)
    _cells: dict[tuple[str, ...], dict[int, Many]] = field(default_factory=dict)
    _parts: dict[frozenset[str], dict[int, Many]] = field(default_factory=dict)
    _later: dict[Any, "Oracle"] = field(default_factory=dict)
    _asked: dict[int, Formula] = field(default_factory=dict)

    def where(self, formula: Formula) -> list[World]:
        """The worlds in which the formula holds."""
        return [world for world in self.worlds if self.holds(formula, world)]

    def holds(self, formula: Formula, world: World) -> bool:
        """Whether the formula holds at the world."""
        self._asked[id(formula)] = formula  # kept, for what is remembered goes by identity
        return self._true(formula, world)

    def _true(self, formula: Formula, world: World) -> bool:
        """The same for a part of a formula that was asked: found once, then remembered."""
        at = (id(formula), id(world))
        if at not in self._truth:
            self._truth[at] = self._by_definition(formula, world)
        return self._truth[at]

    def _by_definition(self, formula: Formula, world: World) -> bool:
        match formula:
            case Truth(value):
                return value
            case Atom("has", (seat, card)):
                return self.owner.get(world[str(card)]) == str(seat)
            case Atom("in", (place, card)):
                return bool(world[str(card)] == str(place))
            case Atom(name, ()):
                return bool(world[name])
            case Compare():
                return self._compares(formula, world)
            case Not(inner):
                return not self._true(inner, world)
            case And(parts):
                return all(self._true(part, world) for part in parts)
            case Or(parts):
                return any(self._true(part, world) for part in parts)
            case Implies(left, right):
                return not self._true(left, world) or self._true(right, world)
            case Iff(left, right):
                return self._true(left, world) == self._true(right, world)
            case After(said, then, to):
                return not self._true(said, world) or self.after(said, to).holds(then, world)
            case AndAfter(said, then, to):
                return self._true(said, world) and self.after(said, to).holds(then, world)
        return self._knowledge(formula, world)

    def _knowledge(self, formula: Formula, world: World) -> bool:
        match formula:
            case Knows(seat, inner):
                return self._all(inner, self.cell([seat], world))
            case Possible(seat, inner):
                return self._any(inner, self.cell([seat], world))
            case KnowsWhether(seat, inner):
                cell = self.cell([seat], world)
                return self._all(inner, cell) or not self._any(inner, cell)
            case KnowsValue(seat, fact):
                facts = self.world_facts if fact == "world" else [str(fact)]
                cell = self.cell([seat], world)
                return all(self._same(name, cell) for name in facts)
            case Everyone(group, inner):
                return all(self._all(inner, self.cell([seat], world)) for seat in group)
            case Common(group, inner):
                return self._all(inner, self.reachable(group, world))
            case Distributed(group, inner):
                return self._all(inner, self.cell(group, world))
        raise TypeError(f"not a formula: {formula!r}")

    def _all(self, formula: Formula, cell: Many) -> bool:
        """Whether it holds in all these worlds; asked once a cell, not once a world of it."""
        at = ("all", id(formula), id(cell))
        if at not in self._truth:
            self._truth[at] = all(self._true(formula, world) for world in cell)
        return self._truth[at]

    def _any(self, formula: Formula, cell: Many) -> bool:
        """Whether it holds in some of them."""
        at = ("any", id(formula), id(cell))
        if at not in self._truth:
            self._truth[at] = any(self._true(formula, world) for world in cell)
        return self._truth[at]

    def _same(self, fact: str, cell: Many) -> bool:
        """Whether the fact has one value in all of them."""
        at = ("same", fact, id(cell))
        if at not in self._truth:
            self._truth[at] = len({str(world[fact]) for world in cell}) == 1
        return self._truth[at]

    def cell(self, group: Iterable[Any], world: World) -> Many:
        """The worlds that look like this one to all of the group together."""
        seats = tuple(map(str, group))
        if seats not in self._cells:
            found: dict[Hashable, list[World]] = {}
            for other in self.worlds:
                found.setdefault(self._key(seats, other), []).append(other)
            cells = map(tuple, found.values())
            self._cells[seats] = {id(one): cell for cell in cells for one in cell}
        return self._cells[seats][id(world)]

    def _key(self, seats: tuple[str, ...], world: World) -> Hashable:
        return tuple(self.keys[seat](world) for seat in seats)

    def cells(self, seat: Any) -> list[Many]:
        """All cells of a seat."""
        return list(
            {id(cell): cell for cell in (self.cell([seat], w) for w in self.worlds)}.values()
        )

    def reachable(self, group: Iterable[Any], world: World) -> Many:
        """The worlds to which a walk from cell to cell of members of the group leads."""
        seats = frozenset(map(str, group))
        parts = self._parts.setdefault(seats, {})
        if id(world) not in parts:
            found, waiting, walked = {id(world): world}, [world], set[int]()
            while waiting:
                here = waiting.pop()
                for cell in (self.cell([seat], here) for seat in seats):
                    new = () if id(cell) in walked else cell
                    walked.add(id(cell))
                    waiting += [other for other in new if id(other) not in found]
                    found.update({id(other): other for other in new})
            # A walk can be walked back: from each of these one reaches all of them.
            parts.update(dict.fromkeys(found, tuple(found.values())))
        return parts[id(world)]

    def _compares(self, formula: Compare, world: World) -> bool:
        left, sign, right = formula.left, formula.sign, formula.right
        if sign == "!=":
            return not self._compares(Compare(left, "=", right), world)
        if sign == "=" and self._is_value(left, right):
            return str(world[str(left)]) == str(right)
        if sign == "=" and self._is_value(right, left):
            return str(world[str(right)]) == str(left)
        one, other = self._value(left, world), self._value(right, world)
        match sign:
            case "=":
                return bool(one == other)
            case "<":
                return bool(one < other)
            case "<=":
                return bool(one <= other)
            case ">":
                return bool(one > other)
        return bool(one >= other)

    def _is_value(self, fact: Term, value: Term) -> bool:
        return str(value) in map(str, self.values.get(str(fact), []))

    def _value(self, term: Term, world: World) -> Any:
        match term:
            case Arithmetic(left, "+", right):
                return self._value(left, world) + self._value(right, world)
            case Arithmetic(left, "-", right):
                return self._value(left, world) - self._value(right, world)
            case Arithmetic(left, "*", right):
                return self._value(left, world) * self._value(right, world)
            case str():
                return world[term]
        return term

    @property
    def world_facts(self) -> list[str]:
        """The facts that make up a world; what was shown in private is not among them."""
        return [fact for fact in self.values if fact not in self.shown]

    # what changes it; each gives a new model

    def after(self, said: Formula, to: Iterable[Any] | None) -> "Oracle":
        """After an announcement, part of a formula that was asked, to all or to some."""
        heard = None if to is None else tuple(to)
        at = (id(said), heard)
        if at not in self._later:
            self._later[at] = self.announce(said) if heard is None else self.tell(heard, said)
        return self._later[at]

    def announce(self, said: Formula) -> "Oracle":
        """Only the worlds in which it is true are left."""
        return self.only(lambda world: self.holds(said, world))

    def only(self, kept: Callable[[World], bool]) -> "Oracle":
        """Only the worlds that pass are left."""
        return self._with(worlds=[world for world in self.worlds if kept(world)])

    def tell(self, group: Iterable[Any], said: Formula) -> "Oracle":
        """No world goes; the key of each member gains the truth value."""
        return self._seeing(group, lambda world: self.holds(said, world))

    def look(self, seat: Any, place: Any) -> "Oracle":
        """A seat sees which cards lie in a place."""
        made = self._seeing([seat], lying(place, self.world_facts))
        made.seers[str(place)] = (*self.seers.get(str(place), ()), str(seat))
        return made

    def split(
        self,
        place: Any,
        parts: Mapping[Any, int],
        owner: Mapping[Any, Any] | None = None,
        seen: Mapping[Any, Iterable[Any]] | None = None,
    ) -> "Oracle":
        """A world for each way to part the cards; seats keep what they saw, and see their parts.

        Of several places put together, a world tells beside the deal what lay in those seen.
        """
        old = [str(name) for name in (place if isinstance(place, tuple) else (place,))]
        told = tuple(name for name in old if len(old) > 1 and self.seers.get(name))
        values, came_from = self._parted(old, parts, told), {}
        for world in self.worlds:
            lay = [card for card in self.world_facts if world[card] in old]
            was = {world[card]: card for card in lay if world[card] in told}
            for into in deals({str(part): size for part, size in parts.items()}, lay):
                new = world | into | was
                came_from[id(new)] = (new, world)
        made = self._grown(came_from, values)
        made.shown = (*self.shown, *told)
        owners = {str(part): str(seat) for part, seat in (owner or {}).items()}
        seers = {str(part): tuple(map(str, seats)) for part, seats in (seen or {}).items()}
        stays = {old[0]: self.seers.get(old[0], ())} if old[0] in map(str, parts) else {}
        made.owner = {p: s for p, s in self.owner.items() if p not in old or p in stays} | owners
        made.seers = {p: s for p, s in self.seers.items() if p not in old}
        for part, seats in {**stays, **{p: (s,) for p, s in owners.items()}, **seers}.items():
            for seat in seats:
                made = made.look(seat, part)
        return made

    def show(self, by: Any, to: Any, among: Sequence[Any]) -> "Oracle":
        """A world for each of these cards that the seat has; the two see which it was."""
        name, came_from = f"shown{len(self.shown) + 1}", {}
        for world in self.worlds:
            for card in map(str, among):
                if self.owner.get(world[card]) == str(by):
                    new = world | {name: card}
                    came_from[id(new)] = (new, world)
        made = self._grown(came_from, {**self.values, name: list(map(str, among))})
        made.shown = (*self.shown, name)
        return made._seeing([by, to], lambda world: world[name])

    def _parted(
        self, old: list[str], parts: Mapping[Any, int], told: tuple[str, ...]
    ) -> dict[str, list[Any]]:
        """The values of the facts when these places are parted."""
        values = {name: list(self.values[name]) for name in self.shown}
        for card in self.world_facts:
            kept = [value for value in self.values[card] if value not in old]
            values[card] = [*kept, *map(str, parts)]
        return values | {name: list(self.world_facts) for name in told}

    def _grown(
        self, came_from: dict[int, tuple[World, World]], values: dict[str, list[Any]]
    ) -> "Oracle":
        """New worlds, each looking like the world that it came from."""

        def inherited(key: Key) -> Key:
            return lambda world: key(came_from[id(world)][1])

        return self._with(
            worlds=[new for new, _ in came_from.values()],
            keys={seat: inherited(key) for seat, key in self.keys.items()},
            values=values,
        )

    def _seeing(self, seats: Iterable[Any], more: Key) -> "Oracle":
        def both(key: Key) -> Key:
            return lambda world: (key(world), more(world))

        members = set(map(str, seats))
        return self._with(
            keys={seat: both(key) if seat in members else key for seat, key in self.keys.items()}
        )

    def _with(self, **changes: Any) -> "Oracle":
        places = {"owner": dict(self.owner), "seers": dict(self.seers)}
        kept = {"worlds": self.worlds, "keys": self.keys, "values": self.values}
        return Oracle(**{**kept, **places, "shown": self.shown, **changes})


def dealt(
    places: Mapping[Any, int],
    cards: Iterable[Any],
    seats: Iterable[Any],
    owner: Mapping[Any, Any],
    sees: Mapping[Any, Iterable[Any]],
) -> Oracle:
    """All deals; `owner` says whose a place is, `sees` which places a seat sees."""
    named = {str(place): size for place, size in places.items()}
    faces = list(map(str, cards))
    blind = Oracle(
        list(deals(named, faces)),
        {str(seat): lambda world: None for seat in seats},
        {str(place): str(seat) for place, seat in owner.items()},
        values={card: list(named) for card in faces},
    )
    for seat, seen in sees.items():
        for place in seen:
            blind = blind.look(seat, place)
    return blind


def situation(
    facts: Mapping[str, Sequence[Any]], seats: Iterable[Any], laws: Iterable[Formula] = ()
) -> Oracle:
    """All combinations of values that obey the laws, before anyone has seen anything."""
    worlds = [dict(zip(facts, values, strict=True)) for values in product(*facts.values())]
    values = {name: list(known) for name, known in facts.items()}
    made = Oracle(worlds, {str(seat): lambda world: None for seat in seats}, values=values)
    for law in laws:
        made = made.announce(law)
    return made


def observe(model: Oracle, seat: Any, seen: Term | Formula) -> Oracle:
    """A seat sees the value of a term, or whether a formula holds."""
    if isinstance(seen, Formula):
        return model.tell([seat], seen)
    return model._seeing([seat], lambda world: model._value(seen, world))


def deals(places: Mapping[str, int], cards: Sequence[str]) -> Iterator[World]:
    """Every way to lay the cards in the places, each holding its number."""
    if not places:
        yield {}
        return
    (place, size), *others = places.items()
    for chosen in combinations(cards, size):
        rest = [card for card in cards if card not in chosen]
        for deal in deals(dict(others), rest):
            yield {**dict.fromkeys(chosen, place), **deal}


def lying(place: Any, cards: Iterable[str]) -> Key:
    """Which of these cards lie in the place."""
    return lambda world: frozenset(card for card in cards if world[card] == str(place))


def flat(world: Mapping[Any, Any]) -> frozenset[tuple[str, str]]:
    """A world as a user reads it, {place: cards} or {fact: value}, as (fact, value) pairs."""
    pairs = []
    for key, content in world.items():
        if isinstance(content, list):
            pairs += [(str(card), str(key)) for card in content]
        else:
            pairs.append((str(key), str(content)))
    return frozenset(pairs)
