"""A real server in a process of its own, and real browsers that are watched while they visit it.

A page that logs an error, or asks another host for anything, fails the test that opened it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

sys.path.insert(0, str(Path(__file__).parent))
from at_table import WAIT, patiently  # the line above makes these importable
from serving import BROWSERS, Server, installed, made

# Pages of one window share a process: to start one takes as long as to load a page. One that is
# started, and no copy of another, takes less for each page.
ARGUMENTS = ["--no-sandbox", "--no-zygote", "--disable-gpu", "--process-per-site"]
ARGUMENTS += ["--renderer-process-limit=1"]


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
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS, timeout=WAIT)
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


SIZE = {"width": 1280, "height": 800}
ANY_WINDOW = {"viewport", "color_scheme"}  # what a page may have of its own in any window


@pytest.fixture(scope="session")
def windows(chromium: Any, server: Server) -> Iterator[Callable[[int], Any]]:
    """Browsers that stay open, as people's do: the first page of a new one takes as long as two
    more. One page always stays, so that the next need not start a process."""
    kept: list[Any] = []

    def window(number: int) -> Any:
        while number >= len(kept):
            context = new_window(chromium, pace=0, viewport=SIZE)
            context.new_page().goto(f"{server.address}/static/table.css")
            kept.append(context)
        return kept[number]

    yield window
    for context in kept:
        context.close()


def new_window(chromium: Any, pace: int | None, **options: Any) -> Any:
    """New moves are shown at once, unless a test has the time: milliseconds for each."""
    context = chromium.new_context(**options)
    context.set_default_timeout(WAIT)
    if pace is not None:
        context.add_init_script(f"window.whoknowsPace = {pace}")
    return context


def emptied(context: Any) -> None:
    """Nothing is left of what a test did there."""
    stays, *others = context.pages
    for page in others:
        page.close()
    stays.evaluate("localStorage.clear(); sessionStorage.clear()")
    context.clear_cookies()


@pytest.fixture
def visit(
    chromium: Any, server: Server, windows: Callable[[int], Any]
) -> Iterator[Callable[..., Any]]:
    """Opens an address of the server in a browser of its own, and watches that page."""
    own: list[Any] = []
    shared: list[Any] = []
    faults: list[str] = []

    def asked(request: Any) -> None:
        faults.extend(_foreign(request.url, server.address))

    def opened(
        path: str = "/", *, faults_expected: bool = False, pace: int | None = 0, **options: Any
    ) -> Any:
        if pace == 0 and set(options) <= ANY_WINDOW:
            context = windows(len(shared))
            shared.append(context)
        else:
            context = new_window(chromium, pace, **{"viewport": SIZE, **options})
            own.append(context)
        context.on("request", asked)
        page = context.new_page()
        page.set_viewport_size(options.get("viewport", SIZE))
        page.emulate_media(color_scheme=options.get("color_scheme"))
        if not faults_expected:  # a browser logs every refusal by the server as an error
            page.on("console", lambda said: faults.extend(_complaint(said)))
        page.on("pageerror", lambda fault: faults.append(f"error: {fault}"))
        page.goto(server.address + path)
        return page

    yield opened
    for context in own:
        context.close()
    for context in shared:
        context.remove_listener("request", asked)
        emptied(context)
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


DOCUMENTED = Path(__file__).parents[2] / "examples" / "documented.jsonl"


@pytest.fixture(scope="module")
def documented(server: Any) -> str:
    """The documented game's page."""
    return f"/game/{server.record(DOCUMENTED)}"


@pytest.fixture(scope="session")
def documented_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documented game as a page that needs no server, made once for all who test at a time:
    that takes as long as twenty tests of it."""
    own = tmp_path_factory.getbasetemp()
    file = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "documented.html"
    try:
        file.with_suffix(".begun").mkdir()
    except FileExistsError:
        patiently(file.exists, f"{file} is made by another")
    else:
        write_replay(DOCUMENTED, file)
    return file


def write_replay(record: Path, file: Path) -> None:
    """As people do it; the file is there when all of it is."""
    command = [sys.executable, "-m", "whoknows", "replay", str(record), "--html", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert "MB, open it in any browser" in done.stderr
