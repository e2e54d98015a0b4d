"""What a move would tell is what it then tells, and depends on nothing that its seat cannot see."""

from __future__ import annotations

from typing import Any

import pytest
from watched import BRIDGE, DOCUMENTED, TOY, match

from whoknows.table.knowledge.discoveries import discoveries
from whoknows.table.knowledge.visible_moment import Moment, first, following, to_move
from whoknows.table.page.move_preview import preview

SPECS = [DOCUMENTED, TOY, BRIDGE]


def decisions(spec: str) -> list[tuple[Moment, Any, Moment]]:
    """Each decision of seat 0: the moment before it, the move, and the moment after it."""
    game, turns = match(spec)
    found, now = [], first(game, 0)
    for turn in turns:
        before = to_move(now, turn.before)
        now = following(now, turn)
        if turn.by == 0:
            found.append((before, turn.choice.action, now))
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_what_would_be_told_is_told(spec: str) -> None:
    told = 0
    for before, action, after in decisions(spec):
        ahead = preview(before, str(action))
        assert ahead["says"] == [stage.update.sentence for stage in after.stages]
        then = [one["words"] for one in discoveries(before, after)]
        now = [words.replace("would know", "now know") for words in ahead["tells"]]
        assert [words.replace("now knows", "now know") for words in then] == now
        told += bool(then)
    assert told or spec != DOCUMENTED


def test_a_move_that_may_not_be_made_has_no_preview() -> None:
    before, action, after = decisions(TOY)[0]
    assert preview(before, str(action))["says"]
    for moment, text in ((before, "Anna flies"), (after, str(action))):
        assert preview(moment, text) == {"says": [], "tells": []}


def test_pointing_at_a_claim_says_what_it_would_tell(server: Any, visit: Any) -> None:
    from at_table import loaded, whose_turn
    from playwright.sync_api import expect

    made = server.ask(
        "/api/games", {"game": "tickets(seats=3,hand=2)", "agents": ["human", "kripke", "kripke"]}
    )
    page = loaded(visit(f"/game/{made['id']}#key={made['keys']['0']}"))
    for _ in range(40):
        whose_turn(page)
        claim = page.locator(".map .line.can").first
        if claim.count():
            break
        page.locator("[data-slot=board] .tcard.can").first.click()
        page.wait_for_timeout(300)
    page.mouse.move(0, 0)  # where it was is a card now, which tells nothing and is pointed at too
    claim.focus()
    expect(page.locator(".would")).not_to_be_empty()
    page.locator("#content").focus()
    expect(page.locator(".would")).to_be_empty()
