"""Rounds of Boerenbridge after the bids, or after some cards, with whoever plays them."""

from dataclasses import replace
from random import Random
from typing import Any

from whoknows.core.match import past_acts, play, view
from whoknows.core.registry import agent, game


def turns_of(spec: str, agents: str, seed: int) -> tuple[Any, list[Any]]:
    """A match of these agents, one for all seats or one each."""
    rules: Any = game(spec)
    names = agents.split()
    names *= len(rules.seats) if len(names) == 1 else 1
    return rules, list(play(rules, [agent(name) for name in names], seed=seed))


def views(rules: Any, turns: list[Any]) -> Any:
    """The view before each turn of a seat, with the turns up to there."""
    for number, turn in enumerate(turns):
        if turn.by >= 0:
            model = turns[number - 1].model
            yield view(rules, turn.before, model, turn.by), turns[:number]


def watching(seen: Any, turns: list[Any]) -> Any:
    """The same view for somebody who has watched what the others did."""
    past = past_acts(seen.game, seen.seat, [(turn.before, turn.choice.action) for turn in turns])
    return replace(seen, past=past)


def world_of(seen: Any, row: list[int]) -> Any:
    """The deal of a compiled state."""
    return seen.game.world(seen.game.decode_state(tuple(row)))


def some_world(seen: Any, seed: int) -> Any:
    return seen.knowledge.sample(Random(seed))
