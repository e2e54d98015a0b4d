"""What the form for a new game offers: games with their options, boards and agents.

It is read off the games themselves, so a game added by others is offered as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from whoknows.core import registry
from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.core.spec import parse
from whoknows.games.tickets.board import boards
from whoknows.games.tickets.rules import Tickets
from whoknows.table.table import MOST_MOVES
from whoknows.table.view import HUMAN

# Agents of one game; all others play every game. They are not imported to be asked: some compile.
ONLY = {
    "boeren-random": {"boerenbridge"},
    "full-kripke": {"boerenbridge"},
    "greedy": {"boerenbridge", "classic tickets"},
    "greedy-kripke": {"boerenbridge"},
    "kripke": {"knowing tickets"},
    "pimc": {"boerenbridge", "threecards"},
}
UNSEATED = (HUMAN, "scripted")  # the first is a person here, the second needs its moves


@cache
def choices() -> dict[str, Any]:
    """All of it; the same as long as the server runs."""
    games = [
        {"name": name, "about": about, "options": _options(registry.game(name))}
        for name, about in registry.games().items()
    ]
    agents = [
        {"name": name, "about": about, **_of_games(name)}
        for name, about in registry.agents().items()
        if name not in UNSEATED
    ]
    return {"games": games, "boards": list(boards()), "agents": agents}


def chairs(spec: str) -> dict[str, Any]:
    """The seats of a game, and the agents that play it."""
    check_spec(spec)
    game = registry.game(spec)
    check_length(game)
    kind = _kind(game)
    agents = [a for a in registry.agents() if a not in UNSEATED and kind in ONLY.get(a, {kind})]
    return {"spec": game.spec, "seats": list(game.seats), "agents": agents}


def check_players(spec: str, agents: Sequence[str]) -> None:
    """An `Error` for an agent that does not play this game."""
    for text in (spec, *agents):
        check_spec(text)
    game = registry.game(spec)
    check_length(game)
    kind = _kind(game)
    for name in (parse(agent).name for agent in agents if agent != HUMAN):
        if name in UNSEATED:
            raise Error(f"{name} is no agent that can be given a seat here")
        if kind not in ONLY.get(name, {kind}):
            there = " and ".join(sorted(ONLY.get(name, ())))
            raise Error(f"{name} does not play {kind}" + (f", only {there}" if there else ""))


def check_length(game: Game[Any, Any]) -> None:
    """An `Error` for a game that asks for more rounds than moves are kept."""
    rounds = getattr(game, "rounds", None)
    if isinstance(rounds, int) and rounds * len(game.seats) > MOST_MOVES:
        raise Error(f"{game.spec}: a game here has at most {MOST_MOVES:,} moves")


def check_spec(text: str) -> None:
    """An `Error` for a spec that would read a file of this machine."""
    for option in parse(text).options:
        if "/" in option.value or "\\" in option.value or option.value.endswith(".toml"):
            raise Error(f"{option.key}: files are not read here, only what is known by name")


def _kind(game: Game[Any, Any]) -> str:
    if isinstance(game, Tickets):
        return "knowing tickets" if game.knowing else "classic tickets"
    return game.name


def _of_games(agent: str) -> dict[str, Any]:
    if agent not in ONLY:
        return {}
    return {"games": sorted(kind.rpartition(" ")[2] for kind in ONLY[agent])}


def _options(game: Game[Any, Any]) -> list[dict[str, Any]]:
    if not is_dataclass(game):
        return []
    hints = get_type_hints(type(game))
    return [_option(field, hints[field.name]) for field in fields(game) if field.init]


def _option(field: Field[Any], wanted: Any) -> dict[str, Any]:
    """What may be given for an option."""
    kinds = [kind for kind in get_args(wanted) if kind is not NoneType]
    if get_origin(wanted) is not Literal and kinds:
        wanted = kinds[0]
    among = get_args(wanted) if get_origin(wanted) is Literal else ()
    if field.name == "board":
        among = boards()
    return {
        "name": field.metadata.get("option", field.name),
        "default": None if field.default is MISSING else field.default,
        "kind": {bool: "bool", int: "int", float: "float"}.get(wanted, "text"),
        "choices": list(among),
    }
