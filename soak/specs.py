"""Games with options at random, by number: whatever the rules allow."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from whoknows.core.chance import stream
from whoknows.core.error import Error
from whoknows.core.registry import game
from whoknows.search.compiled_rules import compiled

BOARDS = ("small", "usa", "europe", "europe24")
MANY_SHOWN = 12  # cards
MANY_DEALT = 40  # cards


@lru_cache(maxsize=8)
def some_game(number: int, purpose: str) -> Any:
    """A game with options that fit each other."""
    rng = stream(number, "options", purpose)
    while True:
        kind = rng.choice((_threecards, _boerenbridge, _cluedo, _tickets, _tickets))
        try:
            found = game(kind(rng))
            found.chance(found.start()).sample(rng)
            if purpose == "compiled":
                compiled(found)
        except Error:  # they do not fit, or there is too much to deal or to compile
            continue
        if purpose == "compiled" or not _is_long(found):
            return found


def _is_long(found: Any) -> bool:
    """Whether a match with its models takes minutes: tickets are drawn or dealt evenly from a large
    stock, many cards shown, or nearly a whole pack dealt."""
    if found.name == "cluedo":
        return len(found.cards) > MANY_SHOWN
    if found.name == "boerenbridge":
        return bool(found.players * max(found.schedule) > MANY_DEALT)
    if found.name != "tickets" or found.board == "small":
        return False
    return bool(found.draw or found.deal == "even")


def _threecards(rng: Random) -> str:
    return f"threecards(rounds={rng.randint(1, 6)})"


def _boerenbridge(rng: Random) -> str:
    sizes = [rng.randint(1, 13) for _ in range(rng.randint(1, 5))]
    options = [f"players={rng.randint(3, 6)}", f"rounds={'-'.join(map(str, sizes))}"]
    options += rng.choice(([], ["deck=52"], [f"ranks={rng.randint(1, 13)}"]))
    options += rng.choice(([], ["trump=turned"]))
    return f"boerenbridge({','.join(options)})"


def _cluedo(rng: Random) -> str:
    cards = f"suspects={rng.randint(2, 6)},weapons={rng.randint(2, 6)},rooms={rng.randint(2, 9)}"
    return f"cluedo(players={rng.randint(2, 6)},{cards})"


def _tickets(rng: Random) -> str:
    options = [f"board={rng.choice(BOARDS)}", f"seats={rng.randint(2, 5)}"]
    if rng.random() < 0.5:
        options += ["rules=knowledge", f"hand={rng.randint(1, 4)}"]
        choices = ("block=agent", "draw=on", "deal=even", "as_original=on")
        options += [one for one in choices if rng.random() < 0.3]
    return f"tickets({','.join(options)})"
