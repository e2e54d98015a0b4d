"""Who has which card, as far as the viewer can know: exact odds, card by owner.

Playing cards are laid out suit by suit; other cards one below the other, in columns if there are
many. A check mark means certain, a dot impossible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from html import escape
from itertools import groupby

from whoknows.core.memo import once
from whoknows.core.names import written
from whoknows.logic.formula import Atom
from whoknows.logic.knowledge import Knowledge
from whoknows.table.knowledge.amounts import number, worlds_in_words
from whoknows.table.knowledge.card_text import SUIT_NAMES, SUITS, named, suit_and_rank
from whoknows.table.knowledge.chapter import cases, considered
from whoknows.table.knowledge.notices import quiet
from whoknows.table.knowledge.place_names import in_words, whereabouts
from whoknows.table.knowledge.seat_badges import owner_badge
from whoknows.table.knowledge.shown_belief import (
    ShownBelief,
    believed_share,
    legend,
    shown_belief,
)
from whoknows.table.knowledge.visible_moment import ALL, Dealt, Moment

Odds = Mapping[str, Mapping[str, Fraction]]
MOST_ROWS = 15  # of one table


def ownership(
    moment: Moment,
    seat: int | None = None,
    card: str | None = None,
    style: str | None = None,
) -> str:
    """The odds of every card; ALL may ask for those of a seat. `card` is the selected one. Beside
    what is known stands what is believed, if the others are taken to play in a style."""
    return once(_drawn, (seat, card, style), moment)  # a page may show it twice


def _drawn(asked: tuple[int | None, str | None, str | None], moment: Moment) -> str:
    seat, card, style = asked
    if not isinstance(moment, Dealt):
        return quiet(
            "No cards have been dealt yet." if moment.model is None else "Cards are being divided."
        )
    knowledge = considered(moment, seat)
    odds = by_owner(knowledge)
    owners = _owners(moment, odds)
    true = _true(moment)
    shown = shown_belief(moment, seat, style) if style else ""
    belief = shown if isinstance(shown, ShownBelief) else None
    tables = "".join(
        _table(moment, title, cards, owners, odds, true, card, belief)
        for title, cards in _blocks(_likeliest_first(odds, belief, moment.model.seats))
    )
    kind = "" if all(map(suit_and_rank, odds)) else " named"
    kind += " believed" if belief else ""
    return (
        f'<div class="k-odds{kind}" style="--owners:{len(owners)}">{_caption(moment, knowledge)}'
        f'{legend(shown)}<div class="blocks">{tables}</div></div>'
    )


def by_owner(knowledge: Knowledge) -> Odds:
    """The odds of every card, by owner: places with the same name count as one."""
    return once(_by_owner, knowledge)


def _by_owner(knowledge: Knowledge) -> Odds:
    vocabulary = knowledge.model.vocabulary
    found: dict[str, dict[str, Fraction]] = {}
    for card, shares in knowledge.ownership().items():
        row = found.setdefault(card, {})
        for owner, share in shares.items():
            name = owner if owner in vocabulary.seats else in_words(vocabulary.seats, owner)
            row[name] = row[name] + share if name in row else share
    return found


def _caption(moment: Dealt, knowledge: Knowledge) -> str:
    who = "an onlooker" if knowledge.number is None else knowledge.seat
    whose = "to you" if moment.viewer == knowledge.number is not None else f"to {escape(who)}"
    return (
        f'<p class="said">Where each card may be, {whose}: '
        f"shares of {worlds_in_words(cases(knowledge))}</p>"
    )


def _owners(moment: Dealt, odds: Odds) -> list[str]:
    """The seats in order, then places that are nobody's and may hold a card."""
    seats = moment.model.seats
    found = {owner for row in odds.values() for owner, share in row.items() if share}
    return [*seats, *sorted(found.difference(seats))]


