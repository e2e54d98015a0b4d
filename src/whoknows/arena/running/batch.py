"""Plays deals of a plan: a worker's job, with the same result wherever and whenever it is done.

A deal is known by its number alone, so results do not depend on who plays it, or when. If an agent
fails, its game has no points; the agent, the position and the error are reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from time import thread_time

import numpy as np

from whoknows.arena.running import batch_counts as counting
from whoknows.arena.running.batch_counts import WHOLE, Counts, Floats
from whoknows.arena.running.compiled_tables import compiled, laid
from whoknows.arena.running.decision_clock import Clocked, Spent, TooLongError
from whoknows.arena.running.match_ups import MatchUp
from whoknows.arena.running.plan import Plan
from whoknows.core import registry
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.core.match import play, who
from whoknows.core.record_text import Move, Record, written
from whoknows.core.recorder import recorded

SAMPLE = 100  # one in this many deals is kept
WARM = 60.0  # seconds that a first decision may take where time is limited: it may compile


@dataclass(frozen=True, slots=True)
class Fault:
    """A game in which an agent failed: what it did, and the moves up to there."""

    table: int
    deal: int
    seating: int
    agent: str
    seat: str
    error: str
    moves: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """Some deals of a table, and how they ended."""

    table: int
    first: int
    counts: Counts
    faults: tuple[Fault, ...] = ()
    times: Mapping[str, Spent] = field(default_factory=dict)
    records: Mapping[tuple[int, int], bytes] = field(default_factory=dict)  # by deal and seating

    @property
    def deals(self) -> int:
        return len(self.counts)

    @property
    def games(self) -> int:
        deals, seatings, *_ = self.counts.shape
        return int(deals * seatings)

    @property
    def points(self) -> Counts:
        """By deal, seating and seat."""
        return counting.points(self.counts)


def batch(plan: Plan, number: int, first: int, many: int) -> Batch:
    """The deals from `first` on of the table of that number."""
    table = laid(plan).tables[number]
    seatings = [_seating(plan, table, n, first, many) for n in range(len(table.seatings))]
    counts = counting.small(np.stack([one.counts for one in seatings], axis=1))
    times: dict[str, Spent] = {}
    for one in seatings:
        for name, spent in one.times.items():
            times[name] = times.get(name, Spent()) + spent
    faults = tuple(fault for one in seatings for fault in one.faults)
    records = {key: data for one in seatings for key, data in one.records.items()}
    return Batch(number, first, counts, faults, times, records)


def record(plan: Plan, number: int, deal: int, seating: int) -> Record:
    """The record of one game, played again."""
    table = laid(plan).tables[number]
    game = registry.game(table.game)
    quick = compiled(plan, table, seating)
    if quick is not None:
        actions = quick.moves(plan.seed, deal)
        return _record(game, table.seated(seating), None, _told(game, actions))
    one = _plain(plan, table, seating, deal)
    return _record(game, table.seated(seating), match_seed(plan, deal), one.moves)


def match_seed(plan: Plan, deal: int) -> int:
    """What `whoknows play --seed` takes to play this deal: from the plan's seed and a counter."""
    return int.from_bytes(sha256(f"{plan.seed} {deal}".encode()).digest()[:6])


def tally_names(plan: Plan, table: MatchUp) -> tuple[str, ...]:
    """What is counted besides points in the games of this table."""
    game = registry.game(table.game)
    return tuple(game.tallies([game.start()]))


def _seating(plan: Plan, table: MatchUp, seating: int, first: int, many: int) -> Batch:
    played = _fast if compiled(plan, table, seating) is not None else _slow
    return played(plan, table, seating, first, many)


