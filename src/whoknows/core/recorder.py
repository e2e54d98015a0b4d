"""Writes a record of a match while it is played: a complete file or none.

    >>> from whoknows.core.match import play
    >>> from whoknows.core.registry import agent, game
    >>> rules, agents = game("threecards"), [agent("random")] * 3
    >>> with recording("match.jsonl", rules, agents, seed=7) as tape:
    ...     for turn in play(rules, agents, seed=7):
    ...         tape.add(turn)

A match that is stopped halfway, even by an error, leaves a record of what was played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from typing import Generic

from whoknows.core.agent import Agent
from whoknows.core.atomic_write import whole
from whoknows.core.game import END, Action, Game, State
from whoknows.core.match import Turn, check_agents, who, winners
from whoknows.core.record_text import Move, Record, written


class Tape(Generic[State, Action]):
    """Gathers the turns of one match into a record."""

    def __init__(self, game: Game[State, Action], agents: Sequence[str], seed: int | None) -> None:
        check_agents(game, agents)
        self._game, self._agents, self._seed = game, tuple(agents), seed
        self._moves: list[Move] = []
        self._state = game.start()

    def add(self, turn: Turn[State, Action]) -> None:
        self._moves.append(Move(who(self._game, turn.by), str(turn.choice.action)))
        self._state = turn.after

    def record(self) -> Record:
        """The match so far."""
        return recorded(self._game, self._agents, self._seed, self._moves, self._state)


def recorded(
    game: Game[State, Action],
    agents: Sequence[str],
    seed: int | None,
    moves: Sequence[Move],
    state: State,
) -> Record:
    """The record of a match that these moves led to this state, with scores and winners if it is
    over."""
    over = game.to_move(state) == END
    scores = tuple(game.scores(state)) if over else None
    won = winners(game, state) if over else None
    return Record(game.spec, tuple(agents), seed, tuple(moves), scores, won, seats=game.seats)


@contextmanager
def recording(
    path: str | PathLike[str],
    game: Game[State, Action],
    agents: Sequence[Agent],
    *,
    seed: int | None = None,
) -> Iterator[Tape[State, Action]]:
    """A tape that is written to the path at the end; an `Error` at once if that cannot be.

    >>> import whoknows as wk
    >>> rules, agents = wk.game("threecards"), [wk.agent("random")] * 3
    >>> with wk.recording("toy.jsonl", rules, agents, seed=7) as tape:
    ...     for turn in wk.play(rules, agents, seed=7):
    ...         tape.add(turn)
    >>> tape.record().seats
    ('Anna', 'Bram', 'Cleo')
    """
    tape = Tape(game, [agent.name for agent in agents], seed)
    with whole(path) as put:
        try:
            yield tape
        finally:
            put(written(tape.record()))
