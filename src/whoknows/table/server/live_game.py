"""One game on the table: what is done in it, and how it goes on.

Every change is stored before it is seen. What is known is worked out here only as long as that is
sure to be little work (`Light`): a move in a large game is tried out by another process first.
"""

from __future__ import annotations

from dataclasses import replace
from secrets import randbits

from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END
from whoknows.core.legal_actions import objection
from whoknows.core.match import FORCED, Turn, who
from whoknows.table.messages import Loss, Trial
from whoknows.table.server.game_history import GameHistory
from whoknows.table.server.game_store import Done, GameStore, StaleError, StoredGame
from whoknows.table.server.light_course import Light
from whoknows.table.server.seat_keys import ForbiddenError

MOST_MOVES = 4000  # of one game


class LiveGame(GameHistory):
    """One game that is played here."""

    _course: Light

    def __init__(self, kept: StoredGame, store: GameStore) -> None:
        super().__init__(kept)
        self._store = store

    # what is done

    def begin(self, kept: StoredGame) -> None:
        """A new game is stored together with its deal, so there is never one without."""
        with self.lock:
            turns = self._drawn()
            moves = tuple(self._done(turn) for turn in turns)
            self.version, self.over = int(bool(turns)), self._is_over
            self._store.begin(
                replace(kept, version=self.version, waits=self._waits, over=self.over, moves=moves)
            )
            self.turns += turns

    @property
    def is_small(self) -> bool:
        """Whether all that is known in it is worked out here."""
        return self._course.is_small

    def trial(self, held: tuple[int, ...], version: int, text: str) -> Trial | None:
        """What another process is told to try a person's action out; None if that is done here."""
        with self.lock:
            if self.is_small:
                return None
            self._offered(held, version, text)
            return Trial(do="move", game=self.told(), action=text)

    def act(self, held: tuple[int, ...], version: int, text: str, *, is_tried: bool = False) -> int:
        """A person's action, in a large game one that was tried out; the new version."""
        with self.lock:
            action = self._offered(held, version, text)
            if not (self.is_small or is_tried):
                raise Error("a move in a large game is tried out first")
            return self._take(Choice(action))

    def accept(self, version: int, done: Done) -> int:
        """An agent's move; the new version."""
        with self.lock:
            self._check(version)
            return self._take(Choice(self._legal(done.do), done.reasons))

    def undo(self, held: tuple[int, ...], version: int) -> int:
        """Goes back to the only person's last decision, and takes back what came of it.

        Whoever does so has seen a reply: that is between this person and the agents. From here on
        the cards and the agents' choices are redrawn, so that things need not go the same way
        again.
        """
        with self.lock:
            self._check(version)
            if len(self.humans) != 1:
                raise ForbiddenError("undo is only available when you are the only human player")
            if held != self.humans:
                raise ForbiddenError("you need a seat's secret link to take a move back")
            mine = [
                number
                for number, turn in enumerate(self.turns)
                if turn.by == self.humans[0] and turn.choice.reasons != FORCED
            ]
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

    def _offered(self, held: tuple[int, ...], version: int, text: str) -> object:
        """The action, if whoever holds these seats may do it now."""
        self._check(version)
        self._check_turn(held)
        return self._legal(text)

    def _legal(self, text: str) -> object:
        """The action with this text; in a large game only the rules are checked, not what is
        known."""
        action, state = self.game.parse(text), self._course.state
        if self.is_small:
            fault = objection(self.game, state, self._course.model, action)
        elif action not in self.game.actions(state):
            fault = self.game.refusal(self.game.veil(state, self._course.by), action)
        else:
            fault = None
        if fault:
            raise Error(f"not legal: {fault}")
        return action

    def _begun(self) -> Light:
        return Light(self.game, self.seed or 0)

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
        self._course = Light(self.game, self.seed or 0, self.turns, is_small=self.is_small)
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
