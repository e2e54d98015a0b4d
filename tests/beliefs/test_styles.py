"""Any agent is a style: how likely it does what, with a share of error."""

from collections import Counter
from fractions import Fraction
from math import exp
from random import Random

import pytest
from bidden import turns_of, views

from whoknows.beliefs.style import ERROR, Anything, AsAgent, shares
from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.registry import agent, game

TELLING = [
    "random",
    "boeren-random",
    "full-kripke",
    "full-kripke(bids=original,as_original=on)",
    "full-kripke(bids=text,knowledge=off)",
]
TRIES = 100


@pytest.mark.parametrize("name", TELLING)
def test_what_an_agent_tells_of_itself_is_what_it_does(name: str) -> None:
    """Also where a coin decides: the dealer's wish may be forbidden."""
    player, coins = agent(name), 0
    for seed in range(8):
        for seen, _ in views(*turns_of("boerenbridge(rounds=3-3-3)", "full-kripke", seed)):
            if not seen.state.is_bidding and (seed or len(seen.actions) < 3):
                continue
            told = player.chances(seen)
            assert told is not None
            assert sum(told.values()) == 1
            assert told.keys() <= set(seen.actions)
            done = Counter(player.choose(seen, Random(n)).action for n in range(TRIES))
            assert done.keys() == {action for action, odds in told.items() if odds}
            for action, odds in told.items():
                assert abs(done[action] / TRIES - odds) <= 5 * (odds * (1 - odds) / TRIES) ** 0.5
            coins += seen.state.is_bidding and len(done) > 1
    assert coins or name.endswith("on)")


class OnlyChooses:
    """Somebody else's agent, which has nothing but what an agent must have."""

    name, cheats = "first", False

    def choose(self, view, rng):
        return Choice(view.actions[0])


def test_who_only_chooses_does_that_but_for_a_share_of_error() -> None:
    rules, turns = turns_of("boerenbridge(rounds=3)", "random", 1)
    seen, _ = next(views(rules, turns))
    told = AsAgent(OnlyChooses()).chances(seen)  # type: ignore[arg-type]
    assert sum(told.values()) == 1
    assert told[seen.actions[0]] == 1 - ERROR + ERROR / 4
    assert {told[other] for other in seen.actions[1:]} == {ERROR / 4}


def test_who_plays_anything_prefers_nothing() -> None:
    rules, turns = turns_of("boerenbridge(rounds=3)", "random", 1)
    for seen, _ in views(rules, turns):
        assert set(Anything().chances(seen).values()) == {Fraction(1, len(seen.actions))}


def test_a_mixture_has_what_is_common_and_always_a_share_for_anything() -> None:
    mixed = shares("mixture", game("boerenbridge"))
    assert sum(one.share for one in mixed) == 1
    assert mixed[0].style.name == "full-kripke"
    assert mixed[-1].style == Anything()
    assert mixed[-1].share > 0


@pytest.mark.parametrize(
    ("style", "spec", "told"),
    [
        ("full-krpke", "boerenbridge", "no agent called full-krpke; did you mean full-kripke"),
        ("full-kripke", "threecards", "the style full-kripke: full-kripke plays boerenbridge only"),
        ("pimc(cheat=on)", "boerenbridge", "it sees what its seat cannot"),
        ("mixture", "threecards", "has no mixture of styles; name one, such as anything"),
        ("full-kripke(bid=text)", "boerenbridge", "has no option bid"),
    ],
)
def test_a_style_that_is_none_is_told_in_one_line(style: str, spec: str, told: str) -> None:
    with pytest.raises(Error) as caught:
        shares(style, game(spec))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_search_does_the_likelier_what_it_finds_worth_more() -> None:
    rules, turns = turns_of("boerenbridge(rounds=2,ranks=4)", "full-kripke", 3)
    seen, _ = next(iter(views(rules, turns)))
    (share,) = shares("pimc(worlds=5)", rules)
    told = share.style.chances(seen)
    values = dict(agent("pimc(worlds=5)").choose(seen, Random(0)).values)
    assert sum(told.values()) == pytest.approx(1)
    assert sorted(told, key=lambda one: told[one]) == sorted(values, key=lambda one: values[one])
    better, worse = sorted(values, key=lambda one: -values[one])[:2]
    ratio = (told[better] - 0.01 / len(told)) / (told[worse] - 0.01 / len(told))
    assert float(ratio) == pytest.approx(exp(values[better] - values[worse]))
