"""What the studies in this folder share: tables in Markdown, studies by name, time taken."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Any

from whoknows.core.agent import Agent, Choice, View


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a table in Markdown."""
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def run(studies: Mapping[str, Callable[[], None]]) -> None:
    """Runs the studies that the command line names, or all."""
    for name in sys.argv[1:] or studies:
        if name not in studies:
            sys.exit(f"no study {name}; there are {', '.join(studies)}")
        studies[name]()


@dataclass
class Timed(Agent):
    """An agent, and the CPU seconds of each of its decisions."""

    agent: Agent
    spent: list[float] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.agent.name

    @property
    def cheats(self) -> bool:
        return self.agent.cheats

    def choose(self, view: View[Any, Any], rng: Random) -> Choice[Any]:
        began = process_time()
        choice = self.agent.choose(view, rng)
        self.spent.append(process_time() - began)
        return choice
