"""The evaluator in the browser answers as ours does, on random formulas and on wrong ones."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from watched import DOCUMENTED, LARGE, TOY, seen, telling

import whoknows as wk
from whoknows.logic.parser import parse, spans
from whoknows.table.knowledge.chapter import present
from whoknows.table.knowledge.questions import asked
from whoknows.table.knowledge.visible_moment import ALL, Dealt, Moment, Viewer
from whoknows.table.knowledge.world_layout import ascending, layout
from whoknows.table.knowledge.world_marks import scene
from whoknows.table.page.stored_models import stored_model

STATIC = Path(wk.__file__).parent / "table" / "static"
MANY = 60  # formulas for each viewer of a moment


@pytest.fixture(scope="module")
def evaluator(chromium: Any) -> Any:
    """A page that has nothing but the evaluator."""
    context = chromium.new_context()
    page = context.new_page()
    for name in ("formula.js", "evaluator.js"):
        page.add_script_tag(content=(STATIC / name).read_text("utf-8"))
    yield page
    context.close()


@pytest.fixture(scope="module")
def browser_answers(evaluator: Any) -> Any:
    """What it makes of a model and formulas."""
    script = "([model, texts]) => texts.map(text => whoknowsEvaluator.answer(model, text))"
    return lambda model, texts: evaluator.evaluate(script, [model, texts])


def formulas(moment: Moment, rng: Random) -> list[str]:
    assert moment.model is not None
    seats = list(moment.model.seats)
    cards = [f'"{card}"' for card in moment.model.vocabulary.world_facts]

    def group() -> str:
        return ",".join(rng.sample(seats, rng.randint(1, len(seats))))

    def formula(depth: int) -> str:
        if not depth:
            return f"has({rng.choice(seats)},{rng.choice(cards)})"
        inner, other = formula(depth - 1), formula(rng.randrange(depth))
        seat = rng.choice(seats)
        return rng.choice(
            [
                f"~{inner}", f"({inner} & {other})", f"({inner} | ~{other})",
                f"({inner} -> {other})", f"({inner} <-> {other})", f"K[{seat}] {inner}",
                f"M[{seat}] {inner}", f"Kw[{seat}] {inner}", f"Kv[{seat}] {rng.choice(cards)}",
                f"Kv[{seat}] world", f"E[{group()}] {inner}", f"C[{group()}] {inner}",
                f"D[{group()}] {inner}", f"[! {inner}] {other}", f"<! {inner}> {other}",
                f"[!{group()}: {inner}] {other}", f"<!{group()}: {inner}> {other}",
            ]
        )  # fmt: skip

    return [formula(rng.randint(0, 4)) for _ in range(MANY)]


@pytest.mark.parametrize("viewer", [0, None, ALL])
@pytest.mark.parametrize("spec", [DOCUMENTED, LARGE, TOY])
def test_random_formulas_are_answered_as_by_the_table(
    browser_answers: Any, spec: str, viewer: Viewer
) -> None:
    moments = seen(spec, viewer)
    told = telling(spec)
    for step in {told[0], told[len(told) // 2], told[-1]}:
        texts = formulas(moments[step], Random(step))
        model = stored_model(moments, step)
        assert model is not None
        theirs = [answer["verdict"] for answer in browser_answers(model, texts)]
        ours = [asked(moments[step], text)["verdict"] for text in texts]
        assert dict(zip(texts, theirs, strict=True)) == dict(zip(texts, ours, strict=True))


def test_worlds_are_marked_as_the_table_marks_them(evaluator: Any) -> None:
    """Where random formulas hold, and each of their parts, also those after an announcement."""
    moments, step = seen(DOCUMENTED, ALL), telling(DOCUMENTED)[2]
    here = present(moments, step)
    assert here is not None
    assert isinstance(here.moment, Dealt)
    known = layout(here.first)
    texts = [str(parse(text)) for text in formulas(here.moment, Random(5))]
    texts = [text for text in texts if len(spans(text)) <= 40]
    asks = [
        [text, [[one.start, one.end, n] for n, one in enumerate(spans(text))]] for text in texts
    ]
    script = """([model, asks]) => asks.map(
        ([text, parts]) => [...whoknowsEvaluator.marks(model, text, parts)])"""
    told = evaluator.evaluate(script, [stored_model(moments, step), asks])
    assert sum("!" in text for text in texts) > 5
    for text, theirs in zip(texts, told, strict=True):
        marks = scene(here, known, 0, None, text)
        ours = {known.keys[n]: marks.dot(n) for n in ascending(marks.alive)}
        assert {key: one["holds"] for key, one in theirs} == {
            key: "holds" in dot.marks for key, dot in ours.items()
        }, text
        assert {key: " ".join(one["parts"]) for key, one in theirs} == {
            key: dot.parts for key, dot in ours.items()
        }, text


WRONG = {
    "": 1,
    "has(0": 6,
    "K[9] has(0,Brest-Venezia)": 1,
    "has(0,Nowhere)": 1,
    "has(0,Brest-Venezia) &": 23,
    "K[0 has(0,Brest-Venezia)": 5,
    "~" * 200: None,
}


def test_a_wrong_formula_is_refused_in_a_line_that_says_where(browser_answers: Any) -> None:
    moments = seen(DOCUMENTED, 0)
    model = stored_model(moments, telling(DOCUMENTED)[1])
    for text, column in WRONG.items():
        error = browser_answers(model, [text])[0]["error"]
        assert error["line"], text
        assert "\n" not in error["line"]
        if column is not None:
            assert error["column"] == column, text


def test_a_witness_is_a_world_that_is_drawn(browser_answers: Any) -> None:
    moments = seen(DOCUMENTED, 1)
    step = telling(DOCUMENTED)[1]
    answer = browser_answers(stored_model(moments, step), ['has(0,"Brest-Venezia")'])[0]
    ours = asked(moments[step], 'has(0,"Brest-Venezia")')
    assert answer["verdict"] == ours["verdict"]
    assert answer["witness"] in stored_model(moments, step)["base"]["keys"]


def test_the_letters_of_pictures_stand_for_their_cards(browser_answers: Any) -> None:
    moments = seen(DOCUMENTED, ALL)
    step = telling(DOCUMENTED)[-1]
    long, short = browser_answers(
        stored_model(moments, step), ['K[2] has(0,"Brest-Venezia")', "K[2] has(0,e)"]
    )
    assert long["verdict"] == short["verdict"] == "true"
