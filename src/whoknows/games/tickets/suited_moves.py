"""How well what a seat may do suits the tickets that it may have, in numbers for a learned style.

A claim suits a ticket that it is on the way of, a colour suits one if a connection on its way has
that colour. Which train cards a seat has plays no part: others do not know them, so that the style
tells how likely a move is whatever they are.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whoknows.core.style_options import StyleOptions
from whoknows.games.tickets.board import GRAY, Board, Connection
from whoknows.games.tickets.detours import FAR, Detours, detours
from whoknows.games.tickets.moves import Action, Blind, Block, Claim, Draw, Take
from whoknows.games.tickets.paths import Prices
from whoknows.games.tickets.racer_numbers import asked
from whoknows.games.tickets.racer_plan import prices
from whoknows.games.tickets.state import NOBODY, Phase, State

if TYPE_CHECKING:
    from whoknows.core.kernels import Floats, Ints
    from whoknows.games.tickets.rules import Tickets

BLIND, DRAW = "a card from the pile", "tickets"
TRAINS_FOR_MORE = 12
CLAIM = (
    "a connection", "a connection: trains", "a connection: points",
    "with cards that it has shown", "beside the network of another",
    "when all tickets are done", "when all tickets are done: points",
    "in the last round", "in the last round: points",
)  # fmt: skip
ON_THE_WAY = (
    "on the way", "on the way: trains", "on the way of two", "just off the way", "near the way",
    "off the way", "far off the way", "on the way in the last round",
)  # fmt: skip
CARD = (
    "a joker", "a card when all tickets are done", "from the pile", "from the pile as second card",
)  # fmt: skip
COLOUR = ("a colour that is needed", "a colour of which enough is shown", "any colour will do")
TICKETS = ("tickets", "tickets when all are done", "tickets when all are done, with many trains")
OFF = {  # what it costs to go through a connection that is off the way, up to
    "by trains": (0, 1, 2, 4, 7),
    "by turns": (0, 4, 8, 14, 24),
}
NAMES = (
    *CLAIM, *(f"{name}, {way}" for way in OFF for name in ON_THE_WAY),
    *CARD, *(f"{name}, {way}" for way in OFF for name in COLOUR), *TICKETS,
)  # fmt: skip


def called(action: Action) -> str:
    """What everyone sees of it."""
    match action:
        case Claim(connection=where) | Block(connection=where):
            return where
        case Take(colour=colour):
            return colour
        case Blind():
            return BLIND
        case Draw():
            return DRAW
    return type(action).__name__.lower()


def suited_moves(rules: Tickets, state: State, seat: int, hands: Ints) -> StyleOptions | None:
    """What the seat may do in this state, whatever its train cards, and how it suits each hand."""
    if state.phase not in (Phase.TURN, Phase.SECOND) or hands.shape[1] == 0:
        return None
    there = _Table(rules, state, seat)
    fits = tuple(_fit(away, hands) for away in there.ways.values())
    claims = there.claims if state.phase == Phase.TURN else []
    parts = [_claims(there, fits, claims), _cards(there, fits), _tickets(there, fits[0].done)]
    if state.phase == Phase.SECOND:
        parts.pop()
    names = [rules.map.connections[there.free[place]].name for place in claims]
    names += [*there.colours, BLIND, *([DRAW] if len(parts) == 3 else [])]
    return StyleOptions(tuple(names), NAMES, np.concatenate(parts, axis=1))


class _Fit(NamedTuple):
    """For each hand: the least detour of each free connection, of how many tickets it is on the
    way, and whether all tickets are done."""

    off: NDArray[np.int16]
    on: NDArray[np.int64]
    done: Floats


Fits = tuple[_Fit, ...]  # for each way to plan


class _Table:
    """What everyone sees."""

    def __init__(self, rules: Tickets, state: State, seat: int) -> None:
        self.board, self.state, self.seat = rules.map, state, seat
        priced = {"by trains": (), "by turns": _prices(rules)}
        self.ways = {
            way: _away(rules.map, seat, state.owners, rules.players, priced[way]) for way in OFF
        }
        self.free = self.ways["by trains"].free
        self.shown = np.array(state.open[seat], float)
        self.cards = int(self.shown.sum()) + state.ledger.hidden(seat)
        self.last = float(state.last >= 0)
        names = [*rules.card_names]
        self.row = sorted(set(state.row))
        if state.phase == Phase.SECOND and rules.map.joker in self.row:
            self.row.remove(rules.map.joker)
        self.colours = [names[colour] for colour in self.row]

    @property
    def claims(self) -> list[int]:
        """The places among the free connections of those for which it has trains and cards."""
        most = min(self.cards, self.state.trains[self.seat])
        found = [self.board.connections[n].length <= most for n in self.free]
        return [place for place, ok in enumerate(found) if ok]

    def is_contested(self, one: Connection) -> bool:
        """Whether another has built to one of its cities."""
        ways = self.board.neighbours[one.a] + self.board.neighbours[one.b]
        return any(self.state.owners[number] not in (NOBODY, self.seat) for number, _ in ways)


@lru_cache(maxsize=64)  # 160 kB each on USA
def _away(board: Board, seat: int, owners: tuple[int, ...], players: int, costs: Prices) -> Detours:
    return detours(board, seat, owners, players, costs)


@lru_cache(maxsize=8)
def _prices(rules: Tickets) -> Prices:
    """What a connection costs somebody who counts turns more than trains: a good player."""
    return prices(rules.map, asked("", rules))


def _fit(away: Detours, hands: Ints) -> _Fit:
    off = np.full((len(hands), len(away.free)), FAR, np.int16)
    on = np.zeros(off.shape, np.int64)
    for one in range(hands.shape[1]):
        for other in range(hands.shape[1]):
            by = away.by[hands[:, other], hands[:, one]]
            np.minimum(off, by, out=off)
        on += away.by[hands[:, one], hands[:, one]] == 0
    missing = away.missing[hands]
    return _Fit(off, on, ((missing == 0) | (missing >= FAR)).all(axis=1).astype(float))


def _claims(there: _Table, fits: Fits, places: list[int]) -> Floats:
    done = fits[0].done
    out = np.zeros((len(done), len(places), len(NAMES)))
    for column, place in enumerate(places):
        one = there.board.connections[there.free[place]]
        length, points = float(one.length), float(there.board.parameters.points[one.length])
        paid = there.shown[:-1].max() if one.colour == GRAY else there.shown[one.colour]
        told: list[ArrayLike] = [
            1.0, length, points, min(1.0, (paid + there.shown[-1]) / length),
            there.is_contested(one), done, done * points, there.last, there.last * points,
        ]  # fmt: skip
        for limits, fit in zip(OFF.values(), fits, strict=True):
            told += _on_the_way(fit, place, limits, length, there.last)
        for name, number in enumerate(told):
            out[:, column, name] = number
    return out


def _on_the_way(
    fit: _Fit, place: int, limits: tuple[int, ...], length: float, last: float
) -> list[ArrayLike]:
    off = fit.off[:, place]
    on = (off == 0).astype(float)
    away = [(off > low) & (off <= high) for low, high in pairwise(limits)]
    return [on, on * length, fit.on[:, place] >= 2, *away, last * on]


def _cards(there: _Table, fits: Fits) -> Floats:
    first = NAMES.index(CARD[0])
    done = fits[0].done
    out = np.zeros((len(done), len(there.row) + 1, len(NAMES)))
    colours = np.array([there.board.connections[n].colour for n in there.free], int)
    trains = np.array([there.board.connections[n].length for n in there.free], float)
    for column, colour in enumerate(there.row):
        out[:, column, first + 1] = done
        if colour == there.board.joker:
            out[:, column, first] = 1
            continue
        for number, fit in enumerate(fits):
            at = first + len(CARD) + number * len(COLOUR)
            needed = np.where(fit.off == 0, trains, 0)
            need = needed[:, colours == colour].max(axis=1, initial=0)
            out[:, column, at] = need > 0
            out[:, column, at + 1] = (need > 0) & (need <= there.shown[colour])
            out[:, column, at + 2] = needed[:, colours == GRAY].max(axis=1, initial=0) > 0
    out[:, -1, first + 2] = 1
    out[:, -1, first + 3] = there.state.phase == Phase.SECOND
    return out


def _tickets(there: _Table, done: Floats) -> Floats:
    first = NAMES.index(TICKETS[0])
    out = np.zeros((len(done), 1, len(NAMES)))
    many = there.state.trains[there.seat] >= TRAINS_FOR_MORE
    told: list[ArrayLike] = [1.0, done, done * many]
    for name, number in enumerate(told):
        out[:, 0, first + name] = number
    return out
