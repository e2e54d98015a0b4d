"""What a move gave away: everything that is told is known now and was not known before."""

from __future__ import annotations

from itertools import pairwise

import pytest
from watched import BRIDGE, DOCUMENTED, SPECS, TOY, match, seen

from whoknows.core.game import World
from whoknows.core.match import deal_of
from whoknows.table.knowledge.discoveries import Discovery, discoveries, since
from whoknows.table.knowledge.visible_moment import ALL, Moment, Viewer, to_move


def found(spec: str, viewer: Viewer, step: int) -> list[Discovery]:
    moments = seen(spec, viewer)
    return discoveries(moments[step - 1], moments[step])


def words(spec: str, viewer: Viewer, step: int) -> list[str]:
    return [one["words"] for one in found(spec, viewer, step)]


def test_a_move_tells_who_now_knows_what() -> None:
    """In the documented game seat 1 claims Zagrab-Venezia at step 12."""
    assert words(DOCUMENTED, 0, 12) == [
        "You now know that seat 2 has Zurich-Brindisi",
        "Seat 2 now knows that you have Brest-Marseille",
        "Seat 2 now knows that you have Brest-Venezia",
    ]
    assert words(DOCUMENTED, 1, 13) == ["Everyone now knows that you have Zagrab-Brindisi"]
    assert words(DOCUMENTED, ALL, 13) == ["Seat 0 now knows where every card is"]
    assert words(DOCUMENTED, None, 13) == ["Everyone can now tell that seat 1 has Zagrab-Brindisi"]


def test_what_is_not_told_is_not_found_out() -> None:
    quiet = [moment.step for moment in seen(DOCUMENTED, 0) if moment.step and not moment.stages]
    assert quiet
    assert not any(words(DOCUMENTED, viewer, step) for viewer in (0, ALL) for step in quiet)


def test_a_card_that_is_played_is_not_called_a_discovery() -> None:
    """Everyone sees it lie on the table."""
    played = [m.step for m in seen(BRIDGE, 0) if ": " in m.move and "bid" not in m.move]
    assert played
    for step in played:
        card = seen(BRIDGE, None)[step].move.split(": ")[-1]
        assert not any(card in one["formula"] for one in found(BRIDGE, 0, step))


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("viewer", [0, 1, ALL])
def test_all_of_it_is_true_now_and_was_not_known_before(spec: str, viewer: Viewer) -> None:
    game, turns = match(spec)
    moments = seen(spec, viewer)
    many = 0
    for step in range(1, len(moments)):
        world = deal_of(game, turns[step - 1])
        for one in found(spec, viewer, step):
            many += 1
            assert world is not None
            assert known(moments[step], viewer, one, world)
            assert not known(moments[step - 1], viewer, one, world)
    assert many or spec not in (DOCUMENTED, TOY)


def known(moment: Moment, viewer: Viewer, one: Discovery, world: World) -> bool:
    assert moment.model is not None
    if viewer == ALL:
        return moment.model.holds(one["formula"], at=world)
    assert moment.mine is not None
    return moment.mine.knows(one["formula"])


def test_cards_that_others_played_since_your_turn_are_no_discoveries_either() -> None:
    turns = match(BRIDGE)[1]
    mine = [number for number, turn in enumerate(turns, start=1) if turn.by == 0]
    compared = 0
    for last, next_turn in pairwise(mine):
        moments = seen(BRIDGE, 0)[:next_turn]  # up to the position in which it is one's turn again
        now = to_move(moments[-1], turns[next_turn - 1].before)
        played = {m.move.split(": ")[-1] for m in moments[last + 1 :] if ": " in m.move}
        before = since([*moments[:-1], now], next_turn - 1)
        assert before is moments[last]
        told = discoveries(before, now, moments[last + 1 : -1])
        assert not any(f",{card})" in one["formula"] for card in played for one in told)
        compared += bool(played)
    assert compared


def test_on_your_turn_you_hear_all_that_came_out_since_your_own() -> None:
    moments = seen(TOY, 0)
    mine = [moment.step for moment in moments if moment.by == moments[0].game.seats[0]]
    last = len(moments) - 1
    before = since(moments, last)
    assert before is moments[last - 1]  # it is over, so nobody's turn
    assert since(moments, 0) is None
    assert mine
