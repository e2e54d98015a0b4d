"""Records are read strictly and replayed without their seed: what chance brought is written out.

Whatever the rules refuse is an `Error` that names the file and the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import PathLike, fspath
from typing import overload

from whoknows.core import registry, schema
from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END, Action, Game, PublicModel, State
from whoknows.core.legal_actions import objection
from whoknows.core.match import Turn, check_agents, step, who, winners
from whoknows.core.names import found_number
from whoknows.core.record_text import Move, Record, at_line, check_digest, parse

__all__ = ["Move", "Record", "read", "replay", "rules"]


def read(path: str | PathLike[str]) -> Record:
    """The record in a file, checked line by line and move by move.

    >>> import whoknows as wk
    >>> rules, agents = wk.game("threecards"), [wk.agent("random")] * 3
    >>> with wk.recording("toy.jsonl", rules, agents, seed=7) as tape:
    ...     for turn in wk.play(rules, agents, seed=7):
    ...         tape.add(turn)
    >>> record = wk.read("toy.jsonl")
    >>> record.game, record.agents[0], record.moves[0].by
    ('threecards', 'random', 'chance')
    """
    source, data = fspath(path), schema.content(path)
    record = parse(data, source)
    for _ in replay(record):
        pass
    check_digest(data, source)  # last: an illegal move says more than that something was edited
    return record


@overload
def replay(record: Record) -> Iterator[Turn[object, object]]: ...
@overload
def replay(record: Record, game: Game[State, Action]) -> Iterator[Turn[State, Action]]: ...
def replay(
    record: Record, game: Game[State, Action] | None = None
) -> Iterator[Turn[State, Action]] | Iterator[Turn[object, object]]:
    """The turns of a record, one by one; the game is made from its spec unless it is given.

    >>> import whoknows as wk
    >>> rules, agents = wk.game("threecards"), [wk.agent("random")] * 3
    >>> with wk.recording("toy.jsonl", rules, agents, seed=7) as tape:
    ...     for turn in wk.play(rules, agents, seed=7):
    ...         tape.add(turn)
    >>> [turn.model.count() for turn in wk.replay(wk.read("toy.jsonl"))][:2]
    [6, 6]
    """
    if game is None:
        return _turns(record, lambda: rules(record))
    return _turns(record, lambda: game)


def _turns(
    record: Record, made: Callable[[], Game[State, Action]]
) -> Iterator[Turn[State, Action]]:
    with at_line(record.source, 1):
        game = made()
        check_agents(game, record.agents)
    state, model = game.start(), None
    for number, move in enumerate(record.moves, start=2):
        with at_line(record.source, number):
            turn = _turn(game, state, model, move)
        yield turn
        state, model = turn.after, turn.model
    with at_line(record.source, len(record.moves) + 2):
        _check_end(record, game, state)


def rules(record: Record) -> Game[object, object]:
    """The game of a record, with the names that its seats had when it was played."""
    found = registry.rules(record.game)
    if record.seats is None:
        return found
    found = found.called(record.seats)
    if found.seats != record.seats:
        told = schema.short(list(record.seats))
        raise Error(f"the seats of {found.spec} are {list(found.seats)}, not {told}")
    return found


def _turn(
    game: Game[State, Action], state: State, model: PublicModel | None, move: Move
) -> Turn[State, Action]:
    by = game.to_move(state)
    if by == END:
        raise Error("the game is over, but another move follows")
    if by != _by(game, move):
        raise Error(f"it is {who(game, by)}'s turn, but this line is by {schema.short(move.by)}")
    action = game.parse(move.do)
    if fault := objection(game, state, model, action):
        raise Error(f"illegal: {fault}")
    return step(game, state, model, Choice(action))


def _by(game: Game[State, Action], move: Move) -> int | None:
    """Who moved, given by name or number."""
    return CHANCE if move.by == "chance" else found_number(game.seats, move.by)


def _check_end(record: Record, game: Game[State, Action], state: State) -> None:
    by, scores = game.to_move(state), tuple(game.scores(state))
    if record.scores is None and by == END:
        raise Error("it says 'stopped', but the game was over: its scores belong here")
    if record.scores is not None and by != END:
        raise Error(f"it has scores, but the game is not over: it is {who(game, by)}'s turn")
    if record.scores is not None and record.scores != scores:
        raise Error(f"by the rules the scores are {list(scores)}, not {list(record.scores)}")
    if record.winners is not None and _named(game, record.winners) != (won := winners(game, state)):
        told = schema.short(list(record.winners))
        raise Error(f"by the rules the winners are {list(won)}, not {told}")


def _named(game: Game[State, Action], seats: tuple[str, ...]) -> tuple[str, ...]:
    """Seats given by name or number, by name; anything else stays as it is."""
    found = [found_number(game.seats, seat) for seat in seats]
    return tuple(s if n is None else game.seats[n] for s, n in zip(seats, found, strict=True))
