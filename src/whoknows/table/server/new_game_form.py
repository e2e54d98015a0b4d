"""What the form for a new game offers: games with their options, and agents that play them.

It is read off the games and agents themselves, so those added by others are offered as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, Field, asdict, fields, is_dataclass
from functools import cache, lru_cache
from types import NoneType
from typing import Literal, get_args, get_origin, get_type_hints

from whoknows.core import registry
from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.core.spec import parse
from whoknows.table.page.page_view import HUMAN
from whoknows.table.server.live_game import MOST_MOVES
from whoknows.table.server.option_costs import check_cost, limits

KINDS: dict[object, str] = {bool: "bool", int: "int", float: "float"}
UNSEATED = (HUMAN, "scripted")  # the first is a person here, the second needs its moves
LONGEST = 400  # letters of a name
IN_A_PATH = ("/", "\\", ".toml", ".style", ".network")  # what only the name of a file contains


def choices() -> dict[str, object]:
    """All of it, and the limits on the options of agents."""
    return {**_offered(), "limits": dict(limits())}


@cache
def _offered() -> dict[str, object]:
    """Games and agents; the same as long as the server runs."""
    games = [_game(registry.game(name), about) for name, about in registry.games().items()]
    agents = [
        {"name": name, "about": about}
        for name, about in registry.agents().items()
        if name not in UNSEATED
    ]
    return {"games": games, "agents": agents}


def chairs(spec: str) -> dict[str, object]:
    """The seats of a game, and the agents that play it."""
    check_spec(spec)
    game = registry.game(spec)
    check_length(game)
    agents = [name for name in registry.agents() if name not in UNSEATED and plays(name, game)]
    usual = game.opponent if game.opponent in agents else agents[0]
    return {"spec": game.spec, "seats": list(game.seats), "agents": agents, "usual": usual}


def check_players(spec: str, agents: Sequence[str]) -> None:
    """An `Error` for an agent that does not play this game."""
    for text in (spec, *agents):
        check_spec(text)
    for agent in agents:
        check_cost(agent)
    game = registry.game(spec)
    check_length(game)
    for name in (parse(agent).name for agent in agents if agent != HUMAN):
        if name in UNSEATED:
            raise Error(f"{name} is not an agent that can take a seat here")
        if _is_agent(name) and not plays(name, game):
            raise Error(f"{name} does not play {game.spec}")


@lru_cache(maxsize=512)
def _is_agent(name: str) -> bool:
    """Asked once: to list them all reads a file for each, while everybody else waits."""
    return name in registry.agents()


@lru_cache(maxsize=512)
def plays(agent: str, game: Game[object, object]) -> bool:
    """Whether an agent plays a game, with its default options."""
    return registry.plays(agent, game)


def check_length(game: Game[object, object]) -> None:
    """An `Error` for a game that asks for more rounds than moves are kept."""
    rounds = getattr(game, "rounds", None)
    if isinstance(rounds, int) and rounds * len(game.seats) > MOST_MOVES:
        raise Error(f"{game.spec}: a game here has at most {MOST_MOVES:,} moves")


def check_spec(text: str) -> None:
    """An `Error` for a spec that would read a file of this machine."""
    for option in parse(text).options:
        if any(part in option.value for part in IN_A_PATH):
            raise Error(
                f"{option.key}: you cannot name a file here, only something we know by name"
            )


def check_names(agents: Sequence[str]) -> None:
    """An `Error` for a name that no page could show."""
    for seat, name in enumerate(agents):
        if len(name) > LONGEST or not name.isprintable():
            raise Error(
                f"the name of agent {seat} must be one line of at most {LONGEST} characters"
            )


def _game(game: Game[object, object], about: str) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "about": about,
        "options": _options(game),
        "tiles": [asdict(tile) | {"title": tile.title or game.title} for tile in game.tiles()],
    }


def _options(game: Game[object, object]) -> list[dict[str, object]]:
    if not is_dataclass(game):
        return []
    hints = get_type_hints(type(game))
    return [_option(field, hints[field.name]) for field in fields(game) if field.init]


def _option(field: Field[object], wanted: object) -> dict[str, object]:
    """What may be given for an option, and what it means: its field's metadata say `label`,
    `about`, `usual` (what happens if nothing is given), `words` (what to call its values) and
    `choices` (a function that lists them)."""
    kinds = [kind for kind in get_args(wanted) if kind is not NoneType]
    if get_origin(wanted) is not Literal and kinds:
        wanted = kinds[0]
    among = get_args(wanted) if get_origin(wanted) is Literal else ()
    among = field.metadata["choices"]() if "choices" in field.metadata else among
    name, words = field.metadata.get("option", field.name), field.metadata
    return {
        "name": name,
        "default": None if field.default is MISSING else field.default,
        "kind": KINDS.get(wanted, "text"),
        "choices": list(among),
        "label": words.get("label", name.replace("_", " ")),
        "about": words.get("about", ""),
        "usual": words.get("usual", ""),
        "words": dict(words.get("words", {})),
    }
