"""The laws of knowledge and announcements hold in every model, of both engines."""

from collections.abc import Callable
from random import Random

import pytest
import randomly
from randomly import Trio

from whoknows.core.error import Error
from whoknows.logic.formula import Formula, Group, Iff, Name, Truth, all_of
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

MODELS = 25


class Draw:
    """Random ingredients of a law: formulas, a fact, seats and groups of one model."""

    def __init__(self, rng: Random, trio: Trio) -> None:
        self.f, self.g, self.h = (randomly.formula(rng, trio, 2) for _ in range(3))
        self.p = randomly.factual(rng, trio, 1)
        self.i, self.j = (randomly.number(rng.choice(trio.seats)) for _ in range(2))
        self.group = tuple(map(randomly.number, rng.sample(trio.seats, rng.randint(1, 2))))
        self.outside = [name for name in map(randomly.number, trio.seats) if name not in self.group]


def models(purpose: str) -> list[tuple[Random, Trio]]:
    """Random models, each with the source of randomness for what is asked of it."""
    sources = [Random(f"{purpose} {number}") for number in range(MODELS)]
    return [(rng, several_seats(rng)) for rng in sources]


def several_seats(rng: Random) -> Trio:
    while True:
        trio = randomly.model(rng, 150)
        if len(trio.seats) > 1:
            return trio


LAWS: dict[str, Callable[[Draw], Formula]] = {
    # S5
    "K distributes": lambda d: Knows(d.i, d.f >> d.g) >> (Knows(d.i, d.f) >> Knows(d.i, d.g)),
    "what is known is true": lambda d: Knows(d.i, d.f) >> d.f,
    "who knows knows that": lambda d: Knows(d.i, d.f) >> Knows(d.i, Knows(d.i, d.f)),
    "who does not know knows that": lambda d: ~Knows(d.i, d.f) >> Knows(d.i, ~Knows(d.i, d.f)),
    "M is the dual of K": lambda d: Iff(Possible(d.i, d.f), ~Knows(d.i, ~d.f)),
    "tautologies are known": lambda d: Knows(d.i, d.f | ~d.f),
    # knowing whether, and values
    "whether it is, whether it is not": lambda d: Iff(
        KnowsWhether(d.i, d.f), KnowsWhether(d.i, ~d.f)
    ),
    "Kw is K of one or the other": lambda d: Iff(
        KnowsWhether(d.i, d.f), Knows(d.i, d.f) | Knows(d.i, ~d.f)
    ),
    "who knows the world knows whatever is a fact": lambda d: (
        KnowsValue(d.i, "world") >> KnowsWhether(d.i, without_shown(d.p))
    ),
    # groups
    "C implies E": lambda d: Common(d.group, d.f) >> Everyone(d.group, d.f),
    "E implies K": lambda d: Everyone(d.group, d.f) >> Knows(d.group[0], d.f),
    "K implies D": lambda d: Knows(d.group[0], d.f) >> Distributed(d.group, d.f),
    "D implies truth": lambda d: Distributed(d.group, d.f) >> d.f,
    "E is K of each": lambda d: Iff(
        Everyone(d.group, d.f), all_of(*(Knows(seat, d.f) for seat in d.group))
    ),
    "C is a fixed point": lambda d: Iff(
        Common(d.group, d.f), d.f & Everyone(d.group, Common(d.group, d.f))
    ),
    "C by induction": lambda d: (
        (d.f & Common(d.group, d.f >> Everyone(d.group, d.f))) >> Common(d.group, d.f)
    ),
    "who knows what is common": lambda d: (
        Common(d.group, d.f) >> Knows(d.group[0], Common(d.group, d.f))
    ),
    "a group of one": lambda d: all_of(
        *(Iff(Knows(d.i, d.f), kind((d.i,), d.f)) for kind in (Everyone, Common, Distributed))
    ),
    "a group named twice": lambda d: all_of(
        *(
            Iff(kind(d.group, d.f), kind((*d.group, *d.group), d.f))
            for kind in (Everyone, Common, Distributed)
        )
    ),
    # announcements
    "announcements change no facts": lambda d: Iff(After(d.f, d.p), d.f >> d.p),
    "knowledge after an announcement": lambda d: Iff(
        After(d.f, Knows(d.i, d.g)), d.f >> Knows(d.i, After(d.f, d.g))
    ),
    "two announcements are one": lambda d: Iff(
        After(d.f, After(d.g, d.h)), After(d.f & After(d.f, d.g), d.h)
    ),
    "the diamond is the dual of the box": lambda d: Iff(AndAfter(d.f, d.g), ~After(d.f, ~d.g)),
    "the diamond says that it is true": lambda d: Iff(AndAfter(d.f, d.g), d.f & After(d.f, d.g)),
    "not, after an announcement": lambda d: Iff(After(d.f, ~d.g), d.f >> ~After(d.f, d.g)),
    "and, after an announcement": lambda d: Iff(
        After(d.f, d.g & d.h), After(d.f, d.g) & After(d.f, d.h)
    ),
    "distributed knowledge after an announcement": lambda d: Iff(
        After(d.f, Distributed(d.group, d.g)), d.f >> Distributed(d.group, After(d.f, d.g))
    ),
    "facts become common knowledge": lambda d: After(d.p, Common((d.i, d.j), d.p)),
    "saying nothing": lambda d: Iff(After(Truth(True), d.g), d.g),
    # announcements to a group
    "telling changes no facts": lambda d: Iff(After(d.f, d.p, d.group), d.f >> d.p),
    "who is told": lambda d: Iff(
        After(d.f, Knows(d.group[0], d.g), d.group),
        d.f >> Knows(d.group[0], After(d.f, d.g, d.group)),
    ),
    "who is not told": lambda d: all_of(*(not_told(d, seat) for seat in d.outside)),
    "a fact told is common knowledge of those told": lambda d: After(
        d.p, Common(d.group, d.p), d.group
    ),
    "all see that the group learns whether": lambda d: After(
        d.p, Common((d.i, d.j), KnowsWhether(d.group[0], d.p)), d.group
    ),
    "the diamond to a group": lambda d: Iff(
        AndAfter(d.f, d.g, d.group), ~After(d.f, ~d.g, d.group)
    ),
}


