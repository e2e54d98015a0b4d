"""Questions worth asking at this moment: facts, who knows them, who knows who knows them.

They are about the cards of which the viewer is least sure, and chosen so that at every depth some
are true, some false and some unknown. Only what the viewer knows goes into the choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import TypedDict
from weakref import WeakKeyDictionary

from whoknows.core.error import Error
from whoknows.core.game import World
from whoknows.core.names import written
from whoknows.logic.formula import Atom, Formula, Name, Not
from whoknows.logic.knowledge import Knowledge
from whoknows.logic.modal_operators import (
    After,
    Common,
    Distributed,
    Knows,
    KnowsValue,
    KnowsWhether,
    Possible,
    is_factual,
)
from whoknows.logic.parser import parse
from whoknows.logic.space import Set
from whoknows.logic.worlds import Worlds, in_memory
from whoknows.table.knowledge.chapter import LARGE, is_slow
from whoknows.table.knowledge.second_person import in_words
from whoknows.table.knowledge.set_tests import is_all, is_none
from whoknows.table.knowledge.visible_moment import ALL, Dealt, Moment, Viewer

HUGE = 40  # cards; with more, few formulas are tried, and none of knowledge of knowledge
TRIED = 4  # of each depth then, or where what others know takes long to tell
A_DEPTH = 3  # examples of each depth at most: true, false, unknown


class Example(TypedDict):
    """A formula, and what it says in words."""

    formula: str
    words: str


def examples(moment: Moment) -> list[Example]:
    """Formulas and their words, the simple ones first."""
    if not isinstance(moment, Dealt):
        return []
    kept = _FOUND.setdefault(moment.mine, {})
    if moment.viewer not in kept or kept[moment.viewer][0] != moment.world:
        kept[moment.viewer] = moment.world, _chosen(moment)
    return [*kept[moment.viewer][1]]


# As long as nothing is said, a viewer knows the same: every view until then has the same examples.
_FOUND: WeakKeyDictionary[Knowledge, dict[Viewer, tuple[World | None, list[Example]]]] = (
    WeakKeyDictionary()
)


def _chosen(moment: Dealt) -> list[Example]:
    found: list[Example] = []
    is_huge = len(moment.model.vocabulary.world_facts) > HUGE
    few = TRIED if is_huge or is_slow(moment.model) else None
    here, most = _here(moment), 2 if moment.viewer == ALL else A_DEPTH  # ALL is never unsure
    cards = _least_sure(moment)
    for depth in islice(_by_depth(moment, cards), 3 if is_huge else None):
        seen: set[str] = set()
        for formula in depth[:few]:
            said = _verdict(here, formula, cards)
            if said is None or said in seen:
                continue
            seen.add(said)
            found.append({"formula": str(formula), "words": in_words(moment, formula)})
            if len(seen) == most:
                break
    return found


def _here(moment: Dealt) -> Worlds:
    """The true world for ALL, otherwise everything the viewer considers possible."""
    if moment.viewer == ALL and moment.world is not None:
        return Worlds(moment.model, moment.model.point(moment.world))
    return moment.mine.worlds


def _verdict(here: Worlds, formula: Formula, cards: list[str]) -> str | None:
    """What kind of answer it has; None if there is none, as of nested knowledge in huge deals."""
    try:
        return _judged(here, formula, cards)
    except Error:
        return None


@in_memory
def _judged(here: Worlds, formula: Formula, cards: list[str]) -> str:
    space, there = here.model.space, _where(here, formula, cards)
    if is_none(space, there):
        return "false"
    return "true" if is_all(space, there, here.held) else "unknown"


def _where(here: Worlds, formula: Formula, cards: list[str]) -> Set:
    """In which of these worlds it holds; whoever knows the world knows where every card is."""
    model, held = here.model, here.held
    if not isinstance(formula, KnowsValue):
        return held & model.extension(formula)
    for card in cards:  # the most doubtful first: one that is not known settles it
        held = held & model.extension(KnowsValue(formula.seat, card))
        if is_none(model.space, held):
            break
    return held


def _by_depth(moment: Dealt, cards: list[str]) -> Iterator[list[Formula]]:
    """Formulas of facts, of who knows them, of who knows who knows them, and so on."""
    seats = [written(seat) for seat in moment.model.seats]
    me = seats[moment.viewer] if isinstance(moment.viewer, int) else seats[0]
    others = [seat for seat in seats if seat != me]
    facts = [_has(seat, card) for card in cards[:3] for seat in (*others, me)]
    yield [*facts, *(_has(seat, card) for seat in (me, *others) for card in cards[-1:])]
    yield _known(facts[:4], seats, others)
    yield [Possible(seat, fact) for fact in facts for seat in _others(seats, fact)]
    if len(moment.model.vocabulary.world_facts) <= LARGE:
        yield [KnowsValue(seat, "world") for seat in (me, *others)]
    yield _known_to_know(facts[:4], me, others)
    yield [*_announced(moment, seats), *(Distributed(tuple(seats), fact) for fact in facts[:3])]
    yield [After(facts[0], KnowsWhether(one, fact)) for fact in facts[1:4] for one in seats]


def _has(seat: Name, card: str) -> Atom:
    return Atom("has", (seat, card))


def _known(facts: list[Atom], seats: list[Name], others: list[Name]) -> list[Formula]:
    """Who knows a fact; then whether it is so."""
    that: list[Formula] = []
    whether: list[Formula] = []
    for fact in facts:
        that += [Knows(seat, fact) for seat in _others(seats, fact)]
        whether += [KnowsWhether(seat, fact) for seat in _others(others, fact)]
    return that + whether


def _known_to_know(facts: list[Atom], me: Name, others: list[Name]) -> list[Formula]:
    """What I know that others do not; then whether they know of me."""
    mine: list[Formula] = []
    theirs: list[Formula] = []
    for fact in facts:
        mine += [Knows(me, Not(Knows(one, fact))) for one in _others(others, fact)]
        theirs += [Knows(one, KnowsWhether(me, fact)) for one in others]
    return mine + theirs


def _announced(moment: Dealt, seats: list[Name]) -> Iterator[Formula]:
    """What was said last is common knowledge, if it was about the cards."""
    for update in reversed(moment.model.history):
        said = getattr(update, "formula", None)
        if said is not None and is_factual(parse(said)):
            yield Common(tuple(seats), parse(said))
            return


def _least_sure(moment: Dealt) -> list[str]:
    """The cards in the order of how much the viewer doubts which seat has them."""
    odds = moment.mine.ownership()
    half = Fraction(1, 2)

    def doubt(card: str) -> tuple[Fraction, bool]:
        shares = [odds[card].get(seat, Fraction(0)) for seat in moment.model.seats]
        return min(abs(share - half) for share in shares), 1 in shares

    return sorted(odds, key=doubt)


def _others(seats: list[Name], fact: Atom) -> list[Name]:
    """All seats except the one that would have the card: a seat knows what it has."""
    return [seat for seat in seats if seat != fact.args[0]]
