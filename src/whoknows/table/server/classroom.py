"""A class at one table: a screen in front asks a question, and people answer it on their phones.

A class has a short code, with which anybody may answer, and a key for the screen in front, which
alone may ask and show what was answered. It knows nothing of the game: question, choices and what
is right are sent by the screen in front, which knows no more than its viewer. Classes are kept in
memory, only so many of them, and only as long as the server runs.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock

from whoknows.core.error import Error
from whoknows.core.plural import some
from whoknows.table.server.game_store import StaleError
from whoknows.table.server.live_games import MissingError
from whoknows.table.server.seat_keys import ForbiddenError, digest

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so that no words come of them
CODE = 5  # letters
MOST_CLASSES = 100
MOST_PEOPLE = 300  # who answer one question


@dataclass
class Classroom:
    """One class, and the question that it is asked."""

    code: str
    digest: str  # of the key for the screen in front
    number: int = 0  # of the question; none has been asked before the first
    question: str = ""
    choices: tuple[str, ...] = ()
    answers: dict[str, int] = field(default_factory=dict)  # of each person the last one
    is_shown: bool = False
    right: int | None = None  # which choice follows from what is known, where one does

    def told(self) -> dict[str, object]:
        """What everyone in the class may see: how many have answered, and what once it is shown."""
        counts = [list(self.answers.values()).count(n) for n in range(len(self.choices))]
        return {
            "code": self.code,
            "number": self.number,
            "question": self.question,
            "choices": list(self.choices),
            "many": len(self.answers),
            "counts": counts if self.is_shown else None,
            "right": self.right if self.is_shown else None,
        }


class Classes:
    """All classes of a server; the one that was not used for longest makes room for a new one."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, Classroom] = OrderedDict()
        self._lock = Lock()

    def begin(self) -> tuple[str, str]:
        """A new class: its code, and the key for the screen in front, which is told only here."""
        key = secrets.token_urlsafe(18)
        with self._lock:
            code = self._new_code()
            self._open[code] = Classroom(code, digest(key))
            while len(self._open) > MOST_CLASSES:
                self._open.popitem(last=False)
        return code, key

    def told(self, code: str) -> dict[str, object]:
        with self._lock:
            return self._class(code).told()

    def ask(self, code: str, key: str | None, question: str, choices: tuple[str, ...]) -> int:
        """A new question, which nobody has answered; its number."""
        with self._lock:
            here = self._led(code, key)
            here.number += 1
            here.question, here.choices = question, choices
            here.answers, here.is_shown, here.right = {}, False, None
            return here.number

    def show(self, code: str, key: str | None, right: int | None) -> None:
        """Everyone sees what was answered, and nobody can answer any more."""
        with self._lock:
            here = self._led(code, key)
            _check_choice(here, right or 0)
            here.is_shown, here.right = True, right

    def answer(self, code: str, who: str, number: int, choice: int) -> None:
        """What somebody thinks; they may think again until it is shown."""
        with self._lock:
            here = self._class(code)
            if number != here.number or here.is_shown:
                raise StaleError("this question is over")
            _check_choice(here, choice)
            if who not in here.answers and len(here.answers) >= MOST_PEOPLE:
                raise Error(f"{some(MOST_PEOPLE, 'person')} have answered, and there is no room")
            here.answers[who] = choice

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE))
            if code not in self._open:
                return code

    def _class(self, code: str) -> Classroom:
        found = self._open.get(code.upper())
        if found is None:
            raise MissingError("there is no class with this code")
        self._open.move_to_end(found.code)
        return found

    def _led(self, code: str, key: str | None) -> Classroom:
        found = self._class(code)
        if key is None or not secrets.compare_digest(digest(key), found.digest):
            raise ForbiddenError("only the screen in front may do this")
        return found


def _check_choice(here: Classroom, choice: int) -> None:
    if not 0 <= choice < len(here.choices):
        raise Error(f"there is no choice {choice}, only {some(len(here.choices), 'choice')}")
