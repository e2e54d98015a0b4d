"""What the tests have already: how servers are killed, twins made and pages compared."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def of_tests(path: str) -> Any:
    """A file of the tests as a module, such as `table/test_kill`."""
    folder, _, name = path.rpartition("/")
    where = str(ROOT / "tests" / folder)
    if where not in sys.path:
        sys.path.append(where)
    return import_module(name)
