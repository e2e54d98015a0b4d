"""Compiled games, and the plain rules that follow them: the same states, actions and scores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

from soak.kernels import ACTION, DIGEST, ENDLESS, FAULTS, HEAD, OVER, SPREAD, played
from whoknows.core.agent import Choice
from whoknows.core.chance import stream
from whoknows.core.game import CHANCE, END
from whoknows.core.legal_actions import legal
from whoknows.core.match import step
from whoknows.games.boerenbridge.state import DealRound
from whoknows.games.tickets import rows
from whoknows.games.tickets.moves import DealTickets
from whoknows.games.tickets.state import Phase
from whoknows.search.compiled_rules import compiled

LONGEST = 5000  # steps of a game
SHARES = (0, 0, 4, 8)  # of eight decisions, how many are as advised: by the number of the game
WORD = 2**64


@dataclass(frozen=True, slots=True)
class Played:
    """A compiled game or some moves of one: all that was done, the row at its end, and the points
    if it is over."""

    trace: Any
    end: Any
    points: tuple[float, ...] | None


class Compiled:
    """Plays games of one kind, by number."""

    def __init__(self, plain: Any) -> None:
        self.plain, self.rules = plain, compiled(plain)
        self._start = np.array(plain.encode_state(plain.start()), np.int64)
        self._out = np.zeros(self.rules.width, np.int64)
        self._trace = np.zeros((LONGEST, HEAD + len(self._start)), np.int64)

    def game(self, number: int) -> Played:
        """From start to finish."""
        found, how = self._played(self._start.copy(), number, LONGEST)
        steps = len(found.trace)
        assert not how, f"{FAULTS[how]} in {self.plain.spec}, game {number}, step {steps}"
        return found

    def moves(self, state: Any, number: int, most: int) -> Played:
        """From this state of the plain rules on, so many steps or to the end."""
        row = np.zeros_like(self._start)
        codes = self.plain.encode_state(state)[: len(row)]
        row[: len(codes)] = codes
        found, how = self._played(row, number, most)
        assert how in (OVER, ENDLESS), f"{FAULTS[how]} in {self.plain.spec} after {state}"
        return found if how == OVER else replace(found, points=None)

    def _played(self, row: Any, number: int, most: int) -> tuple[Played, int]:
        seed = stream(number, "soak", self.plain.spec).getrandbits(63)
        random, share = np.array([seed], np.uint64), SHARES[number % len(SHARES)]
        points, ended = np.zeros(self.rules.players), np.zeros(2, np.int64)
        trace = self._trace[:most]
        played(self.rules.tables, row, random, share, self._out, trace, points, ended)
        steps, how = ended.tolist()
        return Played(trace[:steps], row, tuple(points.tolist())), how


def follow(game: Compiled, found: Played, rng: Random, often: int, start: Any = None) -> list[Any]:
    """The plain rules go the same way; at a step in so many all is compared, else the moves.

    A state that is not as it should be stays so: the last one is always compared. Gives the states
    from the start on, or from the one that is given.
    """
    plain, state, model = game.plain, start or game.plain.start(), None
    many, states = game.rules.length, [state]
    for number, told in enumerate(found.trace.tolist()):
        row, looks = told[HEAD:], rng.randrange(often) == 0
        action = _action(plain, state, told[ACTION], row)
        if plain.to_move(state) == CHANCE:
            assert plain.chance(state).odds(action) > 0, f"chance cannot bring {action} at {number}"
        elif looks:
            codes = [plain.encode(one) for one in _actions(plain, state, model)]
            assert _digest(codes) == told[DIGEST] % WORD, f"actions at {number}: {codes}"
            assert told[ACTION] in codes, f"{action} at {number}"
        state, model = _after(plain, state, model, action)
        if looks or number == len(found.trace) - 1:
            assert list(plain.encode_state(state)[:many]) == row[:many], f"the state at {number}"
        states.append(state)
    if found.points is not None:
        assert plain.to_move(state) == END
        assert tuple(plain.scores(state)) == found.points, f"points {found.points}"
    return states


def _action(plain: Any, state: Any, code: int, row: list[int]) -> Any:
    """What a code stands for; of a deal, what lies where after it."""
    if plain.name == "boerenbridge" and plain.to_move(state) == CHANCE:
        after = plain.decode_state(tuple(row))
        return DealRound(after.dealt, after.stock, after.trump, after.turned)
    if plain.name == "tickets" and state.phase == Phase.DEAL:
        return _tickets(plain, row)
    return plain.decode(code)


def _tickets(plain: Any, row: list[int]) -> DealTickets:
    """Long ones first, each kind in its order."""
    where = rows.layout(plain.map, plain.players).where
    hands: list[list[tuple[bool, int, str]]] = [[] for _ in plain.seats]
    for ticket in plain.map.tickets:
        place = row[where + ticket.number]
        kind, seat = place // 64 % 8, place // 512 % 8
        if kind in (rows.HAND, rows.OFFER, rows.LONG):
            hands[seat].append((kind != rows.LONG, place, ticket.name))
    return DealTickets(tuple(tuple(name for *_, name in sorted(hand)) for hand in hands))


def _actions(plain: Any, state: Any, model: Any) -> Any:
    """Compiled threecards drops what would be untrue; the others leave that to the model."""
    return legal(plain, state, model) if plain.name == "threecards" else plain.actions(state)


def _after(plain: Any, state: Any, model: Any, action: Any) -> tuple[Any, Any]:
    if plain.name != "threecards":
        return plain.apply(state, action), None
    turn = step(plain, state, model, Choice(action))
    return turn.after, turn.model


def _digest(codes: list[int]) -> int:
    mixed = len(codes)
    for code in codes:
        mixed = mixed * int(SPREAD) % WORD ^ code % WORD
    return mixed
