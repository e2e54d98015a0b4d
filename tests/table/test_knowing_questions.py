"""Questions: answers are the model's, errors name their column, nothing is changed by asking."""

import re
from dataclasses import replace
from typing import Any

import pytest
from watched import (
    BRIDGE,
    DOCUMENTED,
    HUGE,
    SPECS,
    TOY,
    parsed,
    seen,
    telling,
    twins,
)

import whoknows as wk
from whoknows.logic.card_letters import letters
from whoknows.logic.english import words
from whoknows.logic.modal_operators import is_factual
from whoknows.logic.parser import parse, spans
from whoknows.table.knowledge.answers import holding, parts
from whoknows.table.knowledge.naming import world_of
from whoknows.table.knowledge.nested_knowledge import (
    CLASSES,
    KNOWS,
    NOT,
    OPEN,
    UNSURE,
    status,
    views,
)
from whoknows.table.knowledge.questions import asked, examples, nested, what_if
from whoknows.table.knowledge.second_person import in_words
from whoknows.table.knowledge.visible_moment import ALL, Moment
from whoknows.table.knowledge.world_picture import worlds
from whoknows.table.page.page_view import LookAt, ShownGame, knowing

STEP = 12  # of the documented game: eight worlds are left
ASKED = [
    'has(0,"Brest-Venezia")',
    'K[2] has(0,"Brest-Venezia")',
    'K[1] has(2,"Zurich-Brindisi")',
    'K[0] ~K[1] has(2,"Zurich-Brindisi")',
    'M[1] has(2,"Zurich-Brindisi")',
    'Kw[1] has(2,"Zurich-Brindisi")',
    "Kv[2] world",
    'C[0,1,2] has(1,"Madrid-Zurich")',
    'E[0,1] has(1,"Madrid-Zurich")',
    '[! has(0,"Brest-Venezia")] K[1] has(0,"Brest-Venezia")',
]


@pytest.mark.parametrize("formula", ASKED)
def test_answers_are_those_of_the_model_and_of_the_knowledge(formula: str) -> None:
    moment = seen(DOCUMENTED, ALL)[STEP]
    truth = moment.model.holds(formula, at=moment.world)
    assert asked(moment, formula)["verdict"] == ("true" if truth else "false")
    for seat in range(3):
        known = str(moment.model.seat(seat, at=moment.world).answer(formula))
        assert asked(seen(DOCUMENTED, seat)[STEP], formula)["verdict"] == known
        assert asked(moment, formula, seat)["verdict"] == known
    public = str(moment.model.outsider().answer(formula))
    assert asked(seen(DOCUMENTED, None)[STEP], formula)["verdict"] == public


@pytest.mark.parametrize("formula", ASKED)
def test_a_witness_shows_what_it_should(formula: str) -> None:
    for viewer in (0, 1, 2, None):
        moment = seen(DOCUMENTED, viewer)[STEP]
        answer = asked(moment, formula)
        assert (answer["witness"] is not None) == answer["verdict"].startswith("unknown")
        if answer["witness"] is not None:
            vocabulary = moment.model.vocabulary
            world = vocabulary.world(world_of(vocabulary, answer["witness"]))
            assert world in moment.mine.worlds
            assert not moment.model.holds(formula, at=world)


def test_all_sees_a_counterexample_of_knowledge_and_a_witness_of_possibility() -> None:
    moment = seen(DOCUMENTED, ALL)[STEP]
    fact, vocabulary = 'has(2,"Zurich-Brindisi")', moment.model.vocabulary
    cases = [(f"K[1] {fact}", False), (f"M[1] {fact}", True), (f"~K[1] {fact}", False)]
    for formula, holds in [*cases, (f"C[0,1,2] {fact}", False), (f"E[1,2] {fact}", False)]:
        world = vocabulary.world(world_of(vocabulary, asked(moment, formula)["witness"]))
        assert moment.model.holds(fact, at=world) == holds
        assert world in moment.model.cell(1, at=moment.world)


