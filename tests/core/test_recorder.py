"""A record is written whole or not at all."""

from itertools import islice
from pathlib import Path

import pytest

from whoknows.core.error import Error
from whoknows.core.match import play
from whoknows.core.record import read, replay
from whoknows.core.recorder import recording
from whoknows.core.registry import agent, game

RULES = game("threecards(rounds=2)")
AGENTS = [agent("random")] * 3


def record(path, turns=None, agents=AGENTS):
    with recording(path, RULES, agents, seed=4) as tape:
        for turn in islice(play(RULES, agents, seed=4), turns):
            tape.add(turn)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_match_is_recorded_and_replays_without_its_seed(tmp_path):
    record(tmp_path / "match.jsonl")
    found = read(tmp_path / "match.jsonl")
    assert (found.game, found.agents, found.seed) == (RULES.spec, ("random",) * 3, 4)
    again = [(turn.by, turn.choice.action, turn.after) for turn in replay(found)]
    played = list(play(RULES, AGENTS, seed=4))
    assert again == [(turn.by, turn.choice.action, turn.after) for turn in played]
    assert found.scores == RULES.scores(played[-1].after)


def test_one_seed_gives_one_file(tmp_path):
    record(tmp_path / "one.jsonl")
    record(tmp_path / "other.jsonl")
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "other.jsonl").read_bytes()


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_a_match_that_is_stopped_leaves_a_record_of_what_was_played(tmp_path, turns):
    record(tmp_path / "match.jsonl", turns)
    found = read(tmp_path / "match.jsonl")
    assert found.scores is None
    assert len(found.moves) == turns


def test_so_does_one_that_breaks_off(tmp_path):
    class Impatient:
        name, cheats = "impatient", False

        def choose(self, view, rng):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record(tmp_path / "match.jsonl", agents=[Impatient()] * 3)
    assert len(read(tmp_path / "match.jsonl").moves) == 1


def test_until_the_end_the_old_file_stays_as_it_was(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_text("old")
    with recording(path, RULES, AGENTS):
        assert path.read_text() == "old"
    assert read(path).moves == ()
    assert names(tmp_path) == ["match.jsonl"]


def test_a_match_that_cannot_begin_leaves_the_old_file(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_text("old")
    with pytest.raises(Error, match="needs 3 agents, one per seat, not 2"):
        record(path, agents=AGENTS[:2])
    assert path.read_text() == "old"


def linked(link, to):
    try:
        link.symlink_to(to)
    except OSError:  # Windows
        pytest.skip("not everyone may make links here")


def test_a_link_stays_a_link(tmp_path):
    linked(tmp_path / "link", tmp_path / "match.jsonl")
    record(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert read(tmp_path / "match.jsonl").scores is not None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none/match.jsonl", "No such file or directory"),
        ("file/match.jsonl", "Not a directory"),
        (".", "not a regular file"),
        ("x" * 300, "File name too long"),
        ("a\0b", "embedded null"),
        ("loop", "loop"),
    ],
)
def test_a_path_that_cannot_be_written_is_an_error_before_anything_is_played(
    tmp_path, name, message
):
    (tmp_path / "file").write_text("")
    linked(tmp_path / "loop", tmp_path / "loop")
    with (
        pytest.raises(Error, match=f"cannot be written: .*{message}"),
        recording(tmp_path / name, RULES, AGENTS),
    ):
        raise AssertionError("played all the same")
    assert names(tmp_path) == ["file", "loop"]


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="devices are no files here")
def test_a_device_is_left_alone():
    with (
        pytest.raises(Error, match="/dev/null: cannot be written: not a regular file"),
        recording("/dev/null", RULES, AGENTS),
    ):
        raise AssertionError("played all the same")
