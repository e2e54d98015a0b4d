"""One card at a time: where it may have been dealt, and who cannot tell two such places apart.

For each card there are the worlds "N has it" to "W has it", and "in the stock" if there is one.
They are a projection of the joint model of whole deals: two of them are joined for a seat if some
deal with the card here and some deal with it there look the same to that seat.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from itertools import combinations
from math import cos, hypot, pi, sin
from typing import NamedTuple

from whoknows.deals.deal_model import DealModel
from whoknows.logic.formula import Atom, Formula, Name, Not
from whoknows.logic.graphviz import COLOURS
from whoknows.logic.knowledge import Knowledge
from whoknows.logic.modal_operators import Knows
from whoknows.logic.svg import DASHES
from whoknows.logic.vocabulary import World

Spot = tuple[float, float]


class Line(NamedTuple):
    """There are deals in which this seat cannot tell whether the card is here or there."""

    seat: str
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class CardPicture:
    """The places of a card, those still possible by everything public, and the seats' lines.

    If the deal is given, also where the card is, and for each seat in order where it now considers
    the card possible.
    """

    card: str
    seats: tuple[str, ...]
    places: tuple[str, ...]  # one a seat, then the stock
    possible: tuple[str, ...]
    lines: tuple[Line, ...]
    true: str | None = None
    considered: tuple[tuple[str, ...], ...] = ()

    def __str__(self) -> str:
        public = [f"{self.card}: {_listed(self.possible)}", *_told_apart(self)]
        return "\n".join([*public, *_considering(self)])


def picture(model: DealModel, card: Name, *, at: World | None = None) -> CardPicture:
    """The picture of a card of the round; only an analyst, who sees the deal, gives `at`."""
    places, name = _places(model.outsider(), card), model.vocabulary.card(card)
    possible = considered(model.outsider(), name)
    lines = tuple(line for seat in model.seats for line in _lines(model, seat, name, possible))
    public = CardPicture(name, model.seats, places, possible, lines)
    if at is None:
        return public
    (true,) = (place for place in possible if model.holds(_lies(place, name), at=at))
    known = tuple(considered(model.seat(seat, at=at), name) for seat in model.seats)
    return replace(public, true=true, considered=known)


def pictures(model: DealModel, *, at: World | None = None) -> dict[str, CardPicture]:
    """The picture of every card of the round, except one that was turned up, which nobody was
    dealt."""
    return {card: picture(model, card, at=at) for card in model.vocabulary.world_facts}


def considered(knowledge: Knowledge, card: Name) -> tuple[str, ...]:
    """Where one seat considers the card possible: what its own page may show of it."""
    places = _places(knowledge, card)
    return tuple(place for place in places if knowledge.possible(_lies(place, card)))


def rules_out(seat: Name, card: Name, place: str) -> Formula:
    """That a seat knows the card not to lie there."""
    return Knows(seat, Not(_lies(place, card)))


def svg(drawn: CardPicture, width: int = 340) -> str:
    """The picture as a drawing: a box for each place, and a line for each seat in its own colour
    and dashes."""
    radius = width / 2 - 50
    turns = [2 * pi * n / len(drawn.places) for n in range(len(drawn.places))]
    centres = [(width / 2 + radius * sin(t), 55 + radius - radius * cos(t)) for t in turns]
    spots = dict(zip(drawn.places, centres, strict=True))
    below = 90 + 2 * radius
    shapes = [
        f'<text x="8" y="20" font-size="16" font-weight="bold">{escape(drawn.card)}</text>',
        *(_line(drawn, line, spots) for line in drawn.lines),
        *(_box(drawn, place, spot) for place, spot in spots.items()),
        *(_key(drawn, number, below + 20 * number) for number in range(len(drawn.seats))),
    ]
    height = below + 20 * len(drawn.seats)
    return (
        f'<svg viewBox="0 0 {width} {height:.0f}" width="{width}" role="img" '
        f'xmlns="http://www.w3.org/2000/svg" font-family="system-ui,sans-serif" font-size="12">'
        f"<title>{escape(str(drawn))}</title>{''.join(shapes)}</svg>"
    )


def _places(knowledge: Knowledge, card: Name) -> tuple[str, ...]:
    return tuple(map(str, knowledge.model.vocabulary.fact(card).values))


def _lies(place: str, card: Name) -> Formula:
    return Atom("in", (place, card))


def _lines(model: DealModel, seat: str, card: str, possible: tuple[str, ...]) -> Iterator[Line]:
    elsewhere = [place for place in possible if place != seat]  # its own hand it knows
    for one, other in combinations(elsewhere, 2):
        ruled_out = model.where(rules_out(seat, card, other))
        if model.where(_lies(one, card)) - ruled_out:
            yield Line(seat, one, other)


def _told_apart(drawn: CardPicture) -> Iterator[str]:
    for seat in drawn.seats:
        pairs = [(line.one, line.other) for line in drawn.lines if line.seat == seat]
        ends = tuple(place for place in drawn.places if any(place in pair for pair in pairs))
        if pairs and len(pairs) == len(ends) * (len(ends) - 1) // 2:
            yield f"  {seat} may be unable to tell {_listed(ends, 'and')} apart"
        elif pairs:
            words = ", ".join(f"{one} from {other}" for one, other in pairs)
            yield f"  {seat} may be unable to tell {words}"


def _considering(drawn: CardPicture) -> Iterator[str]:
    if drawn.true is not None:
        yield f"  in fact: {drawn.true}"
        for seat, places in zip(drawn.seats, drawn.considered, strict=True):
            yield f"  {seat} considers possible: {_listed(places)}"


def _listed(places: tuple[str, ...], word: str = "or") -> str:
    *most, last = places
    return f"{', '.join(most)} {word} {last}" if most else last


def _line(drawn: CardPicture, line: Line, spots: dict[str, Spot]) -> str:
    """The line of a seat; those of several seats run side by side."""
    beside = [other.seat for other in drawn.lines if other[1:] == line[1:]]
    (x1, y1), (x2, y2) = spots[line.one], spots[line.other]
    aside = 10 * (beside.index(line.seat) - (len(beside) - 1) / 2) / hypot(x2 - x1, y2 - y1)
    dx, dy = (y1 - y2) * aside, (x2 - x1) * aside
    colour, dashes = _look(drawn.seats.index(line.seat))
    return (
        f'<line x1="{x1 + dx:.1f}" y1="{y1 + dy:.1f}" x2="{x2 + dx:.1f}" y2="{y2 + dy:.1f}" '
        f'stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dashes}">'
        f"<title>{escape(line.seat)}</title></line>"
    )


def _box(drawn: CardPicture, place: str, spot: Spot) -> str:
    """A world: grey and dashed where it is ruled out, with a star where it is true."""
    words = f"{place} has it" if place in drawn.seats else f"in the {place}"
    ink, edge, dashes = (
        ("#222", "#333", "") if place in drawn.possible else ("#767676", "#bbb", "3 3")
    )
    star = "★ " if place == drawn.true else ""
    x, y = spot
    return (
        f'<rect x="{x - 42:.1f}" y="{y - 14:.1f}" width="84" height="28" rx="8" fill="#fff" '
        f'stroke="{edge}" stroke-width="1.5" stroke-dasharray="{dashes}"/>'
        f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" fill="{ink}">'
        f"{star}{escape(words)}</text>"
    )


def _key(drawn: CardPicture, number: int, y: float) -> str:
    """What the lines of a seat look like, and what the seat now considers possible."""
    seat, (colour, dashes) = drawn.seats[number], _look(number)
    now = f" considers possible: {_listed(drawn.considered[number])}" if drawn.considered else ""
    return (
        f'<line x1="8" y1="{y - 4:.1f}" x2="40" y2="{y - 4:.1f}" stroke="{colour}" '
        f'stroke-width="2.5" stroke-dasharray="{dashes}"/>'
        f'<text x="48" y="{y:.1f}" fill="#222">{escape(seat + now)}</text>'
    )


def _look(number: int) -> tuple[str, str]:
    return COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