@pytest.mark.parametrize(
    ("formula", "column", "line"),
    [
        ("K[1", 4, "expected ']'"),
        ("has(0,a) &", 11, "expected a formula"),
        ("K[1] has(0,Brest-Venezia) @", 27, "found '@'"),
        ('K[7] has(0,"Brest-Venezia")', 3, "no seat 7"),
        ('K[1] has(0,"Nowhere-Paris")', 12, "no card Nowhere-Paris"),
        ('K[1] (has(0,"Brest-Venezia") | has(9,"Brest-Venezia"))', 36, "no seat 9"),
        ("K[0] K[1] likes(1,2)", 11, "the atoms of a deal are"),
        ("X[0] true", 1, "one of the operators"),
        ("", 1, "expected a formula"),
        ("~" * 200 + "true", 102, "at most 100 nested"),
    ],
)
def test_errors_name_the_column(formula: str, column: int, line: str) -> None:
    for viewer in (0, ALL, None):
        error = asked(seen(DOCUMENTED, viewer)[STEP], formula)["error"]
        assert error["column"] == column
        assert line in error["line"]
        assert "\n" not in error["line"]


def test_the_letters_of_pictures_are_understood() -> None:
    for viewer in (0, ALL, None):
        moment = seen(DOCUMENTED, viewer)[STEP]
        cards = {letter: card for card, letter in letters(moment.model.vocabulary).items()}
        assert set("abcdef") == set(cards)
        for typed, meant in (
            ("K[0] has(1,a)", f'K[0] has(1,"{cards["a"]}")'),
            ("has(0,b) & ~Kv[1] c", f'has(0,"{cards["b"]}") & ~Kv[1] "{cards["c"]}"'),
            ("[! has(0,d)] K[1] has(0,d)", '[! has(0,"{0}")] K[1] has(0,"{0}")'.format(cards["d"])),
        ):
            answer = asked(moment, typed)
            assert answer == asked(moment, meant)
            assert answer["formula"] == str(parse(meant))
            assert answer["error"] is None
            assert what_if(moment, typed) == what_if(moment, meant)
        drawn = [worlds(seen(DOCUMENTED, viewer), STEP, formula=f) for f in (typed, meant)]
        assert drawn[0] == drawn[1]


def test_a_letter_that_is_no_card_is_an_error_where_it_stands() -> None:
    error = asked(seen(DOCUMENTED, 0)[STEP], "has(0,a) & has(1,z)")["error"]
    assert (error["column"], error["line"][:9]) == (18, "no card z")


def test_cards_keep_their_own_letters() -> None:
    assert asked(seen(TOY, 0)[1], "has(1,b)")["formula"] == "has(1,b)"


def test_an_onlooker_is_told_in_how_many_worlds() -> None:
    moment = seen(DOCUMENTED, None)[1]
    why = asked(moment, 'K[0] has(1,"Zurich-Brindisi") & has(0,"Zurich-Brindisi")')["why"]
    assert "true in none of the 90 worlds" in why
    assert "true in all 90 worlds" in asked(moment, "true")["why"]


def test_explanations_call_places_as_people_do() -> None:
    step = telling(HUGE)[-1]
    moment = seen(HUGE, 0)[step]
    card = next(c for c, o in moment.mine.ownership().items() if o.get("Anna") == 1)
    why = asked(moment, f'has(0,"{card}")')["why"]
    assert ", in the stock: " in why
    assert not re.search(r"under\d", why)
    told = asked(seen(HUGE, ALL)[step], f'K[1] has(0,"{card}")')["why"]
    assert re.search(r"Still possible: Anna: .* \| in the stock: \d+ cards", told)
    assert not re.search(r"under\d|1\.\d", told)


def test_a_question_has_an_end() -> None:
    error = asked(seen(DOCUMENTED, 0)[STEP], "true & " * 2000 + "true")["error"]
    assert "at most 2,000 characters" in error["line"]


def test_nested_questions_about_huge_deals_are_refused_in_one_line() -> None:
    moment = seen(HUGE, 0)[20]
    card = moment.model.vocabulary.world_facts[0]
    error = asked(moment, f'K[0] K[1] has(0,"{card}")')["error"]
    assert error["line"].startswith("For a deal this large only factual knowledge is kept")
    assert "at=" not in error["line"]
    assert asked(moment, f'has(0,"{card}")')["verdict"].startswith(("known", "unknown"))


