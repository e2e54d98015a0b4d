"""Records replay, and whatever is wrong with one is told in one line: file, line, what."""

import json
from hashlib import sha256

import pytest

from whoknows.core import schema
from whoknows.core.error import Error
from whoknows.core.match import play
from whoknows.core.record import Move, Record, read, replay
from whoknows.core.record_text import parse, written
from whoknows.core.recorder import recording
from whoknows.core.registry import agent, game

HEADER = {
    "format": "whoknows record 1",
    "game": "threecards",
    "agents": ["random", "random", "random"],
    "seed": 7,
}
MOVES = [
    {"by": "chance", "do": "deal a b c"},
    {"by": "0", "do": "0: not c"},
    {"by": "1", "do": "1 declares"},
]
SCORES = {"scores": [-1, 2, -1]}
GOOD = [HEADER, *MOVES, SCORES]


def data(lines):
    """Lines, given as objects or as they stand, as a file has them."""
    texts = (line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
    return b"".join(text + b"\n" for text in texts)


@pytest.fixture
def fault(tmp_path):
    """What the reader says of a file with this content, less the name of the file."""

    def said(content):
        path = tmp_path / "match.jsonl"
        path.write_bytes(content if isinstance(content, bytes) else data(content))
        with pytest.raises(Error) as caught:
            read(path)
        message = str(caught.value)
        assert "\n" not in message
        assert len(message) < 300 + len(str(path))
        return message.removeprefix(f"{path}:")

    return said


def test_a_record_written_by_hand_is_read_and_replayed(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_bytes(data(GOOD))
    record = read(path)
    assert record.game == "threecards"
    assert record.moves[2] == Move("1", "1 declares")
    assert record.scores == (-1, 2, -1)
    assert [turn.model.count() for turn in replay(record)] == [6, 4, 2]


def test_text_and_value_round_trip():
    moves = (Move("chance", "deal a b c"), Move("0", "0: not c"))
    stopped = Record("threecards", ("random", "random", "Zoë"), None, moves, None)
    over = Record("threecards", ("a", "b", "c"), 7, moves, (0, 0.5, -1))
    won = Record("threecards", ("a", "b", "c"), 7, moves, (0, 0.5, 0.5), ("1", "2"))
    for record in (stopped, over, won):
        assert parse(written(record)) == record


def test_winners_are_told_and_checked_and_older_records_do_without(tmp_path, fault):
    path = tmp_path / "match.jsonl"
    path.write_bytes(data([*GOOD[:4], SCORES | {"winners": ["1"]}]))
    assert read(path).winners == ("1",)
    path.write_bytes(data(GOOD))
    assert read(path).winners is None
    for wrong in (["0"], ["1", "2"], [], ["1", "1"], ["nobody" * 99]):
        said = fault([*GOOD[:4], SCORES | {"winners": wrong}])
        assert said.startswith("5: by the rules the winners are ['1'], not [")


def test_winners_in_a_record_are_those_of_the_tie_breaks(tmp_path, fault):
    """Both have -3 points, and no ticket completed."""
    rules, path = game("tickets(board=small)"), tmp_path / "tie.jsonl"
    with recording(path, rules, [agent("random")] * 2, seed=9) as tape:
        for turn in play(rules, [agent("random")] * 2, seed=9):
            tape.add(turn)
    assert (read(path).scores, read(path).winners) == ((-3, -3), ("Anna",))
    shared = path.read_bytes().replace(b'"winners": ["Anna"]', b'"winners": ["0", "Bram"]')
    assert fault(shared).endswith(": by the rules the winners are ['Anna'], not ['0', 'Bram']")


def test_the_digest_is_of_all_lines_before_it():
    text = written(Record("threecards", ("a", "b", "c"), 7, (Move("chance", "deal a b c"),), None))
    before, _, last = text.removesuffix(b"\n").rpartition(b"\n")
    assert json.loads(last) == {"stopped": 1, "digest": sha256(before + b"\n").hexdigest()}


def test_lines_may_end_as_on_windows_and_the_last_newline_may_be_missing(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_bytes(data(GOOD).replace(b"\n", b"\r\n").removesuffix(b"\r\n"))
    assert len(read(path).moves) == 3


# Files that are no records


def test_a_missing_file(tmp_path):
    with pytest.raises(Error, match=r"none\.jsonl: cannot be read: No such file or directory"):
        read(tmp_path / "none.jsonl")


def test_a_directory(tmp_path):
    with pytest.raises(Error, match=f"{tmp_path}: cannot be read: Is a directory"):
        read(tmp_path)


def test_a_path_that_cannot_be():
    with pytest.raises(Error, match="cannot be read: embedded null byte"):
        read("a\0b")


def test_a_file_that_is_far_too_large(tmp_path, monkeypatch):
    monkeypatch.setattr(schema, "LIMIT", 1024**2)
    path = tmp_path / "match.jsonl"
    path.write_bytes(b" " * (1024**2 + 1))
    with pytest.raises(Error, match="too large: over 1 MiB"):
        read(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "1: the file is empty"),
        (b"\n", "1: not JSON: Expecting value at column 1"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "1: not UTF-8 text, at byte 1"),
        (b"Dear diary,\n", "1: not JSON: Expecting value at column 1"),
        (b"[1, 2]\n", "1: not a JSON object"),
        (b"{}\n", "1: missing field 'format'"),
        (b'{"a":' + b"[" * 200_000 + b"\n", "1: JSON nested too deeply"),
        (b'{"seed": ' + b"9" * 5000 + b"}\n", "1: a number is too long"),
    ],
)
def test_a_file_of_another_kind(fault, content, message):
    assert fault(content) == message


# Lines that are wrong by themselves


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "whoknows record 2"}, "the format is 'whoknows record 2'; only 'whoknows "),
        ({"format": 1}, "the format is 1; only 'whoknows record 1' can be read"),
        ({"game": None}, "field 'game' must be text, not None"),
        ({"agents": "random"}, "field 'agents' must be a list of texts, not 'random'"),
        ({"agents": [1, 2, 3]}, "field 'agents' must be a list of texts, not [1, 2, 3]"),
        ({"agents": ["random"]}, "threecards(names=0-1-2) needs 3 agents, one per seat, not 1"),
        ({"seed": True}, "field 'seed' must be a whole number or null, not True"),
        ({"seed": 1.5}, "field 'seed' must be a whole number or null, not 1.5"),
        ({"colour": "red"}, "unknown field 'colour'"),
        ({"game": "threecard"}, "there is no game called threecard; did you mean threecards?"),
        ({"game": "threecards(rounds=x)"}, "column 12: rounds takes a whole number, not 'x'"),
    ],
)
def test_a_bad_header(fault, change, message):
    said = fault([HEADER | change, *MOVES, SCORES])
    assert said.startswith("1: ")
    assert message in said


