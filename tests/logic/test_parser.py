"""Formulas as text: what is written is read again, and what cannot be read is explained."""

import pickle
from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import whoknows as wk
from whoknows import formulas as f
from whoknows.core.error import Error
from whoknows.logic.english import words
from whoknows.logic.formula import DEEPEST as DEEPEST_MADE
from whoknows.logic.formula import Arithmetic, Atom, Compare, Formula, Name
from whoknows.logic.parser import DEEPEST, FormulaError, parse, parse_term

p, q, r, s = map(Atom, "pqrs")

# Random formulas

ODD_NAMES = ["true", "false", "1", "01", "K", "Kv", "E", "world", "New York-Dallas", "it's", "a-b"]
ODD_NAMES += ["", " ", '"', "\\", '\\"', "a\\", "é", "山", "2nd", "a.b", "a-", "-a", "->", "&", "²"]
ODD_NAMES += ["true-blue", "false.start", "trueness", "K[1]", "<!", "p > q", "'", "_", "٣"]

plain = st.sampled_from(["p", "q", "x", "Jul16", "stock", "has"])
names: st.SearchStrategy[str] = plain | st.sampled_from(ODD_NAMES)
labels: st.SearchStrategy[Name] = names | st.integers(0, 99)
groups = st.lists(labels, min_size=1, max_size=3).map(tuple)


def terms(depth: int = 2) -> st.SearchStrategy[Any]:
    """Terms as they are written, without parentheses: * before + and -, all from the left."""
    products = st.recursive(
        labels, lambda left: st.builds(Arithmetic, left, st.just("*"), labels), max_leaves=depth
    )
    return st.recursive(
        products,
        lambda left: st.builds(Arithmetic, left, st.sampled_from("+-"), products),
        max_leaves=depth,
    )


def comparisons() -> st.SearchStrategy[Formula]:
    signs = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
    made = st.builds(Compare, terms(), signs, terms())
    return made.filter(lambda c: not (isinstance(c.left, int) and isinstance(c.right, int)))


