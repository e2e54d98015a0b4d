"""What was done in a match as evidence: for whoever asks at the command line, and for no one more
than it may."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bidden import turns_of, views
from command import command as run

from whoknows.beliefs.match_evidence import evidence
from whoknows.beliefs.style import shares
from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.match import step
from whoknows.core.registry import agent, game

SPEC = "boerenbridge(rounds=3-2)"


def asked(rules: Any, turns: list[Any], seat: int, style: str) -> Any:
    knowledge = turns[-1].model.seat(seat, at=rules.world(turns[-1].after))
    return knowledge.given(evidence(rules, turns, shares(style, rules)))


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("asked") / "game.jsonl"
    done = run("play", SPEC, "full-kripke", "--seed", "2", "--record", str(path))
    assert done.returncode == 0
    return path


def test_only_what_was_done_since_the_deal_is_evidence() -> None:
    rules, turns = turns_of(SPEC, "full-kripke", 1)
    first = evidence(rules, turns[:17], shares("full-kripke", rules))
    assert len(first) == 4 + 12
    assert [act.by for act in first][:4] == list(rules.seats)
    assert len(evidence(rules, turns[:18], shares("full-kripke", rules))) == 0
    assert len(evidence(rules, turns[:20], shares("full-kripke", rules))) == 2


def test_the_true_deal_explains_what_right_players_do() -> None:
    """Each move of full-kripke has all the chance that its style has, but for the error or a
    coin."""
    rules, turns = turns_of(SPEC, "full-kripke", 5)
    world = rules.world(turns[0].after)
    for act in evidence(rules, turns[:17], shares("full-kripke", rules)):
        assert act.chance(world) > Fraction(49, 100)


def test_a_belief_after_a_match_is_the_right_one() -> None:
    """A style asked deal by deal: by hand, for one bid."""
    rules, turns = turns_of(SPEC, "full-kripke", 3)
    seat, bid = rules.to_move(turns[0].after), turns[1]
    belief = asked(rules, turns[:2], (seat + 1) % 4, "full-kripke")
    total = held = Fraction(0)
    name, card = rules.seats[seat], next(iter(belief.ownership()))
    for world in belief.knowledge.worlds:
        state = rules.redeal(rules.veil(bid.before, None), world, Random(0))
        twin = replace(state, hands=state.hands)
        seen = next(views(rules, [turns[0], replace(bid, before=twin)]))[0]
        told = agent("full-kripke").chances(seen) or {}
        error = Fraction(1, 100)
        weight = (1 - error) * told.get(bid.choice.action, 0) + error / len(seen.actions)
        total += weight
        held += weight * (card in world[name])
    assert belief.odds(f"has({name},{card})") == held / total


def test_of_a_mixture_what_was_done_before_tells_which_style_it_is() -> None:
    rules, turns = turns_of(SPEC, "full-kripke", 4)
    world = rules.world(turns[0].after)
    mixed = shares("mixture", rules)
    acts = [act for act in evidence(rules, turns[:17], mixed) if act.by == rules.seats[0]]
    alone = [
        [
            act
            for act in evidence(rules, turns[:17], (replace(one, share=1),))
            if act.by == acts[0].by
        ]
        for one in mixed
    ]
    whole = Fraction(1)
    for act in acts:
        whole *= Fraction(act.chance(world))
    expected = Fraction(0)
    for one, own in zip(mixed, alone, strict=True):
        likely = one.share
        for act in own:
            likely *= Fraction(act.chance(world))
        expected += likely
    assert whole == expected


def test_deals_that_look_the_same_give_the_same_answer() -> None:
    """The same bids over two deals in which North has the same hand."""
    rules, turns = turns_of(SPEC, "full-kripke", 2)
    seat, told = 0, []
    seen = turns[4].model.seat(seat, at=rules.world(turns[4].after))
    for number in range(3):
        state = rules.redeal(
            rules.veil(turns[0].after, seat), seen.sample(Random(number)), Random(0)
        )
        deal = replace(turns[0].choice.action, hands=state.hands)
        made = [step(rules, rules.start(), None, Choice(deal))]
        for turn in turns[1:5]:
            made.append(step(rules, made[-1].after, made[-1].model, turn.choice))
        belief = asked(rules, made, seat, "mixture")
        bits = tuple(one.bits for one in belief.surprise)
        told.append((belief.ownership(), bits, str(belief.why("has(E,AC)"))))
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("spec", ["threecards"])
def test_where_cards_move_or_are_shown_nothing_is_pretended(spec: str) -> None:
    rules, turns = turns_of(spec, "random", 1)
    with pytest.raises(Error, match="no beliefs yet where cards move or are shown after the deal"):
        evidence(rules, turns, shares("anything", rules))


def test_questions_of_cluedo_tell_of_hands_and_nothing_more_becomes_known() -> None:
    rules, turns = turns_of("cluedo(suspects=3,weapons=2,rooms=2)", "detective", 3)
    turns = turns[:2]  # the deal and the first question, by the first player
    world = rules.world(turns[-1].after)
    knows = turns[-1].model.seat(1, at=world)
    found = evidence(rules, turns, shares("learned", rules))
    assert {act.by for act in found} <= set(rules.seats)
    belief, nothing = (
        knows.given(found),
        knows.given(evidence(rules, turns, shares("anything", rules))),
    )
    for card in rules.cards:
        told = f"in(envelope,{card})"
        known = knows.odds(told)
        assert float(nothing.odds(told)) == pytest.approx(float(known))
        assert known not in (0, 1) or belief.odds(told) == known
    assert any(
        abs(float(belief.odds(f"has({seat},{card})") - knows.odds(f"has({seat},{card})"))) > 1e-6
        for seat in rules.seats
        for card in rules.cards
    )


# At the command line


def test_a_belief_is_told_beside_what_is_known(record: Path) -> None:
    done = run(
        "ask", f"{record}@5", "has(E,AC)", "--as", "N", "--believing", "full-kripke", "--why"
    )
    first, why = done.stdout.splitlines()
    assert first == (
        "believed 37.5 %, known 33.3 % (as full-kripke: 560.0 effective of 1,680 deals)"
    )
    assert "What moved it: E bids 0 (from 33.3 % to 37.5 %)" in why
    assert done.returncode == 1  # less likely than not


def test_for_programs_too(record: Path) -> None:
    done = run("ask", f"{record}@5", "has(N,AS)", "--as", "N", "--believing", "mixture", "--json")
    told = json.loads(done.stdout)
    assert (told["odds"], told["known"], told["true"], told["exact"]) == (1, 1, True, True)
    assert [one["act"] for one in told["surprise"]] == ["E bids 0", "S bids 1", "W bids 0"]
    assert done.returncode == 0


def test_who_sees_no_card_may_believe_as_well(record: Path) -> None:
    done = run("ask", f"{record}@2", "has(E,AC)", "--believing", "full-kripke", "--json")
    told = json.loads(done.stdout)
    assert told["known"] == pytest.approx(1 / 4)
    assert told["style"] == "full-kripke"


@pytest.mark.parametrize(
    ("style", "words"),
    [("full-krip", "did you mean full-kripke"), ("pimc(cheat=on)", "sees what its seat cannot")],
)
def test_a_style_that_is_none_is_one_line(record: Path, style: str, words: str) -> None:
    done = run("ask", f"{record}@5", "has(E,AC)", "--as", "N", "--believing", style)
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_there_is_nothing_to_ask_before_the_deal() -> None:
    with pytest.raises(Error, match="our own logic"):
        evidence(game(SPEC), [], shares("anything", game(SPEC)))
