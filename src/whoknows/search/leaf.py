"""What a search maximises, and what it takes a state for where it looks no further.

From a leaf it may play on, at random or guided, to the end or some moves deep. What is reached
then has a utility for every seat: its points, or what the game knows better. Of these a seat wants
its own, or its lead over the best of the others, or to win.
"""

from typing import Any, Literal, NamedTuple, get_args

from whoknows.core.error import Error
from whoknows.core.kernels import (
    CHANCE,
    END,
    Compiled,
    Int,
    Row,
    actions,
    apply,
    below,
    chance,
    guided,
    kernel,
    playout,
    stage,
    to_move,
    utility,
)

Play = Literal["not", "random", "guided"]
Want = Literal["points", "lead", "win"]
NOT, RANDOM, GUIDED = range(3)
POINTS, LEAD, WIN = range(3)
TO_THE_END = -1


class Aim(NamedTuple):
    """What is maximised, as numbers for compiled code."""

    play: int
    steps: int  # of a random playout, TO_THE_END if none is the last
    utility: int
    want: int


def aim(
    rules: Compiled, *, play: Play, steps: int = TO_THE_END, utility: str = "score", want: Want
) -> Aim:
    """What is maximised in this game; an `Error` if it has no such utility."""
    if utility not in rules.utilities:
        there = ", ".join(rules.utilities)
        raise Error(f"there is no utility called {utility} in this game, only {there}")
    kind = rules.utilities.index(utility)
    return Aim(get_args(Play).index(play), steps, kind, get_args(Want).index(want))


@kernel
def worth(g: Any, s: Row, here: Int, aim: Aim, base: Row, moves: Row, r: Row, u: Row) -> None:
    """Writes what the state is worth to each seat beyond its base; the state may be played on,
    but not beyond the stage where the search is."""
    if to_move(g, s) >= CHANCE and stage(g, s) == here:
        if aim.play == GUIDED:
            guided(g, s, r)
        elif aim.play == RANDOM and aim.steps == TO_THE_END:
            playout(g, s, r)
        elif aim.play == RANDOM:
            wander(g, s, here, aim.steps, moves, r)
    utility(g, s, aim.utility, u)
    wanted(aim.want, base, u)


@kernel
def wander(g: Any, s: Row, here: Int, steps: Int, moves: Row, r: Row) -> None:
    """So many random moves, those of chance not counted."""
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
def wanted(want: Int, base: Row, u: Row) -> None:
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
