"""A real server in a process of its own, and real browsers that are watched while they visit it.

A page that logs an error, or asks another host for anything, fails the test that opened it.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

sys.path.insert(0, str(Path(__file__).parent))
from at_table import WAIT  # the line above makes these importable
from serving import BROWSERS, Server, installed, made


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One browser for all. Its loop runs here as long: other loops need a thread of their own."""
    found = installed()
    if found is None:
        told = f"NO BROWSER: none of {', '.join(BROWSERS)} is installed; the page is NOT tested"
        if os.environ.get("CI"):
            pytest.fail(told)
        warnings.warn(told, stacklevel=1)
        pytest.skip(told)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=WAIT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox"], timeout=WAIT
        )
        yield browser
        browser.close()


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Somebody who asks a server without a browser; agents may think for minutes there."""
    monkeypatch.setenv("WHOKNOWS_OPTIONS", "free")
    with TestClient(made(tmp_path), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The table on a free port, its games in a folder of their own."""
    with Server(tmp_path_factory.mktemp("table")) as running:
        yield running


@pytest.fixture
def visit(chromium: Any, server: Server) -> Iterator[Callable[..., Any]]:
    """Opens an address of the server in a browser of its own, and watches that page."""
    contexts, faults = [], []

    def opened(
        path: str = "/", *, faults_expected: bool = False, pace: int | None = 0, **options: Any
    ) -> Any:
        """New moves are shown at once, unless a test has the time: milliseconds for each."""
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        context.set_default_timeout(WAIT)
        contexts.append(context)
        context.on("request", lambda asked: faults.extend(_foreign(asked.url, server.address)))
        if pace is not None:
            context.add_init_script(f"window.whoknowsPace = {pace}")
        page = context.new_page()
        if not faults_expected:  # a browser logs every refusal by the server as an error
            page.on("console", lambda said: faults.extend(_complaint(said)))
        page.on("pageerror", lambda fault: faults.append(f"error: {fault}"))
        page.goto(server.address + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not faults


def _foreign(url: str, address: str) -> list[str]:
    home = (address, address.replace("http", "ws", 1), "data:", "blob:")
    return [] if url.startswith(home) else [f"asked another host: {url}"]


def _complaint(said: Any) -> list[str]:
    """What a browser complains about; not that a search is being prepared, as it is for a first
    hint on a machine with much else to do: the page asks for that again."""
    if "409" in said.text and said.location["url"].endswith("/hint"):
        return []
    return [f"console {said.type}: {said.text}"] if said.type in ("error", "warning") else []


@pytest.fixture(scope="module")
def documented(server: Any) -> str:
    """The documented game's page."""
    record = Path(__file__).parents[2] / "examples" / "documented.jsonl"
    return f"/game/{server.record(record)}"
