"""The games that are being played or looked at, found by their ids.

Everybody gets the same table for an id. Only the most recently used stay in memory.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from secrets import randbits
from threading import RLock
from weakref import WeakValueDictionary
from zlib import crc32

from whoknows.core import registry
from whoknows.core.error import Error
from whoknows.core.match import check_agents
from whoknows.core.record import Record, rules
from whoknows.core.schema import short
from whoknows.table.page.page_view import HUMAN
from whoknows.table.server.game_ids import new_id
from whoknows.table.server.game_store import SPOILT, Done, GameStore, StoredGame
from whoknows.table.server.live_game import LiveGame
from whoknows.table.server.lobby import Lines
from whoknows.table.server.seat_keys import digest, new_keys

MOST_OPEN = 12  # tables in memory that nobody is using


class MissingError(Error):
    """There is no game of this name."""


class LiveGames:
    """All tables, by id."""

    def __init__(self, store: GameStore) -> None:
        self.store = store
        self._lock = RLock()
        self._all: WeakValueDictionary[str, LiveGame] = WeakValueDictionary()
        self.lines = Lines(store, self._all.get)  # of the lobby
        self._loading = [RLock() for _ in range(64)]  # so that few wait while another is loaded
        self._recent: OrderedDict[str, LiveGame] = OrderedDict()

    def table(self, id: str) -> LiveGame:
        """The table of this id; the same one for everybody."""
        with self._loading[crc32(id.encode("utf-8", "replace")) % len(self._loading)]:
            found = self._all.get(id) or self._loaded(id)
            with self._lock:
                self._all[id] = found
                self._used(found)
        return found

    def _loaded(self, id: str) -> LiveGame:
        kept = self.store.load(id)
        if kept is None:
            raise MissingError(f"there is no game {short(id)}")
        try:
            return LiveGame(kept, self.store)
        except Error as fault:  # for example of a game that no longer exists
            raise Error(f"game {short(id)} can no longer be read: {fault}") from None
        except Exception:  # whatever rules do with moves that nobody made
            raise Error(f"game {short(id)}: {SPOILT}") from None

    def begin(
        self, spec: str, agents: Iterable[str], seed: int | None
    ) -> tuple[LiveGame, dict[int, str]]:
        """A new game, and the keys of its human seats."""
        game, agents = registry.game(spec), tuple(agents)
        check_agents(game, agents)
        keys = new_keys([seat for seat, agent in enumerate(agents) if agent == HUMAN])
        if keys and seed is not None:
            raise Error(
                "with people at the table the server draws the seed, and reveals it at the end"
            )
        drawn = randbits(128) if keys else randbits(32)
        digests = {seat: digest(key) for seat, key in keys.items()}
        kept = StoredGame(new_id(), game.spec, agents, drawn if seed is None else seed, digests)
        table = LiveGame(kept, self.store)
        table.begin(kept)
        with self._lock:
            self._all[table.id] = table
            self._used(table)
        return table, keys

    def keep(self, record: Record) -> LiveGame:
        """A record that has been checked, as a game that is over."""
        moves = tuple(Done(move.by, move.do) for move in record.moves)
        ended = "" if record.scores is not None else "the record stops here"
        agents = record.agents
        kept = StoredGame(
            new_id(), rules(record).spec, agents, record.seed, {}, 1, True, True, ended, None, moves
        )
        self.store.begin(kept)
        return self.table(kept.id)

    def _used(self, table: LiveGame) -> None:
        self._recent[table.id] = table
        self._recent.move_to_end(table.id)
        while len(self._recent) > 1 and self._weight() > MOST_OPEN:
            self._recent.popitem(last=False)

    def _weight(self) -> int:
        return sum(table.weight for table in self._recent.values())
