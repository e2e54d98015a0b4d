"""What one seat thinks that another knows: card by card, and the views that the other may have.

For each card and owner: does the one know that the other knows whether it is there, as in
`K[N] Kw[E] has(S,QH)`, know that it does not, or not know which? A seat is told of others only
what follows from what it knows itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, NamedTuple

from whoknows.core.error import Error
from whoknows.logic.formula import Atom, Formula, Knows, KnowsWhether, Name, Not, Possible
from whoknows.logic.worlds import Worlds
from whoknows.table.moment import ALL, Moment
from whoknows.table.naming import badge, letters, listed, owner_badge, pretty, quiet

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


def nested(moment: Moment, outer: int, inner: int) -> str:
    """What `outer` thinks that `inner` knows, as the viewer may know it."""
    if moment.model is None or moment.mine is None:
        return quiet("Nothing is dealt yet.")
    seats = moment.model.seats
    if not (0 <= outer < len(seats) and 0 <= inner < len(seats)) or outer == inner:
        return quiet("Choose two different seats.")
    try:
        return f'<div class="k-nested">{_table(moment, outer, inner)}</div>'
    except Error as error:
        return quiet(str(error))


def status(moment: Moment, outer: int, inner: int, fact: Formula) -> Nested:
    """Which of the three it is, or that the viewer cannot tell."""
    model, names = moment.model, moment.model.seats
    whether = KnowsWhether(_name(names[inner]), fact)
    here = _here(moment)
    ways = (
        (KNOWS, model.where(Knows(_name(names[outer]), whether))),
        (NOT, model.where(Knows(_name(names[outer]), Not(whether)))),
    )
    for way, held in ways:
        if not here - held:
            return way
    return UNSURE if any(here & held for _, held in ways) else OPEN


def _here(moment: Moment) -> Worlds:
    """The true world for ALL, else all that the viewer considers possible."""
    if moment.viewer == ALL and moment.world is not None:
        return Worlds(moment.model, moment.model.point(moment.world))
    worlds: Worlds = moment.mine.worlds
    return worlds


def _table(moment: Moment, outer: int, inner: int) -> str:
    model, seats = moment.model, moment.model.seats
    cards = _cards(moment)
    owners = [_name(seat) for seat in seats]
    head = "".join(f'<th scope="col">{badge(seats, n)}</th>' for n in range(len(seats)))
    cell = _cell(moment, outer)
    views = "" if cell is None else f'<th scope="col">{badge(seats, inner)} may think it with</th>'
    rows = "".join(
        f'<tr><th scope="row">{_named(model, card)}</th>'
        + "".join(_square(moment, outer, inner, Atom("has", (owner, card))) for owner in owners)
        + ("" if cell is None else f"<td>{_views(model, cell, inner, card)}</td>")
        + "</tr>"
        for card in cards
    )
    one, other = badge(seats, outer), badge(seats, inner)
    return (
        f'<p class="said">Does {one} know that {other} knows whether a seat has the card?</p>'
        f'<table class="nested"><thead><tr><th></th>{head}{views}</tr></thead>'
        f"<tbody>{rows}</tbody></table>{_key(one, other, moment)}"
    )


def _square(moment: Moment, outer: int, inner: int, fact: Atom) -> str:
    seats = moment.model.seats
    way = status(moment, outer, inner, fact)
    told = f"{fact.args[0]} has {fact.args[1]}"
    said = escape(way.words.format(seats[outer], seats[inner], told))
    asked = Knows(_name(seats[outer]), KnowsWhether(_name(seats[inner]), fact))
    return (
        f'<td class="{CLASSES[way]}" data-ask="{escape(str(asked))}" tabindex="0" role="button" '
        f'title="{said}" aria-label="{said}">{way.sign}</td>'
    )


def _key(one: str, other: str, moment: Moment) -> str:
    lines = [
        (KNOWS, f"{one} knows that {other} knows whether"),
        (NOT, f"{one} knows that {other} does not"),
        (OPEN, f"{one} does not know which"),
    ]
    if moment.viewer != ALL:
        lines.append((UNSURE, "you cannot tell"))
    told = "".join(
        f'<li><b class="{CLASSES[way]}">{way.sign}</b> {text}</li>' for way, text in lines
    )
    return f'<ul class="legend">{told}</ul>'


def _cell(moment: Moment, outer: int) -> Worlds | None:
    """What the outer seat considers possible, where the viewer may know it."""
    if moment.viewer == ALL and moment.world is not None:
        cell: Worlds = moment.model.cell(outer, at=moment.world)
        return cell
    return moment.mine.worlds if moment.viewer == outer else None


def _views(model: Any, cell: Worlds, inner: int, card: str) -> str:
    """The views of a card that the inner seat may have, each with the worlds in which it has it."""
    found = sorted(views(model, cell, inner, card), key=lambda view: -view[1])
    total = cell.count()
    told = [
        listed((owner_badge(model.seats, place) for place in places), "or")
        + ("" if many == total else f' <span class="faint">{many:,}</span>')
        for places, many in found[:MOST_VIEWS]
    ]
    more = " …" if len(found) > MOST_VIEWS else ""
    return " <b>/</b> ".join(told) + more


def views(model: Any, cell: Worlds, inner: int, card: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """The sets of places in which the inner seat may consider a card possible, and how often."""
    places = [str(place) for place in model.vocabulary.fact(card).values]
    name = _name(model.seats[inner])
    thinks = [model.where(Possible(name, Atom("in", (place, card)))) for place in places]
    classes: list[tuple[tuple[str, ...], Worlds]] = [((), cell)]
    for place, held in zip(places, thinks, strict=True):
        split = [((*named, place), some & held) for named, some in classes]
        split += [(named, some - held) for named, some in classes]
        classes = [(named, some) for named, some in split if some]
    yield from ((named, some.count()) for named, some in classes)


def _cards(moment: Moment) -> list[str]:
    """The cards told: all, or those of which the most is unknown to all."""
    cards = list(moment.model.vocabulary.world_facts)
    if len(cards) <= MOST_CARDS:
        return cards
    odds = moment.model.outsider().ownership()
    unknown = [card for card in cards if all(share != 1 for share in odds[card].values())]
    return unknown[:MOST_CARDS]


def _named(model: Any, card: str) -> str:
    letter = letters(model.vocabulary).get(card, card)
    return pretty(card) if letter == card else f"<b>{letter}</b> {escape(card)}"


def _name(seat: str) -> Name:
    return int(seat) if seat.isdecimal() else seat
