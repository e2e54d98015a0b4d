"""A recorded match as the commands tell it: move by move, one position of it, or as a page."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

from whoknows import show
from whoknows.core.error import Error
from whoknows.core.game import Game, World
from whoknows.core.match import Turn, deal_of
from whoknows.core.record import Record, read, replay, rules
from whoknows.core.whole import whole


def show_match(record: Record) -> None:
    """All of it."""
    show.out.print(f"{record.game}: {', '.join(record.agents)}", markup=False)
    show_turns(rules(record), replay(record))


def show_turns(game: Game[Any, Any], turns: Iterable[Turn[Any, Any]]) -> None:
    """Move by move as they come, the points at the end, and who wins."""
    model, state = None, game.start()
    for number, turn in enumerate(turns, 1):
        show.turn(game, number, turn, model)
        model, state = turn.model, turn.after
    show.scores(game, state)


def show_position(record: Record, step: int) -> None:
    """One position, and what each seat knows in it."""
    game, turns = rules(record), _turns(record, step)
    turn, before = turns[-1], turns[-2].model if step > 1 else None
    show.turn(game, step, turn, before)
    for seat, name in enumerate(game.seats):
        knowledge: Any = _model(turn, step).seat(seat, at=deal_of(game, turn))
        show.odds(f"what {name} knows ({knowledge.count():,} worlds)", knowledge.ownership())


LONGEST = 18  # digits of a step


def position(file: str) -> tuple[int, Any, World | None]:
    """The step, the model and the deal that FILE@STEP names; the last step of FILE."""
    path, step = _at_step(file)
    record = read(path)
    number = len(record.moves) if step is None else step
    turn = _turns(record, number)[-1]
    return number, _model(turn, number), deal_of(rules(record), turn)


def write_page(record: Record, path: Path) -> None:
    """A page that needs no server."""
    from whoknows.table.replay import page

    with whole(path) as put, show.err.status("") as note:
        html = page(record, lambda done, of: note.update(f"{done:,} of {of:,} parts")).encode()
        put(html)
    show.err.print(f"{path}: {len(html) / 1e6:.1f} MB, opens in any browser", markup=False)


def _turns(record: Record, step: int) -> list[Turn[Any, Any]]:
    if not 1 <= step <= len(record.moves):
        raise Error(f"{record.source}: no step {step}; steps are 1 to {len(record.moves)}")
    return list(islice(replay(record), step))


def _model(turn: Turn[Any, Any], step: int) -> Any:
    if turn.model is None:
        raise Error(f"step {step}: nothing is dealt yet")
    return turn.model


def _at_step(file: str) -> tuple[str, int | None]:
    """A file and a step, from FILE@STEP; a file whose name ends so is taken as it is."""
    path, sign, step = file.rpartition("@")
    if not sign or not step.isdecimal() or os.path.exists(file):  # noqa: PTH110 - of any name
        return file, None
    if len(step) > LONGEST:
        raise Error(f"{path}: no step {step[:LONGEST]}...")
    return path, int(step)
