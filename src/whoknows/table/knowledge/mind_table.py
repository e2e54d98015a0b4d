"""A table as somebody sees it: who has which card for certain, and where the others may be.

    mind_table(moment, "1.2") -> the table in Cleo's head, in Bram's

Each seat has a row. A card that can be placed lies there; one that cannot is blurred, in the row of
everyone who may have it, with the odds. A click on a seat steps into its head, one head inside the
other. A counterexample is a table as well, on which every card is placed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape

from whoknows.core.error import Error
from whoknows.core.names import person, written
from whoknows.deals.deal_model import DealModel
from whoknows.logic.evaluation import spoken_of
from whoknows.logic.formula import Atom, Formula
from whoknows.logic.modal_operators import Knows, KnowsValue
from whoknows.logic.svg import MARKS
from whoknows.logic.vocabulary import Value
from whoknows.table.knowledge.amounts import listed, number, worlds_in_words
from whoknows.table.knowledge.card_text import pretty, spoken
from whoknows.table.knowledge.mind import CardThought, Certainty, Mind, Path, Share, mind, path_of
from whoknows.table.knowledge.naming import MOST_UNOWNED, NamedPile, piles
from whoknows.table.knowledge.notices import plainly, quiet
from whoknows.table.knowledge.ownership import percent
from whoknows.table.knowledge.place_names import whereabouts
from whoknows.table.knowledge.visible_moment import ALL, Dealt, Moment

MOST_SPLIT = 16  # cards of one row that may be there
MOST_TOLD = 12  # cards of one sentence


def mind_table(moment: Moment, path: str) -> str:
    """The table in the head at the end of this path, as far as the viewer can know."""
    heads = path_of(path, moment.game.seats)
    shorter = heads[1:] if len(heads) > 1 and heads[0] == moment.viewer else heads
    crumbs = _crumbs(moment, shorter)
    if not isinstance(moment, Dealt):
        fault = (
            "No cards have been dealt yet." if moment.model is None else "Cards are being dealt."
        )
        return f'<div class="k-mind">{crumbs}{quiet(fault)}</div>'
    try:
        inside = _inside(moment, mind(moment, shorter))
    except Error as error:
        inside = quiet(plainly(error))
    for seat in reversed(shorter):
        inside = f'<div class="head seat{seat}">{inside}</div>'
    return f'<div class="k-mind">{crumbs}{inside}</div>'


def counterexample(moment: Dealt, values: Mapping[str, Value], asked: Formula) -> str:
    """A world as a table; the cards that the question is about stand out."""
    words, seats = moment.model.vocabulary, moment.model.seats
    about = frozenset(spoken_of(asked, words))
    rows = "".join(
        _sits(
            f'<span class="plate">{_marked(seats, pile.owner, pile.place)}</span>',
            _pile(pile, about),
        )
        for pile in piles(words, values)
        if pile.cards
    )
    return f'<div class="k-mind counter" role="group" aria-label="A deal like this">{rows}</div>'


def _sits(plate: str, cards: str) -> str:
    """A row of a table."""
    return f'<div class="sits">{plate}<ul class="held">{cards}</ul></div>'


def _pile(pile: NamedPile, about: frozenset[str]) -> str:
    """Its cards; of many that are nobody's, those in question and how many more."""
    is_large = pile.owner is None and len(pile.cards) > MOST_UNOWNED
    told = [card for card in pile.cards if card in about or not is_large]
    more = len(pile.cards) - len(told)
    drawn = [f'<li class="lies{" asked" * (card in about)}">{pretty(card)}</li>' for card in told]
    return "".join(drawn) + (f'<li class="more">{more} cards</li>' if more else "")


# around the table


