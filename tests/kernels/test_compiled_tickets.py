"""The compiled railway game is the plain one: rules, chance, sight, greed, trails.

Compiled games are traced, action by action, and played again by the plain rules.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from whoknows.core import kernels
from whoknows.core.error import Error
from whoknows.core.registry import game
from whoknows.games.tickets import greedy_policy, rows, trails
from whoknows.games.tickets.kernels import compiled, whole_games
from whoknows.games.tickets.kernels.tables import (
    ABSENT,
    TRAILS_KEPT,
    ClassicTables,
    KnowledgeTables,
    Tables,
)
from whoknows.games.tickets.kernels.trails import longest_trail
from whoknows.games.tickets.knowledge_policy import SeatSight
from whoknows.games.tickets.moves import DealTickets
from whoknows.games.tickets.state import Phase, State

CLASSIC = [
    "tickets(board=usa)",
    "tickets(board=usa,seats=4)",
    "tickets(board=europe,seats=3)",
    "tickets(board=europe,seats=5)",
    "tickets(board=small)",
    "tickets(board=small,seats=3)",
]
KNOWLEDGE = [
    "tickets",
    "tickets(seats=2,hand=7,block=agent)",
    "tickets(draw=on,deal=even)",
    "tickets(board=small,rules=knowledge,seats=2,as_original=on)",
]
ACTIONS, CHANCE, OUTCOMES, SEEN, REDEAL, TRAIL = range(6)


@kernels.outer
def looked(
    g: Any, s: Any, verb: int, seat: int, a: int, owners: Any, out: Any, w: Any, r: Any
) -> int:
    """One of the verbs: all in one, so that they are compiled once."""
    if verb == ACTIONS:
        return kernels.actions(g, s, out)
    if verb == CHANCE:
        return kernels.chance(g, s, r)
    if verb == OUTCOMES:
        return kernels.outcomes(g, s, out, w)
    if verb == SEEN:
        return kernels.seen(g, s, seat, a)
    if verb == TRAIL:
        return longest_trail(g, s, seat)
    kernels.redeal(g, s, seat, owners, r)
    return 0


class Compiled:
    """The verbs of a compiled game."""

    def __init__(self, plain: Any) -> None:
        self.rules = compiled(plain)
        self.out, self.w = np.zeros(self.rules.width, np.int64), np.zeros(self.rules.width)
        self.nowhere = np.full(self.rules.pack, -1)
        self.random = np.array([5], np.uint64)

    def actions(self, s: Any) -> list[int]:
        return self.out[: self._look(s, ACTIONS)].tolist()

    def chance(self, s: Any) -> int:
        return self._look(s, CHANCE)

    def outcomes(self, s: Any) -> list[tuple[int, float]] | None:
        many = self._look(s, OUTCOMES)
        return None if many < 0 else list(zip(self.out[:many], self.w[:many], strict=True))

    def seen(self, s: Any, seat: int, a: int) -> int:
        return self._look(s, SEEN, seat, a)

    def redeal(self, s: Any, seat: int, owners: Any) -> None:
        self._look(s, REDEAL, seat, 0, owners)

    def trail(self, s: Any, seat: int) -> int:
        return self._look(s, TRAIL, seat)

    def _look(self, s: Any, verb: int, seat: int = 0, a: int = 0, owners: Any = None) -> int:
        owners = self.nowhere if owners is None else owners
        return looked(self.rules.tables, s, verb, seat, a, owners, self.out, self.w, self.random)


def row(plain: Any, state: State) -> Any:
    return np.array(plain.encode_state(state), np.int64)


def played(plain: Any, kind: int, number: int) -> tuple[list[int], Any]:
    """One compiled game: its result, and its trace of actions and rows."""
    width = rows.layout(plain.map, plain.players).end
    out, trace = np.zeros((1, plain.players + 2), np.int64), np.zeros((5000, 1 + width), np.int64)
    agents = np.full(plain.players, kind)
    tables, start = compiled(plain).tables, row(plain, plain.start())
    whole_games.games(tables, start, agents, 7, number, out, trace)
    return out[0].tolist(), trace[: 1 + int(np.flatnonzero(trace[:, 1] == Phase.OVER)[0])]


def replayed(plain: Any, trace: Any) -> Iterator[tuple[State, int, State]]:
    """The plain states before and after each action of a trace; the rows are the same."""
    state = plain.start()
    for code, *expected in trace.tolist():
        deals = state.phase == Phase.DEAL
        action = the_deal(plain, expected) if deals else plain.decode(code)
        if plain.to_move(state) < 0:
            assert plain.chance(state).odds(action) > 0
        after = plain.apply(state, action)
        assert list(plain.encode_state(after)[: len(expected)]) == expected
        yield state, code, after
        state = after


def the_deal(plain: Any, after: list[int]) -> DealTickets:
    """The deal after which tickets lie so: long ones first, each kind in its order."""
    where = rows.layout(plain.map, plain.players).where
    hands: list[list[tuple[bool, int, str]]] = [[] for _ in plain.seats]
    for ticket in plain.map.tickets:
        place = after[where + ticket.number]
        kind, seat = place // 64 % 8, place // 512 % 8
        if kind in (rows.HAND, rows.OFFER, rows.LONG):
            hands[seat].append((kind != rows.LONG, place, ticket.name))
    return DealTickets(tuple(tuple(name for *_, name in sorted(hand)) for hand in hands))


@pytest.mark.parametrize("spec", CLASSIC + KNOWLEDGE)
def test_the_rules_are_the_plain_rules(spec: str) -> None:
    plain = game(spec)
    fast = Compiled(plain)
    for number in range(12 if plain.board == "small" else 1):
        result, trace = played(plain, whole_games.RANDOM, number)
        for state, code, _ in (steps := list(replayed(plain, trace))):
            if plain.to_move(state) >= 0:
                expected = [plain.encode(action) for action in plain.actions(state)]
                assert fast.actions(row(plain, state)) == expected
                assert code in expected
        assert result[: plain.players] == list(plain.scores(steps[-1][2]))


@pytest.mark.parametrize("spec", CLASSIC)
def test_the_greedy_agent_is_the_plain_one(spec: str) -> None:
    plain = game(spec)
    for number in range(12 if plain.board == "small" else 1):
        _, trace = played(plain, whole_games.GREEDY, number)
        for state, code, _ in replayed(plain, trace):
            if (seat := plain.to_move(state)) >= 0:
                sight = SeatSight(plain, seat, plain.veil(state, seat), tuple(plain.actions(state)))
                assert plain.decode(code) == greedy_policy.choose(sight).action


def test_random_seats_choose_every_action_equally_often() -> None:
    plain = game("tickets(board=europe,seats=2)")
    fast, tenths, total = Compiled(plain), np.zeros(10), 0
    for number in range(10):
        _, trace = played(plain, whole_games.RANDOM, number)
        for (_, *before), (code, *_) in zip(trace.tolist(), trace[1:].tolist(), strict=False):
            if before[rows.PHASE] == Phase.TURN:
                options = fast.actions(np.array(before))
                # An action has its share of a line from 0 to 1; a random point of it is anywhere.
                place = (options.index(code) + Random(total).random()) / len(options)
                tenths[int(10 * place)] += 1
                total += 1
    assert chi_square(tenths, total / 10) < 28  # 1 in 1000 for nine degrees of freedom


def chi_square(counts: Any, expected: Any) -> float:
    return float(((counts - expected) ** 2 / expected).sum())


def test_chance_brings_what_the_plain_chance_brings_as_often() -> None:
    plain = game("tickets(board=small)")
    fast, phases = Compiled(plain), set()
    for number in range(6):
        _, trace = played(plain, whole_games.RANDOM, number)
        for state, _, _ in replayed(plain, trace):
            if Phase.DEAL < state.phase <= Phase.TUNNEL and state.phase not in phases:
                phases.add(state.phase)
                chance, s = plain.chance(state), row(plain, state)
                codes = [plain.encode(action) for action in chance.outcomes()]
                odds = np.array([float(chance.odds(plain.decode(code))) for code in codes])
                drawn = [codes.index(fast.chance(s)) for _ in range(2000)]
                counts = np.bincount(drawn, minlength=len(codes))
                assert chi_square(counts, 2000 * odds) < 2 * len(codes) + 15
    assert phases == {Phase.HANDS, Phase.FILL, Phase.BLIND, Phase.OFFER}


@pytest.mark.parametrize("spec", ["tickets(board=small)", "tickets(board=europe)"])
def test_the_outcomes_of_chance_are_told_with_their_odds(spec: str) -> None:
    plain = game(spec)
    fast, many = Compiled(plain), 0
    _, trace = played(plain, whole_games.RANDOM, 1)
    for state, code, _ in replayed(plain, trace[:200]):
        if plain.to_move(state) == -1:
            told, chance = fast.outcomes(row(plain, state)), plain.chance(state)
            if told is None:
                assert state.phase == Phase.DEAL or chance.count() > 100
                continue
            many += 1
            assert len(told) == chance.count()
            for code, odds in told:
                assert odds == pytest.approx(float(chance.odds(plain.decode(code))))
    assert many > 5


@pytest.mark.parametrize("options", ["", ",rules=knowledge", ",rules=knowledge,deal=even"])
def test_compiled_deals_are_fair(options: str) -> None:
    plain = game(f"tickets(board=small,seats=2{options})")
    chance = plain.chance(plain.start())
    odds = {str(deal): float(chance.odds(deal)) for deal in chance.outcomes()}
    drawn = Counter(str(deal) for _, deal in seeds(plain, 20 * len(odds)))
    assert set(drawn) <= set(odds)
    counts, expected = np.array([[drawn[deal], 20 * len(odds) * odds[deal]] for deal in odds]).T
    assert chi_square(counts, expected) < len(odds) + 7 * len(odds) ** 0.5


def seeds(plain: Any, many: int) -> Iterator[tuple[int, DealTickets]]:
    """What stands for a deal in compiled games, and the deal."""
    width = rows.layout(plain.map, plain.players).end
    out, trace = np.zeros((1, plain.players + 2), np.int64), np.zeros((1, 1 + width), np.int64)
    tables, start = compiled(plain).tables, row(plain, plain.start())
    for number in range(many):
        whole_games.games(tables, start, np.zeros(plain.players, np.int64), 3, number, out, trace)
        code, *after = trace[0].tolist()
        yield code, the_deal(plain, after)


@pytest.mark.parametrize("spec", ["tickets(board=europe,seats=3)", "tickets(draw=on)"])
def test_what_looks_the_same_to_a_seat_has_the_same_number(spec: str) -> None:
    plain = game(spec)
    fast = Compiled(plain)
    _, trace = played(plain, whole_games.RANDOM, 3)
    for state, code, _ in replayed(plain, trace[:250]):
        if state.phase != Phase.DEAL:
            s = row(plain, state)
            chances = [fast.chance(s) for _ in range(20)] if plain.to_move(state) < 0 else []
            codes = {code, *(chances or fast.actions(s))}
            for seat in range(plain.players):
                looks = {(fast.seen(s, seat, c), shown(plain, state, c, seat)) for c in codes}
                assert len(looks) == len({n for n, _ in looks}) == len({t for _, t in looks})


def shown(plain: Any, state: State, code: int, seat: int) -> str:
    told: str = plain.shown(state, plain.decode(code), to=seat)
    return told


@pytest.mark.parametrize("options", ["", ",rules=knowledge,hand=1"])
def test_of_a_deal_a_seat_sees_its_own_tickets(options: str) -> None:
    plain = game(f"tickets(board=small,seats=2{options})")
    fast, start = Compiled(plain), plain.start()
    dealt = list(seeds(plain, 300))
    for seat in range(2):
        looks = {
            (fast.seen(row(plain, start), seat, seed), plain.shown(start, deal, to=seat))
            for seed, deal in dealt
        }
        assert 20 < len(looks) == len({n for n, _ in looks}) == len({t for _, t in looks})


@pytest.mark.parametrize("spec", ["tickets(board=europe,seats=3)", "tickets(draw=on)"])
def test_a_redeal_keeps_what_the_seat_sees_and_all_numbers(spec: str) -> None:
    plain, rng = game(spec), Random(2)
    fast, at = Compiled(plain), rows.layout(plain.map, plain.players)
    _, trace = played(plain, whole_games.RANDOM, 4)
    for _, _, state in list(replayed(plain, trace))[20::9]:
        full, seat = row(plain, state)[: at.end], rng.randrange(plain.players)
        seen, owners = row(plain, plain.veil(state, seat)), other_owners(plain, state, seat, rng)
        for before in (seen.copy(), full.copy()):  # a view with its tail, a row without one
            fast.redeal(before, seat, owners)
            visible = (seen[: at.end] != -1) & (seen[: at.end] != ABSENT) | (full == -1)
            assert (before[: at.end][visible] == full[visible]).all()
            hands, open_ = (counts(at, before, start) for start in (at.hands, at.open))
            assert (hands >= open_).all()
            assert (hands.sum(axis=1) == counts(at, full, at.hands).sum(axis=1)).all()
            assert before[at.pile : at.discard].sum() == state.closed
            assert (all_cards(at, before) == all_cards(at, full)).all()
            where = before[at.where : at.end]
            assert (where[owners >= 0] >> 6 == owners[owners >= 0]).all()
            assert len(set(where.tolist())) == len(set(full[at.where : at.end].tolist()))


def other_owners(plain: Any, state: State, seat: int, rng: Random) -> Any:
    """Places of tickets, with those shuffled that the seat does not see."""
    owners, places = np.full(len(plain.map.tickets), -1), compiled(plain).places
    hidden = [pile for pile in state.piles if seat not in pile.seers]
    tickets = [ticket for pile in hidden for ticket in pile.tickets]
    rng.shuffle(tickets)
    for pile in state.piles:
        for ticket in pile.tickets:
            owners[tickets.pop() if pile in hidden else ticket] = places[pile.place]
    return owners


def counts(at: Any, s: Any, start: int) -> Any:
    """Cards by seat and colour."""
    return s[start : start + at.players * at.colours].reshape(at.players, at.colours)


def all_cards(at: Any, s: Any) -> Any:
    """The cards in hands and in the pile, by colour."""
    return counts(at, s, at.hands).sum(axis=0) + s[at.pile : at.discard]


def test_hidden_cards_are_dealt_fairly_from_the_pile_they_were_drawn_from() -> None:
    plain, epochs = game("tickets(seats=2)"), set()
    fast, at = Compiled(plain), rows.layout(plain.map, plain.players)
    _, trace = played(plain, whole_games.RANDOM, 1)
    for _, _, state in list(replayed(plain, trace))[40::60]:
        ledger = state.ledger.others(0, state.memory[0])
        if ledger.unsettled or state.phase == Phase.OVER:
            continue
        epochs.add(sum(map(any, ledger.drawn)))
        view, total = row(plain, plain.veil(state, 0)), np.zeros(at.colours)
        for _ in range(1000):
            s = view.copy()
            fast.redeal(s, 0, fast.nowhere)
            total += counts(at, s, at.hands)[1]
        expected = np.array(state.open[1], float)
        for pool, drawn in zip(ledger.pools, ledger.drawn, strict=True):
            expected += drawn[1] * np.array(pool) / max(1, sum(pool))
        assert abs(total / 1000 - expected).max() < 0.25
    assert epochs >= {1, 2}


@pytest.mark.parametrize("board", ["usa", "europe"])
def test_the_longest_trail_is_the_plain_one(board: str) -> None:
    plain, rng = game(f"tickets(board={board})"), Random(1)
    fast, at = Compiled(plain), rows.layout(plain.map, plain.players)
    s = row(plain, plain.start())
    for number in range(60):
        network = rng.sample(range(len(plain.map.connections)), 5 + number % 20)
        s[at.owners : at.stations] = -1
        s[[at.owners + connection for connection in network]] = 1
        assert fast.trail(s, 1) == trails.longest_trail(plain.map, network)


def test_trails_that_are_remembered_are_not_mixed_up() -> None:
    """More networks than there is room for, each asked for again and again."""
    plain, rng = game("tickets(board=usa)"), Random(2)
    fast, at = Compiled(plain), rows.layout(plain.map, plain.players)
    s, everything = row(plain, plain.start()), range(len(plain.map.connections))
    networks = [tuple(rng.sample(everything, rng.randint(0, 6))) for _ in range(2 * TRAILS_KEPT)]
    lengths = {network: trails.longest_trail(plain.map, network) for network in networks}
    for network in rng.choices(networks, k=5000):
        s[at.owners : at.stations] = -1
        s[[at.owners + connection for connection in network]] = 1
        assert fast.trail(s, 1) == lengths[network]


@pytest.mark.parametrize("rules", ["classic", "knowledge"])
def test_a_large_board_of_ones_own_is_compiled_too(rules: str, tmp_path: Path) -> None:
    path = tmp_path / "grid.toml"
    path.write_text(grid(9, 8, Random(4)))
    plain = game(f"tickets(board='{path}',rules={rules},seats=2)")
    fast = Compiled(plain)
    for kind in (whole_games.RANDOM, whole_games.GREEDY)[: 1 + (rules == "classic")]:
        result, trace = played(plain, kind, 1)
        for state, code, _ in (steps := list(replayed(plain, trace))):
            if (seat := plain.to_move(state)) >= 0 and kind == whole_games.RANDOM:
                expected = [plain.encode(action) for action in plain.actions(state)]
                assert fast.actions(row(plain, state)) == expected
            elif seat >= 0:
                sight = SeatSight(plain, seat, plain.veil(state, seat), tuple(plain.actions(state)))
                assert plain.decode(code) == greedy_policy.choose(sight).action
        assert result[:2] == list(plain.scores(steps[-1][2]))


def grid(wide: int, high: int, rng: Random) -> str:
    """A board with a city at every crossing, some connections doubled, tunnels and ferries."""
    names = [f"{rng.choice('xyz')}{n}" for n in range(wide * high)]
    lines = []
    for n in range(wide * high):
        for other in [n + 1] * (n % wide + 1 < wide) + [n + wide] * (n + wide < wide * high):
            for _ in range(1 + (rng.random() < 0.2)):
                kind = rng.choice(["", "", ', "tunnel"', ', "ferry 1"'])
                colour = rng.choice(["red", "blue", "gray"])
                line = f'["{names[n]}", "{names[other]}", {rng.randint(1, 3)}, "{colour}"{kind}]'
                lines.append(line)
    pairs = [rng.sample(names, 2) for _ in range(20)]
    tickets = [f'["{a}", "{b}", {rng.randint(3, 20)}]' for a, b in pairs]
    cities = [f'["{name}", {n % wide}, {n // wide}]' for n, name in enumerate(names)]
    return (
        f"title = 'Grid'\nmap = 'plan'\ncities = [{', '.join(cities)}]\n"
        f"connections = [{', '.join(lines)}]\ntickets = [{', '.join(tickets)}]\n"
        "[deck]\nred = 30\nblue = 30\njoker = 9\n[rules]\nstations = 2\ntrains = 40\n"
    )


def test_games_do_not_depend_on_how_they_are_cut_into_batches() -> None:
    plain = game("tickets(board=usa,seats=3)")
    tables, start = compiled(plain).tables, row(plain, plain.start())
    agents = np.array([whole_games.RANDOM, whole_games.GREEDY, whole_games.GREEDY])
    whole, parts = np.zeros((10, 5), np.int64), np.zeros((10, 5), np.int64)
    whole_games.games(tables, start, agents, 9, 0, whole)
    for first in range(0, 10, 3):
        whole_games.games(tables, start, agents, 9, first, parts[first : first + 3])
    assert (whole == parts).all()
    assert whole[:, 0].mean() < whole[:, 1:3].mean()


@pytest.mark.skipif(kernels.UNCOMPILED, reason="nothing is compiled")
def test_a_second_process_plays_what_the_first_has_compiled() -> None:
    code = (
        "import numpy as np; from whoknows.core.registry import game;"
        "from whoknows.games.tickets.kernels import compiled, whole_games;"
        "plain = game('tickets(board=europe)'); out = np.zeros((3, 4), np.int64);"
        "start = np.array(plain.encode_state(plain.start()));"
        "whole_games.games(compiled(plain).tables, start, np.array([0, 1]), 1, 0, out);"
        "print(out.tolist(), sum(whole_games._games.stats.cache_hits.values()))"
    )
    told = [subprocess.run([sys.executable, "-c", code], capture_output=True) for _ in "ab"][1]
    plain = game("tickets(board=europe)")
    tables, start, out = compiled(plain).tables, row(plain, plain.start()), np.zeros((3, 4), int)
    whole_games.games(tables, start, np.array([whole_games.RANDOM, whole_games.GREEDY]), 1, 0, out)
    assert told.stdout.decode() == f"{out.tolist()} 1\n"


@pytest.mark.parametrize("tables", [ClassicTables, KnowledgeTables])
def test_every_verb_is_the_kernel_of_its_name(tables: type[Tables]) -> None:
    rules = kernels._RULES[tables]
    named = {name: kernel.__name__ for name, kernel in rules._asdict().items()}
    assert named == {name: name for name in rules._fields} | {"choices": "actions"}
    plain = game("tickets")
    g, s, points = compiled(plain).tables, row(plain, plain.start()), np.ones(3)
    kernels.scores(g, s, points)
    assert (kernels.to_move(g, s), kernels.key(g, s, s), *points) == (-1, 0, 0, 0, 0)


def test_what_does_not_fit_a_code_is_refused() -> None:
    with pytest.raises(Error, match="46 tickets are more than 27"):
        compiled(game("tickets(board=europe,rules=knowledge)"))
    plain = game("tickets")
    with pytest.raises(Error, match="greedy seats play classic games"):
        whole_games.games(compiled(plain).tables, None, np.array([1, 1, 1]), 1, 0, None)
