"""What comes along with the package is found by its name; a file of one's own comes first."""

from pathlib import Path

import pytest

from whoknows.core import shipped
from whoknows.core.error import Error


def test_a_name_stands_for_what_comes_along() -> None:
    assert shipped.found("puzzle", Path("three-wise-men")).name == "three-wise-men.toml"
    assert shipped.found("plan", Path("boerenbridge")).name == "boerenbridge.toml"


def test_a_file_of_ones_own_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "three-wise-men").write_text("mine")
    assert shipped.found("puzzle", Path("three-wise-men")).read_text() == "mine"


@pytest.mark.parametrize("given", ["missing.toml", "folder/three-wise-men"])
def test_what_looks_like_a_file_is_one(given: str) -> None:
    assert shipped.found("puzzle", Path(given)) == Path(given)


def test_an_unknown_name_is_told_with_what_was_meant() -> None:
    with pytest.raises(Error, match=r"no puzzle three-wise-man, .*; did you mean three-wise-men"):
        shipped.found("puzzle", Path("three-wise-man"))


def test_results_never_go_into_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = tmp_path / "shipped" / "plans"
    installed.mkdir(parents=True)
    (installed / "small.toml").write_text("")
    monkeypatch.setattr(shipped, "PACKAGE", tmp_path)
    assert shipped.results_of(shipped.found("plan", Path("small"))) == Path("small.arena")
    assert shipped.results_of(Path("mine.toml")) == Path("mine.arena")
