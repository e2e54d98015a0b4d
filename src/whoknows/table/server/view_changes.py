"""What has changed since a view that the page has: a step sends that, and not all of it again.

A view is parted into pieces: texts at their tags, lists at their entries. What the page has already
is told by where it lies there: `[start, many]` are pieces of the old part, `[piece]` is a new one.

Only views that the same viewer was sent for the same game are compared. Otherwise whoever guesses
what another may have been sent would learn from the answer whether that is so.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from hashlib import blake2b
from threading import Lock
from typing import Any, cast

from whoknows.table.server.view_cache import as_json

ROOM = 8 * 1024 * 1024  # bytes
LONG = 400  # letters, or entries' letters: shorter parts are sent as they are
TAG = re.compile("(?=<)")

Runs = list[list[Any]]  # as JSON has them: `[start, many]` or `[piece]`


class SentViews:
    """The views that were sent lately, as JSON."""

    def __init__(self) -> None:
        self._sent: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def told(self, whose: Hashable, data: bytes, have: str | None) -> tuple[bytes, str]:
        """The view, or how it differs from the one that this viewer has; and its name."""
        name = blake2b(data, digest_size=12).hexdigest()
        with self._lock:
            old = self._sent.get((whose, have))
            self._keep((whose, name), data)
        if old is None:
            return data, name
        changed = as_json({"since": have, **changes(json.loads(old), json.loads(data))})
        return (changed if len(changed) < len(data) else data), name

    def _keep(self, key: Hashable, data: bytes) -> None:
        self._size += len(data) - len(self._sent.pop(key, b""))
        self._sent[key] = data
        while self._size > ROOM:
            self._size -= len(self._sent.popitem(last=False)[1])


def changes(old: Mapping[str, object], new: Mapping[str, object]) -> dict[str, object]:
    """The parts that are the same, those of which pieces are, and the others."""
    same, cut, fresh = [], {}, {}
    for name, part in new.items():
        if name in old and old[name] == part:
            same.append(name)
        elif (pieces := _pieces(part)) and (before := _pieces(old.get(name))):
            if isinstance(part, str):
                cut[name] = runs(before, pieces)
            else:
                cut[name] = _entries(before, cast(list[object], part))
        else:
            fresh[name] = part
    return {"same": same, "cut": cut, "fresh": fresh}


def runs(old: Sequence[str], new: Sequence[str]) -> Runs:
    """New pieces in terms of old ones; new ones that follow each other are one text."""
    where = {piece: at for at, piece in reversed(list(enumerate(old)))}
    found: Runs = []
    for piece in new:
        last = found[-1] if found else []
        if len(last) == 2 and _is_next(old, sum(last), piece):
            last[1] += 1
        elif piece in where:
            found.append([where[piece], 1])
        elif len(last) == 1:
            last[0] += piece
        else:
            found.append([piece])
    return found


def _entries(before: Sequence[str], part: Sequence[object]) -> Runs:
    """The same for entries of a list, which are not put together."""
    where = {text: at for at, text in enumerate(before)}
    found: Runs = []
    for entry in part:
        text = json.dumps(entry)
        if found and len(found[-1]) == 2 and _is_next(before, sum(found[-1]), text):
            found[-1][1] += 1
        else:
            found.append([where[text], 1] if text in where else [entry])
    return found


def _is_next(old: Sequence[str], end: int, piece: str) -> bool:
    """Whether a run of old pieces that ends there goes on with this one."""
    return end < len(old) and old[end] == piece


def _pieces(part: object) -> list[str]:
    """The pieces of a long text or list; none of anything else."""
    if isinstance(part, str) and len(part) > LONG:
        return [piece for piece in TAG.split(part) if piece]
    if isinstance(part, list) and len(part) > 1:
        return [json.dumps(entry) for entry in part]
    return []