def _crumbs(moment: Moment, path: Path) -> str:
    """The way back, head by head."""
    steps = ['<li><button type="button" data-mind="">The table</button></li>']
    for deep, seat in enumerate(path, start=1):
        name = f"{MARKS[seat % len(MARKS)]} {escape(_called(moment, seat))}"
        if deep == len(path):
            steps.append(f'<li aria-current="location" class="seat{seat}">{name}</li>')
        else:
            way = _written(path[:deep])
            steps.append(f'<li><button type="button" data-mind="{way}">{name}</button></li>')
    return f'<nav class="crumbs" aria-label="Whose head"><ol>{"".join(steps)}</ol></nav>'


def _written(path: Path) -> str:
    return ".".join(map(str, path))


def _called(moment: Moment, seat: int) -> str:
    """A seat in a sentence, or you."""
    return "you" if seat == moment.viewer else person(moment.game.seats[seat])


# on the table


def _inside(moment: Dealt, found: Mind) -> str:
    rows = "".join(_row(moment, found, owner) for owner in _rows(moment.model))
    told = "".join(f"<li>{line}</li>" for line in _told(moment, found))
    return (
        f'<h3 tabindex="-1">{escape(_title(moment, found.path))}</h3>'
        f'{rows}<ul class="told">{told}</ul>'
    )


def _title(moment: Dealt, path: Path) -> str:
    """Whose eyes these are."""
    names = [_called(moment, seat) for seat in path]
    told = f"The table as {names[-1]} {'see' if names[-1] == 'you' else 'sees'} it"
    for name in reversed(names[:-1]):
        told = f"{told}, {name} {'think' if name == 'you' else 'thinks'}"
    if moment.viewer == ALL or path == (moment.viewer,):
        return told
    return f"{told}, as far as {'everyone' if moment.viewer is None else 'you'} can know"


def _rows(model: DealModel) -> list[str]:
    words = model.vocabulary
    places = (whereabouts(words, place.name) for place in words.places if place.size)
    return list(dict.fromkeys((*model.seats, *places)))


def _row(moment: Dealt, found: Mind, owner: str) -> str:
    """What one seat or place has, or may have."""
    words, seat = moment.model.vocabulary, found.path[-1]
    places = [place for place in words.places if whereabouts(words, place.name) == owner]
    there = [one for one in found.cards if owner in one.owners]
    sure = [one for one in there if one.certainty is Certainty.SURE]
    rest = sorted((one for one in there if one not in sure), key=lambda one: _most(one, owner))
    size = sum(place.size for place in places)
    drawn = "".join(_sure(moment, found.path, owner, one) for one in sure)
    if rest and all(seat in place.seen for place in places):
        drawn += _unseen(size - len(sure), _called(moment, seat), rest)
    else:
        drawn += "".join(_split(moment, found.path, owner, one) for one in rest[:MOST_SPLIT])
        if len(rest) > MOST_SPLIT:
            drawn += f'<li class="more">and {len(rest) - MOST_SPLIT} more</li>'
    return _sits(_plate(moment, found.path, owner, size), drawn)


def _most(one: CardThought, owner: str) -> Fraction:
    share = one.owners[owner]
    return Fraction(0) if share is None else -share.most


def _plate(moment: Dealt, path: Path, owner: str, size: int) -> str:
    """Who sits there; a click steps into that head."""
    seats = moment.model.seats
    many = f'<small class="num">{size} card{"s" * (size != 1)}</small>'
    seat = seats.index(owner) if owner in seats else None
    if seat is None or seat == path[-1]:
        return f'<span class="plate">{_marked(seats, seat, owner)} {many}</span>'
    what = escape(f"Step into the head of {_called(moment, seat)}")
    return (
        f'<button type="button" class="plate" data-mind="{_written((*path, seat))}" '
        f'aria-label="{what}" title="{what}">{_marked(seats, seat, owner)} {many}</button>'
    )


def _marked(seats: Sequence[str], seat: int | None, place: str) -> str:
    if seat is None:
        return escape(place)
    mark = MARKS[seat % len(MARKS)]
    return f'<span class="seat{seat}" aria-hidden="true">{mark}</span> {escape(seats[seat])}'


