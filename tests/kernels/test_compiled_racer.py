"""`racer` compiled takes what the plain `racer` takes, whatever its numbers; and who wins is the
same.

Every seat has numbers of its own, far from the tuned ones: what good numbers never do is compared
too.
"""

from random import Random
from typing import Any

import pytest

from whoknows.core.registry import agent, game
from whoknows.games.tickets import racer_numbers, racer_policy
from whoknows.games.tickets.kernels.classic_table import ClassicTable
from whoknows.games.tickets.knowledge_policy import SeatSight
from whoknows.games.tickets.policy import Racing
from whoknows.games.tickets.racer_numbers import NAMES, Numbers
from whoknows.games.tickets.state import Phase

ONE_IN = 5  # decisions that are compared: plain ones are slow


def strayed(rng: Random) -> Numbers:
    tuned = racer_numbers.read("usa-2p")
    far = {name: tuned[name] + rng.gauss(0, max(0.5, abs(tuned[name]) / 2)) for name in NAMES}
    return tuned.changed(far | {"give.base": rng.uniform(-5, 45), "give.rate": rng.random()})


@pytest.mark.parametrize(
    "spec", ["tickets(board=usa)", "tickets(board=europe,seats=3)", "tickets(board=small)"]
)
def test_compiled_racers_choose_as_plain_ones(spec: str) -> None:
    plain: Any = game(spec)
    rng = Random(spec)
    guides = [strayed(rng) for _ in plain.seats]
    table = ClassicTable(plain, tuple(map(Racing, guides)))
    state, compared = plain.start(), 0
    for action in table.moves(7, 3):
        seat = plain.to_move(state)
        if seat >= 0 and (state.phase == Phase.KEEP or rng.randrange(ONE_IN) == 0):
            veiled = plain.veil(state, seat)
            sight = SeatSight(plain, seat, veiled, tuple(plain.actions(veiled)))
            assert racer_policy.choose(sight, guides[seat]).action == action
            compared += 1
        state = plain.apply(state, action)
    assert compared >= len(plain.seats)
    played = table.play(7, 3, 1)
    assert played.points[0].tolist() == list(plain.scores(state))
    assert played.won is not None
    assert played.won[0].nonzero()[0].tolist() == list(plain.winners(state))
    done, held = played.tallies["tickets completed"]
    told = plain.tallies([state])["tickets completed"]
    assert list(zip(done[0].tolist(), held[0].tolist(), strict=True)) == list(told)


def test_ties_in_points_are_broken_as_the_rules_say() -> None:
    plain: Any = game("tickets(board=small)")
    table = ClassicTable(plain, (Racing(racer_numbers.read("usa-2p")),) * 2)
    played = table.play(1, 0, 300)
    tied = [n for n, points in enumerate(played.points.tolist()) if len(set(points)) == 1]
    assert played.won is not None
    assert tied
    for number in tied[:4]:
        state = plain.start()
        for action in table.moves(1, number):
            state = plain.apply(state, action)
        assert played.won[number].nonzero()[0].tolist() == list(plain.winners(state))


def test_the_arena_plays_racer_and_greedy_at_full_speed() -> None:
    from whoknows.core.bulk_play import bulk

    table = bulk(game("tickets(board=small)"), [agent("racer"), agent("greedy")])
    assert table is not None
    assert table.play(3, 0, 5).points.tolist() == table.play(3, 0, 5).points.tolist()
    assert bulk(game("tickets(board=small)"), [agent("racer"), agent("random")]) is None
