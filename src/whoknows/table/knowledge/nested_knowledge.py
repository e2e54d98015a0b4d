"""What one seat thinks that another knows: card by card, and the views that the other may have.

For each card and owner: does the one seat know that the other knows whether it is there, as in
`K[N] Kw[E] has(S,QH)`, know that it does not, or not know which? A seat is told of others only what
follows from what it knows itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, reduce
from html import escape
from operator import and_, or_
from typing import NamedTuple

from whoknows.core.error import Error
from whoknows.core.memo import once
from whoknows.core.names import written
from whoknows.deals.card_picture import rules_out
from whoknows.deals.deal_model import DealModel
from whoknows.deals.factual.factual_space import Factual
from whoknows.deals.factual.large import TooLargeError
from whoknows.deals.hands.hand_space import HandSpace
from whoknows.logic.formula import Atom, Formula
from whoknows.logic.knowledge import Knowledge
from whoknows.logic.modal_operators import Knows, KnowsWhether
from whoknows.logic.space import Set, Space, neighbours
from whoknows.logic.worlds import Worlds
from whoknows.table.knowledge.amounts import listed, worlds_in_words
from whoknows.table.knowledge.card_text import named
from whoknows.table.knowledge.chapter import considered
from whoknows.table.knowledge.notices import plainly, quiet
from whoknows.table.knowledge.ownership import Odds
from whoknows.table.knowledge.place_names import whereabouts
from whoknows.table.knowledge.seat_badges import badge, owner_badge
from whoknows.table.knowledge.set_tests import is_all, is_none
from whoknows.table.knowledge.visible_moment import ALL, Dealt, Moment, known_to

View = tuple[tuple[str, ...], Set]  # places where somebody considers a card possible, and where so
MOST_VIEWS = 4  # told of one card
MOST_CARDS = 20  # of larger deals, those of which the most is unknown


class Nested(NamedTuple):
    """Whether one knows that the other knows whether; `unsure` is what the viewer cannot tell."""

    sign: str
    words: str


KNOWS = Nested("✓", "{0} knows that {1} knows whether {2}")
NOT = Nested("✗", "{0} knows that {1} does not know whether {2}")
OPEN = Nested("?", "{0} does not know whether {1} knows whether {2}")
UNSURE = Nested("·", "you cannot tell whether {0} knows if {1} knows whether {2}")
CLASSES = {KNOWS: "knows", NOT: "not", OPEN: "open", UNSURE: "unsure"}


class Outlook(NamedTuple):
    """From where one seat's knowledge is judged: sets as the engine has them."""

    model: DealModel
    outer: int
    here: Set  # the true world for ALL, otherwise all that the viewer considers possible
    thought: Set  # what the outer seat considers possible in any of these
    is_sure: bool  # whether that is one cell: then the viewer can always tell


def nested(moment: Moment, outer: int, inner: int) -> str:
    """What `outer` thinks that `inner` knows, as the viewer may know it."""
    if not isinstance(moment, Dealt):
        return quiet("No cards have been dealt yet.")
    seats = moment.model.seats
    if not (0 <= outer < len(seats) and 0 <= inner < len(seats)) or outer == inner:
        return quiet("Choose two different seats.")
    if isinstance(moment.model.space, Factual | HandSpace):
        return quiet(plainly(TooLargeError()))
    try:
        return f'<div class="k-nested">{_table(moment, outer, inner)}</div>'
    except Error as error:
        return quiet(plainly(error))


def status(moment: Dealt, outer: int, inner: int, fact: Formula) -> Nested:
    """Which of the three it is, or that the viewer cannot tell."""
    whether = KnowsWhether(written(moment.model.seats[inner]), fact)
    return _judged(_outlook(moment, outer), moment.model.extension(whether))


def _outlook(moment: Dealt, outer: int) -> Outlook:
    model = moment.model
    if moment.viewer == ALL and moment.world is not None:
        return Outlook(model, outer, model.point(moment.world), _cell(moment, outer).held, True)
    here = moment.mine.held
    if moment.viewer == outer:
        return Outlook(model, outer, here, here, True)
    return Outlook(model, outer, here, neighbours(model.space, outer, here), False)


def _judged(outlook: Outlook, whether: Set) -> Nested:
    """What the outer seat knows of a set of worlds."""
    space = outlook.model.space
    inside = outlook.thought & whether
    if is_all(space, inside, outlook.thought):
        return KNOWS
    if is_none(space, inside):
        return NOT
    if outlook.is_sure:
        return OPEN
    known = (space.knows(outlook.outer, held) for held in (whether, ~whether))
    return OPEN if all(space.is_empty(outlook.here & held) for held in known) else UNSURE


def _table(moment: Dealt, outer: int, inner: int) -> str:
    model, seats = moment.model, moment.model.seats
    head = "".join(f'<th scope="col">{badge(seats, n)}</th>' for n in range(len(seats)))
    outlook = _outlook(moment, outer)
    may = f'<th scope="col">{badge(seats, inner)} may consider it with</th>'
    views = may if outlook.is_sure else ""
    if outlook.is_sure:
        rows = once(_sure_rows, (outer, inner), considered(moment, outer), model)
    else:
        rows = "".join(_row(outlook, inner, card) for card in _cards(model))
    one, other = badge(seats, outer), badge(seats, inner)
    return (
        f'<p class="said">Does {one} know that {other} knows whether a seat has the card?</p>'
        f'<table class="nested"><thead><tr><th></th>{head}{views}</tr></thead>'
        f"<tbody>{rows}</tbody></table>{_key(one, other, moment)}"
    )


