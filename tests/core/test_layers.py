"""The core imports nothing else of ours."""

import ast
from pathlib import Path

import whoknows.core

FILES = sorted(Path(whoknows.core.__file__).parent.glob("*.py"))


def imported(file):
    for node in ast.walk(ast.parse(file.read_text())):
        match node:
            case ast.Import(names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module)):
                yield module


def test_the_core_stands_on_its_own():
    ours = {name for file in FILES for name in imported(file) if name.startswith("whoknows")}
    assert {name for name in ours if not name.startswith("whoknows.core")} == set()
