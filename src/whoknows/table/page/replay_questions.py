"""The questions that a page without a server prepares: their answers have reasons at every step.

prepared(moments) -> formulas with their words
offered(moment, examples, questions) -> those worth asking at a step
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from whoknows.core.error import Error
from whoknows.table.knowledge.example_questions import Example
from whoknows.table.knowledge.questions import examples
from whoknows.table.knowledge.visible_moment import Dealt, Moment

QUESTIONS, FEWER = 10, 6  # that are prepared for a viewer, and answered at every step
LONG = 40  # moves that say something: where there are more, less is made beforehand
TAKEN = 12  # moves all over the match from whose examples they are taken
CHIPS = 8  # of them that are offered at a step


def is_long(moments: Sequence[Moment]) -> bool:
    """Whether so much was said that less should be prepared."""
    return sum(bool(moment.stages) for moment in moments) > LONG


def prepared(moments: Sequence[Moment]) -> dict[str, str]:
    """Questions that are offered most often in the match, with their words."""
    telling = [moment for moment in moments if moment.stages]
    words: dict[str, str] = {}
    often = Counter[str]()
    for moment in telling[:: -(-len(telling) // TAKEN) or 1]:
        for one in examples(moment):
            words[one["formula"]] = one["words"]
            often[one["formula"]] += 1
    if is_long(moments):  # why somebody knows the whole deal takes long to find out
        often = Counter({text: many for text, many in often.items() if "Kv[" not in text})
    most = often.most_common(FEWER if is_long(moments) else QUESTIONS)
    return {formula: words[formula] for formula, _ in most}


def offered(moment: Moment, here: list[Example], questions: Mapping[str, str]) -> list[Example]:
    """The examples of a step that are prepared, then others that have an answer."""
    first = [one for one in here if one["formula"] in questions]
    there = {one["formula"] for one in first}
    rest = [Example(formula=f, words=w) for f, w in questions.items() if f not in there]
    return [*first, *(one for one in rest if _makes_sense(moment, one["formula"]))][:CHIPS]


def _makes_sense(moment: Moment, formula: str) -> bool:
    """Whether a question can be asked here: another deal may have other cards."""
    try:
        return isinstance(moment, Dealt) and moment.model.where(formula) is not None
    except Error:
        return False
