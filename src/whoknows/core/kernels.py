"""The compiled verbs: the rules of any game over one flat row of integers.

A game's tables are a NamedTuple `g`, whose class selects the rules at compile time: see `define`.
The state `s` is one int64 row (what `Game.encode_state` gives), the random state `r` one row of
uint64. A search is written once over these verbs and compiled for each game.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from whoknows.core.bit_kernels import how_many as how_many
from whoknows.core.bit_kernels import lowest as lowest
from whoknows.core.game import CHANCE as CHANCE
from whoknows.core.game import END as END
from whoknows.core.kernels_compiler import Entry, Kernel, stands_for

Int = Any  # compiled code knows one kind of whole number, type checkers tell int and int64 apart
Ints = NDArray[np.int64]  # a state, codes of actions, numbers of seats
Words = NDArray[np.uint64]  # a random state
Floats = NDArray[np.float64]  # odds, points, values
Tables = tuple[object, ...]  # of a game: a NamedTuple of its own
Function = TypeVar("Function", bound=Callable[..., object])


class Row(Protocol):
    """Any of these arrays, as far as compiled code uses it; only makers and entries copy one."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    def __getitem__(self, place: Int, /) -> Int: ...

    def __setitem__(self, place: Int, number: Int, /) -> None: ...

    def copy(self) -> Self: ...


config: Any = numba.config
# Set by NUMBA_DISABLE_JIT, for a debugger and to measure what tests cover: all of it is plain
# Python then, and every kernel simply the function that was written.
UNCOMPILED = bool(config.DISABLE_JIT)
if UNCOMPILED:
    np.seterr(over="ignore")  # random words wrap around

# Kernels make no arrays, so they need not count who uses which: that would cost more than most
# verbs do. Divisions do not check for zero.
LIGHT: Mapping[str, object] = {"error_model": "numpy", "_nrt": False}
ROOMY: Mapping[str, object] = {"error_model": "numpy"}


def kernel(function: Function) -> Function:
    """Compiled into whatever calls it; makes no arrays and raises nothing."""
    return function if UNCOMPILED else cast(Function, Kernel(function, LIGHT))


def maker(function: Function) -> Function:
    """As `kernel`, but it may make arrays, and takes longer to compile."""
    return function if UNCOMPILED else cast(Function, Kernel(function, ROOMY, roomy=True))


def outer(function: Function) -> Function:
    """Called from plain Python, with all arrays it needs; kept on disk with all its kernels."""
    return function if UNCOMPILED else cast(Function, Entry(function, LIGHT))


def entry(function: Function) -> Function:
    """As `outer`, but it may make arrays, and takes longer to compile."""
    return function if UNCOMPILED else cast(Function, Entry(function, ROOMY, roomy=True))


@kernel
def copy(row: Row, to: Row) -> None:
    """A loop, which for rows so short is faster than a slice, and compiles much faster."""
    for place in range(to.shape[0]):
        to[place] = row[place]


GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@kernel
def mix(counter: Int) -> Int:
    """64 random bits from a counter that grows by GOLDEN (SplitMix64)."""
    mixed = (counter ^ (counter >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@kernel
def word(r: Row) -> Int:
    """The next 64 random bits."""
    r[0] += GOLDEN
    return mix(r[0])


@kernel
def spun(random: Int, number: Int) -> Int:
    """A random word that depends on a random word and a number alone."""
    return mix((random ^ np.uint64(number)) + GOLDEN)


@kernel
def mixed(seed: Int, number: Int) -> Int:
    """A random word that depends on these two numbers alone."""
    return spun(mix(np.uint64(seed) + GOLDEN), number)


@kernel
def below(r: Row, limit: Int) -> Int:
    """A number from 0 to limit - 1 (limit below 2^32), each exactly equally likely."""
    many = np.uint64(limit)
    scaled = (word(r) >> np.uint64(32)) * many
    # The few low parts that would favour some numbers are drawn again; only a low part below
    # the limit can be one of them, so the division is rarely made.
    if scaled & np.uint64(0xFFFFFFFF) < many:
        few = np.uint64(0x100000000) % many
        while scaled & np.uint64(0xFFFFFFFF) < few:
            scaled = (word(r) >> np.uint64(32)) * many
    return np.int64(scaled >> np.uint64(32))


G = TypeVar("G", bound=Tables)


class Rules(NamedTuple, Generic[G]):
    """Kernels, one for each verb, as the stubs below describe them; see `define`."""

    to_move: Callable[[G, Row], Int]
    actions: Callable[[G, Row, Row], Int]
    apply: Callable[[G, Row, Int], None]
    chance: Callable[[G, Row, Row], Int]
    outcomes: Callable[[G, Row, Row, Row], Int]
    seen: Callable[[G, Row, Int, Int], Int]
    redeal: Callable[[G, Row, Int, Row, Row], None]
    playout: Callable[[G, Row, Row], None]
    scores: Callable[[G, Row, Row], None]
    key: Callable[[G, Row, Row], Int]
    choices: Callable[[G, Row, Row], Int]
    sensible: Callable[[G, Row, Row], Int]
    advised: Callable[[G, Row, Row], Int]
    guided: Callable[[G, Row, Row], None]
    utility: Callable[[G, Row, Int, Row], None]
    stage: Callable[[G, Row], Int]
    sight: Callable[[G, Row, Int], Int]


class Compiled(NamedTuple):
    """A game compiled: its tables, and the numbers that its rows use for names."""

    tables: Any  # of a class of its own, which its own kernels know
    players: int
    width: int  # no seat ever has more actions
    pack: int  # cards are numbered below this
    cards: dict[str, int]
    places: dict[str, int]
    length: int  # numbers of a row that the rules need; what follows serves `redeal` alone
    utilities: tuple[str, ...]  # their names, in the order of their numbers
    has_rounds: bool = False  # each stage is scored for itself
    is_fair: Callable[[Ints, int], bool] = lambda row, seat: True  # whether `redeal` is, to a seat
    draws: bool = False  # hands are drawn too: `redeal` shuffles them even if all owners stay


_RULES: dict[type, Rules[Any]] = {}  # each of its own tables
_KERNELS: dict[str, dict[type, object]] = {verb: {} for verb in Rules._fields}


def define(
    tables: type[G], rules: Rules[G] | None = None, /, **verbs: Callable[..., object]
) -> None:
    """These are the rules of games whose tables are of this NamedTuple class: a kernel for each
    verb, by its name. What is left out is as in `usual_kernels`.

    Numba tells such classes apart by names and fields alone. Two games may both call theirs
    `Tables`, so a class bears the name of its module too: else one would be played as the other.
    """
    tables.__name__ = f"{tables.__module__}.{tables.__qualname__}"
    if rules is None:
        from whoknows.core.usual_kernels import rules_by_name

        rules = rules_by_name(tables.__module__, verbs)
    _RULES[tables] = rules
    for verb, one in zip(Rules._fields, rules, strict=True):
        _KERNELS[verb][tables] = one


def is_defined(tables: object) -> bool:
    """Whether there are rules of games whose tables are of this class."""
    return type(tables) in _RULES


def to_move(g: Tables, s: Row) -> int:
    """The seat to move, CHANCE or END."""
    return int(_RULES[type(g)].to_move(g, s))


def actions(g: Tables, s: Row, out: Row) -> int:
    """Writes the codes of the actions of the seat to move; how many there are."""
    return int(_RULES[type(g)].actions(g, s, out))


def apply(g: Tables, s: Row, a: Int) -> None:
    """Changes the state by an action or an outcome."""
    _RULES[type(g)].apply(g, s, a)


def chance(g: Tables, s: Row, r: Row) -> int:
    """One outcome of chance, drawn fairly."""
    return int(_RULES[type(g)].chance(g, s, r))


def outcomes(g: Tables, s: Row, out: Row, w: Row) -> int:
    """Writes all outcomes with their odds; how many there are, or -1 if they are too many."""
    return int(_RULES[type(g)].outcomes(g, s, out, w))


def seen(g: Tables, s: Row, seat: Int, a: Int) -> int:
    """The action as that seat sees it: what looks the same has the same number."""
    return int(_RULES[type(g)].seen(g, s, seat, a))


def redeal(g: Tables, s: Row, seat: Int, owners: Row, r: Row) -> None:
    """Rewrites all that is hidden from the seat: cards by their new owners, the rest fairly."""
    _RULES[type(g)].redeal(g, s, seat, owners, r)


def playout(g: Tables, s: Row, r: Row) -> None:
    """Plays to the end (of the round, where a game has rounds) by the game's default policy."""
    _RULES[type(g)].playout(g, s, r)


def scores(g: Tables, s: Row, u: Row) -> None:
    """Writes the points of each seat."""
    _RULES[type(g)].scores(g, s, u)


def key(g: Tables, s: Row, out: Row) -> int:
    """Writes what decides the rest of an open game: states with the same key have the same
    future. How many numbers that takes; 0 where it is not worth remembering."""
    return int(_RULES[type(g)].key(g, s, out))


def choices(g: Tables, s: Row, out: Row) -> int:
    """As `actions`, without those that come to the same as another in an open game."""
    return int(_RULES[type(g)].choices(g, s, out))


def sensible(g: Tables, s: Row, out: Row) -> int:
    """As `actions`, without those that are hardly ever better than another: what a search tries."""
    return int(_RULES[type(g)].sensible(g, s, out))


def advised(g: Tables, s: Row, r: Row) -> int:
    """The action that the best fast policy of the game takes, from what its seat may know; -1
    where there is no such policy."""
    return int(_RULES[type(g)].advised(g, s, r))


def guided(g: Tables, s: Row, r: Row) -> None:
    """As `playout`, with all seats taking the action advised or one like it."""
    _RULES[type(g)].guided(g, s, r)


def utility(g: Tables, s: Row, kind: Int, u: Row) -> None:
    """Writes what the state is worth to each seat, by the utility of that number (0: `scores`)."""
    _RULES[type(g)].utility(g, s, kind, u)


def stage(g: Tables, s: Row) -> int:
    """A number that changes when cards are redealt: no search looks further than that."""
    return int(_RULES[type(g)].stage(g, s))


def sight(g: Tables, s: Row, seat: Int) -> int:
    """All that the seat sees of the state, mixed into one number."""
    return int(_RULES[type(g)].sight(g, s, seat))


for _verb in (
    to_move, actions, apply, chance, outcomes, seen, redeal, playout, scores, key, choices,
    sensible, advised, guided, utility, stage, sight,
):  # fmt: skip
    stands_for(_verb, _KERNELS[_verb.__name__])