def test_before_the_deal_nothing_can_be_asked() -> None:
    first = seen(DOCUMENTED, 0)[0]
    assert asked(first, "true")["error"]["line"] == "no cards have been dealt yet"
    assert examples(first) == []
    assert "No cards have been dealt" in what_if(first, "true")
    assert "No cards have been dealt" in nested(first, 0, 1)


def test_the_parts_of_a_formula_stand_where_they_say() -> None:
    text = 'K[0]  (has(1,"Madrid-Zurich")|~Kw[2] has(0,"Brest-Venezia")) -> true'
    answer = asked(seen(DOCUMENTED, 0)[STEP], text)
    canonical = answer["formula"]
    assert canonical == str(parse(text))
    shown = [canonical[start:end] for start, end, _ in answer["parts"]]
    assert shown == [
        canonical,
        "K[0] (has(1,Madrid-Zurich) | ~Kw[2] has(0,Brest-Venezia))",
        "has(1,Madrid-Zurich) | ~Kw[2] has(0,Brest-Venezia)",
        "has(1,Madrid-Zurich)",
        "~Kw[2] has(0,Brest-Venezia)",
        "Kw[2] has(0,Brest-Venezia)",
        "has(0,Brest-Venezia)",
        "true",
    ]
    assert [index for *_, index in answer["parts"]] == list(range(8))
    assert all(parse(canonical[span.start : span.end]) == span.formula for span in spans(canonical))


def test_what_stands_behind_an_announcement_holds_after_it() -> None:
    model = wk.deal({0: 1, 1: 1, 2: 1}, cards="abc")
    then = parts("[! ~has(1,a)] K[0] has(2,a)")[3]
    assert str(then.formula) == "K[0] has(2,a)"
    held = {str(world) for world in holding(model, then)}
    after = model.announce("~has(1,a)")
    assert held == {str(world) for world in after.where("K[0] has(2,a)")}
    assert held != {str(world) for world in model.where("K[0] has(2,a)")}


def test_why_is_told_in_words() -> None:
    moment = seen(DOCUMENTED, 2)[STEP]
    why = asked(moment, 'has(0,"Brest-Venezia")')["why"]
    assert "You know that 0 has Brest-Venezia, because of what you see" in why
    assert parsed(why) is not None
    true = asked(seen(DOCUMENTED, ALL)[STEP], 'K[2] has(0,"Brest-Venezia")')["why"]
    assert "since it claims" in true


# what if


def test_what_if_counts_the_worlds_and_leaves_the_model_as_it_was() -> None:
    for viewer in (0, ALL, None):
        moment = seen(DOCUMENTED, viewer)[telling(DOCUMENTED)[1]]
        before, history = moment.model.count(), moment.model.history
        card = "Zurich-Brindisi"
        owner = next(s for s in range(3) if viewer != s and _true(moment.step, s, card))
        html = what_if(moment, f'has({owner},"{card}")')
        left = moment.model.announce(f'has({owner},"{card}")').count()
        assert f"<b>{left} worlds</b> of {before} worlds would be left" in html
        assert (moment.model.count(), moment.model.history) == (before, history)
        assert parsed(html) is not None


def _true(step: int, seat: int, card: str) -> bool:
    moment = seen(DOCUMENTED, ALL)[step]
    return bool(moment.model.holds(f'has({seat},"{card}")', at=moment.world))


def test_what_if_tells_what_each_seat_would_come_to_know() -> None:
    moment = seen(TOY, ALL)[1]
    deal = dict(enumerate(cards[0] for cards in moment.world.values()))  # type: ignore[union-attr]
    html = what_if(moment, f"has(0,{deal[0]})")
    rows = ["".join(row.itertext()) for row in parsed(html).iter("tr")][1:]
    assert rows[0] == "●\N{NO-BREAK SPACE}Anna2 → 2–"
    assert rows[1] == f"▲\N{NO-BREAK SPACE}Bram2 → 1{', '.join(sorted({deal[0], deal[2]}))}"


