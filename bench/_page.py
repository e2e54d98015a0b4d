"""The table in a real browser: from a key press to the redrawn page, and a page load.

Wall clock, in Chromium, with a server of its own in another process. A step is measured twice:
cold (its view is asked for when the key is pressed) and warm (the page had time to fetch it
ahead, as when a person looks at each move).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from whoknows.bench import Figure

sys.path.append(str(Path(__file__).parents[1] / "tests" / "table"))
from serving import WITH_WINDOWS, Server, installed

GAMES = {90: "tickets(seats=3,hand=2)", 1680: "tickets(seats=3,hand=3)"}
KINDS = {90: "cells", 1680: "tiles"}
AIMS = {90: "about 60", 1680: "about 100"}
STEPS = 24  # from the deal on
LOOKING = 400  # milliseconds that a person looks at a move, at least

STEPPED = """async ([steps, pause]) => {
  const taken = [], page = document.querySelector("#content");
  const frame = () => new Promise(done => requestAnimationFrame(done));
  for (let step = 2; step < steps; step++) {
    await new Promise(done => setTimeout(done, pause));
    const start = performance.now();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    while (page.dataset.shown.split("/")[1] !== String(step)) await frame();
    await frame().then(() => new Promise(done => setTimeout(done)));
    taken.push(performance.now() - start);
  }
  return taken;
}"""


def rows() -> Iterator[Figure]:
    """Every figure that needs a browser."""
    with TemporaryDirectory() as folder, Server(Path(folder)) as server, chromium() as browser:
        for worlds in GAMES:
            yield from redraws(browser, server, worlds)
        yield load(browser, server)


def redraws(browser: Any, server: Server, worlds: int) -> Iterator[Figure]:
    """A move forward at so many worlds, cold and warm."""
    for name, pause in (("cold", 0), ("warm", LOOKING)):
        id = finished(server, GAMES[worlds])
        page = opened(browser, server, id, f"#step=1&as=0&kind={KINDS[worlds]}")
        taken = page.evaluate(STEPPED, [STEPS, pause])
        page.close()
        about = f"in Chromium, median of {len(taken)}; aim: {AIMS[worlds]}"
        yield Figure(f"table.redraw_{name}_{worlds}_worlds_ms", median(taken), about=about)


def load(browser: Any, server: Server) -> Figure:
    """A page of a game from nothing to its first view."""
    id, taken = finished(server, GAMES[90]), []
    for _ in range(5):
        page = opened(browser, server, id, "#step=5")
        taken.append(page.evaluate("performance.now()"))
        page.close()
    about = "in Chromium, to the first view; aim: below 1,000"
    return Figure("table.load_ms", median(taken), about=about)


def finished(server: Server, game: str) -> str:
    """The id of a game that agents have played to its end."""
    made = server.ask("/api/games", {"game": game, "agents": ["kripke"] * 3, "seed": 1})
    server.wait_until_over(made["id"])
    return str(made["id"])


def opened(browser: Any, server: Server, id: str, place: str) -> Any:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{server.address}/game/{id}{place}")
    page.wait_for_selector("#content[data-shown]")
    return page


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser as people have it, without a window."""
    from playwright.sync_api import sync_playwright

    if (found := installed(WITH_WINDOWS)) is None:
        raise ImportError(f"one of {', '.join(WITH_WINDOWS)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()
