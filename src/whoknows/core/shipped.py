"""Puzzles and plans that come with the package, found by their names.

An installed package has them in its folder `shipped`; in a checkout they stand where people look
for them.
"""

from difflib import get_close_matches
from pathlib import Path
from typing import Literal

from whoknows.core.error import Error

PACKAGE = Path(__file__).parents[1]
HOMES = {"puzzle": Path("puzzles"), "plan": Path("examples", "plans")}
SUFFIX = ".toml"


def found(kind: Literal["puzzle", "plan"], given: Path) -> Path:
    """The file that was given, or what comes along under this name."""
    if given.exists() or given.suffix or given.name != str(given):
        return given  # somebody's own, whether it can be read or not
    there = {path.stem: path for path in _folder(kind).glob(f"*{SUFFIX}")}
    if given.name in there:
        return there[given.name]
    meant = get_close_matches(given.name, there, 1) or sorted(there)
    raise Error(f"no {kind} {given}: no such file, and with whoknows comes {', '.join(meant)}")


def results_of(plan: Path) -> Path:
    """Where the results of a plan go by default: next to it, but never into the package."""
    is_own = plan.parent.resolve() != _folder("plan").resolve() or "shipped" not in plan.parts
    return plan.with_suffix(".arena") if is_own else Path(f"{plan.stem}.arena")


def _folder(kind: str) -> Path:
    home = HOMES[kind]
    installed = PACKAGE / "shipped" / home.name
    return installed if installed.is_dir() else PACKAGE.parents[1] / home
