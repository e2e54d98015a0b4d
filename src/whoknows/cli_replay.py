"""A match as the commands show it: move by move, one position of it, or as a page."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from whoknows.core.atomic_write import whole
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, PublicModel, State, World
from whoknows.core.match import Turn, deal_of
from whoknows.core.record import Record, read, replay, rules
from whoknows.logic.model import Model
from whoknows.terminal import output

if TYPE_CHECKING:
    from whoknows.cli_match import Sitting
    from whoknows.table.messages import Loss


def show(record: Record, step: int | None, html: Path | None) -> None:
    """The match, or one position of it, or a page of it in this file."""
    if html is not None:
        write_page(record, html)
    elif step is not None:
        show_position(record, step)
    else:
        show_match(record)


def show_match(record: Record) -> None:
    """All of it."""
    output.out.print(f"{record.game}: {', '.join(record.agents)}", markup=False)
    show_turns(rules(record), replay(record))


def show_as_played(match: Sitting) -> None:
    """A match that is played for nobody but those who watch it, who see every hand."""
    if match.has_people:
        raise Error("watch shows every hand; to play yourself, use play")
    names = ", ".join(agent.name for agent in match.agents)
    output.out.print(f"{match.game.spec}, seed {match.seed}: {names}", markup=False)
    show_turns(match.game, output.waited(match.turns()))


def show_turns(game: Game[State, Action], turns: Iterable[Turn[State, Action]]) -> None:
    """Move by move as they come, then the points and who wins."""
    model, state = None, game.start()
    for number, turn in enumerate(turns, 1):
        output.turn(game, number, turn, model)
        model, state = turn.model, turn.after
    output.scores(game, state)


def show_position(record: Record, step: int) -> None:
    """One position, and what each seat knows in it."""
    game, turns = rules(record), _turns(record, step)
    turn, before = turns[-1], turns[-2].model if step > 1 else None
    output.turn(game, step, turn, before)
    model, world = _dealt(game, turn, step)
    for seat, name in enumerate(game.seats):
        knowledge = model.seat(seat, at=world)
        worlds = f"{output.cases(knowledge):,} worlds"
        output.odds(f"what {name} knows ({worlds})", knowledge.ownership())


LONGEST = 18  # digits of a step


@dataclass(frozen=True, slots=True)
class RecordedPosition:
    """A match up to a step, the model there and the deal that it is about."""

    game: Game[object, object]
    turns: list[Turn[object, object]]
    model: Model
    world: World

    @property
    def step(self) -> int:
        return len(self.turns)


def position(file: str) -> RecordedPosition:
    """What FILE@STEP names; the last step of FILE."""
    path, step = _at_step(file)
    record = read(path)
    turns = _turns(record, len(record.moves) if step is None else step)
    game = rules(record)
    model, world = _dealt(game, turns[-1], len(turns))
    if not isinstance(model, Model):
        raise Error(f"{path}: you can only ask about cards that were dealt by whoknows")
    return RecordedPosition(game, turns, model, world)


def write_page(record: Record, path: Path, analysis: Sequence[Loss] | None = None) -> None:
    """A page that needs no server, with an analysis if there is one."""
    from whoknows.table.page.replay_page import page

    with whole(path) as put, output.err.status("") as note:

        def watch(done: int, of: int) -> None:
            note.update(f"{done:,} of {of:,} parts")

        html = page(record, watch, analysis=analysis).encode()
        put(html)
    output.err.print(f"{path}: {len(html) / 1e6:.1f} MB, open it in any browser", markup=False)


def _turns(record: Record, step: int) -> list[Turn[object, object]]:
    if not 1 <= step <= len(record.moves):
        raise Error(f"{record.source}: no step {step}; steps are 1 to {len(record.moves)}")
    return list(islice(replay(record), step))


def _dealt(
    game: Game[State, Action], turn: Turn[State, Action], step: int
) -> tuple[PublicModel, World]:
    """The shared model after a turn, and the deal that it is about."""
    world = deal_of(game, turn)
    if turn.model is None or world is None:
        raise Error(f"step {step}: no cards have been dealt yet")
    return turn.model, world


def _at_step(file: str) -> tuple[str, int | None]:
    """A file and a step, from FILE@STEP; unless there is a file with just that name."""
    path, sign, step = file.rpartition("@")
    if not sign or not step.isdecimal() or os.path.exists(file):  # noqa: PTH110 - of any name
        return file, None
    if len(step) > LONGEST:
        raise Error(f"{path}: no step {step[:LONGEST]}...")
    return path, int(step)
