"""A server of the table in a process of its own, as tests and measurements use it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import psutil
from fastapi import FastAPI

from whoknows.table.server import app
from whoknows.table.server.budgets import BUDGETS, Budget, Purpose
from whoknows.table.server.gate import Door

ROOT = Path(__file__).parents[2]
WITH_WINDOWS = ("chromium", "chromium-browser", "google-chrome")
# The same browser without what only windows need: tests of the page take it a quarter less.
BROWSERS = ("chromium-headless-shell", *WITH_WINDOWS)

PATIENCE = 300  # seconds that anything may take, on a machine with much else to do
CALLED = "testserver"  # what the test client calls every server


def patient() -> dict[Purpose, Budget]:
    """Budgets that no machine spends for having much else to do: for tests whose answers must be
    the same, which what is told of a spent budget never is."""
    return {
        purpose: replace(budget, seconds=max(budget.seconds, PATIENCE))
        for purpose, budget in BUDGETS.items()
    }


def made(folder: Path, arena: Path | None = None, password: str | None = None) -> FastAPI:
    """The app as the test client may talk to it."""
    return app.made(folder, arena, Door(frozenset({CALLED}), password))


def installed(names: tuple[str, ...] = BROWSERS) -> str | None:
    """Where a browser is; None if there is none."""
    return next(filter(None, map(shutil.which, names)), None)


class Server:
    """Runs from `with` on; `address` is where, and `arena` where it looks for tournaments.

    Agents may think for minutes there, unless the server is `strict` as it usually is.
    """

    def __init__(
        self, folder: Path, *options: str, strict: bool = False, **environment: str
    ) -> None:
        self.folder, self.arena, self.port = folder, folder / "arena", free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._options = options
        self._environment = {"WHOKNOWS_OPTIONS": "" if strict else "free", **environment}

    def __enter__(self) -> Server:
        command = [sys.executable, "-m", "whoknows", "table", "--port", str(self.port)]
        command += ["--folder", str(self.folder), "--arena", str(self.arena), "--no-browser"]
        command += self._options
        path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
        self._log = (self.folder / "server.log").open("w")
        env = {**os.environ, "PYTHONPATH": path, **self._environment}
        self._process = subprocess.Popen(command, env=env, stdout=self._log, stderr=self._log)
        self._wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._log.close()

    def memory(self) -> tuple[float, float]:
        """Megabytes of the server, and of all processes that work for it."""
        server = psutil.Process(self._process.pid)
        return _resident(server), sum(map(_resident, server.children(recursive=True)))

    def ask(self, path: str, send: Any = None, key: str = "") -> Any:
        """The JSON that the server answers; what is sent is JSON too, or text as it is."""
        data = send if send is None or isinstance(send, str) else json.dumps(send)
        kind = {"Content-Type": "application/json"} if data is not send else {}
        kind |= {"X-Seat": key} if key else {}
        body = None if data is None else data.encode()
        with urlopen(Request(self.address + path, body, kind), timeout=PATIENCE) as answer:
            return json.load(answer)

    def record(self, file: Path) -> str:
        """The id of a game made from this record."""
        return str(self.ask("/api/records", file.read_text("utf-8"))["id"])

    def wait_until_over(self, id: str, seconds: float = PATIENCE) -> None:
        """Waits until agents have played this game to its end."""
        deadline = time.monotonic() + seconds
        while not self.ask(f"/api/games/{id}/view?kind=odds")["over"]:
            assert time.monotonic() < deadline, (
                f"game {id} does not end within {seconds:.0f} seconds"
            )
            time.sleep(0.2)

    def end(self, id: str, key: str = "") -> None:
        """Ends a game in which agents would think on, for nobody, while other tests run."""
        deadline = time.monotonic() + PATIENCE
        while not (now := self.ask(f"/api/games/{id}/view?kind=odds"))["over"]:
            assert time.monotonic() < deadline, f"game {id} is not ended in {PATIENCE} seconds"
            with suppress(HTTPError):  # it has moved on
                self.ask(f"/api/games/{id}/cancel", {"version": now["version"]}, key)

    def _wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                urlopen(self.address + "/static/table.css", timeout=PATIENCE).close()
                return
            except (URLError, ConnectionError, TimeoutError):
                time.sleep(0.1)
        log = (self.folder / "server.log").read_text("utf-8")
        raise RuntimeError(f"the server did not start:\n{log[-2000:]}")


def _resident(process: psutil.Process) -> float:
    try:
        return float(process.memory_info().rss) / 2**20
    except psutil.NoSuchProcess:  # it has ended since
        return 0.0


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
