"""How well what a seat may do suits the tickets that it may have, in numbers for a learned style.

A claim suits a ticket that it is on the way of, a colour suits one if a connection on its way has
that colour. Which train cards a seat has plays no part: others do not know them, so that the style
tells how likely a move is whatever they are.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whoknows.core.style_options import StyleOptions
from whoknows.games.tickets.board import GRAY, Board
from whoknows.games.tickets.detours import FAR, Detours, detours
from whoknows.games.tickets.moves import Action, Blind, Block, Claim, Draw, Take
from whoknows.games.tickets.state import Phase, State

if TYPE_CHECKING:
    from whoknows.core.kernels import Floats, Ints
    from whoknows.games.tickets.rules import Tickets

BLIND, DRAW = "a card from the pile", "tickets"
TRAINS_FOR_MORE = 12
CLAIM = (
    "a connection", "a connection: trains", "on the way of a ticket",
    "on the way of a ticket: trains", "on the way of two", "a train out of the way", "two trains",
    "three or four trains", "five to seven trains", "with cards that it has shown",
    "a connection when all tickets are done", "a connection when all tickets are done: trains",
    "a connection in the last round", "a connection in the last round: trains",
    "on the way in the last round",
)  # fmt: skip
CARD = (
    "a joker", "a colour that is needed", "a colour of which it has shown enough",
    "a colour where any will do", "a card when all tickets are done", "from the pile",
    "from the pile as second card",
)  # fmt: skip
TICKETS = ("tickets", "tickets when all are done", "tickets when all are done, with many trains")
NAMES = (*CLAIM, *CARD, *TICKETS)


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
    fit = _fit(there.away, hands)
    claims = there.claims if state.phase == Phase.TURN else []
    parts = [_claims(there, fit, claims), _cards(there, fit), _tickets(there, fit)]
    if state.phase == Phase.SECOND:
        parts.pop()
    names = [rules.map.connections[there.away.free[place]].name for place in claims]
    names += [*there.colours, BLIND, *([DRAW] if len(parts) == 3 else [])]
    return StyleOptions(tuple(names), NAMES, np.concatenate(parts, axis=1))


class _Fit(NamedTuple):
    """For each hand: the least detour of each free connection, of how many tickets it is on the
    way, and whether all tickets are done."""

    off: NDArray[np.int16]
    on: NDArray[np.int64]
    done: Floats


class _Table:
    """What everyone sees."""

    def __init__(self, rules: Tickets, state: State, seat: int) -> None:
        self.board, self.state, self.seat = rules.map, state, seat
        self.away: Detours = _away(rules.map, seat, state.owners, rules.players)
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
        found = [self.board.connections[n].length <= most for n in self.away.free]
        return [place for place, ok in enumerate(found) if ok]


@lru_cache(maxsize=512)
def _away(board: Board, seat: int, owners: tuple[int, ...], players: int) -> Detours:
    return detours(board, seat, owners, players)


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


def _claims(there: _Table, fit: _Fit, places: list[int]) -> Floats:
    out = np.zeros((len(fit.done), len(places), len(NAMES)))
    for column, place in enumerate(places):
        one = there.board.connections[there.away.free[place]]
        length, off = float(one.length), fit.off[:, place]
        on = (off == 0).astype(float)
        paid = there.shown[:-1].max() if one.colour == GRAY else there.shown[one.colour]
        told: list[ArrayLike] = [
            1.0, length, on, on * length, fit.on[:, place] >= 2, off == 1, off == 2,
            (off == 3) | (off == 4), (off >= 5) & (off <= 7),
            min(1.0, (paid + there.shown[-1]) / length), fit.done, fit.done * length, there.last,
            there.last * length, there.last * on,
        ]  # fmt: skip
        for name, number in enumerate(told):
            out[:, column, name] = number
    return out


def _cards(there: _Table, fit: _Fit) -> Floats:
    first = len(CLAIM)
    out = np.zeros((len(fit.done), len(there.row) + 1, len(NAMES)))
    colours = np.array([there.board.connections[n].colour for n in there.away.free], int)
    trains = np.array([there.board.connections[n].length for n in there.away.free], float)
    needed = np.where(fit.off == 0, trains, 0)
    for column, colour in enumerate(there.row):
        out[:, column, first + 4] = fit.done
        if colour == there.board.joker:
            out[:, column, first] = 1
            continue
        need = needed[:, colours == colour].max(axis=1, initial=0)
        out[:, column, first + 1] = need > 0
        out[:, column, first + 2] = (need > 0) & (need <= there.shown[colour])
        out[:, column, first + 3] = needed[:, colours == GRAY].max(axis=1, initial=0) > 0
    out[:, -1, first + 5] = 1
    out[:, -1, first + 6] = there.state.phase == Phase.SECOND
    return out


def _tickets(there: _Table, fit: _Fit) -> Floats:
    first = len(CLAIM) + len(CARD)
    out = np.zeros((len(fit.done), 1, len(NAMES)))
    many = there.state.trains[there.seat] >= TRAINS_FOR_MORE
    told: list[ArrayLike] = [1.0, fit.done, fit.done * many]
    for name, number in enumerate(told):
        out[:, 0, first + name] = number
    return out
