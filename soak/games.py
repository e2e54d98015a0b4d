"""Random games over all games and options, with what must hold in every one of them.

Compiled games end, by actions that are there once, and lose no card, train or trick; the first of
those with the same options is followed by the plain rules. In plain ones all laws of a game hold:
about what is said and known, what twins see, and what a record tells.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from random import Random
from typing import Any

from soak.following import Compiled, follow
from soak.kernels import HEAD
from soak.proof import Lane, Proof
from soak.specs import some_game
from whoknows.core import law_positions, laws
from whoknows.core.game import END
from whoknows.games.boerenbridge.cards import HIDDEN
from whoknows.games.tickets import rows
from whoknows.games.tickets.state import Phase

SAME = 250  # games in a row have the same options
STATES = 4  # of a game that are looked at, beside its end


@lru_cache(maxsize=2)
def _compiled(number: int) -> Compiled:
    return Compiled(some_game(number, "compiled"))


def check(kind: str, number: int) -> Counter[str]:
    if kind == "laws":
        return _lawful(number)
    game = _compiled(number // SAME)
    found = game.game(number)
    for place in range(0, len(found.trace), max(1, len(found.trace) // STATES)):
        CHECKS[game.plain.name](game, found.trace[place, HEAD:].tolist())
    CHECKS[game.plain.name](game, found.end.tolist())
    counts = Counter({"games": 1, "moves": len(found.trace), f"of {game.plain.name}": 1})
    if number % SAME == 0:
        follow(game, found, Random(number), 1)
        counts["followed by plain rules"] += 1
    return counts


def _lawful(number: int) -> Counter[str]:
    game = some_game(number, "laws")
    law_positions.SEEDS = range(number, number + 1)
    for law in laws.LAWS:
        law(game)
    return Counter({"games": 1, f"of {game.name}": 1})


def _check_tickets(game: Compiled, row: list[int]) -> None:
    """Every train card and every train is somewhere."""
    plain = game.plain
    board, at = plain.map, rows.layout(plain.map, plain.players)

    def cards(start: int) -> list[int]:
        return row[start : start + at.colours]

    hands = [cards(at.hands + seat * at.colours) for seat in range(plain.players)]
    shown = row[at.row : at.row + board.parameters.face_up]
    piles = [cards(at.pile), cards(at.discard), cards(at.bid), *hands]
    if row[rows.PHASE] == Phase.TUNNEL:  # afterwards they are discarded
        piles.append(cards(at.shown))
    there = [sum(pile[c] for pile in piles) + shown.count(c) for c in range(at.colours)]
    assert there == list(board.deck), f"the train cards in {plain.spec} are {there}"
    for seat in range(plain.players):
        owners = row[at.owners : at.owners + len(board.connections)]
        mine = (one.length for one in board.connections if owners[one.number] == seat)
        trains = row[at.trains + seat] + sum(mine)
        assert trains == board.parameters.trains, f"{seat} has {trains} trains in {plain.spec}"


def _check_boerenbridge(game: Compiled, row: list[int]) -> None:
    """Every card of the pack was dealt once, and every card played is in a trick."""
    plain, state = game.plain, _read(game, row)
    if state.is_dealt:
        turned = () if state.turned == HIDDEN else (state.turned,)
        pack = sorted(card for pile in (*state.dealt, state.stock, turned) for card in pile)
        assert pack == sorted(plain.pack(state.round)), f"the pack in {plain.spec}: {state}"
        played = sum(map(len, state.dealt)) - sum(map(len, state.hands)) - len(state.trick)
        assert played == plain.players * sum(state.won), f"the tricks in {plain.spec}: {state}"


def _read(game: Compiled, row: list[int]) -> Any:
    """The state of a row: the plain rules write it as they read it, and name who has won."""
    plain, codes = game.plain, tuple(row)
    state = plain.decode_state(codes)
    assert plain.encode_state(state) == codes, f"codes in {plain.spec}: {state}"
    if plain.to_move(state) == END:
        points, won = plain.scores(state), plain.winners(state)
        best = {seat for seat, mine in enumerate(points) if mine == max(points)}
        assert won, f"nobody wins {points} in {plain.spec}"
        assert set(won) <= best, f"{won} win {points} in {plain.spec}"
    return state


def _check_cluedo(game: Compiled, row: list[int]) -> None:
    """Every card is in a hand or in the envelope."""
    plain, state = game.plain, game.plain.decode_state(tuple(row))
    many = game.rules.length - plain.players  # of what was shown, a row keeps the cards alone
    assert plain.encode_state(state)[:many] == tuple(row[:many]), f"codes in {plain.spec}: {state}"
    if plain.to_move(state) == END:
        assert len(plain.winners(state)) <= 1, f"several win {plain.spec}: {state}"
    dealt = sorted(card for cards in plain.world(state).values() for card in cards)
    assert dealt == sorted(plain.cards), f"the cards in {plain.spec}: {dealt}"


CHECKS = {
    "boerenbridge": _check_boerenbridge,
    "cluedo": _check_cluedo,
    "threecards": _read,
    "tickets": _check_tickets,
}
PROOF = Proof(
    "random games over all games and options",
    "games",
    {"compiled": Lane(1_000_000, SAME), "laws": Lane(1_000, 1)},
    check,
)
