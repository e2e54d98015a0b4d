"""The password of a table beyond this machine: each browser asks once, and keeps a cookie.

It opens the lobby, the arena, new games and records. A game is opened by its own address, which
nobody can guess, a seat by its key and a class by its code: whoever was sent one needs no password.
"""

from __future__ import annotations

import asyncio
import re
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from secrets import token_urlsafe
from typing import Annotated

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse

from whoknows.table.server.listening import LONGEST
from whoknows.table.server.seat_keys import ForbiddenError
from whoknows.table.server.security_headers import App, Receive, Scope, Send

PAGE = Path(__file__).parents[1] / "static" / "login.html"
COOKIE = "whoknows-table"
OPEN = re.compile(
    r"/(api/login|static/.+|game/[^/]+|api/games/[^/]+/.+|class(/[^/]+)?|api/class/[^/]+(/answer)?)"
)
PAUSE = 1.0  # seconds after a wrong password, one guess after another
QUEUE = 20  # guesses that may wait


class Guess(BaseModel):
    """A password."""

    model_config = ConfigDict(extra="forbid")
    password: Annotated[str, Field(max_length=LONGEST)]


class Login:
    """Wraps the app: whoever has not given the password gets the page that asks for it."""

    def __init__(self, app: App, token: str) -> None:
        self.app, self.token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asks = scope["type"] in ("http", "websocket") and not OPEN.fullmatch(scope["path"])
        if not asks or is_known(HTTPConnection(scope), self.token):
            await self.app(scope, receive, send)
        else:
            await _asking(scope)(scope, receive, send)


def add(app: FastAPI, password: str) -> None:
    """Asks for it; whoever is known is so until the server stops."""
    token, turn, waiting = token_urlsafe(32), asyncio.Lock(), asyncio.Semaphore(QUEUE)
    app.add_middleware(Login, token=token)

    @app.get("/api/login", include_in_schema=False)
    def known(request: Request) -> dict[str, bool]:
        return {"known": is_known(request, token)}

    @app.post("/api/login", include_in_schema=False)
    async def enter(guess: Guess, request: Request, answer: Response) -> dict[str, bool]:
        if waiting.locked():
            raise HTTPException(429, "too many people are trying passwords; try again later")
        async with waiting, turn:
            if not same(guess.password, password):
                await asyncio.sleep(PAUSE)
                raise ForbiddenError("wrong password")
        # The page itself says whether a server in front of this one speaks TLS with it.
        tls = request.headers.get("origin", "").lower().startswith("https://")
        answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=tls)
        return {"known": True}


def is_known(asking: HTTPConnection, token: str) -> bool:
    return same(asking.cookies.get(COOKIE, ""), token)


def same(one: str, other: str) -> bool:
    """Compared in a time that tells nothing, not even how long they are."""
    first, second = (sha256(text.encode("utf-8", "replace")).digest() for text in (one, other))
    return compare_digest(first, second)


def _asking(scope: Scope) -> Response:
    """A page for browsers that came to see one, and a line for everyone else."""
    wanted = dict(scope["headers"]).get(b"accept", b"")
    if scope.get("method") == "GET" and b"text/html" in wanted:
        return FileResponse(PAGE, 401, headers={"Cache-Control": "no-store"})
    line = "this table needs a password; open it in a browser"
    return JSONResponse({"error": line}, 401)
