"""How long agents think: CPU time of each decision, and an end to those that take too long."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from time import monotonic, thread_time

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.game import Action, Game, State


class TooLongError(Exception):
    """A decision took longer than the plan allows."""


@dataclass(frozen=True, slots=True)
class Spent:
    """CPU seconds, and how many decisions took them."""

    decisions: int = 0
    seconds: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.decisions + other.decisions, self.seconds + other.seconds)


class Clocked(Agent):
    """An agent whose decisions are timed, and stopped after this many seconds on the clock."""

    def __init__(self, agent: Agent, limit: float | None = None) -> None:
        self.agent, self.limit, self.spent = agent, limit, Spent()

    @property
    def name(self) -> str:
        return self.agent.name

    @property
    def cheats(self) -> bool:
        return self.agent.cheats

    @property
    def timed(self) -> bool:
        return self.agent.timed

    def refusal(self, game: Game[State, Action]) -> str:
        return self.agent.refusal(game)

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Action]:
        began = thread_time()
        try:
            with _within(self.limit):
                choice = self.agent.choose(view, rng)
        except TooLongError:
            raise TooLongError(f"took longer than {self.limit:g} seconds") from None
        self.spent += Spent(1, thread_time() - began)
        return choice


@contextmanager
def _within(seconds: float | None) -> Iterator[None]:
    """Raises TooLongError after this many seconds: at once in Python code, or as soon as compiled
    code returns."""
    if seconds is None:
        yield
        return
    began = monotonic()
    watch = _Watch(threading.get_ident(), seconds)
    try:
        yield
    finally:
        watch.cancel()
    if monotonic() - began > seconds:
        raise TooLongError


class _Watch:
    """Interrupts a thread unless it is called off first, and never after that."""

    def __init__(self, thread: int, seconds: float) -> None:
        self._thread, self._lock, self._is_off = thread, threading.Lock(), False
        self._timer = threading.Timer(seconds, self._interrupt)
        self._timer.daemon = True
        self._timer.start()

    def cancel(self) -> None:
        with self._lock:
            self._is_off = True
        self._timer.cancel()

    def _interrupt(self) -> None:
        with self._lock:
            if not self._is_off:
                name = ctypes.c_ulong(self._thread)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(name, ctypes.py_object(TooLongError))
