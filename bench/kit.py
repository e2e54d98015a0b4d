"""Games of the kit: what a seat knows after thirty showings of the classic Cluedo, and whole games.

Six players, all 21 cards. Each answer is the first to be asked of a model that has just been made,
so nothing is remembered; the slowest of some games counts, or of all along one game: of a seat, and
of an onlooker who sees no hand. What would be the slowest is asked again, of a model made anew, and
counts if it is as slow again: else it was something else, such as Python looking for garbage. Then
how fast it is searched, with kernels and as if it had none, three players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

import whoknows as wk
from whoknows.bench import Clock, Figure
from whoknows.core.agent import Agent, Choice
from whoknows.core.game import World
from whoknows.core.law_positions import AnyLegal
from whoknows.core.match import play, view
from whoknows.core.registry import agent
from whoknows.games.cluedo import Accuse, Cluedo
from whoknows.table.knowledge.timeline import timeline
from whoknows.table.knowledge.visible_moment import following, moments
from whoknows.table.page.page_view import LookAt, ShownGame, entry
from whoknows.table.page.page_view import view as view_page

GAMES = 5
TRIES = 3  # of what would be the slowest
SHOWINGS = 30
ITERATIONS = 300  # of a decision by plain search
COMPILED = 20_000  # of one with kernels
DECISIONS = 6  # in the course of a game


def rows() -> Iterator[Figure]:
    """Every figure of the suite."""
    about = "the slowest of six seats in five games"
    yield Figure("kit.showings_30.odds_ms", slowest(odds), about=about)
    yield Figure("kit.showings_30.sample_ms", slowest(sample), about=about)
    yield Figure("kit.showings_30.why_ms", slowest(why), about=about)
    yield from whole_game()
    yield plain_search()
    yield search()
    yield games()


def slowest(answer: Callable[[Any], object]) -> float:
    """Of this answer, of each seat of some games."""
    most = 0.0
    for seed in range(GAMES):
        for seat in range(6):
            most = slower(most, answer, partial(knowing, seed, seat))
    return most


def slower(most: float, answer: Callable[[Any], object], make: Callable[[], Any]) -> float:
    """The slowest so far, or this: what would be slower is made and asked anew."""
    ms = timed(answer, make())
    for _ in range(TRIES - 1):
        ms = min(ms, timed(answer, make())) if ms > most else ms
    return max(most, ms)


def timed(answer: Callable[[Any], object], of: Any) -> float:
    """CPU milliseconds."""
    with Clock() as clock:
        answer(of)
    return clock.ms


def knowing(seed: int, seat: int) -> Any:
    """What a seat knows after thirty showings."""
    model, world = shown(seed)
    return model.seat(seat, at=world)


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


ANSWERS: dict[str, Callable[[Any], object]] = {
    "count": lambda mine: mine.count(),
    "all_odds": lambda mine: mine.ownership(),
    "odds": odds,
    "sample": sample,
}


def whole_game() -> Iterator[Figure]:
    """The slowest of each answer along a game of six who ask anything, and of its page."""
    game = Cluedo(6, most=40).peopled()
    turns = list(play(game, [Asker()] * 6, seed=3))
    about = f"the slowest at every fourth of {len(turns)} moves"
    for name, answer in ANSWERS.items():
        most = {"seat": 0.0, "onlooker": 0.0}
        for turn in turns[1::4]:
            for seat in (0, 5, None):
                who = "onlooker" if seat is None else "seat"
                most[who] = slower(most[who], answer, partial(afresh, game, turn, seat))
        for who, ms in most.items():
            yield Figure(f"kit.{who}.{name}_ms", ms, about=about)
    yield from page_views(game, turns)


def afresh(game: Any, turn: Any, seat: int | None) -> Any:
    """What a seat knows after a move, nothing of it being remembered."""
    model = made_anew(turn).model
    return model.outsider() if seat is None else model.seat(seat, at=game.world(turn.after))


def made_anew(turn: Any) -> Any:
    """The same turn, with a model of which nothing is remembered."""
    return replace(turn, model=replace(turn.model, space=replace(turn.model.space)))


def page_views(game: Any, turns: Any) -> Iterator[Figure]:
    """A view of the page at every fourth move: as the table makes them, one after each move, and if
    four were made at once. Nothing is remembered of what the moves made known."""
    for who, viewer in (("seat", 0), ("onlooker", None)):
        seen = moments(game, turns, viewer)
        for name, new in (("page_view", 1), ("page_four_moves", 4)):
            most = 0.0
            for step in range(6, len(turns), 4):
                last = turns[step - new : step]
                most = slower(most, viewed, partial(showing, seen[: step - new + 1], last))
            yield Figure(f"kit.{who}.{name}_ms", most, about="the slowest at every fourth move")


def showing(seen: Any, turns: Any) -> ShownGame:
    """A game as its page gets it after some more moves; what was seen before is remembered."""
    before = ShownGame("bench", 1, ("detective",) * 6, seen, 0, False)
    log = tuple(map(entry, seen[1:]))
    timeline(seen, len(seen) - 1, 0)
    for turn in turns:
        seen = [*seen, following(seen[-1], made_anew(turn))]
    return replace(before, moments=seen, log=log)


def viewed(game: ShownGame) -> object:
    """What the server makes: what is new in the log, and the page."""
    log = game.log or ()
    log = [*log, *map(entry, game.moments[len(log) + 1 :])]
    return view_page(replace(game, log=log), LookAt())


class Asker(Agent):
    """Asks and shows anything, and never accuses: such games are long."""

    name = "asker"

    def choose(self, view: Any, rng: Random) -> Choice[Any]:
        return Choice(rng.choice([one for one in view.actions if not isinstance(one, Accuse)]))


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
    done = iterations(uncompiled(wk.game("cluedo")), ITERATIONS)
    about = "ISMCTS in Cluedo, 3 players, 21 cards, without kernels"
    return Figure("kit.plain_search.iterations_per_s", done, unit="iterations/s", about=about)


def search() -> Figure:
    """The same with its kernels, compiled before; drawing the worlds counts too."""
    game = wk.game("cluedo")
    iterations(game, 1)
    done = iterations(game, COMPILED)
    about = f"the same with its kernels, {COMPILED:,} iterations a decision"
    return Figure("kit.search.iterations_per_s", done, unit="iterations/s", about=about)


def iterations(game: Any, many: int) -> float:
    """How many a second, in decisions of so many."""
    player, spent, times = agent(f"ismcts(iterations={many})"), 0.0, 0
    for here in decisions(game):
        with Clock() as clock:
            player.choose(here, Random(1))
        spent, times = spent + clock.ms, times + 1
    return many * times / spent * 1000


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
