"""One game on the table: what is done in it, and how it goes on.

Every change is stored before it is seen.
"""

from __future__ import annotations

from dataclasses import replace
from secrets import randbits

from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END
from whoknows.core.match import Course, Turn, objection, who
from whoknows.table.messages import Loss
from whoknows.table.played import Played
from whoknows.table.seats import ForbiddenError
from whoknows.table.store import Done, Kept, StaleError, Store

MOST_MOVES = 4000  # of one game


class Table(Played):
    """One game that is played here."""

    def __init__(self, kept: Kept, store: Store) -> None:
        super().__init__(kept)
        self._store = store

    # what is done

    def begin(self, kept: Kept) -> None:
        """A new game is stored with what chance brings first: there is none without its deal."""
        with self.lock:
            turns = self._drawn()
            moves = tuple(self._done(turn) for turn in turns)
            self.version, self.over = int(bool(turns)), self._is_over
            self._store.begin(
                replace(kept, version=self.version, waits=self._waits, over=self.over, moves=moves)
            )
            self.turns += turns

    def act(self, held: tuple[int, ...], version: int, text: str) -> int:
        """A person's action; the new version."""
        with self.lock:
            self._check(version)
            self._check_turn(held)
            action = self.game.parse(text)
            if fault := objection(self.game, self._course.state, self._course.model, action):
                raise Error(f"not legal: {fault}")
            return self._take(Choice(action))

    def accept(self, version: int, done: Done) -> int:
        """An agent's move; the new version."""
        with self.lock:
            self._check(version)
            action = self.game.parse(done.do)
            if fault := objection(self.game, self._course.state, self._course.model, action):
                raise Error(f"not legal: {fault}")
            return self._take(Choice(action, done.reasons))

    def undo(self, held: tuple[int, ...], version: int) -> int:
        """Goes back to the only person's last decision, and takes back what came of it.

        Who does so has seen an answer: that is between this person and the agents. What chance
        and the agents do from here on is drawn anew, so that it does not come true once more.
        """
        with self.lock:
            self._check(version)
            if len(self.humans) != 1:
                raise ForbiddenError("undo is only available when you are the only human player")
            if held != self.humans:
                raise ForbiddenError("you need a seat's secret link to take a move back")
            mine = [n for n, turn in enumerate(self.turns) if turn.by == self.humans[0]]
            if not mine:
                raise StaleError("there is nothing to take back yet")
            seed = randbits(128)
            self.version = self._store.cut(self.id, self.version, mine[-1], seed)
            self.seed = seed
            self._cut(mine[-1])
            return self.version

    def stop(self, held: tuple[int, ...], version: int, why: str) -> int:
        """Ends the game where it is."""
        with self.lock:
            self._check(version)
            if self.humans and not held:
                raise ForbiddenError("you need a seat's secret link to end this game")
            return self.fail(why)

    def fail(self, why: str) -> int:
        """The game cannot go on."""
        with self.lock:
            self.version = self._store.stop(self.id, self.version, why)
            self.over, self.ended = True, why
            return self.version

    def analysed(self, found: list[Loss]) -> int:
        """What each move lost, once somebody has worked it out."""
        with self.lock:
            self.version = self._store.analyse(self.id, self.version, found)
            self.analysis = tuple(found)
            return self.version

    # below

    def settle(self) -> None:
        """Chance moves, where it is its turn."""
        with self.lock:
            if not self.over and self._course.by == CHANCE:
                self._take(None)

    def _drawn(self) -> list[Turn[object, object]]:
        """What chance brings now."""
        turns = []
        while self._course.by == CHANCE:
            turns.append(self._course.drawn())
        return turns

    @property
    def _is_over(self) -> bool:
        return self._course.by == END

    @property
    def _waits(self) -> bool:
        """For a person, or for nobody."""
        return self._is_over or self._course.by in self.humans

    def _take(self, choice: Choice[object] | None) -> int:
        """The move and what chance brings then, all stored together."""
        try:
            turns = [] if choice is None else [self._course.take(choice)]
            turns += self._drawn()
            done, at, over = [self._done(turn) for turn in turns], len(self.turns), self._is_over
            self.version = self._store.add(
                self.id, self.version, at, done, waits=self._waits, over=over
            )
        except BaseException:
            self._again()
            raise
        self.turns += turns
        self.over = over
        if len(self.turns) >= MOST_MOVES and not over:
            self.fail(f"games at this table stop after {MOST_MOVES:,} moves")
        return self.version

    def _cut(self, at: int) -> None:
        del self.turns[at:]
        for story in self._stories.values():
            del story[at + 1 :]  # it begins with step 0
        for log in self._logs.values():
            del log[at:]
        self._again()

    def _again(self) -> None:
        self._course = Course(self.game, self.seed or 0, self.turns)
        self._last.clear()

    def _done(self, turn: Turn[object, object]) -> Done:
        return Done(who(self.game, turn.by), str(turn.choice.action), turn.choice.reasons)

    def _check(self, version: int) -> None:
        if self.over:
            raise StaleError("the game is over")
        if version != self.version:
            raise StaleError(
                f"the game has moved on; it is at version {self.version}, not {version}"
            )

    def _check_turn(self, held: tuple[int, ...]) -> None:
        if not held:
            raise ForbiddenError("you need a seat's secret link to play")
        if self._course.by not in held:
            raise ForbiddenError(f"it is {who(self.game, self._course.by)}'s turn")
