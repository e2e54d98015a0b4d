"""Whatever is sent to the API, it answers with one line and never fails.

Requests are made from the API's own schema, half of them with things put in that are there: ids of
games, keys, versions, actions, formulas. Without that most would be turned away at the door.
"""

import json
from collections import Counter
from random import Random

import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from serving import made

EXAMPLES = 165  # of each operation
FEWER = 15  # of those that take long
LINES = ['has(0,"a")', "K[0] has(1,a)", "K[", "C[0,1,2] ~has(0,b)", "[! has(0,a)] K[1] has(0,a)"]
WORDS = ["0: not a", "0 declares", "0 shows a to 1", "a", "0", "all", "onlooker", *LINES]


def test_no_request_makes_the_server_fail(tmp_path):
    with TestClient(made(tmp_path), raise_server_exceptions=False) as client:
        here, answers = Here(client), Counter()
        schema = schemathesis.openapi.from_dict(client.get("/openapi.json").json())
        for operation in schema.get_all_operations():
            fuzz(operation.ok(), here, answers)
        print(f"{sum(answers.values()):,} requests: {dict(sorted(answers.items()))}")
    assert sum(answers.values()) >= 2000
    assert answers[200] >= 100, "most was turned away at the door"
    assert max(answers) < 500


def fuzz(operation, here, answers):
    """Many requests of one kind."""

    many = FEWER if operation.path.endswith("replay.html") else EXAMPLES

    @settings(
        max_examples=many, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck), derandomize=True,
    )  # fmt: skip
    @given(operation.as_strategy(), st.randoms(use_true_random=False))
    def once(case, rng):
        answer = here.send(case, rng)
        answers[answer.status_code] += 1
        told = f"{case.method} {case.path} {case.query} {case.body!r}: {answer.text[:500]}"
        assert answer.status_code < 500, told
        if answer.status_code >= 400:
            line = answer.json()["error"]
            assert isinstance(line, str)
            assert "\n" not in line
            assert "Traceback" not in line

    once()


class Here:
    """The server, and what is there."""

    def __init__(self, client):
        self.client, self.ids, self.keys = client, [], []
        for _ in range(3):
            new = {"game": "threecards(rounds=3)", "agents": ["human", "human", "random"]}
            made = client.post("/api/games", json=new).json()
            self.ids.append(made["id"])
            self.keys += made["keys"].values()
        headers, now = {"X-Seat": self.keys[2]}, {"version": 1}
        client.post(f"/api/games/{self.ids[1]}/cancel", headers=headers, json=now)

    def send(self, case, rng):
        """The request, with something real put in now and then."""
        path = case.path
        for name, value in (case.path_parameters or {}).items():
            real = rng.choice(self.ids) if name == "id" else "one"
            path = path.replace(f"{{{name}}}", real if rng.random() < 0.8 else quoted(value))
        query = {key: self.real(value, rng) for key, value in (case.query or {}).items()}
        headers = {"X-Seat": rng.choice(self.keys)} if rng.random() < 0.5 else {}
        return self.client.request(
            case.method, path, params=query, headers=headers, content=self.body(case, rng)
        )

    def real(self, value, rng):
        return rng.choice(WORDS) if isinstance(value, str) and rng.random() < 0.5 else value

    def body(self, case, rng):
        body = case.body
        if isinstance(body, dict) and rng.random() < 0.7:
            known = {"version": rng.randrange(4), "action": rng.choice(WORDS), "game": "threecards"}
            agents = {"agents": Random(0).choices(["human", "random", "nobody"], k=3)}
            body = {key: (known | agents).get(key, value) for key, value in body.items()}
        try:
            return json.dumps(body).encode()
        except (TypeError, ValueError):  # there is no body
            return b""


def quoted(value):
    from urllib.parse import quote

    return quote(str(value), safe="") or "none"
