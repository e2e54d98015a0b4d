"""What a move gave away: who now knows, and did not before, who has a card.

    discoveries(before, after) -> [{"words": "Bram now knows that you have a", "formula": ...}]

A seat hears what it has learned itself, and what the others have surely learned about its own
cards; ALL hears what everyone learned, an onlooker what anybody can work out. What a move says in
so many words is left out. The formula asks for the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypedDict

from whoknows.core.error import Error
from whoknows.core.memo import once
from whoknows.core.names import person, written
from whoknows.deals.deal_model import DealModel
from whoknows.logic.formula import And, Atom, Formula
from whoknows.logic.knowledge import Knowledge
from whoknows.logic.modal_operators import Everyone, Knows, KnowsValue
from whoknows.table.knowledge.amounts import listed
from whoknows.table.knowledge.card_text import spoken
from whoknows.table.knowledge.chapter import cases, considered, same_worlds
from whoknows.table.knowledge.ownership import by_owner
from whoknows.table.knowledge.second_person import own_seat
from whoknows.table.knowledge.visible_moment import ALL, Dealt, Moment, Viewer

WORLD = "world"  # all cards at once, in formulas
NESTED = 10**6  # worlds; among more of them it takes too long to tell what others know


class Discovery(TypedDict):
    """Something that somebody knows now, in words, and the question that tells why."""

    words: str
    formula: str


class Fact(NamedTuple):
    """That a seat has a card; of nobody: who has any card at all."""

    owner: str
    card: str


EVERYTHING = Fact("", WORLD)


class Verbs(NamedTuple):
    """How it is said that one knows, that several know, and that anybody can tell."""

    one: str
    several: str
    anybody: str


NOW = Verbs("now knows", "now know", "can now tell")
WOULD = Verbs("would know", "would know", "could tell")


def discoveries(
    before: Moment, after: Moment, between: Sequence[Moment] = (), *, would: bool = False
) -> list[Discovery]:
    """Everything that was found out from one moment of a viewer to another, those between them
    included; or would be."""
    if not isinstance(before, Dealt) or not isinstance(after, Dealt):
        return []
    if before.model is after.model or not same_worlds(before.model, after.model):
        return []
    fresh = {(seat, fact) for seat, fact in _found(after) if not _was_known(before, seat, fact)}
    said = frozenset[Fact]().union(*map(said_of, (*between, after)))
    learners: dict[Fact, list[str]] = {}
    for seat in ("", *after.model.seats):
        for fact in sorted(fact for who, fact in fresh if who == seat):
            if fact not in said and not (fact != EVERYTHING and (seat, EVERYTHING) in fresh):
                learners.setdefault(fact, []).append(seat)
    verbs = WOULD if would else NOW
    return [_told(after, seats, fact, verbs) for fact, seats in learners.items()]


def since(moments: Sequence[Moment], step: int) -> Moment | None:
    """What a moment is compared with: the viewer's own last move if it is the viewer's turn again,
    otherwise the moment before it."""
    if not step:
        return None
    now = moments[step]
    if now.actions and isinstance(now.viewer, int):
        me = now.game.seats[now.viewer]
        own = [moment for moment in moments[:step] if moment.by == me]
        if own:
            return own[-1]
    return moments[step - 1]


def _found(moment: Dealt) -> frozenset[tuple[str, Fact]]:
    """Who knows which fact, as far as the viewer can tell; whoever is "" is anybody at all."""
    return once(_found_out, moment.viewer, moment)


def _found_out(viewer: Viewer, moment: Dealt) -> frozenset[tuple[str, Fact]]:
    seats, mine = moment.model.seats, moment.mine
    if viewer == ALL:
        each = [(seat, considered(moment, n)) for n, seat in enumerate(seats)]
        return frozenset((seat, fact) for seat, known in each for fact in _facts(known, seat))
    if not isinstance(viewer, int):
        return frozenset(("", fact) for fact in _facts(mine, ""))
    own = {(seats[viewer], fact) for fact in _facts(mine, seats[viewer])}
    return frozenset(own | set(_found_out_by_others(mine, seats[viewer], moment.model)))


def _was_known(before: Dealt, seat: str, fact: Fact) -> bool:
    """Whether somebody already knew it, as far as the viewer can tell: to ask that of what is known
    now is less work than to find out all that was known then."""
    seats, viewer = before.model.seats, before.viewer
    if viewer == ALL or not seat or seats.index(seat) == viewer:
        known = considered(before, seats.index(seat) if seat else None)
        return cases(known) == 1 if fact == EVERYTHING else known.knows(has(fact))
    try:
        return before.mine.knows(_known(seat, fact))
    except Error:  # as in `_found_out_by_others`: nothing can be told
        return False


def _facts(known: Knowledge, seat: str) -> Iterator[Fact]:
    """Which cards of others somebody is certain of."""
    seats = known.model.seats
    for card, shares in by_owner(known).items():
        owner = next((name for name, share in shares.items() if share == 1), None)
        if owner in seats and owner != seat:
            yield Fact(str(owner), card)
    if cases(known) == 1:
        yield EVERYTHING


def _found_out_by_others(mine: Knowledge, me: str, model: DealModel) -> Iterator[tuple[str, Fact]]:
    """What the others know about the viewer's own cards, whatever the viewer cannot see."""
    if cases(model) > NESTED:
        return
    own = [card for card, shares in by_owner(mine).items() if shares.get(me) == 1]
    try:
        for seat in model.seats:
            if seat != me:
                knows = [Fact(me, card) for card in own if mine.knows(_known(seat, Fact(me, card)))]
                yield from ((seat, fact) for fact in knows)
    except Error:  # a deal so large that only facts can be asked about
        return


