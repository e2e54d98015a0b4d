"""The documented game replays through the rules as written, and a difference is noticed."""

import json
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from replay_facts import main  # noqa: E402 (it is a script, not a module of ours)

FILE = HERE / "documented.json"


def test_the_documented_game_replays_as_written(capsys):
    assert main([str(FILE)]) == 0
    assert "as written, 49 steps" in capsys.readouterr().out


def broken(tmp_path, change):
    game = json.loads(FILE.read_text(encoding="utf-8"))
    change(game)
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(game), encoding="utf-8")
    return str(path)


CHANGES = {
    "worlds_at_start": lambda game: game.update(worlds_at_start=91),
    "relations_at_start": lambda game: game.update(relations_at_start=[540, 540, 541]),
    "worlds_after": lambda game: game["steps"][1].update(worlds_after=31),
    "relations_per_agent_after": lambda game: game["steps"][4].update(
        relations_per_agent_after=[12, 34, 11]
    ),
    "agent_score_after": lambda game: game["steps"][3].update(agent_score_after=5),
    "agent_trains_after": lambda game: game["steps"][3].update(agent_trains_after=41),
    "face_up_after": lambda game: game["steps"][0]["face_up_after"].reverse(),
    "announcements: cards": lambda game: game["steps"][3]["announcements"][0]["cards"].pop(),
    "announcements: type": lambda game: game["steps"][14]["announcements"][0].update(
        type="has_at_least_one_of"
    ),
    "announcements: worlds_after": lambda game: game["steps"][3]["announcements"][0].update(
        worlds_after=20
    ),
    "remaining_worlds": lambda game: game["steps"][4]["remaining_worlds"].pop(),
    "cards_drawn": lambda game: game["steps"][15]["cards_drawn"].reverse(),
    "connection": lambda game: game["steps"][1].update(connection=["Madrid", "Roma"]),
    "action": lambda game: game["steps"][1].update(connection=["Brest", "Paris"]),
    "scores": lambda game: game["final"].update(scores=[32, 2, 16]),
    "trains_left": lambda game: game["final"].update(trains_left=[30, 31, 34]),
    "owned by 1": lambda game: game["final"]["owned"]["1"].pop(),
    "game over": lambda game: game["steps"].pop(),
}


@pytest.mark.parametrize("field", CHANGES)
def test_the_first_difference_is_named_by_step_and_field(field, tmp_path, capsys):
    assert main([broken(tmp_path, CHANGES[field])]) == 1
    heard = capsys.readouterr().err
    assert heard.count("\n") == 1
    assert f"{field}: " in heard
    assert "start: " in heard or "step " in heard or "final: " in heard


def test_fields_that_a_file_leaves_out_are_not_compared(tmp_path):
    def bare(game):
        for step in game["steps"]:
            for field in ("relations_per_agent_after", "turn", "drawn_from", "announcements"):
                step.pop(field, None)
            step.pop("remaining_worlds", None)
        del game["worlds_at_start"], game["relations_at_start"], game["final"]["owned"]

    assert main([broken(tmp_path, bare)]) == 0


@pytest.mark.parametrize("text", ["", "[]", '{"deal": {}}', '{"deal": {"0": []}}'])
def test_a_file_of_another_shape_is_one_line(text, tmp_path, capsys):
    path = tmp_path / "odd.json"
    path.write_text(text, encoding="utf-8")
    assert main([str(path)]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert main([str(tmp_path / "none.json")]) == 1
