"""Analysis: twice with other luck, how many mistakes are found again, and how long it takes.

Whole games of good and of bad players are analysed with two seeds at the default effort. Agreement
is the share of the decisions called mistakes by one run that the other calls so too, of both ways
the smaller; seconds are CPU of both cores, for the longest of the games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import process_time

from joblib import Parallel, delayed

from whoknows.analysis.game_analysis import Verdict, analysed
from whoknows.bench import Figure
from whoknows.core.match import play
from whoknows.core.record_text import Record
from whoknows.core.recorder import Tape
from whoknows.core.registry import agent, game

USA, KNOWLEDGE, BRIDGE = "tickets(board=usa)", "tickets(seats=3,hand=2)", "boerenbridge"
GAMES: dict[str, list[tuple[str, ...]]] = {  # by name: what is played, and by whom
    "usa": [(USA, "greedy", "greedy"), (USA, "flat-mc", "greedy"), (USA, "greedy", "random")],
    "knowledge": [
        (KNOWLEDGE, "kripke", "kripke", "kripke"),
        (KNOWLEDGE, "rival", "rival", "rival"),
        (KNOWLEDGE, "kripke", "random", "kripke"),
        (KNOWLEDGE, "random", "rival", "kripke(blocks=off)"),
    ],
    "boerenbridge": [
        (BRIDGE, "full-kripke", "full-kripke", "full-kripke", "full-kripke"),
        (BRIDGE, "full-kripke", "greedy", "pimc", "greedy"),
        (BRIDGE, "random", "full-kripke", "random", "greedy"),
    ],
}
SEEDS = 1, 2


def rows() -> Iterator[Figure]:
    """Every figure of the suite."""
    for name, games in GAMES.items():
        yield from figures(name, [record(seed, *one) for seed, one in enumerate(games)])


def figures(name: str, records: Sequence[Record]) -> Iterator[Figure]:
    """How far two runs agree, and the time for the longest game."""
    jobs = [(one, seed) for one in records for seed in SEEDS]
    found = Parallel(n_jobs=2, batch_size=1)(delayed(timed)(*job) for job in jobs)
    both = ones = others = decisions = 0
    for (first, _), (second, _) in zip(found[::2], found[1::2], strict=True):
        one, other = mistakes(first), mistakes(second)
        both += len(one & other)
        ones, others = ones + len(one), others + len(other)
        decisions += len(first)
    share = 100 * both / max(1, ones, others)
    about = f"{ones} and {others} mistakes, {both} of both, in {decisions} decisions; aim: 90"
    yield Figure(f"analysis.{name}.agreement", share, unit="%", about=about)
    longest = max(seconds for _, seconds in found)
    yield Figure(f"analysis.{name}.cpu_ms", 1000 * longest, about="longest game; aim: 120,000")


def record(seed: int, spec: str, *agents: str) -> Record:
    """A whole game."""
    rules = game(spec)
    tape = Tape(rules, agents, seed)
    for turn in play(rules, [agent(one) for one in agents], seed=seed):
        tape.add(turn)
    return tape.record()


def timed(record: Record, seed: int) -> tuple[tuple[Verdict, ...], float]:
    """An analysis, and the seconds it took one core."""
    analysed(record, seed=seed, effort=1, workers=1)  # what is compiled once
    start = process_time()
    return analysed(record, seed=seed, workers=1), process_time() - start


def mistakes(found: Sequence[Verdict]) -> set[int]:
    return {one.step for one in found if one.loss.is_mistake}
