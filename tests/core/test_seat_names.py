"""Seats have names; numbers are read beside them, and records from before names keep numbers."""

import shlex
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

import whoknows as wk
from whoknows.cli import app
from whoknows.core import registry
from whoknows.core.error import Error
from whoknows.core.record import read, rules
from whoknows.core.registry import agent, game

OLD = sorted((Path(__file__).parent / "old_records").glob("*.jsonl"))
NAMES = ("Anna", "Bram", "Cleo")
WORLD = {0: ["a"], "Bram": ["b"], "2": ["c"]}


def dealt():
    return wk.deal(dict.fromkeys(NAMES, 1), cards="abc", seats=NAMES)


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_a_record_from_before_names_replays_as_it_did(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    heard = CliRunner().invoke(app, ["replay", path.name])
    assert heard.exit_code == 0
    assert heard.stdout == path.with_suffix(".replay").read_text(encoding="utf-8")


def asked() -> list[tuple[str, str]]:
    """Questions about old records, each with what was answered when they were written."""
    told = (Path(__file__).parent / "old_records" / "asked.txt").read_text(encoding="utf-8")
    blocks = told.removeprefix("$ ").split("\n$ ")
    return [tuple(block.split("\n", 1)) for block in blocks]


@pytest.mark.parametrize(("command", "answer"), asked())
def test_questions_about_an_old_record_are_answered_as_they_were(command, answer, monkeypatch):
    monkeypatch.chdir(OLD[0].parent)
    heard = CliRunner().invoke(app, shlex.split(command))
    assert heard.output.rstrip("\n") == answer.rstrip("\n")


@pytest.mark.parametrize("spec", ["tickets", "tickets(board=small)", "boerenbridge", "threecards"])
def test_sentences_speak_of_people_unless_nobody_named_the_seats(spec):
    """What moves say, told of people, and as in records from before names."""

    def said(rules):
        turns = wk.play(rules, [agent("random")] * len(rules.seats), seed=2)
        return [update.sentence for turn in islice(turns, 60) for update in turn.said]

    people, numbers = said(game(spec)), said(registry.rules(spec))
    assert len(people) == len(numbers)
    assert people[0] != numbers[0] or spec == "threecards"
    assert not any(" its " in line or " it " in line for line in people)


@pytest.mark.parametrize(
    ("spec", "seats"),
    [
        ("threecards", NAMES),
        ("tickets(seats=5)", (*NAMES, "Daan", "Emma")),
        ("boerenbridge", ("N", "E", "S", "W")),
        ("boerenbridge(players=6,deck=52)", (*NAMES, "Daan", "Emma", "Fien")),
        ("tickets(names=Piet-Jan-Klaas)", ("Piet", "Jan", "Klaas")),
        ("tickets(names=0-1-2)", ("0", "1", "2")),
    ],
)
def test_people_sit_where_the_rules_only_number_the_seats(spec, seats):
    assert game(spec).seats == seats
    assert game(game(spec).spec) == game(spec)
    assert game(spec).spec == spec


def test_names_may_be_listed_with_commas():
    listed = game('threecards(names="Piet, Jan, Klaas")')
    assert listed == game("threecards(names=Piet-Jan-Klaas)")
    assert listed.spec == "threecards(names=Piet-Jan-Klaas)"


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("A-B", "threecards has 3 seats, but 'A-B' names 2"),
        ("A-B-A", "two seats are called A"),
        ("A-B-stock", "'stock' cannot be the name of a seat"),
        ("A-B-7", "'7' cannot be the name of a seat"),
    ],
)
def test_bad_names_are_refused(names, message):
    with pytest.raises(Error, match=message):
        game(f"threecards(names={names})")


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_old_moves_are_read_where_seats_have_names(path):
    record = read(path)
    named = game(record.game)
    assert rules(record).seats == rules(record).own_names
    for old, new in zip(wk.replay(record), wk.replay(record, named), strict=True):
        assert rules(record).encode(old.choice.action) == named.encode(new.choice.action)
        assert named.parse(str(new.choice.action)) == new.choice.action


def test_formulas_and_worlds_take_names_and_numbers():
    model = dealt()
    for told in ("K[0] has(0,a)", "K[Anna] has(Anna,a)", "in(1,b) & in(Bram,b)", "~Kv[2] world"):
        assert model.holds(told, at=WORLD)
    assert model.holds("C[0,Bram,2] (has(0,a) -> ~has(Bram,a))", at=WORLD)
    assert model.holds("[!0,Bram: has(2,c)] Kv[Anna] world", at=WORLD)
    assert model.seat("1", at=WORLD).seat == model.seat("Bram", sees={1: ["b"]}).seat == "Bram"
    told = model.why("K[0] ~has(1,a)", at=WORLD)
    assert (
        str(told) == "Anna knows that Bram does not have a: this follows from what Anna sees (a)."
    )
    world = model.seat(0, at=WORLD).sample(Random(1))
    assert world[0] == world["0"] == world["Anna"] == ["a"]


def test_a_seat_that_is_not_there_is_told_with_names_and_numbers():
    with pytest.raises(Error, match="no seat 3; seats are Anna, Bram, Cleo or 0 to 2"):
        dealt().holds("K[3] has(0,a)", at=WORLD)
    with pytest.raises(Error, match="no seat Bert; seats are Anna, Bram, Cleo"):
        game("tickets").parse("Bert draws blind")