def _known(seat: str, fact: Fact) -> Formula:
    if fact == EVERYTHING:
        return KnowsValue(written(seat), WORLD)
    return Knows(written(seat), has(fact))


def has(fact: Fact) -> Atom:
    return Atom("has", (written(fact.owner), fact.card))


def said_of(moment: Moment) -> frozenset[Fact]:
    """What the move itself said of single cards, in so many words."""
    formulas = [getattr(stage.update, "formula", None) for stage in moment.stages]
    return frozenset(fact for formula in formulas for fact in _parts(formula))


def _parts(formula: Formula | None) -> Iterator[Fact]:
    match formula:
        case Atom("has", (seat, card)):
            yield Fact(str(seat), str(card))
        case Knows(_, inner):
            yield from _parts(inner)
        case And(parts):
            for part in parts:
                yield from _parts(part)


def _told(moment: Dealt, learners: Sequence[str], fact: Fact, verbs: Verbs) -> Discovery:
    me = own_seat(moment)
    words = f"{_who(moment, learners, fact, verbs)} {_what(fact, me)}"
    return Discovery(words=words[0].upper() + words[1:], formula=_asks(learners, fact, me))


def _who(moment: Dealt, learners: Sequence[str], fact: Fact, verbs: Verbs) -> str:
    """Who has found it out, and the verb for them."""
    others = [seat for seat in moment.model.seats if seat != fact.owner]
    if learners == [""]:
        return f"everyone {verbs.anybody}"
    if len(learners) == len(others) > 1 and fact != EVERYTHING:
        return f"everyone {verbs.one}"
    me = own_seat(moment)
    named = ["you" if seat == me else person(seat) for seat in learners]
    verb = verbs.one if len(named) == 1 and learners != [me] else verbs.several
    return f"{listed(named)} {verb}"


def _what(fact: Fact, me: str | None) -> str:
    if fact == EVERYTHING:
        return "where every card is"
    whose = "you have" if fact.owner == me else f"{person(fact.owner)} has"
    return f"that {whose} {spoken(fact.card)}"


def _asks(learners: Sequence[str], fact: Fact, me: str | None) -> str:
    """The question whose answer says why."""
    knowing = [seat for seat in learners if seat and seat != me]
    if fact == EVERYTHING:
        return str(_known(learners[0], fact)) if learners[0] else ""
    if not knowing:
        return str(has(fact))
    if len(knowing) == 1:
        return str(_known(knowing[0], fact))
    return str(Everyone(tuple(map(written, knowing)), has(fact)))
