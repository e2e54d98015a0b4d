"""Where a view is made: here if it is sure to be small, otherwise by a process that may be ended.

Views are made here if they have no question and all deals of the game are listed
(`LiveGame.is_small`). If a question takes too long, a line says so where its answer would be; the
rest is shown.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import asdict, replace

from starlette.concurrency import run_in_threadpool

from whoknows.table import messages
from whoknows.table.knowledge.notices import quiet
from whoknows.table.messages import Advice, WorkerAnswer
from whoknows.table.page.page_view import LookAt
from whoknows.table.server import seat_keys
from whoknows.table.server.budgets import BusyError, Purpose, SpentError
from whoknows.table.server.live_game import LiveGame
from whoknows.table.server.live_games import LiveGames
from whoknows.table.server.view_cache import Key, ViewCache, as_json, words
from whoknows.table.server.view_changes import SentViews
from whoknows.table.server.worker_pool import Workers


class Looking:
    """Makes views; the same one is made once, however many wait for it."""

    def __init__(self, tables: LiveGames, workers: Workers, shown: ViewCache) -> None:
        self._tables, self._workers, self._shown = tables, workers, shown
        self._making: dict[Key, asyncio.Task[bytes]] = {}
        self._sent = SentViews()

    async def view(self, id: str, keys: str | None, asked: str | None, look: LookAt) -> bytes:
        """What the holder of these keys sees, as JSON."""
        found = await run_in_threadpool(self._here, id, keys, asked, look)
        if isinstance(found, bytes):
            return found
        key, job = found
        if key not in self._making:
            making = asyncio.create_task(self._made(key, job, id, keys, look))
            making.add_done_callback(lambda _: self._making.pop(key))
            self._making[key] = making
        return await asyncio.shield(self._making[key])

    async def changed(
        self, id: str, keys: str | None, asked: str | None, data: bytes, have: str | None
    ) -> tuple[bytes, str]:
        """What has changed in a view since the one of this name, or all of it; and its own name."""

        def told() -> tuple[bytes, str]:
            table = self._tables.table(id)
            held = seat_keys.opened(keys, table.digests)
            return self._sent.told((id, held, table.viewer(held, asked)), data, have)

        return await run_in_threadpool(told)

    async def words(self, table: LiveGame, seat: int, found: list[Advice]) -> Mapping[str, object]:
        """A hint in words."""
        if (here := await run_in_threadpool(_advice, table, seat, found)) is not None:
            return here
        told = await run_in_threadpool(table.told)
        job = messages.Hint(do="advice", game=told, seat=seat, found=found)
        return await self._answer("view", table.id, job)

    async def close(self) -> None:
        tasks = list(self._making.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _here(
        self, id: str, keys: str | None, asked: str | None, look: LookAt
    ) -> bytes | tuple[Key, messages.View]:
        """The view, if it is known or small; otherwise what another process is told in order to
        make it."""
        table = self._tables.table(id)
        held = seat_keys.opened(keys, table.digests)
        with table.lock:
            key = self._shown.key(table, held, asked, look)
            if known := self._shown.found(key):
                return known
            if look.asks or not table.is_small:
                job: messages.View = {
                    "do": "look", "game": table.told(), "held": held, "as": asked,
                    "look": asdict(look),
                }  # fmt: skip
                return key, job
            showing = table.showing(held, asked)
        return self._shown.view(key, showing, look)

    async def _made(
        self, key: Key, job: messages.View, id: str, keys: str | None, look: LookAt
    ) -> bytes:
        try:
            found = await self._answer(_purpose(look), id, job)
        except (SpentError, BusyError) as fault:
            if not look.asks or look.review:
                raise
            plain = await self.view(
                id, keys, job["as"], replace(look, ask=None, whatif=None, mind=None, believing=None)
            )
            return as_json(_unanswered(json.loads(plain), look, str(fault)))
        data = str(found["view"]).encode()
        self._shown.keep(key, data)
        return data

    async def _answer(self, purpose: Purpose, id: str, job: Mapping[str, object]) -> WorkerAnswer:
        async with aclosing(self._workers.ask(purpose, id, job)) as answers:
            found = [one async for one in answers]
        return found[-1]


def _purpose(look: LookAt) -> Purpose:
    if look.review:
        return "review"
    if look.believing:
        return "believe"
    return "ask" if look.asks else "view"


def _advice(table: LiveGame, seat: int, found: list[Advice]) -> Mapping[str, object] | None:
    """A hint in words, if the game is small."""
    with table.lock:
        moment = table.moment(seat) if table.is_small else None
    return None if moment is None else words(moment, found)


def _unanswered(view: Mapping[str, object], look: LookAt, line: str) -> dict[str, object]:
    """The view with a line where answers would be."""
    answer: dict[str, object] = dict.fromkeys(("words", "verdict", "witness"))
    answer |= {"formula": look.ask, "parts": [], "why": "", "error": {"column": None, "line": line}}
    asked = {"answer": answer} if look.ask else {}
    supposed = {"whatif": quiet(line)} if look.whatif else {}
    inside = {"mind": quiet(line)} if look.mind else {}
    believed = {"odds": f"{quiet(line)}{view['odds']}"} if look.believing else {}
    return {**view, **asked, **supposed, **inside, **believed}
