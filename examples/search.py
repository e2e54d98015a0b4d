"""Search agents against each other: the tables of docs/search.md.

    python examples/search.py cross      # the originals' cross table on the small board, ~30 min
    python examples/search.py original   # what the original tree searches do otherwise, ~20 min
    python examples/search.py utilities  # utilities against each other, ~20 min
    python examples/search.py known      # known against observed hands, assumed states on and off
    python examples/search.py curve      # iterations against strength
    python examples/search.py equal      # all agents at about equal CPU time
    python examples/search.py seats      # what the first seat is worth, agents against themselves
    python examples/search.py usa        # the strongest on USA against greedy, ~2 h
    python examples/search.py cross games=100    # fewer games a cell

One agent among copies of another, in every seat of each deal. Intervals are 95 %, over deals. Two
processes; the games are the same for any number of them. Tables are printed as Markdown.
"""

import math
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement
from statistics import stdev
from typing import Any

from rich.progress import track
from studies import run, table

import whoknows as wk
from whoknows.arena.running.decision_clock import Clocked
from whoknows.arena.statistics.results import milliseconds
from whoknows.core.agent import Agent
from whoknows.core.match import play
from whoknows.core.registry import agent

SMALL = "tickets(board=small)"
ORIGINALS = {
    "Expectiminimax": "expectiminimax",
    "McExpectiminimax": "mc-expectiminimax",
    "UF-MCTS": "uf-mcts",
    "Basic MCTS": "mcts",
}
BATCH = 20  # games in one task
Pairs = list[tuple[str, str]]


@dataclass(frozen=True)
class Played:
    """Games of one agent against others: its wins (a tie is half), points, and time."""

    wins: tuple[float, ...]
    points: tuple[float, ...]
    others: tuple[float, ...]
    ms: float
    seats: int  # this many games in a row have the same deal

    @property
    def turned(self) -> "Played":
        """The same games of two seats, as the other one had them."""
        return Played(tuple(1 - win for win in self.wins), self.others, self.points, math.nan, 2)

    @property
    def win(self) -> str:
        return f"{100 * _mean(self.wins):.1f} ±{100 * self._margin(self.wins):.1f}"

    @property
    def score(self) -> str:
        return f"{_mean(self.points):.2f} ±{self._margin(self.points):.2f}"

    def _margin(self, numbers: tuple[float, ...]) -> float:
        deals = [_mean(numbers[n : n + self.seats]) for n in range(0, len(numbers), self.seats)]
        return _interval(deals)


