"""Games kept by a worker that makes views for the server: those it had last.

It is told what was played, and goes on from where it was.
"""

from __future__ import annotations

from collections import OrderedDict

from whoknows.table import messages
from whoknows.table.page.page_view import LookAt, ShownGame, view
from whoknows.table.server.game_history import GameHistory
from whoknows.table.server.game_store import Done, StoredGame
from whoknows.table.server.view_cache import as_json
from whoknows.table.server.view_cache import words as words
from whoknows.table.server.worker import KEPT

_games: OrderedDict[str, GameHistory] = OrderedDict()


def looked(showing: ShownGame, look: LookAt) -> str:
    """The view as JSON."""
    return as_json(view(showing, look)).decode()


def played(told: messages.GameToShow) -> GameHistory:
    """The game, brought to where the server has it."""
    kept = StoredGame(
        told["id"],
        told["game"],
        tuple(told["agents"]),
        told["seed"],
        version=told["version"],
        over=told["over"],
        ended=told["ended"],
        analysis=None if told["analysis"] is None else tuple(told["analysis"]),
        moves=tuple(Done(by, do, tuple(reasons)) for by, do, reasons in told["moves"]),
    )
    found = _games.pop(kept.id, None)
    if found is None or not found.goes_on(kept):
        found = GameHistory(kept)
    _games[kept.id] = found
    # A game with large diagrams counts as several.
    while len(_games) > 1 and sum(game.weight for game in _games.values()) > KEPT:
        _games.popitem(last=False)
    return found
