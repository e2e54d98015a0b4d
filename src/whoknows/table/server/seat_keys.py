"""Who may see and do what: seats are secret links, and a key opens one seat of one game.

Keys are drawn here, shown once and kept only as digests. Whoever holds no key is an onlooker; once
the game is over, or if only agents play, everybody may see everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from hmac import compare_digest
from secrets import token_urlsafe

from whoknows.core.error import Error
from whoknows.table.knowledge.visible_moment import ALL, Viewer
from whoknows.table.page.page_view import ONLOOKER

MOST_KEYS = 8  # in one request


class ForbiddenError(Error):
    """Not allowed to this viewer, whoever that is."""


def new_keys(seats: list[int]) -> dict[int, str]:
    """A new key for each of these seats."""
    return {seat: token_urlsafe(24) for seat in seats}


def digest(key: str) -> str:
    """What is stored of a key: it is long and random, so this needs no salt."""
    return sha256(key.encode("utf-8", "replace")).hexdigest()


def opened(keys: str | None, digests: Mapping[int, str]) -> tuple[int, ...]:
    """The seats that these keys open; an error if one of them opens none."""
    given = [key.strip() for key in (keys or "").split(",") if key.strip()][:MOST_KEYS]
    found = [_opens(key, digests) for key in given]
    if not all(found):
        raise ForbiddenError("this key does not belong to a seat of this game")
    return tuple(sorted({seat for seats in found for seat in seats}))


def viewers(seats: int, held: tuple[int, ...], is_open: bool) -> tuple[str, ...]:
    """Whose eyes you may look through."""
    mine = [str(seat) for seat in (range(seats) if is_open else held)]
    return (*mine, ONLOOKER, ALL) if is_open else (*mine, ONLOOKER)


def viewer(asked: str | None, held: tuple[int, ...], allowed: tuple[str, ...]) -> Viewer:
    """Who is looking: as asked if that is allowed, otherwise whoever may see most."""
    usual = str(held[0]) if held else allowed[-1]
    name = usual if asked is None else asked
    if name not in allowed:
        raise ForbiddenError(f"you may not look as {name!r} here, only as {', '.join(allowed)}")
    return ALL if name == ALL else None if name == ONLOOKER else int(name)


def _opens(key: str, digests: Mapping[int, str]) -> list[int]:
    """All are compared, so that the time taken tells nothing."""
    mine = digest(key)
    return [seat for seat, theirs in digests.items() if compare_digest(mine, theirs)]
