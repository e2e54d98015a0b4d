"""Each part of whoknows imports only what stands before it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import whoknows

SOURCE = Path(whoknows.__file__).parent
ORDER = [
    "core",
    "logic",
    "deals",
    "__init__",  # the names of the package itself, `import whoknows`
    "games",
    "search",
    "puzzle",
    "show",
    "terminal",
    "agents",
    "arena",
    "table",
    "bench",
    "sitting",
    "telling",
    "cli",
    "__main__",
]
FILES = sorted(SOURCE.rglob("*.py"))


def imported(file: Path) -> Iterator[str]:
    """The parts of ours that a file imports, also inside functions."""
    for node in ast.walk(ast.parse(file.read_text())):
        match node:
            case ast.Import(names):
                modules = [name.name for name in names]
            case ast.ImportFrom(module="whoknows", names=names):
                modules = [f"whoknows.{name.name}" for name in names]
            case ast.ImportFrom(module=str(module)):
                modules = [module]
            case _:
                continue
        ours = (f"{name}.__init__" if name == "whoknows" else name for name in modules)
        yield from (name.split(".")[1] for name in ours if name.startswith("whoknows."))


def part(file: Path) -> str:
    return file.relative_to(SOURCE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_file_imports_only_what_stands_before_it(file: Path) -> None:
    allowed = set(ORDER[: ORDER.index(part(file)) + 1])
    assert set(imported(file)) <= allowed


def test_only_kernels_are_compiled() -> None:
    compiled = {file for file in FILES if "numba" in file.read_text()}
    assert all("kernels" in str(file) or "search" in str(file) for file in compiled)
