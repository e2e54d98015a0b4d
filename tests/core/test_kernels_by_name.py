"""Kernels are given by name; what a game leaves out is the usual, what it forgets is told."""

from typing import NamedTuple

import pytest

from whoknows.core import kernels
from whoknows.core.error import Error
from whoknows.core.kernels import Rules
from whoknows.core.usual_kernels import no_key, one_stage, rules_by_name


def anything(*_):
    return 0


MUST = ("to_move", "actions", "apply", "chance", "outcomes", "seen", "redeal", "playout", "scores")
LEAST = {**{verb: (lambda *_: 0) for verb in MUST}, "sight": anything}


def test_what_is_left_out_is_the_usual():
    rules = rules_by_name("mine", LEAST)
    assert rules.choices is rules.sensible is LEAST["actions"]
    assert rules.guided is LEAST["playout"]
    assert (rules.key, rules.stage) == (no_key, one_stage)
    assert rules_by_name("mine", {**LEAST, "sensible": anything}).sensible is anything


def test_what_is_forgotten_or_misspelt_is_told_in_one_line():
    with pytest.raises(Error, match=r"^mine: kernels need redeal, sight too$"):
        rules_by_name("mine", {verb: anything for verb in MUST if verb != "redeal"})
    with pytest.raises(Error, match=r"^mine: no verb senseable; verbs are to_move, actions, "):
        rules_by_name("mine", {**LEAST, "senseable": anything})


def test_a_package_of_old_gives_them_in_a_row():
    class Tables(NamedTuple):
        number: int

    kernels.define(Tables, Rules(*[anything] * len(Rules._fields)))
    assert kernels.is_defined(Tables(1))
