"""Folders and results that are not as a run needs them: each is told in one line."""

import sqlite3
from contextlib import closing

import pytest

from whoknows import arena
from whoknows.arena.running.batch_store import STORE
from whoknows.arena.running.plan import Plan
from whoknows.core.error import Error

PLAIN = Plan(
    games=("threecards",), agents=("random",), deals=12, pairing="against", against="random"
)


def test_a_file_is_not_a_folder(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Error, match="file: not a folder"):
        arena.run(PLAIN, tmp_path / "file", workers=1)


def test_a_folder_to_look_at_only_is_told(tmp_path, monkeypatch):
    """Root may write anywhere, so the system is asked to say no."""
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(Error, match="not writable"):
        arena.run(PLAIN, tmp_path, workers=1)


@pytest.mark.parametrize(
    "spoil",
    [
        "update batches set counts = x'00'",
        "update batches set counts = 'text'",
        "update batches set shape = 'no JSON'",
        """update batches set shape = '["<i8", 7, 7]'""",
        """update batches set shape = '["no kind", 7]'""",
    ],
)
def test_a_batch_that_was_spoilt_is_told(tmp_path, spoil):
    arena.run(PLAIN, tmp_path, workers=1)
    with closing(sqlite3.connect(tmp_path / STORE)) as link, link:
        link.execute(spoil)
    with pytest.raises(Error, match=r"games\.sqlite: ") as told:
        arena.run(PLAIN, tmp_path, resume=True, workers=1)
    assert "intact" not in str(told.value)  # since it is not


@pytest.mark.parametrize("size", [50, 100, 4096, 9000])
def test_a_store_that_was_cut_off_is_told(tmp_path, size):
    arena.run(PLAIN, tmp_path, workers=1)
    with (tmp_path / STORE).open("r+b") as file:
        file.truncate(size)
    with pytest.raises(Error, match=r"games\.sqlite: ") as told:
        arena.run(PLAIN, tmp_path, resume=True, workers=1)
    assert "intact" not in str(told.value)


def test_results_of_a_later_version_are_told(tmp_path):
    arena.run(PLAIN, tmp_path, workers=1)
    with closing(sqlite3.connect(tmp_path / STORE)) as link, link:
        link.execute("update about set value = 'whoknows arena 9' where name = 'format'")
    with pytest.raises(Error, match="results of another version"):
        arena.run(PLAIN, tmp_path, resume=True, workers=1)
