"""Perfect-information Monte Carlo: every possible world solved exactly, as if all were open.

An action is worth what it brings on average over the worlds, each solved by max^n (or paranoid).
One memo serves all worlds and all actions: positions of different deals are often the same. Or the
others are taken to follow the game's guide, and each world is solved for the best reply to that.
"""

from collections.abc import Sequence

import numpy as np

from whoknows.core.agent import View
from whoknows.core.error import Error
from whoknows.core.game import Action, State
from whoknows.core.kernels import (
    Compiled,
    Floats,
    Int,
    Ints,
    Tables,
    Words,
    actions,
    apply,
    choices,
    copy,
    entry,
    guided,
    redeal,
    scores,
    spun,
    to_move,
)
from whoknows.search.determinization import ImaginedStates, Rows, worlds
from whoknows.search.solver import (
    EVERYONE,
    MAX_N,
    ROOM,
    TOO_DEEP,
    check_depth,
    empty_memo,
    empty_stacks,
    explore,
)


def values(rules: Compiled, rows: Rows, codes: Sequence[int], *, paranoid: bool = False) -> Floats:
    """What each of the root's actions is worth to the mover, on average over the worlds.

    The rows are worlds of one seat to move, which differ in nothing but what is hidden from it.
    """
    return _means(values_by_world(rules, rows, codes, paranoid=paranoid))


def replies(rules: Compiled, rows: Rows, codes: Sequence[int], r: Words) -> Floats:
    """The same, where all other seats do what the game's guide advises."""
    return _means(replies_by_world(rules, rows, codes, r))


def played(rules: Compiled, rows: Rows, codes: Sequence[int], r: Words) -> Floats:
    """The same, where all seats play on as guided: for positions too large to solve."""
    return _means(played_by_world(rules, rows, codes, r))


def values_by_world(
    rules: Compiled, rows: Rows, codes: Sequence[int], *, paranoid: bool = False
) -> Floats:
    """As `values`: a row for each action, with what it is worth in each world."""
    luck = np.zeros(1, np.uint64)
    return _solved(rules, rows, codes, paranoid, alone=False, r=luck)


def replies_by_world(rules: Compiled, rows: Rows, codes: Sequence[int], r: Words) -> Floats:
    """As `replies`, in the same way. All actions have the same luck in a world."""
    return _solved(rules, rows, codes, False, alone=True, r=r)


def played_by_world(rules: Compiled, rows: Rows, codes: Sequence[int], r: Words) -> Floats:
    """As `played`, in the same way."""
    found, them = np.zeros((len(codes), len(rows))), np.array(codes, np.int64)
    _play(rules.tables, rows, them, rules.players, r, found)
    return found


def everything(view: View[State, Action], rules: Compiled, most: int) -> Rows | None:
    """Every world of the seat exactly once, unless there are more than this.

    None also where a world does not settle all that is hidden, such as the order of a deck.
    """
    row = np.array(view.game.encode_state(view.state), np.int64)
    if view.game.veil(view.state, view.seat) != view.state:  # nothing is veiled
        return row[None, : rules.length].copy()
    if view.knowledge.count() > most or not rules.is_fair(row, view.seat):
        return None
    try:
        several = worlds(view.knowledge, rules)
    except Error:
        return None
    rows = np.empty((view.knowledge.count(), rules.length), np.int64)
    settled = _imagine_all(rules.tables, row, view.seat, several, rules.pack, rows)
    return rows if settled else None


def _means(by_world: Floats) -> Floats:
    means: Floats = by_world.mean(axis=1)
    return means


def _solved(
    rules: Compiled, rows: Rows, codes: Sequence[int], paranoid: bool, *, alone: bool, r: Words
) -> Floats:
    found, them = np.zeros((len(codes), len(rows))), np.array(codes, np.int64)
    check_depth(
        _solve_all(rules.tables, rows, them, rules.players, rules.width, paranoid, alone, r, found)
    )
    return found


@entry
def _solve_all(
    g: Tables, rows: Rows, codes: Ints, players: Int, width: Int, paranoid: bool, alone: bool,
    r: Words, found: Floats,
) -> bool:  # fmt: skip
    """Whether no world was too deep. An action that `choices` leaves out comes to the same as the
    last before it that stays."""
    seat = to_move(g, rows[0])
    against = seat if paranoid else np.int64(MAX_N)
    free = seat if alone else np.int64(EVERYONE)
    stacks, memo = empty_stacks(rows.shape[1], players, width), empty_memo(players, ROOM)
    every, kept = np.empty(width, np.int64), np.full(width + 1, -1, np.int64)
    after, value, luck = rows[0].copy(), np.zeros(players), r[0]
    for world in range(rows.shape[0]):
        many, solved = actions(g, rows[world], every), 0
        kept[choices(g, rows[world], kept)] = -1
        for number in range(many):
            if every[number] == kept[solved]:
                copy(rows[world], after)
                apply(g, after, every[number])
                r[0] = spun(luck, np.int64(world))
                first, memo = explore(g, after, against, free, value, stacks, memo, r)
                if first == TOO_DEEP:
                    return False
                solved += 1
            for place in range(codes.shape[0]):
                if codes[place] == every[number]:
                    found[place, world] = value[seat]
    return True


@entry
def _play(g: Tables, rows: Rows, codes: Ints, players: Int, r: Words, found: Floats) -> None:
    seat, s, u, luck = to_move(g, rows[0]), rows[0].copy(), np.empty(players), r[0]
    for world in range(rows.shape[0]):
        for number in range(codes.shape[0]):
            copy(rows[world], s)
            apply(g, s, codes[number])
            r[0] = spun(luck, np.int64(world))
            if to_move(g, s) >= 0:
                guided(g, s, r)
            scores(g, s, u)
            found[number, world] = u[seat]


@entry
def _imagine_all(
    g: Tables, veiled: Ints, seat: Int, worlds: ImaginedStates, pack: Int, rows: Rows
) -> bool:
    """Writes every world; whether each settles all that is hidden, whatever else chance does."""
    facts = worlds.cards.shape[0]
    owners = np.full(pack, -1, np.int64)
    nodes, tried = np.zeros(facts + 1, np.int64), np.zeros(facts + 1, np.int64)
    one, other, luck = veiled.copy(), veiled.copy(), np.zeros(1, np.uint64)
    depth, filled = 0, 0
    while depth >= 0:
        if depth == facts:
            copy(veiled, one)
            copy(veiled, other)
            redeal(g, one, seat, owners, luck)
            luck[0] += np.uint64(1)
            redeal(g, other, seat, owners, luck)
            for place in range(rows.shape[1]):
                rows[filled, place] = one[place]
                if one[place] != other[place]:
                    return False
            filled += 1
            depth -= 1
            continue
        value = tried[depth]
        if value == worlds.child.shape[1]:
            depth -= 1
            continue
        tried[depth] += 1
        if worlds.child[nodes[depth], value] >= 0:
            owners[worlds.cards[depth]] = worlds.owners[depth, value]
            nodes[depth + 1] = worlds.child[nodes[depth], value]
            depth += 1
            tried[depth] = 0
    return bool(filled == rows.shape[0])
