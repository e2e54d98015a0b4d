"""Where the compiled mechanics ask which game it is: as the plain `variant`.

The class of the tables says it, so that a game is compiled with its own rules and nothing else: see
`classic_game` and `knowledge_game`. Whatever a number can tell (stations, the bonus of a trail,
tunnels) stands in the tables instead.
"""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from whoknows.core.kernels import Int, Row
from whoknows.core.kernels_compiler import stands_for
from whoknows.games.tickets.kernels.tables import Tables

G = TypeVar("G", bound=Tables)


class CompiledVariant(NamedTuple, Generic[G]):
    """Kernels of one of the games, as the stubs below describe them."""

    is_spoken: Callable[[G], bool]
    deal_hands: Callable[[G, Int], None]
    is_apart: Callable[[G, Int], bool]
    spendings: Callable[[G, Row, Int, Row], tuple[Int, Int]]
    any_action: Callable[[G, Row, Row], Int]
    is_last_round: Callable[[G, Row, bool], bool]
    is_over: Callable[[G, Row], bool]
    count_points: Callable[[G, Row], None]


_VARIANTS: dict[type, CompiledVariant[Any]] = {}  # each of its own tables
_KERNELS: dict[str, dict[type, object]] = {hook: {} for hook in CompiledVariant._fields}


def define(tables: type[G], variant: CompiledVariant[G]) -> None:
    """Games whose tables are of this class are of this variant."""
    _VARIANTS[tables] = variant
    for hook, kernel in zip(CompiledVariant._fields, variant, strict=True):
        _KERNELS[hook][tables] = kernel


def is_spoken(g: Tables) -> bool:
    """Whether claims, blocks and completed tickets are announced."""
    return bool(_VARIANTS[type(g)].is_spoken(g))


def deal_hands(g: Tables, counter: Int) -> None:
    """Writes where the tickets lie that seats get to hold, or to choose from."""
    _VARIANTS[type(g)].deal_hands(g, counter)


def is_apart(g: Tables, ticket: Int) -> bool:
    """Whether a ticket is one of the long ones that lie apart from all others."""
    return bool(_VARIANTS[type(g)].is_apart(g, ticket))


def spendings(g: Tables, s: Row, which: Int, out: Row) -> tuple[Int, Int]:
    """Writes on what the mover may spend its cards; how many actions these are, and how many of
    them are blocks."""
    return _VARIANTS[type(g)].spendings(g, s, which, out)


def any_action(g: Tables, s: Row, r: Row) -> Int:
    """An action of the seat to move, each equally likely; see `note_free`."""
    return _VARIANTS[type(g)].any_action(g, s, r)


def is_last_round(g: Tables, s: Row, claimed: bool) -> bool:
    """Whether the turn that ends begins the last round."""
    return bool(_VARIANTS[type(g)].is_last_round(g, s, claimed))


def is_over(g: Tables, s: Row) -> bool:
    """Whether the turn that ends is the last, whatever trains are left."""
    return bool(_VARIANTS[type(g)].is_over(g, s))


def count_points(g: Tables, s: Row) -> None:
    """What is counted for each seat when the game is over."""
    _VARIANTS[type(g)].count_points(g, s)


for _hook in (
    is_spoken, deal_hands, is_apart, spendings, any_action, is_last_round, is_over, count_points,
):  # fmt: skip
    stands_for(_hook, _KERNELS[_hook.__name__])
