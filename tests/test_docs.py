"""Every session in the README, the docs and the docstrings of modules is run as it stands."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import whoknows

ROOT = Path(__file__).parents[1]
SOURCE = Path(whoknows.__file__).parent
MODULES = sorted(
    ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in SOURCE.rglob("*.py")
    if ">>>" in path.read_text(encoding="utf-8")
)
PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/*.md"), ROOT / "puzzles" / "README.md"])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_says_what_happens(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_a_module_says_what_happens(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # for what it writes
    failed, tried = doctest.testmod(import_module(name))
    assert failed == 0
    assert tried


def test_examples_in_modules_are_sessions() -> None:
    """What is none is not run, and nobody would notice that it fails."""
    assert {"whoknows", "whoknows.arena", "whoknows.core.recorder"} <= set(MODULES)


def test_the_readme_opens_with_a_session() -> None:
    first_screen = (ROOT / "README.md").read_text().splitlines()[:30]
    assert sum(line.startswith(">>>") for line in first_screen) >= 8


def test_the_readme_names_both_commands() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "make demo" in readme
    assert "make test" in readme
