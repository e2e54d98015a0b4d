"""How good quick ways to join several tickets are, measured by the cheapest way there is.

    python examples/paths.py            # both studies, about a minute
    python examples/paths.py empty      # one of them

Tickets are drawn at random, 2 to 5 of them. *Cheapest first* is how greedy seats plan, *farthest
first* how the original program does; the optimum is a Steiner forest. Intervals are 95 %.
"""

import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
from steiner import cheapest_joint_paths, farthest_first
from studies import run, table

from whoknows.games.tickets.board import Board, board
from whoknows.games.tickets.paths import Owners, Path, cost, joint_paths
from whoknows.games.tickets.state import NOBODY

MANY = 500
BOARDS, SIZES, PLAYERS = ("usa", "europe"), (2, 3, 4, 5), 2
QUICK: dict[str, Callable[..., Path]] = {
    "cheapest first": joint_paths,
    "farthest first": farthest_first,
}


def empty() -> None:
    """On an empty board."""
    print(f"### Trains beyond the cheapest way: {MANY} draws of tickets, an empty board\n")
    study(lambda here, _: (NOBODY,) * len(here.connections))


def played() -> None:
    """In the middle of a game; tickets that are cut off do not count."""
    print("### The same when the player owns a tenth of the board, and another a fifth\n")
    study(lambda here, rng: tuple(rng.choices((NOBODY, 0, 1), (7, 1, 2), k=len(here.connections))))


def study(position: Callable[[Board, Random], Owners]) -> None:
    rows = []
    for name in BOARDS:
        for many in SIZES:
            costs = np.array(list(measured(board(name), many, position)))
            for number, way in enumerate(QUICK, start=1):
                excess = costs[:, number] - costs[:, 0]
                row = [name, str(many), way, f"{costs[:, 0].mean():.1f}", mean(excess == 0, ".1%")]
                rows.append([*row, mean(excess, ".2f"), str(excess.max())])
    head = ["board", "tickets", "way", "cheapest, trains", "optimal"]
    table([*head, "excess, trains", "the worst"], rows)


def measured(
    here: Board, many: int, position: Callable[[Board, Random], Owners]
) -> Iterator[list[int]]:
    """The cost of the cheapest way and of each quick one, draw by draw."""
    for number in range(MANY):
        rng = Random(f"{here.name} {many} {number}")
        owners, tickets = position(here, rng), rng.sample(here.tickets, many)
        ways = (cheapest_joint_paths, *QUICK.values())
        yield [cost(here, 0, owners, way(here, 0, owners, tickets, PLAYERS)) for way in ways]
        print(f"\r{here.name}, {many} tickets: {number + 1} of {MANY} ", end="", file=sys.stderr)
    print(file=sys.stderr)


def mean(values: Any, form: str) -> str:
    """A mean over draws, written in this form, with its interval."""
    half = 1.96 * values.std(ddof=1) / np.sqrt(len(values))
    return f"{values.mean():{form}} ±{half:{form}}"


STUDIES: dict[str, Callable[[], None]] = {"empty": empty, "played": played}


if __name__ == "__main__":
    run(STUDIES)
