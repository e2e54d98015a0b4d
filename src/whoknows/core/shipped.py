"""Puzzles, plans and lessons that come with the package; the first two are found by their names.

An installed package has them in its folder `shipped`; in a checkout they stand where people look
for them.
"""

from difflib import get_close_matches
from pathlib import Path
from shutil import copytree
from typing import Literal

from whoknows.core.error import Error

PACKAGE = Path(__file__).parents[1]
HOMES = {"puzzle": Path("puzzles"), "plan": Path("examples", "plans"), "lesson": Path("lessons")}
SUFFIX = ".toml"


def found(kind: Literal["puzzle", "plan"], given: Path) -> Path:
    """The file that was given, or what comes along under this name."""
    if given.exists() or given.suffix or given.name != str(given):
        return given  # somebody's own, whether it can be read or not
    there = {path.stem: path for path in _folder(kind).glob(f"*{SUFFIX}")}
    if given.name in there:
        return there[given.name]
    meant = get_close_matches(given.name, there, 1)
    known = f"did you mean {meant[0]}?" if meant else f"there are {', '.join(sorted(there))}"
    raise Error(f"no {kind} {given}, neither a file nor one that comes with whoknows; {known}")


def copied(to: Path) -> Path:
    """All lessons, written into a new folder."""
    try:
        copytree(_folder("lesson"), to)
    except FileExistsError:
        raise Error(f"{to} is there already; name another folder") from None
    except OSError as fault:
        raise Error(f"{to} cannot be written: {fault.strerror}") from None
    return to


def results_of(plan: Path) -> Path:
    """Where the results of a plan go by default: next to it, but never into the package."""
    is_packaged = plan.resolve().is_relative_to(PACKAGE.resolve())
    return Path(f"{plan.stem}.arena") if is_packaged else plan.with_suffix(".arena")


def _folder(kind: str) -> Path:
    home = HOMES[kind]
    installed = PACKAGE / "shipped" / home.name
    return installed if installed.is_dir() else PACKAGE.parents[1] / home
