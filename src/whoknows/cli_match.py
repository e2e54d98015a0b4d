"""A match for the command line: everything is checked before anything is played.

The turns are recorded as they come if a file was named, and shown to the people at the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from secrets import randbits

import typer

from whoknows.core import registry
from whoknows.core.match import Turn, check_players, play, who, winners
from whoknows.core.recorder import recording
from whoknows.terminal import output


class Sitting:
    """A game and who plays it; if people do, nobody knows the seed unless it was given."""

    def __init__(self, game: str, agents: list[str], seed: int | None, record: Path | None) -> None:
        self.game = registry.game(game)
        specs = agents * len(self.game.seats) if len(agents) == 1 else agents
        self.agents = [registry.agent(spec) for spec in specs]
        check_players(self.game, self.agents)
        self.has_people = any(getattr(agent, "asks", False) for agent in self.agents)
        self.seed = seed if seed is not None else randbits(31) if self.has_people else 0
        self.record = record

    def played(self) -> list[Turn[object, object]]:
        """All turns, shown to the people at the table; exit code 1 if one of them leaves."""
        if not self.has_people:
            return list(output.waited(self.turns()))
        from whoknows.agents.human import told
        from whoknows.terminal.conversation import LeftError

        try:
            turns = list(told(self.game, self.agents, self.turns()))
        except LeftError as left:
            output.err.print(f"whoknows: {left}", markup=False)
            raise typer.Exit(1) from None
        output.revealed(self.game, turns[-1])
        return turns

    def turns(self) -> Iterator[Turn[object, object]]:
        """The turns, recorded as they come if a file was named."""
        turns = play(self.game, self.agents, seed=self.seed)
        if self.record is None:
            yield from turns
            return
        with recording(self.record, self.game, self.agents, seed=self.seed) as tape:
            for turn in turns:
                tape.add(turn)
                yield turn

    def data(self, turns: list[Turn[object, object]]) -> dict[str, object]:
        """The match as data: its moves, and how it ended."""
        game, end = self.game, turns[-1].after
        points = game.scores(end)
        return {
            "game": game.spec,
            "seed": self.seed,
            "moves": [{"by": who(game, t.by), "do": str(t.choice.action)} for t in turns],
            "scores": points,
            "winners": winners(game, end),
            "result": game.win(end).words(game.seats, points),
        }