def _blocks(cards: list[str]) -> list[tuple[str, list[str]]]:
    """Cards that stand in one table: a suit, or as many as a column bears."""
    if all(map(suit_and_rank, cards)):
        return [(suit, list(some)) for suit, some in groupby(cards, lambda card: card[-1])]
    columns = -(-len(cards) // MOST_ROWS)
    many = -(-len(cards) // columns) if columns else 1
    return [("", cards[start : start + many]) for start in range(0, len(cards), many)]


def _likeliest_first(odds: Odds, belief: ShownBelief | None, seats: Sequence[str]) -> list[str]:
    """The cards, and of those that do not come in suits first what a seat is believed to have."""
    if belief is None or all(map(suit_and_rank, odds)):
        return list(odds)

    def believed(card: str) -> float:
        doubted = (seat for seat in seats if odds[card].get(seat, 0) not in (0, 1))
        return max((float(belief.odds[card].get(seat, 0)) for seat in doubted), default=0.0)

    return sorted(odds, key=believed, reverse=True)


def _table(
    moment: Dealt,
    suit: str,
    cards: Sequence[str],
    owners: Sequence[str],
    odds: Odds,
    true: Mapping[str, str],
    chosen: str | None,
    belief: ShownBelief | None,
) -> str:
    seats = moment.model.seats
    head = "".join(f'<th scope="col">{owner_badge(seats, owner)}</th>' for owner in owners)
    sign = "red" if suit in ("D", "H") else "black"
    title = f'<span class="playing {sign}">{SUITS[suit]}</span>' if suit else ""
    named = f' aria-label="{SUIT_NAMES[suit]}"' if suit else ' aria-label="Who has what"'
    rows = "".join(
        _row(moment, card, owners, odds[card], true, card == chosen, belief) for card in cards
    )
    return (
        f'<table class="odds"{named}><thead><tr><th>{title}</th>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _row(
    moment: Dealt,
    card: str,
    owners: Sequence[str],
    shares: Mapping[str, Fraction],
    true: Mapping[str, str],
    is_chosen: bool,
    belief: ShownBelief | None,
) -> str:
    seats, viewer = moment.model.seats, moment.viewer
    own = isinstance(viewer, int) and shares.get(seats[viewer]) == 1
    cells = "".join(
        _share(seats, owner, card, shares.get(owner, Fraction(0)), true.get(card) == owner, belief)
        for owner in owners
    )
    state = " ".join(["own"] * own + ["chosen"] * is_chosen)
    return (
        f'<tr class="{state}"><th scope="row"><button type="button" class="card" '
        f'data-card="{escape(card)}" aria-label="{escape(card)}{", yours" * own}">'
        f"{named(moment.model.vocabulary, card)}</button></th>{cells}</tr>"
    )


def _share(
    seats: Sequence[str],
    owner: str,
    card: str,
    share: Fraction,
    is_true: bool,
    belief: ShownBelief | None,
) -> str:
    """One square: darker is likelier; certain and impossible have signs. A click asks for the
    reason."""
    number = seats.index(owner) if owner in seats else -1
    believed = "" if belief is None else believed_share(seats, owner, card, share, belief)
    return _square(number, owner, card, share, is_true) + believed + "</td>"


@lru_cache(maxsize=4_000)  # the same odds stand in the pages of many viewers, step after step: 1 MB
def _square(seat: int, owner: str, card: str, share: Fraction, is_true: bool) -> str:
    whose = "nobody" if seat < 0 else f"seat{seat}"
    fact = escape(str(Atom("has", (written(owner), card))))
    asks = "" if seat < 0 else f' data-why="{fact}"'
    sign = "✓" if share == 1 else "·" if share == 0 else percent(share)
    star = '<span class="star">★</span>' if is_true else ""
    return (
        f'<td class="share s{round(share * 10)} {whose}" title="{exact(share)}"{asks}>{sign}{star}'
    )


def percent(share: Fraction) -> str:
    """A share in percent, never rounded to certainty."""
    text = f"{float(share):.0%}"
    return {"0%": "<1%", "100%": ">99%"}.get(text, text).replace("<", "&lt;").replace(">", "&gt;")


def exact(share: Fraction) -> str:
    """A share as a fraction; huge ones with powers of ten."""
    if share.denominator < 10**12:
        return str(share)
    return f"{number(share.numerator)} / {number(share.denominator)}"


def _true(moment: Dealt) -> dict[str, str]:
    """Where each card is, for ALL only."""
    if moment.viewer != ALL or moment.world is None:
        return {}
    words = moment.model.vocabulary
    lies = words.assignment(moment.world)
    return {card: whereabouts(words, str(lies[card])) for card in words.world_facts}
