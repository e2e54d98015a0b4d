"""How a problem file of the model checker SMCDEL is read; the grammar stands in `smcdel.lark`.

Its numbered variables become propositions `p1`, `p2` and so on, its agents seats. Whatever is wrong
is an `Error` that names line and column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import combinations

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from whoknows.core.error import Error
from whoknows.logic import formula as f
from whoknows.logic import modal_operators as modal
from whoknows.logic.formula import Formula, all_of, any_of, rebuilt
from whoknows.logic.modal_operators import is_factual
from whoknows.puzzle.smcdel_problem import Question, SmcdelProblem, variable

LARGEST = 100_000  # parts of a formula once its quantifiers are written out
LONGEST = 200_000  # letters of a file
DEEPEST = 100  # formulas within formulas
WHETHERS = (
    12  # announcements of whether within each other: each is two, with all that follows twice
)
Grown = Tree[Token]


def problem(text: str, title: str) -> SmcdelProblem:
    """The problem that a file states."""
    if len(text) > LONGEST:
        raise Error(f"longer than {LONGEST:,} characters")
    try:
        tree = _lark().parse(text)
    except UnexpectedInput as fault:
        raise Error(f"{_place(fault)}: {_unexpected(fault)}") from None
    declared, law, *rest = _trees(tree)
    observers = [one for one in rest if one.data == "observer"]
    _check_names(tree, set(_numbers(declared)), [_tokens(one)[0] for one in observers])
    return SmcdelProblem(
        title,
        tuple(dict.fromkeys(_numbers(declared))),
        _law(law),
        {str(_tokens(one)[0]): tuple(_numbers(*_trees(one))) for one in observers},
        tuple(_question(one) for one in rest if one.data != "observer"),
    )


def is_problem(data: bytes) -> bool:
    """Whether a file is one, by the first word that is no comment."""
    lines = (line.split(b"--")[0].strip() for line in data.splitlines())
    return next(filter(None, lines), b"").startswith(b"VARS")


@lru_cache(maxsize=1)
def _lark() -> Lark:
    grammar = files("whoknows.puzzle").joinpath("smcdel.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", start="file", maybe_placeholders=True)


def _place(where: UnexpectedInput | Token) -> str:
    if where.line is None or where.line < 0:
        return "at the end"
    return f"line {where.line}, column {where.column}"


def _unexpected(fault: UnexpectedInput) -> str:
    found = str(getattr(fault, "token", "") or getattr(fault, "char", ""))
    return f"unexpected {found[:20]!r}" if found else "something is missing"


def _check_names(tree: Grown, variables: set[int], agents: Sequence[Token]) -> None:
    """Only variables of VARS and agents of OBS may be spoken of, and each agent is named once."""
    for number, name in enumerate(agents):
        if name in agents[:number]:
            raise Error(f"{_place(name)}: agent {name} is named twice in OBS")
    for part in tree.iter_subtrees():
        for token in _tokens(part):
            if token.type == "NUMBER" and int(token) not in variables:
                raise Error(f"{_place(token)}: {token} is not in VARS")
            if token.type == "NAME" and token not in agents:
                raise Error(f"{_place(token)}: no agent {token} in OBS")


# parts of a tree


def _trees(tree: Grown) -> list[Grown]:
    return [part for part in tree.children if isinstance(part, Tree)]


def _tokens(tree: Grown) -> list[Token]:
    return [part for part in tree.children if isinstance(part, Token)]


def _numbers(*trees: Grown) -> list[int]:
    return [int(token) for tree in trees for token in _tokens(tree)]


def _inside(tree: Grown) -> Iterator[Grown]:
    """The formulas directly inside one."""
    for part in _trees(tree):
        if part.data == "forms":
            yield from _trees(part)
        elif part.data not in ("names", "numbers"):
            yield part


def _group(tree: Grown) -> tuple[str, ...]:
    """Those who know, or are told."""
    return tuple(
        str(name)
        for names in _trees(tree)
        if names.data == "names"
        for name in names.scan_values(lambda part: isinstance(part, Token))
    )


# values


def _law(tree: Grown) -> Formula:
    law = _formula(tree)
    if not is_factual(law):
        raise Error("LAW: it may speak of variables only, not of what somebody knows")
    return law


def _question(tree: Grown) -> Question:
    *state, asked = _trees(tree)
    match tree.data:
        case "true_in":
            return Question("TRUE?", _formula(asked), frozenset(_numbers(*state)))
        case "valid":
            return Question("VALID?", _formula(asked))
    return Question("WHERE?", _formula(asked))


def _formula(tree: Grown, room: int = DEEPEST, whethers: int = WHETHERS) -> Formula:
    signs = _tokens(tree)
    left = whethers - any(sign.type == "WHETHER" for sign in signs)
    if room < 0 or left < 0:
        most = f"{DEEPEST} formulas" if room < 0 else f"{WHETHERS} announcements of whether"
        raise Error(f"nested too deeply: more than {most} within each other")
    inner = [_formula(part, room - 1, left) for part in _inside(tree)]
    match tree.data:
        case "truth":
            return f.Truth(signs[0].type == "TRUE")
        case "variable":
            return f.Atom(variable(int(signs[0])))
        case "no":
            return f.Not(*inner)
        case "joined":
            return _joined(signs, inner)
        case "several":
            return CONNECTIVES[str(signs[0])](inner)
        case "knows":
            return _knows(_group(tree), signs[0], inner)
        case "prefixed":
            return modal.OF_SEAT[str(signs[0])](str(signs[1]), *inner)
        case "quantified":
            return _quantified(signs[0], _numbers(_trees(tree)[0]), *inner)
    kind = modal.After if tree.data == "after" else modal.AndAfter
    return _announced(kind, _group(tree) or None, inner, whether=bool(signs))


def _joined(signs: Sequence[Token], parts: Sequence[Formula]) -> Formula:
    """From left to right."""
    joined = parts[0]
    for sign, right in zip(signs, parts[1:], strict=True):
        joined = JOINED[str(sign)](joined, right)
    return joined


def _knows(group: tuple[str, ...], verb: Token, whats: Sequence[Formula]) -> Formula:
    """Of several formulas, each is known."""
    kind, how = verb.split()
    if kind == "knows" and len(group) > 1:
        raise Error(f"{_place(verb)}: 'knows' is said of one; say comknow or distknow of a group")

    def known(what: Formula) -> Formula:
        if kind == "knows":
            return (modal.Knows if how == "that" else modal.KnowsWhether)(group[0], what)
        together = modal.Common if kind == "comknow" else modal.Distributed
        if how == "that":
            return together(group, what)
        return together(group, what) | together(group, ~what)

    return all_of(*map(known, whats))


def _announced(
    kind: type[modal.Announced],
    group: tuple[str, ...] | None,
    inner: Sequence[Formula],
    *,
    whether: bool,
) -> Formula:
    """What holds after something was announced, or whether it holds."""
    said, then = inner
    if not whether:
        return kind(said, then, group)
    either = kind(said, then, group), kind(~said, then, group)
    return f.And(either) if kind is modal.After else f.Or(either)


def _quantified(sign: Token, numbers: Sequence[int], body: Formula) -> Formula:
    if not is_factual(body):
        raise Error(f"{_place(sign)}: {sign} is for variables only, not for what is known")
    joined = any_of if sign == "Exists" else all_of
    for number in numbers:
        body = joined(*(_with(body, variable(number), f.Truth(it)) for it in (True, False)))
        if _size(body) > LARGEST:
            raise Error(f"{_place(sign)}: {sign} over too many variables")
    return body


def _with(formula: Formula, name: str, value: Formula) -> Formula:
    """The formula with a variable replaced."""
    if isinstance(formula, f.Atom):
        return value if formula.name == name else formula
    return rebuilt(formula, lambda inner: _with(inner, name, value))


def _size(formula: Formula) -> int:
    return 1 + sum(map(_size, f.parts(formula)))


def _odd(parts: Sequence[Formula]) -> Formula:
    """That an odd number of them holds; halved again and again, so that it is not deep."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    return f.Not(f.Iff(_odd(parts[:half]), _odd(parts[half:])))


def _exactly_one(parts: Sequence[Formula]) -> Formula:
    return all_of(any_of(*parts), *(~(one & other) for one, other in combinations(parts, 2)))


JOINED: dict[str, Callable[[Formula, Formula], Formula]] = {
    **dict.fromkeys(("&", "∧"), lambda left, right: left & right),
    **dict.fromkeys(("|", "∨"), lambda left, right: left | right),
    **dict.fromkeys(("->", "→"), f.Implies),
    **dict.fromkeys(("iff", "<->", "↔"), f.Iff),
}
CONNECTIVES: dict[str, Callable[[Sequence[Formula]], Formula]] = {
    "AND": lambda parts: all_of(*parts),
    "OR": lambda parts: any_of(*parts),
    "XOR": _odd,
    "ONEOF": _exactly_one,
}
