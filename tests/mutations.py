"""Spoilt copies of records, boards, plans and puzzles, as a hand or another program may make them.

    for number in range(1000):
        data = mutated(source, Random(number))
        fault = refused(KINDS["record"], data, folder)   # None: it was read

A copy has one to four spoilt places: numbers that are far too large, names and values taken from
elsewhere, lines left out or repeated, nesting without end, bytes that are no text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

from whoknows.core.error import Error

ROOT = Path(__file__).parents[1]
NUMBER = re.compile(rb"-?\d+(\.\d+)?")
WORD = re.compile(rb"[A-Za-z_][\w-]*")
VALUE = re.compile(rb'"[^"\n]*"|-?\d+(\.\d+)?|true|false')
NUMBERS = (
    b"0", b"-1", b"1", b"2", b"7", b"13", b"40", b"99", b"300", b"5000", b"100000", b"1000000",
    b"1000000000", b"9223372036854775808", b"1e9", b"1e400", b"-1e18", b"0.5", b"nan", b"inf",
    b"9" * 400, b"9" * 5000, b"0x" + b"f" * 300,
)  # fmt: skip
TEXTS = (
    b'""', b'"\\ud800"', b'"\\u0000"', b'"' + b"a" * 3000 + b'"', b"[" * 2000, b"{" * 2000,
    b"[" * 90 + b"]" * 90, b"true", b"null", b'"K[0] ' + b"~" * 900 + b'true"',
    b'"' + b"(" * 900 + b'"', b'"' + b"has(0,a) | " * 300 + b'true"', b"\xff\xfe", b"\x00",
)  # fmt: skip

SPECS = (
    "threecards(rounds=2)",
    "tickets(board=small,seats=2)",
    "tickets(seats=3,hand=3,block=agent,draw=on)",
    "tickets(seats=4,hand=2,deal=even)",
    "tickets(board=usa,seats=5)",
    "boerenbridge(players=3,rounds=1-2,deck=52,trump=turned)",
    "boerenbridge(rounds=2,ranks=5)",
)


def mutated(source: bytes, rng: Random) -> bytes:
    """A copy with a few spoilt places."""
    data = source
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        data = rng.choice(MUTATORS)(data, rng)
    return data


def _number(data: bytes, rng: Random) -> bytes:
    return _replaced(data, NUMBER, rng.choice(NUMBERS), rng)


def _value(data: bytes, rng: Random) -> bytes:
    return _replaced(data, VALUE, rng.choice(TEXTS + NUMBERS), rng)


def _swapped(data: bytes, rng: Random) -> bytes:
    """A word or value that stands elsewhere in the text."""
    kind = rng.choice((WORD, VALUE))
    there = [found[0] for found in kind.finditer(data)]
    return _replaced(data, kind, rng.choice(there), rng) if there else data


def _line(data: bytes, rng: Random) -> bytes:
    """A line is left out, repeated, moved, or repeated many times."""
    lines = data.split(b"\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    line = lines.pop(at)
    lines[to:to] = [line] * rng.choice((0, 1, 2, 2, 200))
    return b"\n".join(lines)


def _byte(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + bytes([rng.randrange(256)]) + data[at + rng.randrange(2) :]


def _cut(data: bytes, rng: Random) -> bytes:
    """A piece is lost, or repeated."""
    start = rng.randrange(len(data) + 1)
    end = min(len(data), start + rng.choice((1, 5, 40, 400)))
    return data[:start] + data[start:end] * rng.choice((0, 0, 2, 50)) + data[end:]


def _replaced(data: bytes, kind: re.Pattern[bytes], by: bytes, rng: Random) -> bytes:
    there = list(kind.finditer(data))
    if not there:
        return data
    found = rng.choice(there)
    return data[: found.start()] + by + data[found.end() :]


MUTATORS = (_number, _number, _value, _swapped, _swapped, _line, _byte, _cut)


@dataclass(frozen=True)
class Kind:
    """A kind of input: what is spoilt, and what reads it."""

    ending: str
    sources: Callable[[], list[bytes]]
    read: Callable[[Path], object]


def refused(kind: Kind, data: bytes, folder: Path) -> str | None:
    """The line by which it is refused; None if it is read after all."""
    file = folder / f"spoilt{kind.ending}"
    file.write_bytes(data)
    try:
        kind.read(file)
    except Error as fault:
        return str(fault)
    return None


def _record(file: Path) -> None:
    from whoknows.core.record import read, replay

    for _ in replay(read(file)):
        pass


def _board(file: Path) -> None:
    from whoknows.core.law_positions import AnyLegal
    from whoknows.core.match import play
    from whoknows.core.registry import game

    rules = game(f'tickets(board="{file}")')
    for _ in islice(play(rules, [AnyLegal() for _ in rules.seats], seed=1), 6):
        pass


def _plan(file: Path) -> None:
    from whoknows.arena.running.plan import read

    read(file)


def _puzzle(file: Path) -> None:
    from whoknows.puzzle import puzzle

    found = puzzle(file)
    for case in islice(found.cases, 2):
        list(found.check(case))


def _files(*patterns: str) -> Callable[[], list[bytes]]:
    return lambda: [file.read_bytes() for one in patterns for file in sorted(ROOT.glob(one))]


def _records() -> list[bytes]:
    """The documented game, and a short one of each other kind."""
    from whoknows.core.law_positions import AnyLegal
    from whoknows.core.match import play
    from whoknows.core.record_text import written
    from whoknows.core.recorder import Tape
    from whoknows.core.registry import game

    found = _files("examples/*.jsonl")()
    for spec in SPECS:
        rules = game(spec)
        tape = Tape(rules, ["random" for _ in rules.seats], 3)
        for turn in islice(play(rules, [AnyLegal() for _ in rules.seats], seed=3), 12):
            tape.add(turn)
        found.append(written(tape.record()))
    return found


KINDS: Mapping[str, Kind] = {
    "record": Kind(".jsonl", _records, _record),
    "board": Kind(".toml", _files("src/whoknows/games/tickets/boards/*.toml"), _board),
    "plan": Kind(".toml", _files("examples/plans/*.toml"), _plan),
    "puzzle": Kind(".toml", _files("puzzles/*.toml"), _puzzle),
}
