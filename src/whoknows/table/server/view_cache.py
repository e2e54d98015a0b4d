"""What was shown lately is shown again without being made again.

A view depends on the game's version, on who looks and at what: nothing else. So the bytes are kept
by these, the most recently used ones, up to a size.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from contextlib import suppress
from threading import Lock

from whoknows.core import registry
from whoknows.core.error import Error
from whoknows.core.plural import some
from whoknows.table.knowledge.chapter import cases
from whoknows.table.knowledge.visible_moment import Dealt, Moment, first
from whoknows.table.messages import Advice
from whoknows.table.page import game_board
from whoknows.table.page.advice import meaning
from whoknows.table.page.page_view import LookAt, ShownGame, view
from whoknows.table.server.live_game import LiveGame

ROOM = 16 * 1024 * 1024  # bytes
Key = tuple[Hashable, ...]
KNOWN = 8  # certainties that a hint tells


class ViewCache:
    """The last views, as JSON."""

    def __init__(self) -> None:
        self._views: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0
        self._lock = Lock()
        self._making = [Lock() for _ in range(64)]

    def key(self, table: LiveGame, held: tuple[int, ...], asked: str | None, look: LookAt) -> Key:
        """What a view is known by."""
        return table.id, table.version, *table.viewer(held, asked), held, look

    def view(self, key: Key, showing: ShownGame, look: LookAt) -> bytes:
        """The view; while it is made the game goes on."""
        with self._making[hash(key) % len(self._making)]:  # not the same one twice at a time
            found = self.found(key)
            if found is None:
                found = as_json(view(showing, look))
                self.keep(key, found)
        return found

    def found(self, key: Key) -> bytes | None:
        """The view, if it was made before."""
        with self._lock:
            if key in self._views:
                self._views.move_to_end(key)
            return self._views.get(key)

    def keep(self, key: Key, data: bytes) -> None:
        with self._lock:
            self._size += len(data) - len(self._views.get(key, b""))
            self._views[key] = data
            while self._size > ROOM:
                self._size -= len(self._views.popitem(last=False)[1])


def prepare() -> None:
    """Looks at each game once, so that nobody waits for what is made once: a map is laid out."""
    for name in registry.games():
        with suppress(Error):  # whoever opens such a game is told
            look_at(name)


def look_at(spec: str) -> None:
    """Looks at a game before anything is played."""
    rules = registry.game(spec)
    agents = ("human",) * len(rules.seats)
    view(ShownGame("", 0, agents, [first(rules, None)], None, False), LookAt())


def as_json(data: object) -> bytes:
    """Whatever the texts are, they can be sent: half a letter becomes a question mark."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def words(moment: Moment, found: Sequence[Advice]) -> dict[str, object]:
    """A hint: the actions as the page calls them, and in words what the seat knows."""
    if not isinstance(moment, Dealt):
        raise AssertionError("a hint before anything was dealt")
    names = dict(game_board.labels(moment))
    actions = [
        {
            **one,
            "label": names.get(one["text"], one["text"]),
            "why": game_board.purpose(moment, one["text"]),
        }
        for one in found
    ]
    return {"actions": actions, "legend": _legend(moment, found), "knowledge": _knowledge(moment)}


def _legend(moment: Dealt, found: Sequence[Advice]) -> str:
    """What the numbers of a hint mean, and how sure they are."""
    tries = max((one["tries"] for one in found), default=0)
    if not tries:
        return ""
    return (
        f"Next to each move: {meaning(moment.game)}, on average over "
        f"{some(tries, 'trial')} of each move; below that, how far it is behind the best. "
        "It rests on what you know, not on what you might believe of the others."
    )


def _knowledge(moment: Dealt) -> str:
    """What the seat knows about cards that not everyone knows about: what was played goes without
    saying."""
    mine, public = moment.mine, moment.model.outsider().ownership()
    certain = [
        f"{owner} has {card}"
        for card, owners in mine.ownership().items()
        for owner, odds in owners.items()
        if odds == 1 and owner in moment.game.seats and owner != mine.seat
        if public[card].get(owner) != 1
    ]
    worlds = some(cases(moment.model), "world")
    told = f"You consider {cases(mine):,} of {worlds} possible"
    if cases(mine) == 1:
        return f"{told}: you know the whole deal."
    if not certain:
        return f"{told}, and know nothing of the others' cards that not everyone knows."
    more = f" and {len(certain) - KNOWN:,} more" if len(certain) > KNOWN else ""
    return f"{told}, and know: {', '.join(certain[:KNOWN])}{more}."
