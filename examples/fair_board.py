"""A small board on which it hardly matters who begins, and skill does: how `small-fair` was found.

    python examples/fair_board.py invent 12          # twelve boards, judged by 200 games each
    python examples/fair_board.py judge small-fair   # one board: 10,000 games, or as many as asked

Boards are drawn at random: eight cities on a jittered grid, lines between neighbours, tickets for
cities further apart. Both seats are played by `uf-mcts`, which is the strongest search on most of
them. What the first seat scores more is made good by points that the second starts with
(`later_score`); then it is looked at what is left of the advantage, how many games are drawn, and
whether a better search wins. Intervals are 95 %.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from math import hypot
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from rich.progress import track
from studies import table

import whoknows as wk
from whoknows.core.match import play

NAMES = ("Ash", "Birch", "Cedar", "Elm", "Hazel", "Larch", "Oak", "Willow")
COLOURS = ("red", "blue", "green", "yellow")
STRONG, WEAK = "uf-mcts", "mcts"
RULES = """
[deck]
red = 7
blue = 7
green = 7
yellow = 7
joker = 4

[rules]
trains = 12
start_hand = 3
face_up = 3
reset_jokers = 3
start_tickets = 3
start_keep = 1
draw_tickets = 2
draw_keep = 1
last_trains = 1
trail_bonus = 0
double_players = 3
points = { 1 = 1, 2 = 2, 3 = 4, 4 = 7 }
"""


class Games(NamedTuple):
    """By game: what the first seat scored more, and whether it won (a tie is half)."""

    leads: tuple[int, ...]
    wins: tuple[float, ...]

    @property
    def first(self) -> float:
        return float(np.mean(self.wins))

    @property
    def draws(self) -> float:
        return self.wins.count(0.5) / len(self.wins)

    @property
    def half(self) -> float:
        """Half of the 95 % interval of `first`."""
        return float(1.96 * np.std(self.wins) / len(self.wins) ** 0.5)

    @property
    def makes_good(self) -> int:
        """The points for the second seat with which both would have won as often."""
        leads = np.array(self.leads)
        shares = {c: np.mean(leads > c) + np.mean(leads == c) / 2 for c in range(-20, 21)}
        return min(shares, key=lambda c: (abs(shares[c] - 0.5), abs(c)))


def invented(rng: Random) -> str:
    """A board as a file says it, without points for the second seat."""
    grid = [(x, y) for y in range(3) for x in range(3)]
    grid.remove(rng.choice(grid))
    spots = [(150 * x + rng.randint(-35, 35), 130 * y + rng.randint(-35, 35)) for x, y in grid]
    pairs = [(a, b) for a, b in combinations(range(8), 2) if _near(grid[a], grid[b])]
    crossing = [pair for pair in pairs if not _straight(grid, pair)]
    lines = [pair for pair in pairs if _straight(grid, pair)] + rng.sample(crossing, 3)
    lengths = [max(1, min(4, round(hypot(*_gap(spots, pair)) / 55))) for pair in lines]
    colours = [*COLOURS, *COLOURS, *["gray"] * (len(lines) - 2 * len(COLOURS))]
    rng.shuffle(colours)
    far = _distances(lines, lengths)
    open_ = [pair for pair in combinations(range(8), 2) if pair not in lines]
    tickets = rng.sample(open_, 10)
    rows = [f'    ["{name}", {x}, {y}],' for name, (x, y) in zip(NAMES, spots, strict=True)]
    connections = [
        f'    ["{NAMES[a]}", "{NAMES[b]}", {length}, "{colour}"],'
        for (a, b), length, colour in zip(lines, lengths, colours, strict=True)
    ]
    wanted = [f'    ["{NAMES[a]}", "{NAMES[b]}", {far[a, b] + 1:.0f}],' for a, b in sorted(tickets)]
    parts = [("cities", rows), ("connections", connections), ("tickets", wanted)]
    told = "\n\n".join("\n".join([f"{name} = [", *its, "]"]) for name, its in parts)
    return f'title = "Eight cities"\nmap = "plan"\n\n{told}\n{RULES}'


def _near(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


def _straight(grid: Sequence[tuple[int, int]], pair: tuple[int, int]) -> bool:
    a, b = (grid[place] for place in pair)
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def _gap(spots: Sequence[tuple[int, int]], pair: tuple[int, int]) -> tuple[int, int]:
    (ax, ay), (bx, by) = (spots[place] for place in pair)
    return bx - ax, by - ay


def _distances(lines: Sequence[tuple[int, int]], lengths: Sequence[int]) -> Any:
    far = np.full((8, 8), 99.0)
    for (a, b), length in zip(lines, lengths, strict=True):
        far[a, b] = far[b, a] = length
    for city in range(8):
        far = np.minimum(far, far[:, city, None] + far[city])
    return far


def games(board: str, agents: Sequence[str], numbers: Sequence[int]) -> Games:
    """Games of these two, the first of them beginning."""
    rules, players = wk.game(f'tickets(board="{board}")'), [wk.agent(one) for one in agents]
    leads, wins = [], []
    for number in numbers:
        *_, last = play(rules, players, seed=number)
        points, won = rules.scores(last.after), rules.win(last.after).seats
        leads.append(int(points[0] - points[1]))
        wins.append((0 in won) / len(won))
    return Games(tuple(leads), tuple(wins))


def shared(
    pool: ProcessPoolExecutor, board: str, agents: Sequence[str], many: int, first: int = 0
) -> Games:
    """The same by all processes."""
    parts = [range(first + n, min(first + many, first + n + 25)) for n in range(0, many, 25)]
    several = [board] * len(parts), [agents] * len(parts), parts
    found = [*track(pool.map(games, *several), f"{' and '.join(agents)}", len(parts))]
    return Games(sum((one.leads for one in found), ()), sum((one.wins for one in found), ()))


def skill(pool: ProcessPoolExecutor, board: str, one: str, other: str, many: int) -> Games:
    """How often the one wins, beginning in every other game."""
    begins = shared(pool, board, (one, other), many // 2)
    second = shared(pool, board, (other, one), many // 2)
    return Games(begins.leads + second.leads, begins.wins + tuple(1 - w for w in second.wins))


def compensated(text: str, points: int) -> str:
    return text.replace("double_players", f"later_score = {points}\ndouble_players")


def invent(pool: ProcessPoolExecutor, many: int) -> Iterator[list[str]]:
    folder = Path(tempfile.mkdtemp())
    for number in range(many):
        path = folder / f"board{number}.toml"
        path.write_text(invented(Random(number)))
        found = shared(pool, str(path), (STRONG, STRONG), 200)
        better = skill(pool, str(path), STRONG, WEAK, 100)
        spread = np.std(found.leads)
        yield [
            str(number), f"{found.first:.1%}", f"{found.draws:.1%}", f"{spread:.1f}",
            str(found.makes_good), f"{better.first:.0%} ±{better.half:.0%}",
        ]  # fmt: skip


def judge(pool: ProcessPoolExecutor, board: str, many: int) -> Iterator[list[str]]:
    found = shared(pool, board, (STRONG, STRONG), many, 100_000)
    yield ["the first seat wins", f"{found.first:.2%} ±{found.half:.2%} of {many:,}"]
    yield ["draws", f"{found.draws:.2%}"]
    yield ["it would take more points for the second", str(found.makes_good)]
    for one, other in (
        ("mcts", "uf-mcts"),
        ("mcts", "expectiminimax"),
        ("uf-mcts", "expectiminimax"),
    ):
        better = skill(pool, board, one, other, 2_000)
        yield [f"{one} against {other}", f"{better.first:.1%} ±{better.half:.1%} of 2,000"]


def main(what: str, which: str, many: str = "10000") -> None:
    with ProcessPoolExecutor(2) as pool:
        if what == "invent":
            rows = []
            for row in invent(pool, int(which)):
                print(row, file=sys.stderr, flush=True)
                rows.append(row)
            head = ["board", "first wins", "draws", "spread of leads", "makes good"]
            table([*head, f"{STRONG} against {WEAK}"], rows)
        else:
            table(["", which], list(judge(pool, which, int(many))))


if __name__ == "__main__":
    main(*sys.argv[1:])
