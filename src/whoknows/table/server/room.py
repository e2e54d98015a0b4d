"""The room in which the tables stand: it wakes agents, tells watchers, asks for hints.

Tables are used by threads, one request each; agents' answers come in by the event loop. A game
whose agents are to move has one task here, which ends when a person is to move.
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import aclosing

from starlette.concurrency import run_in_threadpool

from whoknows.core.error import Error
from whoknows.core.record_text import written
from whoknows.table.messages import Advice, Data, Loss, MatchJob, Players, WorkerAnswer
from whoknows.table.server import seat_keys
from whoknows.table.server.budgets import Purpose
from whoknows.table.server.game_store import Done, GameStore, StaleError, StoreError
from whoknows.table.server.live_game import LiveGame
from whoknows.table.server.live_games import LiveGames
from whoknows.table.server.view_cache import ViewCache
from whoknows.table.server.view_making import Looking
from whoknows.table.server.worker_pool import Workers

SLICE = 2.0  # seconds that a game of agents may go on before the next has its turn
LATER = 5.0  # seconds after which the disk is tried again
SOON = 20.0  # seconds that a hint may take
ANALYSIS = 600.0  # seconds for a whole game, which usually takes less than one minute
PARTS = 2  # in which it is analysed, at the same time
UNASKED = 4  # games that are analysed at a time before anybody asks; those that wait stay in memory
HINTS = 50  # that are kept for whoever asks again
FAULTS = 50  # analyses that failed, and whose reason is kept for whoever asks again


class Room:
    """All that is alive while the server runs."""

    def __init__(self, store: GameStore) -> None:
        self.store = store
        self.tables = LiveGames(self.store)
        self.workers = Workers()
        self.looking = Looking(self.tables, self.workers, ViewCache())
        self._loop = asyncio.get_running_loop()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._closed = False
        self._analyses: dict[str, asyncio.Task[None]] = {}
        self._judged: dict[str, int] = {}  # decisions, of a game that is being analysed
        self._faults: dict[str, Error | StoreError] = {}  # of analyses, by game
        self._hints: dict[tuple[str, int], asyncio.Task[list[Advice]]] = {}
        self._watchers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)

    async def open(self) -> None:
        """Continues where the server was when it stopped."""
        for kept in self.store.listed():
            if not kept.over and not kept.waits:
                self._wake(kept.id)

    async def close(self) -> None:
        self._closed = True
        tasks = [*self._tasks.values(), *self._analyses.values(), *self._hints.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.looking.close()
        await self.workers.close()
        self.store.close()

    # from any thread

    def changed(self, table: LiveGame) -> None:
        """Something was done at this table."""
        self._loop.call_soon_threadsafe(self._changed, table)

    def interrupt(self, table: LiveGame) -> None:
        """Nobody needs what an agent is thinking about any more."""
        self._loop.call_soon_threadsafe(self._interrupt, table.id)
        self.changed(table)

    # from the event loop

    async def act(self, id: str, keys: str | None, version: int, action: str) -> int:
        """A person's move, in a large game tried out before it is made; the new version."""
        table = await run_in_threadpool(self.tables.table, id)
        held = seat_keys.opened(keys, table.digests)
        trial = await run_in_threadpool(table.trial, held, version, action)
        if trial is not None:
            async with aclosing(self.workers.ask("move", id, trial)) as answers:
                async for _ in answers:
                    pass
        tried = trial is not None
        made = await run_in_threadpool(table.act, held, version, action, is_tried=tried)
        self.changed(table)
        return made

    async def checked(self, spec: str, agents: list[str]) -> list[str]:
        """The names of the agents, if they are there and play this game."""
        job = Players(do="check", game=spec, agents=agents)
        async with aclosing(self.workers.ask("check", "", job)) as answers:
            return [name async for found in answers for name in found["agents"]]

    async def check_record(self, data: str) -> None:
        """An `Error` that names the line, if something is wrong with this record."""
        job = Data(do="record", data=data)
        async with aclosing(self.workers.ask("record", "", job)) as answers:
            async for _ in answers:
                pass

    async def page(self, table: LiveGame) -> str:
        """The game as one page that needs no server."""
        data = written(await asyncio.to_thread(table.record)).decode()
        job = Data(do="page", data=data, analysis=table.analysis)
        async with aclosing(self.workers.ask("page", table.id, job)) as answers:
            return "".join([found["page"] async for found in answers])

    async def hint(self, table: LiveGame) -> list[Advice]:
        """The best actions of the seat to move; worked out once, however many wait for it."""
        key = table.id, table.version
        if key not in self._hints or _failed(self._hints[key]):
            self._forget(table.id)
            self._hints[key] = asyncio.create_task(self._hinted(table))
        try:
            return await asyncio.wait_for(asyncio.shield(self._hints[key]), SOON)
        except TimeoutError:
            raise StaleError("the search is being prepared; ask again in a moment") from None

    def analyse(self, table: LiveGame) -> None:
        """Starts to work out what each move lost, unless that is known or under way."""
        if table.over and table.analysis is None and table.id not in self._analyses:
            self._analyses[table.id] = asyncio.create_task(self._analysed(table))

    def ask_for_analysis(self, table: LiveGame) -> int:
        """The same for somebody who asks, and how many decisions are judged so far; if it failed
        before, they hear why, and may ask again."""
        if fault := self._faults.pop(table.id, None):
            raise fault
        self.analyse(table)
        return self._judged.get(table.id, 0)

    async def versions(self, table: LiveGame) -> AsyncGenerator[int, None]:
        """The version of the game now, and whenever it changes."""
        told, event = -1, asyncio.Event()
        self._watchers[table.id].add(event)
        try:
            while True:
                event.clear()
                if table.version != told:
                    told = table.version
                    yield told
                await event.wait()
        finally:
            self._watchers[table.id].discard(event)
            if not self._watchers[table.id]:
                del self._watchers[table.id]

    # below

    def _changed(self, table: LiveGame) -> None:
        self._tell(table)
        if table.thinks:
            self._wake(table.id)
        elif table.over and table.humans and len(self._analyses) < UNASKED:
            self.analyse(table)

    def _forget(self, id: str) -> None:
        """Hints of this game, which has moved on, and the oldest of others."""
        old = [one for one in self._hints if one[0] == id]
        given = [one for one, task in self._hints.items() if task.done()]
        for one in {*old, *given[: max(0, len(given) + 1 - HINTS)]}:
            self._hints.pop(one)

    def _tell(self, table: LiveGame) -> None:
        for event in self._watchers.get(table.id, ()):
            event.set()

    def _interrupt(self, id: str) -> None:
        if task := self._tasks.get(id):
            task.cancel()

    def _wake(self, id: str) -> None:
        if id in self._tasks:
            self._again.add(id)  # it may be about to end
            return
        task = self._tasks[id] = asyncio.create_task(self._go_on(id))
        task.add_done_callback(lambda done: self._went_on(id, done))

    def _went_on(self, id: str, task: asyncio.Task[None]) -> None:
        del self._tasks[id]
        if not task.cancelled() and (fault := task.exception()):
            print(f"game {id} is stuck: {fault!r}", file=sys.stderr)
        elif id in self._again and not self._closed:
            self._again.discard(id)
            self._wake(id)

    async def _go_on(self, id: str) -> None:
        """Agents play until a person is to move."""
        table = await asyncio.to_thread(self.tables.table, id)
        await asyncio.to_thread(table.settle)
        while table.thinks:
            try:
                await self._slice(table)
            except StaleError:
                continue
            except StoreError:  # nothing was changed: the same move is made when there is room
                await asyncio.sleep(LATER)
            except Error as fault:
                await asyncio.to_thread(table.fail, str(fault))
            self._tell(table)
        self._changed(table)

    async def _slice(self, table: LiveGame) -> None:
        purpose: Purpose = "reply" if table.humans else "watch"
        version = table.version
        job = await asyncio.to_thread(table.job, "play", seconds=SLICE)
        async with aclosing(self.workers.ask(purpose, table.id, job)) as answers:
            async for found in answers:
                if found["by"] != "chance":  # the table draws the same by itself
                    done = Done(found["by"], found["do"], tuple(found["reasons"]))
                    version = await asyncio.to_thread(table.accept, version, done)
                    self._tell(table)

    async def _hinted(self, table: LiveGame) -> list[Advice]:
        job = await asyncio.to_thread(table.job, "hint")
        async with aclosing(self.workers.ask("hint", table.id, job)) as answers:
            return [_advice(found) async for found in answers]

    async def _analysed(self, table: LiveGame) -> None:
        try:
            job = await asyncio.to_thread(table.job, "analysis", seconds=ANALYSIS)
            found = await self._parts(table.id, job)
            await asyncio.to_thread(table.analysed, found)
        except (Error, StoreError) as fault:
            print(f"game {table.id} could not be analysed: {fault}", file=sys.stderr)
            self._note(table.id, fault)
        finally:
            self._judged.pop(table.id, None)
            self._analyses.pop(table.id, None)
        self._tell(table)

    def _note(self, id: str, fault: Error | StoreError) -> None:
        """Only what went wrong is kept, and not the game in which it did."""
        self._faults[id] = fault.with_traceback(None)
        while len(self._faults) > FAULTS:
            self._faults.pop(next(iter(self._faults)))

    async def _parts(self, id: str, job: MatchJob) -> list[Loss]:
        """All decisions, judged by several workers; if one fails, the others stop."""
        try:
            async with asyncio.TaskGroup() as group:
                parts = [group.create_task(self._part(id, job, n)) for n in range(PARTS)]
        except ExceptionGroup as faults:
            raise faults.exceptions[0] from None
        return sorted((one for part in parts for one in part.result()), key=lambda one: one["step"])

    async def _part(self, id: str, job: MatchJob, number: int) -> list[Loss]:
        """Some of the decisions, counted as they come."""
        found, mine = [], MatchJob(**{**job, "part": (number, PARTS)})
        async with aclosing(self.workers.ask("study", id, mine)) as answers:
            async for one in answers:
                found.append(_loss(one))
                self._judged[id] = self._judged.get(id, 0) + 1
        return found


def _advice(found: WorkerAnswer) -> Advice:
    return Advice(
        text=found["text"],
        value=found["value"],
        behind=found["behind"],
        tries=found["tries"],
        note=found["note"],
    )


def _loss(found: WorkerAnswer) -> Loss:
    return Loss(
        step=found["step"], seat=found["seat"], best=found["best"], words=found["words"],
        lost=found["lost"], low=found["low"], high=found["high"], mistake=found["mistake"],
        worth=found["worth"], tries=found["tries"], could=found["could"],
    )  # fmt: skip


def _failed(task: asyncio.Task[list[Advice]]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