def larger(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    heard = st.none() | groups
    return st.one_of(
        st.builds(f.Not, inner),
        *(st.builds(kind, several) for kind in (f.And, f.Or)),
        *(st.builds(kind, inner, inner) for kind in (f.Implies, f.Iff)),
        *(st.builds(kind, labels, inner) for kind in (f.Knows, f.Possible, f.KnowsWhether)),
        *(st.builds(kind, groups, inner) for kind in (f.Everyone, f.Common, f.Distributed)),
        *(st.builds(kind, inner, inner, heard) for kind in (f.After, f.AndAfter)),
    )


atoms = st.builds(Atom, names) | st.builds(Atom, names, groups)
smallest = st.one_of(
    atoms, st.builds(f.Truth, st.booleans()), st.builds(f.KnowsValue, labels, labels), comparisons()
)
formulas = st.recursive(smallest, larger, max_leaves=12)


@given(formulas)
@settings(max_examples=1_000)
def test_what_is_written_is_read_again(formula: Formula) -> None:
    assert parse(str(formula)) == formula


@given(formulas)
@settings(max_examples=500)
def test_the_signs_of_logic_books_are_read_too(formula: Formula) -> None:
    assert parse(formula.unicode()) == formula


@given(formulas)
@settings(max_examples=300)
def test_text_is_written_the_same_again(formula: Formula) -> None:
    text = str(formula)
    assert str(parse(text)) == text
    assert str(parse(f"({text})")) == text


@given(formulas)
@settings(max_examples=300)
def test_formulas_are_values(formula: Formula) -> None:
    again = parse(str(formula))
    assert hash(again) == hash(formula)
    assert len({again, formula}) == 1


@given(st.text(max_size=30))
@example("\n")
@settings(max_examples=500)
def test_whatever_is_not_a_formula_is_an_error_with_a_column(text: str) -> None:
    error = refused(text)
    if error is not None:
        assert 1 <= error.column <= len(text) + 1
        assert error.expected
        assert str(error).startswith(f"column {error.column}: expected ")


def refused(text: str) -> FormulaError | None:
    """Why the text is not a formula; None if it is one."""
    try:
        parse(text)
    except FormulaError as error:
        return error
    return None


@given(st.text(alphabet='pK1[]()<>!~&|->=+:, "', max_size=20))
@settings(max_examples=1_000)
def test_what_is_read_is_written_and_read_again(text: str) -> None:
    if refused(text) is None:
        assert parse(str(parse(text))) == parse(text)


# How tightly things bind


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("~p & q", (~p) & q),
        ("p & q | r", (p & q) | r),
        ("p | q & r", p | (q & r)),
        ("p | q -> r", (p | q) >> r),
        ("p -> q <-> r", f.Iff(p >> q, r)),
        ("p -> q -> r", p >> (q >> r)),
        ("p <-> q <-> r", f.Iff(p, f.Iff(q, r))),
        ("(p -> q) -> r", (p >> q) >> r),
        ("p & q & r", f.And((p, q, r))),
        ("p & (q & r)", f.And((p, f.And((q, r))))),
        ("(p & q) & r", f.And((f.And((p, q)), r))),
        ("K[1] p & q", f.Knows(1, p) & q),
        ("K[1] (p & q)", f.Knows(1, p & q)),
        ("~K[1] ~p", ~f.Knows(1, ~p)),
        ("[! p] q -> r", f.After(p, q) >> r),
        ("[! p -> q] r", f.After(p >> q, r)),
        ("[! p] [! q] r", f.After(p, f.After(q, r))),
        ("<! p> q | r", f.AndAfter(p, q) | r),
        ("K[1] x = 3 & p", f.Knows(1, Compare("x", "=", 3)) & p),
        ("x - y - z = 1 + 2 * 3", Compare(
            Arithmetic(Arithmetic("x", "-", "y"), "-", "z"), "=",
            Arithmetic(1, "+", Arithmetic(2, "*", 3)),
        )),
    ],
)  # fmt: skip
def test_what_binds_tighter(text: str, meaning: Formula) -> None:
    assert parse(text) == meaning
    assert str(meaning) == text


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("[!0,1: p] q", f.After(p, q, (0, 1))),
        ("<!bob: p> q", f.AndAfter(p, q, ("bob",))),
        ("Kw[1] p", f.KnowsWhether(1, p)),
        ("M[ann] p", f.Possible("ann", p)),
        ("Kv[1] world", f.KnowsValue(1, "world")),
        ("E[0,1] C[2] D[0] p", f.Everyone((0, 1), f.Common((2,), f.Distributed((0,), p)))),
        ("has(1,a)", Atom("has", (1, "a"))),
        ("in(stock,Madrid-Zurich)", Atom("in", ("stock", "Madrid-Zurich"))),
        ('has(2,"New York-Dallas")', Atom("has", (2, "New York-Dallas"))),
        ("<! (x > 3)> p", f.AndAfter(Compare("x", ">", 3), p)),
        ("[! x > 3] p", f.After(Compare("x", ">", 3), p)),
    ],
)
def test_every_operator_is_read_and_written(text: str, meaning: Formula) -> None:
    assert parse(text) == meaning
    assert str(meaning) == text


def test_spaces_and_line_breaks_do_not_matter() -> None:
    assert parse(" K [ 1 ]\n  has ( 1 , a )\t& p ") == parse("K[1] has(1,a) & p")
    assert parse("~p&q|r->s") == parse("~p & q | r -> s")


def test_a_formula_stands_for_itself() -> None:
    assert parse(p) is p


@pytest.mark.parametrize(
    ("sign", "text"),
    [
        ("¬p ∧ q ∨ r", "~p & q | r"),
        ("p → q ↔ r", "p -> q <-> r"),
        ("p ⇒ q ⇔ r", "p -> q <-> r"),
        ("⊤ ∨ ⊥", "true | false"),
        ("x ≠ 1 ∧ x ≤ 2 ∧ x ≥ 3", "x != 1 & x <= 2 & x >= 3"),
    ],
)
def test_signs(sign: str, text: str) -> None:
    assert parse(sign) == parse(text)


