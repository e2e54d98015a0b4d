"""What a search maximises, and how it values a state at which it stops looking.

It may play on from a leaf, at random or guided, to the end or for a few moves. The state it reaches
has a utility for every seat: its points, or a better estimate that the game provides. A seat wants
its own utility, or its lead over the best of the others, or to win.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple, Protocol, get_args

from whoknows.core.error import Error
from whoknows.core.kernels import (
    CHANCE,
    END,
    Floats,
    Int,
    Ints,
    Tables,
    Words,
    actions,
    apply,
    below,
    chance,
    guided,
    kernel,
    playout,
    scores,
    stage,
    to_move,
    utility,
)
from whoknows.core.kernels_compiler import stands_for
from whoknows.search.searcher import Want

Play = Literal["not", "random", "guided"]
POINTS, LEAD, WIN = range(3)
TO_THE_END = -1


# How a leaf is played on, and what it is then worth: their classes select the code, so that a
# search is compiled with what it needs and nothing else.
class Still(NamedTuple):
    steps: int
    random: bool = False


class Randomly(NamedTuple):
    steps: int
    random: bool = True


class Wandering(NamedTuple):
    steps: int
    random: bool = True


class Guided(NamedTuple):
    steps: int
    random: bool = False


class Score(NamedTuple):
    number: int


class Promise(NamedTuple):
    number: int  # of a utility


Playing = Still | Randomly | Wandering | Guided
Worth = Score | Promise


class Aim(NamedTuple):
    """What is maximised, as numbers for compiled code."""

    play: Playing
    utility: Worth
    want: int


class Search(NamedTuple):
    """What is searched, for compiled code: the states that may be, the moves to try in them, what
    is maximised, and what that counts from."""

    tables: Tables
    rows: Ints  # a row a state
    first: Ints  # codes
    aim: Aim
    base: Floats
    width: int  # no seat ever has more actions


class HasUtilities(Protocol):
    """Compiled rules, or plain ones."""

    @property
    def utilities(self) -> tuple[str, ...]: ...


def aim(
    rules: HasUtilities, *, play: Play, steps: int = TO_THE_END, utility: str = "score", want: Want
) -> Aim:
    """What is maximised in this game; an `Error` if it has no such utility."""
    if utility not in rules.utilities:
        there = ", ".join(rules.utilities)
        raise Error(f"there is no utility called {utility} in this game, only {there}")
    number = rules.utilities.index(utility)
    # Points are among the utilities: a search that stops early is compiled for all of them at once.
    stops = play == "not" or (play == "random" and steps != TO_THE_END)
    worth = Promise(number) if number or (stops and len(rules.utilities) > 1) else Score(number)
    randomly = Randomly if steps == TO_THE_END else Wandering
    ways: dict[Play, Playing] = {
        "not": Still(steps), "random": randomly(steps), "guided": Guided(steps),
    }  # fmt: skip
    return Aim(ways[play], worth, get_args(Want).index(want))


@kernel
def worth(search: Search, s: Ints, here: Int, moves: Ints, r: Words, u: Floats) -> None:
    """Writes what the state is worth to each seat beyond its base; the state may be played on,
    but not beyond the stage where the search is."""
    g, aim = search.tables, search.aim
    if to_move(g, s) >= CHANCE and stage(g, s) == here:
        go_on(aim.play, g, s, here, moves, r)
    value(aim.utility, g, s, u)
    wanted(aim.want, search.base, u)


def go_on(play: Playing, g: Tables, s: Ints, here: Int, moves: Ints, r: Words) -> None:
    """Plays a leaf on, in the way that its class says."""
    PLAYS[type(play)](play, g, s, here, moves, r)


def value(worth: Worth, g: Tables, s: Ints, u: Floats) -> None:
    """Writes the points of each seat, or what they promise to be."""
    VALUES[type(worth)](worth, g, s, u)


@kernel
def stay(play: Still, g: Tables, s: Ints, here: Int, moves: Ints, r: Words) -> None:
    pass


@kernel
def play_at_random(play: Randomly, g: Tables, s: Ints, here: Int, moves: Ints, r: Words) -> None:
    playout(g, s, r)


@kernel
def follow_guide(play: Guided, g: Tables, s: Ints, here: Int, moves: Ints, r: Words) -> None:
    guided(g, s, r)


@kernel
def wander(play: Wandering, g: Tables, s: Ints, here: Int, moves: Ints, r: Words) -> None:
    """A number of random moves, not counting those of chance."""
    steps = play.steps
    while steps > 0 and stage(g, s) == here:
        seat = to_move(g, s)
        if seat == END:
            return
        if seat == CHANCE:
            apply(g, s, chance(g, s, r))
        else:
            apply(g, s, moves[below(r, actions(g, s, moves))])
            steps -= 1


@kernel
def score(worth: Score, g: Tables, s: Ints, u: Floats) -> None:
    scores(g, s, u)


@kernel
def promise(worth: Promise, g: Tables, s: Ints, u: Floats) -> None:
    utility(g, s, worth.number, u)


PLAYS: dict[type, Callable[..., None]] = {
    Still: stay, Randomly: play_at_random, Wandering: wander, Guided: follow_guide,
}  # fmt: skip
VALUES: dict[type, Callable[..., None]] = {Score: score, Promise: promise}
stands_for(go_on, PLAYS)
stands_for(value, VALUES)


@kernel
def wanted(want: Int, base: Floats, u: Floats) -> None:
    """From the utilities of all seats to what each of them wants."""
    players = u.shape[0]
    best, second, ties = -1e300, -1e300, 0
    for seat in range(players):
        u[seat] -= base[seat]
        if u[seat] > best:
            best, second, ties = u[seat], best, 1
        else:
            ties += u[seat] == best
            second = max(second, u[seat])
    for seat in range(players if want != POINTS else 0):
        if want == WIN:
            u[seat] = 1.0 / ties if u[seat] == best else 0.0
        else:
            u[seat] -= second if u[seat] == best and ties == 1 else best
