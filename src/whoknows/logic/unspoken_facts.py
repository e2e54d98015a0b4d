"""Facts that nobody has mentioned: any two of them may be exchanged in a diagram.

A diagram stays small as long as the facts that are tied together lie side by side in its order.
What will be spoken of is not known when it is drawn, but need not be: before that all cards of
a deal are alike, so each takes the topmost free variables when it is first spoken of. (What lay
in a place that was parted has variables beside them, without a name, and goes with them.)
"""

from collections.abc import Iterable, Mapping, Sequence

from whoknows.logic.filling import Filling
from whoknows.logic.vocabulary import Fact

Variables = Mapping[tuple[str, str], int]
Groups = tuple[tuple[str, ...], ...]  # facts that are alike, from the top of the order down


def alike(facts: Sequence[Fact], filling: Filling) -> Groups:
    """The facts that fill rooms in the same ways."""
    groups: dict[object, list[str]] = {}
    for fact, options in zip(facts, filling.options, strict=True):
        groups.setdefault((fact.values, options), []).append(fact.name)
    return tuple(map(tuple, groups.values()))


def brought_up(
    variables: Variables, groups: Groups, facts: Iterable[str]
) -> tuple[Variables, Groups]:
    """The variables and those still alike when each of these facts has taken the topmost ones
    of its group."""
    moved, left = dict(variables), [list(group) for group in groups]
    for name in facts:
        for group in left:
            if name in group:
                first = group[0]
                group[group.index(name)] = first
                del group[0]
                _exchange(moved, name, first)
    return moved, tuple(tuple(group) for group in left if group)


def _exchange(variables: dict[tuple[str, str], int], one: str, other: str) -> None:
    for name, value in [pair for pair in variables if pair[0] == one]:
        numbers = variables[other, value], variables[name, value]
        variables[name, value], variables[other, value] = numbers
