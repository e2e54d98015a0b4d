"""Single rounds of Boerenbridge for studies, without the diagrams of who knows what.

All that is made public in Boerenbridge is cards played and suits run out of, so a seat considers
possible the deals that fit these. They are told to its agent card by card, with the room left in
each hand as the state: the same deals, each as likely, in a fraction of the time, which
`python examples/quick_rounds.py` makes sure of. Others may be scripted agents, compiled.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import whoknows as wk
from whoknows.core.agent import PastAct, View
from whoknows.core.chance import stream
from whoknows.core.kernels import CHANCE, END, Int, Ints, Row, outer
from whoknows.core.match import past_acts, play, view
from whoknows.games.boerenbridge.cards import card as card_of
from whoknows.games.boerenbridge.codes import ROUND, STOCK, TURNED
from whoknows.games.boerenbridge.kernels.agents import choose
from whoknows.games.boerenbridge.kernels.bulk import policy_row
from whoknows.games.boerenbridge.kernels.rules import (
    DEALT,
    HANDS,
    POINTS,
    VOIDS,
    Tables,
    apply,
    at,
    deal,
    to_move,
)
from whoknows.search.compiled_rules import compiled
from whoknows.search.determinization import ImaginedStates, states

Move = tuple[Any, Any]  # a state, and what was done in it
TOP = np.uint64(2**64 - 1)


def points(game: Any, agents: Sequence[Any], seed: int) -> NDArray[np.int64]:
    """What each seat gets in the match of this number, whose deals are the same for everybody."""
    g, s = compiled(game).tables, np.array(game.encode_state(game.start()), np.int64)
    policies = [_policy(agent, game) for agent in agents]
    notes: list[dict[str, object]] = [{} for _ in agents]
    watching, moves = [getattr(agent, "watches", False) for agent in agents], list[Move]()
    turn, scratch = 0, np.zeros(1, np.uint64)
    while (seat := _to_move(g, s)) != END:
        if seat == CHANCE:
            _deal(g, s, 100 * seed + turn)
            moves.clear()
        else:
            if (policy := policies[seat]) is not None:
                scratch[0] = 1_000_003 * seed + turn
                code = _chosen(g, s, policy, scratch)
            else:
                past = past_acts(game, seat, moves) if watching[seat] else ()
                seen = _view(game, s, seat, notes[seat], turn, past)
                code = game.encode(
                    agents[seat].choose(seen, stream(seed, f"seat {seat}", turn)).action
                )
            if any(watching):
                moves.append((game.decode_state(tuple(s.tolist())), game.decode(code)))
            _apply(g, s, code)
        turn += 1
    return np.array([s[at(g, POINTS, seat)] for seat in range(game.players)])


class Turns(NamedTuple):
    """What a model tells an agent that learns from deal to deal: the deal, and the turns since."""

    history: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class FitsVoids:
    """What a seat knows, as far as a search asks for it: what may lie where."""

    game: Any
    row: Ints
    seat: int
    model: Turns | None = None
    _made: list[tuple[int, ImaginedStates]] = field(default_factory=list)

    def count(self) -> int:
        return self._deals[0]

    def imagined(self) -> ImaginedStates:
        """All deals that fit, as a search draws from them."""
        return self._deals[1]

    @property
    def _deals(self) -> tuple[int, ImaginedStates]:
        if not self._made:
            self._made.append(_deals(self.game, self.row, self.seat))
        return self._made[0]


def _deals(game: Any, row: Ints, seat: int) -> tuple[int, ImaginedStates]:
    """How many deals fit, and all of them card by card."""
    g = compiled(game).tables
    may = np.zeros(53, np.int64)
    cards = np.array([card for card in game.pack(int(row[ROUND])) if card != row[TURNED]])
    _may(g, row, np.int64(seat), cards, may)
    rooms = np.array([_room(game, row, other) for other in range(game.players)])
    rooms[seat] = 0
    steps = np.cumprod(np.concatenate([[1], rooms + 1]))
    nodes = int(steps[-1])
    child = np.full((len(cards) * nodes, game.players + 1), -1, np.int32)
    cut = np.full(child.shape, TOP, np.uint64)
    ways = np.zeros((len(cards) + 1, nodes))
    ways[-1, -1] = 1
    _written(may, rooms, steps, ways, child, cut)
    owners = np.tile(np.arange(game.players + 1), (len(cards), 1))
    return round(ways[0, 0]), ImaginedStates(child, cut, cards, owners)


@outer
def _may(g: Tables, s: Row, seat: Int, cards: Row, may: Row) -> None:
    """The places of each card, as bits; above them a 1 if it is seen to lie there."""
    for number in range(cards.shape[0]):
        card = np.int64(1) << cards[number]
        may[number] = (s[STOCK] != 0) << g.players
        for other in range(g.players):
            if other != seat and not s[at(g, VOIDS, other)] >> cards[number] // 13 & 1:
                may[number] |= 1 << other
        for other in range(g.players):
            shown = s[at(g, DEALT, other)]
            if other != seat:
                shown &= ~s[at(g, HANDS, other)]
            if shown & card:
                may[number] = 1 << other | 1 << 20


@outer
def _written(may: Row, rooms: Row, steps: Row, ways: Row, child: Row, cut: Row) -> None:
    """A node for every room used, card by card from the last; the stock has room for the rest."""
    players, nodes = rooms.shape[0], ways.shape[1]
    for back in range(ways.shape[0] - 1):
        number = ways.shape[0] - 2 - back
        for node in range(nodes):
            whole = 0.0
            for place in range(players + 1):
                after = node
                if place < players and may[number] < 1 << 20:
                    if node // steps[place] % (rooms[place] + 1) == rooms[place]:
                        continue
                    after = node + steps[place]
                if may[number] >> place & 1 and ways[number + 1, after] > 0:
                    whole += ways[number + 1, after]
                    child[number * nodes + node, place] = (number + 1) * nodes + after
            ways[number, node] = whole
            upto = 0.0
            for place in range(players + 1):
                after = child[number * nodes + node, place]
                if after >= 0:
                    upto += ways[number + 1, after - (number + 1) * nodes]
                if upto < whole:
                    cut[number * nodes + node, place] = np.uint64(upto / whole * 2.0**64)


def _room(game: Any, row: Ints, seat: int) -> int:
    return int(row[at(compiled(game).tables, HANDS, seat)]).bit_count()


def _view(
    game: Any, s: Ints, seat: int, notes: dict[str, object], turn: int, past: tuple[PastAct, ...]
) -> View[Any, Any]:
    state = game.decode_state(tuple(s.tolist()))
    knowledge: Any = FitsVoids(game, s.copy(), seat, Turns((state.round, *range(turn))))
    return View(
        game, seat, game.veil(state, seat), tuple(game.actions(state)), knowledge, notes, past
    )


def _policy(agent: Any, game: Any) -> Ints | None:
    found = agent.policy(game) if hasattr(agent, "policy") else None
    return None if found is None else np.array(policy_row(found), np.int64)


@outer
def _deal(g: Tables, s: Row, seed: Int) -> None:
    deal(g, s, seed)


@outer
def _to_move(g: Tables, s: Row) -> Int:
    return to_move(g, s)


@outer
def _apply(g: Tables, s: Row, code: Int) -> None:
    apply(g, s, code)


@outer
def _chosen(g: Tables, s: Row, agent: Row, r: Row) -> Int:
    """What a scripted agent does."""
    return choose(g, s, agent[0], agent[1], agent[2], agent[3], r)


def agrees(spec: str, seed: int, draws: int = 4_000) -> float:
    """By how much odds differ at most in a real match, from so many draws; the number of deals must
    be the same."""
    game: Any = wk.game(spec)
    turns, worst = list(play(game, [wk.agent("boeren-random")] * game.players, seed=seed)), 0.0
    for before, turn in pairwise(turns):
        real = view(game, turn.before, before.model, turn.by)
        row = np.array(game.encode_state(turn.before), np.int64)
        quick: Any = FitsVoids(game, row, turn.by)
        assert quick.count() == real.knowledge.count(), f"{spec}, seed {seed}"
        drawn = states(replace(real, knowledge=quick), compiled(game), draws, Random(seed))
        for seat, name in enumerate(game.seats):
            lies = drawn[:, at(compiled(game).tables, DEALT, seat)]
            for card, owners in real.knowledge.ownership().items():
                share = float((lies >> card_of(card) & 1).mean())
                worst = max(worst, abs(share - float(owners[name])))
    return worst


if __name__ == "__main__":
    for spec in (
        "boerenbridge(rounds=4)",
        "boerenbridge(rounds=5)",
        "boerenbridge(rounds=3,deck=52)",
    ):
        worst = max(agrees(spec, seed) for seed in range(3))
        print(f"{spec}: as many deals in every position; odds of 4,000 draws within {worst:.3f}")
