"""One card: the worlds "here it is" to "there it is", and who cannot tell two of them apart.

A projection of the model: two places are joined for a seat if there are deals, alike to that seat,
with the card in one and in the other. Suit and rank buttons choose a playing card.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any
from weakref import WeakKeyDictionary

from whoknows.core.error import Error
from whoknows.games.boerenbridge.picture import CardPicture, considered, picture
from whoknows.logic.svg import Dot, graph
from whoknows.table.moment import ALL, Moment
from whoknows.table.naming import (
    RANKS,
    SUITS,
    badge,
    letters,
    listed,
    owner_badge,
    pretty,
    quiet,
    suit_and_rank,
)
from whoknows.table.ownership import SUIT_NAMES, exact, percent

HUGE = 40  # cards; with more, a picture takes so long that it is made only when it is wanted


def one_card(moment: Moment, card: str | None = None) -> str:
    """The picture of a card (else of the first), as the viewer may see it."""
    if moment.model is None or moment.mine is None:
        return quiet("Nothing is dealt yet." if moment.model is None else "Cards are being parted.")
    cards = moment.model.vocabulary.world_facts
    if not cards:
        return quiet("No cards are dealt.")
    if card is None and len(cards) > HUGE:
        return quiet("Choose a card.") + _buttons(moment, cards, cards[0])
    chosen = cards[0] if card is None else card
    if chosen not in cards:
        return quiet(f"{chosen[:60]} is in nobody's hand.") + _buttons(moment, cards, cards[0])
    return (
        f'<div class="k-card">{_buttons(moment, cards, chosen)}'
        f"<h3>{_named(moment, chosen)}</h3>{_drawn(moment, chosen)}</div>"
    )


def _named(moment: Moment, card: str) -> str:
    letter = letters(moment.model.vocabulary).get(card, card)
    return pretty(card) if letter == card else f"{letter}: {escape(card)}"


def _drawn(moment: Moment, card: str) -> str:
    try:
        drawn = _picture(moment.model, card)
    except Error as error:
        return quiet(str(error)) + _said(moment, card)
    seats = moment.model.seats
    now = considered(moment.mine, card)
    nodes = [_node(moment, drawn, place, place in now) for place in drawn.places]
    spots = {place: spot for spot, place in enumerate(drawn.places)}
    lines: dict[str, list[tuple[int, int]]] = {seat: [] for seat in seats}
    for line in drawn.lines:
        lines[line.seat].append((spots[line.one], spots[line.other]))
    who = " ".join(badge(seats, seat) for seat in range(len(seats)))
    title = f'<p class="said">A line: the seat may be unable to tell: {who}</p>'
    return graph(nodes, lines, page=True) + title + _said(moment, card)


def _picture(model: Any, card: str) -> CardPicture:
    kept = _PICTURES.setdefault(model, {})
    if card not in kept:
        kept[card] = picture(model, card)
    return kept[card]


_PICTURES: WeakKeyDictionary[Any, dict[str, CardPicture]] = WeakKeyDictionary()


def _node(moment: Moment, drawn: CardPicture, place: str, is_possible: bool) -> Dot:
    """A place: gone where it is ruled out for all, stressed where the viewer thinks it possible."""
    words, seats = moment.model.vocabulary, moment.model.seats
    owner = words.owner(place)
    own = "" if owner == place else f" ({place})"
    state = "alive" if place in drawn.possible else "gone"
    mine = isinstance(moment.viewer, int) and is_possible
    true = _lies(moment, drawn.card) == place
    marks = (state, *("mine",) * mine, *("true",) * true)
    number = seats.index(owner) if owner in seats else None
    text = f"{owner} has it{own}" if number is not None else f"in {place}"
    return Dot(text, marks, rows=((number, text),))


def _lies(moment: Moment, card: str) -> str | None:
    """Where the card is, for ALL only."""
    if moment.viewer != ALL or moment.world is None:
        return None
    return str(moment.model.vocabulary.assignment(moment.world)[card])


def _said(moment: Moment, card: str) -> str:
    """The viewer's odds; for ALL, what each seat considers possible."""
    seats = moment.model.seats
    if moment.viewer == ALL and moment.world is not None:
        rows = (
            f"<li>{badge(seats, n)} considers possible: {escape(_thought(moment, n, card))}</li>"
            for n in range(len(seats))
        )
        return f'<ul class="thoughts">{"".join(rows)}</ul>'
    shares = moment.mine.ownership()[card]
    rows = (
        f'<li title="{exact(share)}">{owner_badge(seats, owner)}: '
        f"{'certain' if share == 1 else percent(share)}</li>"
        for owner, share in shares.items()
        if share
    )
    return f'<ul class="thoughts">{"".join(rows)}</ul>'


def _thought(moment: Moment, seat: int, card: str) -> str:
    return listed(considered(moment.model.seat(seat, at=moment.world), card), "or")


def _buttons(moment: Moment, cards: Sequence[str], chosen: str) -> str:
    if all(map(suit_and_rank, cards)):
        return _suits_and_ranks(cards, chosen)
    names = letters(moment.model.vocabulary)
    return _group(
        "Cards", [_button(card, escape(names[card]), card, card == chosen) for card in cards]
    )


def _suits_and_ranks(cards: Sequence[str], chosen: str) -> str:
    """A suit keeps the rank and a rank the suit; one that is not dealt is not offered."""
    suit, rank = suit_and_rank(chosen) or ("", "")
    suits = [each for each in SUITS if any(card.endswith(each) for card in cards)]
    ranks = [each for each in RANKS if any(card[:-1] == each for card in cards)]
    red = {"D": "red", "H": "red"}
    by_suit = [
        _button(
            rank + each,
            f'<span class="playing {red.get(each, "black")}">{SUITS[each]}</span>',
            SUIT_NAMES[each],
            each == suit,
            rank + each in cards,
        )
        for each in suits
    ]
    by_rank = [
        _button(each + suit, each, each, each == rank, each + suit in cards) for each in ranks
    ]
    return _group("Suit", by_suit) + _group("Rank", by_rank)


def _group(name: str, buttons: list[str]) -> str:
    return f'<div class="choices" role="group" aria-label="{name}">{"".join(buttons)}</div>'


def _button(card: str, text: str, name: str, is_chosen: bool, is_there: bool = True) -> str:
    state = "" if is_there else ' disabled="disabled"'
    return (
        f'<button type="button" data-card="{escape(card)}" aria-label="{escape(name)}" '
        f'title="{escape(name)}" aria-pressed="{str(is_chosen).lower()}"{state}>{text}</button>'
    )