def _fast(plan: Plan, table: MatchUp, seating: int, first: int, many: int) -> Batch:
    quick = compiled(plan, table, seating)
    assert quick is not None
    names, began = table.seated(seating), thread_time()
    played = quick.play(plan.seed, first, many)
    spent = thread_time() - began
    columns = [played.points, *(column for tally in played.tallies.values() for column in tally)]
    if played.won is not None:
        columns.append(played.won * (WHOLE // played.won.sum(axis=1, keepdims=True)))
    counts = np.stack(columns, axis=-1)
    # Nobody knows who took how much of the time: all the same.
    times = {
        name: Spent(
            names.count(name) * played.decisions // len(names),
            names.count(name) * spent / len(names),
        )
        for name in names
    }
    records = {}
    for deal in _kept(plan, first, many):
        records[deal, seating] = written(record(plan, table.number, deal, seating))
    return Batch(table.number, first, counts, times=times, records=records)


def _slow(plan: Plan, table: MatchUp, seating: int, first: int, many: int) -> Batch:
    _warmed(table.game, tuple(sorted(set(table.agents))), len(table.agents), plan.seconds)
    games = [_plain(plan, table, seating, deal) for deal in range(first, first + many)]
    game, names = registry.game(table.game), table.seated(seating)
    times: dict[str, Spent] = {}
    for one in games:
        for seat, name in enumerate(names):
            times[name] = times.get(name, Spent()) + one.spent[seat]
    kept = {
        (deal, seating): written(
            _record(game, names, match_seed(plan, deal), games[deal - first].moves)
        )
        for deal in _kept(plan, first, many)
        if games[deal - first].fault is None
    }
    faults = tuple(one.fault for one in games if one.fault is not None)
    return Batch(table.number, first, np.array([one.counts for one in games]), faults, times, kept)


@dataclass(frozen=True, slots=True)
class _Game:
    """One plain game: how it ended for each seat, or why it did not."""

    counts: Floats
    moves: tuple[Move, ...]
    spent: tuple[Spent, ...]
    fault: Fault | None = None


def _plain(plan: Plan, table: MatchUp, seating: int, deal: int) -> _Game:
    game = registry.game(table.game)
    agents = [Clocked(registry.agent(name), plan.seconds) for name in table.seated(seating)]
    states, moves, fault = [game.start()], [], None
    try:
        for turn in play(game, agents, seed=match_seed(plan, deal)):
            states.append(turn.after)
            moves.append(Move(who(game, turn.by), str(turn.choice.action)))
    except Exception as error:  # an agent may raise anything; whose it is shows in who was to move
        fault = _fault(game, states[-1], table, seating, deal, moves, error)
    if fault is None:
        counts = _counts(game, states)
    else:
        counts = counting.failed(len(table.agents), len(game.tallies([game.start()])))
    return _Game(counts, tuple(moves), tuple(agent.spent for agent in agents), fault)


def _counts(game: Game[State, Action], states: Sequence[State]) -> Floats:
    """How a game ended, by seat."""
    tallies, won = game.tallies(states).values(), game.winners(states[-1])
    rows = []
    for seat, points in enumerate(game.scores(states[-1])):
        share = WHOLE // len(won) if seat in won else 0
        rows.append(counting.seat(points, (tally[seat] for tally in tallies), share))
    return np.array(rows, dtype=np.float64)


def _fault(
    game: Game[State, Action], state: State, table: MatchUp, seating: int, deal: int,
    moves: Sequence[Move], error: Exception,
) -> Fault:  # fmt: skip
    seat = game.to_move(state)
    if seat < 0:
        raise error  # not an agent's doing, but ours
    told = (
        str(error)
        if isinstance(error, Error | TooLongError)
        else f"{type(error).__name__}: {error}"
    )
    made = tuple((move.by, move.do) for move in moves)
    name = table.seated(seating)[seat]
    return Fault(table.number, deal, seating, name, game.seats[seat], told, made)


def _record(
    game: Game[State, Action], agents: Sequence[str], seed: int | None, moves: Sequence[Move]
) -> Record:
    state = game.start()
    for move in moves:
        state = game.apply(state, game.parse(move.do))
    return recorded(game, agents, seed, moves, state)


def _told(game: Game[object, object], actions: Iterator[object]) -> tuple[Move, ...]:
    state, moves = game.start(), []
    for action in actions:
        moves.append(Move(who(game, game.to_move(state)), str(action)))
        state = game.apply(state, action)
    return tuple(moves)


def _kept(plan: Plan, first: int, many: int) -> range:
    """The deals of which records are kept."""
    if plan.records == "none":
        return range(0)
    step = 1 if plan.records == "all" else SAMPLE
    return range(-(-first // step) * step, first + many, step)


@lru_cache(maxsize=256)
def _warmed(game: str, agents: tuple[str, ...], seats: int, seconds: float | None) -> None:
    """Lets each agent make a decision that is not timed: the first one may compile its search."""
    rules, limit = registry.game(game), None if seconds is None else max(seconds, WARM)
    for name in agents:
        with suppress(Exception):  # what it does wrong is told when it counts
            clocked = Clocked(registry.agent(name), limit)
            for _ in play(rules, [clocked] * seats):
                if clocked.spent.decisions:
                    break
