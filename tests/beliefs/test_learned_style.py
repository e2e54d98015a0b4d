"""Styles learned from records predict what they were not fitted on, and say how well."""

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from bidden import turns_of, views, world_of
from command import command as run

from whoknows.beliefs.match_evidence import evidence
from whoknows.beliefs.past_likelihoods import told_by_rules
from whoknows.beliefs.style import Share, shares
from whoknows.beliefs.style_file import read
from whoknows.beliefs.style_learning import PENALTY, Fit, Seen, _ends, _fitted, _odds
from whoknows.core.error import Error
from whoknows.core.registry import agent, game
from whoknows.search.compiled_rules import compiled
from whoknows.search.determinization import states

SPEC = "boerenbridge(rounds=3-3-3-3)"


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("records")
    paths = [str(folder / f"{seed}.jsonl") for seed in range(12)]
    for seed, path in enumerate(paths):
        players = ["full-kripke", "full-kripke", "full-kripke", "boeren-random"]
        assert run("play", SPEC, *players, "--seed", str(seed), "--record", path).returncode == 0
    return paths


@pytest.fixture(scope="module")
def learned(records: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("styles") / "kripkes"
    done = run("style", "learn", *records, "-o", str(path), "--of", "full-kripke")
    assert done.returncode == 0
    told = done.stdout.splitlines()
    assert told[0] == "fitted on 108 choices of full-kripke, 12 records of boerenbridge"
    assert told[1].startswith("held out: 36 choices, of which ")
    assert told[-1] == f"written to {path}.style"
    return path.with_suffix(".style")


def unseen() -> Iterator[Any]:
    """Bids of full-kripke in games that were not looked at."""
    for seed in range(100, 106):
        for seen, _ in views(*turns_of("boerenbridge(rounds=3-3)", "full-kripke", seed)):
            if seen.state.is_bidding:
                yield seen


def test_it_predicts_most_bids_that_it_has_not_seen(learned: Path) -> None:
    style, right, tried, bits = read(learned), 0, 0, 0.0
    for seen in unseen():
        told = style.chances(seen)
        assert sum(told.values()) == pytest.approx(1)
        assert min(told.values()) > 0
        made = agent("full-kripke").choose(seen, Random(1)).action
        right += max(told, key=lambda action: told[action]) == made
        bits -= np.log2(float(told[made])) - np.log2(1 / len(seen.actions))
        tried += 1
    assert right / tried > 0.65
    assert bits / tried < -0.5  # half a bit better than anything


def test_what_was_not_learned_is_anything(learned: Path) -> None:
    rules, turns = turns_of("boerenbridge(rounds=3)", "random", 1)
    playing = [seen for seen, _ in views(rules, turns) if not seen.state.is_bidding]
    for seen in playing:
        assert set(map(float, read(learned).chances(seen).values())) == {1 / len(seen.actions)}


def test_the_file_is_read_back_as_it_was_written(learned: Path) -> None:
    style = read(learned)
    assert style.text() == learned.read_bytes()
    assert learned.read_text().startswith("# fitted on 108 choices of full-kripke")
    found = tomllib.loads(learned.read_text())
    assert found["game"] == "boerenbridge"
    assert "trump A" in found["features"]


def test_it_can_be_believed(learned: Path, records: list[str]) -> None:
    asked = ["ask", f"{records[0]}@5", "has(E,AC)", "--as", "N", "--believing", str(learned)]
    done = run(*asked)
    assert done.stdout.startswith("believed ")
    assert done.stderr == ""


def test_a_style_that_goes_by_hands_has_no_trust(learned: Path, tmp_path: Path) -> None:
    done = run("style", "trust", str(learned), "learn-tickets", "-o", str(tmp_path / "x"))
    assert done.returncode == 2
    assert "this style has no trust: it goes by hands" in " ".join(done.stderr.split())
    assert not list(tmp_path.iterdir())


def test_an_agent_reads_no_file(learned: Path) -> None:
    """Whoever names an agent, perhaps at a table, may not read what lies here."""
    for path in (learned, learned.with_name("nothing.style")):
        with pytest.raises(Error, match="column 1: expected a name"):
            agent(f"pimc(believe='{path}')").choose(next(unseen()), Random(1))


def test_the_weights_are_those_of_least_loss() -> None:
    """Against small steps; legal choices alone count."""
    rng = np.random.default_rng(1)
    x = np.column_stack([np.ones(60), rng.normal(size=(60, 2))])
    closed = rng.random((60, 3)) < 0.2
    made = np.array([rng.choice(np.flatnonzero(~row)) if not row.all() else 0 for row in closed])
    closed[np.arange(60), made] = False
    weights = _fitted(x, made, _ends(("a", "b", "c"), closed))

    def loss(some: Any) -> float:
        worth = np.exp(x @ some.T)
        odds = worth[np.arange(60), made] / (worth * ~closed).sum(axis=1)
        return float(-np.log(odds).mean() + PENALTY * (some**2).sum())

    for place in np.ndindex(weights.shape):
        for step in (-0.05, 0.05):
            moved = weights.copy()
            moved[place] += step
            assert loss(moved) > loss(weights)


def test_a_bid_that_may_not_be_made_goes_to_those_beside_it() -> None:
    """Whoever surely wants 1 and may not bids 0 or 2, as a coin decides; and is learned so."""
    rng, legal = np.random.default_rng(2), {True: ("0", "2"), False: ("0", "1", "2")}
    barred = rng.random(400) < 0.5
    made = [rng.choice(["0", "2"]) if bar else "1" for bar in barred]
    seen = [
        Seen({"x": float(rng.random())}, one, legal[bool(bar)], n // 4)
        for n, (one, bar) in enumerate(zip(made, barred, strict=True))
    ]
    fit = Fit.of(seen, np.arange(400) // 4 % 5 == 0)
    odds = _odds(fit.weights, fit.x, _ends(fit.choices, fit.closed))
    assert odds[barred] == pytest.approx(np.tile([0.5, 0, 0.5], (barred.sum(), 1)), abs=0.02)
    assert odds[~barred, 1] == pytest.approx(1, abs=0.02)


def test_what_is_held_out_has_no_part_in_the_fit() -> None:
    rng, out = Random(1), np.arange(40) % 5 == 0
    seen = [Seen({"x": rng.random()}, rng.choice("ab"), ("a", "b"), 0) for _ in range(40)]
    other = [
        Seen({"x": 9.0}, "a", ("a", "b"), 0) if o else s for s, o in zip(seen, out, strict=True)
    ]
    one, two = Fit.of(seen, out), Fit.of(other, out)
    assert one.parts() == two.parts()
    assert one.told() != two.told()


# What may be wrong


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("whoknows style 1", "whoknows style 9", "field 'format' must be 'whoknows style 1'"),
        ("means = [", "means = [1.5, ", "'means' must have "),
        ("spreads = [", "spreads = [true, ", "field 'spreads' must be a list of numbers"),
        ('game = "', 'games = "', "unknown field 'games'"),
        ("[weights]", "[weight]", "unknown field 'weight'"),
        ("\n\n", "\n= 3\n", "not TOML"),
    ],
)
def test_a_file_edited_wrongly_is_told_in_one_line(
    learned: Path, tmp_path: Path, old: str, new: str, told: str
) -> None:
    path = tmp_path / "edited.style"
    assert old in learned.read_text()
    path.write_text(learned.read_text().replace(old, new, 1))
    with pytest.raises(Error) as caught:
        shares(str(path), game("boerenbridge"), files=True)
    assert str(caught.value).startswith(f"{path}: ")
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_style_of_another_game_is_refused(learned: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.style"
    path.write_text(learned.read_text().replace("boerenbridge", "bridge"))
    with pytest.raises(Error, match="learned from bridge, not from boerenbridge"):
        read(path).chances(next(unseen()))


def test_nothing_to_learn_from_is_one_line(records: list[str], tmp_path: Path) -> None:
    out = str(tmp_path / "none")
    few = run("style", "learn", records[0], "-o", out, "--of", "pimc")
    assert (few.returncode, len(few.stderr.splitlines())) == (2, 1)
    assert "0 choices of pimc to learn from in 1 record; it takes at least 20" in few.stderr
    gone = run("style", "learn", str(tmp_path / "no.jsonl"), "-o", out)
    assert (gone.returncode, len(gone.stderr.splitlines())) == (2, 1)
    assert not list(tmp_path.iterdir())


def test_games_of_two_kinds_make_no_style(records: list[str], tmp_path: Path) -> None:
    other = str(tmp_path / "three.jsonl")
    assert run("play", "threecards", "random", "--record", other).returncode == 0
    done = run("style", "learn", *records, other, "-o", str(tmp_path / "x"))
    assert "one style is of one game, not of boerenbridge, threecards" in done.stderr


def test_learned_bids_are_weighed_for_many_deals_as_for_one(learned: Path) -> None:
    """By arrays for a search, as the plain style tells of each deal."""
    styles = [Share(read(learned), Fraction(1))]
    rules, turns = turns_of("boerenbridge(rounds=3-3)", "full-kripke", 5)
    checked = 0
    for seen, before in list(views(rules, turns))[3::4]:
        rows = states(seen, compiled(rules), 5, Random(1))
        acts = [act for act in evidence(rules, before, styles) if " bids " in act.words]
        for seat, likely in told_by_rules(rules, seen.seat, rows, styles).items():
            own = [act for act in acts if act.by == rules.seats[seat]]
            for number, row in enumerate(rows.tolist()):
                plain = prod(float(act.chance(world_of(seen, row))) for act in own)
                assert likely[0, number] == pytest.approx(plain)
                checked += 1
    assert checked > 50
