"""A step sends what changed: put together it is the whole view, and nobody learns more from it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from asking import act, begun, seen
from at_table import loaded, wait_for_step

from whoknows.table.server.view_changes import SentViews, changes

DOCUMENTED = Path(__file__).parents[2] / "examples" / "documented.jsonl"
TEXTS = ["<g a>", "</g>", "<p>word", "x" * 200, "<i>é&lt;</i>", "<li data-x='1'>", " and "]


def mended(old: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """What a page makes of changes, as plainly as can be: the twin of `changes.js`."""
    view = dict(told["fresh"])
    for name in told["same"]:
        view[name] = old[name]
    for name, runs in told["cut"].items():
        was = old[name]
        pieces = [p for p in re.split("(?=<)", was) if p] if isinstance(was, str) else was
        made = [
            piece
            for run in runs
            for piece in (run if len(run) == 1 else pieces[run[0] : run[0] + run[1]])
        ]
        view[name] = "".join(made) if isinstance(was, str) else made
    return view


@pytest.mark.parametrize("seed", range(60))
def test_changes_of_random_views_make_the_new_one(seed: int) -> None:
    rng = Random(seed)

    def text() -> str:
        return "".join(rng.choices(TEXTS, k=rng.randrange(12)))

    def view() -> dict[str, Any]:
        many = rng.randrange(5)
        return {
            "board": text(), "rules": text(), "log": [rng.choice(TEXTS) for _ in range(many)],
            "more": rng.choice([None, [], 7, {"a": 1}, text()]),
            **({"only": text()} if rng.random() < 0.5 else {}),
        }  # fmt: skip

    def spliced(text: str) -> str:
        at, to = sorted(rng.choices(range(len(text) + 1), k=2))
        return text[:at] + rng.choice(TEXTS) + text[to:]

    old = view()
    long = "".join(f"<i>{n}</i>{'y' * n}" for n in range(60))
    new = {**(old if rng.random() < 0.5 else view()), "long": spliced(long)}
    old["long"] = long
    told = json.loads(json.dumps(changes(old, new)))
    assert mended(old, told) == new


def test_a_step_sends_what_changed_and_it_makes_the_whole_view(client: Any) -> None:
    id = client.post("/api/records", content=DOCUMENTED.read_text("utf-8")).json()["id"]
    address, have, sent, whole = f"/api/games/{id}", {}, [], []
    view: dict[str, Any] = {}
    for step in range(40):
        answer = client.get(f"{address}/view", params={"step": step}, headers=have)
        told, plain = answer.json(), seen(client, address, step=step)
        view = mended(view, told) if "since" in told else told
        assert view == plain
        have = {"X-Have": answer.headers["X-Name"]}
        sent.append(len(answer.content))
        whole.append(len(json.dumps(plain, ensure_ascii=False).encode()))
    later = sorted(sent[10:])
    print(f"a step: {sum(later) / len(later):,.0f} bytes of {sum(whole[10:]) / len(later):,.0f}")
    assert later[len(later) // 2] < 12_000
    assert sum(later) * 5 < sum(whole[10:])


def test_only_what_the_same_viewer_was_sent_is_compared_with(client: Any) -> None:
    """Otherwise whoever guesses another's view would be told whether it is so."""
    address, keys = begun(client)
    names = {
        seat: client.get(f"{address}/view", headers=key).headers["X-Name"]
        for seat, key in keys.items()
    }
    act(client, address, keys[0], seen(client, address, keys[0])["actions"][0]["text"])
    for seat, key in keys.items():
        for other, name in names.items():
            found = client.get(f"{address}/view", headers={**key, "X-Have": name}).json()
            assert ("since" in found) == (seat == other)
            assert "since" not in client.get(f"{address}/view", headers={"X-Have": name}).json()


def test_a_name_that_nobody_was_told_gets_everything(client: Any) -> None:
    address, _ = begun(client)
    for name in ("0" * 24, "?", "x" * 40):
        answer = client.get(f"{address}/view", headers={"X-Have": name})
        assert "board" in answer.json()
    assert client.get(f"{address}/view", headers={"X-Have": "x" * 41}).status_code == 422


def test_only_so_many_views_are_kept() -> None:
    sent = SentViews()
    _, first = sent.told("anna", json.dumps({"a": "<p>" * 400}).encode(), None)
    for number in range(12):
        sent.told("anna", json.dumps({"a": "x" * 1_000_000, "n": number}).encode(), None)
    data = json.dumps({"a": "<p>" * 401}).encode()
    assert sent.told("anna", data, first)[0] == data


def test_the_page_shows_the_whole_view_whatever_of_it_was_sent(visit: Any, server: Any) -> None:
    id = server.record(DOCUMENTED)
    page = loaded(visit(f"/game/{id}#step=8&as=0"))
    for key, step in (("ArrowRight", 9), ("ArrowRight", 10), ("ArrowLeft", 9), ("End", 141)):
        page.keyboard.press(key)
        wait_for_step(page, step)
        here = page.evaluate("import('/static/looking.js').then(({ view }) => view)")
        assert here == server.ask(f"/api/games/{id}/view?step={step}&as=0")
