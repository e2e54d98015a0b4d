"""Questions about who knows what: the answer, why it is so, or what is wrong with the question.

    asked(moment, "K[1] has(0,a)") -> {"formula", "words", "parts", "verdict", "why", ...}

A seat is answered from what it knows; only ALL hears what is true.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape

from whoknows.core.error import Error
from whoknows.core.memo import once
from whoknows.deals.deal_model import DealModel
from whoknows.logic.formula import Formula, Not
from whoknows.logic.knowledge import Answer, Knowledge
from whoknows.logic.modal_operators import KNOWING
from whoknows.logic.parser import FormulaError, Span, spans
from whoknows.logic.reasons import Why, why_known
from whoknows.logic.reasons import why as why_true
from whoknows.logic.vocabulary import UnknownError
from whoknows.logic.worlds import OutgrownError, in_memory
from whoknows.table.knowledge.amounts import worlds_in_words
from whoknows.table.knowledge.answers import holding, parts, read, verdict, witness
from whoknows.table.knowledge.chapter import cases, considered
from whoknows.table.knowledge.example_questions import examples as examples
from whoknows.table.knowledge.mind_table import counterexample
from whoknows.table.knowledge.naming import in_full, key
from whoknows.table.knowledge.nested_knowledge import nested as nested
from whoknows.table.knowledge.notices import plainly
from whoknows.table.knowledge.place_names import whereabouts
from whoknows.table.knowledge.second_person import addressed, in_words, own_seat
from whoknows.table.knowledge.visible_moment import Dealt, Moment
from whoknows.table.knowledge.what_if import what_if as what_if

OPERATOR = re.compile(rf"({'|'.join(KNOWING)})\s*\[")
TRIES = 60  # choices of announcements that are tried for a shortest explanation


def asked(moment: Moment, formula: str, as_seat: int | None = None) -> dict[str, object]:
    """The answer to a question as the viewer may hear it; ALL may ask as a seat would."""
    keys = ("formula", "words", "verdict", "witness", "table", "error")
    answer: dict[str, object] = dict.fromkeys(keys) | {"parts": [], "why": ""}
    if not isinstance(moment, Dealt):
        line = "no cards have been dealt yet" if moment.model is None else "cards are being divided"
        return answer | {"error": {"column": 1, "line": line}}
    try:
        return answer | _answered(moment, formula, as_seat)
    except FormulaError as error:
        line = f"expected {error.expected}, found {error.found}"
        return answer | {"error": {"column": error.column, "line": line}}
    except OutgrownError as error:  # each of its parts may be as large: none is looked at
        return answer | {"error": {"column": 1, "line": plainly(error)}}
    except Error as error:
        column = _column(moment.model, formula, error)
        return answer | {"error": {"column": column, "line": plainly(error)}}


@in_memory
def _answered(moment: Dealt, text: str, seat: int | None) -> dict[str, object]:
    formula = read(text, moment.model.vocabulary)
    canonical = str(formula)
    said = verdict(moment, formula, seat)
    shown = witness(moment, formula, seat)
    vocabulary = moment.model.vocabulary
    return {
        "formula": canonical,
        "words": in_words(moment, formula),
        "parts": [[part.start, part.end, n] for n, part in enumerate(parts(canonical))],
        "verdict": str(said).lower(),
        "why": _why(moment, formula, said, seat),
        "witness": None if shown is None else key(vocabulary, shown),
        "table": None if shown is None else counterexample(moment, shown, formula),
    }


def _why(
    moment: Dealt,
    formula: Formula,
    said: bool | Answer,
    seat: int | None,
) -> str:
    """In words, why the answer is as it is."""
    knowledge = considered(moment, seat)
    claim = _capital(in_words(moment, formula))
    if isinstance(said, bool):
        assert moment.world is not None
        told = _plain(moment, why_true(moment.model, formula, moment.world, TRIES))
    elif not said.is_known:
        told = f"{claim}: undecided; it is false in the world shown, for example."
    elif knowledge.number is None:
        told = f"{claim}: true in {_many(knowledge, said.is_true)}."
    else:
        known = formula if said.is_true else Not(formula)
        told = _plain(moment, once(_reasons, known, knowledge))
    told, still, world = _capital(told).partition(" Still possible: ")
    shown = f'<span class="still">{escape(still + world)}</span>' if still else ""
    return f"<p>{escape(told)}{shown}</p>"


def _reasons(known: Formula, knowledge: Knowledge) -> Why:
    """The same for the seat itself and for ALL, who asks as the seat would."""
    return why_known(knowledge, known, TRIES)


def _plain(moment: Dealt, why: Why) -> str:
    """An explanation, with places as people call them, and the viewer as `you`."""
    vocabulary, shown = moment.model.vocabulary, why.shown
    places = "|".join(re.escape(place.name) for place in vocabulary.places)
    sees = re.sub(
        rf"(?<![\w.])({places})(?=: )", lambda at: whereabouts(vocabulary, at[0]), why.sees
    ).replace(f"what {own_seat(moment)} sees", "what you see")
    if why.counterexample is not None:
        shown = in_full(vocabulary, vocabulary.assignment(why.counterexample))
    return str(replace(why, formula=addressed(moment, why.formula), sees=sees, shown=shown))


def _many(knowledge: Knowledge, holds: bool) -> str:
    """In all or none of the worlds, and how many there are."""
    many = cases(knowledge)
    if many == 1:
        return "the only world" if holds else "not one world"
    return f"{'all' if holds else 'none of the'} {worlds_in_words(many)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _column(model: DealModel, text: str, error: Error) -> int:
    """Where it goes wrong: the smallest part that the model cannot answer, the name in it."""
    try:
        wrong = [part for part in spans(text) if not _is_fine(model, part)]
    except Error:
        return 1
    if not wrong:
        return 1
    least = min(wrong, key=lambda part: part.end - part.start)
    if not isinstance(error, UnknownError):
        return least.start + 1
    return least.start + 1 + _name_in(text[least.start : least.end], error)


def _is_fine(model: DealModel, part: Span) -> bool:
    try:
        return holding(model, part).count() >= 0
    except Error:
        return False


def _name_in(part: str, unknown: UnknownError) -> int:
    """How far into a part the unknown name is."""
    quoted = part.find(f'"{unknown.name}"')
    if quoted >= 0:
        return quoted
    opens = part.find("[" if unknown.kind == "seat" and OPERATOR.match(part) else "(")
    return max(0, part.find(unknown.name, max(0, opens)))
