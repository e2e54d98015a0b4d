"""Plays as a network has learned by playing against itself.

`numbers` is a file that `whoknows learn` wrote (`mine.network`), or one that comes along by its
name; without it, the one that comes along for the game. What the network observes is what its seat
saw, or what it knows, as the file says. It makes the choice that it finds best; `mixed=on` draws
one by the network's odds, as it did while it learned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from whoknows.adapters.position import NumberedGame
from whoknows.adapters.seat_numbers import observed_from
from whoknows.core.agent import Agent, Choice, View
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.core.spec import spell
from whoknows.networks import network_file
from whoknows.networks.network import flat
from whoknows.networks.network_file import Trained


@dataclass(frozen=True, slots=True)
class Learned(Agent):
    """The agent above."""

    numbers: str = ""
    mixed: bool = False

    def __post_init__(self) -> None:
        if self.numbers:
            network_file.read(self.numbers)

    @property
    def name(self) -> str:
        return spell("learned", self)

    def refusal(self, game: Game[State, Action]) -> str:
        if self.numbers:
            why = network_file.read(self.numbers).refusal(game)
            return f"{self.name} {why}" if why else ""
        if network_file.usual(game):
            return ""
        return f"learned has no numbers for {game.spec}: train some, and name the file in `numbers`"

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Action]:
        odds, worth = self._opinion(view)
        if self.mixed:
            (chosen,) = rng.choices([*odds], [*odds.values()])
        else:
            chosen = max(odds, key=lambda action: odds[action])
        reasons = (
            f"likes this with {100 * odds[chosen]:.0f} %, of {len(odds)} choices",
            f"expects {worth:+.2f} of this game, in which 1 is the most there can be",
        )
        return Choice(chosen, reasons)

    def chances(self, view: View[State, Action]) -> Mapping[Action, Fraction] | None:
        odds, _ = self._opinion(view)
        if self.mixed:
            shares = {action: Fraction(share) for action, share in odds.items()}
            whole = sum(shares.values())
            return {action: share / whole for action, share in shares.items()}
        best = max(odds, key=lambda action: odds[action])
        return {action: Fraction(int(action == best)) for action in odds}

    def _opinion(self, view: View[State, Action]) -> tuple[dict[Action, float], float]:
        """How much it likes each action, and what it expects."""
        rules, found = self._prepared(view)
        form = found.observe
        known = None if form == "seen" else view.knowledge
        row = flat(observed_from(rules, view.seat, view.state, known, form).values())
        numbered = {rules.number(view.state, action): action for action in view.actions}
        numbers = sorted(numbered)
        odds, worth = found.network.opinion(row, numbers)
        shares = zip(numbers, odds.tolist(), strict=True)
        return {numbered[number]: share for number, share in shares}, worth

    def _prepared(self, view: View[State, Action]) -> tuple[NumberedGame, Trained]:
        """The game's numbers and the network, looked up once in a match."""
        noted: Any = view.memory.get(self.name)
        if noted is None:
            if why := self.refusal(view.game):
                raise Error(why)
            found = network_file.read(self.numbers) if self.numbers else None
            noted = NumberedGame(view.game), found or network_file.usual(view.game)
            view.memory[self.name] = noted
        rules, network = noted
        return rules, network


agent = Learned
