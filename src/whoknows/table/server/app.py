"""The server: its pages, and how it says in one line what is wrong.

A request that cannot be met is answered with `{"error": ...}` and changes nothing. What can be
asked of games is in `api`.
"""

from __future__ import annotations

import os
import socket
import webbrowser
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from errno import EADDRINUSE
from functools import cache
from pathlib import Path
from threading import Thread, Timer

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute

from whoknows.core.error import Error
from whoknows.core.schema import reason
from whoknows.table.server import (
    api,
    classroom_api,
    login,
    new_game_form,
    process_memory,
    tournaments,
    worker_copies,
)
from whoknows.table.server.api import FAILURES, Short
from whoknows.table.server.game_store import FILE, GameStore, StaleError, StoreError
from whoknows.table.server.gate import Door, Gate, is_every, local
from whoknows.table.server.live_games import MissingError
from whoknows.table.server.room import Room
from whoknows.table.server.seat_keys import ForbiddenError
from whoknows.table.server.security_headers import BODY, Limits
from whoknows.table.server.view_cache import as_json, prepare

STATIC = Path(__file__).parents[1] / "static"


def usual_folder() -> Path:
    """Where games are kept unless you choose another place."""
    told = os.environ.get("WHOKNOWS_TABLE")
    try:
        return Path(told) if told else Path.home() / ".whoknows"
    except RuntimeError:  # nobody has told where home is
        raise Error("there is no home folder to store games in; try --folder DIR") from None


def made(
    folder: Path,
    arena: Path | None = None,
    door: Door | None = None,
    store: GameStore | None = None,
) -> FastAPI:
    """The app; its games are in this folder, tournaments in another (by default the current one).

    The door says who may come in: by default only this machine.
    """

    @asynccontextmanager
    async def alive(app: FastAPI) -> AsyncIterator[None]:
        room = Room(store or GameStore(folder / FILE))
        app.state.room, app.state.opened = room, {}
        await room.open()
        yield
        await room.close()

    app = FastAPI(
        title="whoknows table", lifespan=alive, docs_url=None, redoc_url=None,
        default_response_class=Json,
    )  # fmt: skip
    door = door or local()
    if door.password is not None:
        login.add(app, door.password)
    app.add_middleware(Gate, hosts=door.hosts)
    app.add_middleware(Limits)  # around all else
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    _failures(app)
    app.state.arena = arena or Path.cwd()
    app.router.routes += _routes()
    return app


def serve(
    port: int, folder: Path, open_browser: bool, arena: Path | None = None,
    host: str = "127.0.0.1", door: Door | None = None, says: str = "",
) -> None:  # fmt: skip
    """Runs the server until it is interrupted; there is no log of requests."""
    import uvicorn

    store = GameStore(folder / FILE)  # what is wrong with it is said before anything is started
    if says:
        print(says, flush=True)
    process_memory.give_back()
    worker_copies.prepare()
    Thread(target=prepare, daemon=True).start()
    if open_browser:
        Timer(1.0, webbrowser.open, [address(host, port)]).start()
    app = made(folder, arena, door or local(port), store)
    uvicorn.run(
        app, host=host, port=port, log_level="warning", ws_max_size=BODY, server_header=False,
        proxy_headers=False,
    )  # fmt: skip


def address(host: str, port: int) -> str:
    """Where to find a server that listens there, from this machine."""
    shown = "127.0.0.1" if is_every(host) else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def check_port(port: int, host: str = "127.0.0.1") -> None:
    """An `Error` if we cannot listen there, or somebody else already does."""
    try:
        family, kind, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(where)
    except OSError as fault:
        other = (
            f"; try whoknows table --port {port % 65535 + 1}" if fault.errno == EADDRINUSE else ""
        )
        raise Error(f"{host}, port {port}: {reason(fault)}{other}") from None


def __getattr__(name: str) -> FastAPI:
    """`whoknows.table.server.app:app`, made when it is asked for."""
    if name == "app":
        return made(usual_folder())
    raise AttributeError(name)


def _failures(app: FastAPI) -> None:
    codes = {ForbiddenError: 403, MissingError: 404, StaleError: 409}

    @app.exception_handler(Error)
    def refused(_: Request, fault: Error) -> Response:
        return _error(codes.get(type(fault), 400), str(fault))

    @app.exception_handler(StoreError)
    def kept_out(_: Request, fault: StoreError) -> Response:
        return _error(507 if fault.is_full else 503, str(fault))

    @app.exception_handler(RequestValidationError)
    def malformed(_: Request, fault: RequestValidationError) -> Response:
        first = fault.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
        return _error(422, f"{where}: {first['msg']}")

    @app.exception_handler(HTTPException)
    def otherwise(_: Request, fault: HTTPException) -> Response:
        return _error(fault.status_code, str(fault.detail), fault.headers)

    @app.exception_handler(Exception)
    def failed(_: Request, fault: Exception) -> Response:
        return _error(500, "something went wrong on the server; the game is unchanged")


class Json(JSONResponse):
    """An answer, which can be sent whatever its texts are."""

    def render(self, content: object) -> bytes:
        return as_json(content)


def _error(code: int, line: str, headers: Mapping[str, str] | None = None) -> Response:
    return Json({"error": " ".join(line.split())}, code, headers)


@cache
def _routes() -> list[BaseRoute]:
    """What can be asked, the same for every app: whatever is its own is in its state. To find out
    what a request must look like takes a tenth of a second."""
    router = APIRouter(default_response_class=Json)
    _pages(router)
    api.add(router)
    classroom_api.add(router)
    tournaments.add(router)
    return router.routes


def _pages(app: APIRouter) -> None:
    @app.get("/", include_in_schema=False)
    @app.get("/game/{id}", include_in_schema=False)
    @app.get("/arena", include_in_schema=False)
    @app.get("/class", include_in_schema=False)
    @app.get("/class/{code}", include_in_schema=False)
    def page() -> Response:
        return FileResponse(STATIC / "index.html")

    @app.get("/api/choices", responses=FAILURES)
    def offered(game: Short = None) -> dict[str, object]:
        """What a new game can be; for one game, its seats and the agents that play it."""
        return new_game_form.choices() if game is None else new_game_form.chairs(game)