@pytest.mark.parametrize("spec", [DOCUMENTED, BRIDGE])
def test_all_is_told_what_seats_would_come_to_know_in_the_true_world(spec: str) -> None:
    """As the formulas have it, for every card and seat."""
    moment = seen(spec, ALL)[telling(spec)[2]]
    model, world = moment.model, moment.world
    assert model is not None
    assert world is not None
    lies, seats, cards = model.vocabulary.assignment(world), model.seats, model.vocabulary.facts
    card = next(one.name for one in cards if not model.valid(f'Kv["{seats[0]}"] "{one.name}"'))
    said = f'in("{lies[card]}","{card}")'
    after = model.announce(said)
    rows = list(parsed(what_if(moment, said)).iter("tr"))[1:]
    counted = []
    for seat, row in zip(seats, rows, strict=True):
        known = [f'Kv["{seat}"] "{one.name}"' for one in cards]
        fresh = [k for k in known if after.holds(k, at=world) and not model.holds(k, at=world)]
        told = "".join(list(row)[2].itertext()).replace("–", "").split(", ")
        assert len(list(filter(None, told))) == len(fresh)
        counted.append(len(fresh))
    assert any(counted)


def test_what_is_false_cannot_be_announced() -> None:
    moment = seen(TOY, ALL)[1]
    deal = dict(enumerate(cards[0] for cards in moment.world.values()))  # type: ignore[union-attr]
    assert "It is false" in what_if(moment, f"~has(0,{deal[0]})")
    assert "You know that it is false" in what_if(seen(TOY, 0)[1], f"~has(0,{deal[0]})")
    assert "false in every world" in what_if(seen(TOY, None)[1], "has(0,a) & has(1,a)")


def test_an_unsuccessful_announcement_is_reported() -> None:
    moment = seen(TOY, None)[1]
    assert "unsuccessful" in what_if(moment, "has(1,a) & ~K[0] has(1,a)")
    assert "unsuccessful" not in what_if(moment, "has(1,a)")


def test_what_if_says_what_is_wrong_with_a_formula() -> None:
    assert "column 4" in what_if(seen(TOY, 0)[1], "K[1")
    assert "no card z" in what_if(seen(TOY, 0)[1], "has(0,z)")


# what one thinks that another knows


@pytest.mark.parametrize("viewer", [0, 1, ALL, None])
@pytest.mark.parametrize("spec", [DOCUMENTED, TOY])
def test_nested_knowledge_is_that_of_the_formulas(spec: str, viewer: Any) -> None:
    for step in telling(spec)[:4]:
        moment = seen(spec, viewer)[step]
        root = parsed(nested(moment, 0, 1))
        squares = [e for e in root.iter("td") if e.get("data-ask")]
        assert len(squares) == 3 * len(moment.model.vocabulary.world_facts)
        for square in squares:
            known = parse(square.get("data-ask", ""))
            inner: Any = known
            knows = _everywhere(moment, str(known))
            knows_not = _everywhere(moment, f"K[0] ~({inner.inner})")
            neither = _everywhere(moment, f"~({known}) & ~K[0] ~({inner.inner})")
            expected = KNOWS if knows else NOT if knows_not else OPEN if neither else UNSURE
            assert square.get("class") == CLASSES[expected]
            assert status(moment, 0, 1, inner.inner.inner) == expected


def _everywhere(moment: Moment, formula: str) -> bool:
    if moment.viewer == ALL:
        return bool(moment.model.holds(formula, at=moment.world))
    return bool(moment.mine.knows(formula))


def test_the_views_another_may_have_are_those_of_its_cells() -> None:
    moment = seen(BRIDGE, 0)[9]
    model, cell = moment.model, moment.mine.worlds
    found = dict(views(model, cell, 1, "AS"))
    assert sum(found.values()) == cell.count()
    expected: dict[tuple[str, ...], int] = {}
    for world in cell:
        lies = {model.vocabulary.assignment(each)["AS"] for each in model.cell(1, at=world)}
        thought = tuple(place for place in "NESW" if place in lies)
        expected[thought] = expected.get(thought, 0) + 1
    assert found == expected


def test_two_different_seats_are_needed() -> None:
    for outer, inner in ((0, 0), (0, 9), (-1, 0)):
        assert "two different seats" in nested(seen(TOY, 0)[1], outer, inner)


def test_counts_of_views_stand_in_words() -> None:
    html = nested(seen(DOCUMENTED, 0)[telling(DOCUMENTED)[2]], 0, 1)
    told = [str("".join(row[-1].itertext())) for row in parsed(html).iter("tr")][1:]
    several = [text for text in told if "," in text]
    assert several
    for text in several:
        assert all(re.search(r"\(in \d+ worlds?\)$", part) for part in re.split(r",(?=\W)", text))


