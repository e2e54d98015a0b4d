"""What a judgement may say: intervals hold the truth, and luck alone is never called a mistake."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest
from made_up import decision

import whoknows as wk
from whoknows.analysis import judgement
from whoknows.analysis.best_move import best_first, looks
from whoknows.analysis.judgement import judged, ranked
from whoknows.analysis.paired_means import mean
from whoknows.analysis.trials import Trials, trials
from whoknows.core.agent import View
from whoknows.core.game import CHANCE, END
from whoknows.core.law_positions import AnyLegal, seat_positions
from whoknows.core.match import play, view
from whoknows.games.threecards import ThreeCards
from whoknows.search.plain.plain_rules import PlainRules, Spot

SPECS = ("tickets(board=small)", "boerenbridge(rounds=3)", "threecards(rounds=2)")
LITTLE = 200  # effort


class Bare(ThreeCards):
    """Three cards without kernels: it is played out at random."""

    is_compiled = False


def seen(game: Any, many: int, seed: int = 3) -> View[Any, Any]:
    """What the seat to move sees after so many turns, or the first with a choice after that."""
    turns = list(play(game, [AnyLegal() for _ in game.seats], seed=seed))
    for before, turn in zip(turns[many - 1 :], turns[many:], strict=False):
        here = None if turn.by < 0 else view(game, turn.before, before.model, turn.by)
        if here is not None and len(here.actions) > 1:
            return here
    raise AssertionError("no such position")


# made-up decisions


def compared(tried: Trials[str], best: str, played: str, seed: int = 0) -> judgement.Loss:
    places = tried.moves.index(best), tried.moves.index(played)
    return judgement._compared(tried, *places, 1000, seed)


def test_a_dominated_move_is_a_mistake() -> None:
    tried = decision({"good": 5, "bad": 2, "worse": -3})
    for seed in range(20):
        order = best_first(tried, 1000, seed)
        assert [tried.moves[place] for place in order.places] == ["good", "bad", "worse"]
        loss = compared(tried, "good", "bad", seed)
        assert loss.is_mistake
        assert loss.low <= 3 <= loss.high


def test_luck_alone_is_no_mistake() -> None:
    """However many moves there are to choose the best of: the best is judged in other worlds."""
    tried = decision({f"move {n}": 0 for n in range(30)})
    called = 0
    for seed in range(100):
        best = best_first(tried, 100, seed).places[0]
        loss = judgement._compared(tried, best, (best + 1) % 30, 200, seed)
        called += loss.is_mistake
    assert called <= 1


def test_what_costs_less_than_a_fifth_of_luck_is_no_mistake() -> None:
    tried = decision({"good": 0.5, "nearly": 0}, own=0.1)  # luck is 10 points
    loss = compared(tried, "good", "nearly")
    assert loss.low > 0
    assert not loss.is_mistake


def test_intervals_hold_the_loss_as_often_as_they_say() -> None:
    """Also where nobody looks further as soon as it is plain: the looks are allowed for."""
    missed = 0
    for seed in range(400):
        worth = Random(seed).uniform(0, 4)
        loss = compared(decision({"good": worth, "other": 0}), "good", "other", seed)
        missed += not loss.low - 0.005 <= worth <= loss.high + 0.005
    assert missed <= 400 * judgement.DOUBT


def test_close_decisions_are_looked_at_longest() -> None:
    def tries(worth: float) -> float:
        tried = decision({"good": worth, "other": 0})
        return float(np.mean([compared(tried, "good", "other", seed).tries for seed in range(20)]))

    assert tries(1.1) > 2 * tries(4)
    assert looks(1000) == [125, 250, 500, 1000]


def test_runs_that_have_every_world_differ_by_luck_alone() -> None:
    worlds = np.array([0.0, 10.0, 50.0])
    exact = mean(np.tile(worlds, 3), 3)
    assert (exact.value, exact.error) == (20.0, 0.0)
    assert mean(np.tile(worlds, 3), 1).error > 5
    luck = np.random.default_rng(0).normal(0, 3, (4000, 40, 3))
    found = [mean((worlds + one).ravel(), 3) for one in luck]
    spread = float(np.std([one.value for one in found]))
    assert spread == pytest.approx(float(np.mean([one.error for one in found])), rel=0.05)


# real ones


def test_an_interval_holds_the_exact_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random play of a small game, with all of its tree: what the plain playouts estimate."""
    told = held = 0
    for many, seed in ((1, 3), (1, 4), (2, 3), (2, 4)):
        here = seen(Bare(2), many, seed)
        monkeypatch.setattr(judgement, "best_first", BestOnce())
        exact = {action: expected(here, action) for action in here.actions}
        for did in here.actions:
            for luck in range(5):
                found = judged(here, did, seed=luck, effort=16 * 400)
                loss, truth = found.loss, exact[found.best] - exact[did]
                told += 1
                held += loss.low - 0.005 <= max(0.0, truth) <= loss.high + 0.005
                if loss.is_mistake:
                    assert truth > 0
    assert told >= 50
    assert held >= 0.95 * told


