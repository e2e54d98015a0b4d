"""Pages that somebody else made, in a real browser: they neither read the table nor change it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from at_table import WAIT, loaded, wait_for_step
from serving import Server, installed

from whoknows import arena

SECRET = "a-key-of-a-seat"
RECORD = Path("examples/documented.jsonl").read_text("utf-8")
# Tries all that a page may try, and writes into itself what came of it.
TRIES = """<!doctype html><body><script>
const home = HOME, told = {};
const tried = async (name, does) => {
  try { told[name] = String(await does()); } catch { told[name] = "refused"; }
};
const line = () => new Promise((heard, failed) => {
  const socket = new WebSocket(home.replace("http", "ws") + "/api/games/GAME/live");
  socket.onmessage = event => heard(event.data);
  socket.onclose = socket.onerror = failed;
});
const said = (path, asked = {}) => fetch(home + path, asked).then(async answer => {
  if (!answer.ok && answer.type !== "opaque") throw answer;
  return answer.text();
});
(async () => {
  await tried("storage", () => JSON.stringify({ ...localStorage }));
  await tried("cookies", () => document.cookie);
  await tried("around", () => JSON.stringify({ ...parent.localStorage }));
  await tried("games", () => said("/api/games"));
  await tried("blind", () => said("/api/games", { mode: "no-cors" }));
  const sent = { method: "POST", body: RECORD };
  await tried("record", () => said("/api/records", sent));
  await tried("quietly", () => said("/api/records", { ...sent, mode: "no-cors" }));
  await tried("line", line);
  document.body.dataset.told = JSON.stringify(told);
})();
</script></body>"""


@pytest.fixture(scope="module")
def tournament(server: Server) -> Iterator[str]:
    """An honest tournament, there for these tests alone."""
    plan = arena.Plan(
        games=("threecards",), agents=("random",), deals=5, pairing="against", against="random"
    )
    folder = server.arena / "honest.arena"
    arena.reported(arena.run(plan, folder, workers=1), folder)
    yield folder.name
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def forged(server: Server, tournament: str) -> Iterator[str]:
    """The address of a report that somebody else made, with a script."""
    folder = server.arena / "forged.arena"
    shutil.copytree(server.arena / tournament, folder)
    (folder / "report.html").write_text(trying(server, game(server), '""'), "utf-8")
    yield f"/api/arena/{folder.name}/report.html"
    shutil.rmtree(folder)


def trying(server: Server, id: str, home: str) -> str:
    return TRIES.replace("GAME", id).replace("HOME", home).replace("RECORD", json.dumps(RECORD))


def game(server: Server) -> str:
    new = {"game": "threecards", "agents": ["human"] * 3}
    return str(server.ask("/api/games", new)["id"])


def listed(server: Server) -> list[str]:
    return [line["id"] for line in server.ask("/api/games")["games"]]


def told(page: Any) -> dict[str, str]:
    page.wait_for_selector("body[data-told]", state="attached")
    found: dict[str, str] = json.loads(page.get_attribute("body", "data-told"))
    return found


def test_a_forged_report_reads_no_key_and_does_nothing(
    visit: Any, server: Server, forged: str
) -> None:
    page, before = visit("/", faults_expected=True), listed(server)
    page.evaluate(f"localStorage.setItem('keys of any', '{SECRET}')")
    page.goto(server.address + forged)
    found = told(page)
    assert set(found.values()) <= {"refused", ""}, found
    assert listed(server) == before


def test_a_forged_report_in_its_frame_does_not_either(
    visit: Any, server: Server, forged: str
) -> None:
    page, before = visit("/arena", faults_expected=True), listed(server)
    page.evaluate(f"localStorage.setItem('keys of any', '{SECRET}')")
    page.goto(f"{server.address}/arena#run=forged.arena")
    page.reload()
    frame = page.locator("iframe").element_handle().content_frame()
    assert set(told(frame).values()) <= {"refused", ""}
    assert listed(server) == before


@contextmanager
def elsewhere(chromium: Any) -> Iterator[Any]:
    """A page of a browser to which evil.example is a name of this machine."""
    args = ["--no-sandbox", "--host-resolver-rules=MAP evil.example 127.0.0.1"]
    browser = chromium.browser_type.launch(executable_path=installed(), args=args, timeout=WAIT)
    try:
        page = browser.new_page()
        page.set_default_timeout(WAIT)
        yield page
    finally:
        browser.close()


@contextmanager
def another_server(body: str) -> Iterator[int]:
    """The port of a server whose every page is this one."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as running:
        Thread(target=running.serve_forever, daemon=True).start()
        yield running.server_port
        running.shutdown()


@pytest.mark.parametrize("name", ["evil.example", "localhost", "127.0.0.1"])
def test_a_page_of_another_site_gets_nothing(chromium: Any, server: Server, name: str) -> None:
    """Not even one of another server of this machine."""
    body = trying(server, game(server), json.dumps(server.address))
    before = listed(server)
    with elsewhere(chromium) as page, another_server(body) as port:
        page.goto(f"http://{name}:{port}/page")
        found = told(page)
    asked = {found[name] for name in ("games", "blind", "record", "quietly", "line")}
    assert asked <= {"refused", ""}, found  # nothing can be read of what was asked blindly
    assert listed(server) == before


def test_a_name_that_leads_here_is_refused(chromium: Any, server: Server) -> None:
    """Rebinding: the browser takes us for another site, which then may read what we answer."""
    with elsewhere(chromium) as page:
        answer = page.goto(f"http://evil.example:{server.port}/api/games")
        assert answer.status == 421
        assert "not called" in answer.text()


def test_an_honest_report_works_as_a_page_of_its_own(
    visit: Any, server: Server, tournament: str
) -> None:
    page = visit(f"/api/arena/{tournament}/report.html")
    page.locator("svg").first.wait_for()
    page.locator('a[href^="games/"]').first.click()
    page.wait_for_url(f"{server.address}/game/**")
    loaded(page)


def test_an_honest_report_works_in_its_frame(visit: Any, server: Server, tournament: str) -> None:
    page = visit(f"/arena#run={tournament}")
    frame = page.frame_locator("iframe")
    page.wait_for_function("() => document.querySelector('iframe')?.style.height")
    frame.locator('a[href^="games/"]').first.click()
    page.wait_for_url(f"{server.address}/game/**")
    loaded(page)


def test_a_page_of_its_own_works_where_it_is_served(visit: Any, server: Server) -> None:
    """It is stepped through, and changes its address and its looks, without any storage."""
    id = server.ask("/api/games", {"game": "threecards", "agents": ["random"] * 3})["id"]
    server.wait_until_over(id)
    page = visit(f"/api/games/{id}/replay.html")
    loaded(page)
    page.keyboard.press("Home")
    wait_for_step(page, 0)
    page.keyboard.press("ArrowRight")
    wait_for_step(page, 1)
    page.locator('[data-do="theme"]').first.click()
    assert "step=1" in page.url
