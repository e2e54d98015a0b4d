"""What goes in is bounded, and what goes out says what a browser may do with it.

A request that is too large is refused before it is read. The page loads nothing from anywhere
else, and its address is told to nobody.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.exceptions import HTTPException

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

RECORD = 4 * 1024 * 1024
BODY = 64 * 1024  # of anything but a record
PAGE = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# Reports and replays may be made by somebody else: they run in an origin of their own, without the
# table's storage, where seats have their keys, and what they ask the server for is refused.
ALONE = (
    "sandbox allow-scripts allow-top-navigation-by-user-activation; default-src 'none'; "
    "img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)


class Limits:
    """Wraps the app."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            most = RECORD if scope["path"] == "/api/records" else BODY
            receive, send = _counted(receive, most), _marked(scope["path"], send)
        await self.app(scope, receive, send)


def _counted(receive: Receive, most: int) -> Receive:
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise HTTPException(413, f"this is too large; at most {most:,} bytes are allowed")
        return message

    return counted


def _marked(path: str, send: Send) -> Send:
    policy = ALONE if path.endswith(("/replay.html", "/report.html")) else PAGE
    # What one seat sees is not for another: a server in front of this one must not keep it.
    kept = [(b"cache-control", b"no-store")] if path.startswith("/api/") else []

    async def marked(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [
                *message["headers"],
                *kept,
                (b"content-security-policy", policy.encode()),
                (b"referrer-policy", b"no-referrer"),
                (b"x-content-type-options", b"nosniff"),
                (b"cross-origin-resource-policy", b"same-origin"),
            ]
        await send(message)

    return marked
