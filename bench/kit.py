"""Games of the kit: what a seat knows after thirty showings of the classic Cluedo, and whole games.

Six players, all 21 cards. Each answer is the first to be asked of a model that has just been made,
so nothing is remembered; the slowest of some games counts. Then how fast a game without kernels is
searched, three players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from random import Random
from time import perf_counter
from typing import Any

import whoknows as wk
from whoknows.bench import Clock, Figure
from whoknows.core.game import World
from whoknows.core.law_positions import AnyLegal
from whoknows.core.match import play, view
from whoknows.core.registry import agent
from whoknows.games.cluedo import Cluedo

GAMES = 5
SHOWINGS = 30
ITERATIONS = 300  # of a decision by plain search
DECISIONS = 6  # in the course of a game


def rows() -> Iterator[Figure]:
    """Every figure of the suite."""
    about = "the slowest of six seats in five games"
    yield Figure("kit.showings_30.odds_ms", slowest(odds), about=about)
    yield Figure("kit.showings_30.sample_ms", slowest(sample), about=about)
    yield Figure("kit.showings_30.why_ms", slowest(why), about=about)
    yield plain_search()
    yield games()


def slowest(answer: Callable[[Any], object]) -> float:
    """Of this answer, of each seat of some games."""
    most = 0.0
    for seed in range(GAMES):
        for seat in range(6):
            model, world = shown(seed)
            mine = model.seat(seat, at=world)
            with Clock() as clock:
                answer(mine)
            most = max(most, clock.ms)
    return most


def odds(mine: Any) -> object:
    return mine.odds("in(envelope,rope)")


def sample(mine: Any) -> object:
    return mine.sample(Random(1))


def why(mine: Any) -> object:
    sure = [card for card, where in mine.ownership().items() if where.get("envelope") == 1]
    return mine.why(f"in(envelope,{sure[0]})" if sure else "in(envelope,rope)")


def shown(seed: int) -> tuple[Any, World]:
    """The model after thirty showings to random questions, and the true world."""
    rules, rng = Cluedo(6).peopled(), Random(seed)
    seats, kinds = rules.seats, rules.kinds
    world: dict[Any, Any] = dict(rules.chance(rules.start()).sample(rng).piles)
    model: Any = rules.deal.to(None)
    number = 0
    while number < SHOWINGS:
        asker, three = rng.randrange(6), [rng.choice(kind) for kind in kinds]
        for step in range(1, 6):
            seat = seats[(asker + step) % 6]
            held = [card for card in three if card in world[seat]]
            if held:
                number += 1
                model = model.show(seat, seats[asker], three)
                world[f"shown{number}"] = rng.choice(held)
                break
            model = model.announce(" & ".join(f"~has({seat},{card})" for card in three))
    return model, world


def games() -> Figure:
    """Whole games of the classic set by three detectives, with all that is known in them."""
    rules, many = wk.game("cluedo"), 4
    start = perf_counter()
    for seed in range(many):
        for _ in play(rules, [agent("detective")] * 3, seed=seed):
            pass
    return Figure("kit.cluedo.games_per_s", many / (perf_counter() - start), unit="games/s")


def plain_search() -> Figure:
    """Decisions by ISMCTS in the classic Cluedo of three players, through its plain rules."""
    game = uncompiled(wk.game("cluedo"))
    player, spent, times = agent(f"ismcts(iterations={ITERATIONS})"), 0.0, 0
    for here in decisions(game):
        with Clock() as clock:
            player.choose(here, Random(1))
        spent, times = spent + clock.ms, times + 1
    done = ITERATIONS * times / spent * 1000
    about = "ISMCTS in Cluedo, 3 players, 21 cards, without kernels"
    return Figure("kit.plain_search.iterations_per_s", done, unit="iterations/s", about=about)


def uncompiled(game: Any) -> Any:
    """The same game as if it had no kernels."""
    kind = type(game)
    plain = type(kind.__name__, (kind,), {"is_compiled": False, "__module__": kind.__module__})
    return plain(**{field.name: getattr(game, field.name) for field in fields(game) if field.init})


def decisions(game: Any) -> Iterator[Any]:
    """What seats see that have a choice, in a match at random."""
    model, found = None, 0
    for turn in play(game, [AnyLegal()] * len(game.seats), seed=4):
        if turn.by >= 0 and len(game.actions(turn.before)) > 1 and found < DECISIONS:
            found += 1
            yield view(game, turn.before, model, turn.by)
        model = turn.model
