"""Networks in plain numbers: their arithmetic, their files, and the agent that plays by them."""

import dataclasses
from pathlib import Path
from random import Random

import numpy as np
import pytest

from whoknows.adapters.position import NumberedGame
from whoknows.adapters.seat_numbers import Form, observed
from whoknows.core.error import Error
from whoknows.core.law_positions import seat_positions
from whoknows.core.match import play, view
from whoknows.core.registry import agent, game
from whoknows.networks import network_file
from whoknows.networks.network import Network, flat, fresh, odds, sizes_for
from whoknows.networks.network_file import Trained, trained


def made(spec: str, form: Form, seed: int = 1) -> Trained:
    """A network that has learned nothing, but is of one mind everywhere."""
    rules = NumberedGame.of(spec)
    network = fresh(sizes_for(rules, form, (8, 5)), seed)
    *hidden, (weights, biases) = network.layers
    return trained(Network((*hidden, (weights * 300, biases))), rules, form)


def file(folder: Path, found: Trained) -> Path:
    path = folder / "mine.network"
    path.write_text(found.text())
    return path


def test_a_network_of_one_layer_by_hand() -> None:
    """Two inputs; two choices and a value."""
    network = Network(((np.array([[1.0, 2.0, 0.5], [0.0, -1.0, 0.5]]), np.array([0.0, 0.0, 1.0])),))
    assert network.outputs(np.array([1.0, 1.0])).tolist() == [1.0, 1.0, 2.0]
    shares, worth = network.opinion(np.array([1.0, 0.0]), [0, 1])
    assert shares == pytest.approx([1 / (1 + np.e), np.e / (1 + np.e)])
    assert worth == 1.5
    assert network.opinion(np.array([1.0, 0.0]), [0])[0].tolist() == [1.0]


def test_between_layers_whatever_is_below_zero_becomes_zero() -> None:
    first = np.array([[1.0, -1.0]]), np.zeros(2)
    second = np.array([[1.0, 0.0], [1.0, 0.0]]), np.zeros(2)
    network = Network((first, second))
    assert [network.outputs(np.array([x]))[0] for x in (-3.0, 0.0, 2.0)] == [3.0, 0.0, 2.0]


def test_odds_of_large_scores_are_still_odds() -> None:
    assert odds(np.array([1e4, 0.0, 1e4])).tolist() == [0.5, 0.0, 0.5]


@pytest.mark.parametrize("form", ["seen", "known", "both"])
def test_a_file_says_all_that_it_was_given(tmp_path: Path, form: Form) -> None:
    found = dataclasses.replace(
        made("threecards", form), made="by hand, 'so' to say", good="50 ±1 %"
    )
    again = network_file.read(str(file(tmp_path, found)))
    assert again.text() == found.text()
    assert dataclasses.replace(again, network=found.network) == found
    row = np.linspace(-1, 1, found.network.sizes[0])
    assert again.network.outputs(row) == pytest.approx(found.network.outputs(row), rel=1e-3)


def test_a_file_that_is_written_anew_is_read_anew(tmp_path: Path) -> None:
    first = network_file.read(str(file(tmp_path, made("threecards", "seen", 1))))
    second = network_file.read(str(file(tmp_path, made("threecards", "seen", 2))))
    assert first.text() != second.text()


@pytest.mark.parametrize("form", ["seen", "known", "both"])
def test_an_agent_observes_from_its_view_what_a_position_tells(tmp_path: Path, form: Form) -> None:
    """What a network was trained on, and what it sees when it plays, are the same numbers."""
    found = made("boerenbridge(rounds=2)", form)
    player = agent(f'learned(numbers="{file(tmp_path, found)}")')
    network = network_file.read(str(tmp_path / "mine.network")).network
    rng, here = Random(1), NumberedGame.of("boerenbridge(rounds=2)").start()
    while not here.is_over:
        if here.is_chance:
            here = here.drawn(rng)
            continue
        row = flat(observed(here, here.by, form).values())
        numbers = [*here.actions]
        best = numbers[int(network.opinion(row, numbers)[0].argmax())]
        assert player.choose(here.view(), rng).action == here.actions[best]
        here = here.chosen(best)


@pytest.mark.parametrize("mixed", ["off", "on"])
@pytest.mark.parametrize("form", ["seen", "known", "both"])
@pytest.mark.parametrize("spec", ["threecards", "boerenbridge(rounds=2)", "tickets(board=small)"])
def test_it_chooses_the_same_in_all_worlds_it_cannot_tell_apart(
    tmp_path: Path, spec: str, form: Form, mixed: str
) -> None:
    player = agent(f'learned(numbers="{file(tmp_path, made(spec, form))}",mixed={mixed})')
    for at in list(seat_positions(game(spec)))[::3]:
        chosen = player.choose(view(at.game, at.state, at.model, at.by), Random(1))
        for twin in at.twins(at.by):
            assert player.choose(view(at.game, twin, at.model, at.by), Random(1)) == chosen


