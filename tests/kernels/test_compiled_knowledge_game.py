"""Compiled games with knowledge are plain matches: moves, worlds, paths and points.

A compiled game notes its moves; the plain match makes them again and must agree with each.
"""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from whoknows.core.agent import Choice
from whoknows.core.bulk_play import bulk
from whoknows.core.error import Error
from whoknows.core.kernels import Int, Row, outer
from whoknows.core.match import step, view
from whoknows.core.registry import agent, game
from whoknows.games.tickets.kernels import knowledge_layout
from whoknows.games.tickets.kernels.claim_rule import search, take_over
from whoknows.games.tickets.kernels.compilation import compiled
from whoknows.games.tickets.kernels.knowledge_games import (
    COMPLETED,
    LAST_TRAINS,
    NO_CARDS,
    Games,
    games,
)
from whoknows.games.tickets.kernels.tables import OWNERS, Tables
from whoknows.games.tickets.moves import Block, Claim, DealTickets
from whoknows.games.tickets.paths import path
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.state import Phase, State

MOVES = 900


@pytest.mark.parametrize(
    ("spec", "many"),
    [
        ("tickets", 12),
        ("tickets(seats=2,hand=3)", 3),
        ("tickets(seats=4)", 2),
        ("tickets(hand=3)", 2),
        ("tickets(seats=5,hand=1)", 4),
        ("tickets(block=agent)", 5),
        ("tickets(as_original=on)", 5),
        ("tickets(as_original=on,block=agent)", 3),
    ],
)
def test_a_compiled_game_is_a_plain_match(spec: str, many: int) -> None:
    rules = tickets(spec)
    played = games(rules, many, seed=7, log=MOVES)
    for number in range(many):
        assert_is_plain(rules, played, number)


def test_agents_that_do_not_block_move_round_the_table() -> None:
    rules = tickets("tickets")
    played = games(rules, 1, (False, True, True), rotations=3, log=MOVES)
    assert played.blocks[..., 0].sum() == 0
    for rotation in range(3):
        assert_is_plain(rules, played, 0, rotation, silent=(rotation,))


def assert_is_plain(
    rules: Tickets, played: Games, number: int, rotation: int = 0, silent: tuple[int, ...] = ()
) -> None:
    """Makes the moves again: agents choose them, worlds, knowledge and points are the same."""
    state, model, worlds, knew = rules.start(), None, [], [-1] * rules.players
    made: Counter[tuple[type, int]] = Counter()
    for move in moves(rules, played.log[number, rotation].tolist()):
        seat = rules.to_move(state)
        made[type(move), seat] += 1
        if seat < 0:
            assert rules.chance(state).odds(move) > 0
        else:
            assert_chosen(rules, state, model, move, blocks=seat not in silent)
        turn = step(rules, state, model, Choice(move))
        for update in turn.said:
            model = update.to(model)
            worlds.append(model.count())
        state, model = turn.after, turn.model
        if turn.said:
            told = len(worlds) - rules.players - 1
            for one in range(rules.players):
                if knew[one] < 0 and knows(rules, state, model, one):
                    knew[one] = told
    assert state.phase == Phase.OVER
    # The plain match begins with the deal and a look of each seat, the compiled one after that.
    left = played.worlds[number, rotation, : played.told[number, rotation] + 1].tolist()
    assert left == worlds[rules.players :]
    for seat in range(rules.players):
        agent = (seat - rotation) % rules.players
        assert played.points[number, rotation, agent] == state.points[seat]
        assert played.completed[number, rotation, agent] == state.done.count(seat)
        assert played.claims[number, rotation, agent] == made[Claim, seat]
        assert played.blocks[number, rotation, agent] == made[Block, seat]
        assert played.knew[number, rotation, agent] == knew[seat]
    assert played.ended[number, rotation] == ended(rules, state)


def knows(rules: Tickets, state: State, model: Any, seat: int) -> bool:
    """Whether the seat knows the deal."""
    return bool(model.seat(seat, at=rules.world(state)).count() == 1)


def ended(rules: Tickets, state: State) -> int:
    if state.done.count(state.mover) == rules.held:
        return COMPLETED
    return LAST_TRAINS if state.last == 0 else NO_CARDS


def moves(rules: Tickets, log: list[int]) -> list[Any]:
    """The deal and all that followed."""
    many = rules.players * rules.held
    names = rules.ticket_names(log[:many])
    hands = [names[at : at + rules.held] for at in range(0, many, rules.held)]
    return [DealTickets(tuple(hands)), *(rules.decode(code) for code in log[many:] if code >= 0)]