class BestOnce:
    """As `best_first`, found once for one decision: whatever was done there, it is the same."""

    def __init__(self) -> None:
        self.found: dict[object, Any] = {}

    def __call__(self, tried: Trials[Any], effort: int, seed: int) -> Any:
        asked = tried.moves[: tried.eligible], effort, seed
        if asked not in self.found:
            self.found[asked] = best_first(tried, effort, seed)
        return self.found[asked]


def expected(here: View[Any, Any], action: Any) -> float:
    """The seat's lead if it does this and all then play at random, over all worlds."""
    rules: PlainRules[Any, Any] = PlainRules(here)
    game = here.game

    def lead(spot: Spot[Any, Any]) -> float:
        mover = rules.to_move(spot)
        if mover == END:
            points = game.scores(spot.state)
            return points[here.seat] - max(p for s, p in enumerate(points) if s != here.seat)
        assert mover != CHANCE
        after = [rules.after(spot, one) for one in rules.actions(spot)]
        return sum(map(lead, after)) / len(after)

    worlds = list(here.knowledge.worlds)  # type: ignore[attr-defined]
    states = [game.redeal(here.state, world, Random(0)) for world in worlds]
    return sum(lead(rules.after(Spot(one), action)) for one in states) / len(states)


def test_where_worlds_are_few_the_loss_is_exact() -> None:
    """A round of three cards each is solved in all of its worlds."""
    here = seen(wk.game("boerenbridge(rounds=3)"), 6)
    found = {judged(here, did, seed=seed).loss for did in here.actions for seed in (1, 2)}
    assert len(found) <= len(here.actions)
    assert all(loss.low == loss.lost == loss.high for loss in found)


@pytest.mark.parametrize("spec", SPECS)
def test_twins_are_judged_alike(spec: str) -> None:
    """A decision is judged from what its seat knew, not from the deal."""
    found = (one for one in seat_positions(wk.game(spec)) if len(one.game.actions(one.state)) > 1)
    for position in islice(found, 0, 30, 6):
        did = position.turn.choice.action
        heard = {
            judged(view(position.game, state, position.model, position.by), did, effort=LITTLE)
            for state in (position.state, *position.twins(position.by, 3))
        }
        assert len(heard) == 1


@pytest.mark.parametrize("spec", SPECS)
def test_a_hint_and_a_judgement_name_the_same_best(spec: str) -> None:
    here = seen(wk.game(spec), 2)
    hint = list(ranked(here, 5, effort=LITTLE))
    assert hint[0].did == hint[0].best
    assert len({one.best for one in hint}) == 1
    assert [one.loss.lost for one in hint] == sorted(one.loss.lost for one in hint)
    for did in here.actions:
        found = judged(here, did, effort=LITTLE)
        assert found.best in (hint[0].best, did)
        assert found.loss.is_mistake <= (found.best == hint[0].best)


def test_a_forced_move_loses_nothing() -> None:
    game = wk.game("boerenbridge(rounds=3)")
    turns = list(play(game, [AnyLegal() for _ in game.seats], seed=3))
    last = turns[-1]
    here = view(game, last.before, turns[-2].model, last.by)
    assert len(here.actions) == 1
    assert judged(here, last.choice.action).loss.tries == 0


def test_what_makes_no_sense_is_judged_too() -> None:
    """Two jokers where colours would do: no search tries it, somebody did."""
    game = wk.game("tickets(board=small)")
    for position in seat_positions(game):
        here = view(game, position.state, position.model, position.by)
        tried = trials(here, Random(0))
        senseless = [one for one in here.actions if tried is None or one not in tried.moves]
        if senseless:
            break
    assert judged(here, senseless[0], effort=LITTLE).loss.tries > 0
