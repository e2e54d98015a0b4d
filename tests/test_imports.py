"""Importing whoknows and asking for help cost nothing."""

import subprocess
import sys

SERVER = {"fastapi", "starlette", "uvicorn", "websockets"}
HEAVY = {"numpy", "numba", "oxidd", "lark", "rich", "scipy", "matplotlib"} | SERVER
OTHERS = {"pyspiel", "open_spiel", "pettingzoo", "gymnasium"}
COMPILED = {"numba", "matplotlib"} | SERVER


def loaded(*arguments: str) -> set[str]:
    """The packages that a new Python loads to do this."""
    command = [sys.executable, "-X", "importtime", *arguments]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in told.splitlines()}


def test_importing_loads_nothing_heavy() -> None:
    assert not loaded("-c", "import whoknows") & (HEAVY | OTHERS)


def test_help_loads_nothing_heavy() -> None:
    assert not loaded("-m", "whoknows", "--help") & HEAVY
    for command in ("ask", "play", "replay", "table"):
        assert not loaded("-m", "whoknows", command, "--help") & HEAVY


def test_listing_games_loads_no_engine() -> None:
    assert not loaded("-m", "whoknows", "games") & {"numpy", "numba", "oxidd"}


def test_a_replay_page_needs_no_server() -> None:
    assert not loaded("-c", "import whoknows.table.page.replay_page") & SERVER


def test_asking_a_small_model_compiles_nothing() -> None:
    question = "import whoknows as wk; wk.deal({0: 1, 1: 1}, cards='ab').valid('Kv[0] world')"
    assert not loaded("-c", question) & (COMPILED | {"oxidd"})
