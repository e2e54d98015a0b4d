"""What the viewer believes of the cards if the others play in some style, beside what it knows.

It is made from a moment alone, as everything here: the acts are those that everybody saw. Believed
odds have a shape of their own: up if they are higher than the known ones, down if lower.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape

from whoknows.beliefs.style import believable, in_style, shares
from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.core.memo import once
from whoknows.logic.belief import Belief
from whoknows.logic.belief_reasons import BelievedWhy, Moved
from whoknows.logic.english import words
from whoknows.logic.evidence import Evidence
from whoknows.logic.formula import Atom
from whoknows.logic.weights import Number
from whoknows.table.knowledge.amounts import number
from whoknows.table.knowledge.chapter import considered
from whoknows.table.knowledge.notices import plainly, quiet
from whoknows.table.knowledge.place_names import in_words
from whoknows.table.knowledge.visible_moment import Dealt, Moment

DRAWS = 20_000  # where deals are too many to weigh them all: fewer make odds too sure
SAME = 0.005  # odds that differ by less look the same
SIGNS = {"up": "▲", "down": "▼", "even": "◆"}
NOBODY_KNOWS = "nobody knows how"


@dataclass(frozen=True)
class ShownBelief:
    """A belief, the style in which it believes, and its odds by card and owner."""

    belief: Belief
    style: str
    odds: Mapping[str, Mapping[str, Number]]


def ways_to_play(game: Game[object, object]) -> list[tuple[str, str]]:
    """How the others may be taken to play here, with words; nothing if the game cannot tell."""
    styles = believable(game, watching=True)
    return [("", NOBODY_KNOWS), *((style, in_style(style)) for style in styles)] if styles else []


def shown_belief(moment: Moment, seat: int | None, style: str) -> ShownBelief | str:
    """What is believed at a moment, or why nothing is."""
    if not isinstance(moment, Dealt):
        return ""
    ways = believable(moment.game, watching=True)
    if style not in ways:
        there = ", ".join(ways) or "none"
        raise Error(f"no way to play {style[:40]} to believe in here; there are {there}")
    return once(_believed, (seat, style), moment)


def _believed(of: tuple[int | None, str], moment: Dealt) -> ShownBelief | str:
    (seat, style), vocabulary = of, moment.model.vocabulary
    knowledge, evidence = considered(moment, seat), _evidence(moment, style)
    if not len(evidence.to(knowledge)):
        return "Nobody has done anything yet that would tell of cards."
    try:
        belief = knowledge.given(evidence, draws=DRAWS)
    except Error as fault:
        return plainly(fault)
    found = dict[str, dict[str, Number]]()
    for card, odds in belief.ownership().items():
        row = found.setdefault(card, {})
        for owner, share in odds.items():
            name = owner if owner in vocabulary.seats else in_words(vocabulary.seats, owner)
            row[name] = row.get(name, Fraction(0)) + share
    return ShownBelief(belief, style, found)


def _evidence(moment: Dealt, style: str) -> Evidence:
    """What was done so far: from the state where compiled rules can tell, or move by move."""
    game, styles = moment.game, shares(style, moment.game)
    if game.tells_style_options:
        from whoknows.beliefs.suited_evidence import suited_evidence

        return suited_evidence(game, moment.acts, styles)
    from whoknows.beliefs.fast_evidence import fast_evidence

    return fast_evidence(game, moment.state, moment.model.vocabulary, styles)


def legend(shown: ShownBelief | str) -> str:
    """What the signs mean, and how much they rest on."""
    if isinstance(shown, str):
        return quiet(shown) if shown else ""
    belief = shown.belief
    many = f"{number(belief.deals.many)} deals" if belief.deals.is_all else f"{DRAWS:,} draws"
    doubts = "".join(
        f" {escape(act.style)} never does this: {escape(str(act))}; from there it counts as "
        "playing anything."
        for act in belief.unexplained
    )
    signs = f"{sign('up')}likelier {sign('down')}less likely {sign('even')}much as known"
    return (
        f'<p class="said believing">{signs}: believed <em>if the others play '
        f"{escape(in_style(shown.style))}</em>, not known. "
        f"Worth {number(round(belief.count()))} of {many}.{doubts}</p>"
    )


def believed_share(
    seats: Sequence[str], owner: str, card: str, known: Fraction, shown: ShownBelief
) -> str:
    """The believed odds of one square, which lead to the acts behind them; nothing where
    everything is known."""
    if known in (0, 1):
        return ""
    odds = shown.odds[card].get(owner, Fraction(0))
    way = direction(known, odds)
    asks = f' data-because="{escape(str(Atom("has", (owner, card))))}"' if owner in seats else ""
    tag = "button" if asks else "span"
    told = f"believed {_percent(odds)}, known {_percent(known)}"
    kind = ' type="button"' * bool(asks)
    return (
        f'<{tag}{kind} class="believes {way}" title="{told}" aria-label="{told}"{asks}>'
        f"{sign(way)}{_percent(odds)}</{tag}>"
    )


def because(moment: Moment, seat: int | None, style: str, formula: str) -> str:
    """The acts behind a believed odd, in the order in which they moved it most."""
    shown = shown_belief(moment, seat, style)
    if isinstance(shown, str):
        return ""
    try:
        return _acts(shown.belief.why(formula), shown.style)
    except Error as fault:
        return quiet(plainly(fault))


def _acts(why: BelievedWhy, style: str) -> str:
    moved = [one for one in why.moved if abs(one.by) >= SAME]
    acts = f"<ol>{''.join(map(_moved, moved))}</ol>"
    how = f"if the others play {escape(in_style(style))}"
    return (
        '<div class="k-because" tabindex="-1">'
        f"<h3>{escape(words(why.formula))}: {_percent(why.odds)} believed, "
        f"{_percent(why.known)} by what is known</h3>"
        '<button type="button" class="icon" data-because="" aria-label="Close">'
        '<svg><use href="#icon-close"/></svg></button>'
        f"{acts if moved else quiet(f'Nothing that was done moved it much, {how}.')}</div>"
    )


def _moved(one: Moved) -> str:
    way = direction(one.before, one.after)
    return (
        f'<li class="{way}">{sign(way)} {escape(str(one.act))}: from {_percent(one.before)} '
        f"to {_percent(one.after)}</li>"
    )


def direction(before: Number, after: Number) -> str:
    """Which way odds went."""
    moved = float(after) - float(before)
    return "even" if abs(moved) < SAME else "up" if moved > 0 else "down"


def sign(way: str) -> str:
    """Its shape, for whoever sees no colours."""
    return f'<i class="{way}" aria-hidden="true">{SIGNS[way]}</i>'


def _percent(odds: Number) -> str:
    text = f"{float(odds):.0%}"
    if text == "0%" and odds:
        return "&lt;1%"
    return "&gt;99%" if text == "100%" and odds != 1 else text
