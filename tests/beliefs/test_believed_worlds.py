"""Worlds weighed for a search are weighed as the plain styles say, and styles are learned."""

from random import Random
from typing import Any

import numpy as np
import pytest
from bidden import turns_of, views, watching, world_of

from whoknows.beliefs.believed_worlds import believed, weighed
from whoknows.beliefs.match_evidence import evidence
from whoknows.beliefs.style import ANYTHING_IN_MIXTURE, doubted, shares
from whoknows.beliefs.style_likelihood import NOTES, StyleLikelihood
from whoknows.core.error import Error
from whoknows.core.match import play
from whoknows.core.registry import agent, game
from whoknows.logic.evidence import Evidence
from whoknows.search.compiled_rules import compiled
from whoknows.search.determinization import states

GAMES = [
    "boerenbridge(rounds=3-4)",
    "boerenbridge(rounds=3,ranks=5)",
    "boerenbridge(rounds=2-3,players=3,ranks=5,trump=turned)",
    "boerenbridge(rounds=2,players=5,ranks=5)",
]
STYLES = [
    "full-kripke",
    "full-kripke(bids=original,as_original=on)",
    "boeren-random",
    "anything",
    "mixture",
]


def bids_alone(found: Evidence) -> Evidence:
    return Evidence(tuple(act for act in found if " bids " in act.words))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("spec", GAMES)
def test_compiled_weights_are_those_of_the_plain_styles(spec: str, style: str) -> None:
    """In every position of a round, for deals drawn from what the seat knows."""
    checked = 0
    for seed in range(2):
        rules, turns = turns_of(spec, "boeren-random", seed)
        for seen, before in list(views(rules, turns))[::2]:
            rows = states(seen, compiled(rules), 8, Random(seed))
            found, _ = weighed(seen, rows, style)
            acts = [
                act
                for act in bids_alone(evidence(rules, before, doubted(style, rules)))
                if act.by != rules.seats[seen.seat]
            ]
            plain = np.ones(len(rows))
            for number, row in enumerate(rows.tolist()):
                for act in acts:
                    plain[number] *= float(act.chance(world_of(seen, row)))
            assert found == pytest.approx(plain / plain.sum())
            checked += len(acts)
    assert checked > 20


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("spec", GAMES)
def test_whoever_watches_weighs_cards_too(spec: str, style: str) -> None:
    """All bids and cards of the others count, as by the plain styles."""
    checked = 0
    for theirs in ("boeren-random", "full-kripke"):
        rules, turns = turns_of(spec, theirs, 5)
        for seen, before in list(views(rules, turns))[::3]:
            watched = watching(seen, before)
            rows = states(watched, compiled(rules), 8, Random(1))
            found, _ = weighed(watched, rows, style)
            acts = evidence(rules, before, doubted(style, rules)).acts
            plain = np.ones(len(rows))
            for number, row in enumerate(rows.tolist()):
                for act in (act for act in acts if act.by != rules.seats[seen.seat]):
                    plain[number] *= float(act.chance(world_of(seen, row)))
                    checked += " bids " not in act.words
            assert found == pytest.approx(plain / plain.sum())
    assert checked > 100


def test_a_search_believes_what_its_seat_does() -> None:
    """All worlds of a small round: their weights are the exact belief."""
    rules, turns = turns_of("boerenbridge(rounds=2)", "full-kripke", 4)
    for seen, before in views(rules, turns):
        if len(before) < 5:
            continue
        found = believed(seen, compiled(rules), "full-kripke", 90, Random(1))
        belief = seen.knowledge.given(
            bids_alone(evidence(rules, before, doubted("full-kripke", rules)))
        )
        assert belief.is_exact
        for row, weight in zip(found.rows.tolist(), found.weights, strict=True):
            hands = world_of(seen, row)
            told = " & ".join(f"has({seat},{card})" for seat in hands for card in hands[seat])
            assert weight == pytest.approx(float(belief.odds(told)))


def test_worlds_too_many_to_take_all_are_drawn_by_their_weight() -> None:
    rules, turns = turns_of("boerenbridge(rounds=4)", "full-kripke", 2)
    seen, before = list(views(rules, turns))[4]
    found = believed(seen, compiled(rules), "full-kripke", 400, Random(5))
    assert found.weights.sum() == pytest.approx(1)
    assert len(found.rows) <= 400
    belief = seen.knowledge.given(
        bids_alone(evidence(rules, before, doubted("full-kripke", rules)))
    )
    for card, owners in belief.ownership().items():
        for owner, odds in owners.items():
            drawn = sum(
                weight
                for row, weight in zip(found.rows.tolist(), found.weights, strict=True)
                if card in world_of(seen, row)[owner]
            )
            assert abs(drawn - float(odds)) < 0.12


