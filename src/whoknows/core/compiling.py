"""What is being compiled just now, for whoever shows it.

A search that runs for the first time is compiled, which takes up to a minute. Whoever makes people
wait for it can tell them how far it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[str], None]
_listeners: list[Listener] = []


@contextmanager
def watched(listener: Listener) -> Iterator[None]:
    """Meanwhile the listener hears what is compiled, in words."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


class Progress:
    """How many parts were compiled for what is compiled now."""

    def __init__(self) -> None:
        self.parts = 0

    def part(self) -> None:
        """Another one is done."""
        self.parts += 1
        _tell(f"compiling, once: {self.parts} part{'s' * (self.parts != 1)} so far")

    def whole(self) -> None:
        """All parts there are; what is left takes about as long."""
        _tell(f"compiling, once: putting {self.parts} parts together")


def _tell(line: str) -> None:
    for listener in tuple(_listeners):
        listener(line)


progress = Progress()
