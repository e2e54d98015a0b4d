"""`whoknows new`: a package of one's own, whose tests pass as created."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import command as run

ROOT = Path(__file__).parents[1]


def test_a_new_package_passes_its_own_tests(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("new", "my_game")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "my_game/pyproject.toml",
        "my_game/README.md",
        "my_game/plan.toml",
        "my_game/src/my_game/__init__.py",
        "my_game/tests/test_laws.py",
        "my_game/tests/test_rules.py",
    ]
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    found = subprocess.run(
        tests,
        cwd="my_game",
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": paths, "PYTEST_ADDOPTS": ""},
    )
    assert found.returncode == 0, found.stdout
    assert "18 passed" in found.stdout


def test_it_is_never_written_twice(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my_game").mkdir()
    done = run("new", "my_game")
    assert done.returncode == 2
    assert "my_game: cannot be written: File exists" in done.stderr


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("My game", "'My game' is no name for a game: small letters, digits and _"),
        ("../up", "'../up' is no name for a game"),
        ("threecards", "there is a game called threecards already"),
    ],
)
def test_a_name_that_will_not_do(name, fault, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("new", name)
    assert done.returncode == 2
    assert fault in done.stderr
    assert list(tmp_path.iterdir()) == []
