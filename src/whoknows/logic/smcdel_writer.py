"""A small model as a problem of the model checker SMCDEL.

Each proposition is one of its variables, and so is each value of any other fact. What a seat can
tell apart is what it observes: all variables that are the same throughout each of its cells. Where
these do not suffice, as after some were told something in private, the cells are numbered, and the
seat observes the bits of that number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from whoknows.logic.listed_model import ListedModel

NAME = re.compile(
    r"(?!(?:VARS|LAW|OBS|AND|OR|XOR|ONEOF|K|Kw|iff|[Nn]ot|Top|Bot)$)[a-zA-Z][a-zA-Z0-9]*"
)
Bits = tuple[bool, ...]  # of a variable: whether it is true in each world
Cells = Sequence[Sequence[int]]


def smcdel(model: ListedModel) -> str:
    """The problem, to which questions can be added."""
    names, variables = _variables(model)
    observed = {}
    for seat, cells in model.cells.items():
        observed[seat] = _observed(cells, variables)
        if not observed[seat]:
            extra = _numbered(cells, len(model.worlds))
            names += [f"what {seat} can tell apart"] * len(extra)
            observed[seat] = list(range(len(variables), len(variables) + len(extra)))
            variables += extra
    lines = [f"-- {number}: {name}" for number, name in enumerate(names, 1)]
    lines += [f"VARS {', '.join(str(number) for number in range(1, len(variables) + 1))}"]
    lines += ["LAW OR (", ",\n".join(_worlds(variables)), ")", "OBS"]
    for number, (seat, seen) in enumerate(observed.items()):
        lines.append(f"  {agent(number, seat)}: {', '.join(str(one + 1) for one in seen)}")
    return "\n".join([*lines, ""])


def agent(number: int, seat: str) -> str:
    """What a seat is called there, where names are letters and digits and no words of its own."""
    return seat if NAME.fullmatch(seat) else f"agent{number}"


def _variables(model: ListedModel) -> tuple[list[str], list[Bits]]:
    """What each variable says, and where it is true."""
    names: list[str] = []
    variables: list[Bits] = []
    for fact in model.vocabulary.facts:
        for value in (True,) if fact.is_proposition else fact.values:
            names.append(fact.name if fact.is_proposition else f"{fact.name} = {value}")
            variables.append(tuple(world[fact.name] == value for world in model.worlds))
    return names, variables


def _observed(cells: Cells, variables: Sequence[Bits]) -> list[int]:
    """The variables that tell the cells apart and nothing else; none if there are no such."""
    same = [n for n, bits in enumerate(variables) if all(_is_constant(c, bits) for c in cells)]
    looks = {tuple(variables[n][cell[0]] for n in same) for cell in cells}
    return same if len(looks) == len(cells) else []


def _is_constant(cell: Sequence[int], bits: Bits) -> bool:
    return len({bits[world] for world in cell}) == 1


def _numbered(cells: Cells, worlds: int) -> list[Bits]:
    """The bits of the number of each world's cell; at least one."""
    number = {world: place for place, cell in enumerate(cells) for world in cell}
    width = max(1, (len(cells) - 1).bit_length())
    return [tuple(bool(number[w] >> bit & 1) for w in range(worlds)) for bit in range(width)]


def _worlds(variables: Sequence[Bits]) -> Iterator[str]:
    """Each world as a conjunction."""
    for bits in zip(*variables, strict=True):
        signed = (f"{'' if bit else '~'}{number}" for number, bit in enumerate(bits, 1))
        yield f"  AND ({', '.join(signed)})"
