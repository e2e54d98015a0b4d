"""The Boerenbridge experiments: who wins, and what knowledge is worth.

    python examples/boerenbridge.py            # all of them, about half a minute
    python examples/boerenbridge.py original   # the published one: 100,000 games in seconds

Every deal is played by all rotations of the table (duplicate deals), so luck of the cards is
shared out. Intervals are 95 %, over deals. Tables are printed as Markdown.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from rich.console import Console
from rich.progress import Progress
from studies import run, table

import whoknows as wk
from whoknows.games.boerenbridge.kernels import compiled, whole_matches
from whoknows.games.boerenbridge.kernels.agents import (
    FULL_KRIPKE,
    GREEDY,
    GREEDY_KRIPKE,
    ORIGINAL,
    RANDOM,
    SCALED,
)
from whoknows.games.boerenbridge.kernels.graphs import AS_ORIGINAL, CONCLUDES

BATCH = 500


@dataclass(frozen=True)
class Player:
    """A scripted agent, as the compiled matches take it."""

    name: str
    kind: int
    rule: int = ORIGINAL
    any_after: int = 0
    ways: int = CONCLUDES

    def row(self) -> list[int]:
        return [self.kind, self.rule, self.any_after, self.ways]


RANDOM_ONE = Player("Random", RANDOM)
GREEDY_ONE = Player("Greedy", GREEDY)
WIN_ONE = Player("Greedy Kripke", GREEDY_KRIPKE)
FULL_ONE = Player("Full Kripke", FULL_KRIPKE)
BLIND_WIN = Player("Greedy Kripke, knowledge off", GREEDY_KRIPKE, ways=0)
BLIND_FULL = Player("Full Kripke, knowledge off", FULL_KRIPKE, ways=0)
FULL_AS_ORIGINAL = Player("Full Kripke", FULL_KRIPKE, ways=CONCLUDES | AS_ORIGINAL)
FOUR = (RANDOM_ONE, GREEDY_ONE, WIN_ONE, FULL_ONE)
PUBLISHED = {"Random": -3.65, "Greedy": 21.04, "Greedy Kripke": 20.52, "Full Kripke": 23.57}
AGAIN = {"Random": -3.70, "Greedy": 20.95, "Greedy Kripke": 20.49, "Full Kripke": 23.64}
PUBLISHED_SD = {"Random": 14.75, "Greedy": 15.84, "Greedy Kripke": 15.62, "Full Kripke": 15.50}


def played(
    spec: str, players: Sequence[Player], deals: int, seed: int = 1, rotations: int = 4
) -> np.ndarray:
    """What each player counted in each deal and rotation: points, tricks, bids made."""
    game = wk.game(spec)
    start = np.array(game.encode_state(game.start()), np.int64)
    rows = np.array([player.row() for player in players], np.int64)
    out = np.zeros((deals, rotations, len(players), 3), np.int64)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(spec, total=deals)
        for first in range(0, deals, BATCH):
            part = out[first : first + BATCH]
            whole_matches.matches(compiled(game).tables, start, rows, seed, first, rotations, part)
            progress.advance(task, len(part))
    return out


def interval(per_deal: np.ndarray) -> str:
    """A mean over deals and its 95 % interval."""
    half = 1.96 * per_deal.std(ddof=1) / np.sqrt(len(per_deal))
    return f"{per_deal.mean():.2f} ±{half:.2f}"


def original() -> None:
    """One of each agent, 100,000 games, as published."""
    print("### The published experiment\n")
    out = played("boerenbridge", FOUR, 25_000)
    rows = []
    for number in reversed(range(4)):
        points = out[:, :, number, whole_matches.SCORE]
        name, made = FOUR[number].name, out[:, :, number, whole_matches.EXACT].mean() / 5
        tricks = out[:, :, number, whole_matches.TRICKS].mean()
        sd, published = f"{points.std():.2f}", str(PUBLISHED[name])
        mean = interval(points.mean(axis=1))
        rows.append([name, mean, sd, published, f"{made:.1%}", f"{tricks:.2f}"])
    table(["agent", "points a game", "sd", "published", "bids made", "tricks of 19"], rows)


def as_original() -> None:
    """The published experiment once more, step by step towards what the original program does."""
    print("### As the original program: points a game\n")
    original = (*FOUR[:3], FULL_AS_ORIGINAL)
    rows = [
        ["published", *(f"{PUBLISHED[one.name]:.2f}" for one in FOUR)],
        ["its program, run again", *(f"{AGAIN[one.name]:.2f}" for one in FOUR)],
        ["by its graphs, seats rotated", *means(played("boerenbridge", FOUR, 25_000))],
        ["by its graphs, seats fixed", *means(at_fixed_seats(FOUR))],
        ["as_original=on, seats rotated", *means(played("boerenbridge", original, 25_000))],
        ["as_original=on, seats fixed", *means(at_fixed_seats(original))],
    ]
    table(["", *(one.name for one in FOUR)], rows)
    spread = at_fixed_seats(original)[..., whole_matches.SCORE].std(axis=(0, 1))
    rows = [
        ["published", *(f"{PUBLISHED_SD[one.name]:.2f}" for one in FOUR)],
        ["as_original=on, seats fixed", *(f"{one:.2f}" for one in spread)],
    ]
    table(["standard deviation", *(one.name for one in FOUR)], rows)


def at_fixed_seats(players: Sequence[Player]) -> np.ndarray:
    """400,000 games in which the players are North, East, South and West; West deals first."""
    return played("boerenbridge", players, 400_000, rotations=1)


def means(out: np.ndarray) -> list[str]:
    """The points of each player, with intervals."""
    points = out[..., whole_matches.SCORE].mean(axis=1)
    return [interval(points[:, number]) for number in range(points.shape[1])]


def each_against_each() -> None:
    """Two of one kind against two of another, sitting alternately."""
    print("### Each against each: points a game of the row's two players\n")
    kinds = [RANDOM_ONE, GREEDY_ONE, WIN_ONE, FULL_ONE]
    rows = []
    for one in kinds:
        cells = []
        for other in kinds:
            out = played("boerenbridge", (one, other, one, other), 5_000)
            mine = out[:, :, 0::2, whole_matches.SCORE].mean(axis=(1, 2))
            theirs = out[:, :, 1::2, whole_matches.SCORE].mean(axis=(1, 2))
            cells.append("–" if one is other else f"{mine.mean():.1f} ({interval(mine - theirs)})")
        rows.append([one.name, *cells])
    table(["against", *(kind.name for kind in kinds)], rows)


def one_among_three() -> None:
    """One of a kind among three of another."""
    print("### One among three: points a game of the one, more than the mean of the three\n")
    rows = []
    for one in FOUR:
        cells = []
        for three in FOUR:
            out = played("boerenbridge", (one, three, three, three), 5_000)[
                ..., whole_matches.SCORE
            ]
            more = out[:, :, 0].mean(axis=1) - out[:, :, 1:].mean(axis=(1, 2))
            cells.append("–" if one is three else interval(more))
        rows.append([one.name, *cells])
    table(["one", *(f"among {three.name}" for three in FOUR)], rows)


def just_winning() -> None:
    """Tricks taken when bids do not matter: two of a kind against two of another."""
    print("### Tricks when all just try to win\n")
    rows = []
    for spec, tricks in SIZES:
        row = [spec]
        for one, other in ((WIN_ONE, GREEDY_ONE), (WIN_ONE, BLIND_WIN), (WIN_ONE, RANDOM_ONE)):
            out = played(spec, (one, other, one, other), 10_000 if tricks < 30 else 2_000)
            mine = out[:, :, 0::2, whole_matches.TRICKS].mean(axis=(1, 2))
            row.append(f"{interval(mine)} of {tricks / 4:.2f}")
        rows.append(row)
    table(
        ["", "Greedy Kripke against Greedy", "against itself, knowledge off", "against Random"],
        rows,
    )


SIZES = [
    ("boerenbridge", 19),
    ("boerenbridge(deck=52,rounds=5)", 5),
    ("boerenbridge(deck=52,rounds=8)", 8),
    ("boerenbridge(deck=52,rounds=13)", 13),
]


def larger_hands() -> None:
    """The four agents with hands of 5, 8 and 13 cards of 52."""
    print("### Larger hands: points a round, one of each agent\n")
    rows = []
    for size in (5, 8, 13):
        out = played(f"boerenbridge(deck=52,rounds={size})", with_rule(FOUR), 20_000)
        means = out[..., whole_matches.SCORE].mean(axis=1)
        rows.append([f"{size} of 52", *(interval(means[:, number]) for number in range(4))])
    table(["hand", *(player.name for player in FOUR)], rows)


def with_rule(players: Sequence[Player]) -> list[Player]:
    """The same players with the bid rule that scales with the hand."""
    return [Player(p.name, p.kind, SCALED, p.any_after, p.ways) for p in players]


def knowledge() -> None:
    """The same graphs with and without conclusions about who may hold what."""
    print("### What knowledge is worth: two with against two without, points a round\n")
    rows = []
    specs = [f"boerenbridge(rounds={n})" for n in (3, 4, 5)]
    specs += [f"boerenbridge(deck=52,rounds={n})" for n in (5, 8, 13)]
    for spec in specs:
        row = [spec]
        for one, other in ((FULL_ONE, BLIND_FULL), (WIN_ONE, BLIND_WIN)):
            sides = with_rule((one, other, one, other))
            out = played(spec, sides, 50_000)[..., whole_matches.SCORE]
            row.append(interval((out[:, :, 0::2] - out[:, :, 1::2]).mean(axis=(1, 2))))
        rows.append(row)
    table(["", "Full Kripke", "Greedy Kripke"], rows)


STUDIES: dict[str, Callable[[], None]] = {
    "original": original,
    "as-original": as_original,
    "pairs": each_against_each,
    "three": one_among_three,
    "tricks": just_winning,
    "hands": larger_hands,
    "knowledge": knowledge,
}


if __name__ == "__main__":
    run(STUDIES)
