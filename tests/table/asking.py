"""What people ask of a server again and again in its tests."""

import time

from serving import PATIENCE

SLOW = "ismcts(iterations=100000000)"  # thinks for minutes


def begun(client, spec="threecards", agents=("human", "human", "human"), **more):
    """A new game: its address, and the header of each human seat."""
    answer = client.post("/api/games", json={"game": spec, "agents": list(agents), **more})
    assert answer.status_code == 200, answer.text
    keys = {int(seat): {"X-Seat": key} for seat, key in answer.json()["keys"].items()}
    return f"/api/games/{answer.json()['id']}", keys


def seen(client, address, headers=None, **query):
    answer = client.get(f"{address}/view", headers=headers, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def act(client, address, headers, action, version=None):
    version = seen(client, address)["version"] if version is None else version
    doing = {"version": version, "action": action}
    return client.post(f"{address}/act", headers=headers, json=doing)


def undo(client, address, headers):
    version = seen(client, address)["version"]
    return client.post(f"{address}/undo", headers=headers, json={"version": version})


def cancel(client, address, headers):
    version = seen(client, address)["version"]
    return client.post(f"{address}/cancel", headers=headers, json={"version": version})


def until(client, address, ready, headers=None, seconds=PATIENCE):
    """The first view that is as wanted."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = seen(client, address, headers)
        if ready(found):
            return found
        time.sleep(0.02)
    raise AssertionError(f"not within {seconds} seconds: {found}")


def refused(answer, code, *words):
    """One line, which has these words."""
    assert answer.status_code == code, answer.text
    line = answer.json()["error"]
    assert list(answer.json()) == ["error"]
    assert "\n" not in line
    assert "Traceback" not in line
    assert all(word in line for word in words), line
