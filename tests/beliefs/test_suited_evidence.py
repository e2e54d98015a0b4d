"""How well moves suit hands, for many deals at once: as the plain way has it, move by move."""

from random import Random
from typing import Any

import numpy as np
import pytest

from whoknows.beliefs.match_evidence import evidence
from whoknows.beliefs.style import shares
from whoknows.beliefs.suited_evidence import seen_act, suited_evidence
from whoknows.core.match import play
from whoknows.core.registry import agent, game


def turns_of(spec: str, player: str, seed: int, many: int) -> tuple[Any, list[Any]]:
    rules: Any = game(spec)
    found = []
    for turn in play(rules, [agent(player)] * len(rules.seats), seed=seed):
        found.append(turn)
        if len(found) == many:
            break
    return rules, found


def seen(rules: Any, turns: list[Any]) -> list[Any]:
    """The moves as everyone saw them."""
    models = [None, *(turn.model for turn in turns)]
    acts = [seen_act(rules, turn, model) for turn, model in zip(turns, models, strict=False)]
    return [act for act in acts if act is not None]


@pytest.mark.parametrize("style", ["learned", "mixture"])
@pytest.mark.parametrize(
    ("spec", "player", "seed", "many"),
    [
        ("tickets(board=usa)", "greedy", 932, 86),  # with tickets that were drawn later
        ("tickets(board=europe,seats=3)", "racer", 4, 40),
        ("cluedo", "detective", 2, 20),
    ],
)
def test_it_is_the_evidence_of_the_plain_way(
    spec: str, player: str, seed: int, many: int, style: str
) -> None:
    rules, turns = turns_of(spec, player, seed, many)
    known = shares(style, rules)
    plain, quick = evidence(rules, turns, known), suited_evidence(rules, seen(rules, turns), known)
    assert [(a.words, a.by, a.of, a.style) for a in quick] == [
        (a.words, a.by, a.of, a.style) for a in plain
    ]
    assert len(quick) > 5
    seat = turns[-1].model.seat(0, at=rules.world(turns[-1].after))
    words, luck = turns[-1].model.vocabulary, Random(1)
    worlds = [seat.sample(luck) for _ in range(12)]
    values = [words.assignment(world) for world in worlds]
    table = np.array([[f.codes[str(one[f.name])] for f in words.facts] for one in values])
    for slow, act in zip(plain, quick, strict=True):
        each = [float(slow.chance(world)) for world in worlds]
        assert [float(act.chance(world)) for world in worlds] == pytest.approx(each)
        assert act.at_once is not None
        numbers, chances = act.at_once(words.facts, table)
        assert [float(chances[number]) for number in numbers] == pytest.approx(each)


def test_what_everyone_saw_hides_what_others_have() -> None:
    rules, turns = turns_of("tickets(board=usa)", "greedy", 932, 86)
    for one in seen(rules, turns):
        assert one.act.before == rules.veil(one.act.before, None)
        assert "keeps" not in one.words or "of" in one.words
    assert seen(*turns_of("threecards", "random", 1, 5)) == []