@pytest.mark.parametrize("name", HEADER)
def test_a_header_without_a_field(fault, name):
    header = {key: value for key, value in HEADER.items() if key != name}
    assert fault([header, *MOVES, SCORES]) == f"1: missing field {name!r}"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "3: not JSON: Expecting value at column 1"),
        (b'{"by": "0"', "3: not JSON: Expecting ',' delimiter at column 11"),
        (b'"0: not c"', "3: not a JSON object"),
        (b"\xff", "3: not UTF-8 text, at byte 1"),
        ({"by": "0"}, "3: missing field 'do'"),
        ({"do": "0: not c"}, "3: missing field 'by'"),
        ({"by": "0", "do": "0: not c", "why": ""}, "3: unknown field 'why'"),
        ({"by": 0, "do": "0: not c"}, "3: field 'by' must be text, not 0"),
        (b'{"by": "0", "by": "1", "do": "0: not c"}', "3: field 'by' is given twice"),
        (b'{"by": "0", "do": NaN}', "3: not JSON: NaN is not a number"),
        (SCORES, "3: this ends the record, but more lines follow"),
        ({"stopped": 1}, "3: this ends the record, but more lines follow"),
    ],
)
def test_a_bad_line(fault, line, message):
    assert fault([*GOOD[:2], line, *GOOD[3:]]) == message


