"""Does it pay to mislead those who believe? One player who acts against the style that is ascribed
to it, among three of a kind who go by what they know, or by what they believe.

    python examples/misleading.py boerenbridge 400

plays this many deals, all of them with every kind of player, and prints by how much misleading
changes one's own points and those of the three (95 % intervals over deals).
"""

import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from studies import table

import whoknows as wk
from whoknows.core.match import play

Points = NDArray[np.float64]  # by player, by others, by deal: the one's and the mean of the three
WORLDS = "worlds=20"


def boerenbridge(deals: int) -> None:
    """Bids that the usual style would not make, if they cost at most so many points."""
    ones = {
        "never": f"pimc({WORLDS})",
        "if it costs at most 0.3": f"pimc({WORLDS},mislead=0.3)",
        "if it costs at most 1": f"pimc({WORLDS},mislead=1)",
    }
    others = {
        "know": f"pimc({WORLDS})",
        "believe in full-kripke": f"pimc({WORLDS},believe=full-kripke)",
        "believe in a mixture": f"pimc({WORLDS},believe=mixture)",
    }
    found = played("boerenbridge(rounds=3)", ones, others, deals)
    told(found, list(ones), list(others), "a round")


def played(
    game: str, ones: Mapping[str, str], others: Mapping[str, str], deals: int
) -> Points:
    """All players among all kinds of others, in the same deals and seats."""
    found = np.zeros((len(ones), len(others), deals, 2))
    for deal in track(range(deals), f"{game}", console=Console(stderr=True)):
        for number, one in enumerate(ones.values()):
            for among, other in enumerate(others.values()):
                found[number, among, deal] = seated(game, one, other, deal)
    return found


def seated(spec: str, one: str, other: str, deal: int) -> tuple[float, float]:
    """The points of the one and the mean of the others; the seat changes from deal to deal."""
    game: Any = wk.game(spec)
    seat = deal % game.players
    agents = [wk.agent(one if number == seat else other) for number in range(game.players)]
    *_, last = play(game, agents, seed=deal)
    points = game.scores(last.after)
    return points[seat], (sum(points) - points[seat]) / (game.players - 1)


def told(found: Points, ones: list[str], others: list[str], unit: str) -> None:
    """What misleading changes, for oneself and for the others."""
    print(f"{found.shape[2]:,} deals; points {unit}\n")
    head = ["misleads", "the others", "its points", "by misleading", "theirs, by its misleading"]
    rows = []
    for number, name in enumerate(ones):
        for among, others_name in enumerate(others):
            own, theirs = found[number, among].T
            before = found[0, among].T
            changed = [interval(own - before[0]), interval(theirs - before[1])]
            rows.append([name, others_name, interval(own), *(changed if number else ["", ""])])
    table(head, rows)


def interval(points: Points) -> str:
    """A mean and its 95 % interval."""
    half = 1.96 * points.std(ddof=1) / len(points) ** 0.5
    return f"{points.mean():+.2f} ±{half:.2f}"


STUDIES: Mapping[str, Callable[[int], None]] = {"boerenbridge": boerenbridge}


if __name__ == "__main__":
    name, *many = sys.argv[1:] or ["boerenbridge"]
    if name not in STUDIES:
        sys.exit(f"no study {name}; there are {', '.join(STUDIES)}")
    STUDIES[name](int(many[0]) if many else 400)
