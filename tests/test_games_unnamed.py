"""A game says what it can do, so nothing outside `games` needs to know one by its name.

Words that people read may name games as examples; agents written for one game import it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import whoknows
from whoknows.core import registry

SOURCES = Path(whoknows.__file__).parent
NAMES = tuple(registry.games())
OF_ONE_GAME = {
    "boeren_random.py",
    "detective.py",
    "full_kripke.py",
    "greedy_kripke.py",
    "kripke.py",
    "racer.py",
    "rival.py",
}


def outside() -> list[Path]:
    return [
        path for path in SOURCES.rglob("*.py") if "games" not in path.relative_to(SOURCES).parts
    ]


def named(source: str) -> Iterator[str]:
    """Imports of a game, and texts that are a game's name or begin a spec of it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("whoknows.games."):
            yield f"line {node.lineno}: from {node.module}"
        if isinstance(node, ast.Import):
            yield from (
                f"line {node.lineno}: import {one.name}"
                for one in node.names
                if one.name.startswith("whoknows.games.")
            )
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if text in NAMES or text.startswith(tuple(f"{name}(" for name in NAMES)):
                yield f"line {node.lineno}: {text!r}"


def test_no_source_outside_names_a_game() -> None:
    assert len(outside()) > 100
    found = {
        str(path.relative_to(SOURCES)): list(named(path.read_text("utf-8")))
        for path in outside()
        if path.name not in OF_ONE_GAME
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize("path", sorted(SOURCES.rglob("table/static/*.js")), ids=lambda p: p.name)
def test_no_script_names_a_game(path: Path) -> None:
    script = path.read_text("utf-8")
    assert [name for name in NAMES if f'"{name}' in script or f"'{name}" in script] == []


def test_naming_one_would_be_noticed() -> None:
    assert list(named("from whoknows.games.tickets.board import boards")) != []
    assert list(named('good = {"boerenbridge": "pimc"}')) != []
    assert list(named('spec = f"tickets(board={name})"')) != []
    assert list(named('"""Such as tickets(board=usa)."""')) == []
