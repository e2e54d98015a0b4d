"""Reasons in whole games: tickets drawn and put back, cards shown, tricks played.

What `why` says is held against listing: the same story with only these announcements, from the
start, on the engine that lists worlds. Formulas are random, of every kind.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest
import randomly

import whoknows as wk
from whoknows.core.agent import Agent, Choice
from whoknows.core.match import deal_of, play
from whoknows.deals.updates import Announce, Tell
from whoknows.logic.formula import Formula, Not
from whoknows.logic.history import replayed
from whoknows.logic.modal_operators import Knows
from whoknows.logic.reasons import Why, why_known
from whoknows.logic.worlds import ImpossibleError

GAMES = {
    "tickets(board=small)": 60,
    "tickets(board=small,seats=3)": 60,
    "tickets(board=small,rules=knowledge,draw=true,seats=2,hand=1)": 40,
    "tickets(board=small,rules=knowledge,draw=true,seats=3,hand=1)": 40,
    "tickets(board=usa)": 40,
    "boerenbridge(rounds=2)": 14,
    "boerenbridge(players=3,rounds=2,trump=turned)": 12,
    "threecards(rounds=3)": 10,
}
MOST_SAID = 6  # every choice of these is tried
MOST_WORLDS = 3_000  # to list


class Drawer(Agent):
    """Draws tickets when it can, mostly, and shows its card; otherwise plays anything."""

    name = "drawer"

    def choose(self, view: Any, rng: Random) -> Any:
        wanted = [a for a in view.actions if "draws" in str(a) or "shows" in str(a)]
        return Choice(rng.choice(wanted if wanted and rng.random() < 0.7 else view.actions))


@dataclass(frozen=True)
class Words:
    """What random formulas are made of, from a model alone."""

    model: Any

    is_deal = True

    @property
    def oracle(self) -> "Words":
        return self

    @property
    def seats(self) -> list[str]:
        return list(self.model.seats)

    @property
    def cards(self) -> list[str]:
        return list(self.model.vocabulary.world_facts)

    @property
    def places(self) -> dict[str, int]:
        return {place.name: place.size for place in self.model.vocabulary.places}

    @property
    def shown(self) -> list[str]:
        return [name for name in self.values if name not in self.cards]

    @property
    def values(self) -> dict[str, list[Any]]:
        return {fact.name: list(fact.values) for fact in self.model.vocabulary.facts}


def positions(spec: str, seed: int) -> Iterator[tuple[Any, Any]]:
    """The models of a random match that something has changed, each with the true deal."""
    game, last = wk.game(spec), None
    turns = play(game, [Drawer()] * len(game.seats), seed=seed)
    for turn in islice(turns, GAMES[spec]):
        if turn.model is not last and turn.model is not None:
            yield turn.model, deal_of(game, turn)
        last = turn.model


def listed(model: Any, kept: Any = None) -> Any:
    """The same story with only these announcements, listed; None where one of them is false."""
    numbers = iter(range(len(model.history)))
    story = [u for u in model.history if kept is None or not is_said(u) or next(numbers) in kept]
    try:
        return replayed((replace(story[0], engine="bitset"), *story[1:]))
    except ImpossibleError:
        return None


def is_said(update: Any) -> bool:
    return isinstance(update, Announce | Tell)


def suffices(model: Any, formula: Formula, at: Any, kept: Any) -> bool:
    """Whether the formula would hold in this world if only these had been said."""
    silenced = listed(model, kept)
    try:
        return silenced is not None and silenced.holds(formula, at=at)
    except ImpossibleError:
        return False


def check(model: Any, formula: Formula, at: Any, why: Why) -> None:
    """The reasons suffice, fewer would not, and a counterexample is one."""
    told = str(formula), str(why)
    assert why.holds == listed(model).holds(formula, at=at), told
    chosen = [reason.number - 1 for reason in why.because]
    if why.counterexample is not None:
        assert not listed(model).holds(formula.inner, at=why.counterexample), told  # type: ignore[attr-defined]
    if why.holds:
        assert suffices(model, formula, at, chosen), told
        said = sum(map(is_said, model.history))
        sizes = range(len(chosen)) if said <= MOST_SAID and why.smallest else ()
        fewer = (some for size in sizes for some in combinations(range(said), size))
        assert not any(suffices(model, formula, at, some) for some in fewer), told
        one_less = ([n for n in chosen if n != left] for left in chosen)
        assert not any(suffices(model, formula, at, some) for some in one_less), told


def asked(model: Any, at: Any, formula: Formula) -> Iterator[tuple[Formula, Why]]:
    """All reasons that can be asked for: an analyst's, and those of each seat that has one."""
    with suppress(wk.Error):  # a large deal refuses what is nested
        yield formula, model.why(formula, at=at)
    for seat in model.seats:
        knowledge = model.seat(seat, at=at)
        try:
            said = str(knowledge.answer(formula))
        except wk.Error:
            continue
        if not said.startswith("unknown"):
            known = formula if said == "known true" else Not(formula)
            yield Knows(seat, known), why_known(knowledge, known)