# Names


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8))
@example("New York-Dallas")
@example("two\nlines")
@settings(max_examples=500)
def test_any_text_can_be_a_name(name: str) -> None:
    formula = f.Knows(name, Atom("has", (name, name)))
    assert parse(str(formula)) == formula


def test_only_odd_names_are_quoted() -> None:
    assert str(Atom("Madrid-Zurich")) == "Madrid-Zurich"
    assert str(Atom("St.Petersburg")) == "St.Petersburg"
    assert str(Atom("p'")) == "p'"
    assert str(Atom("Zürich")) == "Zürich"
    assert str(Atom("New York")) == '"New York"'
    assert str(Atom("a-")) == '"a-"'
    assert str(Atom("true")) == '"true"'
    assert str(Atom('say "hi"')) == '"say \\"hi\\""'


def test_a_number_is_a_number_and_a_quoted_number_is_a_name() -> None:
    assert parse("K[1] p") == f.Knows(1, p)
    assert parse('K["1"] p') == f.Knows("1", p)
    assert parse("x = 01") == Compare("x", "=", "01")
    assert parse('"2"') == Atom("2")
    assert str(f.Knows("1", p)) == 'K["1"] p'
    assert str(Atom("has", (1, "1"))) == 'has(1,"1")'


def test_operators_and_words_may_also_be_names() -> None:
    assert parse("K & C") == Atom("K") & Atom("C")
    assert parse("K[K] K") == f.Knows("K", Atom("K"))
    assert parse("trueness") == Atom("trueness")
    assert parse("true(1)") == Atom("true", (1,))
    assert parse("true-blue") == Atom("true-blue")


# Terms


def test_terms_are_read_alone() -> None:
    assert parse_term("x") == "x"
    assert parse_term("x + y") == Arithmetic("x", "+", "y")
    assert parse_term("x + y = 3") == parse("x + y = 3")
    with pytest.raises(FormulaError, match="column 5"):
        parse_term("x + ")


@pytest.mark.parametrize(
    "term",
    [
        Arithmetic("x", "-", Arithmetic("y", "-", "z")),
        Arithmetic("x", "*", Arithmetic("y", "+", "z")),
        Arithmetic(Arithmetic("x", "+", "y"), "*", "z"),
    ],
)
def test_a_term_is_written_as_it_is_meant(term: Arithmetic) -> None:
    formula = Compare(term, "=", 3)
    assert parse(str(formula)) == formula


def test_numbers_may_be_negative() -> None:
    formula = Compare("x", "<", -1)
    assert parse(str(formula)) == formula


# Errors


BAD = [
    ("", 1, "a formula", "the end"),
    ("   ", 4, "a formula", "the end"),
    ("p &", 4, "a formula", "the end"),
    ("& p", 1, "a formula", "'&'"),
    ("p -> -> q", 6, "a formula", "'->'"),
    ("~", 2, "a formula", "the end"),
    ("(p", 3, "')'", "the end"),
    ("p)", 2, "the end", "')'"),
    ("((((", 5, "a formula", "the end"),
    ("(p & q) r", 9, "the end", "'r'"),
    ("K[1", 4, "']'", "the end"),
    ("K[] p", 3, "a name", "']'"),
    ("K[1] ", 6, "a formula", "the end"),
    ("K[1,2] p", 4, "']'", "','"),
    ("K[a b] p", 5, "']'", "'b'"),
    ("C[0,,1] p", 5, "a name", "','"),
    ("C[0 1] p", 5, "']' or ','", "'1'"),
    ("C[0;1] p", 4, "']' or ','", "';'"),
    ("Kv[1]", 6, "a name", "the end"),
    ("Kv[1] (p)", 7, "a name", "'('"),
    ("X[1] p", 1, "one of the operators K, M, Kw, Kv, E, C, D", "'X'"),
    ("p & Knows[1] q", 5, "one of the operators K, M, Kw, Kv, E, C, D", "'Knows'"),
    ("has(1,a", 8, "')' or ','", "the end"),
    ("has(1,)", 7, "a name", "')'"),
    ("has()", 5, "a name", "')'"),
    ("[p] q", 1, "a formula", "'['"),
    ("[! p] ", 7, "a formula", "the end"),
    ("[!0,1 p] q", 7, "',' or ':'", "'p'"),
    ("[!0,1: ] q", 8, "a formula", "']'"),
    ("<! x > 3", 8, "a formula", "'3'"),
    ("x = ", 5, "a name", "the end"),
    ("x + = 3", 5, "a name", "'='"),
    ("1", 1, "a formula", "'1'"),
    ("p & 7", 5, "a formula", "'7'"),
    ("1 = 2", 1, "a fact to compare", "numbers alone"),
    ('p & "abc', 5, "a formula", "'\"'"),
    ("é & §", 5, "a formula", "'§'"),
    ("p & □q", 5, "a formula", "'□'"),
    ("p\n& & q", 5, "a formula", "'&'"),
]


