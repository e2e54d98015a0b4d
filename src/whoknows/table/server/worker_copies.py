"""Workers as copies of one process that has loaded what they need: they are there at once.

That process is started for the first of them and serves all rooms of this process. A worker looks
like any other process of asyncio, which it is where processes cannot be copied safely.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import socket
import subprocess
import sys
from asyncio.subprocess import PIPE
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Protocol

TEMPLATE = (sys.executable, "-m", "whoknows.table.server.worker_template")
ALONE = (sys.executable, "-m", "whoknows.table.server.worker")
COPIES = sys.platform == "linux"  # elsewhere libraries of the system do not survive it
LAST = 3.0  # seconds for the template to end


class Process(Protocol):
    """What is used here of a process of asyncio."""

    @property
    def stdin(self) -> asyncio.StreamWriter | None: ...
    @property
    def stdout(self) -> asyncio.StreamReader | None: ...
    @property
    def returncode(self) -> int | None: ...
    def kill(self) -> None: ...
    async def wait(self) -> int: ...
    async def communicate(self) -> object: ...


async def started(megabytes: int, line: int, nice: int) -> Process:
    """A new worker, which may take so much memory and stands back so far; its answers are at most
    so many bytes."""
    if COPIES:
        return await _template(TEMPLATE).copy(megabytes, line, nice)
    return await asyncio.create_subprocess_exec(
        *ALONE, str(megabytes), str(nice), stdin=PIPE, stdout=PIPE, limit=line
    )


def prepare() -> None:
    """Starts what workers will be copies of, so that not even the first is waited for."""
    if COPIES:
        with suppress(OSError):  # whoever needs a worker is told
            _template(TEMPLATE).ready()


class Copy:
    """A worker that is a copy."""

    def __init__(
        self, template: Template, number: int, end: socket.socket,
        streams: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    ) -> None:  # fmt: skip
        self.stdout, self.stdin = streams
        self._template, self._number, self._end = template, number, end
        self._ended = asyncio.create_task(self._until_the_end())

    @property
    def returncode(self) -> int | None:
        """None while it may still answer."""
        if self._ended.done():
            return self._ended.result()
        return 0 if self.stdout.at_eof() or self.stdout.exception() else None

    def kill(self) -> None:
        self._template.ask({"end": self._number})

    async def wait(self) -> int:
        """Its exit code, when it has ended."""
        return await asyncio.shield(self._ended)

    async def communicate(self) -> object:
        """Waits for its end, whatever it wrote last."""
        return await self.wait()

    async def _until_the_end(self) -> int:
        told = await asyncio.get_running_loop().sock_recv(self._end, 16)
        self._end.close()
        self.stdin.close()
        return int(told or b"-1")  # nothing is told by a template that was ended


class Template:
    """The process that makes copies of itself; another takes its place if it is ended."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._lock = Lock()  # rooms may have threads of their own
        atexit.register(self.close)

    async def copy(self, megabytes: int, line: int, nice: int) -> Copy:
        """A new worker."""
        (channel, theirs), (end, told) = socket.socketpair(), socket.socketpair()
        number = next(self._numbers)
        wish = {
            "start": number, "megabytes": megabytes, "nice": nice, "folder": str(Path.cwd()),
            "environment": dict(os.environ),
        }  # fmt: skip
        with theirs, told:
            self.ready()
            if not self.ask(wish, theirs, told):  # it was ended just now
                self.ready(anew=True)
                self.ask(wish, theirs, told)
        end.setblocking(False)
        streams = await asyncio.open_unix_connection(sock=channel, limit=line)
        return Copy(self, number, end, streams)

    def ask(self, wish: Mapping[str, object], *passed: socket.socket) -> bool:
        """Tells it something; False if it is gone, and its workers with it."""
        data = json.dumps(wish).encode() + b"\n"
        if self._socket is None:
            return False
        try:
            socket.send_fds(self._socket, [data], [one.fileno() for one in passed])
        except ConnectionError:
            return False
        return True

    def ready(self, *, anew: bool = False) -> None:
        """Starts it, if it does not run."""
        with self._lock:
            if anew or self._process is None or self._process.poll() is not None:
                self.close()
                self._start()

    def _start(self) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [*self._command, str(theirs.fileno())],
                stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()],
            )  # fmt: skip

    def close(self) -> None:
        """Ends it and its workers."""
        if self._socket is not None:
            self._socket.close()
        if self._process is not None:
            try:
                self._process.wait(LAST)
            except subprocess.TimeoutExpired:  # its workers see that it is gone
                self._process.kill()


@cache
def _template(command: tuple[str, ...]) -> Template:
    return Template(command)
