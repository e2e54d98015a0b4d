"""Formulas as text, with Unicode signs, and as LaTeX.

One writer serves the three; a `Signs` value says what each sign looks like. Parentheses are
written only where the parser needs them.
"""

import re
from dataclasses import dataclass

from whoknows.logic.formula import (
    And,
    Arithmetic,
    Atom,
    Compare,
    Formula,
    Group,
    Iff,
    Implies,
    Name,
    Not,
    Or,
    Term,
    Truth,
)
from whoknows.logic.modal_operators import (
    KNOWING,
    After,
    AndAfter,
    Announced,
    KnowsValue,
    OfGroup,
    OfSeat,
)

BARE = re.compile(r"\w(?:[\w']|[-.](?=\w))*")
NUMBER = re.compile(r"0|[1-9][0-9]{0,99}")  # other digits are names
WORDS = {"true", "false"}
UNWRITTEN = re.compile(r"[\x00\ud800-\udfff]")  # nothing, and halves of letters: in no name


def text(formula: Formula) -> str:
    """As the parser reads it: `K[1] (has(1,a) | ~p)`."""
    return _write(formula, TEXT, 0)


def unicode(formula: Formula) -> str:
    """With the signs of logic books; the parser reads these too."""
    return _write(formula, UNICODE, 0)


def latex(formula: Formula) -> str:
    """As LaTeX mathematics."""
    return _write(formula, LATEX, 0)


def name(value: Name) -> str:
    """A name as the parser reads it: bare if possible, otherwise quoted."""
    if isinstance(value, int):
        return str(value)
    if BARE.fullmatch(value) and value not in WORDS and not NUMBER.fullmatch(value):
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


@dataclass(frozen=True, slots=True)
class Signs:
    """What the connectives look like in one style of writing."""

    true: str = "true"
    false: str = "false"
    no: str = "~"
    both: str = " & "
    either: str = " | "
    implies: str = " -> "
    iff: str = " <-> "
    compare: tuple[tuple[str, str], ...] = ()
    is_latex: bool = False


TEXT = Signs()
UNICODE = Signs("⊤", "⊥", "¬", " ∧ ", " ∨ ", " → ", " ↔ ", (("!=", "≠"), ("<=", "≤"), (">=", "≥")))
LATEX = Signs(
    r"\top",
    r"\bot",
    r"\neg ",
    r" \land ",
    r" \lor ",
    r" \to ",
    r" \leftrightarrow ",
    (("!=", r"\neq"), ("<=", r"\leq"), (">=", r"\geq")),
    is_latex=True,
)

# How tightly a connective binds: a part that binds less than its place asks for parentheses.
IFF, IMPLIES, OR, AND, UNARY = range(5)
LETTERS = {kind: letter for letter, kind in KNOWING.items()}


def _write(formula: Formula, signs: Signs, place: int) -> str:
    written, binds = _bare(formula, signs)
    return f"({written})" if binds < place else written


def _bare(formula: Formula, signs: Signs) -> tuple[str, int]:
    """What it looks like without parentheses round it, and how tightly it binds."""
    match formula:
        case Truth(value):
            return (signs.true if value else signs.false), UNARY
        case Atom(label, args):
            inside = ",".join(_name(arg, signs) for arg in args)
            return _name(label, signs) + (f"({inside})" if args else ""), UNARY
        case Compare(left, sign, right):
            shown = dict(signs.compare).get(sign, sign)
            return f"{_term(left, signs)} {shown} {_term(right, signs)}", UNARY
        case Not(inner):
            return signs.no + _write(inner, signs, UNARY), UNARY
        case And() | Or() | Implies() | Iff():
            return _joined(formula, signs)
        case KnowsValue() | OfSeat() | OfGroup():
            return _knowing(formula, signs), UNARY
        case Announced():
            return _announced(formula, signs), UNARY
    raise TypeError(f"not a formula: {formula!r}")


def _joined(formula: And | Or | Implies | Iff, signs: Signs) -> tuple[str, int]:
    match formula:
        case And(parts):
            return signs.both.join(_write(part, signs, UNARY) for part in parts), AND
        case Or(parts):
            return signs.either.join(_write(part, signs, AND) for part in parts), OR
        case Implies(left, right):
            return _right(left, signs.implies, right, signs, IMPLIES), IMPLIES
        case Iff(left, right):
            return _right(left, signs.iff, right, signs, IFF), IFF


def _knowing(formula: KnowsValue | OfSeat | OfGroup, signs: Signs) -> str:
    letter = LETTERS[type(formula)]
    match formula:
        case KnowsValue(seat, fact):
            return f"{_operator(letter, (seat,), signs)} {_name(fact, signs)}"
        case OfSeat(seat, inner):
            return f"{_operator(letter, (seat,), signs)} {_write(inner, signs, UNARY)}"
        case OfGroup(group, inner):
            return f"{_operator(letter, group, signs)} {_write(inner, signs, UNARY)}"


def _announced(formula: Announced, signs: Signs) -> str:
    opening, closing = _brackets(isinstance(formula, After), signs)
    heard = f"{_group(formula.to, signs)}: " if formula.to is not None else " "
    # `>` closes the diamond, so a comparison inside it wants parentheses.
    inside = _write(formula.said, signs, 0)
    if isinstance(formula, AndAfter) and ">" in inside.replace("->", ""):
        inside = f"({inside})"
    return f"{opening}!{heard}{inside}{closing} {_write(formula.then, signs, UNARY)}"


def _right(left: Formula, sign: str, right: Formula, signs: Signs, binds: int) -> str:
    """A connective that groups to the right."""
    return _write(left, signs, binds + 1) + sign + _write(right, signs, binds)


def _term(term: Term, signs: Signs) -> str:
    match term:
        case Arithmetic(left, sign, right):
            shown = r"\cdot" if signs.is_latex and sign == "*" else sign
            times = sign == "*"
            one = _operand(left, signs, times and not _is_product(left))
            other = _operand(right, signs, times or not _is_product(right))
            return f"{one} {shown} {other}"
    return _name(term, signs)


def _operand(term: Term, signs: Signs, apart: bool) -> str:
    written = _term(term, signs)
    return f"({written})" if apart and isinstance(term, Arithmetic) else written


def _is_product(term: Term) -> bool:
    return isinstance(term, Arithmetic) and term.sign == "*"


def _operator(letter: str, group: Group, signs: Signs) -> str:
    if signs.is_latex:
        roman = letter if len(letter) == 1 else rf"\mathit{{{letter}}}"
        return f"{roman}_{{{_group(group, signs)}}}"
    return f"{letter}[{_group(group, signs)}]"


def _brackets(box: bool, signs: Signs) -> tuple[str, str]:
    if box:
        return "[", "]"
    return (r"\langle ", r"\rangle") if signs.is_latex else ("<", ">")


def _group(group: Group, signs: Signs) -> str:
    return ",".join(_name(seat, signs) for seat in group)


def _name(value: Name, signs: Signs) -> str:
    if not signs.is_latex:
        return name(value)
    if isinstance(value, int):
        return str(value)
    return r"\mathrm{" + "".join(LATEX_NAMES.get(sign, sign) for sign in value) + "}"


LATEX_NAMES = {sign: f"\\{sign}" for sign in "_#$%&{} "} | {
    "\\": r"\backslash{}",
    "^": r"\hat{}",
    "~": r"\sim{}",
}
