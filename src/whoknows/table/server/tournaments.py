"""Stored tournaments on the page: their reports, and their games opened at the table."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from whoknows.arena.report import past_runs
from whoknows.core.error import Error
from whoknows.core.schema import content
from whoknows.table.server.api import FAILURES, taken
from whoknows.table.server.live_games import MissingError

# The report stands in a frame; its games open in the whole window.
GAME = re.compile(r'<a (class="faint" )?href="games/([\w-]+\.)(html|jsonl)"')
# The frame may not look at the page around it, so the report tells how high it is.
TELLS = """<script>
const all = document.documentElement;
new ResizeObserver(() => parent.postMessage({ high: all.offsetHeight }, "*")).observe(all);
</script>"""


def add(app: APIRouter) -> None:
    """The tournaments in the folder of an app, and below."""

    @app.get("/api/arena")
    def tournaments(request: Request) -> dict[str, object]:
        """Stored tournaments."""
        return {"runs": [asdict(run) for run in past_runs.runs(_root(request))]}

    @app.get("/api/arena/{name:path}/report.html", responses=FAILURES, response_class=HTMLResponse)
    def report(request: Request, name: str) -> Response:
        """The page of one of them."""
        with _missing():
            page = past_runs.report(_root(request), name)
        framed = GAME.sub(r'<a \1target="_top" href="games/\2jsonl"', page)
        return HTMLResponse(framed.replace("</body>", f"{TELLS}</body>"))

    @app.get("/api/arena/{name:path}/games/{game}", responses=FAILURES, status_code=303)
    async def play(request: Request, name: str, game: str) -> Response:
        """One of its games, opened at the table: the same one whenever it is asked for."""
        opened: dict[Path, str] = request.app.state.opened
        with _missing():
            path = await asyncio.to_thread(past_runs.record, _root(request), name, game)
        if path not in opened:
            data = await asyncio.to_thread(content, path)
            opened[path] = (await taken(request.app.state.room, data, path.name)).id
        return RedirectResponse(f"/game/{opened[path]}", 303)


def _root(request: Request) -> Path:
    root: Path = request.app.state.arena
    return root


@contextmanager
def _missing() -> Iterator[None]:
    """What is not there is a 404."""
    try:
        yield
    except Error as fault:
        raise MissingError(str(fault)) from None
