"""One game on the table: what was played, and what each viewer has seen of it.

It is made from what is stored, and every change is stored before it is seen. What viewers have
seen is kept, and grows by one moment a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from secrets import randbits
from threading import RLock
from typing import Any

from whoknows.core import registry
from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END
from whoknows.core.match import Course, Turn, objection, who
from whoknows.core.recorder import recorded
from whoknows.core.recordtext import Move, Record
from whoknows.core.win import Win
from whoknows.table import moment, seats
from whoknows.table.moment import Moment, Viewer
from whoknows.table.seats import ForbiddenError
from whoknows.table.store import Done, Kept, StaleError, Store
from whoknows.table.view import HUMAN, Showing, entry

MOST_MOVES = 4000  # of one game
HEAVY = 1 << 18  # nodes of diagrams, about 8 MB: as much room as another table


class Table:
    """One game: what was played, and what each viewer has seen of it."""

    def __init__(self, kept: Kept, store: Store) -> None:
        self.id, self.agents, self.digests = kept.id, kept.agents, kept.digests
        self.seed, self.version, self.over = kept.seed, kept.version, kept.over
        self.ended, self.analysis = kept.ended, kept.analysis
        self.game: Any = registry.game(kept.game)
        self.lock = RLock()
        self._store = store
        self._weight = 0, 1  # after so many moves
        self._course: Course[Any, Any] = Course(self.game, kept.seed or 0)
        self.turns = [self._carried(done) for done in kept.moves]
        self._stories: dict[Viewer, list[Moment]] = {}
        self._logs: dict[Viewer, list[dict[str, Any]]] = {}
        self._last: dict[Viewer, tuple[int, Moment]] = {}

    # who plays

    @property
    def humans(self) -> tuple[int, ...]:
        return tuple(seat for seat, agent in enumerate(self.agents) if agent == HUMAN)

    @property
    def is_open(self) -> bool:
        """Whether everybody may see everything."""
        return self.over or not self.humans

    @property
    def moving(self) -> int | None:
        """The seat to move."""
        return None if self.over or self._course.by < 0 else self._course.by

    @property
    def thinks(self) -> bool:
        """Whether an agent is to move."""
        return self.moving is not None and self.moving not in self.humans

    @property
    def scores(self) -> tuple[float, ...]:
        """The points now."""
        return tuple(self.game.scores(self._course.state))

    @property
    def win(self) -> Win | None:
        """Who has won, once it was played to its end."""
        return self.game.win(self._course.state) if self.over and not self.ended else None

    @property
    def weight(self) -> int:
        """How much room it takes, in tables of few worlds: the diagrams of large ones fill it."""
        if self._weight[0] != len(self.turns):
            self._weight = len(self.turns), _weight(self.turns)
        return self._weight[1]

    # what is done

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
                raise ForbiddenError("only who plays alone against agents may take a move back")
            if held != self.humans:
                raise ForbiddenError("only who holds the key of a seat may take its move back")
            mine = [n for n, turn in enumerate(self.turns) if turn.by == self.humans[0]]
            if not mine:
                raise StaleError("there is nothing to take back yet")
            self.seed = randbits(128)
            self.version = self._store.cut(self.id, self.version, mine[-1], self.seed)
            self._cut(mine[-1])
            return self.version

    def stop(self, held: tuple[int, ...], version: int, why: str) -> int:
        """Ends the game where it is."""
        with self.lock:
            self._check(version)
            if self.humans and not held:
                raise ForbiddenError("only who holds the key of a seat may end this game")
            return self.fail(why)

    def fail(self, why: str) -> int:
        """The game cannot go on."""
        with self.lock:
            self.version = self._store.stop(self.id, self.version, why)
            self.over, self.ended = True, why
            return self.version

    def analysed(self, found: list[dict[str, Any]]) -> int:
        """What each move lost, once somebody has worked it out."""
        with self.lock:
            self.version = self._store.analyse(self.id, self.version, found)
            self.analysis = tuple(found)
            return self.version

    # what is seen

    def showing(self, held: tuple[int, ...], asked: str | None = None) -> Showing:
        """The game now as who holds these seats may see it; only who plays is offered actions.

        All of it is of one version, and nothing of it changes when the game goes on: it can be
        looked at for long while others play.
        """
        with self.lock:
            viewers = seats.viewers(len(self.game.seats), held, self.is_open)
            viewer = seats.viewer(asked, held, viewers)
            story = self._story(viewer)
            plays = isinstance(viewer, int) and viewer in held
            over = self.over and not self.ended
            return Showing(
                id=self.id,
                version=self.version,
                agents=self.agents,
                moments=(*story[:-1], self._live(viewer, story[-1]) if plays else story[-1]),
                moving=self.moving,
                over=self.over,
                viewers=viewers,
                thinking=self.thinks,
                ended=self.ended,
                scores=self.scores if over else None,
                win=self.win,
                analysis=self.analysis if self.over else None,
                seed=self.seed if self.over else None,
                log=tuple(self._log(viewer, story)),
            )

    def moment(self, viewer: Viewer) -> Moment:
        """The present, as this viewer may see it."""
        with self.lock:
            return self._live(viewer, self._story(viewer)[-1])

    def record(self) -> Record:
        """What was played; for those who may see everything."""
        with self.lock:
            moves = [Move(who(self.game, t.by), str(t.choice.action)) for t in self.turns]
            return recorded(self.game, self.agents, self.seed, moves, self._course.state)

    def job(self, do: str, **more: Any) -> dict[str, Any]:
        """What a worker needs to go on from here."""
        with self.lock:
            moves = [str(turn.choice.action) for turn in self.turns]
            told = {"id": self.id, "game": self.game.spec, "agents": self.agents, "moves": moves}
            return {"do": do, **told, "seed": self.seed or 0, **more}

    # below

    def settle(self) -> None:
        """Chance moves, where it is its turn."""
        with self.lock:
            if not self.over and self._course.by == CHANCE:
                self._take(None)

    def _take(self, choice: Choice[Any] | None) -> int:
        """The move and what chance brings then, all stored together."""
        try:
            turns = [] if choice is None else [self._course.take(choice)]
            while self._course.by == CHANCE:
                turns.append(self._course.drawn())
            over = self._course.by == END
            waits = over or self._course.by in self.humans
            done = [self._done(turn) for turn in turns]
            at = len(self.turns)
            self.version = self._store.add(self.id, self.version, at, done, waits=waits, over=over)
        except BaseException:
            self._again()
            raise
        self.turns += turns
        self.over = over
        if len(self.turns) >= MOST_MOVES and not over:
            self.fail(f"a game ends here after {MOST_MOVES:,} moves")
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

    def _carried(self, done: Done) -> Turn[Any, Any]:
        return self._course.take(Choice(self.game.parse(done.do), done.reasons))

    def _done(self, turn: Turn[Any, Any]) -> Done:
        return Done(who(self.game, turn.by), str(turn.choice.action), turn.choice.reasons)

    def _check(self, version: int) -> None:
        if self.over:
            raise StaleError("the game is over")
        if version != self.version:
            raise StaleError(
                f"the game has moved on: it is at version {self.version}, not {version}"
            )

    def _check_turn(self, held: tuple[int, ...]) -> None:
        if not held:
            raise ForbiddenError("only who holds the key of a seat may play")
        if self._course.by not in held:
            raise ForbiddenError(f"it is the turn of {who(self.game, self._course.by)}")

    def _story(self, viewer: Viewer) -> list[Moment]:
        story = self._stories.setdefault(viewer, [moment.first(self.game, viewer)])
        for turn in self.turns[len(story) - 1 :]:
            story.append(moment.following(story[-1], turn))
        return story

    def _log(self, viewer: Viewer, story: list[Moment]) -> list[dict[str, Any]]:
        log = self._logs.setdefault(viewer, [])
        log += map(entry, story[len(log) + 1 :])
        return log

    def _live(self, viewer: Viewer, last: Moment) -> Moment:
        """The last moment with the viewer's actions, worked out once a version."""
        if self.over:
            return last
        version, found = self._last.get(viewer, (-1, last))
        if version != self.version:
            found = moment.to_move(last, self._course.state)
            self._last[viewer] = self.version, found
        return found


def _weight(turns: Sequence[Turn[Any, Any]]) -> int:
    """Every deal has diagrams of its own, which stay as long as its moves can be looked at."""
    spaces: list[Any] = [getattr(turn.model, "space", None) for turn in list(turns)]
    stores = {space.store for space in spaces if hasattr(space, "store")}
    nodes: int = sum(store.manager.num_inner_nodes() for store in stores)
    return 1 + nodes // HEAVY
