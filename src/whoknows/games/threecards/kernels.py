"""threecards compiled: the verbs of `core.kernels` over its row of fourteen numbers."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from whoknows.core import kernels
from whoknows.core.kernels import CHANCE, END, Compiled, Int, Row, below, kernel, spun

if TYPE_CHECKING:
    from whoknows.games.threecards import ThreeCards

TURN, OVER, HANDS, DENIED, SEEN, POINTS, LENGTH = 0, 1, 2, 5, 8, 11, 14  # where each begins
# Codes as in the plain rules: six deals, then by seat denials, showings and declarations.
DENY, SHOW, DECLARE = 6, 15, 33
LOOKS = 36  # how hidden cards look: 36 + card for a deal, 39 + 3 shower + receiver for a showing
DEALS = np.array([[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])


class Tables(NamedTuple):
    """What the rules need to know of a game's options."""

    turns: int
    deals: Row


def compiled(game: "ThreeCards") -> Compiled:
    """A game compiled."""
    places = {name: seat for seat, name in enumerate(game.seats)}
    return Compiled(
        Tables(3 * game.rounds, DEALS),
        3,
        6,
        3,
        {"a": 0, "b": 1, "c": 2},
        places,
        LENGTH,
        ("score",),
    )


@kernel
def to_move(g: Tables, s: Row) -> Int:
    if s[TURN] < 0:
        return CHANCE
    return END if s[OVER] or s[TURN] == g.turns else np.int64(s[TURN] % 3)


@kernel
def knows(g: Tables, s: Row, seat: Int) -> Int:
    """Whether one deal only fits what was denied and what the seat has seen."""
    fitting = 0
    for number in range(6):
        fits = True
        for other in range(3):
            card = g.deals[number, other]
            visible = other == seat or s[SEEN + seat] >> other & 1
            fits = fits and not s[DENIED + other] >> card & 1
            fits = fits and (not visible or card == s[HANDS + other])
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
    return np.int64(4 + knows(g, s, s[TURN] % 3))


@kernel
def action(s: Row, number: Int) -> Int:
    """The action of this number: two denials, two showings, a declaration."""
    seat = s[TURN] % 3
    own = s[HANDS + seat]
    if number < 2:
        return np.int64(DENY + 3 * seat + number + (number >= own))
    if number < 4:
        return np.int64(SHOW + 6 * seat + 2 * own + number - 2)
    return np.int64(DECLARE + seat)


@kernel
def shown_to(a: Int) -> Int:
    """To whom a showing shows."""
    seat, other = (a - SHOW) // 6, (a - SHOW) % 2
    return other + (other >= seat)


@kernel
def apply(g: Tables, s: Row, a: Int) -> None:
    s[TURN] += 1
    if a < DENY:
        for seat in range(3):
            s[HANDS + seat] = g.deals[a, seat]
    elif a < SHOW:
        s[DENIED + (a - DENY) // 3] |= 1 << ((a - DENY) % 3)
    elif a < DECLARE:
        s[SEEN + shown_to(a)] |= 1 << ((a - SHOW) // 6)
        s[POINTS + (a - SHOW) // 6] -= 1
    else:
        s[OVER] = 1
        for seat in range(3):
            s[POINTS + seat] += 2 if seat == a - DECLARE else -1


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
    if a < DENY:
        return np.int64(LOOKS + g.deals[a, seat])
    if SHOW <= a < DECLARE and (a - SHOW) // 6 != seat and shown_to(a) != seat:
        return np.int64(LOOKS + 3 + 3 * ((a - SHOW) // 6) + shown_to(a))
    return np.int64(a)


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
    """Declares if it can; otherwise denies something."""
    return action(s, np.int64(4) if how_many_actions(g, s) > 4 else below(r, 2))


@kernel
def scores(g: Tables, s: Row, u: Row) -> None:
    for seat in range(3):
        u[seat] = s[POINTS + seat]


@kernel
def sight(g: Tables, s: Row, seat: Int) -> Int:
    look = np.uint64(seat)
    for place in range(LENGTH):
        hidden = HANDS <= place < DENIED and place - HANDS != seat
        hidden = hidden and not s[SEEN + seat] >> (place - HANDS) & 1
        look = spun(look, np.int64(-1) if hidden else s[place])
    return np.int64(look >> np.uint64(1))


kernels.define(
    Tables,
    to_move=to_move,
    actions=actions,
    apply=apply,
    chance=chance,
    outcomes=outcomes,
    seen=seen,
    redeal=redeal,
    playout=playout,
    scores=scores,
    advised=advised,
    sight=sight,
)
