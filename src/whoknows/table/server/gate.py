"""Who may talk to the server: those who call it by its name, and no page of another site.

A page of another site can send requests to this machine, and can have its own name lead here, so
that a browser takes us for that site. Browsers report both: `Host` is the name that was called, and
`Origin` and `Sec-Fetch-Site` say who asks. Names count with their port, and sockets like requests,
so this is a little more than Starlette's own check of hosts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.responses import JSONResponse

from whoknows.core.error import Error
from whoknows.core.schema import short
from whoknows.table.server.security_headers import App, Receive, Scope, Send

PORT = 8000  # unless another is asked for
HERE = ("127.0.0.1", "localhost", "[::1]")  # what this machine calls itself
NAME = re.compile(r"([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
WEB = 80  # the port that addresses do not tell
OURS = ("same-origin", "none")  # none: typed, or from a bookmark


@dataclass(frozen=True, slots=True)
class Door:
    """The names that the server is called by, and the password that it asks for, if any."""

    hosts: frozenset[str]
    password: str | None = field(default=None, repr=False)


def local(port: int = PORT) -> Door:
    """For those at this machine."""
    return Door(hosts(HERE, port))


def hosts(names: Iterable[str], port: int) -> frozenset[str]:
    """What browsers send for these names: a name without a port gets ours, or none if that is
    usual."""
    told = set[str]()
    for name in names:
        host, own = _parted(name)
        told |= {host + own} if own else {f"{host}:{port}"}
        if not own and (port == WEB or host not in HERE):
            told.add(host)  # as a server in front of this one passes it on
    return frozenset(told)


def is_here(name: str) -> bool:
    """Whether this name always means the machine itself."""
    host = _parted(name)[0].strip("[]")
    return host == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def is_every(host: str) -> bool:
    """Whether it stands for all addresses of this machine."""
    host = _parted(host)[0].strip("[]")
    return _is_address(host) and ip_address(host).is_unspecified


class Gate:
    """Wraps the app: what may not come in is answered by one line, and goes no further."""

    def __init__(self, app: App, hosts: frozenset[str]) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = refusal(scope, self.hosts) if scope["type"] in ("http", "websocket") else None
        if refused is None:
            await self.app(scope, receive, send)
        else:
            code, line = refused
            await JSONResponse({"error": line}, code)(scope, receive, send)


def refusal(scope: Scope, hosts: frozenset[str]) -> tuple[int, str] | None:
    """The code and the line by which a request is refused; None if it may come in."""
    headers = Headers(scope=scope)
    called = [name.lower() for name in headers.getlist("host")]
    if len(called) != 1 or called[0] not in hosts:
        return 421, f"this server is not called {short(', '.join(called))}; see --allow-host"
    for origin in headers.getlist("origin"):
        if origin.lower() not in (f"http://{called[0]}", f"https://{called[0]}"):
            return 403, f"pages from {short(origin)} may not talk to this server"
    if not _is_ours(headers) and not _is_visit(scope, headers):
        return 403, "pages from other sites may not talk to this server"
    return None


def _is_ours(headers: Headers) -> bool:
    """True also if nothing is said: then the request comes from an old browser, or from none."""
    return headers.get("sec-fetch-site", OURS[0]) in OURS


def _is_visit(scope: Scope, headers: Headers) -> bool:
    """Somebody follows a link to one of our pages, which the linking site cannot read."""
    shown = headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")
    return scope.get("method") == "GET" and shown == ("navigate", "document")


def _parted(name: str) -> tuple[str, str]:
    """A name and its port, such as `:8000`; an address of IPv6 may come without brackets."""
    text = name.lower()
    if ":" in text and _is_address(text):
        text = f"[{text}]"
    found = NAME.fullmatch(text)
    if found is None:
        raise Error(
            f"{short(name)} is not the name of a machine, like games.example or 192.168.1.7"
        )
    return found[1], found[2] or ""


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
