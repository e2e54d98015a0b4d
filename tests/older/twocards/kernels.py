"""twocards compiled: the verbs of `core.kernels` over its row of eleven numbers."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from whoknows.core import kernels
from whoknows.core.kernels import CHANCE, END, Compiled, Int, Row, below, kernel, spun

if TYPE_CHECKING:
    from twocards import TwoCards

TURN, OVER, HANDS, DENIED, POINTS, LENGTH = 0, 1, 2, 5, 8, 11  # where each begins
DENY, DECLARE, LOOKS = 6, 15, 18  # codes as in the plain rules, then how a dealt card looks
DEALS = np.array([[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])


class Tables(NamedTuple):
    turns: int
    deals: Any


def compiled(game: "TwoCards") -> Compiled:
    return Compiled(
        Tables(3 * game.rounds, DEALS),
        3,
        3,
        3,
        {"a": 0, "b": 1, "c": 2},
        {str(seat): seat for seat in range(3)},
        LENGTH,
        ("score",),
    )


@kernel
def to_move(g: Tables, s: Row) -> Int:
    if s[TURN] < 0:
        return CHANCE
    return END if s[OVER] or s[TURN] == g.turns else np.int64(s[TURN] % 3)


@kernel
def knows(g: Tables, s: Row, seat: Int) -> Any:
    """Whether one deal only fits what was denied and what the seat holds."""
    fitting = 0
    for number in range(6):
        fits = g.deals[number, seat] == s[HANDS + seat]
        for other in range(3):
            fits = fits and not s[DENIED + other] >> g.deals[number, other] & 1
        fitting += fits
    return fitting == 1


@kernel
def actions(g: Tables, s: Row, out: Row) -> Int:
    many = how_many_actions(g, s)
    for number in range(many):
        out[number] = action(s, number)
    return many


@kernel
def how_many_actions(g: Tables, s: Row) -> Int:
    return np.int64(2 + knows(g, s, s[TURN] % 3))


@kernel
def action(s: Row, number: Int) -> Int:
    seat = s[TURN] % 3
    if number < 2:
        return np.int64(DENY + 3 * seat + number + (number >= s[HANDS + seat]))
    return np.int64(DECLARE + seat)


@kernel
def apply(g: Tables, s: Row, a: Int) -> None:
    s[TURN] += 1
    if a < DENY:
        for seat in range(3):
            s[HANDS + seat] = g.deals[a, seat]
    elif a < DECLARE:
        s[DENIED + (a - DENY) // 3] |= 1 << ((a - DENY) % 3)
    else:
        s[OVER] = 1
        s[POINTS + a - DECLARE] += 2


@kernel
def chance(g: Tables, s: Row, r: Row) -> Int:
    return below(r, 6)


@kernel
def outcomes(g: Tables, s: Row, out: Row, w: Row) -> Int:
    for number in range(6):
        out[number], w[number] = number, 1 / 6
    return np.int64(6)


@kernel
def seen(g: Tables, s: Row, seat: Int, a: Int) -> Int:
    return np.int64(LOOKS + g.deals[a, seat]) if a < DENY else np.int64(a)


@kernel
def redeal(g: Tables, s: Row, seat: Int, owners: Row, r: Row) -> None:
    for card in range(3):
        s[HANDS + owners[card]] = card


@kernel
def playout(g: Tables, s: Row, r: Row) -> None:
    while to_move(g, s) >= 0:
        apply(g, s, action(s, below(r, how_many_actions(g, s))))


@kernel
def advised(g: Tables, s: Row, r: Row) -> Int:
    return action(s, np.int64(2) if how_many_actions(g, s) > 2 else below(r, 2))


@kernel
def scores(g: Tables, s: Row, u: Row) -> None:
    for seat in range(3):
        u[seat] = s[POINTS + seat]


@kernel
def key(g: Tables, s: Row, out: Row) -> Int:
    return np.int64(0)


@kernel
def utility(g: Tables, s: Row, kind: Int, u: Row) -> None:
    scores(g, s, u)


@kernel
def stage(g: Tables, s: Row) -> Int:
    return np.int64(0)


@kernel
def sight(g: Tables, s: Row, seat: Int) -> Int:
    look = np.uint64(seat)
    for place in range(LENGTH):
        hidden = HANDS <= place < DENIED and place - HANDS != seat
        look = spun(look, np.int64(-1) if hidden else s[place])
    return np.int64(look >> np.uint64(1))


kernels.define(
    Tables,
    kernels.Rules(
        to_move, actions, apply, chance, outcomes, seen, redeal, playout, scores, key, actions,
        actions, advised, playout, utility, stage, sight,
    ),
)  # fmt: skip
