"""Carries out a learning plan, run by run: play, learn, keep; and every so often a match.

An iteration plays games with the network as it is, learns from them, and is on the disk before the
next begins: a line in the journal, then the learner itself. What is random follows from the seed
and the number of a game, so a run that was stopped goes on as if nothing had happened. In the end
every network plays held-out deals, against the others too that observed something else.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic, process_time

import numpy as np

from whoknows.adapters.position import NumberedGame
from whoknows.agents.learned import Learned
from whoknows.arena.tournament import alone, backend
from whoknows.core.atomic_write import whole
from whoknows.core.error import Error
from whoknows.learning import checkpoint, learning_journal
from whoknows.learning.learner import Beginner, Learner
from whoknows.learning.learning_journal import LearningJournal
from whoknows.learning.learning_plan import LearningPlan, Run
from whoknows.learning.learning_plot import Curve, Point, plot
from whoknows.learning.self_play import self_play
from whoknows.learning.torch_learner import TorchLearner
from whoknows.networks.network import fresh, sizes_for
from whoknows.networks.network_file import SUFFIX, Trained, trained
from whoknows.tuning.candidate_matches import Backend, Share, share, shares

HELD_OUT = 10**9  # added to the seed: no deal of the final matches was played before
PLOT, RESULT = "learning.svg", "result.txt"
QUIET = 10.0  # seconds after which a line tells how far it is
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Learnt:
    """What came of it: by the name of a run, its network, what that cost, and held-out matches by
    opponent."""

    networks: dict[str, Trained]
    seconds: dict[str, float]
    matches: dict[str, dict[str, Share]]


def learnt(
    plan: LearningPlan, folder: Path, *, resume: bool = False, workers: int | None = None,
    cluster: str | None = None, tell: Tell = lambda line: None, begin: Beginner = TorchLearner,
) -> Learnt:  # fmt: skip
    """Does whatever is missing of a plan; everything is kept in the folder."""
    _begun(plan, plan.runs[0], begin)  # whatever is missing is told before anything is made
    with backend(workers or os.cpu_count() or 1, cluster) as where, alone(folder):
        journal = learning_journal.opened(plan, folder, resume=resume)
        school = _School(plan, folder, journal, where, tell, begin)
        networks = {run.name: school.learned(run) for run in plan.runs}
        matches = {run.name: school.final(run) for run in plan.runs}
        seconds = {name: sum(line["seconds"] for line in journal.done(name)) for name in networks}
        return school.written(Learnt(networks, seconds, matches))


def _begun(plan: LearningPlan, run: Run, begin: Beginner) -> Learner:
    sizes = sizes_for(NumberedGame.of(plan.game), run.observe, plan.layers)
    return begin(plan, fresh(sizes, run.seed), run.seed)


@dataclass(slots=True)
class _School:
    """Where a plan is carried out."""

    plan: LearningPlan
    folder: Path
    journal: LearningJournal
    where: Backend
    tell: Tell
    begin: Beginner
    told: float = 0.0  # when something was last told

    def learned(self, run: Run) -> Trained:
        """The network of a run after all its iterations."""
        learner, kept = _begun(self.plan, run, self.begin), self.folder / f"{run.name}.checkpoint"
        done = self._taken(run, learner, kept)
        while True:
            if done % self.plan.check == 0 or done == self.plan.iterations:
                self._check(run, learner, done)
            if done == self.plan.iterations:
                return self._trained(run, learner)
            self._iteration(run, learner, done)
            done += 1
            checkpoint.keep(kept, learner, done)

    def _taken(self, run: Run, learner: Learner, kept: Path) -> int:
        """Where the run goes on: how many iterations are done."""
        done, told = checkpoint.take(kept, learner), len(self.journal.done(run.name))
        if done > told:
            raise Error(f"{kept}: was kept after iteration {done}, but the journal ends at {told}")
        if done > self.plan.iterations:
            already = f"{run.name} has learned for {done} iterations already"
            raise Error(f"{self.folder}: {already}, not {self.plan.iterations}")
        return done

    def _iteration(self, run: Run, learner: Learner, number: int) -> None:
        games = range(number * self.plan.games, (number + 1) * self.plan.games)
        decisions = self_play(self.plan, run, learner.network(), games, self.where)
        began = process_time()
        told = learner.learn(decisions, number)
        seconds = decisions.seconds + process_time() - began
        if number >= len(self.journal.done(run.name)):  # else it was killed after the line
            line = {"run": run.name, "iteration": number, "decisions": len(decisions)}
            self.journal.add({**line, **told, "seconds": seconds})
        if monotonic() - self.told > QUIET:
            how = ", ".join(f"{name} {value:.3f}" for name, value in told.items())
            self._tell(f"{run.name}: iteration {number + 1} of {self.plan.iterations}; {how}")

    def _check(self, run: Run, learner: Learner, done: int) -> None:
        """Matches against others on the way, unless the journal has them."""
        spec, is_new = self._spec(run, learner, done), False
        for against in self.plan.against:
            name = _check_name(run.name, done, against)
            if name not in self.journal.matches:
                found = self._match(spec, against, run.seed, self.plan.deals)
                self.journal.add_match(name, found)
                how_far = f"{run.name}: {done} of {self.plan.iterations} iterations"
                self._tell(f"{how_far}, {found} against {against}")
                is_new = True
        if is_new:
            self._draw()

    def final(self, run: Run) -> dict[str, Share]:
        """The network of a run on held-out deals: against everyone, and against those that learned
        with the same seed from the first observation."""
        spec = self._file(run, self.plan.iterations)
        first = Run(self.plan.runs[0].observe, run.seed)
        rivals = {} if first == run else {first.name: self._file(first, self.plan.iterations)}
        found: dict[str, Share] = {}
        for name, against in {**{one: one for one in self.plan.against}, **rivals}.items():
            title = (
                f"{run.name} after {self.plan.iterations} against {name}, {self.plan.final} deals"
            )
            if title not in self.journal.matches:
                match = self._match(spec, against, run.seed + HELD_OUT, self.plan.final)
                self.journal.add_match(title, match)
                self._tell(f"{run.name} against {name}: {match} of held-out games")
            found[name] = self.journal.matches[title]
        return found

    def written(self, found: Learnt) -> Learnt:
        """The files of the networks with what is known of them now, and the result in words."""
        made = {}
        for run in self.plan.runs:
            about = _about(self.plan, run, found.seconds[run.name])
            its = found.matches[run.name].items()
            good = ", ".join(f"{match} against {name}" for name, match in its)
            good += f", {self.plan.final} held-out deals"
            made[run.name] = replace(found.networks[run.name], made=about, good=good)
            with whole(self.folder / f"{run.name}{SUFFIX}") as put:
                put(made[run.name].text().encode())
        with whole(self.folder / RESULT) as put:
            put(("\n".join(lines(self.plan, found)) + "\n").encode())
        return replace(found, networks=made)

    def _trained(self, run: Run, learner: Learner) -> Trained:
        return trained(learner.network(), NumberedGame.of(self.plan.game), run.observe)

    def _spec(self, run: Run, learner: Learner, done: int) -> str:
        """The agent that plays as the learner does now: its network is put into a file."""
        path = self.folder / f"{run.name}-{done}{SUFFIX}"
        found = replace(self._trained(run, learner), made=f"{done} iterations of a run, on its way")
        with whole(path) as put:
            put(found.text().encode())
        return self._file(run, done)

    def _file(self, run: Run, done: int) -> str:
        return Learned(str(self.folder / f"{run.name}-{done}{SUFFIX}")).name

    def _match(self, spec: str, against: str, seed: int, deals: int) -> Share:
        won = shares(self.plan.game, [spec], against, seed, range(deals), self.where)[spec]
        return share(won, len(NumberedGame.of(self.plan.game).game.seats))

    def _draw(self) -> None:
        panels = {one: self._curves(one) for one in self.plan.against}
        with whole(self.folder / PLOT) as put:
            put(plot(self.plan.game, panels).encode())

    def _curves(self, against: str) -> list[Curve]:
        """For each observation, how well it did after so many games, over all its seeds."""
        last = self.plan.iterations
        steps = [done for done in range(last + 1) if done % self.plan.check == 0 or done == last]
        found = []
        for form in self.plan.observe:
            runs = [run.name for run in self.plan.runs if run.observe == form]
            points = []
            for done in steps:
                names = [_check_name(run, done, against) for run in runs]
                there = [self.journal.matches[n] for n in names if n in self.journal.matches]
                if there:
                    mean = over_seeds(there)
                    points.append(Point(done * self.plan.games, mean.value, mean.doubt))
            found.append(Curve(form, tuple(points)))
        return found

    def _tell(self, line: str) -> None:
        self.told = monotonic()
        self.tell(line)


def over_seeds(found: Sequence[Share]) -> Share:
    """The mean of several seeds, and how far it may be off for a seed like these: by Student's t.
    One seed tells nothing of others; then the doubt is that of its own games."""
    if len(found) == 1:
        return found[0]
    from scipy.special import stdtrit

    values = np.array([one.value for one in found])
    error = float(values.std(ddof=1)) / len(values) ** 0.5
    reach = float(stdtrit(len(values) - 1, 0.975))
    return Share(float(values.mean()), reach * error, sum(one.games for one in found))


def lines(plan: LearningPlan, found: Learnt) -> Iterator[str]:
    """What came of it, in words."""
    games, many = plan.iterations * plan.games, len(plan.runs)
    by = f"each of {many} runs" if many > 1 else "one run"
    yield f"{plan.game}, learned in {games:,} games of self-play by {by}"
    for form in plan.observe:
        runs = [run.name for run in plan.runs if run.observe == form]
        spent = sum(found.seconds[run] for run in runs) / len(runs)
        yield f"  observing what is {form} ({spent:,.0f} s of a processor for each run):"
        for run in runs:
            its = (f"{match} against {name}" for name, match in found.matches[run].items())
            yield f"    seed {run.rpartition('-')[2]}: {', '.join(its)}"
        if len(runs) > 1:
            yield f"    all: {', '.join(_over_runs(plan, found, runs))}"


def _over_runs(plan: LearningPlan, found: Learnt, runs: Sequence[str]) -> Iterator[str]:
    for number, name in enumerate(found.matches[runs[0]]):
        alike = [[*found.matches[run].values()][number] for run in runs]
        who = name if number < len(plan.against) else plan.observe[0]
        yield f"{over_seeds(alike)} against {who}"


def _about(plan: LearningPlan, run: Run, seconds: float) -> str:
    return (
        f"{plan.iterations} iterations of {plan.games} games of self-play, for {plan.utility}, "
        f"seed {run.seed}, rate {plan.rate:g}, entropy {plan.entropy:g}, {plan.passes} passes; "
        f"{seconds:,.0f} s of a processor"
    )


def _check_name(run: str, done: int, against: str) -> str:
    return f"{run} after {done} against {against}"
