"""A package of one's own with a small game in it, ready to be played, tested and changed."""

from __future__ import annotations

import re
from pathlib import Path

from whoknows.core.error import Error
from whoknows.core.registry import games
from whoknows.core.schema import reason, short

SKELETON = Path(__file__).parent / "skeleton"
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


def new_package(name: str, folder: Path) -> list[Path]:
    """Writes the package into a new folder of that name; the files that it has."""
    if not NAME.fullmatch(name) or name == "whoknows":
        told = "small letters, digits and _, such as my_game"
        raise Error(f"{short(name)} is no name for a game: {told}")
    if name in games():
        raise Error(f"there is a game called {name} already")
    target = folder / name
    files = {
        "pyproject.toml": "pyproject",
        "README.md": "readme",
        "plan.toml": "plan",
        f"src/{name}/__init__.py": "game",
        "tests/test_laws.py": "laws",
        "tests/test_rules.py": "rules",
    }
    try:
        target.mkdir()
        return [_written(target / path, text, name) for path, text in files.items()]
    except OSError as fault:
        raise Error(f"{target}: cannot be written: {reason(fault)}") from None


def _written(path: Path, text: str, name: str) -> Path:
    title = "".join(part.capitalize() for part in name.split("_"))
    found = (SKELETON / f"{text}.txt").read_text("utf-8")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(found.replace("NAME", name).replace("TITLE", title), "utf-8")
    return path
