"""What if this were announced: the worlds that would be left, and what each seat would then know.

Models are never changed, so all of this happens to a copy. A seat sees what it would know itself,
and in how many of the worlds that it considers possible the others would know.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from whoknows.core.error import Error
from whoknows.core.memo import once
from whoknows.core.names import written
from whoknows.deals.deal_model import DealModel
from whoknows.logic.card_letters import letters
from whoknows.logic.formula import Formula
from whoknows.logic.modal_operators import KnowsValue
from whoknows.logic.parser import FormulaError
from whoknows.logic.space import Set, assigned, neighbours
from whoknows.logic.worlds import Worlds, in_memory
from whoknows.table.knowledge.amounts import bits, number, worlds_in_words
from whoknows.table.knowledge.answers import read
from whoknows.table.knowledge.card_text import pretty
from whoknows.table.knowledge.notices import plainly, quiet
from whoknows.table.knowledge.seat_badges import badge
from whoknows.table.knowledge.second_person import in_words
from whoknows.table.knowledge.visible_moment import ALL, Dealt, Moment

MOST_WORLDS = 5_000  # considered possible by one who asks what others think
MOST_CELLS = 40  # of another seat, that are looked through
MOST_CARDS = 20  # of larger deals only the worlds are counted


def what_if(moment: Moment, formula: str) -> str:
    """If this formula were announced now."""
    if not isinstance(moment, Dealt):
        return quiet("No cards have been dealt yet.")
    try:
        said = read(formula, moment.model.vocabulary)
        return f'<div class="k-whatif">{_supposed(moment, said)}</div>'
    except FormulaError as error:
        return quiet(f"column {error.column}: expected {error.expected}, found {error.found}")
    except Error as error:
        return quiet(plainly(error))


@in_memory
def _supposed(moment: Dealt, said: Formula) -> str:
    model = moment.model
    possible = _possible(moment)
    left = possible & model.where(said)
    if not left:
        return f"<p>{_impossible(moment)}</p>"
    after = once(_announced, said, model)
    notice = f'<p class="notice">{escape(after.notice)}</p>' if after.notice else ""
    claim = escape(in_words(moment, said))
    counted = (
        f"<p>If everyone heard that {claim}: "
        f"<b>{worlds_in_words(after.deals())}</b> of {worlds_in_words(model.deals())} "
        f"would be left, {bits(after.deals())} bits.</p>"
    )
    still = left.left_in(after)
    rows = "".join(_seat(moment, possible, after, still, n) for n in range(len(model.seats)))
    head = (
        "<tr><th>player</th><th>worlds they consider possible</th><th>would come to know</th></tr>"
    )
    return f"{counted}{notice}<table><thead>{head}</thead><tbody>{rows}</tbody></table>"


def _announced(said: Formula, model: DealModel) -> DealModel:
    return model.announce(said)


def _impossible(moment: Dealt) -> str:
    if moment.viewer == ALL:
        return "It is false, so it could not be announced."
    if moment.viewer is None:
        return "It is false in every world, so it could not be announced."
    return "You know that it is false, so it could not be announced."


def _possible(moment: Dealt) -> Worlds:
    """The worlds in which it may happen: the true one for ALL, otherwise those the viewer considers
    possible."""
    if moment.viewer == ALL and moment.world is not None:
        return Worlds(moment.model, moment.model.point(moment.world))
    return moment.mine.worlds


def _seat(moment: Dealt, before: Worlds, after: DealModel, still: Worlds, seat: int) -> str:
    """A seat: how many worlds it would consider possible, and which cards it would know about."""
    many = moment.viewer != seat and before.count() > MOST_WORLDS
    sizes = (
        "" if many else f"{once(_sizes_now, seat, moment)} → <b>{_sizes(after, still, seat)}</b>"
    )
    learnt = (
        ", ".join(_learnt(moment, before, after, still, seat)) or '<span class="faint">–</span>'
    )
    return f"<tr><th>{badge(after.seats, seat)}</th><td>{sizes}</td><td>{learnt}</td></tr>"


def _sizes_now(seat: int, moment: Dealt) -> str:
    """Whatever would be announced."""
    return _sizes(moment.model, _possible(moment), seat)


def _sizes(model: DealModel, worlds: Worlds, seat: int) -> str:
    """How many worlds the seat considers possible, in each of these worlds."""
    found: list[int] = []
    space = model.space
    left = worlds.held & space.all
    while not space.is_empty(left) and len(found) < MOST_CELLS:
        cell = neighbours(space, seat, assigned(space, next(space.assignments(left))))
        found.append(Worlds(model, cell).deals())
        left = left & ~cell
    low, high = min(found), max(found)
    more = "" if space.is_empty(left) else " …"
    return (number(low) if low == high else f"{number(low)} to {number(high)}") + more


def _learnt(
    moment: Dealt, before: Worlds, after: DealModel, still: Worlds, seat: int
) -> Iterator[str]:
    """The cards whose place the seat would know and does not now, surely or perhaps."""
    cards = after.vocabulary.world_facts
    if len(cards) > MOST_CARDS:
        return
    if moment.viewer == ALL and moment.world is not None:
        fresh = _known(still, seat) - once(_known_now, seat, moment)
        yield from (_named(after, card) for card in cards if card in fresh)
        return
    for card in cards:
        known = KnowsValue(written(after.seats[seat]), card)
        now = (still & after.where(known)).count()
        was = before & moment.model.where(known)
        more = now - (was.left_in(after) & still).count()
        if more > 0:
            yield _named(after, card) + _perhaps(more, still.count())


def _known_now(seat: int, moment: Dealt) -> frozenset[str]:
    return _known(_possible(moment), seat)


def _known(here: Worlds, seat: int) -> frozenset[str]:
    """The cards whose place the seat knows in this one world: no other cell is looked at."""
    model, space = here.model, here.model.space
    lies = next(space.assignments(here.held))
    cell: Set = neighbours(space, seat, here.held)
    return frozenset(
        fact.name
        for fact in model.vocabulary.facts
        if space.is_empty(cell & ~space.is_value(fact.name, lies[fact.name]))
    )


def _named(model: DealModel, card: str) -> str:
    letter = letters(model.vocabulary).get(card, card)
    return (
        pretty(card) if letter == card else f'<span title="{escape(card)}"><b>{letter}</b></span>'
    )


def _perhaps(many: int, of: int) -> str:
    return "" if many == of else f' <span class="faint">(in {many:,} of {of:,})</span>'
