"""Writes a record of a match while it is played: a whole file or none.

    with recording("match.jsonl", game, agents, seed=7) as tape:
        for turn in play(game, agents, seed=7):
            tape.add(turn)

The lines go to a file beside the target, which takes its place at the end. A match that is
stopped on the way, even by an error, leaves the record of what was played.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from stat import S_ISREG
from typing import Any
from uuid import uuid4

from whoknows.core.agent import Agent
from whoknows.core.error import Error
from whoknows.core.game import END, Game
from whoknows.core.match import Turn, check_agents, who
from whoknows.core.recordtext import Move, Record, written
from whoknows.core.strict import reason


class Tape:
    """Gathers the turns of one match into a record."""

    def __init__(self, game: Game[Any, Any], agents: Sequence[str], seed: int | None) -> None:
        check_agents(game, agents)
        self._game, self._agents, self._seed = game, tuple(agents), seed
        self._moves: list[Move] = []
        self._state = game.start()

    def add(self, turn: Turn[Any, Any]) -> None:
        self._moves.append(Move(who(self._game, turn.by), str(turn.choice.action)))
        self._state = turn.after

    def record(self) -> Record:
        """The match so far; with scores if it is over."""
        over = self._game.to_move(self._state) == END
        scores = tuple(self._game.scores(self._state)) if over else None
        return Record(self._game.spec, self._agents, self._seed, tuple(self._moves), scores)


@contextmanager
def recording(
    path: str | PathLike[str],
    game: Game[Any, Any],
    agents: Sequence[Agent],
    *,
    seed: int | None = None,
) -> Iterator[Tape]:
    """A tape that is written to the path at the end; an `Error` at once if that cannot be."""
    tape = Tape(game, [agent.name for agent in agents], seed)
    with _errors(path):
        target = Path(path).resolve()
        part = _part(target)
    try:
        yield tape
    finally:
        with _errors(path):
            _replace(target, part, tape.record())


def _part(target: Path) -> Path:
    """A new empty file beside the target, which shows that we may write there."""
    _check_target(target)
    part = target.with_name(f".{uuid4().hex}.part")
    part.touch(exist_ok=False)
    return part


def _check_target(target: Path) -> None:
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return
    if not S_ISREG(mode):
        raise OSError("it is not a regular file")
    if not os.access(target, os.W_OK):
        raise OSError("it is write-protected")


def _replace(target: Path, part: Path, record: Record) -> None:
    try:
        with part.open("wb") as file:
            file.write(written(record))
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _errors(path: str | PathLike[str]) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, RuntimeError) as fault:  # also a NUL, or a loop of links
        raise Error(f"{path}: cannot be written: {reason(fault)}") from None
