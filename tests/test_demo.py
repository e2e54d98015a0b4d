"""The story that `whoknows demo` tells."""

from pathlib import Path

import pytest

from whoknows import cli_demo


def test_the_demo_tells_the_documented_game_and_writes_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli_demo, "page", lambda record: f"<title>{record.game}</title>")
    cli_demo.demo(tmp_path / "story.html")
    told = capsys.readouterr().out
    assert "everyone looks at theirs            90 worlds  Anna: 6  Bram: 6  Cleo: 6" in told
    assert "Cleo knows that Anna has Brest-Venezia, because of what Cleo sees" in told
    assert "    Anna completes Brest-Marseille" in told
    assert "tickets" in (tmp_path / "story.html").read_text()
