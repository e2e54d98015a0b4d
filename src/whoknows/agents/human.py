"""A person at the terminal, asked what to do.

`whoknows play` shows them each turn as their seat sees it (`told`). If several people share one
terminal, it shows each turn as an onlooker sees it, until somebody takes over the keyboard. The
conversation goes to standard error, so programs can still read the result on standard output.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.game import Action, Game, State
from whoknows.core.match import Turn
from whoknows.core.names import person
from whoknows.terminal import output
from whoknows.terminal.conversation import LeftError, Talk

NOTHING = "\033[H\033[2J\033[3J"  # a terminal with nothing on it


@dataclass(slots=True)
class Human(Agent):
    """The agent above; it cannot play in a tournament, because it needs somebody to type."""

    name: ClassVar[str] = "human"
    asks: ClassVar[bool] = True  # so that code which plays on its own can tell

    alone: bool = True
    log: list[str] = field(default_factory=list)
    _told: int = 0  # how many lines of the log it has read

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Action]:
        if not self.alone:
            self._take_over(view)
        action = Talk(view, output.err, typed, self.log, rng).action()
        self._told = len(self.log)
        return Choice(action, ("a person chose this",))

    def hear(self, lines: Sequence[str]) -> None:
        """What happened, as its seat saw it; shown at once unless others are looking."""
        self.log += lines
        if self.alone:
            _print(lines)

    def _take_over(self, view: View[State, Action]) -> None:
        seat = person(view.game.seats[view.seat])
        typed(f"Pass the keyboard to {seat}, then press Enter: ")
        if output.err.is_terminal:
            output.err.file.write(NOTHING)  # nothing another seat read is left, not even above
        _print([f"[bold]What {seat} saw:[/]", *self.log[self._told :]])


def agent() -> Human:
    return Human()


def people(agents: Sequence[Agent]) -> dict[int, Human]:
    """The seats that people play."""
    return {seat: agent for seat, agent in enumerate(agents) if isinstance(agent, Human)}


def told(
    game: Game[State, Action], agents: Sequence[Agent], turns: Iterator[Turn[State, Action]]
) -> Iterator[Turn[State, Action]]:
    """The turns of a match, each shown to the people at this terminal as it happens."""
    here, state, model, number = people(agents), game.start(), None, 1
    for human in here.values():
        human.alone = len(here) == 1
    while True:
        with nullcontext() if game.to_move(state) in here else output.thinking(number):
            turn = next(turns, None)
        if turn is None:
            return
        for seat, human in here.items():
            human.hear(output.heard(game, number, turn, model, seat))
        if len(here) > 1:
            _print(output.heard(game, number, turn, model, None))
        yield turn
        state, model, number = turn.after, turn.model, number + 1


def typed(prompt: str) -> str:
    """A line from the person; `LeftError` if there are no more."""
    try:
        if sys.stdin.isatty() and sys.stdout.isatty():
            import readline  # noqa: F401 - lets them edit lines, and bring them back with the arrows

            return input(prompt)
        output.err.print(prompt, end="", markup=False)
        line = sys.stdin.readline()
    except (EOFError, KeyboardInterrupt) as stop:
        output.err.print()
        if isinstance(stop, KeyboardInterrupt):
            raise
        line = ""
    except (AttributeError, OSError, ValueError):  # no input at all, closed, or not text
        line = ""
    if not line:
        raise LeftError("the input ended before the match did; human needs somebody to type")
    return line


def _print(lines: Sequence[str]) -> None:
    for line in lines:
        output.err.print(line)
