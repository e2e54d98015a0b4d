"""Where worlds are too many to draw: the odds of all, and some worlds picked at random, as cards.

Only worlds that the viewer considers possible are picked; the true one is shown to ALL only.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from random import Random

from whoknows.deals.places import DealVocabulary
from whoknows.logic.card_letters import letters
from whoknows.logic.vocabulary import Value
from whoknows.table.knowledge.amounts import number
from whoknows.table.knowledge.card_text import pretty
from whoknows.table.knowledge.chapter import Present, cases, counted, is_slow
from whoknows.table.knowledge.naming import MOST_UNOWNED, NamedPile, key, piles, short
from whoknows.table.knowledge.notices import quiet
from whoknows.table.knowledge.ownership import ownership
from whoknows.table.knowledge.world_in_words import whose

SAMPLES = 6
FEW_SAMPLES = 3  # where each takes as long as all the odds


def sampled(here: Present) -> str:
    """The odds of all, and some worlds that the viewer considers possible."""
    knowledge, words = here.moment.mine, here.model.vocabulary
    if knowledge is None:
        return quiet("Cards are being divided.")
    rng = Random(f"worlds at step {here.moment.step}")
    most = FEW_SAMPLES if is_slow(here.model) else SAMPLES
    many = most if cases(knowledge) >= most else min(most, counted(knowledge))
    drawn = [knowledge.sample(rng) for _ in range(many)]
    cards = "".join(_card(words, words.assignment(world)) for world in drawn)
    if here.moment.world is not None:
        cards = _card(words, words.assignment(here.moment.world), "★ the true world") + cards
    title = f'<p class="said">{number(many)} of these worlds, picked at random</p>'
    return f'{ownership(here.moment)}{title}<div class="samples">{cards}</div>'


def _card(words: DealVocabulary, values: Mapping[str, Value], title: str = "") -> str:
    rows = "".join(
        f"<tr><th>{whose(words, pile)}</th><td>{_cards(words, pile)}</td></tr>"
        for pile in piles(words, values)
        if pile.cards
    )
    name = escape(short(words, values))[:200]
    head = f"<caption>{title}</caption>" if title else ""
    return (
        f'<table class="world" data-world="{key(words, values)}" tabindex="0" role="button" '
        f'aria-label="{title}{": " * bool(title)}{name}">{head}<tbody>{rows}</tbody></table>'
    )


def _cards(words: DealVocabulary, pile: NamedPile) -> str:
    """The cards of a pile, or how many there are if it is nobody's hand."""
    if pile.owner is None and len(pile.cards) > MOST_UNOWNED:
        return f'<span class="faint">{len(pile.cards)} cards</span>'
    plain = letters(words).get(pile.cards[0]) == pile.cards[0]
    return (" " if plain else ", ").join(map(pretty, pile.cards))
