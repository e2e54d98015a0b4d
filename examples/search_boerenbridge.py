"""The strongest player of Boerenbridge: pimc against the scripted agents and all-seeing ceilings.

    python examples/search_boerenbridge.py          # 500 deals: 2,000 games for the main figures
    python examples/search_boerenbridge.py 50       # fewer deals

One player among three of another kind, in all four seatings of the same deals, by real agents in
real matches. Intervals are 95 %, over deals. Tables are printed as Markdown.
"""

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress
from studies import table

import whoknows as wk
from whoknows.agents.pimc import Pimc
from whoknows.arena.running.decision_clock import Clocked
from whoknows.arena.statistics.results import milliseconds
from whoknows.core.agent import Agent, Choice, View
from whoknows.core.match import play

GAME, ROUNDS = "boerenbridge", 5
CARDS_ONLY = "pimc, sees all hands once bids are made"
BIDS_ONLY = "full-kripke with the bids of pimc"
SCRIPTED = ("random", "greedy", "greedy-kripke", "full-kripke")
PROCESSES = 2
Played = np.ndarray  # deal, seating; points of the one, mean of the three, its CPU ms a decision


@dataclass(frozen=True)
class Phases(Agent):
    """Bids as one agent and plays cards as another; only one that cheats sees what is hidden."""

    called: str
    bids: Agent
    cards: Agent

    @property
    def name(self) -> str:
        return self.called

    @property
    def cheats(self) -> bool:
        return self.bids.cheats or self.cards.cheats

    def choose(self, view: View[Any, Any], rng: Random) -> Choice[Any]:
        now = self.bids if view.state.is_bidding else self.cards
        if not now.cheats:
            view = replace(view, state=view.game.veil(view.state, view.seat))
        return now.choose(view, rng)


def player(spec: str) -> Agent:
    """An agent by its spec, or one of those that only this study has."""
    if spec == CARDS_ONLY:
        return Phases(spec, Pimc(), Pimc(cheat=True))
    if spec == BIDS_ONLY:
        return Phases(spec, Pimc(), wk.agent("full-kripke"))
    return wk.agent(spec)


def one_deal(one: str, three: str, number: int) -> list[list[float]]:
    """The same deals in all four seatings."""
    return [seated(one, three, number, seat) for seat in range(4)]


def seated(one: str, three: str, number: int, seat: int) -> list[float]:
    """Points of the one and mean points of the three, and the one's CPU time for a decision."""
    timed = Clocked(player(one))
    agents: list[Agent] = [timed if i == seat else wk.agent(three) for i in range(4)]
    *_, last = play(wk.game(GAME), agents, seed=number)
    points = wk.game(GAME).scores(last.after)
    return [points[seat], (sum(points) - points[seat]) / 3, milliseconds(timed.spent)]


def played(one: str, three: str, deals: int) -> Played:
    """The results of this many deals."""
    with (
        ProcessPoolExecutor(PROCESSES) as pool,
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        task = progress.add_task(f"{one} among {three}", total=deals)
        out = []
        for found in pool.map(partial(one_deal, one, three), range(deals), chunksize=5):
            out.append(found)
            progress.advance(task)
    return np.array(out)


def interval(per_deal: Played) -> str:
    """A mean over deals and its 95 % interval."""
    half = 1.96 * per_deal.std(ddof=1) / np.sqrt(len(per_deal))
    return f"{per_deal.mean():.2f} ±{half:.2f}"


def row(name: str, out: Played) -> list[str]:
    """A line of a table: points of the one and of the three, the difference, time a decision."""
    own, theirs = out[..., 0].mean(axis=1), out[..., 1].mean(axis=1)
    milliseconds = np.median(out[..., 2])
    games = str(out.shape[0] * out.shape[1])
    return [name, games, interval(own), interval(theirs), interval(own - theirs),
            f"{milliseconds:.1f}"]  # fmt: skip


HEAD = ["", "games", "its points a game", "points of the three", "more", "CPU ms a decision"]


def against_full_kripke(deals: int) -> None:
    """The main figures: how much better than the best scripted agent, how far from all-seeing."""
    print(f"### One among three full-kripke, {GAME}\n")
    ones = ["full-kripke", "pimc", CARDS_ONLY, "pimc(cheat=on)"]
    found = {one: played(one, "full-kripke", deals) for one in ones}
    table(HEAD, [row(one, out) for one, out in found.items()])
    print("### What pimc loses to a player who sees all hands, points a round\n")
    points = {one: out[..., 0].mean(axis=1) / ROUNDS for one, out in found.items()}
    table(
        ["who also bids by them", "who only plays cards by them", "pimc gains on full-kripke"],
        [[
            interval(points["pimc(cheat=on)"] - points["pimc"]),
            interval(points[CARDS_ONLY] - points["pimc"]),
            interval(points["pimc"] - points["full-kripke"]),
        ]],
    )  # fmt: skip


def what_it_is_made_of(deals: int) -> None:
    """Parts and variants of the player, among three full-kripke and among three of itself."""
    print("### Variants\n")
    specs = (
        BIDS_ONLY, "pimc(worlds=20)", "pimc(worlds=1000)", "pimc(others=best)",
        "pimc(others=both)", "pimc(others=best,paranoid=on)",
    )  # fmt: skip
    few = max(2, deals // 5)
    rows = [row(f"{one} among full-kripke", played(one, "full-kripke", few)) for one in specs]
    for one in ("pimc(others=best)", "pimc(others=both)"):
        rows.append(row(f"{one} among pimc", played(one, "pimc", few)))
    table(HEAD, rows)


def against_the_scripted(deals: int) -> None:
    """One pimc among three of each scripted agent."""
    print("### One pimc among three of a kind\n")
    few = max(2, deals // 5)
    table(HEAD, [row(f"among {three}", played("pimc", three, few)) for three in SCRIPTED])


STUDIES: Sequence[Callable[[int], None]] = (
    against_full_kripke,
    what_it_is_made_of,
    against_the_scripted,
)


if __name__ == "__main__":
    for study in STUDIES:
        study(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
