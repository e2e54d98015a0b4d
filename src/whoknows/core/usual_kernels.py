"""Kernels by name, and what the verbs do of which a game says nothing.

A simple game has nothing to say of some verbs: all actions are worth trying, nothing is worth
remembering, cards are dealt once. What it leaves out is filled in here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from whoknows.core.error import Error
from whoknows.core.kernels import Int, Row, Rules, Tables, kernel, scores


@kernel
def no_key(g: Tables, s: Row, out: Row) -> Int:
    return np.int64(0)


@kernel
def one_stage(g: Tables, s: Row) -> Int:
    return np.int64(0)


@kernel
def no_advice(g: Tables, s: Row, r: Row) -> Int:
    return np.int64(-1)


@kernel
def points_alone(g: Tables, s: Row, kind: Int, u: Row) -> None:
    scores(g, s, u)


INSTEAD = {"choices": "actions", "sensible": "actions", "guided": "playout"}
USUAL: Mapping[str, Callable[..., object]] = {
    "key": no_key,
    "stage": one_stage,
    "advised": no_advice,
    "utility": points_alone,
}


def rules_by_name(of: str, verbs: Mapping[str, Callable[..., object]]) -> Rules[Any]:
    """The rules of a game whose kernels are these."""
    for verb in verbs:
        if verb not in Rules._fields:
            raise Error(f"{of}: no verb {verb}; verbs are {', '.join(Rules._fields)}")
    found: dict[str, Any] = {**USUAL, **verbs}
    for verb, other in INSTEAD.items():
        if other in found:
            found.setdefault(verb, found[other])
    missing = [verb for verb in Rules._fields if verb not in found]
    if missing:
        raise Error(f"{of}: kernels need {', '.join(missing)} too")
    return Rules(**found)
