"""A person at the terminal: whole games typed line by line, questions, slips of the finger."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from command import Done, command
from rich.console import Console

from whoknows.core import registry
from whoknows.core.error import Error
from whoknows.core.law_positions import Position, seat_positions
from whoknows.core.match import view
from whoknows.core.record import read
from whoknows.games.tickets.moves import Take
from whoknows.games.tickets.terminal import position
from whoknows.terminal.action_menu import Menu
from whoknows.terminal.conversation import LeftError, Talk

SMALL = "tickets(board=small)"
ROUND = "boerenbridge(rounds=2)"


def play(*arguments: str, lines: str = "") -> Done:
    return command("play", *arguments, typed=lines)


@pytest.mark.parametrize(
    ("game", "others"),
    [
        ("threecards(rounds=2)", ["random", "random"]),
        (ROUND, ["full-kripke", "greedy", "random"]),
        (SMALL, ["greedy"]),
        ("tickets", ["kripke", "kripke"]),
    ],
)
def test_a_whole_game_is_played_by_numbers(game: str, others: list[str], tmp_path: Path) -> None:
    file = tmp_path / "played.jsonl"
    # There is always an action 1; a bid of one trick may be the one that is forbidden.
    lines = "1\n0\n" * 400
    done = play(game, "human", *others, "--seed", "5", "--record", str(file), lines=lines)
    assert done.returncode == 0, done.stderr
    scores, result = done.stdout.splitlines()
    assert scores.startswith("scores  ")
    assert re.match("result  .* (wins|share the win) with ", result)
    assert read(file).scores is not None
    assert "Anna is to move" in done.stderr or "N is to move" in done.stderr
    assert "Traceback" not in done.stderr


def test_what_others_hold_and_think_is_not_told() -> None:
    done = play("threecards", "human", "random", "random", "--seed", "3", lines="1\n")
    before_the_end = done.stderr.partition("Anna held")[0]
    assert "deal b ? ?" in before_the_end
    assert "Bram shows ? to Cleo" in before_the_end
    assert "as good as another" not in before_the_end  # the reason of the random agents


def test_results_stay_a_machines_to_read() -> None:
    done = play("threecards", "human", "random", "random", "--seed", "3", "--json", lines="1\n")
    assert [move["by"] for move in json.loads(done.stdout)["moves"]] == [
        "chance",
        "Anna",
        "Bram",
        "Cleo",
    ]


def test_everybody_may_be_a_person() -> None:
    done = play("threecards", "human", "--seed", "3", lines="\n1\n\n1\n\n1\n")
    assert done.returncode == 0, done.stderr
    for seat in ("Anna", "Bram", "Cleo"):
        assert f"Pass the keyboard to {seat}, then press Enter" in done.stderr
    before_the_first = done.stderr.partition("Pass the keyboard")[0]
    assert "deal ? ? ?" in before_the_first


def test_without_a_seed_every_game_is_another() -> None:
    games = [play("threecards", "human", "random", "random", "--json", lines="1\n") for _ in "ab"]
    first, second = (json.loads(game.stdout)["seed"] for game in games)
    assert first != second
    assert not any(str(first) in game.stderr for game in games)


def one_line(done: Done, code: int, *words: str) -> None:
    assert done.returncode == code, done
    assert done.stdout == ""
    last = done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in last


def test_who_leaves_keeps_the_record_so_far(tmp_path: Path) -> None:
    file = tmp_path / "left.jsonl"
    done = play("threecards(rounds=2)", "human", "random", "random", "--seed", "3",
                "--record", str(file), lines="1\nquit\n")  # fmt: skip
    one_line(done, 1, "whoknows: Anna left the table")
    assert len(read(file).moves) == 4


def test_where_nobody_types_it_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "ended.jsonl"
    done = play("threecards", "human", "random", "random", "--record", str(file))
    one_line(done, 1, "the input ended")
    assert len(read(file).moves) == 1


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_leaves_a_record(tmp_path: Path) -> None:
    file = tmp_path / "stopped.jsonl"
    words = ["play", "threecards", "human", "random", "random", "--record", str(file)]
    start = [sys.executable, "-m", "whoknows", *words]
    with subprocess.Popen(start, stdin=-1, stdout=-1, stderr=-1) as one:
        assert one.stderr is not None
        os.set_blocking(one.stderr.fileno(), False)
        told, end = b"", time.monotonic() + 600
        while b"Anna> " not in told:
            assert time.monotonic() < end, f"Anna is not asked within 10 minutes: {told!r}"
            time.sleep(0.1)
            told += one.stderr.read() or b""
        one.send_signal(signal.SIGINT)
        assert one.wait(timeout=600) == 130
        assert (one.stderr.read() or b"").strip() == b"whoknows: stopped"
    assert len(read(file).moves) == 1


def test_watching_shows_all_so_no_person_may_play() -> None:
    one_line(command("watch", "threecards", "human"), 2, "use play")


def talked(position: Position, *lines: str, state: object = None) -> str:
    """What is said to the seat to move until it leaves or acts; asked of a twin if one is given."""
    typed = iter(lines)

    def ask(prompt: str) -> str:
        told.write(prompt)
        return next(typed, "quit")

    told = StringIO()
    here = position.state if state is None else state
    seen = view(position.game, here, position.model, position.by)
    talk = Talk(seen, Console(file=told, width=120), ask, ["what happened"], Random(1))
    try:
        told.write(f"does {talk.action()}\n")
    except LeftError:
        told.write("left\n")
    return told.getvalue()


def first(spec: str, number: int = 0) -> Position:
    return [*seat_positions(registry.game(spec))][number]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("99", "there is no action 99 here; choose 1 to 4"),
        ("not", "2 actions begin like that"),
        ("shows Brom", "is neither an action here nor a formula; did you mean 'shows"),
        ("gibberish", "is neither an action here nor a formula; ? for help"),
        ("K[0", "column 4: expected ']'"),
        ("has(9,a)", "no seat 9"),
        ("why", "why what"),
        ("0 declares", "would say something that you do not know, or that is not true"),
        ("1: not a", "is not among the actions of Anna here"),
        ("deal a b c", "is not among the actions of Anna here"),
        ("? nothing", "no action has these"),
    ],
)
def test_a_slip_is_one_line_and_asked_again(typed: str, words: str) -> None:
    before = talked(first("threecards"))
    after = talked(first("threecards"), typed)
    assert after.startswith(before.removesuffix("left\n"))
    answer, left = after[len(before) - len("left\n") :].splitlines()
    assert words in answer
    assert left == "Anna> left"


def test_what_others_took_face_up_is_told_and_what_they_drew_blind_is_not() -> None:
    usa = registry.game("tickets(board=usa)")
    taken = next(
        at for at in seat_positions(usa) if at.by == 1 and isinstance(at.turn.choice.action, Take)
    )
    before = position(usa, usa.veil(taken.state, 0), 0)
    after = position(usa, usa.veil(taken.turn.after, 0), 0)
    colour = taken.turn.choice.action.colour
    assert not [line for line in before if "holds" in line]
    unseen = sum(taken.state.hands[1])
    told = [line for line in after if "holds" in line]
    assert told == [f"Bram holds      1 {colour} taken face up, and {unseen} cards unseen"]
    for twin in taken.twins(0):
        seen = position(usa, usa.veil(usa.apply(twin, taken.turn.choice.action), 0), 0)
        assert seen == after


def test_a_rule_is_named_where_one_forbids_an_action() -> None:
    told = talked(first(SMALL, 2), "claims A-E with 2 red")
    assert "'Anna claims A-E with 2 red':" in told


def test_questions_are_answered_from_what_the_seat_knows() -> None:
    at = first("threecards")
    own = at.world[0][0]
    other = next(card for card in "abc" if card != own)
    told = talked(at, f"has(0,{own})", f"has(1,{own})", f"has(1,{other})", f"why has(1,{other})")
    assert "Anna>   known true" in told
    assert "Anna>   known false" in told
    assert "Anna>   unknown (1 of 2)" in told
    assert f"Not so: you know that Bram has {other}. Still possible" in told


@pytest.mark.parametrize("typed", ["1", "not b", "NOT B", "0: not b", "  not   b ", "no b"])
def test_an_action_is_found_however_it_is_typed(typed: str) -> None:
    at = next(p for p in seat_positions(registry.game("threecards")) if p.world[0] == ["a"])
    assert talked(at, typed).endswith("does Anna: not b\n")


def test_bids_are_chosen_by_their_own_number() -> None:
    menu = Menu.of("W", ["W bids 0", "W bids 2", "W bids 3"])
    assert [item.number for item in menu.items] == [0, 2, 3]
    assert menu.range == "0, 2, 3"


def test_what_actions_have_in_common_is_told_once() -> None:
    asks = [f"Ann asks Ben for {one} or {other}" for one in ("tea", "milk") for other in "abcdef"]
    lines = Menu.of("Ann", [*asks, "Ann waits"]).lines()
    plain = [re.sub(r"\[.*?\]", "", line) for line in lines]
    assert plain[0].strip() == "asks Ben for"
    assert plain[1].split("   ")[:3] == ["", " 1) tea or a", "2) tea or b"]
    assert all(len(line) < 100 for line in plain)
    assert plain[-1].strip() == "13) waits"


@pytest.mark.parametrize("word", ["quit", "q", "exit"])
def test_one_leaves_in_a_word(word: str) -> None:
    done = play("threecards", "human", "random", "random", lines=f"{word}\n")
    assert done.stderr.endswith("Anna left the table\n")


def test_many_claims_are_told_in_short() -> None:
    at = next(p for p in seat_positions(registry.game("tickets(board=usa)"))
              if "claims" in str(p.game.actions(p.state)[0]))  # fmt: skip
    menu = Menu.of(at.game.seats[at.by], at.game.actions(at.state))
    assert len(menu.items) > 20
    assert len(menu.lines()) < 10
    assert menu.items[-1].verb == "claims"
    some = menu.items[-1]
    assert any(some.row in line for line in menu.about(some.row))


COMMANDS = ("?", "odds", "believe", "log", "look", 'K[1] has(0,"x")', "? a", "999", "gibberish")


@pytest.mark.parametrize("spec", ["threecards(rounds=2)", ROUND, SMALL, "tickets"])
def test_what_is_told_is_the_same_in_all_deals_that_the_seat_cannot_tell_apart(spec: str) -> None:
    game = registry.game(spec)
    for at in [*seat_positions(game)][:24]:
        facts = at.atoms()[:2]
        lines = (*COMMANDS, *facts, *(f"why K[{game.seats[at.by]}] {fact}" for fact in facts))
        told = talked(at, *lines)
        for twin in at.twins(at.by):
            assert talked(at, *lines, state=twin) == told


def test_a_hint_is_what_a_good_player_would_do() -> None:
    at = first(ROUND, 4)
    lines = ("hint", "believe full-kripke", "believe mixture has(E,AH)", "believe nonsense", "1")
    told = talked(at, *lines)
    assert "pimc would do: N: " in told
    assert "on average over" in told
    assert "this rests on what you know, not on what you might believe" in told
    assert "believed if the others play like full-kripke, not known (" in told
    assert "E has AH: " in told
    assert "no style nonsense here; believe one of full-kripke" in told
    for twin in at.twins(at.by):
        assert talked(at, *lines, state=twin) == told


def test_no_tournament_can_seat_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    at = first("threecards")
    person = registry.agent("human")
    assert person.asks  # type: ignore[attr-defined]
    with pytest.raises(Error, match="needs somebody to type"):
        person.choose(view(at.game, at.state, at.model, at.by), Random(1))


def test_help_odds_log_and_panel_tell_what_the_seat_knows() -> None:
    at = first("threecards")
    own = at.world[0][0]
    told = talked(at, "?", "odds", "log")
    assert "you consider 2 of 6 worlds possible" in told
    assert f"K[Bram] has(Anna,{own})" in told  # how to ask
    assert "leave the table" in told
    table, _, log = told.partition("what you know (2 worlds)")[2].partition("Anna> ")
    shares = {line.split()[0]: line.split()[1:] for line in table.splitlines()[2:] if line.strip()}
    assert shares == {c: ["✓", "·", "·"] if c == own else ["·", "1/2", "1/2"] for c in "abc"}
    assert "what happened" in log