def _sure_rows(between: tuple[int, int], knowledge: Knowledge, model: DealModel) -> str:
    """The same for whoever can always tell: the outer seat itself, and ALL."""
    (outer, inner), held = between, knowledge.held
    outlook = Outlook(model, outer, held, held, True)
    told = (_views(model, knowledge.worlds, inner, card) for card in _cards(model))
    rows = zip(_cards(model), told, strict=True)
    return "".join(_row(outlook, inner, card, f"<td>{view}</td>") for card, view in rows)


def _row(outlook: Outlook, inner: int, card: str, view: str = "") -> str:
    name = named(outlook.model.vocabulary, card)
    return f'<tr><th scope="row">{name}</th>{_squares(outlook, inner, card)}{view}</tr>'


def _squares(outlook: Outlook, inner: int, card: str) -> str:
    """A square for each owner: does the inner seat know whether that owner has the card?

    A card lies in one place: a seat that rules out all places but an owner's knows that the owner
    has it, and one that rules out all of the owner's knows that the owner has not.
    """
    model = outlook.model
    ruled_out = once(excluded, (inner, card), model)
    squares = []
    for owner in range(len(model.seats)):
        own = {place.name for place in model.vocabulary.places if place.owner == owner}
        ways: list[list[Set]] = [[], []]
        for place, held in ruled_out.items():
            ways[place in own].append(held)
        way = _judged(outlook, _any_of(model, ways)) if len(ruled_out) > 1 else KNOWS
        names = model.seats
        squares.append(_square(names[outlook.outer], names[inner], names[owner], card, way))
    return "".join(squares)


def _any_of(model: DealModel, ways: list[list[Set]]) -> Set:
    """Where all sets of one of the ways meet."""
    return reduce(or_, (reduce(and_, way) if way else model.space.all for way in ways))


def excluded(at: tuple[int, str], model: DealModel) -> Mapping[str, Set]:
    """For each place where a card may lie: the worlds in which the seat rules that out."""
    inner, card = at
    shares = once(public_odds, None, model)[card]
    owner = model.vocabulary.owner
    places = [p for p in map(str, model.vocabulary.fact(card).values) if shares.get(owner(p))]
    if len(places) == 1:
        return {places[0]: model.space.none}  # as all know
    seat = model.seats[inner]
    return {place: model.extension(rules_out(seat, card, place)) for place in places}


def public_odds(_: None, model: DealModel) -> Odds:
    """What everyone knows of each card."""
    return known_to(model, None, None).ownership()


@lru_cache(maxsize=4096)  # some 2 MB
def _square(outer: str, inner: str, owner: str, card: str, way: Nested) -> str:
    said = escape(way.words.format(outer, inner, f"{owner} has {card}"))
    return (
        f'<td class="{CLASSES[way]}" data-ask="{_question(outer, inner, owner, card)}" '
        f'tabindex="0" role="button" title="{said}" aria-label="{said}">{way.sign}</td>'
    )


def _question(outer: str, inner: str, owner: str, card: str) -> str:
    fact = Atom("has", (written(owner), card))
    return escape(str(Knows(written(outer), KnowsWhether(written(inner), fact))))


def _key(one: str, other: str, moment: Dealt) -> str:
    lines = [
        (KNOWS, f"{one} knows that {other} knows"),
        (NOT, f"{one} knows that {other} does not know"),
        (OPEN, f"{one} does not know whether {other} knows"),
    ]
    if moment.viewer != ALL:
        lines.append((UNSURE, "you cannot tell"))
    told = "".join(
        f'<li><b class="{CLASSES[way]}">{way.sign}</b> {text}</li>' for way, text in lines
    )
    return f'<ul class="legend">{told}</ul>'


def _cell(moment: Dealt, outer: int) -> Worlds:
    """What the outer seat considers possible: the viewer's own, or for ALL anybody's."""
    return considered(moment, outer).worlds


def _views(model: DealModel, cell: Worlds, inner: int, card: str) -> str:
    """The views of a card that the inner seat may have, each with the worlds in which it has it."""
    found: dict[tuple[str, ...], int] = {}
    for places, many in views(model, cell, inner, card):
        names = tuple(dict.fromkeys(whereabouts(model.vocabulary, place) for place in places))
        found[names] = found.get(names, 0) + many
    told = [
        listed((owner_badge(model.seats, name) for name in names), "or")
        + ("" if len(found) == 1 else f' <span class="faint">(in {worlds_in_words(many)})</span>')
        for names, many in sorted(found.items(), key=lambda view: -view[1])[:MOST_VIEWS]
    ]
    return ",<br/>".join(told) + (" …" if len(found) > MOST_VIEWS else "")


def views(
    model: DealModel, cell: Worlds, inner: int, card: str
) -> Iterator[tuple[tuple[str, ...], int]]:
    """The sets of places in which the inner seat may consider a card possible, and how often."""
    space = model.space
    classes: list[View] = [((), cell.held)]
    for place, held in once(excluded, (inner, card), model).items():
        classes = _parted(space, classes, place, held)
    yield from ((named, space.count(some)) for named, some in classes)


def _parted(space: Space, classes: list[View], place: str, excluded: Set) -> list[View]:
    """Those who consider a place possible beside the others, and those who do not."""
    here, gone = list[View](), list[View]()
    for places, some in classes:
        without = some & excluded
        if is_all(space, without, some):
            gone.append((places, some))
        elif is_none(space, without):
            here.append(((*places, place), some))
        else:
            here.append(((*places, place), some & ~excluded))
            gone.append((places, without))
    return here + gone


def _cards(model: DealModel) -> list[str]:
    """The cards shown: all, or those about which everyone together knows least."""
    cards = list(model.vocabulary.world_facts)
    if len(cards) <= MOST_CARDS:
        return cards
    odds = once(public_odds, None, model)
    unknown = [card for card in cards if all(share != 1 for share in odds[card].values())]
    return unknown[:MOST_CARDS]
