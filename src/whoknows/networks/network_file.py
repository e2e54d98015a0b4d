"""A network as a file that people can read and that nothing else is needed for.

    format = "whoknows network 1"
    game = "threecards"
    observe = "seen"
    sizes = [31, 32, 7]
    choices = "cdee6e1f0a51"
    made = "100 iterations of 64 games, seed 1"
    good = "62.1 ±1.0 % against random"
    [numbers]

and then a line for each number that leaves a layer: its bias, and its weights. Numbers mean
something only where choices and cards are the same as then, so `choices` is a digest of both.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from whoknows.adapters.position import NumberedGame
from whoknows.adapters.seat_numbers import Form, checked
from whoknows.core import schema
from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.networks.network import Floats, Network, inputs

FOLDER = Path(__file__).with_name("numbers")
FORMAT = "whoknows network 1"
SUFFIX = ".network"
NUMBERS = b"[numbers]\n"  # the line after which they begin
DIGITS = 6  # of a number in a file
LARGEST = 4_000_000  # numbers in a network
SIZES = schema.Kind("the sizes of layers, such as [31, 64, 7]", lambda value: _are_sizes(value))
HEADER = {
    "format": schema.TEXT, "game": schema.TEXT, "observe": schema.TEXT, "sizes": SIZES,
    "choices": schema.TEXT, "made": schema.TEXT, "good": schema.TEXT,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Trained:
    """A network, for which game, what it observes, how it was made and how good it is."""

    network: Network
    game: str
    observe: Form
    choices: str
    made: str = ""
    good: str = ""

    def refusal(self, game: Game[Any, Any]) -> str:
        """Why this is not for a game; empty if it is."""
        if (asked := rules_of(game)) != self.game:
            return f"was trained for {self.game}, not for {asked}"
        if not game.tells_numbers:
            return f"needs to know what there is to choose from, which {asked} does not say"
        rules = NumberedGame(game)
        wanted = inputs(rules, self.observe), len(rules.choices) + 1
        sizes = self.network.sizes
        if self.choices != meaning(rules) or wanted != (sizes[0], sizes[-1]):
            return f"was trained for {self.game} as another version of whoknows has it"
        return ""

    def text(self) -> str:
        """The file, in which numbers are rounded."""
        lines = [
            f"{name} = {json.dumps(value, ensure_ascii=False)}"
            for name, value in (
                ("format", FORMAT), ("game", self.game), ("observe", self.observe),
                ("sizes", list(self.network.sizes)), ("choices", self.choices),
                ("made", self.made), ("good", self.good),
            )
        ]  # fmt: skip
        rows = (
            " ".join(f"{number:.{DIGITS}g}" for number in (bias, *column))
            for weights, biases in self.network.layers
            for bias, column in zip(biases.tolist(), weights.T.tolist(), strict=True)
        )
        return "\n".join([*lines, NUMBERS.decode().strip(), *rows]) + "\n"


def trained(network: Network, rules: NumberedGame, observe: Form) -> Trained:
    """A network of this game, with nothing told about it yet."""
    return Trained(network, rules_of(rules.game), observe, meaning(rules))


def rules_of(game: Game[Any, Any]) -> str:
    """The spec of a game whoever sits there."""
    return game.called(()).peopled().spec


def meaning(rules: NumberedGame) -> str:
    """A digest of what the numbers of choices and cards stand for."""
    told = json.dumps([list(rules.numbers.choices), list(rules.numbers.cards)])
    return sha256(told.encode()).hexdigest()[:12]


def shipped() -> dict[str, Path]:
    """The files that come along, by name."""
    return {path.stem: path for path in sorted(FOLDER.glob(f"*{SUFFIX}"))}


def usual(game: Game[Any, Any]) -> Trained | None:
    """The one that comes along for this game, if there is one."""
    fitting = (read(name) for name in shipped())
    return next((one for one in fitting if not one.refusal(game)), None)


def read(name: str) -> Trained:
    """The network of a file, by its path or by its name among those that come along."""
    if not name.endswith(SUFFIX) and name not in shipped():
        known = f"there are {', '.join(shipped())}, or " if shipped() else ""
        raise Error(f"no network called {schema.short(name)}; {known}give a {SUFFIX} file")
    path = shipped().get(name, Path(name))
    try:
        changed = path.stat().st_mtime_ns
    except (OSError, ValueError) as fault:
        raise Error(f"{path}: cannot be read: {schema.reason(fault)}") from None
    return _read(path, changed)


@lru_cache(maxsize=16)
def _read(path: Path, changed: int) -> Trained:
    data = schema.content(path)
    try:
        return made_of(data)
    except Error as fault:
        raise Error(f"{path}: {fault}") from None


def made_of(data: bytes) -> Trained:
    """The network that a file tells."""
    head, line, body = data.partition(NUMBERS)
    found = schema.toml(head)
    if found.get("format") != FORMAT:
        told = schema.short(str(found.get("format", "nothing")))
        raise Error(f"this is a file of {told}, not of {FORMAT}")
    schema.check(found, HEADER, "made", "good")
    if not line:
        raise Error(f"there is no line {NUMBERS.decode().strip()}")
    form = checked(found["observe"])
    network, about = _network(found["sizes"], body), (found.get("made", ""), found.get("good", ""))
    return Trained(network, found["game"], form, found["choices"], *about)


def _network(sizes: list[int], body: bytes) -> Network:
    try:
        numbers = np.array(body.split(), np.float64)
    except ValueError:
        raise Error("after [numbers] there is something that is not a number") from None
    wanted = sum((before + 1) * size for before, size in pairwise(sizes))
    if len(numbers) != wanted:
        raise Error(f"there are {len(numbers):,} numbers, not {wanted:,} as its sizes say")
    if not np.isfinite(numbers).all():
        raise Error("some of its numbers are infinite or none")
    layers: list[tuple[Floats, Floats]] = []
    for before, size in pairwise(sizes):
        rows, numbers = np.split(numbers, [size * (before + 1)])
        table = rows.reshape(size, before + 1)
        layers.append((np.ascontiguousarray(table[:, 1:].T), table[:, 0].copy()))
    return Network(tuple(layers))


def _are_sizes(value: object) -> bool:
    if not isinstance(value, list) or not 2 <= len(value) <= 10:
        return False
    fits = all(type(size) is int and 1 <= size <= LARGEST for size in value)
    return fits and sum((before + 1) * size for before, size in pairwise(value)) <= LARGEST
