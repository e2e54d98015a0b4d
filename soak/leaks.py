"""Twin deals that agree on all that a seat sees: what it is sent, told and advised is the same.

`pages` compares every answer of the server to a seat and to onlookers byte by byte, as the tests
do on fewer games; `choices` what agents do and why; `hints` what the table advises.
"""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from soak.proof import Lane, Proof
from soak.tests import of_tests
from whoknows.core.chance import stream
from whoknows.core.error import Error
from whoknows.core.law_positions import AnyLegal, Position
from whoknows.core.match import Course, Turn, play, view
from whoknows.core.registry import agent, game
from whoknows.table.messages import Advice
from whoknows.table.server.budgets import BUDGETS

GAMES = (
    "threecards(rounds=2)",
    "boerenbridge(rounds=2)",
    "boerenbridge(rounds=1-2)",
    "boerenbridge(rounds=1,players=3,ranks=3,trump=turned)",
    "boerenbridge(rounds=2,players=5,ranks=3)",
    "tickets",
    "tickets(block=agent)",
    "tickets(seats=2,hand=3)",
    "tickets(board=small)",
    "tickets(board=small,rules=knowledge,seats=2)",
    "cluedo(suspects=2,weapons=2,rooms=3)",
    "cluedo(players=4,suspects=3,weapons=3,rooms=3)",
)
AGENTS = (
    "random", "detective", "greedy", "greedy-kripke", "greedy-kripke(after_bid=random)",
    "full-kripke", "full-kripke(as_original=on)", "boeren-random", "kripke",
    "expectiminimax(depth=2,worlds=3)",
    "flat-mc(playouts=40,worlds=5)", "ismcts(iterations=30)", "mcts(iterations=30)",
    "mc-expectiminimax(depth=2,breadth=3,worlds=3)", "pimc(worlds=10)",
    "shaped-mcts(iterations=30)", "uf-mcts(iterations=30)",
)  # fmt: skip
MOVES = 30  # of a match at most
EFFORT = 60  # for a hint, of the 3000 worlds at the table: it goes the same ways
_open = ExitStack()  # for as long as this process lasts


def check(kind: str, number: int) -> Counter[str]:
    """One position of a random match, and a twin of it for one seat."""
    rng = stream(number, "leaks", kind)
    rules = game(GAMES[number % len(GAMES)])
    turns = list(islice(play(rules, [AnyLegal()] * len(rules.seats), seed=number), MOVES))
    decisions = [n for n in range(1, len(turns)) if turns[n].by >= 0]
    step = rng.choice(decisions)
    if kind == "pages":
        return _pages(rules, turns[:step], rng.randrange(len(rules.seats)), rng)
    at = Position(rules, turns[step - 1].model, turns[step])
    return (_choices if kind == "choices" else _hints)(at, number)


def _pages(rules: Any, turns: list[Any], seat: int, rng: Random) -> Counter[str]:
    tests, client = of_tests("table/test_no_leak"), _client()
    other = tests.twin(rules, turns, seat, rng)
    alone = seat if rng.randrange(2) else None
    pair = [tests.on_the_table(client, rules, one, alone) for one in (turns, other)]
    many = tests.same(client, *pair, rules, turns, seat)
    return Counter({"comparisons": many, "of other deals": many if other is not turns else 0})


@cache
def _client() -> Any:
    """A server in this process, on a folder of its own."""
    from fastapi.testclient import TestClient

    serving = of_tests("table/serving")
    _open.enter_context(patch.dict(BUDGETS, serving.patient()))
    folder = Path(_open.enter_context(TemporaryDirectory()))
    return _open.enter_context(TestClient(serving.made(folder), raise_server_exceptions=False))


def _choices(at: Position[object, object], number: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    mine = view(at.game, at.state, at.model, at.by)
    for twin in at.twins(at.by, 2):
        other = view(at.game, twin, at.model, at.by)
        for name in AGENTS:
            try:
                did, does = (_agent(name).choose(one, Random(number)) for one in (mine, other))
            except Error:  # it does not play this game
                continue
            assert did == does, f"{name} chooses {did}, of a twin {does} ({at})"
            counts += Counter({"comparisons": 1, "of other deals": twin != at.state})
    return counts


_agent = cache(agent)  # they are values, and remember nothing


def _hints(at: Position[object, object], number: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    for twin in at.twins(at.by, 2):
        mine, theirs = (_hint(at, state, number) for state in (at.state, twin))
        assert mine == theirs, f"a hint is {mine}, of a twin {theirs} ({at})"
        counts += Counter({"comparisons": 1, "of other deals": twin != at.state})
    return counts


def _hint(at: Position[object, object], state: Any, number: int) -> list[Advice]:
    """What the table advises if this is the true state."""
    from whoknows.table.page.advice import advised

    turn = Turn(at.by, state, at.turn.choice, state, (), at.model, ())
    return list(advised(Course(at.game, number, [turn]), EFFORT))


PROOF = Proof(
    "twin deals that a seat cannot tell apart: pages, refusals, choices and hints",
    "comparisons",
    {"pages": Lane(20_000, 20), "choices": Lane(79_000, 20), "hints": Lane(1_000, 10)},
    check,
)