ENGINES = ("bitset", "diagram")


@pytest.mark.parametrize("engine", [*ENGINES, "factual"])
def test_what_a_seat_knows_of_knowledge_has_reasons_wherever_it_is_answered(engine: str) -> None:
    model = wk.deal({0: 1, 1: 1, 2: 1}, cards="abc", engine=engine).announce("~has(1,b)")
    mine = model.seat(0, at={0: "a", 1: "c", 2: "b"})
    claim = "has(1,a) -> K[1] has(2,b)"  # 0 sees that it is about nothing
    assert str(mine.answer(claim)) == "known true"
    assert mine.why(claim).holds
    assert mine.why(claim).because == ()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_world_may_leave_out_what_was_shown_where_that_is_clear(engine: str) -> None:
    model = wk.deal({0: 2, 1: 1, 2: 1}, cards="abcd", engine=engine)
    told = model.show(0, 1, ["a", "b"]).announce("shown1 = a").announce("has(2,d)")
    why = told.why("K[1] has(2,d)", at={0: ["a", "b"], 1: ["c"], 2: ["d"]})
    # Without the first of what was said two worlds would fit: it is about one of them all the same.
    assert [reason.sentence for reason in why.because] == ["2 has d"]


def test_to_ask_why_leaves_nothing_behind_in_the_model() -> None:
    born = wk.deal({0: 2, 1: 2, "stock": 2}, cards="abcdef", engine="diagram")
    told = born.announce("K[1] (has(1,d) | has(1,e))").split("stock", {"x": 1, "y": 1})
    model = told.announce("in(x,a)")
    many = model.space.store.manager.num_vars()
    assert model.why("E[0,1] in(x,a)", at={0: "bc", 1: "de", "x": "a", "y": "f"}).holds
    assert model.space.store.manager.num_vars() == many


def test_what_is_too_large_to_try_is_told() -> None:
    cards = "abcdefghijklmno"
    born = wk.deal({0: 3, 1: 3, "stock": 9}, cards=cards, engine="bitset")
    model = born.announce("has(0,a) & has(0,b) & has(0,c)", "0 has abc").announce("has(1,d)")
    model = model.announce("has(1,e) & has(1,f)", "1 has ef").split("stock", {"x": 5, "y": 4})
    why = model.why("E[0,1] has(0,a)", at={0: "abc", 1: "def", "x": "ghijk", "y": "lmno"})
    assert [reason.sentence for reason in why.because] == ["0 has abc"]
    assert why.untried
    assert not why.smallest
    assert "what was said (fewer might do, but that is too large to try): " in str(why)
    assert why.data()["untried"]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("spec", GAMES)
def test_reasons_in_games_suffice_and_fewer_would_not(spec: str, seed: int) -> None:
    rng = Random(f"reasons {spec} {seed}")
    for model, at in positions(spec, seed):
        few = model.count() <= MOST_WORLDS
        for _ in range(3):
            formula: Any = randomly.formula(rng, Words(model), rng.randint(0, 3))  # type: ignore[arg-type]
            for claim, why in asked(model, at, formula):
                if few:
                    check(model, claim, at, why)