@pytest.mark.parametrize(("text", "column", "expected", "found"), BAD)
def test_an_error_names_the_column_and_what_was_expected(
    text: str, column: int, expected: str, found: str
) -> None:
    with pytest.raises(FormulaError) as error:
        parse(text)
    assert (error.value.column, error.value.found) == (column, found)
    assert expected in error.value.expected
    if expected.startswith(("a ", "one", "']'", "')'", "','")):
        assert error.value.expected == expected


@pytest.mark.parametrize("text", ["p @ q", "p; q", "p. q", "p ! q", "p q", "p £ q"])
def test_after_a_formula_only_what_may_follow_it_is_expected(text: str) -> None:
    with pytest.raises(FormulaError) as error:
        parse(text)
    for sign in ("'&'", "'|'", "'->'", "'<->'", "the end"):
        assert sign in error.value.expected
    for sign in ("']'", "')'", "','", "':'"):
        assert sign not in error.value.expected


def test_a_term_that_is_not_compared_lacks_a_comparison() -> None:
    with pytest.raises(FormulaError) as error:
        parse("p & x + y")
    assert error.value.expected != "'>'"


def test_an_error_is_one_line_for_users() -> None:
    with pytest.raises(Error) as error:
        parse("K[1] has(1,a &\n p")
    assert str(error.value) == ("column 14: expected ')' or ',', found '&', in: K[1] has(1,a &  p")


def test_nesting_has_a_limit_that_is_said() -> None:
    assert parse("~" * DEEPEST + "p")
    with pytest.raises(FormulaError, match=f"at most {DEEPEST} nested operators"):
        parse("~" * (DEEPEST + 1) + "p")


@pytest.mark.parametrize("deep", ["~" * 5_000 + "p", "[! " * 2_000 + "p", "K[1] " * 2_000 + "p"])
def test_even_very_deep_nesting_is_only_an_error(deep: str) -> None:
    with pytest.raises(FormulaError):
        parse(deep)


ENDLESS = {
    "parentheses": "(" * 40_000 + "p" + ")" * 40_000,
    "opened": "(" * 90_000,
    "closed": ")" * 90_000,
    "negations": "~" * 90_000 + "p",
    "announcements": "[! p] " * 15_000 + "p",
    "announced": "[! " * 12_000 + "p" + "] p" * 12_000,
    "arrows": " -> ".join(["p"] * 15_000),
    "sum": "x = " + " + ".join(["1"] * 20_000),
    "digits": "x = " + "9" * 90_000,
    "negative": "x = -" + "9" * 90_000,
    "name": "p" * 90_000,
    "quotes": '"' * 90_000,
    "nothing": "#" * 90_000,
    "letters": "p & " * 1_000_000 + "p",
}


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_an_endless_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        read, said = parse(text), ""
    except Error as error:
        read, said = p, str(error)
    assert parse(str(read)) == read
    assert len(said.splitlines()) <= 1
    assert len(said) < 400


def test_ten_thousand_parts_are_one_level() -> None:
    wide = parse(" | ".join(f"p{n}" for n in range(10_000)))
    assert wide.depth == 1
    assert parse(str(wide)) == wide
    assert len(words(wide)) > 10_000
    assert reduce(or_, wide.parts[:500]) == f.any_of(*wide.parts[:500])  # type: ignore[attr-defined]


