"""Matches to look at: the documented game, larger and huge ones, played once for all tests."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any
from xml.etree import ElementTree

import whoknows as wk
from whoknows.core.law_positions import AnyLegal
from whoknows.core.match import Turn, play
from whoknows.core.record import rules
from whoknows.table.knowledge.visible_moment import Moment, Viewer, moments

DOCUMENTED = "documented"
LARGE = "tickets(hand=3)"  # 1,680 worlds
BRIDGE = "boerenbridge(rounds=3)"  # 369,600 deals at first
HUGE = "tickets(board=usa)"  # kept by their facts alone
TOY = "threecards(rounds=2)"
SPECS = (DOCUMENTED, LARGE, BRIDGE, HUGE, TOY)
SVG = "{http://www.w3.org/2000/svg}"


@cache
def match(spec: str, seed: int = 3) -> tuple[Any, list[Turn[Any, Any]]]:
    """A game and its first turns."""
    if spec == DOCUMENTED:
        record = wk.read("examples/documented.jsonl")
        return rules(record), list(wk.replay(record))
    game = wk.game(spec)
    agents = [AnyLegal() for _ in game.seats]
    return game, list(islice(play(game, agents, seed=seed), 60))


@cache
def seen(spec: str, viewer: Viewer) -> list[Moment]:
    """The moments of that match for a viewer."""
    game, turns = match(spec)
    return moments(game, turns, viewer)


def telling(spec: str) -> list[int]:
    """The steps at which something was made known."""
    return [moment.step for moment in seen(spec, None) if moment.stages]


def twins(spec: str, seat: int, step: int, viewer: Viewer) -> Iterator[list[Moment]]:
    """The match up to a step, with its end as it is and as deals that the seat cannot exclude."""
    game, turns = match(spec)
    turn = turns[step - 1]
    knowledge = seen(spec, seat)[step].mine
    for number in range(4):
        rng = Random(number)
        after = game.redeal(game.veil(turn.after, seat), knowledge.sample(rng), rng)
        yield moments(game, [*turns[: step - 1], replace(turn, after=after)], viewer)


def parsed(html: str) -> ElementTree.Element:
    """A fragment, which must be well-formed."""
    return ElementTree.fromstring(f"<div>{html}</div>")


def drawn(html: str, where: str = "cells") -> dict[str, ElementTree.Element]:
    """The worlds of a picture by key, without those of the small graph below it."""
    root = parsed(html)
    picture = next(e for e in root.iter() if where in e.get("class", "").split())
    return {e.get("data-world", ""): e for e in picture.iter() if e.get("data-world")}


def marked(worlds: dict[str, ElementTree.Element], mark: str) -> set[str]:
    """The keys of the worlds that bear a mark."""
    return {key for key, e in worlds.items() if mark in e.get("class", "").split()}
