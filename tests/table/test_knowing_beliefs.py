"""What is believed, beside what is known: the odds shown are those of the belief, and no more is
told than the seat may know."""

from itertools import islice
from typing import Any

import pytest
from watched import BRIDGE, HUGE, LARGE, match, parsed, seen, twins

from whoknows.beliefs.match_evidence import evidence
from whoknows.beliefs.style import shares
from whoknows.core.error import Error
from whoknows.core.match import play
from whoknows.core.registry import agent
from whoknows.logic.evidence import Evidence
from whoknows.table.knowledge.ownership import ownership
from whoknows.table.knowledge.shown_belief import because, ways_to_play
from whoknows.table.knowledge.visible_moment import ALL, Dealt, moments
from whoknows.table.page.page_view import LookAt, ShownGame, view

BIDDEN = 5  # moves: a deal and four bids
STYLE = "full-kripke"


def squares(html: str) -> dict[str, Any]:
    """The believed odds, by what they are asked for."""
    return {
        e.get("data-because", ""): e
        for e in parsed(html).iter("button")
        if "believes" in e.get("class", "")
    }


def plain(seat: int, style: str) -> Any:
    """The same belief by the plain rules."""
    game, turns = match(BRIDGE)
    acts = evidence(game, turns[:BIDDEN], shares(style, game)).acts
    return seen(BRIDGE, seat)[BIDDEN].mine.given(Evidence(acts))


@pytest.mark.parametrize("style", [STYLE, "mixture"])
def test_believed_odds_stand_beside_the_known_ones(style: str) -> None:
    moment, belief = seen(BRIDGE, 0)[BIDDEN], plain(0, style)
    known, found = moment.mine.ownership(), squares(ownership(moment, style=style))
    open_ = {
        f"has({o},{c})" for c, row in known.items() for o, odds in row.items() if odds not in (0, 1)
    }
    assert set(found) == open_
    for asked, square in found.items():
        odds, share = float(belief.odds(asked)), float(moment.mine.odds(asked))
        way = "even" if abs(odds - share) < 0.005 else "up" if odds > share else "down"
        assert square.get("class") == f"believes {way}"
        told = "<1%" if odds < 0.005 else f"{odds:.0%}"  # which is not to look impossible
        assert square.get("title") == f"believed {told}, known {share:.0%}"
        assert "▲▼◆"[["up", "down", "even"].index(way)] in "".join(square.itertext())
    assert "believes" not in ownership(moment)


def test_a_click_tells_the_acts_behind_it() -> None:
    moment = seen(BRIDGE, 0)[BIDDEN]
    asked = next(iter(squares(ownership(moment, style=STYLE))))
    why = plain(0, STYLE).why(asked)
    html = because(moment, None, STYLE, asked)
    assert f"{float(why.odds):.0%} believed" in html
    for one in why.moved:
        assert (str(one.act) in html) == (abs(one.by) >= 0.005)
    assert "nonsense" in because(moment, None, STYLE, "has(1,nonsense)")


def test_just_what_the_game_can_tell_is_offered() -> None:
    game, _ = match(BRIDGE)
    assert [style for style, _ in ways_to_play(game)] == ["", *game.styles, "mixture"]
    assert ways_to_play(match(LARGE)[0]) == []
    with pytest.raises(
        Error, match=r"^no way to play gibberish to believe in here; there are full-k"
    ):
        ownership(seen(BRIDGE, 0)[BIDDEN], style="gibberish")
    with pytest.raises(Error, match=r"there are none$"):
        ownership(seen(LARGE, 0)[3], style=STYLE)


def test_in_the_railway_game_claims_tell_of_tickets() -> None:
    """Nothing is ever said about tickets there: what is known stays what it was after the deal."""
    assert [words for _, words in ways_to_play(match(HUGE)[0])] == [
        "nobody knows how", "as was learned from games", "as racer was seen to",
        "like one of several",
    ]  # fmt: skip
    game = match(HUGE)[0]
    turns = list(islice(play(game, [agent("greedy")] * 2, seed=903), 45))
    moment = moments(game, turns, 0)[-1]
    assert isinstance(moment, Dealt)
    found = squares(ownership(moment, style="mixture"))
    belief = moment.mine.given(evidence(game, turns, shares("mixture", game)))
    assert belief.is_exact is False
    assert belief.deals.is_all
    for asked, square in found.items():
        odds = float(belief.odds(asked))
        assert square.get("title") == f"believed {percent(odds)}, known 7%"
    likeliest = max(found, key=lambda asked: float(belief.odds(asked)))
    name = game.map.tickets[max(turns[-1].after.tickets(1))].name
    assert likeliest == f'has(Bram,"{name}")'
    assert "Bram claims" in because(moment, None, "mixture", likeliest)


def percent(odds: float) -> str:
    """As it is written on the page."""
    return "<1%" if odds < 0.005 else ">99%" if odds >= 0.995 else f"{odds:.0%}"


def test_before_anybody_has_bid_there_is_nothing_to_believe() -> None:
    html = ownership(seen(BRIDGE, 0)[1], style=STYLE)
    assert "Nobody has done anything yet that would tell of cards." in html
    assert not squares(html)


def test_a_view_with_beliefs_is_the_same_in_all_deals_that_the_seat_cannot_tell_apart() -> None:
    differ = 0
    for step in (BIDDEN, BIDDEN + 3):
        asked = next(iter(squares(ownership(seen(BRIDGE, 1)[step], style=STYLE))))
        look = LookAt(believing=STYLE, because=asked)
        for viewer in (1, None):
            told = {str(shown(moments, look)) for moments in twins(BRIDGE, 1, step, viewer)}
            assert len(told) == 1
        everything = (ownership(m[step], 1, style=STYLE) for m in twins(BRIDGE, 0, step, ALL))
        differ += len(set(everything)) > 1
    assert differ


def shown(moments: Any, look: LookAt) -> dict[str, object]:
    agents = ("human", "human", "human", "human")
    return view(ShownGame("id", 1, agents, moments, None, False), look)
