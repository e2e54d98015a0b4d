"""Whether something about the cards is so, read off the true deal: for what a referee reveals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whoknows.core.error import Error
from whoknows.kit.card_state import CardState
from whoknows.logic.formula import And, Atom, Formula, Iff, Implies, Not, Or, Truth
from whoknows.logic.parser import parse

if TYPE_CHECKING:
    from whoknows.kit.words import AnyGame


def verdict(game: AnyGame, state: CardState[Any], formula: str | Formula) -> bool:
    """Whether the formula holds where the cards lie."""
    match parse(formula):
        case Atom() as atom:
            meant = game.vocabulary.meaning(atom)
            return any(state.lies[game.cards.index(c)] == game.place(str(p)) for c, p in meant)
        case Not(inner):
            return not verdict(game, state, inner)
        case And(parts):
            return all(verdict(game, state, part) for part in parts)
        case Or(parts):
            return any(verdict(game, state, part) for part in parts)
        case Implies(left, right):
            return not verdict(game, state, left) or verdict(game, state, right)
        case Iff(left, right):
            return verdict(game, state, left) == verdict(game, state, right)
        case Truth(value):
            return value
    raise Error(f"{game.name} can reveal only where cards lie, not {formula}")
