"""The lobby's list: what anybody may know about every game, and no more.

Which game it is, who plays, when it began, how many moves were made, whose turn it is or who won.
The live game knows the last three. For a game that nobody is looking at, the stored moves are
carried out, a few games at a time, so that a long list is there at once and complete when it is
asked for again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from threading import Lock

from whoknows.core import registry
from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.core.match import winners
from whoknows.table.page.game_titles import in_words
from whoknows.table.page.page_view import HUMAN
from whoknows.table.server.game_ids import begun
from whoknows.table.server.game_store import GameStore, StoredGame
from whoknows.table.server.live_game import LiveGame

AT_A_TIME = 8  # games whose moves are carried out for one list


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a game is."""

    moves: int | None  # None: not worked out yet
    moving: str | None  # the seat whose turn it is
    winners: tuple[str, ...]  # none unless it was played to its end


class Lines:
    """The list; what was worked out for a version of a game is kept."""

    def __init__(self, store: GameStore, opened: Callable[[str], LiveGame | None]) -> None:
        self._store, self._opened = store, opened
        self._lock = Lock()
        self._known: dict[str, tuple[int, Standing]] = {}

    def told(self) -> list[dict[str, object]]:
        """All games, the newest first."""
        with self._lock:
            left = iter(range(AT_A_TIME))
            return [self._line(kept, left) for kept in self._store.listed()]

    def _line(self, kept: StoredGame, left: Iterator[int]) -> dict[str, object]:
        return {
            "id": kept.id,
            "game": kept.game,
            "words": in_words(kept.game),
            "agents": kept.agents,
            "version": kept.version,
            "over": kept.over,
            "ended": kept.ended,
            "humans": sum(agent == HUMAN for agent in kept.agents),
            "begun": begun(kept.id),
            **asdict(self._standing(kept, left)),
        }

    def _standing(self, kept: StoredGame, left: Iterator[int]) -> Standing:
        if table := self._opened(kept.id):
            return _at(table)
        version, known = self._known.get(kept.id, (-1, UNKNOWN))
        if version != kept.version and next(left, None) is not None:
            known = standing(self._loaded(kept))
            self._known[kept.id] = kept.version, known
        return known

    def _loaded(self, kept: StoredGame) -> StoredGame:
        """With its moves, if they can be read."""
        try:
            return self._store.load(kept.id) or kept
        except Error:
            return kept


UNKNOWN = Standing(None, None, ())


def _at(table: LiveGame) -> Standing:
    """How far the game at a table is."""
    with table.lock:
        seats, moving = table.game.seats, table.moving
        won = tuple(seats[seat] for seat in table.win.seats) if table.win else ()
        return Standing(len(table.turns), None if moving is None else seats[moving], won)


def standing(kept: StoredGame) -> Standing:
    """How far a stored game is; if it can no longer be read, only how long it is.

    Rules do whatever they do with moves that nobody made, and that must not hide other games.
    """
    try:
        return _carried_out(kept, registry.game(kept.game))
    except Exception:
        return Standing(len(kept.moves), None, ())


def _carried_out(kept: StoredGame, game: Game[object, object]) -> Standing:
    state = game.start()
    for move in kept.moves:
        state = game.apply(state, game.parse(move.do))
    by = game.to_move(state)
    moving = None if kept.over or by < 0 else game.seats[by]
    won = winners(game, state) if kept.over and not kept.ended else ()
    return Standing(len(kept.moves), moving, won)