def batch(task: tuple[str, str, str, int, int]) -> Played:
    """Some games of one agent against copies of another; deal by deal it sits in every seat."""
    spec, one, other, first, many = task
    game = wk.game(spec)
    seats = len(game.seats)
    mine, wins, points, others = Clocked(agent(one)), [], [], []
    for number in range(first, first + many):
        table: list[Agent] = [agent(other) for _ in range(seats)]
        table[number % seats] = mine
        *_, last = play(game, table, seed=number // seats)
        scores = list(game.scores(last.after))
        own = scores.pop(number % seats)
        wins.append((own >= max(scores)) / (1 + scores.count(own)))
        points.append(own)
        others.append(_mean(scores))
    return Played(tuple(wins), tuple(points), tuple(others), milliseconds(mine.spent), seats)


def matches(
    spec: str, pairs: list[tuple[str, str]], games: int = 2000
) -> dict[tuple[str, str], Played]:
    """What each pair did; only the first of them is followed."""
    games = int(GAMES[0].partition("=")[2]) if GAMES else games
    tasks = [
        (spec, one, other, first, min(BATCH, games - first))
        for one, other in pairs
        for first in range(0, games, BATCH)
    ]
    found: dict[tuple[str, str], list[Played]] = {pair: [] for pair in pairs}
    with ProcessPoolExecutor(2) as pool:
        played = pool.map(batch, tasks)
        for task, result in zip(tasks, track(played, "playing", len(tasks)), strict=True):
            found[task[1], task[2]].append(result)
    return {pair: _together(results) for pair, results in found.items()}


def cross() -> None:
    """Column against row, as the originals print it: win % and mean points of the column."""
    _cross(ORIGINALS)


def utilities() -> None:
    """UF-MCTS with 1,000 iterations by its utility."""
    _cross(
        {
            "Expected": "uf-mcts(utility=expected,want=points)",
            "Improved": "uf-mcts(utility=improved,want=points)",
            "Drawn": "uf-mcts(utility=drawn,want=points)",
            "Relative": "uf-mcts(utility=improved,want=lead)",
            "Ticket": "uf-mcts(utility=ticket,want=points)",
            "Progress": "uf-mcts(utility=progress,want=points)",
        }
    )


def _cross(names: dict[str, str]) -> None:
    """Both sides of a pair play the same games, so each pair is played once."""
    found = matches(SMALL, list(combinations_with_replacement(names.values(), 2)))
    found |= {(other, one): played.turned for (one, other), played in found.items() if one != other}
    cells = [[_cell(found[column, row]) for column in names.values()] for row in names.values()]
    table(["against", *names], [[name, *row] for name, row in zip(names, cells, strict=True)])
    times = [[name, f"{found[spec, spec].ms:.2f}"] for name, spec in names.items()]
    table(["agent", "CPU ms a decision"], times)


def original() -> None:
    """UF-MCTS against Basic MCTS, both or one of them as the original program in some respect."""
    uf, basic = ORIGINALS["UF-MCTS"], ORIGINALS["Basic MCTS"]
    sides = [
        [(f"{uf}({how})", f"{basic}({how})"), (f"{uf}({how})", basic), (uf, f"{basic}({how})")]
        for how in AS_ORIGINAL
    ]
    found = matches(SMALL, [(uf, basic), *chain(*sides)])
    print(f"as usual: {_cell(found[uf, basic])}\n")
    rows = [
        [how, *(_cell(found[pair]) for pair in pairs)]
        for how, pairs in zip(AS_ORIGINAL, sides, strict=True)
    ]
    table(["as the original", "both", "UF-MCTS alone", "Basic MCTS alone"], rows)
    _rows(found)


AS_ORIGINAL = (
    "final=mean",
    "scaled=off,c=1.41421",
    "moves=all",
    "outcomes=each",
    "hands=seen",
    "final=mean,scaled=off,c=1.41421,moves=all,outcomes=each,hands=seen",
)


def known() -> None:
    """The same agent told all hands, and with and without assumed states, against itself."""
    pairs = [(f"{name}(cheat=on)", name) for name in ORIGINALS.values()]
    pairs += [(f"{name}(assume=off)", name) for name in list(ORIGINALS.values())[:2]]
    _rows(matches(SMALL, pairs))


def curve() -> None:
    """More iterations against the usual number."""
    pairs = [
        (f"{name}(iterations={usual * times // 8})", name)
        for name, usual in (("uf-mcts", 1000), ("mcts", 200), ("ismcts", 2000))
        for times in (1, 2, 4, 16, 32)
    ]
    _rows(matches(SMALL, pairs))


def equal() -> None:
    """All agents with parameters that take about the same time, against each other."""
    found = matches(SMALL, list(combinations_with_replacement(EQUAL, 2)))
    _rows(found)


EQUAL = (
    "expectiminimax(depth=3,worlds=10)",
    "mc-expectiminimax(depth=3,worlds=10)",
    "mcts(iterations=1000)",
    "uf-mcts(iterations=1000)",
    "shaped-mcts(iterations=600)",
    "ismcts(iterations=800)",
    "flat-mc(playouts=1000)",
)


def seats() -> None:
    """Agents against themselves: points and wins of who moves first, over who moves second."""
    head = ["agent", "first seat", "second seat", "more", "win % of the first"]
    rows = []
    for (name, _), played in matches(SMALL, [(name, name) for name in SELVES]).items():
        # Every other game is the same game once more, followed from the other seat.
        first, second, wins = played.points[::2], played.others[::2], played.wins[::2]
        more = [one - other for one, other in zip(first, second, strict=True)]
        won = f"{100 * _mean(wins):.1f} ±{100 * _interval(wins):.1f}"
        gain = f"{_mean(more):+.2f} ±{_interval(more):.2f}"
        rows.append([name, f"{_mean(first):.2f}", f"{_mean(second):.2f}", gain, won])
    table(head, rows)


SELVES = ("random", "greedy", "mcts", "uf-mcts", "ismcts", "flat-mc")


def usa() -> None:
    """The strongest on a full board."""
    found = matches("tickets(board=usa)", [("flat-mc", "greedy"), ("uf-mcts", "greedy")], 400)
    print("two players\n")
    _rows(found)
    found = matches("tickets(board=usa,seats=4)", [("flat-mc", "greedy")], 400)
    print("four players\n")
    _rows(found)


def _rows(found: dict[tuple[str, str], Played]) -> None:
    head = ["agent", "against", "win %", "points", "theirs", "CPU ms a decision"]
    rows = [
        [one, other, p.win, p.score, f"{_mean(p.others):.2f}", f"{p.ms:.2f}"]
        for (one, other), p in found.items()
    ]
    table(head, rows)


def _cell(played: Played) -> str:
    return f"{played.win} / {_mean(played.points):.2f}"


def _together(results: list[Played]) -> Played:
    wins, points, others = (
        tuple(n for r in results for n in getattr(r, name)) for name in ("wins", "points", "others")
    )
    return Played(wins, points, others, _mean([r.ms for r in results]), results[0].seats)


def _interval(numbers: Any) -> float:
    return 1.96 * stdev(numbers) / math.sqrt(len(numbers))


def _mean(numbers: Any) -> float:
    return sum(numbers) / len(numbers)


GAMES = [word for word in sys.argv if word.startswith("games=")]

if __name__ == "__main__":
    sys.argv = [word for word in sys.argv if word not in GAMES]
    studies = (cross, original, utilities, known, curve, equal, seats, usa)
    run({study.__name__: study for study in studies})
