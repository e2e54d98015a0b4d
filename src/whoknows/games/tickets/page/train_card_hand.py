"""Train cards: a hand by colours, the face-up row and the piles, as small pictures.

A card that may be taken is a button.
"""

from collections.abc import Iterable, Sequence
from html import escape

from whoknows.core.drawing import Seen, clickable
from whoknows.games.tickets import ticket_piles
from whoknows.games.tickets.moves import Action, Blind, Draw, Take
from whoknows.games.tickets.page.glyphs import PAINTS, Paint, paint, sign
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.state import HIDDEN, Counts, State

WAGON = "M7 43h30v9H7ZM11 46h5v3h-5ZM19.5 46h5v3h-5ZM28 46h5v3h-5Z"
WHEELS = (
    "M10 54a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0ZM29 54a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0Z"
)


def hand(moment: Seen, seat: int) -> str:
    """The train cards of a seat: one picture per colour, with how many there are."""
    rules, held = moment.game, moment.state.hands[seat]
    some = "".join(
        f'<li title="{many} {_name(rules, colour)}" data-thing="{escape(_name(rules, colour))}" '
        f'data-many="{many}">{_picture(_paint(rules, colour))}'
        f'<b class="many">{many}</b><span class="unseen">{_name(rules, colour)}</span></li>'
        for colour, many in enumerate(held)
        if many
    )
    return (
        '<section class="holding"><h3>Your cards</h3>'
        f'<ul class="hand" aria-label="Your train cards">{some or "<li>none</li>"}</ul></section>'
    )


def count(state: State, seat: int) -> int:
    """How many train cards a seat holds, which everyone can count."""
    if HIDDEN not in state.hands[seat]:
        return sum(state.hands[seat])
    return sum(state.open[seat]) + state.ledger.hidden(seat)


def market(moment: Seen, before: State) -> str:
    """The face-up row and the piles: what may be drawn from them is a button."""
    rules, state = moment.game, moment.state
    takes = {a.colour: [a] for a in moment.actions if isinstance(a, Take)}
    new = _new(state.row, before.row)
    row = "".join(
        _face_up(rules, colour, takes.get(rules.card_names[colour], []), number in new)
        for number, colour in enumerate(state.row)
    )
    blind = [a for a in moment.actions if isinstance(a, Blind)]
    draws = [a for a in moment.actions if isinstance(a, Draw)]
    thrown = f", {sum(state.discard)} discarded"
    piles = _pile("deck", state.closed, "train cards", blind, "Draw a card from the pile", thrown)
    stock = state.pile_at("stock")
    under = sum(map(ticket_piles.is_slot, state.piles))
    if rules.variant.may_draw(rules):
        left = (len(stock.tickets) if stock else 0) + under
        piles += _pile("stock", left, "tickets", draws, "Draw tickets")
    return f'<div class="market" aria-label="Cards to draw" role="group">{row}{piles}</div>'


def few(moment: Seen, seat: int) -> str:
    """The train cards of another player, small: what everyone saw them take, and how many are
    unseen."""
    rules, state = moment.game, moment.state
    if HIDDEN not in state.hands[seat]:
        return f'<span class="fewer">{_counts(rules, state.hands[seat])}</span>'
    hidden = state.ledger.hidden(seat)
    unseen = f'<span class="few" title="{hidden} unseen">{_back_chip()}{hidden}</span>'
    return (
        f'<span class="fewer">{_counts(rules, state.open[seat])}{unseen if hidden else ""}</span>'
    )


def _counts(rules: Tickets, cards: Counts) -> str:
    """Cards as tiny pictures with numbers, for a line of text."""
    return "".join(
        f'<span class="few" title="{many} {_name(rules, colour)}">'
        f"{_chip(_paint(rules, colour))}{many}</span>"
        for colour, many in enumerate(cards)
        if many > 0
    )


def turned_up(rules: Tickets, cards: Iterable[int]) -> str:
    """Cards side by side, such as those turned up in a tunnel."""
    return "".join(
        f'<span title="{escape(_name(rules, colour))}">{_picture(_paint(rules, colour))}</span>'
        for colour in cards
    )