def test_nested_views_of_huge_deals_are_refused_in_one_line() -> None:
    html = nested(seen(HUGE, 0)[20], 0, 1)
    assert "only factual knowledge is kept" in html


# examples


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("viewer", [0, ALL, None])
def test_examples_can_be_asked_and_have_different_answers(spec: str, viewer: Any) -> None:
    moment = seen(spec, viewer)[telling(spec)[1]]
    answers = [asked(moment, one["formula"]) for one in examples(moment)]
    assert all(answer["error"] is None for answer in answers)
    assert len({answer["verdict"].partition(" (")[0] for answer in answers}) >= 2
    assert [one["words"] for one in examples(moment)] == [
        in_words(moment, parse(one["formula"])) for one in examples(moment)
    ]
    if viewer != 0:
        assert [one["words"] for one in examples(moment)] == [
            words(parse(one["formula"])) for one in examples(moment)
        ]
    if spec != HUGE:
        assert any(not is_factual(parse(one["formula"])) for one in examples(moment))


# secrets


@pytest.mark.parametrize("spec", SPECS)
def test_twins_hear_the_same_answers_and_all_hears_others(spec: str) -> None:
    differ = 0
    for step in telling(spec)[1:8:3]:
        cards = seen(spec, None)[step].model.vocabulary.world_facts
        seats = seen(spec, None)[step].model.seats
        for seat in range(2):
            formulas = [
                f'has({seats[1 - seat]},"{cards[-1]}")',
                f'K[{seats[1]}] has({seats[0]},"{cards[0]}")',
            ]
            told = {str(_told(m[step], formulas, seat)) for m in twins(spec, seat, step, seat)}
            assert len(told) == 1
            hands = [f'has({s},"{c}")' for s in seats for c in cards]
            heard = {
                str([asked(m[step], hand)["verdict"] for hand in hands])
                for m in twins(spec, seat, step, ALL)
            }
            differ += len(heard) > 1
    assert differ


def _told(moment: Moment, formulas: list[str], seat: int) -> list[object]:
    return [
        *(asked(moment, formula) for formula in formulas),
        *(what_if(moment, formula) for formula in formulas),
        nested(moment, seat, 1 - seat),
        nested(moment, 1 - seat, seat),
        examples(moment),
    ]


# What drawing again and want of memory do to an answer


def test_whatever_is_answered_where_tickets_were_put_back_has_a_reason() -> None:
    spec, formula = HUGE, '"Los Angeles-Miami" = 0 -> Kv[0] world'
    answered = 0
    for viewer in (ALL, None, 0, 1):
        for step in telling(spec):
            moment = seen(spec, viewer)[step]
            for seat in (None, 0, 1) if viewer == ALL else (None,):
                answer = asked(moment, formula, seat)
                assert bool(answer["error"]) != bool(answer["why"])
                answered += bool(answer["why"])
            what_if(moment, formula)
    assert answered


class Full:
    """A set of worlds, or an engine, that has no memory left."""

    all = none = property(lambda self: self)

    def full(self, *_: object, **__: object) -> Any:
        raise MemoryError

    __and__ = __rand__ = __or__ = __invert__ = is_empty = count = knows = is_value = full
    joined = assignments = restrict = about = chances = project = some = full


def test_a_page_without_memory_says_so_where_a_part_is_missing() -> None:
    moment = seen(BRIDGE, ALL)[STEP]
    model = replace(moment.model, space=Full())
    mine = replace(moment.mine, model=model, held=Full())
    stages = tuple(replace(stage, model=model, mine=mine) for stage in moment.stages)
    bare = replace(moment, model=model, mine=mine, stages=stages)
    line = "the table does not have enough memory for this; ask something simpler"
    for question in ("K[W] has(E,AC)", "~Kv[E] world"):
        assert asked(bare, question)["error"] == {"column": 1, "line": line}
        assert line in what_if(bare, question)
    moments = [*seen(BRIDGE, ALL)[:STEP], bare]
    shown = knowing(ShownGame("", 1, ("any",) * 4, moments, None, False), LookAt(seat=0, inner=1))
    assert [part for part in ("worlds", "odds", "nested") if line not in shown[part]] == []
    assert shown["examples"] == []
