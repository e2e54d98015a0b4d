"""Compiled Cluedo is plain Cluedo: laws, long random games, fair deals, what a seat imagines."""

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from whoknows.core import kernels
from whoknows.core.agent import Choice
from whoknows.core.kernel_laws import KERNEL_LAWS
from whoknows.core.match import play, step, view
from whoknows.games.cluedo import Accuse, Cluedo
from whoknows.search.compiled_rules import compiled
from whoknows.search.determinization import states

GAMES = [
    Cluedo(),
    Cluedo(6),
    Cluedo(2, suspects=2, weapons=2, rooms=3),
    Cluedo(suspects=3, weapons=2, rooms=3, most=30),
    Cluedo(5, suspects=4, weapons=3, rooms=3),
]
SMALL = Cluedo(suspects=2, weapons=2, rooms=3)
NINE = Cluedo(suspects=3, weapons=3, rooms=3, names="Ann-Ben-Cas")


class Asker:
    """Asks and shows anything, and never accuses."""

    name, cheats = "asker", False

    def choose(self, view: Any, rng: Random) -> Any:
        return Choice(rng.choice([one for one in view.actions if not isinstance(one, Accuse)]))


@pytest.mark.parametrize("law", KERNEL_LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.spec)
def test_it_obeys(rules: Any, law: Any) -> None:
    law(rules)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.spec)
def test_long_games_are_the_same_in_both(rules: Any) -> None:
    """Who moves, what is worth trying, points, and the row after each move."""
    verbs, out = compiled(rules), np.zeros(1000, np.int64)
    for seed in range(4):
        state, rng = rules.start(), Random(seed)
        row = np.array(rules.encode_state(state), np.int64)
        while (by := rules.to_move(state)) != kernels.END:
            assert kernels.to_move(verbs.tables, row) == by
            action = moved(rules, state, rng)
            if by >= 0:
                wanted = rules.sensible(rules.veil(state, by), rules.actions(state))
                many = kernels.sensible(verbs.tables, row, out)
                assert out[:many].tolist() == [rules.encode(one) for one in wanted]
            kernels.apply(verbs.tables, row, rules.encode(action))
            state = rules.apply(state, action)
            assert tuple(row.tolist()) == rules.encode_state(state)[: verbs.length]
            points = np.zeros(rules.players)
            kernels.scores(verbs.tables, row, points)
            assert tuple(points) == rules.scores(state)
        assert kernels.to_move(verbs.tables, row) == kernels.END


def moved(rules: Any, state: Any, rng: Random) -> Any:
    """Any move; accusations are rare, so that games are long."""
    if rules.to_move(state) == kernels.CHANCE:
        return rules.chance(state).sample(rng)
    is_bold = rng.random() < 0.02
    actions = rules.actions(state)
    some = [action for action in actions if isinstance(action, Accuse) == is_bold]
    return rng.choice(some or actions)


def test_every_deal_is_equally_likely() -> None:
    rules, verbs, luck = SMALL, compiled(SMALL), np.array([7], np.uint64)
    row, many = np.array(rules.encode_state(rules.start()), np.int64), 30_000
    drawn = Counter(kernels.chance(verbs.tables, row, luck) for _ in range(many))
    deals = {rules.encode(deal) for deal in rules.chance(rules.start()).outcomes()}
    assert drawn.keys() == deals
    mean = many / len(deals)
    assert max(abs(times - mean) for times in drawn.values()) < 5.5 * mean**0.5


SHOWN = [
    "deal Ann: Scarlett, candlestick | Ben: Mustard, dagger | Cas: ballroom, billiard | "
    "envelope: White, pipe, conservatory",
    *("Ann asks for White, dagger, ballroom", "Ben shows Ann dagger"),
    *("Ben asks for Mustard, pipe, ballroom", "Cas shows Ben ballroom"),
    *("Cas asks for Mustard, dagger, conservatory", "Ann has none of these"),
    "Ben shows Cas Mustard",
]


def after(rules: Any, moves: list[str]) -> Any:
    """What the seat to move sees then."""
    state, model = rules.start(), None
    for move in moves:
        turn = step(rules, state, model, Choice(rules.parse(move)))
        state, model = turn.after, turn.model
    return view(rules, state, model, rules.to_move(state))


def test_imagined_states_are_drawn_from_what_the_seat_knows_with_what_was_shown() -> None:
    """Every deal equally likely, and then every card that can have been shown in it."""
    here, verbs, many = after(NINE, SHOWN), compiled(NINE), 200
    likely: Counter[tuple[int, ...]] = Counter()
    deals = Counter(_lies(world) for world in here.knowledge.worlds)
    for world in here.knowledge.worlds:
        state = NINE.redeal(here.state, world, Random(0))
        row = NINE.encode_state(state)[: verbs.length]
        likely[row] += 1 / deals[_lies(world)] / len(deals)
    drawn: Counter[tuple[int, ...]] = Counter()
    for seed in range(60):
        drawn.update(tuple(row) for row in states(here, verbs, many, Random(seed)).tolist())
    assert len(likely) > len(deals) > 3
    assert drawn.keys() == likely.keys()
    for row, odds in likely.items():
        mean = 60 * many * odds
        assert abs(drawn[row] - mean) < 5.5 * mean**0.5


def _lies(world: Any) -> tuple[str, ...]:
    return tuple(str(world[place]) for place in NINE.places)


@pytest.mark.parametrize("rules", [Cluedo(), SMALL], ids=lambda rules: rules.spec)
def test_what_is_advised_and_how_it_looks_depend_on_nothing_hidden(rules: Any) -> None:
    verbs, model, compared = compiled(rules), None, 0
    for number, turn in enumerate(islice(play(rules, [Asker()] * 3, seed=2), 60)):
        if turn.by >= 0 and number % 7 == 1:
            here = view(rules, turn.before, model, turn.by)
            rows = states(here, verbs, 20, Random(number))
            advice = {
                kernels.advised(verbs.tables, row.copy(), np.array([3], np.uint64)) for row in rows
            }
            assert len(advice) == 1
            assert rules.decode(advice.pop()) in here.actions
            assert len({kernels.sight(verbs.tables, row, turn.by) for row in rows}) == 1
            compared += len({tuple(row) for row in rows.tolist()}) > 1
        model = turn.model
    assert compared > 1


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.spec)
@pytest.mark.parametrize("verb", [kernels.playout, kernels.guided])
def test_games_are_played_to_their_end(rules: Any, verb: Any) -> None:
    verbs, luck, won = compiled(rules), np.array([1], np.uint64), 0
    for _ in range(50):
        row = np.array(rules.encode_state(rules.start()), np.int64)[: verbs.length]
        kernels.apply(verbs.tables, row, kernels.chance(verbs.tables, row, luck))
        verb(verbs.tables, row, luck)
        end = rules.decode_state(tuple(row.tolist()))
        assert rules.to_move(end) == kernels.END
        won += sum(rules.scores(end))
        if verb is kernels.guided:
            assert not end.public.out  # it accuses only when it has seen all others
    assert won
