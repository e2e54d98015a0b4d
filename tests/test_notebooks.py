"""Every notebook runs from top to bottom, in this process, and is kept without its outputs."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text())["cells"]
    return found


def shown(code: str, names: dict[str, Any]) -> object:
    """What a notebook would show below a cell: the value of its last line."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is None:
        return None
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in cells(path):
        if cell["cell_type"] == "code":
            value = shown("".join(cell["source"]), names)
            page = getattr(value, "_repr_html_", lambda: "")()
            assert "<script" not in (page or "")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_not_kept(path: Path) -> None:
    code = [cell for cell in cells(path) if cell["cell_type"] == "code"]
    assert len(code) >= 4
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


def test_all_five_are_there() -> None:
    assert [path.stem[0] for path in NOTEBOOKS] == list("12345")


def test_the_widget_shows_what_its_viewer_may_see() -> None:
    """Anna's picture is the same in every deal that she cannot tell apart."""
    from whoknows.core.record_text import Move, Record
    from whoknows.notebook import GameSteps

    def seen(deal: str, viewer: str) -> str:
        seats = ("Anna", "Bram", "Cleo")
        moves = (Move("chance", deal),)
        record = Record("threecards", ("random",) * 3, None, moves, None, seats=seats)
        return GameSteps(record).html(1, viewer, "has(Bram,b)")

    assert seen("deal a b c", "Anna") == seen("deal a c b", "Anna")
    assert seen("deal a b c", "all") != seen("deal a c b", "all")
    assert "unknown" in seen("deal a b c", "Anna")


def test_the_widget_answers_and_never_breaks() -> None:
    import whoknows as wk
    from whoknows.notebook import show

    rules = wk.game("threecards")
    widget = show(wk.play(rules, [wk.agent("random")] * 3, seed=1), rules)
    widget.step = 1
    assert "deal" in widget.html
    widget.ask = "K[Anna"
    assert "column 7: expected" in widget.html
    widget.ask, widget.viewer = "", "Zoe"
    assert "nobody called Zoe looks on; there are onlooker, Anna, Bram, Cleo, all" in widget.html
    widget.viewer, widget.step = "Anna", 10_000
    assert f"{widget.last} of {widget.last}" in widget.html


def test_a_game_of_ones_own_is_shown_and_stepped_through() -> None:
    """It was made in a cell: nobody can find it by its name."""
    import whoknows as wk
    from whoknows.notebook import show

    class Mine(type(wk.game("threecards"))):  # type: ignore[misc]
        name = "mine"

    rules = Mine()
    widget = show(wk.play(rules, [wk.agent("random")] * 3, seed=1), rules, step=1)
    assert "1 of" in widget.html
    assert "<h3" in (rules._repr_html_() or "")