def test_a_style_that_is_staked_on_is_doubted() -> None:
    rules: Any = game("boerenbridge")
    one, anything = doubted("full-kripke", rules)
    assert (one.style.name, anything.style.name) == ("full-kripke", "anything")
    assert anything.share == ANYTHING_IN_MIXTURE == 1 - one.share
    for firm in ("anything", "mixture"):
        assert doubted(firm, rules) == shares(firm, rules)
    suited: Any = game("tickets(board=usa)")
    assert doubted("learned", suited) == shares("learned", suited)


# Which style is whose


def learned(theirs: str, rounds: str) -> tuple[Any, list[StyleLikelihood]]:
    """What a believer thinks of the others by the end of a match."""
    rules: Any = game(f"boerenbridge(rounds={rounds})")
    notes: dict[str, object] = {}
    told = []

    class Noting:
        """Plays like pimc, and lets us look at its notes."""

        name, cheats = "noting", False
        inner = agent("pimc(worlds=5,believe=mixture)")

        def choose(self, view: Any, rng: Random) -> Any:
            choice = self.inner.choose(view, rng)
            if NOTES in view.memory:
                notes.update(view.memory)
                told.append(choice.reasons)
            return choice

    list(play(rules, [Noting(), *[agent(theirs)] * 3], seed=3))  # type: ignore[list-item]
    found: Any = notes[NOTES]
    return found, told


@pytest.mark.parametrize("theirs", ["full-kripke", "full-kripke(bids=original)"])
def test_a_mixture_learns_during_a_match_who_plays_how(theirs: str) -> None:
    notes, told = learned(theirs, "-".join(["3"] * 10))
    names = [one.style.name for one in notes.styles]
    for seat in (1, 2, 3):
        odds = notes.of(seat, now=True)
        assert names[int(odds.argmax())] == theirs
        assert odds.max() > 0.6
        assert odds[names.index("anything")] > 0.004
    assert any(f"plays like {theirs} (" in line for reasons in told for line in reasons)


def test_who_plays_anything_is_found_out() -> None:
    notes, _ = learned("random", "-".join(["5"] * 6))
    names = [one.style.name for one in notes.styles]
    assert [names[int(notes.of(seat, now=True).argmax())] for seat in (1, 2, 3)] == ["anything"] * 3


def test_what_is_seen_again_in_a_deal_counts_once() -> None:
    rules, turns = turns_of("boerenbridge(rounds=3-3)", "full-kripke", 1)
    seat_0 = [seen for seen, _ in views(rules, turns) if seen.seat == 0]
    memory: dict[str, object] = {}
    counted = []
    for seen in seat_0:
        object.__setattr__(seen, "memory", memory)
        rows = states(seen, compiled(rules), 50, Random(1))
        weighed(seen, rows, "mixture")
        notes: Any = memory[NOTES]
        counted.append(bool(notes.before))
    assert counted == [False] * 4 + [True] * 4


# Refusals


@pytest.mark.parametrize(
    ("spec", "believe", "told"),
    [
        ("threecards", "random", "believe=random: threecards cannot tell at full speed"),
        ("boerenbridge", "pimc", "believe=pimc: pimc has no compiled policy"),
        ("boerenbridge", "greedie", "no agent called greedie"),
    ],
)
def test_what_cannot_be_believed_is_refused_in_one_line(spec: str, believe: str, told: str) -> None:
    rules: Any = game(spec)
    with pytest.raises(Error) as caught:
        play(rules, [agent(f"pimc(believe={believe})")] * len(rules.seats))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_believing_is_part_of_the_name() -> None:
    assert agent("pimc(believe=full-kripke)").name == "pimc(believe=full-kripke)"
    assert agent("pimc").name == "pimc"


def test_the_share_of_error_keeps_every_deal_possible() -> None:
    rules, turns = turns_of("boerenbridge(rounds=3)", "random", 2)
    seen, _ = list(views(rules, turns))[4]
    rows = states(seen, compiled(rules), 500, Random(1))
    found, _ = weighed(seen, rows, "full-kripke")
    assert found.min() > 0
