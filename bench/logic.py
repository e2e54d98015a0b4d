"""The logic against its peers: relations stored as pairs, and decision diagrams through `dd`.

Every engine gets the same formulas; every repetition starts from a fresh model, so that no
cache is warm; the best of a few repetitions counts, for both sides.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import whoknows as wk
from peers import announcements as given
from peers.cells import CellsModel, announce_cells
from peers.dd_deal import DDDeal
from peers.pairs import IndexedPairsModel, PairsModel, announce_all
from whoknows import formulas as f
from whoknows.bench import Clock, Figure

FOURS, THIRTEENS = [4] * 4, [13] * 4
QUESTIONS = {"K": given.KNOWS, "KK": given.NESTED, "C": given.COMMON}
Times = dict[str, float]


def rows() -> Iterator[Figure]:
    """Every figure of the suite."""
    DDDeal("cudd", [1, 1])  # importing dd takes a while, which is not what we measure
    DDDeal("autoref", [1, 1])
    yield from against_pairs()
    yield from muddy_children()
    yield from against_diagrams("logic.deal_63M", FOURS, ["cudd", "autoref"], 5)
    yield from against_diagrams("logic.deal_52", THIRTEENS, ["cudd", "autoref"], 2)
    yield from ten_far_apart()
    yield whole_63_million()
    yield from unseen_39()
    yield memory_52()


def quick() -> Iterator[Figure]:
    """Without pure Python's diagrams, which take most of the time."""
    DDDeal("cudd", [1, 1])
    yield from against_pairs()
    yield from against_diagrams("logic.deal_63M", FOURS, ["cudd"], 2)
    yield from against_diagrams("logic.deal_52", THIRTEENS, ["cudd"], 1)
    yield from unseen_39()


def against_pairs() -> Iterator[Figure]:
    """Nine cards, three each: build, then ten announcements, five of them about ignorance."""
    said = [formula(text) for text in given.TEN]

    def ours() -> Any:
        model = dealt([3, 3, 3])
        for announcement in said:
            model = model.announce(announcement)
        return model

    assert ours().count() == given.COUNTS[3, 3, 3][-1]
    mine = best(ours, 20)
    for name, kind in ("vs_pairs", PairsModel), ("vs_indexed_pairs", IndexedPairsModel):
        theirs = best(lambda kind=kind: announce_all(kind.deal([3, 3, 3]), given.TEN), 1)
        yield Figure(f"logic.deal_1680.{name}", mine, theirs, about="build + ten announcements")
    theirs = best(lambda: announce_cells(CellsModel.deal([3, 3, 3]), given.TEN), 5)
    yield Figure("logic.deal_1680.vs_cells", mine, theirs, about="sets and cells in plain Python")


def muddy_children() -> Iterator[Figure]:
    """Eighty children, all muddy, all rounds; the peer has nine."""

    children = [f"m{i}" for i in range(80)]
    sees = {i: [c for j, c in enumerate(children) if j != i] for i in range(80)}
    father, nobody = formula(given.at_least_one(80)), formula(given.nobody_knows(80))

    def ours() -> None:
        model = wk.model(children, seats=range(80), observes=sees).announce(father)
        for _ in range(79):
            model = model.announce(nobody)
        assert model.count() == 1

    mine, said = best(ours, 3), given.muddy_announcements(9)
    for name, kind in ("vs_pairs_9", PairsModel), ("vs_indexed_pairs_9", IndexedPairsModel):
        theirs = best(lambda kind=kind: announce_all(kind.muddy(9), said), 1)
        yield Figure(f"logic.muddy_80.{name}", mine, theirs, about="all rounds")
    more = given.muddy_announcements(12)
    theirs = best(lambda: announce_cells(CellsModel.muddy(12), more), 2)
    yield Figure("logic.muddy_80.vs_cells_12", mine, theirs, about="twelve in plain Python")


def against_diagrams(name: str, sizes: list[int], peers: list[str], times: int) -> Iterator[Figure]:
    """Build, count, announce, ask, marginals: step by step, each peer beside us."""
    mine = least(our_steps(sizes) for _ in range(times))
    for peer in peers:
        theirs = least(peer_steps(peer, sizes) for _ in range(times))
        for step, ms in mine.items():
            yield Figure(f"{name}.{step}.vs_{peer}", ms, theirs[step])


def ten_far_apart() -> Iterator[Figure]:
    """The ten announcements about nine cards spread over the 52: what a diagram likes least."""
    said = given.ten(52)

    def announced(model: Any, formulas: list[Any]) -> Any:
        for announcement in formulas:
            model = model.announce(announcement)
        return model

    ours, theirs = dealt(THIRTEENS), DDDeal("cudd", THIRTEENS)
    mine = best(lambda: announced(ours, [formula(text) for text in said]), 1)
    yield Figure("logic.deal_52.ten.vs_cudd", mine, best(lambda: announced(theirs, list(said)), 1))
    # Its best user would know these cards beforehand and declare them first: all cards are alike,
    # so that is the same as announcements about its first nine.
    first = DDDeal("cudd", THIRTEENS)
    known = best(lambda: announced(first, list(given.TEN)), 1)
    yield Figure("logic.deal_52.ten.vs_cudd_told_the_cards", mine, known, about="best order")


