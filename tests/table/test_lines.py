"""The lobby's list: how far games are, and nothing that is not for everybody."""

from __future__ import annotations

import time
from pathlib import Path

import whoknows as wk
from whoknows.core.match import who
from whoknows.table.server.game_ids import begun, new_id
from whoknows.table.server.game_store import Done, GameStore, StoredGame
from whoknows.table.server.live_games import LiveGames
from whoknows.table.server.lobby import AT_A_TIME

RECORD = wk.read("examples/documented.jsonl")
MOVES = tuple(Done(move.by, move.do) for move in RECORD.moves)
PUBLIC = {
    "id", "game", "agents", "version", "over", "ended", "humans", "begun", "moves", "moving",
    "winners", "words",
}  # fmt: skip


def line(
    folder: Path, moves: tuple[Done, ...], *, over: bool, ended: str = ""
) -> dict[str, object]:
    """The line of a game that was stored so."""
    store = GameStore(folder / "table.sqlite")
    agents = ("human", *RECORD.agents[1:])
    store.begin(StoredGame(new_id(), RECORD.game, agents, 1, {}, 3, True, over, ended, None, moves))
    (told,) = LiveGames(store).lines.told()
    store.close()
    return told


def test_a_finished_game_has_winners_and_nobody_to_move(tmp_path: Path) -> None:
    told = line(tmp_path, MOVES, over=True)
    assert (told["moves"], told["moving"], told["winners"]) == (len(MOVES), None, ("Anna",))


def test_a_tie_goes_as_the_rules_say_whether_the_game_is_open_or_not(tmp_path: Path) -> None:
    """Both have -3 points; 0 has the longer trail."""
    game, agents = wk.game("tickets(board=small)"), [wk.agent("random")] * 2
    moves = tuple(
        Done(who(game, turn.by), str(turn.choice.action)) for turn in wk.play(game, agents, seed=9)
    )
    store = GameStore(tmp_path / "table.sqlite")
    kept = StoredGame("tie", game.spec, ("random",) * 2, 9, {}, 3, True, True, moves=moves)
    store.begin(kept)
    tables = LiveGames(store)
    assert tables.lines.told()[0]["winners"] == ("Anna",)
    table = tables.table("tie")
    assert table.scores == (-3, -3)
    assert tables.lines.told()[0]["winners"] == ("Anna",)
    store.close()


def test_a_running_game_tells_whose_turn_it_is_and_no_winner(tmp_path: Path) -> None:
    told = line(tmp_path, MOVES[:8], over=False)
    assert (told["moves"], told["moving"], told["winners"]) == (8, "Cleo", ())
    assert set(told) == PUBLIC


def test_a_stopped_game_has_no_winner(tmp_path: Path) -> None:
    told = line(tmp_path, MOVES[:8], over=True, ended="it was stopped early")
    assert (told["moving"], told["winners"]) == (None, ())


def test_the_list_follows_the_game(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "table.sqlite")
    tables = LiveGames(store)
    table, _ = tables.begin("threecards(rounds=2)", ["human", "human", "human"], None)
    before = tables.lines.told()[0]
    assert (before["moves"], before["moving"]) == (1, "Anna")
    table.act((0,), table.version, str(table.moment(0).actions[0]))
    after = tables.lines.told()[0]
    assert (after["moves"], after["moving"]) == (2, "Bram")
    store.close()


def test_a_game_that_cannot_be_read_any_more_is_listed_all_the_same(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "table.sqlite")
    store.begin(StoredGame("old", "nosuchgame", ("random",), 1, moves=MOVES[:2]))
    (told,) = LiveGames(store).lines.told()
    assert (told["moves"], told["moving"], told["begun"]) == (2, None, None)
    store.close()


def test_a_name_tells_when_it_was_given() -> None:
    before = time.time()
    told = begun(new_id())
    assert told is not None
    assert before - 1 <= told <= time.time() + 1  # it is told in whole seconds
    assert begun("TqKsa1D75GB2") is None
    assert new_id() != new_id()


def test_a_long_list_is_there_at_once_and_complete_in_the_end(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "table.sqlite")
    for _ in range(AT_A_TIME + 3):
        store.begin(
            StoredGame(new_id(), RECORD.game, RECORD.agents, 1, {}, 3, True, True, moves=MOVES)
        )
    lines = LiveGames(store).lines
    known = [[told["moves"] for told in lines.told()] for _ in range(2)]
    assert known[0] == [len(MOVES)] * AT_A_TIME + [None] * 3
    assert known[1] == [len(MOVES)] * (AT_A_TIME + 3)
    store.close()
