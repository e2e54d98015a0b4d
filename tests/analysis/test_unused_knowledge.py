"""You could have known: what somebody forgetful considers possible, and proofs from the moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

import whoknows as wk
from whoknows.analysis import unused_knowledge
from whoknows.analysis.game_analysis import verdict
from whoknows.analysis.judgement import judged
from whoknows.analysis.unused_knowledge import (
    Heard,
    Proof,
    Unused,
    _replayed,
    _said_at,
    _seen,
    _told,
    forgetful,
)
from whoknows.core.law_positions import AnyLegal
from whoknows.core.match import Turn, play, view
from whoknows.deals.deal_model import DealModel
from whoknows.logic.knowledge import Knowledge

GAMES = ["boerenbridge(rounds=3)", "tickets(hand=2)", "threecards(rounds=2)"]


def played(spec: str, seed: int) -> tuple[Any, list[Turn[Any, Any]]]:
    game = wk.game(spec)
    return game, list(play(game, [AnyLegal() for _ in game.seats], seed=seed))


def decisions(spec: str, seeds: Sequence[int]) -> Iterator[tuple[Any, list[Turn[Any, Any]], int]]:
    """Steps at which a seat moved after something was dealt."""
    for seed in seeds:
        game, turns = played(spec, seed)
        for step in range(2, len(turns) + 1):
            if turns[step - 1].by >= 0 and isinstance(turns[step - 2].model, DealModel):
                yield game, turns, step


def knowledge(game: Any, turns: list[Turn[Any, Any]], step: int) -> tuple[Knowledge, Knowledge]:
    """What the seat to move knows, and what it would know if it were forgetful."""
    turn, model = turns[step - 1], turns[step - 2].model
    assert isinstance(model, DealModel)
    both = (view(game, turn.before, one, turn.by).knowledge for one in (model, forgetful(model)))
    mine, plain = both
    assert isinstance(mine, Knowledge)
    assert isinstance(plain, Knowledge)
    return mine, plain


@pytest.mark.parametrize("spec", GAMES)
def test_somebody_forgetful_rules_out_less_and_never_what_is_possible(spec: str) -> None:
    fewer = 0
    for game, turns, step in decisions(spec, [1]):
        mine, plain = knowledge(game, turns, step)
        assert mine.deals() <= plain.deals()
        for _ in range(3):
            assert mine.sample(Random(step)) in plain.worlds
        fewer += mine.deals() < plain.deals()
    assert fewer


def test_cards_that_lay_open_are_remembered() -> None:
    """In Boerenbridge: what was played, but not who has run out of a suit."""
    voids = 0
    for game, turns, step in decisions("boerenbridge(rounds=3)", [1, 2]):
        model = turns[step - 2].model
        assert isinstance(model, DealModel)
        _, plain = knowledge(game, turns, step)
        for update in model.history[1:]:
            sentence = update.sentence
            if " plays " in sentence:
                who, card = sentence.split(" plays ")
                assert plain.knows(f"has({who},{card})")
            voids += "has no" in sentence
        assert not any("has no" in update.sentence for update in plain.model.history)
    assert voids


@pytest.mark.parametrize("spec", ["boerenbridge(rounds=4)", "tickets(hand=2)"])
def test_every_proof_is_enough_and_comes_from_the_moves_it_names(spec: str) -> None:
    """Told only the sentences of the proof, beside what was seen, the seat knows the card."""
    proofs = tellings = 0
    for game, turns, step in decisions(spec, range(3)):
        mine, plain = knowledge(game, turns, step)
        if mine.deals() == plain.deals():
            continue
        model = turns[step - 2].model
        assert isinstance(model, DealModel)
        heard = _said_at(turns[: step - 1], model)
        for one in heard:
            assert one.sentence in [update.sentence for update in turns[one.step - 1].said]
        found = _told(mine, plain, heard)
        assert (found.left, found.of) == (mine.deals(), plain.deals())
        for proof in found.proofs:
            fact = f'has({proof.owner},"{proof.card}")'
            assert mine.knows(fact)
            assert not plain.knows(fact)
            proofs += bool(proof.because)
            if "boerenbridge" in spec:  # where only facts are said, more of them never hurts
                assert told_only(model, mine, proof).knows(fact)
        tellings += found.most_telling is not None
    assert proofs
    assert tellings


def told_only(model: DealModel, mine: Knowledge, proof: Proof) -> Knowledge:
    """What the seat would know if beside what it saw only the sentences of a proof were said."""
    kept = {one.sentence for one in proof.because}
    updates = (one if one.sentence in kept else _seen(one) for one in model.history)
    here = mine.worlds.first()
    assert here is not None
    return _replayed(updates).seat(mine.seat, at=here)


def test_a_mistake_is_one_of_unused_knowledge_only_if_the_forgetful_would_err_too() -> None:
    """All decisions of a game with one such mistake: the definition, word for word."""
    found = list[Unused]()
    for game, turns, step in decisions("boerenbridge(rounds=6)", [2]):
        one = verdict(game, turns, step, effort=200)
        if one.unused is None:
            continue
        found.append(one.unused)
        assert one.loss.is_mistake
        turn, model = turns[step - 1], turns[step - 2].model
        assert isinstance(model, DealModel)
        dull = view(game, turn.before, forgetful(model), turn.by)
        dully = judged(dull, turn.choice.action, effort=200)
        here = view(game, turn.before, model, turn.by)
        better = judged(here, dully.best, effort=200)
        assert not dully.loss.is_mistake or better.loss.is_mistake
        assert one.unused.left < one.unused.of
        assert one.unused.proofs or one.unused.most_telling
    assert len(found) == 1
    assert str(found[0].most_telling) == str(Heard(8, "S has no spades left"))


def test_who_knew_no_more_than_the_forgetful_missed_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unused_knowledge, "forgetful", lambda model: model)
    for game, turns, step in decisions("boerenbridge(rounds=3)", [0]):
        assert unused_knowledge.unused(game, turns, step, seed=0, effort=50) is None
