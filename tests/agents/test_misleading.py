"""Acting against the style that the others ascribe: only where it costs little, and so that they
are wrong."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from rails import Table

from whoknows.beliefs.style import shares
from whoknows.core.error import Error
from whoknows.core.law_positions import seat_positions
from whoknows.core.match import refusal, view
from whoknows.core.registry import agent, game
from whoknows.games.tickets.colour_beliefs import DOUBTFUL, ERROR, believed_need
from whoknows.games.tickets.knowledge_policy import SeatSight
from whoknows.games.tickets.moves import Blind, Take

BRIDGE = game("boerenbridge(rounds=3)")
FACE_UP = ("pink", "white", "yellow")
DEAL = (
    "deal Brest-Marseille, Brest-Venezia | Madrid-Zurich, Zagrab-Brindisi"
    " | Paris-Zagrab, Zurich-Brindisi"
)


def bids(spec: str) -> list[tuple[Any, Any]]:
    """Views of bidders and what this agent bids there."""
    found = (at for at in seat_positions(BRIDGE) if at.state.is_bidding)
    views = [view(BRIDGE, at.state, at.model, at.by) for at in list(found)[:4]]
    return [(seen, agent(spec).choose(seen, Random(1))) for seen in views]


def test_pimc_misleads_if_that_is_cheap_enough() -> None:
    honest, never, much = (
        bids(f"pimc(worlds=20{more})") for more in ("", ",mislead=0", ",mislead=100")
    )
    (usual,) = shares(BRIDGE.styles[0], BRIDGE)
    assert [c.action for _, c in never] == [c.action for _, c in honest]
    for (seen, choice), (_, plain) in zip(much, honest, strict=True):
        chances = usual.style.chances(seen)
        assert chances[choice.action] == min(chances.values())  # whatever it costs
        if choice.action != plain.action:
            assert "would rather bid something else" in choice.reasons[0]
    assert [c.action for _, c in much] != [c.action for _, c in honest]


def blind(**taken: int) -> Any:
    """The view of seat 0, to whom nothing that lies face up is of use; seat 1 has taken cards."""
    table = Table("tickets", DEAL).cards("1 green", row="2 pink 2 white 1 yellow")
    seen = table.view()
    state, colours = seen.state, seen.game.map.colours
    shown = tuple(taken.get(colour, 0) for colour in colours)
    return replace(seen, state=replace(state, open=(state.open[0], shown, state.open[2])))


def test_kripke_takes_a_colour_that_it_does_not_need() -> None:
    """It needs black and green: of the others, what it has shown most of."""
    assert isinstance(agent("kripke").choose(blind(), Random(0)).action, Blind)
    choice = agent("kripke(mislead=on)").choose(blind(), Random(0))
    assert choice.action in [Take("0", colour) for colour in FACE_UP]
    assert "does not need" in choice.reasons[0]


def test_a_believer_takes_what_the_next_player_is_believed_to_need() -> None:
    for colour in FACE_UP:
        nothing, seen = blind(), blind(**{colour: 3})
        number = seen.game.map.colours.index(colour)
        before, after = (believed_need(sight(v), v.knowledge, ERROR) for v in (nothing, seen))
        doubted = believed_need(sight(seen), seen.knowledge, DOUBTFUL)
        assert before[number] < doubted[number] < after[number]
        choice = agent("kripke(believe=colours)").choose(seen, Random(0))
        assert isinstance(choice.action, Take)
        taken = seen.game.map.colours.index(choice.action.colour)
        assert after[taken] == max(after[seen.game.map.colours.index(c)] for c in FACE_UP)
        assert "is what the next player is believed to need" in choice.reasons[0]


def sight(seen: Any) -> SeatSight:
    return SeatSight(seen.game, seen.seat, seen.state, seen.actions)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("pimc(mislead=-1)", "mislead is how many points it may cost, not -1"),
        ("kripke(believe=all)", "believe"),
        ("kripke(believe=colours,mislead=on)", "not by both"),
    ],
)
def test_options_that_make_no_sense_are_refused(spec: str, why: str) -> None:
    with pytest.raises(Error, match=why) as caught:
        agent(spec)
    assert "\n" not in str(caught.value)


def test_pimc_misleads_only_where_there_is_a_usual_style() -> None:
    found = refusal(agent("pimc(mislead=1)"), game("threecards"))
    assert "has no usual style to act against" in found
