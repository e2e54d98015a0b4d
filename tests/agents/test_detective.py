"""The detective: positions of Cluedo with one right move."""

from math import log2
from random import Random

import pytest

from whoknows.agents.detective import Detective, _exactly, _roughly
from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.match import step, view
from whoknows.core.registry import agent, game
from whoknows.games.cluedo import Cluedo

SMALL = Cluedo(suspects=3, weapons=2, rooms=3, names="Ann-Ben-Cas")
DEAL = "deal Ann: Scarlett, ballroom | Ben: Mustard, billiard | Cas: candlestick | "
DEAL += "envelope: White, dagger, conservatory"


def after(*moves):
    state, model = SMALL.start(), None
    for move in moves:
        turn = step(SMALL, state, model, Choice(SMALL.parse(move)))
        state, model = turn.after, turn.model
    return view(SMALL, state, model, SMALL.to_move(state))


def test_it_accuses_when_it_knows_and_says_why():
    moves = "Ann asks for White, dagger, conservatory", "Ben has none of these"
    again = "Ben asks for Mustard, candlestick, ballroom", "Cas shows Ben candlestick"
    rest = "Cas asks for Scarlett, dagger, billiard", "Ann shows Cas Scarlett"
    choice = Detective().choose(
        after(DEAL, *moves, "Cas has none of these", *again, *rest), Random(1)
    )
    assert str(choice.action) == "Ann accuses White, dagger, conservatory"
    assert "must be in the envelope" in choice.reasons[0]
    assert "Ben has none of" in choice.reasons[1]


def test_it_asks_what_tells_most_and_says_how_much():
    choice = Detective(exact=18).choose(after(DEAL), Random(1))
    assert " asks for " in str(choice.action)
    told = float(choice.reasons[0].removeprefix("the answer is expected to tell ").split()[0])
    at = after(DEAL)
    best = max(
        _exactly(at.knowledge, at.knowledge.ownership(), ["Ben", "Cas"], (s, w, r))
        for s in SMALL.kinds[0]
        for w in SMALL.kinds[1]
        for r in SMALL.kinds[2]
    )
    assert told == pytest.approx(best, abs=0.006)


def test_what_an_answer_tells_is_that_of_a_count_over_all_deals():
    at = after(DEAL)
    three = ("Mustard", "dagger", "billiard")
    deals = [dict(world) for world in at.knowledge.worlds]
    answers, choosing = {}, 0.0
    for deal in deals:
        for seat in ("Ben", "Cas"):
            held = [card for card in three if card in deal[seat]]
            for card in held:
                answers[seat, card] = answers.get((seat, card), 0) + 1 / len(held) / len(deals)
            if held:
                choosing += log2(len(held)) / len(deals)
                break
        else:
            answers[None] = answers.get(None, 0) + 1 / len(deals)
    wanted = -sum(p * log2(p) for p in answers.values()) - choosing
    odds = at.knowledge.ownership()
    assert _exactly(at.knowledge, odds, ["Ben", "Cas"], three) == pytest.approx(wanted)
    assert _roughly(odds, ["Ben", "Cas"], three) > 0


def test_it_shows_what_the_asker_has_seen_already():
    asked = "Ann asks for Mustard, dagger, billiard"
    moves = asked, "Ben shows Ann billiard"
    others = "Ben asks for White, dagger, conservatory", "Cas has none of these"
    more = "Ann has none of these", "Cas asks for White, dagger, ballroom", "Ann shows Cas ballroom"
    choice = Detective().choose(after(DEAL, *moves, *others, *more, asked), Random(1))
    assert str(choice.action) == "Ben shows Ann billiard"
    assert choice.reasons == ("it shows billiard: Ann has seen it",)


def test_it_plays_nothing_else():
    assert (
        agent("detective").refusal(game("threecards")) == "detective plays cluedo, not threecards"
    )
    with pytest.raises(Error, match="at least one question exactly, not 0"):
        agent("detective(exact=0)")
