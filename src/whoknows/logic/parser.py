"""Text to formulas. An error names the column and what was expected there.

The grammar stands in `grammar.lark`; here its trees become values. A name that is a whole
number becomes a number, so that `K[1] p` speaks of seat 1.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple, Self

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from whoknows.core.error import Error
from whoknows.logic import formula as f
from whoknows.logic import modal_operators as modal
from whoknows.logic.formula import Formula, Name, Term
from whoknows.logic.writer import NUMBER, UNWRITTEN

DEEPEST = 100  # nested operators in a text
LONGEST = 100_000  # letters of a text
MOST_KEPT = 1_000  # letters of a text whose formula is kept: others would fill the memory
Grown = Tree[Token]
Part = Token | Grown  # of a tree: a sign, or a tree
SHOWN = 60  # letters of a text on either side of what is wrong with it


class FormulaError(Error):
    """A text that is not a formula: at which column (from 1), and what was expected there."""

    def __init__(self, text: str, column: int, expected: str, found: str) -> None:
        self.text, self.column, self.expected, self.found = text, column, expected, found
        where = f"column {column}: expected {expected}, found {found}"
        super().__init__(f"{where}, in: {_around(text, column)}")

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (self.text, self.column, self.expected, self.found)


def parse(text: str | Formula) -> Formula:
    """The formula that a text stands for; a formula stands for itself.

    >>> import whoknows as wk
    >>> f = wk.parse("K[Anna] (has(Bram,a) | ~p)")
    >>> f.unicode(), wk.parse(str(f)) == f
    ('K[Anna] (has(Bram,a) ∨ ¬p)', True)
    """
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


Said = tuple[Formula, f.Group | None]  # and to whom, if not to everyone


class Span(NamedTuple):
    """A part of a formula: where it stands in the text, and after which announcements."""

    start: int
    end: int
    formula: Formula
    after: tuple[Said, ...] = ()


def spans(text: str) -> list[Span]:
    """All parts of a formula, the whole first; each before the parts inside it."""
    return list(_kept_spans(text) if len(text) <= MOST_KEPT else _spans(_whole(text), text, ()))


@lru_cache(maxsize=256)
def _kept_spans(text: str) -> tuple[Span, ...]:
    return tuple(_spans(_whole(text), text, ()))


def _spans(tree: Grown, text: str, after: tuple[Said, ...]) -> Iterator[Span]:
    formula = _build(tree, text, DEEPEST)
    yield Span(tree.meta.start_pos, tree.meta.end_pos, formula, after)
    inner = list(_inner(tree))
    last = after
    if isinstance(formula, modal.After | modal.AndAfter):
        last = (*after, (formula.said, formula.to))
    for part in inner:
        yield from _spans(part, text, last if part is inner[-1] else after)


@lru_cache(maxsize=4096)
def _kept(text: str) -> Formula:
    return _parsed(text)


def _parsed(text: str) -> Formula:
    return _build(_whole(text), text, DEEPEST)


def _whole(text: str) -> Grown:
    """The tree of a text that is one formula."""
    return next(_inner(_tree(text, "formula")))


def _tree(text: str, start: str) -> Grown:
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
    """A text in one line; if it is long, the part around this column."""
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


COMPARED: dict[str, f.Comparison] = {
    "=": "=", "!=": "!=", "≠": "!=",
    "<": "<", "<=": "<=", "≤": "<=",
    ">": ">", ">=": ">=", "≥": ">=",
}  # fmt: skip
RECKONED: dict[str, f.Sign] = {"+": "+", "-": "-", "*": "*"}


def _build(tree: Grown, text: str, room: int) -> Formula:
    """The formula of a tree: those inside it are made first."""
    if room < 0:
        most = f"at most {DEEPEST} nested operators"
        raise FormulaError(text, tree.meta.start_pos + 1, most, "a deeper one")
    rest = [part for part in tree.children if not _is_formula(part)]
    if tree.data == "compare" and _is_number(rest[0]) and _is_number(rest[2]):
        raise FormulaError(text, tree.meta.start_pos + 1, "a fact to compare", "numbers alone")
    if tree.data == "atom" and isinstance(_name(rest[0]), int):
        raise FormulaError(text, tree.meta.start_pos + 1, "a formula", repr(_spelled(rest[0])))
    return _made(tree.data, [_build(part, text, room - 1) for part in _inner(tree)], rest)


def _made(kind: str, inner: list[Formula], rest: list[Part]) -> Formula:
    """The formula of this kind, given those inside it, and whatever else stands there."""
    if kind in CONNECTIVES:
        return CONNECTIVES[kind](*inner)
    if kind in ANNOUNCED:
        to = _names(rest[0]) if kind.endswith("_to") else None
        return ANNOUNCED[kind](inner[0], inner[1], to)
    match kind:
        case "truth":
            return f.Truth(rest[0] in ("true", "⊤"))
        case "atom":
            return f.Atom(str(_name(rest[0])), _names(rest[1]) if rest[1:] else ())
        case "compare":
            return f.Compare(_term(rest[0]), COMPARED[_spelled(rest[1])], _term(rest[2]))
        case "seat":
            return modal.OF_SEAT[_spelled(rest[0])](_name(rest[1]), *inner)
        case "group":
            return modal.OF_GROUP[_spelled(rest[0])](_names(rest[1]), *inner)
    return modal.KnowsValue(_name(rest[0]), _name(rest[1]))


CONNECTIVES: dict[str, Callable[..., Formula]] = {
    "no": f.Not,
    "both": lambda *parts: f.And(parts),
    "either": lambda *parts: f.Or(parts),
    "implies": f.Implies,
    "iff": f.Iff,
}
ANNOUNCED: dict[str, type[modal.Announced]] = {
    "after": modal.After,
    "after_to": modal.After,
    "and_after": modal.AndAfter,
    "and_after_to": modal.AndAfter,
}
NOT_FORMULAS = {"name", "names", "negative", "arithmetic", "greater", "never"}


def _is_formula(part: Part) -> bool:
    return isinstance(part, Tree) and part.data not in NOT_FORMULAS


def _inner(tree: Grown) -> Iterator[Grown]:
    """The formulas directly inside one."""
    for part in tree.children:
        if isinstance(part, Tree) and _is_formula(part):
            yield part


def _is_number(part: Part) -> bool:
    return isinstance(part, Tree) and part.data == "name" and isinstance(_name(part), int)


def _term(part: Part, room: int = f.DEEPEST) -> Term:
    if room < 0:
        raise Error(f"nested too deeply: a term may nest at most {f.DEEPEST} signs")
    if not isinstance(part, Tree) or part.data == "name":
        return _name(part)
    if part.data == "negative":
        return int(_spelled(part))
    left, sign, right = part.children
    return f.Arithmetic(_term(left, room - 1), RECKONED[str(sign)], _term(right, room - 1))


def _names(part: Part) -> tuple[Name, ...]:
    return tuple(map(_name, part.children)) if isinstance(part, Tree) else ()


def _name(part: Part) -> Name:
    spelled = _spelled(part)
    if spelled.startswith('"'):
        return spelled[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    return int(spelled) if NUMBER.fullmatch(spelled) else spelled


def _spelled(part: Part) -> str:
    """A sign or a name as it is written."""
    return str(part.children[0] if isinstance(part, Tree) else part)


# What a terminal of the grammar is called in an error; the first that fits stands for all
# the ways in which a formula may begin.
CALLED = {
    "COMPARE": "=",
    "_AND": "&", "_OR": "|", "_IMPLIES": "->", "_IFF": "<->", "GREATER": ">",
    "LSQB": "[", "RSQB": "]", "LPAR": "(", "RPAR": ")", "COMMA": ",", "COLON": ":",
}  # fmt: skip


BARE_BEFORE = re.compile(r"(\w+)\s*$")
OPERATOR = f"one of the operators {', '.join(modal.KNOWING)}"


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
        if word and expected <= {"RPAR", "COMMA"} and error.token.type == "NAME":
            found = f"{found} (a name of several words stands in quotes)"
    return FormulaError(text, column, _expectation(expected), found)


def _column(error: UnexpectedInput) -> int:
    return (error.pos_in_stream or 0) + 1


def _accepted(error: UnexpectedCharacters) -> set[str]:
    accepted: set[str] = error.interactive_parser.accepts()  # type: ignore[no-untyped-call]
    return accepted


def _expectation(terminals: set[str]) -> str:
    if "_NOT" in terminals:
        return "a formula"
    if "NAME" in terminals:
        return "a name"
    signs = [f"'{sign}'" for terminal, sign in CALLED.items() if terminal in terminals]
    return " or ".join([*signs, *(["the end"] if "$END" in terminals else [])]) or "a name"
