"""The whole tree of a small game, as text that OpenSpiel reads as a game of its own.

Gambit's format for extensive games. OpenSpiel runs its algorithms on such a tree in C++, hundreds
of times faster than on rules in Python. Information sets are told apart by all that a seat has
seen happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from whoknows.adapters.position import NumberedGame, Position
from whoknows.adapters.utility import Utility, worth
from whoknows.core.error import Error

__all__ = ["WholeTree", "whole_tree"]

MOST_NODES = 3_000_000
Odds = dict[int, float]  # how likely a seat chooses what, by the number of the choice


@dataclass(frozen=True)
class WholeTree:
    """The lines of the text, and of every information set a position in it."""

    rules: NumberedGame
    utility: Utility
    lines: list[str]
    sets: dict[tuple[int, int], Position] = field(repr=False)  # by seat and number
    nodes: int

    @property
    def text(self) -> str:
        names = " ".join(f'"{seat}"' for seat in range(self.rules.seats))
        return "\n".join([f'EFG 2 R "{self.rules.game.name}" {{ {names} }}', *self.lines, ""])

    def loaded(self) -> Any:
        """The tree as a game of OpenSpiel's."""
        import pyspiel

        return pyspiel.load_efg_game(self.text)

    def strategy(self, chooses: Callable[[Position], Odds]) -> Any:
        """A strategy for the loaded game: what is chosen in each information set."""
        import pyspiel

        numbers = self._numbers_there()
        told = {}
        for (seat, number), position in self.sets.items():
            odds = chooses(position)
            shares = [(numbers[str(one)], odds.get(one, 0.0)) for one in position.actions]
            told[f"{seat}-{seat}-{number}-"] = shares
        return pyspiel.TabularPolicy(told)

    def _numbers_there(self) -> dict[str, int]:
        """OpenSpiel numbers the choices of such a game in the order in which it meets them."""
        found: dict[str, int] = {}
        for line in self.lines:
            if line.startswith("p "):
                for name in line.split("{")[1].split("}")[0].split():
                    found.setdefault(name.strip('"'), len(found))
        return found


def whole_tree(
    rules: NumberedGame, utility: Utility, on_node: Callable[[], None] = lambda: None
) -> WholeTree:
    """All of a game; an `Error` if there is too much of it."""
    sets: dict[tuple[int, tuple[str, ...]], int] = {}
    first: dict[tuple[int, int], Position] = {}
    lines: list[str] = []
    many = [0] * rules.seats

    def numbered(position: Position) -> int:
        seat = position.by
        key = seat, position.heard(seat)
        if key not in sets:
            many[seat] += 1
            sets[key] = many[seat]
            first[seat, sets[key]] = position
        return sets[key]

    def walk(position: Position) -> None:
        on_node()
        if len(lines) >= MOST_NODES:
            raise Error(f"{rules.game.name}: more than {MOST_NODES:,} positions are too many")
        if position.is_over:
            told = " ".join(f"{one:.12g}" for one in worth(position, utility))
            lines.append(f't "" {len(lines) + 1} "" {{ {told} }}')
        elif position.is_chance:
            outcomes = list(_outcomes(position))
            told = " ".join(f'"{n}" {share!r}' for n, (_, share) in enumerate(outcomes))
            lines.append(f'c "" {len(lines) + 1} "" {{ {told} }} 0')
            for after, _ in outcomes:
                walk(after)
        else:
            choices = position.actions
            told = " ".join(f'"{choice}"' for choice in choices)
            lines.append(f'p "" {position.by + 1} {numbered(position)} "" {{ {told} }} 0')
            for choice in choices:
                walk(position.chosen(choice))

    walk(rules.start())
    return WholeTree(rules, utility, lines, first, len(lines))


def _outcomes(position: Position) -> Iterator[tuple[Position, float]]:
    chance = position.rules.game.chance(position.state)
    for outcome in chance.outcomes():
        yield position.after(outcome), float(chance.odds(outcome))