@pytest.mark.parametrize("step", [f.Not, lambda x: p >> x, lambda x: f.After(p, x)])
def test_a_formula_too_deep_is_never_made(step: Callable[[Formula], Formula]) -> None:
    formula: Formula = p
    for _ in range(DEEPEST_MADE):
        formula = step(formula)
    with pytest.raises(Error, match="more than 200 levels of operators"):
        step(formula)
    model = wk.model("p", seats="ab")
    for use in (str, hash, repr, words, pickle.dumps, model.where):
        use(formula)
    assert model.why(formula, at={"p": True}) is not None


@pytest.mark.parametrize("sign", ["\0", "\ud800"])
def test_what_nobody_can_read_is_in_no_formula_and_no_name(sign: str) -> None:
    with pytest.raises(FormulaError, match="column 8: expected letters and signs") as caught:
        parse(f'has(0,"{sign}")')
    assert sign not in str(caught.value)
    for act in (
        lambda: wk.model([f"p{sign}"], seats="a"),
        lambda: wk.model("p", seats=[f"a{sign}"]),
        lambda: wk.model({"day": ["Mon", sign]}, seats="a"),
        lambda: wk.deal({0: 1, sign: 1}, cards="ab"),
        lambda: wk.deal({0: 1, 1: 1}, cards=["a", sign]),
    ):
        with pytest.raises(Error, match="has an invisible character") as refused:
            act()
        assert sign not in str(refused.value)


def test_parentheses_and_long_conjunctions_are_not_deep() -> None:
    assert parse("(" * 2_000 + "p" + ")" * 2_000) == p
    assert parse(" & ".join("p" * 2_000)) == f.And((p,) * 2_000)


def test_a_conjunction_has_two_parts_or_more() -> None:
    with pytest.raises(ValueError, match="two parts or more"):
        f.And((p,))
    assert f.all_of() == f.Truth(True)
    assert f.any_of() == f.Truth(False)
    assert f.all_of(p) == f.any_of(p) == p
    assert f.all_of(p, q, r) == f.And((p, q, r))


# LaTeX and English


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("K[1] (p | ~q)", r"K_{1} (\mathrm{p} \lor \neg \mathrm{q})"),
        ("Kw[ann] p", r"\mathit{Kw}_{\mathrm{ann}} \mathrm{p}"),
        ("C[0,1] p -> q", r"C_{0,1} \mathrm{p} \to \mathrm{q}"),
        ("<! p> true", r"\langle ! \mathrm{p}\rangle \top"),
        ("x * 2 <= 3", r"\mathrm{x} \cdot 2 \leq 3"),
        ('"50% of_it"', r"\mathrm{50\%\ of\_it}"),
    ],
)
def test_latex(text: str, latex: str) -> None:
    assert parse(text).latex() == latex


@pytest.mark.parametrize("name", ["a\\b", "a^b", "a~b"])
def test_latex_has_no_bare_special_characters(name: str) -> None:
    assert Atom(name).latex() != rf"\mathrm{{{name}}}"


@given(formulas)
@settings(max_examples=300)
def test_every_formula_can_be_written_as_latex(formula: Formula) -> None:
    latex = formula.latex()
    assert latex.count("(") == latex.count(")") or any(c in str(formula) for c in '"')


def test_an_error_travels_between_processes() -> None:
    with pytest.raises(FormulaError) as caught:
        parse("K[1] (p &")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_what_is_no_text_is_no_formula():
    with pytest.raises(Error, match="a formula is a text like 'has\\(0,a\\)', not 5"):
        parse(5)  # type: ignore[arg-type]


def test_a_name_of_several_words_is_told_to_need_quotes() -> None:
    with pytest.raises(Error) as error:
        wk.parse("K[1] has(1,grey wolf)")
    assert str(error.value).startswith(
        "column 17: expected ')' or ',', found 'wolf' (a name of several words stands in quotes)"
    )
