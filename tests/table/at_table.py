"""What visitors of the page do again and again in its tests."""

from __future__ import annotations

import re
import time
from typing import Any

WAIT = 180_000  # milliseconds, on a machine with much else to do
BEAT = 50  # milliseconds after which a page looks again; at every frame it takes ten times the work
OVER = "Finished"


def shown(page: Any) -> tuple[int, int, int, str]:
    """Version, step, stage and viewer of the view that is on the page."""
    version, step, stage, viewer = page.locator("#content").get_attribute("data-shown").split("/")
    return int(version), int(step), int(stage), viewer


def wait_for_step(page: Any, step: int) -> None:
    page.wait_for_function(
        "step => document.querySelector('#content')?.dataset.shown?.split('/')[1] === String(step)",
        arg=step,
        timeout=WAIT,
        polling=BEAT,
    )


def loaded(page: Any) -> Any:
    """The page, once it shows a view."""
    page.wait_for_selector("#content[data-shown]", timeout=WAIT)
    return page


def whose_turn(page: Any) -> str:
    """What the banner says, once there is something to do or the game is over."""
    page.wait_for_function(
        """() => document.querySelector('.turn.mine [data-action]')
        || /Finished|Stopped/.test(document.querySelector('[data-name=whose]')?.textContent)""",
        timeout=WAIT,
        polling=BEAT,
    )
    return str(page.locator("[data-name=whose]").inner_text())


def play_on(page: Any, do: Any, most: int = 400) -> int:
    """Does something whenever it is one's turn, until the game is over; how often that was."""
    for turns in range(most):
        if OVER in whose_turn(page):
            return turns
        version = shown(page)[0]
        do(page)
        moved_on(page, version)
    raise AssertionError(f"the game is not over after {most} turns")


def moved_on(page: Any, version: int) -> None:
    """Waits until the page shows a later version."""
    page.wait_for_function(
        "v => Number(document.querySelector('#content').dataset.shown.split('/')[0]) > v",
        arg=version,
        timeout=WAIT,
        polling=BEAT,
    )


def patiently(done: Any, what: str, seconds: float = WAIT / 1000, page: Any = None) -> None:
    """Waits until something is so. If a page tells it by its events, they come in meanwhile."""
    deadline = time.monotonic() + seconds
    while not done():
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds:.0f} seconds in vain: {told(what, page)}")
        if page is None:
            time.sleep(0.05)
        else:
            page.wait_for_timeout(50)


def told(what: str, page: Any = None) -> str:
    """What was waited for, and what a page showed instead: where it is, and the steps it noted."""
    if page is None:
        return what
    return f"{what}; the page is at {page.url} and noted {[step for step, _ in noted(page)]}"


HARMLESS = "/static/table.css"  # asking for it again changes nothing
OURS = 299  # no server answers so


def intercept(page: Any, requests: str | re.Pattern[str], answer: Any) -> None:
    """From now on `answer` gets these requests of the page. A browser says that it intercepts them
    before a busy page has learnt it, and what such a page asks for next would slip through."""
    page.route(requests, answer)
    page.route(f"**{HARMLESS}", lambda route: route.fulfill(status=OURS))

    def is_so() -> bool:
        return bool(page.evaluate(f"fetch('{HARMLESS}').then(got => got.status)") == OURS)

    patiently(is_so, f"{requests} is intercepted", page=page)
    page.unroute(f"**{HARMLESS}")


NOTES = """() => {
  window.noted = [];
  const note = () => {
    const shown = document.querySelector("#content")?.dataset.shown;
    if (shown) noted.push([Number(shown.split("/")[1]), performance.now()]);
  };
  note();
  new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ["data-shown"] });
}"""


def note_steps(page: Any) -> None:
    """Has the page note the steps that it shows, and when: whoever looks on from outside may be too
    slow to see them all. Pages that are opened in its place do the same."""
    page.add_init_script(f"({NOTES})()")
    page.evaluate(NOTES)


def noted(page: Any) -> list[tuple[int, float]]:
    """The steps that were shown, in that order, and when; in milliseconds."""
    return [(step, when) for step, when in page.evaluate("window.noted ?? []")]


def wait_until_noted(page: Any, *steps: int) -> None:
    """Waits until all of these steps were shown, one after the other, others among them or not."""

    def were_shown() -> bool:
        shown_so_far = (step for step, _ in noted(page))
        return all(step in shown_so_far for step in steps)  # each of them after the one before

    patiently(were_shown, f"the steps {steps} one after the other", page=page)
