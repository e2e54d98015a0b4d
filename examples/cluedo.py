"""Cluedo: how many questions an agent needs until it knows, with intervals.

    python examples/cluedo.py            # both studies, some minutes
    python examples/cluedo.py classic games=4

One agent of the kind plays against random players who never accuse, on the same deals for all; what
is counted are its own questions until it knows all three cards in the envelope. Who accuses wrongly
before, or does not know within the questions allowed, never knew.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

from studies import run, table

import whoknows as wk
from whoknows.core.agent import Agent, Choice, View
from whoknows.core.match import play
from whoknows.core.registry import agent
from whoknows.games.cluedo import Accuse, Ask

GAMES = [word for word in sys.argv if word.startswith("games=")]


@dataclass(frozen=True)
class Asking(Agent):
    """Asks or answers at random, and never accuses: the yardstick."""

    name: str = "asks at random"

    def choose(self, view: View[Any, Any], rng: Random) -> Choice[Any]:
        some = [action for action in view.actions if not isinstance(action, Accuse)]
        return Choice(rng.choice(some or list(view.actions)))


def small() -> None:
    """Four suspects, four weapons, five rooms."""
    agents = [Asking(), *map(agent, ("random", "detective", "detective(exact=1)", *SEARCHES))]
    _study("cluedo(suspects=4,weapons=4,rooms=5,most=60)", agents, _many(100))


def classic() -> None:
    """All 21 cards, three players."""
    agents = [Asking(), *map(agent, ("detective", "detective(exact=1)", *SEARCHES))]
    _study("cluedo", agents, _many(24))


SEARCHES = ("ismcts", "flat-mc", "pimc(worlds=50)")


def _many(usual: int) -> int:
    return int(GAMES[-1].partition("=")[2]) if GAMES else usual


def _study(spec: str, agents: list[Agent], many: int) -> None:
    print(f"`{spec}`, {many} deals each\n")
    rows = []
    for one in agents:
        needed = list(_played(spec, one, many))
        knew = [asked for asked in needed if asked is not None]
        rows.append([one.name, _interval(knew), f"{len(knew)} of {many}"])
        print(" ".join(rows[-1]), file=sys.stderr)
    table(("agent", "own questions until it knows", "knew"), rows)


def _played(spec: str, one: Agent, many: int) -> Iterator[int | None]:
    """Of each deal, how many questions it needed; None if it never knew."""
    for seed in range(many):
        game, asked = wk.game(spec), 0
        found = None
        for turn in play(game, [one, *[Asking()] * (len(game.seats) - 1)], seed=seed):
            asked += turn.by == 0 and isinstance(turn.choice.action, Ask)
            if 0 in turn.after.public.out:
                break
            if turn.model is not None and turn.by >= 0 and _knows(game, turn):
                found = asked
                break
        yield found


def _knows(game: Any, turn: Any) -> bool:
    odds = turn.model.seat(game.seats[0], at=game.world(turn.after)).ownership()
    return sum(where.get("envelope") == 1 for where in odds.values()) == 3


def _interval(numbers: list[int]) -> str:
    """The mean, and how far it may be off (95 %)."""
    if len(numbers) < 2:
        return "-"
    return f"{mean(numbers):.1f} ±{1.96 * stdev(numbers) / sqrt(len(numbers)):.1f}"


if __name__ == "__main__":
    sys.argv = [word for word in sys.argv if word not in GAMES]
    run({"small": small, "classic": classic})