def assert_chosen(rules: Tickets, state: State, model: Any, move: Any, *, blocks: bool) -> None:
    """The plain agent does the same."""
    player = agent("kripke" if blocks else "kripke(blocks=off)")
    luck = Drawn(move.target if isinstance(move, Block) else "")
    seen = view(rules, state, model, rules.to_move(state))
    assert player.choose(seen, luck).action == move


class Drawn(Random):
    """Draws what the compiled agent drew."""

    def __init__(self, drawn: str) -> None:
        super().__init__()
        self.drawn = drawn

    def choice(self, options: Any) -> Any:
        assert self.drawn in options
        return self.drawn


@pytest.mark.parametrize("spec", ["tickets(hand=4)", "tickets(board=usa,seats=3)"])
def test_paths_are_kept_as_they_would_be_found(spec: str) -> None:
    rules, rng = tickets(spec), Random(3)
    playing = sorted(rng.sample(range(len(rules.map.tickets)), 12))
    s, m = row(rules), np.zeros(knowledge_layout.WIDTH, np.int64)
    m[knowledge_layout.NAMES : knowledge_layout.NAMES + 12] = playing
    kept(compiled(rules).tables, s, m, 0, -1)
    for connection in rng.sample(range(len(rules.map.connections)), 36):
        kept(compiled(rules).tables, s, m, rng.randrange(3), connection)
        owners = owners_of(rules, s)
        for seat in range(3):
            for number, ticket in enumerate(playing):
                at = knowledge_layout.PATHS + (seat * knowledge_layout.TICKETS + number) * 64
                found = m[at + 1 : at + 1 + m[at]].tolist()
                assert found == list(path(rules.map, seat, owners, rules.map.tickets[ticket], 3))


@outer
def kept(g: Tables, s: Row, m: Row, seat: Int, connection: Int) -> None:
    """The seat takes a connection; at first, when it takes none, all paths are searched."""
    tickets = (1 << 12) - 1
    if connection >= 0:
        s[g.at[OWNERS] + connection] = seat
        take_over(g, s, m, seat, connection, tickets)
    else:
        for one in range(g.players):
            search(g, s, m, one, tickets)


def owners_of(rules: Tickets, s: Any) -> tuple[int, ...]:
    at = compiled(rules).tables.at[OWNERS]
    return tuple(s[at : at + len(rules.map.connections)].tolist())


def test_games_do_not_depend_on_how_they_are_cut_into_batches() -> None:
    rules = tickets("tickets(as_original=on)")
    whole = games(rules, 20, seed=5, rotations=3)
    parts = [games(rules, 4, seed=5, first=first, rotations=3) for first in range(0, 20, 4)]
    for name in Games._fields:
        some = np.concatenate([getattr(part, name) for part in parts])
        assert (getattr(whole, name) == some).all()


def test_equal_agents_fare_alike_wherever_they_sit() -> None:
    played = games(tickets("tickets"), 20, rotations=3)
    for rotation in range(3):
        assert (np.roll(played.points[:, rotation], rotation, axis=1) == played.points[:, 0]).all()


def test_two_seats_know_the_deal_at_once() -> None:
    played = games(tickets("tickets(seats=2)"), 5)
    assert (played.knew == 0).all()
    assert (played.worlds[:, 0, 0] == 6).all()


@pytest.mark.parametrize(
    "spec", ["tickets(draw=on)", "tickets(deal=even)", "tickets(board=usa)", "tickets(seats=5)"]
)
def test_what_is_not_compiled_is_refused(spec: str) -> None:
    with pytest.raises(Error, match=r"compiled"):
        games(tickets(spec), 1)


def test_a_table_that_may_draw_tickets_is_played_plain() -> None:
    """Without draws it makes no difference when an agent would draw, so that table is compiled."""
    for option in ("never", "stuck", "affordable"):
        agents = [agent(f"kripke(tickets={option})")] * 3
        assert bulk(tickets("tickets(draw=on)"), agents) is None
        assert bulk(tickets("tickets"), agents) == bulk(tickets("tickets"), [agent("kripke")] * 3)


def tickets(spec: str) -> Tickets:
    rules = game(spec)
    assert isinstance(rules, Tickets)
    return rules


def row(rules: Tickets) -> Any:
    return np.array(rules.encode_state(rules.start()), np.int64)
