"""What a move gave away: bits are counted world by world, and moments are worth a look."""

from __future__ import annotations

from itertools import pairwise
from math import log2

import pytest
from watched import BRIDGE, DOCUMENTED, HUGE, LARGE, SPECS, TOY, match, seen

from whoknows.core.match import deal_of
from whoknows.table.knowledge.given_away import Telling, telling, tellings, worth_a_look
from whoknows.table.knowledge.visible_moment import ALL, Dealt
from whoknows.table.messages import Could, Loss
from whoknows.table.page.review import in_bits, review


@pytest.mark.parametrize("spec", [DOCUMENTED, TOY, LARGE])
def test_bits_are_the_logarithm_of_the_worlds_that_a_seat_is_left_with(spec: str) -> None:
    """The slow way: one world after the other, whether the seat can tell it from the true one."""
    game, turns = match(spec)
    story = seen(spec, ALL)
    compared = 0
    for before, after in pairwise(story):
        told = telling(before, after)
        if told is None or not isinstance(before, Dealt) or not isinstance(after, Dealt):
            continue
        world = deal_of(game, turns[after.step - 1])
        assert world is not None
        gave = {gift["to"]: gift["bits"] for gift in told["gave"]}
        for seat, name in enumerate(game.seats):
            was, now = (
                sum(1 for _ in moment.model.cell(seat, at=world)) for moment in (before, after)
            )
            bits = log2(was / now)
            assert name != after.by or name not in gave
            if name != after.by and bits >= 0.1:
                assert gave[name] == pytest.approx(bits, abs=0.01)
                compared += 1
    assert compared


def test_what_is_said_openly_is_no_secret_given_away() -> None:
    """Who plays a card shows it; what else follows counts as unsaid, and is never more than all."""
    found = tellings(seen(BRIDGE, ALL))
    assert any(gift["unsaid"] < gift["bits"] for one in found for gift in one["gave"])
    for one in found:
        assert all(0 <= gift["unsaid"] <= gift["bits"] for gift in one["gave"])
    plays = [one for one in found if "has no" not in said(one)]
    assert plays
    assert any(gift["unsaid"] < 0.1 < gift["bits"] for one in plays for gift in one["gave"])


def said(one: Telling) -> str:
    return " ".join(stage.update.sentence for stage in seen(BRIDGE, ALL)[one["step"]].stages)


@pytest.mark.parametrize("spec", SPECS)
def test_whoever_moves_learns_nothing_from_it(spec: str) -> None:
    for one in tellings(seen(spec, ALL)):
        assert one["by"] not in {gift["to"] for gift in one["gave"]}
        assert one["gave"] or one["words"]


def test_three_moments_in_order_at_which_most_could_be_worked_out() -> None:
    found = worth_a_look(tellings(seen(DOCUMENTED, ALL)))
    assert [one["step"] for one in found] == [12, 13, 31]
    assert "Seat 2 now knows where every card is" in found[0]["words"]
    assert in_bits(found[0]) == "0.6 bits to seat 0, 1.0 to seat 2"


def test_where_nothing_was_told_nothing_is_worth_a_look() -> None:
    assert worth_a_look(tellings(seen(HUGE, ALL))) == []


def test_a_mistake_of_who_could_have_known_is_worth_a_look() -> None:
    could = Could(words="Seat 1 could have known that seat 0 has Brest-Venezia", steps=[12])
    losses = [loss(20, 2.5, could), loss(22, 9.0, None), loss(24, 0.5, could), loss(26, 3.0, could)]
    found = review(seen(DOCUMENTED, ALL), losses)["moments"]
    assert [one["step"] for one in found] == [12, 20, 26]
    assert found[1]["title"] == "lost 2.5 points"
    assert found[1]["words"] == [could["words"]]


def loss(step: int, lost: float, could: Could | None) -> Loss:
    return Loss(
        step=step, seat="1", best="x", words="x", lost=lost, low=0.1, high=2 * lost, mistake=True,
        worth=1.0, tries=5, could=could,
    )  # fmt: skip