def _face_up(rules: Tickets, colour: int, takes: Sequence[Action], is_new: bool) -> str:
    name = _name(rules, colour)
    kinds = "tcard" + (" can" if takes else "") + (" last" if is_new else "")
    acts = clickable(takes, f"Take {name}") if takes else f'role="img" aria-label="{name}, face up"'
    return (
        f'<span class="{kinds}" title="{name}" data-take="{escape(name)}" {acts}>'
        f"{_picture(_paint(rules, colour))}</span>"
    )


def _pile(
    kind: str, many: int, words: str, actions: Sequence[Action], label: str, more: str = ""
) -> str:
    told = f"pile of {words}, {many} left{more}"
    acts = clickable(actions, f"{label} ({many} left{more})") if actions else ""
    acts = acts or f'role="img" aria-label="{told}"'
    body = _ticket_back() if kind == "stock" else _back()
    can = " can" if actions else ""
    return (
        f'<span class="tcard {kind}{can}" title="{told}" data-take="{kind}" {acts}>{body}'
        f'<b class="many">{many}</b></span>'
    )


def _picture(some: Paint) -> str:
    if some is PAINTS["joker"]:
        inside = _stripes() + '<circle cx="22" cy="24" r="13" fill="#fff" stroke="#4b3c91"/>'
        glyph = f'<g transform="translate(22 24)">{sign(some, 2.4).replace("#fff", "#4b3c91")}</g>'
    else:
        inside = f'<rect x="1" y="1" width="42" height="60" rx="5" fill="{some.fill}"/>'
        glyph = f'<g transform="translate(22 22)">{sign(some, 2.5)}</g>'
    return (
        f'<svg class="pic" viewBox="0 0 44 62" aria-hidden="true">{inside}'
        f'<path d="{WAGON}{WHEELS}" fill="{some.edge}" fill-rule="evenodd"/>{glyph}'
        f'<rect x="1" y="1" width="42" height="60" rx="5" fill="none" stroke="{some.edge}" '
        f'stroke-width="1.6"/></svg>'
    )


def _stripes() -> str:
    """All colours at once."""
    fills = [some.fill for name, some in PAINTS.items() if name != "joker"]
    wide = 42 / len(fills)
    stripes = "".join(
        f'<rect x="{1 + n * wide:.2f}" y="1" width="{wide + 0.3:.2f}" height="60" fill="{fill}"/>'
        for n, fill in enumerate(fills)
    )
    return f"{stripes}<path d='M3 42h38v17H3Z' fill='#fff' fill-opacity='.8'/>"


def _back() -> str:
    rails = "".join(f"M{x} 8V54" for x in (16, 28))
    ties = "".join(f"M10 {y}h24" for y in range(12, 54, 7))
    return (
        '<svg class="pic" viewBox="0 0 44 62" aria-hidden="true"><rect class="back" x="1" y="1" '
        f'width="42" height="60" rx="5"/><path class="rails" d="{rails}{ties}"/></svg>'
    )


def _ticket_back() -> str:
    return (
        '<svg class="pic" viewBox="0 0 44 62" aria-hidden="true"><rect class="paper" x="1" y="1" '
        'width="42" height="60" rx="5"/><path class="way" d="M12 46C12 26 32 38 32 16"/>'
        '<circle class="end" cx="12" cy="46" r="4"/><circle class="end" cx="32" cy="16" r="4"/>'
        "</svg>"
    )


def _chip(some: Paint) -> str:
    return (
        '<svg class="chip-card" viewBox="-8 -6 16 12" aria-hidden="true"><rect x="-7.5" y="-5.5" '
        f'width="15" height="11" rx="2.4" fill="{some.fill}" stroke="{some.edge}"/>'
        f"{sign(some)}</svg>"
    )


def _back_chip() -> str:
    return (
        '<svg class="chip-card" viewBox="-8 -6 16 12" aria-hidden="true"><rect class="back" '
        'x="-7.5" y="-5.5" width="15" height="11" rx="2.4"/></svg>'
    )


def _paint(rules: Tickets, colour: int) -> Paint:
    return paint(rules.map, colour)


def _name(rules: Tickets, colour: int) -> str:
    return str(rules.card_names[colour])


def _new(row: Counts, before: Counts) -> set[int]:
    """The places in the row where a card lies that was not there before."""
    left = list(before)
    new = set()
    for number, colour in enumerate(row):
        if colour in left:
            left.remove(colour)
        else:
            new.add(number)
    return new