def test_what_it_draws_is_as_likely_as_it_says(tmp_path: Path) -> None:
    path = file(tmp_path, made("threecards", "seen", 3))
    sure, mixed = agent(f'learned(numbers="{path}")'), agent(f'learned(numbers="{path}",mixed=on)')
    at = next(iter(seat_positions(game("threecards"))))
    here = view(at.game, at.state, at.model, at.by)
    told = mixed.chances(here)
    assert told is not None
    assert sum(told.values()) == 1
    assert max(told.values()) > 2 * min(told.values())
    drawn = [mixed.choose(here, Random(seed)).action for seed in range(400)]
    for action, share in told.items():
        assert drawn.count(action) / 400 == pytest.approx(float(share), abs=0.07)
    best = max(told, key=lambda action: told[action])
    assert sure.choose(here, Random(1)).action == best
    assert (sure.chances(here) or {})[best] == 1


def test_it_plays_whole_matches_whoever_sits_there(tmp_path: Path) -> None:
    path = file(tmp_path, made("threecards", "both"))
    player = agent(f'learned(numbers="{path}")')
    rules = game("threecards(names=Piet-Jan-Klaas)")
    assert player.plays(rules)
    assert list(play(rules, [player] * 3, seed=1))[-1].after is not None


def test_numbers_for_another_game_are_refused_in_a_line(tmp_path: Path) -> None:
    player = agent(f'learned(numbers="{file(tmp_path, made("threecards", "seen"))}")')
    told = player.refusal(game("threecards(rounds=2)"))
    assert told.endswith("was trained for threecards, not for threecards(rounds=2)")
    at = next(iter(seat_positions(game("threecards(rounds=2)"))))
    with pytest.raises(Error, match="was trained for threecards"):
        player.choose(view(at.game, at.state, at.model, at.by), Random(1))


def test_numbers_for_another_version_of_a_game_are_refused_in_a_line(tmp_path: Path) -> None:
    found = made("threecards", "seen")
    for other in (
        dataclasses.replace(found, choices="0" * 12),
        dataclasses.replace(found, observe="known"),
        dataclasses.replace(found, network=fresh((31, 4, 8), 1)),
    ):
        player = agent(f'learned(numbers="{file(tmp_path, other)}")')
        told = player.refusal(game("threecards"))
        assert told.endswith("was trained for threecards as another version of whoknows has it")


def test_without_numbers_it_refuses_a_game_for_which_none_come_along() -> None:
    told = agent("learned").refusal(game("tickets"))
    assert told == "learned has no numbers for tickets: train some, and name the file in `numbers`"


def test_a_network_that_comes_along_is_found_by_its_game_or_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network_file, "FOLDER", tmp_path)
    file(tmp_path, made("threecards", "known"))
    rules = game("threecards")
    by_game, by_name = agent("learned"), agent("learned(numbers=mine)")
    assert by_game.plays(rules)
    assert not by_game.plays(game("threecards(rounds=2)"))
    turns = [[*play(rules, [one] * 3, seed=1)] for one in (by_game, by_name)]
    assert [turn.choice for turn in turns[0]] == [turn.choice for turn in turns[1]]
    with pytest.raises(Error, match=r"there are mine, or give a \.network file"):
        agent("learned(numbers=yours)")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("whoknows network 1", "whoknows network 2", "a file of 'whoknows network 2', not of"),
        ('"seen"', '"heard"', "no observation 'heard'; there are seen, known, both"),
        ("[31, ", "[30, ", "343 numbers, not 335 as its sizes say"),
        ("[31, ", '["a", ', "'sizes' must be the sizes of layers"),
        ("[31, ", "[31000000, ", "'sizes' must be the sizes of layers"),
        ("game =", "games =", "unknown field 'games'"),
        ("[numbers]\n", "[numbers]\nx ", "something that is not a number"),
        ("[numbers]\n0 ", "[numbers]\nnan ", "infinite or none"),
        ("[numbers]\n", "\n", "not TOML"),
    ],
)
def test_whatever_is_wrong_with_a_file_is_told_in_a_line(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    path = file(tmp_path, made("threecards", "seen"))
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(Error) as fault:
        agent(f'learned(numbers="{path}")')
    assert told in str(fault.value)
    assert str(path) in str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_file_that_is_not_there_is_told_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(Error, match=r"none\.network: cannot be read: No such file"):
        agent(f'learned(numbers="{tmp_path / "none.network"}")')
    with pytest.raises(Error, match=r"no network called 'none'; .*give a \.network file"):
        agent("learned(numbers=none)")
