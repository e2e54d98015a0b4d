"""A class at one table: a short code, twenty phones, their answers as bars, then the proof."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from asking import begun, refused
from at_table import loaded
from fastapi.testclient import TestClient
from playwright.sync_api import expect
from serving import made

from whoknows.core.error import Error
from whoknows.table.server.classroom import CODE, LETTERS, MOST_CLASSES, MOST_PEOPLE, Classes
from whoknows.table.server.live_games import MissingError

DOCUMENTED = Path(__file__).parents[2] / "examples" / "documented.jsonl"
QUESTION = {"question": "Who has the ace?", "choices": ["Anna", "Bram", "Cleo"]}


def opened(client: Any) -> tuple[str, dict[str, str]]:
    """The address of a new class, and what the screen in front sends along."""
    game, _ = begun(client)
    found = client.post(f"{game}/class").json()
    assert len(found["code"]) == CODE
    assert set(found["code"]) <= set(LETTERS)
    return f"/api/class/{found['code']}", {"X-Class": found["key"]}


def asked(client: Any) -> tuple[str, dict[str, str]]:
    address, front = opened(client)
    assert client.post(f"{address}/ask", json=QUESTION, headers=front).json() == {"number": 1}
    return address, front


def given(client: Any, address: str, who: int, choice: int, number: int = 1) -> Any:
    answer = {"who": f"somebody-{who}", "number": number, "choice": choice}
    return client.post(f"{address}/answer", json=answer)


def test_twenty_people_answer_at_once_and_may_think_again(client: Any) -> None:
    address, front = asked(client)
    rng = Random(1)
    last = {who: rng.randrange(3) for who in range(20)}
    every = [(who, n) for who in range(20) for n in (rng.randrange(3), last[who])]
    with ThreadPoolExecutor(20) as people:

        def answers(who: int) -> None:
            for one, choice in every:
                if one == who:
                    assert given(client, address, who, choice).status_code == 200

        list(people.map(answers, range(20)))
    before = client.get(address).json()
    assert before["many"] == 20
    assert before["counts"] is None  # nobody sees what others think before all do
    assert before["right"] is None
    client.post(f"{address}/show", json={"right": 2}, headers=front)
    after = client.get(address).json()
    assert after["counts"] == [Counter(last.values())[n] for n in range(3)]
    assert after["right"] == 2
    refused(given(client, address, 1, 1), 409, "over")


def test_a_new_question_begins_without_answers(client: Any) -> None:
    address, front = asked(client)
    given(client, address, 1, 1)
    client.post(f"{address}/ask", json={**QUESTION, "question": "And now?"}, headers=front)
    now = client.get(address).json()
    assert (now["number"], now["question"], now["many"]) == (2, "And now?", 0)
    refused(given(client, address, 1, 1), 409, "over")
    assert given(client, address, 1, 1, number=2).status_code == 200


def test_only_the_screen_in_front_asks_and_shows(client: Any) -> None:
    address, _ = asked(client)
    other = asked(client)[1]
    for headers in ({}, {"X-Class": "wrong"}, other):
        for what, body in (("ask", QUESTION), ("show", {"right": 1})):
            answer = client.post(f"{address}/{what}", json=body, headers=headers)
            refused(answer, 403, "only the screen in front")
    assert client.get(address).json()["number"] == 1


def test_what_is_wrong_is_told_in_a_line(client: Any) -> None:
    address, front = asked(client)
    refused(client.get("/api/class/ZZZZZ"), 404, "no class with this code")
    refused(client.post("/api/games/nothing/class"), 404)
    refused(given(client, address, 1, 3), 400, "there is no choice 3")
    refused(client.post(f"{address}/show", json={"right": 7}, headers=front), 400, "no choice 7")
    few = {"question": "Who?", "choices": ["Anna"]}
    assert client.post(f"{address}/ask", json=few, headers=front).status_code == 422
    code = address.rpartition("/")[2]
    assert client.get(f"/api/class/{code.lower()}").json()["code"] == code


def test_classes_and_their_people_are_so_many_and_no_more() -> None:
    classes = Classes()
    first, key = classes.begin()
    classes.ask(first, key, "Who?", ("Anna", "Bram"))
    for who in range(MOST_PEOPLE):
        classes.answer(first, f"somebody-{who}", 1, 0)
    with pytest.raises(Error, match="no room"):
        classes.answer(first, "late", 1, 0)
    classes.answer(first, "somebody-0", 1, 1)  # who was there may think again
    for _ in range(MOST_CLASSES):
        classes.begin()
    with pytest.raises(MissingError):
        classes.told(first)


def test_whoever_has_the_code_needs_no_password_but_may_only_answer(tmp_path: Path) -> None:
    with TestClient(made(tmp_path, password="long enough")) as client:
        client.post("/api/login", json={"password": "long enough"})
        address, front = asked(client)
        client.cookies.clear()
        assert client.get("/api/games").status_code == 401
        assert client.get(address).json()["question"] == QUESTION["question"]
        assert given(client, address, 1, 1).status_code == 200
        assert "<title>" in client.get("/class").text
        assert client.post(f"{address}/ask", json=QUESTION, headers=front).status_code == 401


def test_a_class_answers_on_phones_and_sees_bars_then_the_proof(server: Any, visit: Any) -> None:
    front = loaded(visit(f"/game/{server.record(DOCUMENTED)}#step=12&as=0"))
    front.locator("details.menu summary").click()
    front.get_by_role("button", name="Ask a class").click()
    code = front.locator(".class .code").inner_text()
    phones = [visit("/class", viewport={"width": 390, "height": 844}) for _ in range(3)]
    for phone in phones:
        phone.get_by_label("The code on the screen").fill(code.lower())
        phone.get_by_role("button", name="Join").click()
        expect(phone.locator("[data-name=question]")).to_contain_text("You are in")
    front.get_by_label("the card to ask about").select_option("Zurich-Brindisi")
    front.get_by_role("button", name="Ask the class").click()
    for phone, choice in zip(phones, ("seat 2", "seat 2", "seat 1"), strict=True):
        expect(phone.locator("[data-name=question] h2")).to_have_text("Who has Zurich-Brindisi?")
        phone.get_by_role("button", name=choice, exact=True).click()
        answer = phone.get_by_role("button", name=choice, exact=True)
        expect(answer).to_have_attribute("aria-pressed", "true")
    expect(front.locator(".class")).to_contain_text("3 answered")
    front.get_by_role("button", name="Show the answers").click()
    for page in (front, *phones):
        expect(page.locator(".bars .num")).to_have_text(["0", "1", "2", "0"])
        expect(page.locator(".bars .right b")).to_have_text("seat 2")
    expect(phones[0].locator("[data-name=question]")).to_contain_text("You are right.")
    expect(phones[2].locator("[data-name=question]")).to_contain_text("It is: seat 2.")
    for phone in phones:
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    for width, height in ((390, 844), (1024, 768), (1280, 800)):
        front.set_viewport_size({"width": width, "height": height})
        for shown in (".class .code", ".class .bars"):
            expect(front.locator(shown)).to_be_in_viewport(ratio=1)
    front.get_by_role("button", name="Show the proof").click()
    expect(front.locator("[data-name=verdict]")).to_have_text("known true")
    expect(front.locator("[data-name=why]")).to_contain_text("Zurich-Brindisi")


def test_what_cannot_be_known_is_right_where_it_cannot(server: Any, visit: Any) -> None:
    front = loaded(visit(f"/game/{server.record(DOCUMENTED)}#step=1&as=all"))
    front.locator("details.menu summary").click()
    front.get_by_role("button", name="Ask a class").click()
    expect(front.locator("[data-name=as]")).to_have_value("onlooker")
    front.get_by_label("the card to ask about").select_option("Zurich-Brindisi")
    front.get_by_role("button", name="Ask the class").click()
    front.get_by_role("button", name="Show the answers").click()
    expect(front.locator(".bars .right b")).to_have_text("That cannot be known yet")
    expect(front.get_by_role("button", name="Show the proof")).to_have_count(0)
