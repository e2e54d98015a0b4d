"""Inputs damaged by a hand or a disk: each is refused in one line or read, and in good time.

Files are damaged and read as in `tests/mutations.py`; questions and specs by the same changes.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from soak.proof import Lane, Proof
from soak.tests import of_tests
from whoknows.core import registry
from whoknows.core.chance import stream
from whoknows.core.error import Error

SECONDS = 10.0  # of a processor that any input may take
FILES = ("record", "board", "plan", "puzzle")
FORMULAS = (
    "K[0] has(1,a)",
    "C[0,1,2] ~has(0,b)",
    "[! has(0,a)] K[1] has(0,a)",
    "<! has(0,a) | has(1,b)> (E[0,1] has(0,a) <-> D[0,2] has(1,b))",
    "[!0,1: has(2,c)] Kw[1] has(2,c)",
    "M[1] (has(0,a) & ~has(2,f)) -> Kw[2] has(1,d)",
    "in(1,a) | Kv[0] world -> false",
)
SPECS = (
    "tickets(board=usa,seats=3)",
    "tickets(draw=on,deal=even,block=agent)",
    "boerenbridge(players=3,ranks=6,rounds=5-2,trump=turned)",
    "boerenbridge(deck=52)",
    "threecards(rounds=2)",
    "pimc(worlds=200)",
    "mcts(iterations=100,final=mean)",
    "full-kripke(as_original=on)",
    'scripted(moves="a b")',
    "uf-mcts(iterations=30,scaled=off)",
)


def check(kind: str, number: int) -> Counter[str]:
    rng = stream(number, "mutations", kind)
    data = of_tests("mutations").mutated(rng.choice(_sources(kind)), rng)
    with _limited(SECONDS):
        line = _refused(kind, data)
    if line is None:
        return Counter({"inputs": 1, "read": 1})
    assert line, "an error that says nothing"
    assert "\n" not in line, f"{line!r} is more than a line"
    line.encode()  # so that whoever prints it can
    return Counter({"inputs": 1, "refused": 1})


@cache
def _sources(kind: str) -> tuple[bytes, ...]:
    if kind in FILES:
        return tuple(of_tests("mutations").KINDS[kind].sources())
    return tuple(text.encode() for text in (FORMULAS if kind == "question" else SPECS))


def _refused(kind: str, data: bytes) -> str | None:
    """The line by which it is refused; None if it is read after all."""
    if kind in FILES:
        tests = of_tests("mutations")
        with TemporaryDirectory() as folder:
            found: str | None = tests.refused(tests.KINDS[kind], data, Path(folder))
            return found
    text = data.decode("utf-8", "surrogateescape")
    faults = [_fault(read, text) for read in READERS[kind]]
    return None if None in faults else faults[0]


def _fault(read: Callable[[str], object], text: str) -> str | None:
    try:
        read(text)
    except Error as fault:
        return str(fault)
    return None


def _ask(text: str) -> None:
    _model().where(text).count()


@cache
def _model() -> Any:
    import whoknows as wk

    return wk.deal({0: 2, 1: 2, 2: 2}, cards="abcdef").announce("has(1,a) | has(1,b)")


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Whatever takes longer is a fault; the time is that of this process."""

    def ring(*_: object) -> None:
        raise TimeoutError(f"more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


READERS: dict[str, tuple[Callable[[str], object], ...]] = {
    "question": (_ask,),
    "spec": (registry.game, registry.agent),  # one of them may take it
}
PROOF = Proof(
    "damaged inputs: each is refused in one line or read, within ten seconds",
    "inputs",
    {kind: Lane(100_000, 100) for kind in (*FILES, *READERS)},
    check,
)