def our_steps(sizes: list[int]) -> Times:
    times: Times = {}
    model = timed(times, "build", lambda: dealt(sizes, engine="diagram"))
    count = timed(times, "count", model.count)
    assert count == given.COUNTS[tuple(sizes)][0]
    said = formula(given.SEAT_2_HAS_ONE)
    model = timed(times, "announce", lambda: model.announce(said))
    for step, question in QUESTIONS.items():
        asked = formula(question)
        timed(times, step, lambda asked=asked: model.where(asked))
    timed(times, "marginals", lambda: model.outsider().ownership())
    return times


def peer_steps(peer: str, sizes: list[int]) -> Times:
    times: Times = {}
    model = timed(times, "build", lambda: DDDeal(peer, sizes))
    timed(times, "count", model.count)
    model = timed(times, "announce", lambda: model.announce(given.SEAT_2_HAS_ONE))
    for step, question in QUESTIONS.items():
        timed(times, step, lambda question=question: model.where(question))
    timed(times, "marginals", model.marginals)
    return times


def whole_63_million() -> Figure:
    """All of it at once: build, ten disjunctions, K, K K, C and the 64 marginals."""

    def ours() -> None:
        model = dealt(FOURS)
        for number in range(10):
            seat, cards = number % 4, [number, number + 3, number + 6]
            model = model.announce(f.any_of(*(has(seat, card) for card in cards)))
        for question in QUESTIONS.values():
            model.where(formula(question))
        model.outsider().ownership()

    return Figure("logic.deal_63M.whole", best(ours, 3), about="with ten disjunctions")


def unseen_39() -> Iterator[Figure]:
    """A seat of a game with 52 cards sees its own 13; two others have shown a void."""
    model = dealt(THIRTEENS)
    for card in range(13, 26):
        model = model.announce(~has(1, card))
    for card in range(26, 39):
        model = model.announce(~has(2, card))
    sees = {0: [card for card in range(52) if card % 4 == 0]}
    times: Times = {}
    knowledge = timed(times, "cell", lambda: model.seat(0, sees=sees))
    timed(times, "odds", knowledge.ownership)
    yield Figure("logic.deal_39.cell", times["cell"], about="a seat's view, from the 52-card model")
    yield Figure("logic.deal_39.odds", times["odds"], about="all 156 odds, exact")
    rng = Random(1)
    knowledge.chances.samples(rng, 1)  # compiled once
    ms = best(lambda: knowledge.chances.samples(rng, 100_000), 3)
    yield Figure("logic.deal_39.draws", 100_000 / ms * 1000, unit="deals/s", about="uniform")


def memory_52() -> Figure:
    """What a process of its own takes that builds the 52-card model and asks it all this."""
    code = "import logic; logic.our_steps(logic.THIRTEENS); "
    code += "print(next(r.split()[1] for r in open('/proc/self/status') if 'VmHWM' in r))"
    folder = Path(__file__).parent
    told = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, check=True)
    return Figure("logic.deal_52.memory", int(told.stdout) / 1024, unit="MB", about="at its peak")


def dealt(sizes: list[int], **options: Any) -> Any:
    return wk.deal(dict(enumerate(sizes)), cards=range(sum(sizes)), **options)


def has(seat: int, card: int) -> f.Formula:
    return f.Atom("has", (seat, card))


def formula(text: tuple[Any, ...]) -> f.Formula:
    """A peer's nested tuple as a formula of ours."""
    match text:
        case ("has", seat, card):
            return has(seat, card)
        case ("muddy", child):
            return f.Atom(f"m{child}")
        case ("not", inner):
            return f.Not(formula(inner))
        case ("and", *parts):
            return f.all_of(*map(formula, parts))
        case ("or", *parts):
            return f.any_of(*map(formula, parts))
        case ("K", seat, inner):
            return f.Knows(seat, formula(inner))
        case ("C", seats, inner):
            return f.Common(seats, formula(inner))
    raise ValueError(f"not a formula: {text}")


def timed(times: Times, step: str, act: Callable[[], Any]) -> Any:
    with Clock() as clock:
        done = act()
    times[step] = clock.ms
    return done


def best(act: Callable[[], Any], times: int) -> float:
    """The least CPU milliseconds of some runs."""
    found = []
    for _ in range(times):
        with Clock() as clock:
            act()
        found.append(clock.ms)
    return min(found)


def least(runs: Iterator[Mapping[str, float]]) -> Times:
    """Step by step the least of some runs."""
    done = list(runs)
    return {step: min(run[step] for run in done) for step in done[0]}
