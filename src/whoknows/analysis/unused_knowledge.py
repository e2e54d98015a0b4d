"""You could have known: mistakes that only somebody makes who forgets what others gave away.

    unused(game, turns, step, verdict) -> what the seat could have known, or None

Somebody forgetful remembers what they saw: their own cards, those that lay open, those they were
shown. What else was said or left unsaid is forgotten. A mistake that is none to the forgetful, as
far as can be told, is one of knowledge that was not used; so is one after which even the best move
of the forgetful would be a mistake to who remembers. What could have been known follows from exact
knowledge: where cards must be, each with a smallest proof, or else what told the most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from whoknows.analysis.judgement import judged
from whoknows.core.error import Error
from whoknows.core.game import Game, Update
from whoknows.core.match import Turn, view
from whoknows.core.names import written
from whoknows.deals.deal_model import DealModel, dealt
from whoknows.deals.updates import Announce, AtOnce, Tell
from whoknows.logic.formula import And, Atom, Formula, all_of
from whoknows.logic.knowledge import Knowledge
from whoknows.logic.modal_operators import Knows
from whoknows.logic.parser import parse
from whoknows.logic.reasons import why_known

MOST_FACTS = 2  # that are told, with their proofs
TRIES = 60  # choices of announcements that are tried for a smallest proof
MOST_HEARD = 16  # announcements of which the most telling one is sought


@dataclass(frozen=True, slots=True)
class Heard:
    """Something that was said, at which step."""

    step: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Proof:
    """Who has a card, and what was said from which that follows."""

    owner: str
    card: str
    because: tuple[Heard, ...]


@dataclass(frozen=True, slots=True)
class Unused:
    """What a seat could have known: cards with proofs, or what told the most; and how many deals
    it leaves of those that somebody forgetful considers possible."""

    proofs: tuple[Proof, ...]
    most_telling: Heard | None
    left: int
    of: int


def unused(
    game: Game[object, object], turns: Sequence[Turn[object, object]], step: int, *,
    seed: int, effort: int,
) -> Unused | None:  # fmt: skip
    """Of a mistake at this step; None if somebody forgetful would have found better, too."""
    turn, model = turns[step - 1], turns[step - 2].model if step > 1 else None
    if not isinstance(model, DealModel):
        return None
    try:
        told = _said_at(turns[: step - 1], model)
        dull = forgetful(model)
        here, there = (view(game, turn.before, one, turn.by) for one in (model, dull))
        mine, plain = here.knowledge, there.knowledge
        if not isinstance(mine, Knowledge) or not isinstance(plain, Knowledge):
            return None
        if mine.deals() == plain.deals() or turn.choice.action not in there.actions:
            return None
        dully = judged(there, turn.choice.action, seed=seed, effort=effort)
        if dully.loss.is_mistake:
            instead = judged(here, dully.best, seed=seed, effort=effort)
            if not instead.loss.is_mistake:
                return None
        return _told(mine, plain, told)
    except Error:  # too large to be asked: then nothing is said about it
        return None


def forgetful(model: DealModel) -> DealModel:
    """What is left of a model to somebody who only remembers what was seen."""
    return _replayed(map(_seen, model.history))


def _seen(update: Update) -> Update | None:
    """What everyone saw of an update: of what was said, the cards that were named as somebody's."""
    if isinstance(update, Tell | AtOnce):
        return None
    if not isinstance(update, Announce):
        return update
    named = tuple(_named(parse(update.formula)))
    return Announce(all_of(*named), update.sentence) if named else None


def _named(formula: Formula) -> Iterator[Formula]:
    match formula:
        case Atom():
            yield formula
        case Knows(_, inner):
            yield from _named(inner)
        case And(parts):
            for part in parts:
                yield from _named(part)


def _replayed(updates: Iterator[Update | None]) -> DealModel:
    made: DealModel | None = None
    for update in updates:
        if update is not None:
            made = dealt(update.to(made))
    return dealt(made)


# what could have been known


def _told(mine: Knowledge, plain: Knowledge, told: Sequence[Heard]) -> Unused:
    proofs = tuple(_proof(mine, *one, told) for one in _certain(mine, plain))
    fewest = tuple(sorted(proofs, key=lambda one: len(one.because))[:MOST_FACTS])
    most = None if fewest else _most_telling(mine, told)
    return Unused(fewest, most, mine.deals(), plain.deals())


def _certain(mine: Knowledge, plain: Knowledge) -> Iterator[tuple[str, str]]:
    """Whose a card must be, that somebody forgetful cannot tell."""
    before = plain.ownership()
    for card, shares in mine.ownership().items():
        for owner, share in shares.items():
            was = before[card].get(owner, Fraction(0))
            if share == 1 != was and owner in mine.model.seats and owner != mine.seat:
                yield owner, card


def _proof(mine: Knowledge, owner: str, card: str, told: Sequence[Heard]) -> Proof:
    why = why_known(mine, Atom("has", (written(owner), card)), TRIES)
    return Proof(owner, card, tuple(told[reason.number - 1] for reason in why.because))


def _most_telling(mine: Knowledge, told: Sequence[Heard]) -> Heard | None:
    """What leaves the fewest deals, if only this were remembered beside what was seen."""
    history, here = mine.model.history, mine.worlds.first()
    said = [n for n, update in enumerate(history) if _is_said(update)]
    left: dict[int, int] = {}
    for number, place in list(enumerate(said))[-MOST_HEARD:]:
        updates = (u if n == place else _seen(u) for n, u in enumerate(history))
        if _seen(history[place]) is None and here is not None:
            try:
                left[number] = _replayed(updates).seat(mine.seat, at=here).deals()
            except Error:  # it spoke of what others know, which is forgotten
                continue
    return told[min(left, key=lambda number: left[number])] if left else None


def _is_said(update: Update) -> bool:
    return isinstance(update, Announce | Tell | AtOnce)


def _said_at(turns: Sequence[Turn[object, object]], model: DealModel) -> list[Heard]:
    """What was said since the cards were dealt, and at which step."""
    found, many = list[tuple[int, Update]](), len(model.history)
    for step in range(len(turns), 0, -1):
        if len(found) == many:
            break
        found[:0] = [(step, update) for update in turns[step - 1].said]
    return [Heard(step, update.sentence) for step, update in found[-many:] if _is_said(update)]
