"""One card: the worlds "here it is" to "there it is", and who cannot tell two of them apart.

This is a projection of the model: two places are joined for a seat if there are deals that look the
same to it, one with the card here and one with the card there. Suit and rank buttons choose a
playing card.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from weakref import WeakKeyDictionary

from whoknows.core.error import Error
from whoknows.deals.card_picture import CardPicture, picture
from whoknows.deals.deal_model import DealModel
from whoknows.logic.card_letters import letters
from whoknows.logic.svg import Dot, graph
from whoknows.table.knowledge.amounts import listed
from whoknows.table.knowledge.card_text import RANKS, SUIT_NAMES, SUITS, pretty, suit_and_rank
from whoknows.table.knowledge.chapter import considered, is_slow
from whoknows.table.knowledge.notices import plainly, quiet
from whoknows.table.knowledge.ownership import by_owner, exact, percent
from whoknows.table.knowledge.place_names import whereabouts
from whoknows.table.knowledge.seat_badges import badge, owner_badge
from whoknows.table.knowledge.visible_moment import ALL, Dealt, Moment

Pair = tuple[int, int]
HUGE = 40  # cards; with more, a picture takes so long that it is made only when it is wanted


def one_card(moment: Moment, card: str | None = None) -> str:
    """The picture of a card (by default the first), as the viewer may see it."""
    if not isinstance(moment, Dealt):
        return quiet(
            "No cards have been dealt yet." if moment.model is None else "Cards are being divided."
        )
    cards = moment.model.vocabulary.world_facts
    if not cards:
        return quiet("There are no cards.")
    if card is None and (len(cards) > HUGE or is_slow(moment.model)):
        return _chooser(moment, cards, cards[0], quiet("Choose a card."))
    chosen = cards[0] if card is None else card
    if chosen not in cards:
        return _chooser(moment, cards, cards[0], quiet(f"{chosen[:60]} is in nobody's hand."))
    drawn = f"<h3>{_named(moment, chosen)}</h3>{_drawn(moment, chosen)}"
    return _chooser(moment, cards, chosen, drawn)


def _chooser(moment: Dealt, cards: Sequence[str], chosen: str, below: str) -> str:
    """A button for every card, and what is said about one."""
    return f'<div class="k-card">{_buttons(moment, cards, chosen)}{below}</div>'


def _named(moment: Dealt, card: str) -> str:
    letter = letters(moment.model.vocabulary).get(card, card)
    return pretty(card) if letter == card else f"{letter}: {escape(card)}"


def _drawn(moment: Dealt, card: str) -> str:
    """Places that are called the same, such as all of a seat's, are one here."""
    try:
        drawn = _picture(moment.model, card)
    except Error as error:
        return quiet(plainly(error)) + _said(moment, card)
    words, seats = moment.model.vocabulary, moment.model.seats
    names = {place: whereabouts(words, place) for place in drawn.places}
    now = {name for name, share in by_owner(moment.mine)[card].items() if share}
    possible = {names[place] for place in drawn.possible}
    spots = {name: spot for spot, name in enumerate(dict.fromkeys(names.values()))}
    nodes = [_node(moment, card, name, name in possible, name in now) for name in spots]
    lines: dict[str, set[Pair]] = {seat: set() for seat in seats}
    for line in drawn.lines:
        one, other = sorted((spots[names[line.one]], spots[names[line.other]]))
        if one != other:
            lines[line.seat].add((one, other))
    who = listed(badge(seats, seat) for seat in range(len(seats)))
    text = "A line in a seat's colour: that seat may be unable to tell the two apart"
    title = f'<p class="said">{text}: {who}</p>'
    ordered = tuple((seat, tuple(sorted(pairs))) for seat, pairs in lines.items())
    return _graph(tuple(nodes), ordered) + title + _said(moment, card)


@lru_cache(maxsize=2_000)  # most are as they were at the last step, or for the last viewer: 6 MB
def _graph(nodes: tuple[Dot, ...], lines: tuple[tuple[str, tuple[Pair, ...]], ...]) -> str:
    return graph(nodes, {seat: list(pairs) for seat, pairs in lines}, page=True)


def _picture(model: DealModel, card: str) -> CardPicture:
    kept = _PICTURES.setdefault(model, {})
    if card not in kept:
        kept[card] = picture(model, card)
    return kept[card]


_PICTURES: WeakKeyDictionary[DealModel, dict[str, CardPicture]] = WeakKeyDictionary()


def _node(moment: Dealt, card: str, name: str, is_there: bool, is_mine: bool) -> Dot:
    """Whose it may be: faded if everyone rules it out, stressed if the viewer considers it
    possible."""
    seats = moment.model.seats
    mine = isinstance(moment.viewer, int) and is_mine
    true = _lies(moment, card) == name
    marks = ("alive" if is_there else "gone", *("mine",) * mine, *("true",) * true)
    number = seats.index(name) if name in seats else None
    text = name if number is None else f"{name} has it"
    return Dot(text, marks, rows=((number, text),))


def _lies(moment: Dealt, card: str) -> str | None:
    """Where the card is, for ALL only."""
    if moment.viewer != ALL or moment.world is None:
        return None
    words = moment.model.vocabulary
    return whereabouts(words, str(words.assignment(moment.world)[card]))


def _said(moment: Dealt, card: str) -> str:
    """The viewer's odds; for ALL, what each seat considers possible."""
    seats = moment.model.seats
    if moment.viewer == ALL and moment.world is not None:
        rows = (
            f"<li>{badge(seats, n)} considers possible: {_thought(moment, n, card)}</li>"
            for n in range(len(seats))
        )
        return f'<ul class="thoughts">{"".join(rows)}</ul>'
    shares = by_owner(moment.mine)[card]
    rows = (
        f'<li title="{exact(share)}">{owner_badge(seats, owner)}: '
        f"{'certain' if share == 1 else percent(share)}</li>"
        for owner, share in sorted(shares.items(), key=lambda one: one[0] not in seats)
        if share
    )
    return f'<ul class="thoughts">{"".join(rows)}</ul>'


def _thought(moment: Dealt, seat: int, card: str) -> str:
    words, seats = moment.model.vocabulary, moment.model.seats
    shares = by_owner(considered(moment, seat))[card]
    names = dict.fromkeys(whereabouts(words, str(place)) for place in words.fact(card).values)
    return listed((owner_badge(seats, name) for name in names if shares.get(name)), "or")


def _buttons(moment: Dealt, cards: Sequence[str], chosen: str) -> str:
    if all(map(suit_and_rank, cards)):
        return _suits_and_ranks(tuple(cards), chosen)
    names = letters(moment.model.vocabulary)
    return _group(
        "Cards", [_button(card, escape(names[card]), card, card == chosen) for card in cards]
    )


@lru_cache(maxsize=512)  # they are the same for everyone, as long as these cards are dealt
def _suits_and_ranks(cards: tuple[str, ...], chosen: str) -> str:
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
