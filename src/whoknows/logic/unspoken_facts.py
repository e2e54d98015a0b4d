"""Facts that nobody has mentioned: any two of them may be exchanged in a diagram.

A diagram stays small as long as the facts that are tied together lie side by side in its order.
What will be spoken of is not known when it is drawn, but need not be: before that all cards of
a deal are alike, so each takes the topmost free variables when it is first spoken of. (What lay
in a place that was parted has variables beside them, without a name, and goes with them.)

Of some only single values were told since then, as that a card is not with somebody: they are no
longer alike, but still tied to the others by nothing except the room in the places.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from whoknows.logic.filling import Filling
from whoknows.logic.vocabulary import Fact

if TYPE_CHECKING:
    from oxidd.bcdd import BCDDFunction

Variables = Mapping[tuple[str, str], int]
Groups = tuple[tuple[str, ...], ...]  # facts that are alike, from the top of the order down
RuledOut = Mapping[str, frozenset[str]]  # of each fact these values, and no more is known of it


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


def joined(ruled_out: RuledOut, before: Groups, after: Groups) -> RuledOut:
    """With the facts that are now spoken of for the first time, if all were alike."""
    if len(before) != 1:
        return {}
    left = frozenset[str]().union(*after)
    return {**ruled_out, **{name: frozenset() for name in before[0] if name not in left}}


def narrowed(ruled_out: RuledOut, variables: Variables, held: "BCDDFunction") -> RuledOut:
    """What is ruled out when only these worlds are left: nothing is known if more is told than
    single values of such facts."""
    told = held.pick_cube() if ruled_out and held.pick_cube_dd() == held else None
    if told is None:
        return {}
    gone: dict[str, frozenset[str]] = dict(ruled_out)
    meant = {number: pair for pair, number in variables.items()}
    for number, true in enumerate(told):
        if true is not None:
            name, value = meant.get(number, ("", ""))
            if name not in gone:
                return {}
            others = (text for fact, text in variables if fact == name and text != value)
            gone[name] |= frozenset(others if true else (value,))
    return gone
