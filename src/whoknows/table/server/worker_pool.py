"""Agents think in processes of their own, which start when they are needed and can be stopped.

Each worker does one job after another, for the same games if possible, which it remembers. Every
purpose has workers of its own, and a game no more than its share of them, so that nobody waits for
what others let agents think about. A job that is abandoned, takes too long or too much memory ends
its process, and so does one that has become large; the next job starts a new one.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, suppress

from whoknows.core.error import Error
from whoknows.table.messages import WorkerAnswer
from whoknows.table.server.budgets import (
    BUDGETS,
    RENEWED,
    SHARE,
    START,
    Budget,
    BusyError,
    Purpose,
    SpentError,
)
from whoknows.table.server.worker import KEPT, TOO_LARGE
from whoknows.table.server.worker_copies import Process, started

IDLE = 600.0  # seconds after which a worker without work ends
LINE = 1 << 26  # bytes of an answer
AFRESH = 3  # views that take as long as to play through a game that is not remembered


class Worker:
    """One process, started again whenever it has been ended."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.jobs: list[str] = []  # games of the jobs that it has or that wait for it
        self.games: deque[str] = deque(maxlen=KEPT)  # that it remembers
        self._process: Process | None = None
        self._free = asyncio.Lock()
        self._ending: list[Process] = []
        self._rest: asyncio.TimerHandle | None = None

    async def ask(self, job: Mapping[str, object]) -> AsyncGenerator[WorkerAnswer, None]:
        """The answers to a job; an `Error` if it cannot be done."""
        async with self._free:
            process, finished, seconds = await self._running(), False, START
            try:
                await _send(process, job)
                while not finished:
                    answer = await self._answer(process, seconds)
                    seconds = self.budget.seconds  # from now on: the first says that it is ready
                    finished = "done" in answer or "error" in answer
                    if finished and answer["megabytes"] > RENEWED:
                        self.stop()
                    if "error" in answer:
                        raise Error(answer["error"])
                    if not finished and "ready" not in answer:
                        yield answer
            finally:
                if not finished:
                    self.stop()
                self._rest = asyncio.get_running_loop().call_later(IDLE, self.stop)

    def takes(self, id: str) -> None:
        """Has one more job, of this game."""
        self.jobs.append(id)
        if id in self.games:
            self.games.remove(id)
        self.games.append(id)

    def stop(self) -> None:
        """Ends what it does; it is ready for other work."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            self._ending = [one for one in self._ending if one.returncode is None] + [process]
            with suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """Stops for good."""
        self.stop()
        if self._rest is not None:
            self._rest.cancel()
        for process in self._ending:
            await process.communicate()  # what it wrote last is read: else it is waited for in vain

    async def _running(self) -> Process:
        if self._rest is not None:
            self._rest.cancel()
        if self._process is None or self._process.returncode is not None:
            self._process = await started(self.budget.megabytes, LINE, self.budget.nice)
        return self._process

    async def _answer(self, process: Process, seconds: float) -> WorkerAnswer:
        """The next answer, unless the budget runs out first."""
        assert process.stdout is not None
        try:
            line = await asyncio.wait_for(process.stdout.readline(), seconds)
        except TimeoutError:
            raise self.budget.slow() from None
        except ConnectionError:  # it ended before it had the job
            line = b""
        except ValueError:  # a line without end
            raise SpentError(f"{self.budget.what} is larger than {LINE >> 20} MB") from None
        if line:
            found: WorkerAnswer = json.loads(line)
            return found
        if await process.wait() == TOO_LARGE:
            raise self.budget.large()
        raise SpentError(
            f"{self.budget.what} failed, because the process that worked on it stopped"
        )


class Workers:
    """A few workers for each purpose."""

    def __init__(self) -> None:
        self._all = {
            purpose: [Worker(budget) for _ in range(budget.many)]
            for purpose, budget in BUDGETS.items()
        }

    async def ask(
        self, purpose: Purpose, id: str, job: Mapping[str, object]
    ) -> AsyncGenerator[WorkerAnswer, None]:
        """The answers to a job of this game; an `Error` if it cannot be done."""
        worker = self._one(purpose, id)
        if len(worker.jobs) > worker.budget.waiting:
            raise BusyError(f"{worker.budget.what} has to wait; try again in a moment")
        worker.takes(id)
        try:
            async with aclosing(worker.ask(job)) as answers:
                async for answer in answers:
                    yield answer
        finally:
            worker.jobs.remove(id)

    def _one(self, purpose: Purpose, id: str) -> Worker:
        """The one with least to do that remembers the game. What nobody waits for goes where it is
        known; a view, too, rather waits for a few others than for the game to be played through,
        but not for a question, which may take long."""

        def order(one: Worker) -> tuple[int, int, int]:
            new, jobs = id not in one.games, len(one.jobs)
            if purpose == "watch":
                return new, jobs, 0
            afresh = AFRESH * new if purpose in ("view", "move") else 0
            return jobs + afresh, new, len(one.games)

        busy = [one for one in self._all[purpose] if id and id in one.jobs]
        return min(busy if len(busy) >= SHARE else self._all[purpose], key=order)

    async def close(self) -> None:
        for workers in self._all.values():
            for worker in workers:
                await worker.close()


async def _send(process: Process, job: Mapping[str, object]) -> None:
    assert process.stdin is not None
    with suppress(ConnectionError):  # then there is no answer either
        process.stdin.write(json.dumps(job).encode() + b"\n")
        await process.stdin.drain()
