"""Small games solved, and how far our agents are from that.

    python examples/solved.py                 # the small ones, some minutes
    python examples/solved.py threecards      # one of them
    python examples/solved.py large           # Boerenbridge, 3 players with 2 cards each: long

Each game's whole tree is solved by OpenSpiel's CFR+ (in C++) for the points that a seat has more
than the others have on average, which is zero-sum. Then every seat plays by the same agent, and
OpenSpiel finds the best reply of each seat to the others: what it gains, on average over the
seats, is how exploitable the agent is. Nothing here is drawn at random but what agents draw
themselves, so there are no intervals; agents that do not tell their odds are asked eight times.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyspiel
from rich.console import Console
from rich.progress import Progress
from studies import run, table

from whoknows.adapters.agent_strategy import strategy
from whoknows.adapters.position import NumberedGame, Position
from whoknows.adapters.whole_tree import WholeTree, whole_tree
from whoknows.core.chance import Evenly
from whoknows.core.registry import agent
from whoknows.games.boerenbridge.rules import Boerenbridge
from whoknows.games.boerenbridge.state import Action, State

BOARD = Path(__file__).parent / "boards" / "triangle.toml"
TRICKS = ("random", "greedy", "greedy-kripke", "full-kripke", "pimc(worlds=20,believe=off)")


class SpadesAreTrumps(Boerenbridge):
    """The same game: suits are alike, and which one is trumps is open. A quarter of the tree."""

    def chance(self, state: State) -> Evenly[Action]:  # type: ignore[override]
        deals = super().chance(state).outcomes()
        return Evenly("deal", [deal for deal in deals if deal.trump == 3])


@dataclass(frozen=True)
class Solved:
    """A game whose whole tree is at hand."""

    title: str
    game: Any  # a game of ours, or its spec
    agents: tuple[str, ...]
    iterations: int = 500

    @cached_property
    def tree(self) -> WholeTree:
        rules = (
            NumberedGame.of(self.game) if isinstance(self.game, str) else NumberedGame(self.game)
        )
        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(f"{self.title}: positions", total=None)
            return whole_tree(rules, "margin", lambda: progress.advance(task))

    @cached_property
    def there(self) -> Any:
        """The tree as OpenSpiel has it."""
        return self.tree.loaded()

    def rows(self) -> list[list[str]]:
        size = f"{self.tree.nodes:,} / {len(self.tree.sets):,}"
        best = self.equilibrium()
        rows = [[self.title, size, "equilibrium", self.values(best), self.lost(best)]]
        for spec in self.agents:
            played = self.strategy(spec)
            rows.append(["", "", f"`{spec}`", self.values(played), self.lost(played)])
        return rows

    def equilibrium(self) -> Any:
        """OpenSpiel's CFR+, as far as it came."""
        solver = pyspiel.CFRPlusSolver(self.there)
        with Progress(console=Console(stderr=True), transient=True) as progress:
            for _ in progress.track(range(self.iterations), description=f"{self.title}: CFR+"):
                solver.evaluate_and_update_policy()
        return solver.tabular_average_policy()  # the other one needs the solver to stay

    def strategy(self, spec: str) -> Any:
        player = agent(spec)
        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(f"{self.title}: {spec}", total=len(self.tree.sets))

            def chooses(position: Position) -> dict[int, float]:
                progress.advance(task)
                return strategy(player, position)

            return self.tree.strategy(chooses)

    def values(self, played: Any) -> str:
        """What each seat gets, in the order in which they move."""
        start = self.there.new_initial_state()
        found: Sequence[float] = pyspiel.expected_returns(start, played, -1, True)
        return ", ".join(f"{value:+.2f}" for value in found)

    def lost(self, played: Any) -> str:
        """What a seat gains by the best reply, on average."""
        return f"{pyspiel.nash_conv(self.there, played) / self.tree.rules.seats:.3f}"


def cards(players: int, size: int) -> Boerenbridge:
    return SpadesAreTrumps(players=players, rounds=str(size))


def shown(*games: Solved) -> None:
    head = ["game", "positions / information sets", "all seats play", "worth", "exploitable by"]
    table(head, [row for game in games for row in game.rows()])


def threecards() -> None:
    """Three cards, once and twice around."""
    shown(
        Solved("threecards", "threecards", ("random", "pimc", "ismcts(iterations=200)")),
        Solved("threecards, two rounds", "threecards(rounds=2)", ("random", "pimc"), 100),
    )


def bridge() -> None:
    """Boerenbridge with two and with three players and a card each, and with two and two."""
    shown(
        Solved("Boerenbridge, 2 players, 1 card", cards(2, 1), TRICKS),
        Solved("Boerenbridge, 3 players, 1 card", cards(3, 1), TRICKS),
        Solved("Boerenbridge, 2 players, 2 cards", cards(2, 2), TRICKS, 200),
    )


def large() -> None:
    """Three players with two cards each."""
    agents = ("random", "greedy", "full-kripke")
    shown(Solved("Boerenbridge, 3 players, 2 cards", cards(3, 2), agents, 50))


def tickets() -> None:
    """The knowledge game on three towns, two players with a ticket each."""
    spec = f'tickets(board="{BOARD}",rules=knowledge,seats=2,hand=1)'
    shown(Solved("tickets on three towns", spec, ("random", "kripke")))


STUDIES = {"threecards": threecards, "bridge": bridge, "tickets": tickets}


if __name__ == "__main__":
    run(STUDIES | {"large": large} if sys.argv[1:] else STUDIES)
