"""Other people's games that go wrong: one line with the place, and no harm to anybody else's."""

import pytest
from command import command

from whoknows.core.error import Error
from whoknows.table.server import view_cache

SOURCE = '''"""A game that goes wrong."""
from dataclasses import dataclass
from types import SimpleNamespace
from whoknows.kit import END, Card, CardGame, Deal, Move, Seat

@dataclass(frozen=True, slots=True)
class Guess(Move):
    text = "{seat} guesses {card}"
    seat: Seat
    card: Card

@dataclass(frozen=True)
class Nothing:
    turns: int = 0

def board(moments, step, front):
    raise ValueError("no paint left")

@dataclass(frozen=True)
class Broken(CardGame):
    draws: bool = True
    name = "broken"
    moves = (Guess,)
    deal = property(lambda self: Deal(self.hands(3), tuple("abc")))
    def begin(self): return Nothing()
    def turn(self, public): return public.turns
    def choices(self, public, sight): return [Guess(sight.name, card) for card in "abc"]
    def after(self, public, move, told):
        return Nothing(1 // public.turns)
    def page(self):
        return SimpleNamespace(board=board, labels=lambda m: [], rules=lambda g: "")

game = Broken
'''


@pytest.fixture
def broken(tmp_path, monkeypatch):
    info = tmp_path / "brokenhome-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: brokenhome\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[whoknows.games]\nbroken = brokenhome\n")
    (tmp_path / "brokenhome.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("broken")
def test_a_rule_that_raises_is_one_line_with_its_place():
    done = command("watch", "broken", "random")
    assert done.returncode == 2
    where = "(brokenhome.py, line 29, in after)"
    assert done.stderr.splitlines()[-1].endswith(f"integer division or modulo by zero {where}")
    assert "Traceback" not in done.stderr


def test_a_fault_of_ours_is_shown_as_one(monkeypatch):
    monkeypatch.setattr("whoknows.cli_match.play", lambda *_, **__: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        command("watch", "threecards", "random")


def test_agents_are_counted_before_anything_is_shown():
    done = command("watch", "threecards", "random", "random")
    assert done.stdout == ""
    assert "threecards needs 3 agents, one per seat, not 2" in done.stderr


@pytest.mark.usefixtures("broken")
def test_a_game_that_cannot_be_drawn_does_not_keep_the_table_from_looking_at_others(monkeypatch):
    seen, look_at = [], view_cache.look_at
    monkeypatch.setattr(view_cache, "look_at", lambda name: (seen.append(name), look_at(name)))
    with pytest.raises(Error, match="broken cannot be drawn: board raised ValueError: no paint"):
        look_at("broken")
    view_cache.prepare()
    assert seen[-1] != "broken"