# Moves that the rules refuse


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ({"by": "1", "do": "1: not a"}, "3: it is 0's turn, but this line is by '1'"),
        ({"by": "chance", "do": "deal a b c"}, "3: it is 0's turn, but this line is by 'chance'"),
        ({"by": "0", "do": "0: not d"}, "3: '0: not d' is not an action of threecards"),
        ({"by": "0", "do": "0: not a"}, "3: illegal: '0: not a' is not among the actions of 0"),
        (
            {"by": "0", "do": "0 declares"},
            "3: illegal: '0 declares' would say something false: 0 k",
        ),
    ],
)
def test_a_move_that_the_rules_refuse(fault, move, message):
    assert fault([HEADER, MOVES[0], move, MOVES[2], SCORES]).startswith(message)


def test_chance_that_cannot_be(fault):
    move = {"by": "chance", "do": "0: not c"}
    assert fault([HEADER, move, SCORES]) == "2: illegal: chance cannot bring '0: not c' here"


def test_a_move_after_the_end(fault):
    more = {"by": "2", "do": "2: not a"}
    said = fault([*GOOD[:4], more, SCORES])
    assert said == "5: the game is over, but another move follows"


# Endings


@pytest.mark.parametrize("lines", [1, 2, 3, 4])
def test_a_record_cut_short_between_lines(fault, lines):
    assert fault(GOOD[:lines]).startswith(f"{lines}: the record is incomplete: its last line has n")


def test_a_record_cut_short_anywhere_is_never_read(fault):
    whole = written(Record("threecards", ("a", "b", "c"), 7, MOVED, (-1, 2, -1)))
    for length in range(len(whole) - 1):
        assert fault(whole[:length])


@pytest.mark.parametrize(
    ("ending", "message"),
    [
        ({"scores": [-1, 2, 0]}, "5: by the rules the scores are [-1, 2, -1], not [-1, 2, 0]"),
        ({"scores": [-1, 2]}, "5: by the rules the scores are [-1, 2, -1], not [-1, 2]"),
        ({"scores": "won"}, "5: field 'scores' must be a list of numbers, not 'won'"),
        ({"scores": [True, 2, -1]}, "5: field 'scores' must be a list of numbers, not [True, 2"),
        (b'{"scores": [Infinity, 2, -1]}', "5: the record is incomplete, or its last line is da"),
        ({"stopped": 3}, "5: it says 'stopped', but the game was over: its scores belong here"),
        ({"stopped": 2}, "5: stopped after 2 moves, but there are 3"),
        ({"stopped": None}, "5: field 'stopped' must be a whole number, not None"),
        (SCORES | {"stopped": 3}, "5: unknown field 'stopped'"),
        (SCORES | {"winners": "1"}, "5: field 'winners' must be a list of texts, not '1'"),
        (SCORES | {"winners": [1]}, "5: field 'winners' must be a list of texts, not [1]"),
        ({"stopped": 3, "winners": ["1"]}, "5: unknown field 'winners'"),
        ({"winners": ["1"]}, "5: the record is incomplete: its last line has neither 'scores' nor"),
        (SCORES | {"digest": 5}, "5: field 'digest' must be text, not 5"),
        (SCORES | {"digest": "0" * 64}, "5: the digest differs: the record was edited"),
    ],
)
def test_a_bad_ending(fault, ending, message):
    assert fault([*GOOD[:4], ending]).startswith(message)


def test_scores_before_the_end(fault):
    said = fault([*GOOD[:3], {"scores": [0, 0, 0]}])
    assert said == "4: it has scores, but the game is not over: it is 1's turn"


def test_an_edited_record_is_noticed(fault):
    whole = written(Record("threecards", ("a", "b", "c"), 7, MOVED, (-1, 2, -1)))
    assert fault(whole.replace(b'"seed": 7', b'"seed": 8')) == "5: " + (
        "the digest differs: the record was edited"
    )


MOVED = tuple(Move(**move) for move in MOVES)