def not_told(d: Draw, seat: Name) -> Formula:
    """Somebody else reckons with both: that it was true and that it was not."""
    either = After(d.f, d.g, d.group) & After(~d.f, d.g, d.group)
    return Iff(After(d.f, Knows(seat, d.g), d.group), d.f >> Knows(seat, either))


def moore(d: Draw) -> Formula:
    return d.p & ~Knows(d.i, d.p)


def without_shown(fact: Formula) -> Formula:
    """A fact of the deal; what was shown in private is not part of it."""
    return Truth(True) if "shown" in str(fact) else fact


@pytest.mark.parametrize("law", LAWS)
def test_law(law: str) -> None:
    for rng, trio in models(law):
        formula = LAWS[law](Draw(rng, trio))
        for engine in trio.engines:
            assert engine.valid(formula), (trio.story, str(formula))


def test_each_seat_tells_whether_what_it_was_told() -> None:
    for rng, trio in models("told"):
        d = Draw(rng, trio)
        for engine in trio.engines:
            after = engine.tell(d.group, d.p)
            everyone: Group = tuple(map(randomly.number, trio.seats))
            learned = all_of(*(KnowsWhether(seat, d.p) for seat in d.group))
            assert after.valid(Common(everyone, learned)), (trio.story, str(d.p))


# The truth is never ruled out


def test_a_true_announcement_keeps_the_actual_world() -> None:
    for rng, trio in models("truth"):
        for engine in trio.engines:
            world = rng.choice(list(engine.worlds))
            said = randomly.formula(rng, trio, 3)
            said = said if engine.holds(said, at=world) else ~said
            after = engine.announce(said)
            assert world in after.worlds, (trio.story, str(said), world)
            assert after.count() == engine.where(said).count()
            with pytest.raises(Error):
                after.announce(Truth(False))


def test_telling_rules_out_nothing() -> None:
    for rng, trio in models("telling"):
        for engine in trio.engines:
            said = randomly.formula(rng, trio, 3)
            group = rng.sample(trio.seats, rng.randint(1, len(trio.seats)))
            assert list(engine.tell(group, said).worlds) == list(engine.worlds)


def test_who_is_not_told_learns_no_fact() -> None:
    for rng, trio in models("not told"):
        d = Draw(rng, trio)
        for engine in trio.engines:
            after = engine.tell(d.group, d.f)
            for seat in d.outside:
                before = list(engine.where(Knows(seat, d.p)))
                assert list(after.where(Knows(seat, d.p))) == before, (trio.story, str(d.f))


def test_nothing_known_is_false() -> None:
    for rng, trio in models("known"):
        for engine in trio.engines:
            world = rng.choice(list(engine.worlds))
            seat, formula = rng.choice(trio.seats), randomly.formula(rng, trio, 3)
            knowledge = engine.seat(seat, at=world)
            if knowledge.knows(formula):
                assert engine.holds(formula, at=world)
            assert knowledge.possible(formula) or not engine.holds(formula, at=world)
            assert knowledge.knows(formula) == engine.holds(
                Knows(randomly.number(seat), formula), at=world
            )


def test_knowledge_is_the_same_throughout_a_cell() -> None:
    for rng, trio in models("cell"):
        seat, formula = rng.choice(trio.seats), randomly.formula(rng, trio, 3)
        for engine in trio.engines:
            world = rng.choice(list(engine.worlds))
            here = engine.seat(seat, at=world)
            for other in here.worlds:
                there = engine.seat(seat, at=other)
                assert there.count() == here.count()
                assert there.knows(formula) == here.knows(formula)


# What is no law


NO_LAWS: dict[str, Callable[[Draw], Formula]] = {
    "E of E": lambda d: Everyone(d.group, d.p) >> Everyone(d.group, Everyone(d.group, d.p)),
    "D implies E": lambda d: Distributed(d.group, d.p) >> Everyone(d.group, d.p),
    "E implies C": lambda d: Everyone(d.group, d.p) >> Common(d.group, d.p),
    "truth is known": lambda d: d.p >> Knows(d.i, d.p),
    "what is said stays true": lambda d: After(moore(d), moore(d)),
    "what is possible is known": lambda d: Possible(d.i, d.p) >> Knows(d.i, d.p),
}


@pytest.mark.parametrize("claim", NO_LAWS)
def test_no_law(claim: str) -> None:
    drawn = [(trio, NO_LAWS[claim](Draw(rng, trio))) for rng, trio in models(claim) * 20]
    assert not all(trio.bitset.valid(formula) for trio, formula in drawn)
    assert not all(trio.diagram.valid(formula) for trio, formula in drawn)
