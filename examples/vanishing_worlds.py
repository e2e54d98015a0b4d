"""How fast worlds vanish in the knowledge game of tickets: one picture, of 10,000 games.

`python examples/tickets.py vanishing` writes it for those who read docs/tickets.md as it is. The
site draws it anew, and does not build if the two differ.
"""

from pathlib import Path
from typing import Any

from worlds_plot import plot

from whoknows.games.tickets import game
from whoknows.games.tickets.kernels.knowledge_games import Games, games

MANY = 10_000
SHOWN = 25  # announcements
PLOT = Path(__file__).resolve().parents[1] / "docs" / "tickets-worlds.svg"
Array = Any  # of numpy


def drawn() -> str:
    """The picture, from games that are played for it."""
    return picture(worlds_left(games(game(), MANY)))


def worlds_left(out: Games) -> Array:
    """Worlds by announcement; those of a game that is over stay."""
    left = out.worlds[:, 0].copy()
    for number in range(1, left.shape[1]):
        over = left[:, number] == 0
        left[over, number] = left[over, number - 1]
    return left


def picture(left: Array) -> str:
    """Of the first announcements."""
    return plot(left[:, : SHOWN + 1])
