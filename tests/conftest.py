"""Random tests draw the same examples every time, and take as long as the machine needs."""

import gc
import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent

settings.register_profile(
    "whoknows", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("whoknows")

if sys.dont_write_bytecode:
    # Tests start some hundred processes. Where Python is told to keep no bytecode, each of them
    # would make that of all its libraries anew: up to three seconds a start.
    kept = HERE.parent / ".pytest_cache" / "bytecode"
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(kept)
    sys.dont_write_bytecode = False


def pytest_collection_finish() -> None:
    """Tests and libraries stay to the end: to look through them again and again for what could be
    thrown away took a fifth of the time. What tests make is still looked through, less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: a third of the time of a test is spent waiting for a server, a
    page or another process."""
    return (os.cpu_count() or 1) + 1


# What takes longest, to be begun with: what compiles most, and beside it what thinks long in plain
# Python; what waits for servers and pages comes when the searches it needs are compiled.
COMPILING = ("contract/test_agents", "search", "agents/test_search", "kernels")
THINKING = ("deals", "logic", "rules", "perft", "contract")
LONG = (*THINKING, "table", "kit/test_kit_page", "arena", "test_human", "core/test_kept")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Two workers get half of the tests each, and in the end take over what the other has left.
    So that they come to an end together, one begins with what compiles, the other with what takes
    long otherwise; and what is compiled together is compiled by one of them."""
    compiling, others = _parted(items, COMPILING)
    long, short = _parted(others, LONG)
    between = max(0, len(items) // 2 - len(compiling))
    items[:] = [*compiling, *short[:between], *long, *short[between:]]


def _parted(
    items: list[pytest.Item], starts: tuple[str, ...]
) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Those whose files begin so, in this order, and the others."""
    found: dict[str, list[pytest.Item]] = {start: [] for start in (*starts, "")}
    for item in items:
        name = item.path.as_posix().removeprefix(f"{HERE.as_posix()}/")
        found[next(start for start in found if name.startswith(start))].append(item)
    others = found.pop("")
    return [item for some in found.values() for item in some], others
