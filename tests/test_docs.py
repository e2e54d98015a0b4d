"""Every session in the README and the docs is run as it stands."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/*.md"), ROOT / "puzzles" / "README.md"])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_says_what_happens(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0


def test_the_readme_opens_with_a_session() -> None:
    first_screen = (ROOT / "README.md").read_text().splitlines()[:30]
    assert sum(line.startswith(">>>") for line in first_screen) >= 8


def test_the_readme_names_both_commands() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "make demo" in readme
    assert "make test" in readme
