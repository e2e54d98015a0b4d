"""One world in words: who has what in it, who cannot tell it from the truth, what ruled it out."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from whoknows.core.error import Error
from whoknows.core.memo import once
from whoknows.deals.deal_model import DealModel
from whoknows.deals.places import DealVocabulary
from whoknows.logic.card_letters import letters
from whoknows.logic.knowledge import Knowledge
from whoknows.logic.space import Set, assigned
from whoknows.logic.vocabulary import Value, World
from whoknows.table.knowledge.amounts import listed
from whoknows.table.knowledge.answers import read
from whoknows.table.knowledge.card_text import pretty
from whoknows.table.knowledge.chapter import MadeKnown, Present, considered, present
from whoknows.table.knowledge.naming import NamedPile, key, piles, world_of
from whoknows.table.knowledge.notices import quiet
from whoknows.table.knowledge.seat_badges import badge
from whoknows.table.knowledge.visible_moment import ALL, Dealt, Moment


def about_world(
    moments: Sequence[Moment],
    step: int,
    stage: int | None,
    world: str,
    formula: str | None = None,
) -> str:
    """A world, given by its key, as seen from this step."""
    here = present(moments, step, stage)
    if here is None:
        return quiet("No cards have been dealt yet.")
    try:
        values = world_of(here.model.vocabulary, world)
    except Error as error:
        return quiet(str(error))
    lines = [*_where(here, values), *_standing(here, values, formula)]
    said = "".join(f"<li>{line}</li>" for line in lines)
    words = here.model.vocabulary
    return f'<div class="k-about">{once(_deal, world, words)}<ul>{said}</ul></div>'


def _deal(world: str, vocabulary: DealVocabulary) -> str:
    """The same for all viewers."""
    return deal(vocabulary, world_of(vocabulary, world))


def deal(vocabulary: DealVocabulary, values: Mapping[str, Value]) -> str:
    """A world as a small table, with a row for each place."""
    rows = "".join(
        f"<tr><th>{whose(vocabulary, pile)}</th><td>{_cards(vocabulary, pile)}</td></tr>"
        for pile in piles(vocabulary, values)
        if pile.cards
    )
    return f'<table class="deal">{rows}</table>'


def whose(vocabulary: DealVocabulary, pile: NamedPile) -> str:
    """The seat that has a pile, or where it lies."""
    return escape(pile.place) if pile.owner is None else badge(vocabulary.seats, pile.owner)


def _cards(vocabulary: DealVocabulary, pile: NamedPile) -> str:
    names = letters(vocabulary)
    shown = (
        f"<b>{names[card]}</b>&#160;{escape(card)}"
        if names.get(card, card) != card
        else pretty(card)
        for card in pile.cards
    )
    return ", ".join(shown)


def _where(here: Present, values: Mapping[str, Value]) -> Iterator[str]:
    """Whether it is possible, and if not, what ruled it out."""
    gone = _removal(here, values)
    if gone is not None:
        told = escape(gone.stage.update.sentence)
        at = f'data-step="{gone.step}"' + ("" if gone.is_last else f' data-stage="{gone.number}"')
        yield (
            f"Ruled out at move {gone.step}: "
            f'<a class="go" {at} tabindex="0" role="button">{told}</a>.'
        )
    elif not _is_in(here.model, values):
        yield "It was never possible."
    elif isinstance(here.moment.viewer, int) and here.moment.mine is not None:
        yield _to_viewer(here.model, here.moment.mine, values)
    else:
        yield "Consistent with everything public."


def _to_viewer(model: DealModel, mine: Knowledge, values: Mapping[str, Value]) -> str:
    if not model.space.is_empty(mine.held & _point(model, values)):
        return "You consider it possible."
    return "Consistent with everything public, but you can rule it out from your own cards."


def _standing(here: Present, values: Mapping[str, Value], formula: str | None) -> Iterator[str]:
    """What else there is to say about a world that is possible."""
    model, true = here.model, here.moment.world
    if not _is_in(model, values):
        return
    world = model.vocabulary.world(values)
    if isinstance(here.moment, Dealt) and here.moment.viewer == ALL and true is not None:
        if key(model.vocabulary, model.vocabulary.assignment(true)) == key(
            model.vocabulary, values
        ):
            yield "★ This is the true world."
        else:
            yield _unable(here.moment, world)
    if formula:
        try:
            asked = read(formula, model.vocabulary)
            holds = model.holds(asked, at=world)
            said = escape(str(asked))
            yield f"<code>{said}</code> is <b>{'true' if holds else 'false'}</b> here."
        except Error:
            return  # the answer to the question says what is wrong


def _unable(moment: Dealt, world: World) -> str:
    seats = moment.model.seats
    unable = [n for n in range(len(seats)) if world in considered(moment, n).worlds]
    if not unable:
        return "Everyone can tell it from the true world."
    return f"{listed(badge(seats, n) for n in unable)} cannot tell it from the true world."


def _removal(here: Present, values: Mapping[str, Value]) -> MadeKnown | None:
    """What was made known when the world vanished: once gone, a world does not come back."""
    if _is_in(here.model, values) or not _is_in(here.chapter[0].stage.model, values):
        return None
    first = bisect(here.chapter, False, key=lambda told: not _is_in(told.stage.model, values))
    return here.chapter[first]


def _is_in(model: DealModel, values: Mapping[str, Value]) -> bool:
    return not model.space.is_empty(_point(model, values))


def _point(model: DealModel, values: Mapping[str, Value]) -> Set:
    return once(_assigned, tuple(values.items()), model)


def _assigned(values: tuple[tuple[str, Value], ...], model: DealModel) -> Set:
    held: Set = assigned(model.space, dict(values))
    return held
