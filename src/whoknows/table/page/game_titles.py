"""A game in words: `tickets(board=usa,seats=3)` is Railway tickets, usa, 3 seats."""

from __future__ import annotations

from functools import lru_cache

from whoknows.core import registry
from whoknows.core.error import Error
from whoknows.core.spec import Option, parse


@lru_cache(maxsize=512)
def in_words(spec: str) -> tuple[str, ...]:
    """Its title, then its options, except names, which the seats show; the spec itself for a game
    that no longer exists."""
    try:
        read = parse(spec)
        title = registry.game(spec).title
    except Error:
        return (spec,)
    return (title, *(_option(option) for option in read.options if option.key != "names"))


def _option(option: Option) -> str:
    name, value = option.key.replace("_", " "), option.value.replace("_", " ")
    if value in ("on", "off"):
        return name if value == "on" else f"no {name}"
    if name == "board":
        return value
    return f"{value} {name}" if value.isdecimal() and name.endswith("s") else f"{name} {value}"
