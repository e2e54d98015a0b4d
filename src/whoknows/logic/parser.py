"""Text to formulas. An error names the column and what was expected there.

The grammar stands in `grammar.lark`; here its trees become values. A name that is a whole
number becomes a number, so that `K[1] p` speaks of seat 1.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from whoknows.core.error import Error
from whoknows.logic import formula as f
from whoknows.logic.formula import Formula, Name, Term
from whoknows.logic.write import NUMBER, UNWRITTEN

DEEPEST = 100  # nested operators in a text
LONGEST = 100_000  # letters of a text
MOST_KEPT = 1_000  # letters of a text whose formula is kept: others would fill the memory
SHOWN = 60  # letters of a text on either side of what is wrong with it


class FormulaError(Error):
    """A text that is not a formula: at which column (from 1), and what was expected there."""

    def __init__(self, text: str, column: int, expected: str, found: str) -> None:
        self.text, self.column, self.expected, self.found = text, column, expected, found
        where = f"column {column}: expected {expected}, found {found}"
        super().__init__(f"{where}, in: {_around(text, column)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return FormulaError, (self.text, self.column, self.expected, self.found)


def parse(text: str | Formula) -> Formula:
    """The formula that a text stands for; a formula stands for itself."""
    if not isinstance(text, str | Formula):
        raise Error(f"a formula is a text like 'has(0,a)', not {text!r}")
    if isinstance(text, Formula):
        return text
    return _kept(text) if len(text) <= MOST_KEPT else _parsed(text)


def parse_term(text: str) -> Term | Formula:
    """A term such as `x + y`; what is not a term is read as a formula."""
    try:
        return _term(_tree(text, "term"))
    except FormulaError:
        return parse(text)


class Span(NamedTuple):
    """A part of a formula: where it stands in the text, and after which announcements."""

    start: int
    end: int
    formula: Formula
    after: tuple[tuple[Formula, f.Group | None], ...] = ()


def spans(text: str) -> list[Span]:
    """All parts of a formula, the whole first; each before the parts inside it."""
    return list(_spans(_tree(text, "formula").children[0], text, ()))


def _spans(tree: Any, text: str, after: tuple[Any, ...]) -> Iterator[Span]:
    formula = _build(tree, text, DEEPEST)
    yield Span(tree.meta.start_pos, tree.meta.end_pos, formula, after)
    inner = [part for part in tree.children if _is_formula(part)]
    for part in inner:
        is_then = isinstance(formula, f.After | f.AndAfter) and part is inner[-1]
        yield from _spans(part, text, (*after, (formula.said, formula.to)) if is_then else after)


@lru_cache(maxsize=4096)
def _kept(text: str) -> Formula:
    return _parsed(text)


def _parsed(text: str) -> Formula:
    built: Formula = _build(_tree(text, "formula").children[0], text, DEEPEST)
    return built


def _tree(text: str, start: str) -> Any:
    """The text as the grammar has it."""
    if len(text) > LONGEST:
        raise Error(f"a formula has at most {LONGEST:,} characters, not {len(text):,}")
    wrong = UNWRITTEN.search(text)
    if wrong:
        raise FormulaError(text, wrong.start() + 1, "letters and signs", ascii(wrong[0]))
    try:
        return _lark().parse(text, start=start)
    except UnexpectedInput as error:
        raise _explained(text, error) from None


def _around(text: str, column: int) -> str:
    """A text in one line; of a long one what stands around this column."""
    start, end = max(0, column - 1 - SHOWN), column - 1 + SHOWN
    if len(text) <= 4 * SHOWN:
        start, end = 0, len(text)
    shown = " ".join(text[start:end].splitlines())
    shown = UNWRITTEN.sub("\N{REPLACEMENT CHARACTER}", shown)
    return f"{'…' * (start > 0)}{shown}{'…' * (end < len(text))}"


@lru_cache(maxsize=1)
def _lark() -> Lark:
    grammar = files("whoknows.logic").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", start=["formula", "term"], propagate_positions=True)


JOINS: dict[str, Any] = {"both": f.And, "either": f.Or}
ARROWS: dict[str, Any] = {"implies": f.Implies, "iff": f.Iff}
OPERATORS: dict[str, Any] = {
    "K": f.Knows,
    "M": f.Possible,
    "Kw": f.KnowsWhether,
    "E": f.Everyone,
    "C": f.Common,
    "D": f.Distributed,
}
SIGNS: dict[str, Any] = {"≠": "!=", "≤": "<=", "≥": ">="}


def _build(tree: Any, text: str, room: int) -> Any:
    if room < 0:
        found = "a deeper one"
        raise FormulaError(
            text, tree.meta.start_pos + 1, f"at most {DEEPEST} nested operators", found
        )
    if tree.data == "compare" and _is_number(tree.children[0]) and _is_number(tree.children[2]):
        raise FormulaError(text, tree.meta.start_pos + 1, "a fact to compare", "numbers alone")
    if tree.data == "atom" and isinstance(_name(tree.children[0]), int):
        raise FormulaError(
            text, tree.meta.start_pos + 1, "a formula", repr(_spelled(tree.children[0]))
        )
    return _made(
        tree,
        [_build(part, text, room - 1) if _is_formula(part) else part for part in tree.children],
    )


def _made(tree: Any, parts: list[Any]) -> Any:
    """The formula of a tree whose inner formulas are made already."""
    kind = str(tree.data)
    match kind:
        case "truth":
            return f.Truth(parts[0] in ("true", "⊤"))
        case "atom":
            return f.Atom(str(_name(parts[0])), _names(parts[1]) if parts[1:] else ())
        case "compare":
            sign = str(parts[1].children[0] if isinstance(parts[1], Tree) else parts[1])
            return f.Compare(_term(parts[0]), SIGNS.get(sign, sign), _term(parts[2]))
        case "no":
            return f.Not(parts[0])
        case "both" | "either":
            return JOINS[kind](tuple(parts))
        case "implies" | "iff":
            return ARROWS[kind](*parts)
        case "seat":
            return OPERATORS[parts[0]](_name(parts[1]), parts[2])
        case "group":
            return OPERATORS[parts[0]](_names(parts[1]), parts[2])
        case "value":
            return f.KnowsValue(_name(parts[0]), _name(parts[1]))
        case "after":
            return f.After(parts[0], parts[1])
        case "after_to":
            return f.After(parts[1], parts[2], _names(parts[0]))
        case "and_after":
            return f.AndAfter(parts[0], parts[2])
    return f.AndAfter(parts[1], parts[3], _names(parts[0]))


NOT_FORMULAS = {"name", "names", "negative", "arithmetic", "greater", "never"}


def _is_formula(part: Any) -> bool:
    return isinstance(part, Tree) and str(part.data) not in NOT_FORMULAS


def _is_number(part: Any) -> bool:
    return part.data == "name" and isinstance(_name(part), int)


def _term(tree: Any, room: int = f.DEEPEST) -> Term:
    if room < 0:
        raise Error(f"nested too deeply: a term may nest at most {f.DEEPEST} signs")
    if tree.data == "name":
        return _name(tree)
    if tree.data == "negative":
        return int(tree.children[0])
    left, sign, right = tree.children
    signed: Any = str(sign)
    return f.Arithmetic(_term(left, room - 1), signed, _term(right, room - 1))


def _names(tree: Any) -> tuple[Name, ...]:
    return tuple(_name(child) for child in tree.children)


def _name(tree: Any) -> Name:
    spelled = _spelled(tree)
    if spelled.startswith('"'):
        return spelled[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    return int(spelled) if NUMBER.fullmatch(spelled) else spelled


def _spelled(tree: Any) -> str:
    token: Token = tree.children[0]
    return str(token)


# What a terminal of the grammar is called in an error; the first that fits stands for all
# the ways in which a formula may begin.
CALLED = {
    "COMPARE": "=",
    "_AND": "&", "_OR": "|", "_IMPLIES": "->", "_IFF": "<->", "GREATER": ">",
    "LSQB": "[", "RSQB": "]", "LPAR": "(", "RPAR": ")", "COMMA": ",", "COLON": ":",
}  # fmt: skip


BARE_BEFORE = re.compile(r"(\w+)\s*$")
OPERATOR = "one of the operators K, M, Kw, Kv, E, C, D"


def _explained(text: str, error: UnexpectedInput) -> FormulaError:
    expected: set[str] = set()
    column, found = len(text) + 1, "the end"
    if isinstance(error, UnexpectedCharacters):
        expected, column, found = _accepted(error), _column(error), repr(error.char)
    if isinstance(error, UnexpectedToken):
        expected = error.accepts or error.expected
        if error.token.type != "$END":
            column, found = _column(error), repr(str(error.token))
        word = BARE_BEFORE.search(text[: column - 1])
        if found == "'['" and word:
            return FormulaError(text, word.start() + 1, OPERATOR, repr(word[1]))
    return FormulaError(text, column, _expectation(expected), found)


def _column(error: UnexpectedInput) -> int:
    return (error.pos_in_stream or 0) + 1


def _accepted(error: Any) -> set[str]:
    accepted: set[str] = error.interactive_parser.accepts()
    return accepted


def _expectation(terminals: set[str]) -> str:
    if "_NOT" in terminals:
        return "a formula"
    if "NAME" in terminals:
        return "a name"
    signs = [f"'{sign}'" for terminal, sign in CALLED.items() if terminal in terminals]
    return " or ".join([*signs, *(["the end"] if "$END" in terminals else [])]) or "a name"
