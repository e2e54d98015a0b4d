"""A game so far: what was played, and what each viewer has seen of it.

It is made from what is stored. What viewers have seen is kept, and grows by one moment per move.
The server has it, and so do the processes that make views for it, which are told how it goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import RLock

from whoknows.core import registry
from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, Game
from whoknows.core.legal_actions import objection
from whoknows.core.match import Course, Turn, who
from whoknows.core.record_text import Move, Record
from whoknows.core.recorder import recorded
from whoknows.core.winners import Win
from whoknows.deals.deal_model import DealModel
from whoknows.logic.diagram import Diagram
from whoknows.table import messages
from whoknows.table.knowledge import visible_moment
from whoknows.table.knowledge.visible_moment import Moment, Viewer
from whoknows.table.page.page_view import HUMAN, ShownGame, entry
from whoknows.table.server import seat_keys
from whoknows.table.server.game_store import Done, StoredGame

HEAVY = 8 << 20  # bytes of diagrams: as much room as another table


class GameHistory:
    """What was played, and what each viewer has seen of it."""

    def __init__(self, kept: StoredGame) -> None:
        self.id, self.agents, self.digests = kept.id, kept.agents, kept.digests
        self.seed, self.version, self.over = kept.seed, kept.version, kept.over
        self.ended, self.analysis = kept.ended, kept.analysis
        self.game: Game[object, object] = registry.game(kept.game)
        self.lock = RLock()
        self._weight = 0, 1  # after how many moves
        self._course: Course[object, object] = self._begun()
        self.turns = [self._carried(done) for done in kept.moves]
        self._stories: dict[Viewer, list[Moment]] = {}
        self._logs: dict[Viewer, list[Mapping[str, object]]] = {}
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
    def decisions(self) -> int:
        """How often a seat has moved."""
        return sum(turn.by >= 0 for turn in self.turns)

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
        """How much room it takes, counted in games with few worlds: large ones have diagrams."""
        if self._weight[0] != len(self.turns):
            self._weight = len(self.turns), _weight(self.turns)
        return self._weight[1]

    # what is seen

    def showing(self, held: tuple[int, ...], asked: str | None = None) -> ShownGame:
        """The game now, as the holder of these seats may see it; only players are offered actions.

        All of it is of one version, and nothing of it changes when the game goes on: it can be
        looked at for long while others play.
        """
        with self.lock:
            viewer, viewers = self.viewer(held, asked)
            story = self._story(viewer)
            plays = isinstance(viewer, int) and viewer in held
            over = self.over and not self.ended
            return ShownGame(
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

    def viewer(self, held: tuple[int, ...], asked: str | None) -> tuple[Viewer, tuple[str, ...]]:
        """Who is looking, and as whom they may look."""
        viewers = seat_keys.viewers(len(self.game.seats), held, self.is_open)
        return seat_keys.viewer(asked, held, viewers), viewers

    def moment(self, viewer: Viewer) -> Moment:
        """The present, as this viewer may see it."""
        with self.lock:
            return self._live(viewer, self._story(viewer)[-1])

    def record(self) -> Record:
        """What was played; for those who may see everything."""
        with self.lock:
            moves = [Move(who(self.game, t.by), str(t.choice.action)) for t in self.turns]
            return recorded(self.game, self.agents, self.seed, moves, self._course.state)

    def job(self, do: str, seconds: float | None = None) -> messages.MatchJob:
        """What a worker needs to go on from here."""
        with self.lock:
            moves = [str(turn.choice.action) for turn in self.turns]
            job = messages.MatchJob(
                do=do, id=self.id, game=self.game.spec, agents=self.agents, moves=moves,
                seed=self.seed or 0,
            )  # fmt: skip
        if seconds is not None:
            job["seconds"] = seconds
        return job

    def told(self) -> messages.GameToShow:
        """The game as another process needs it to show it."""
        with self.lock:
            moves = [
                (who(self.game, t.by), str(t.choice.action), t.choice.reasons) for t in self.turns
            ]
            return messages.GameToShow(
                id=self.id, game=self.game.spec, agents=self.agents, seed=self.seed,
                version=self.version, over=self.over, ended=self.ended, analysis=self.analysis,
                moves=moves,
            )  # fmt: skip

    def goes_on(self, kept: StoredGame) -> bool:
        """Brings it to where another process has it; False if that one went another way."""
        before = [str(turn.choice.action) for turn in self.turns]
        if kept.seed != self.seed or before != [done.do for done in kept.moves[: len(before)]]:
            return False
        self.turns += [self._carried(done) for done in kept.moves[len(before) :]]
        self.version, self.over = kept.version, kept.over
        self.ended, self.analysis = kept.ended, kept.analysis
        return True

    def try_out(self, text: str) -> None:
        """A person's action and what chance brings then; an `Error` if it is not legal."""
        action = self.game.parse(text)
        if fault := objection(self.game, self._course.state, self._course.model, action):
            raise Error(f"not legal: {fault}")
        self.turns += [self._course.take(Choice(action)), *self._drawn()]

    # below

    def _begun(self) -> Course[object, object]:
        return Course(self.game, self.seed or 0)

    def _drawn(self) -> list[Turn[object, object]]:
        """What chance brings now, and what people do who have no choice."""
        course, turns = self._course, []
        while True:
            if course.by == CHANCE:
                turns.append(course.drawn())
            elif course.by in self.humans and (forced := course.forced):
                turns.append(course.take(forced))
            else:
                return turns

    def _carried(self, done: Done) -> Turn[object, object]:
        return self._course.take(Choice(self.game.parse(done.do), done.reasons))

    def _story(self, viewer: Viewer) -> list[Moment]:
        story = self._stories.setdefault(viewer, [visible_moment.first(self.game, viewer)])
        for turn in self.turns[len(story) - 1 :]:
            story.append(visible_moment.following(story[-1], turn))
        return story

    def _log(self, viewer: Viewer, story: list[Moment]) -> list[Mapping[str, object]]:
        log = self._logs.setdefault(viewer, [])
        log += map(entry, story[len(log) + 1 :])
        return log

    def _live(self, viewer: Viewer, last: Moment) -> Moment:
        """The last moment with the viewer's actions, worked out once per version."""
        if self.over:
            return last
        version, found = self._last.get(viewer, (-1, last))
        if version != self.version:
            found = visible_moment.to_move(last, self._course.state)
            self._last[viewer] = self.version, found
        return found


def _weight(turns: Sequence[Turn[object, object]]) -> int:
    """Every deal has diagrams of its own, which stay as long as its moves can be looked at."""
    models = [turn.model for turn in list(turns) if isinstance(turn.model, DealModel)]
    stores = {model.space.store for model in models if isinstance(model.space, Diagram)}
    return 1 + sum(store.bytes for store in stores) // HEAVY
