"""The decisions of a whole game, one by one: what each of them lost.

Each depends on nothing but what was played before it, the seed and the effort. So they may be
judged by several processes, in any order, and the result is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from whoknows.analysis.judgement import Loss, judged
from whoknows.analysis.trials import EFFORT
from whoknows.analysis.unused_knowledge import Unused, unused
from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.core.match import Turn, view
from whoknows.core.names import number
from whoknows.core.record import Record, replay, rules

FEW = 12  # decisions: not worth starting processes
Watch = Callable[[int, int], None]  # told how many of how many decisions are judged


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision: at which step, by which seat, what it did, what was best, what that lost, and if
    it is a mistake of knowledge that was not used, which."""

    step: int
    seat: str
    did: str
    best: str
    loss: Loss
    unused: Unused | None = None

    def data(self) -> dict[str, object]:
        loss = self.loss
        return {
            "step": self.step,
            "seat": self.seat,
            "did": self.did,
            "best": self.best,
            "lost": loss.lost,
            "low": loss.low,
            "high": loss.high,
            "mistake": loss.is_mistake,
        }


def analysed(
    record: Record, *, seat: str | None = None, seed: int = 0, effort: int = EFFORT,
    workers: int | None = None, watch: Watch = lambda done, of: None,
) -> tuple[Verdict, ...]:  # fmt: skip
    """Every decision of a record, or those of one seat, judged by this many processes (by default
    one per core)."""
    if effort < 1:
        raise Error(f"the effort must be at least 1, not {effort}")
    game = rules(record)
    wanted = None if seat is None else number(game.seats, seat)
    steps = [step for step in decisions(_turns(record)) if wanted in (None, _by(record, step))]
    found = list[Verdict]()
    watch(0, len(steps))
    for one in _judged(record, steps, seed, effort, workers):
        found.append(one)
        watch(len(found), len(steps))
    return tuple(found)


def decisions(turns: Sequence[Turn[object, object]]) -> list[int]:
    """The steps at which a seat moved, counted from 1."""
    return [step for step, turn in enumerate(turns, start=1) if turn.by >= 0]


def verdict(
    game: Game[object, object], turns: Sequence[Turn[object, object]], step: int, *,
    seed: int = 0, effort: int = EFFORT,
) -> Verdict:  # fmt: skip
    """What the decision at this step lost."""
    turn, model = turns[step - 1], turns[step - 2].model if step > 1 else None
    here = view(game, turn.before, model, turn.by)
    found = judged(here, turn.choice.action, seed=seed, effort=effort)
    could = unused(game, turns, step, seed=seed, effort=effort) if found.loss.is_mistake else None
    return Verdict(step, game.seats[turn.by], str(found.did), str(found.best), found.loss, could)


def _judged(
    record: Record, steps: list[int], seed: int, effort: int, workers: int | None
) -> Iterator[Verdict]:
    """In order. The first is judged here: for it, the search may have to be compiled."""
    few = steps if workers == 1 or len(steps) <= FEW else steps[:1]
    for step in few:
        yield _verdict(record, step, seed, effort)
    rest = steps[len(few) :]
    yield from _in_processes(record, rest, seed, effort, workers) if rest else ()


def _in_processes(
    record: Record, steps: list[int], seed: int, effort: int, workers: int | None
) -> Iterable[Verdict]:
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    judging = Parallel(n_jobs=workers or -1, return_as="generator", batch_size=1)
    try:
        yield from judging(delayed(_verdict)(record, step, seed, effort) for step in steps)
    except TerminatedWorkerError:
        raise Error("the game was not analysed, because a process was stopped") from None


def _verdict(record: Record, step: int, seed: int, effort: int) -> Verdict:
    return verdict(_rules(record), _turns(record), step, seed=seed, effort=effort)


@lru_cache(maxsize=1)
def _rules(record: Record) -> Game[object, object]:
    return rules(record)


@lru_cache(maxsize=1)
def _turns(record: Record) -> list[Turn[object, object]]:
    """The match is replayed once per process."""
    return list(replay(record, _rules(record)))


def _by(record: Record, step: int) -> int:
    return _turns(record)[step - 1].by