def _sure(moment: Dealt, path: Path, owner: str, one: CardThought) -> str:
    """A card that lies there for all on the way; a click asks why."""
    kind = "lies open" if one.is_public else "lies"
    seats = moment.model.seats
    if owner not in seats:
        return f'<li class="{kind}">{pretty(one.card)}</li>'
    asks = _chain(moment, path, Atom("has", (written(owner), one.card)))
    return f'<li class="{kind}">{_asking(asks, pretty(one.card), "Why?")}</li>'


def _split(moment: Dealt, path: Path, owner: str, one: CardThought) -> str:
    """A card that may lie there: with the odds, or with what is known of who knows."""
    share = one.owners[owner]
    who = written(moment.model.seats[path[-1]])
    asks = _chain(moment, path[:-1], KnowsValue(who, one.card))
    said = {Certainty.WHOEVER: "knows", Certainty.MAYBE: "may know"}.get(one.certainty, "")
    odds = said if one.certainty is Certainty.WHOEVER else _odds(share) or said or "?"
    part = 0.0 if share is None else float(share.most)
    title = f"{_called(moment, path[-1])} {said} who has it" if said else "cannot tell who has it"
    return (
        f'<li class="blurred {one.certainty.value}" style="--part:{part:.2f}">'
        f"{_asking(asks, f'<span>{pretty(one.card)}</span> <small>{odds}</small>', title)}</li>"
    )


def _odds(share: Share | None) -> str:
    if share is None:
        return ""
    if share.least == share.most:
        return percent(share.most)
    least = "0" if share.least == 0 else percent(share.least).removesuffix("%")
    most = "100%" if share.most == 1 else percent(share.most)
    return f"{least}–{most}"


def _unseen(many: int, who: str, rest: Sequence[CardThought]) -> str:
    """Cards that are not known here, though she sees them: usually her own."""
    named = listed(spoken(one.card) for one in rest[:MOST_TOLD])
    more = f" and {len(rest) - MOST_TOLD} more" if len(rest) > MOST_TOLD else ""
    told = escape(f"only {who} sees {'it' if many == 1 else 'these'}: among {named}{more}")
    backs = '<i class="back"></i>' * min(many, 13)
    return f'<li class="unseen-by-you">{backs}<small>{told}</small></li>'


def _asking(formula: Formula, text: str, title: str) -> str:
    asks = escape(str(formula))
    return f'<button type="button" data-ask="{asks}" title="{escape(title)}">{text}</button>'


def _chain(moment: Dealt, path: Path, inner: Formula) -> Formula:
    """That everyone on the way knows this; whoever asks need not be said to know."""
    seats = moment.model.seats
    for seat in reversed(path):
        inner = Knows(written(seats[seat]), inner)
    return inner


# in words


def _told(moment: Dealt, found: Mind) -> Iterator[str]:
    """How much is open, and who knows what nobody here can see."""
    who = _called(moment, found.path[-1])
    name, ends = who[0].upper() + who[1:], "" if who == "you" else "s"
    if found.worlds is not None:
        least, most = found.worlds
        many = worlds_in_words(most)
        if least != most:
            many = f"{number(least)} to {many}"
        yield f"{escape(name)} consider{ends} {many} possible."
    else:
        yield f"How likely {escape(who)} think{ends} it is depends on too many cards to tell."
    verbs = {
        Certainty.WHOEVER: f"know{ends} who has {{}}, whoever that is",
        Certainty.MAYBE: "may know who has {}",
    }
    for certainty, verb in verbs.items():
        cards = [spoken(one.card) for one in found.cards if one.certainty is certainty]
        more = [f"{len(cards) - MOST_TOLD} more"] if len(cards) > MOST_TOLD else []
        if cards:
            yield escape(f"{name} {verb.format(listed([*cards[:MOST_TOLD], *more]))}.")
