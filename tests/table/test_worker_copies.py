"""Workers are copies of one process: they are as new ones, and none outlives its server."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest
from asking import begun, seen
from at_table import patiently
from fastapi.testclient import TestClient
from serving import made

from whoknows.core.registry import agent
from whoknows.table.server import worker_copies
from whoknows.table.server.worker_copies import COPIES, started

MEGABYTES, LINE, NICE = 1000, 1 << 20, 7
CHECKED = {"do": "check", "game": "threecards", "agents": ["random", "human", "greedy"]}
copied = pytest.mark.skipif(not COPIES, reason="processes are not copied here")


def apart(work):
    """What it comes to, in a thread of its own: a browser of other tests may have a loop here."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def answers(*jobs):
    """What a new worker answers to these jobs."""
    return apart(_answers(*jobs))


async def _answers(*jobs):
    process, found = await started(MEGABYTES, LINE, NICE), []
    for job in jobs:
        process.stdin.write(json.dumps(job).encode() + b"\n")
        while not found or not {"done", "error"} & set(found[-1]):
            found.append(json.loads(await process.stdout.readline()))
    process.kill()
    assert await process.wait() == -signal.SIGKILL
    return found


@pytest.mark.parametrize("copies", [pytest.param(True, marks=copied), False])
def test_a_worker_answers_wherever_it_comes_from(monkeypatch, copies):
    monkeypatch.setattr(worker_copies, "COPIES", copies)
    ready, told, _ = answers({**CHECKED, "agents": ["random", "human", "random"]})
    assert ready == {"ready": True}
    assert told == {"agents": ["random", "human", agent("random").name]}


@copied
def test_a_copy_works_in_the_folder_of_its_server_as_it_is_now(tmp_path, monkeypatch):
    """The same is true of the environment, by which stubborn workers know what to wait for."""
    answers(CHECKED)  # there is a template now
    monkeypatch.chdir(tmp_path)
    folder, words = apart(about_it(lambda one: (one.cwd(), one.cmdline())))
    assert folder == str(tmp_path)
    assert words[:3] == [*worker_copies.TEMPLATE]


@copied
def test_what_python_reads_when_it_starts_starts_it_anew(monkeypatch):
    monkeypatch.setenv("PYTHONOPTIMIZE", "1")
    words, told, nice = apart(about_it(lambda one: (one.cmdline(), one.environ(), one.nice())))
    assert words == [*worker_copies.ALONE, str(MEGABYTES), str(NICE)]
    assert told["PYTHONOPTIMIZE"] == "1"
    assert nice == stood_back()


@copied
def test_a_worker_stands_back_as_far_as_it_is_told():
    assert apart(about_it(psutil.Process.nice)) == stood_back()


def stood_back():
    """How far those stand back who were told to: from where this process is, and within limits."""
    return min(19, os.nice(0) + NICE)


async def about_it(look):
    """Something about the process of a worker that has work."""
    earlier = copies()  # of other tests in this process, if they still end
    process = await started(MEGABYTES, LINE, NICE)
    process.stdin.write(json.dumps(CHECKED).encode() + b"\n")
    await process.stdout.readline()
    (here,) = [one for one in copies() if one not in earlier]
    found = look(here)
    process.kill()
    await process.wait()
    return found


def copies():
    """The workers that there are."""
    if worker_copies._template(worker_copies.TEMPLATE)._process is None:
        return []
    return [one for one in template().children() if one.status() != psutil.STATUS_ZOMBIE]


def template():
    running = worker_copies._template(worker_copies.TEMPLATE)._process
    assert running is not None
    return psutil.Process(running.pid)


@copied
def test_when_the_template_is_gone_its_workers_are_and_another_takes_its_place():
    async def outlived():
        process = await started(MEGABYTES, LINE, NICE)
        process.stdin.write(json.dumps(CHECKED).encode() + b"\n")
        await process.stdout.readline()
        template().kill()
        while await process.stdout.readline():
            pass
        process.kill()  # there is nobody left to tell
        assert await process.wait() == -1
        assert process.returncode == -1

    apart(outlived())
    assert answers(CHECKED)[-1]["megabytes"] > 0


@copied
def test_a_game_goes_on_though_the_template_is_killed(tmp_path):
    with TestClient(made(tmp_path)) as client:
        address, keys = begun(client, "threecards", ("human", "random", "random"))
        template().kill()
        action = seen(client, address, keys[0])["actions"][0]["text"]
        doing = {"version": seen(client, address)["version"], "action": action}
        assert client.post(f"{address}/act", headers=keys[0], json=doing).status_code == 200
        patiently(lambda: seen(client, address)["over"], "agents have played")


SERVER = """
import asyncio, json
from whoknows.table.server.worker_copies import started
async def serve():
    process = await started(1000, 1 << 20, 0)
    process.stdin.write(json.dumps(JOB).encode() + b"\\n")
    print(await process.stdout.readline(), flush=True)
    await process.wait()
asyncio.run(serve())
"""


@copied
def test_no_process_outlives_its_server():
    command = [sys.executable, "-c", SERVER.replace("JOB", repr(CHECKED))]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        assert b"ready" in server.stdout.readline()
        there = psutil.Process(server.pid).children(recursive=True)
        assert len(there) == 2
        server.kill()
        patiently(lambda: not any(map(is_alive, there)), "all processes have ended")


def is_alive(process):
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@copied
def test_a_broken_game_of_somebody_else_does_no_harm(tmp_path, monkeypatch):
    """The template looks at all games there are."""
    there = tmp_path / "broken-1.0.dist-info"
    there.mkdir()
    (there / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (there / "entry_points.txt").write_text("[whoknows.games]\nbroken = broken_game\n")
    (tmp_path / "broken_game.py").write_text("raise SystemError('so it goes')\n")
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    monkeypatch.setenv("PYTHONPATH", path)
    command = (sys.executable, "-W", "ignore", *worker_copies.TEMPLATE[1:])  # another
    monkeypatch.setattr(worker_copies, "TEMPLATE", command)
    assert "agents" in answers(CHECKED)[1]


LITTERING = """
import gc
from whoknows.table.server import worker

kept, full = [], []

def litter(job):
    yield {"full": len(full)}
    kept.extend([number] for number in range(200_000))
    yield {"full": len(full)}

gc.callbacks.append(lambda phase, at: full.append(phase) if at["generation"] == 2 else None)
worker.JOBS["litter"] = litter
worker.main(1000, 0)
"""


def test_garbage_is_looked_for_when_nobody_waits_for_an_answer():
    asked = 2 * (json.dumps({"do": "litter"}) + "\n")
    out = subprocess.run(
        [sys.executable, "-c", LITTERING], input=asked, capture_output=True, text=True
    )
    told = [json.loads(line) for line in out.stdout.splitlines()]
    first, then, last, end = [one["full"] for one in told if "full" in one]
    assert first == then  # not while it answered
    assert last > then  # but before it answered again
    assert end == last
