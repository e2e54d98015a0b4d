"""A process that workers are copies of, so that what takes long to load is loaded once.

A line that comes with two sockets starts a worker; its jobs come by the first, and the second is
told how it ended. There is one thread here: only such a process may be copied. While nobody asks
it looks at what workers need later, and they have that too.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from select import select
from typing import NoReturn, TypedDict

from whoknows.core import registry
from whoknows.logic.parser import parse
from whoknows.table.server import (
    worker,
    worker_games,  # noqa: F401 - so that copies have it
)
from whoknows.table.server.view_cache import look_at

WORKER = "whoknows.table.server.worker"
SILENCE = 2.0  # seconds before it goes on looking
LINE = 1 << 16  # bytes that are read at a time
# What Python and compiled code read only when they start
READ_ONCE = ("PYTHON", "NUMBA", "LD_", "OPENBLAS", "OMP", "MKL")


class Wish(TypedDict, total=False):
    """What the server asks for: a worker, or the end of one."""

    start: int  # its number
    end: int  # the number of another
    megabytes: int
    nice: int
    folder: str
    environment: dict[str, str]


class Template:
    """The process, its server, and the workers that it has started."""

    def __init__(self, server: socket.socket) -> None:
        self._server = server
        self._processes: dict[int, int] = {}  # by their numbers
        self._ends: dict[int, socket.socket] = {}  # by process
        self._bell, ring = os.pipe()
        os.set_blocking(ring, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(ring, warn_on_full_buffer=False)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server

    def serve(self) -> None:
        """Until the server is gone; then no worker is left."""
        chores = list(_chores())
        watched: list[socket.socket | int] = [self._server, self._bell]
        while True:
            ready = select(watched, [], [], SILENCE if chores else None)[0]
            if self._bell in ready:
                os.read(self._bell, LINE)
                self._bury()
            if self._server in ready and not self._hear():
                break
            if not ready:
                with suppress(Exception):  # of other people's games
                    chores.pop(0)()
        for process in self._ends:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)

    def _hear(self) -> bool:
        """Does what the server asks for; False if it is gone."""
        data, sockets = b"", list[int]()
        while not data.endswith(b"\n"):
            more, passed, _, _ = socket.recv_fds(self._server, LINE, 2)
            data += more
            sockets += passed
            if not more:
                return False
        for line in data.splitlines():
            self._do(json.loads(line), sockets)
        return True

    def _do(self, wish: Wish, sockets: list[int]) -> None:
        if "end" in wish:
            if (process := self._processes.get(wish["end"])) in self._ends:
                os.kill(process, signal.SIGKILL)
            return
        channel, end = (socket.socket(fileno=sockets.pop(0)) for _ in range(2))
        if not (process := _copied()):
            self._leave()
            end.close()
            _work(wish, channel)
        channel.close()
        self._processes[wish["start"]], self._ends[process] = process, end

    def _bury(self) -> None:
        """Tells how those ended that have."""
        for process in list(self._ends):
            found, status = os.waitpid(process, os.WNOHANG)
            if found:
                with self._ends.pop(process) as end, suppress(OSError):
                    end.sendall(str(os.waitstatus_to_exitcode(status)).encode())
        self._processes = {n: p for n, p in self._processes.items() if p in self._ends}

    def _leave(self) -> None:
        """In a copy: lets go of all that is the template's alone."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for held in (self._server, *self._ends.values()):
            held.close()
        os.close(self._bell)


def _copied() -> int:
    """The process of a copy; 0 in the copy itself."""
    with warnings.catch_warnings():  # numpy has threads, which wait, and are new ones in a copy
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _work(wish: Wish, channel: socket.socket) -> NoReturn:
    """Becomes a worker."""
    code = 1
    try:
        for number in (0, 1):
            os.dup2(channel.fileno(), number)
        channel.close()
        with suppress(OSError):
            os.chdir(wish["folder"])
        _settle(wish["environment"], wish["megabytes"], wish["nice"])
        sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
        worker.main(wish["megabytes"], wish["nice"])
        code = 0
    except BaseException as fault:
        print(f"a worker did not start: {fault!r}", file=sys.stderr, flush=True)
    finally:
        os._exit(code)


def _settle(environment: dict[str, str], megabytes: int, nice: int) -> None:
    """Takes over the environment; where that says how Python is to start, it is started anew."""
    if _read_once(environment) != _read_once(dict(os.environ)):
        words = [sys.executable, "-m", WORKER, str(megabytes), str(nice)]
        os.execve(sys.executable, words, environment)
    os.environ.clear()
    os.environ.update(environment)


def _read_once(environment: dict[str, str]) -> dict[str, str]:
    return {name: told for name, told in environment.items() if name.startswith(READ_ONCE)}


def _chores() -> Iterator[Callable[[], object]]:
    """What workers need later: maps that are laid out, and what searches are compiled with."""
    for spec in (spec for name in registry.games() for spec in _variants(name)):
        yield partial(look_at, spec)
    yield _load_searches


def _variants(name: str) -> tuple[str, ...]:
    """A game and its variants; of one that cannot be made there are none."""
    try:
        return name, *registry.game(name).variants
    except Exception:  # other people's games may raise anything
        return ()


def _load_searches() -> None:
    from whoknows.search import decision as _  # noqa: F401


def main(number: int) -> None:
    """Serves whoever has the other end of this socket."""
    parse("true")  # nearly every worker reads formulas: their grammar is made once, here
    with socket.socket(fileno=number) as server:
        Template(server).serve()


if __name__ == "__main__":
    main(int(sys.argv[1]))
