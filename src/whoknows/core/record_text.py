"""The text of a record, as JSON lines: a header, one line per move, and how it ended.

{"format": "whoknows record 1", "game": "threecards", "seats": ["Anna", "Bram", "Cleo"],
 "agents": ["random", ...], "seed": 7}
{"by": "chance", "do": "deal b a c"}
{"by": "Anna", "do": "Anna: not a"}
{"scores": [1, 0, 1], "winners": ["Anna", "Cleo"], "digest": "..."}

The last line is {"stopped": 2, "digest": "..."} if a match was stopped after two moves. Older
records without winners, digests or seats can be read too: without seats, these have the names that
the rules give them. A seat may be given by its number.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from whoknows.core import schema
from whoknows.core.error import Error
from whoknows.core.notebook_box import drawn

FORMAT = "whoknows record 1"


@dataclass(frozen=True, slots=True)
class Move:
    """Who did what, as text."""

    by: str
    do: str


@dataclass(frozen=True, slots=True)
class Record:
    """A match that can be replayed; one without scores was stopped before its end.

    >>> from whoknows.core.record_text import Move
    >>> import whoknows as wk
    >>> moves = (Move("chance", "deal b a c"),)
    >>> record = wk.Record("threecards", ("random",) * 3, 7, moves, None)
    >>> [turn.model.count() for turn in wk.replay(record)]
    [6]
    """

    game: str
    agents: tuple[str, ...]
    seed: int | None  # None: not told
    moves: tuple[Move, ...]
    scores: tuple[float, ...] | None
    winners: tuple[str, ...] | None = None  # also None: not told
    source: str = field(default="record", compare=False)  # where it was read, for messages
    seats: tuple[str, ...] | None = None  # their names, in order; None: as the rules call them

    def _repr_html_(self) -> str | None:
        return drawn(self)


def written(record: Record) -> bytes:
    """The record as a file holds it."""
    seats = {} if record.seats is None else {"seats": record.seats}
    header = {"format": FORMAT, "game": record.game, **seats, "agents": record.agents}
    lines = [
        _line(header | {"seed": record.seed}),
        *(_line({"by": move.by, "do": move.do}) for move in record.moves),
    ]
    ending: dict[str, object] = {"scores": record.scores}
    if record.scores is None:
        ending = {"stopped": len(record.moves)}
    elif record.winners is not None:
        ending["winners"] = record.winners
    return b"".join(lines) + _line(ending | {"digest": sha256(b"".join(lines)).hexdigest()})


def parse(data: bytes, source: str = "record") -> Record:
    """Reads the lines, one at a time; whether the moves are legal is checked elsewhere."""
    first, *rest = _lines(data, source)
    with at_line(source, 1):
        header = _header(first)
    moves: list[Move] = []
    for number, line in enumerate(rest[:-1], start=2):
        with at_line(source, number):
            moves.append(_move(line))
    with at_line(source, len(rest) + 1):
        scores, winners = _ending(rest, len(moves))
    return Record(
        header.game,
        header.agents,
        header.seed,
        tuple(moves),
        scores,
        winners,
        source,
        header.seats,
    )


def check_digest(data: bytes, source: str) -> None:
    """An `Error` if the last line has a digest that does not match the lines before it."""
    lines = _lines(data, source)
    before = b"".join(line + b"\n" for line in lines[:-1])
    if schema.load(lines[-1]).get("digest") not in (None, sha256(before).hexdigest()):
        raise Error(f"{source}:{len(lines)}: the digest differs: the record was edited")


@contextmanager
def at_line(source: str, number: int) -> Iterator[None]:
    """Errors in this block belong to this line."""
    try:
        yield
    except Error as fault:
        raise Error(f"{source}:{number}: {fault}") from None


def _line(found: Mapping[str, object]) -> bytes:
    return json.dumps(found, ensure_ascii=False).encode() + b"\n"


def _lines(data: bytes, source: str) -> list[bytes]:
    if not data:
        raise Error(f"{source}:1: the file is empty")
    return data.removesuffix(b"\n").split(b"\n")


class _Header(NamedTuple):
    game: str
    agents: tuple[str, ...]
    seed: int | None
    seats: tuple[str, ...] | None


def _header(line: bytes) -> _Header:
    found = schema.load(line)
    if found.get("format", FORMAT) != FORMAT:
        raise Error(f"the format is {schema.short(found['format'])}; only {FORMAT!r} can be read")
    schema.check(found, _HEADER, "seats")
    seats = tuple(found["seats"]) if "seats" in found else None
    return _Header(found["game"], tuple(found["agents"]), found["seed"], seats)


def _move(line: bytes) -> Move:
    found = schema.load(line)
    if "scores" in found or "stopped" in found:
        raise Error("this ends the record, but more lines follow")
    schema.check(found, _MOVE)
    return Move(found["by"], found["do"])


def _ending(
    lines: list[bytes], moves: int
) -> tuple[tuple[float, ...] | None, tuple[str, ...] | None]:
    """Scores and winners, if the record has them."""
    found = _last(lines)
    if "scores" in found:
        schema.check(found, _SCORES, "winners", "digest")
        return tuple(found["scores"]), tuple(found["winners"]) if "winners" in found else None
    if "stopped" not in found:
        raise Error("the record is incomplete: its last line has neither 'scores' nor 'stopped'")
    schema.check(found, _STOPPED, "digest")
    if found["stopped"] != moves:
        raise Error(f"stopped after {found['stopped']} moves, but there are {moves}")
    return None, None


def _last(lines: list[bytes]) -> dict[str, Any]:
    try:
        return schema.load(lines[-1]) if lines else {}
    except Error as fault:
        raise Error(f"the record is incomplete, or its last line is damaged: {fault}") from None


_HEADER = {
    "format": schema.TEXT,
    "game": schema.TEXT,
    "seats": schema.TEXTS,
    "agents": schema.TEXTS,
    "seed": schema.WHOLE_OR_NULL,
}
_MOVE = {"by": schema.TEXT, "do": schema.TEXT}
_SCORES = {"scores": schema.NUMBERS, "winners": schema.TEXTS, "digest": schema.TEXT}
_STOPPED = {"stopped": schema.WHOLE, "digest": schema.TEXT}
