"""A tunnel that few cards make too dear is left alone: else games might never end.

Found by `make soak`: with nearly all cards in hands, four racers claimed Petrograd-Stockholm and
gave it up in turn, for ever.
"""

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from whoknows.core.registry import game
from whoknows.games.tickets import greedy_policy, racer_numbers, racer_policy, tunnel_risk
from whoknows.games.tickets.card_ledger import Ledger
from whoknows.games.tickets.kernels import tunnel_risk as compiled_risk
from whoknows.games.tickets.kernels.code_bits import PAY_AT, PAY_BITS
from whoknows.games.tickets.knowledge_policy import SeatSight
from whoknows.games.tickets.moves import Claim
from whoknows.games.tickets.state import Phase
from whoknows.games.tickets.train_cards import ways
from whoknows.search.compiled_rules import compiled

RULES: Any = game("tickets(board=europe)")
TUNNEL = RULES.map.connection("Petrograd-Stockholm")
NUMBERS = racer_numbers.read("europe-2p")


def on_turn(rng: Random) -> Any:
    """The first turn of a game."""
    state = RULES.start()
    while state.phase != Phase.TURN:
        is_chance = RULES.to_move(state) < 0
        drawn = RULES.chance(state).sample(rng) if is_chance else RULES.actions(state)[0]
        state = RULES.apply(state, drawn)
    return state


def sight(state: Any) -> SeatSight:
    seat = RULES.to_move(state)
    veiled = RULES.veil(state, seat)
    return SeatSight(RULES, seat, veiled, tuple(RULES.actions(veiled)))


def nearly_all_in_hands(discarded: int) -> Any:
    """The mover can just pay the tunnel, and nothing else that is as long."""
    state = on_turn(Random(1))
    hand, other = (0, 0, 3, 0, 0, 0, 0, 0, 5), (12,) * len(state.pile)
    hands = tuple(hand if seat == state.mover else other for seat in range(2))
    nothing = (0,) * len(state.pile)
    ledger = Ledger.start(nothing, 2)
    return replace(
        state, hands=hands, pile=nothing, ledger=ledger, discard=(*nothing[:-1], discarded)
    )


@pytest.mark.parametrize(
    "choose", [lambda s: racer_policy.choose(s, NUMBERS), greedy_policy.choose]
)
def test_it_is_tried_only_while_other_cards_may_come(choose: Any, monkeypatch: Any) -> None:
    for policy in (racer_policy, greedy_policy):  # its tickets are complete
        monkeypatch.setattr(policy, "planned", lambda *_: ())
        monkeypatch.setattr(policy, "_more_tickets", lambda *_: None)
    monkeypatch.setattr(racer_policy, "_target", lambda *_: (TUNNEL.number,))
    for discarded, tries in ((tunnel_risk.SCARCE, True), (4, False)):
        did = choose(sight(nearly_all_in_hands(discarded))).action
        assert (isinstance(did, Claim) and did.connection == TUNNEL.name) == tries


def test_compiled_it_is_the_same() -> None:
    tables, rng, found = compiled(RULES).tables, Random(2), set()
    for _ in range(60):
        state = nearly_all_in_hands(0)
        hand, pile, discard = (tuple(rng.choices((0, 0, 1, 3), k=9)) for _ in range(3))
        ledger = Ledger.start(pile, 2)
        state = replace(state, hands=(hand, hand), pile=pile, ledger=ledger, discard=discard)
        seen, row = sight(state), np.array(RULES.encode_state(state))
        for route in RULES.map.connections:
            for pay in ways(RULES.map, seen.hand, route):
                risks = tunnel_risk.can_risk(seen, route, pay)
                claim = RULES.encode(Claim(RULES.seats[seen.seat], route.name, pay))
                paid = np.int64(claim >> PAY_AT & (1 << PAY_BITS) - 1)
                assert compiled_risk.can_risk(tables, row, np.int64(route.number), paid) == risks
                found.add((route.tunnel, risks))
    assert found == {(True, True), (True, False), (False, True)}
